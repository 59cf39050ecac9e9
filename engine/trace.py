"""Playthroughs as JSON lines, so that any other program can check them."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from engine.game import Game
from engine.rng import split
from engine.view import Playthrough, View

VERSION = 1

Choose = Callable[[View, int], int]
"""(view, seed) -> one of the view's legal actions."""


def choose_any(view: View, seed: int) -> int:
    """Any legal action, equally likely."""
    return view.legal_actions[split(seed, "choice") % len(view.legal_actions)]


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(", ", ": "))


def trace(game: Game, seed: int, choose: tuple[Choose, ...] = ()) -> Iterator[str]:
    """The lines of one game: its start, a line a decision, its end.

    `choose` has one function a seat, or is empty: uniformly random play.
    """
    playing = Playthrough(game.deal(split(seed, "deal")))
    yield _line({"trace": VERSION, "game": game.name, **game.text.head(game, playing.state)})
    n = 0
    while not playing.state.is_over:
        state = playing.state
        seat = state.to_act
        if choose:
            action = choose[seat](playing.view(seat), split(seed, "bot", seat, n))
        else:
            action = state.legal_actions[split(seed, "choice", n) % len(state.legal_actions)]
        row = state.row
        legal = [game.text.action(game, row, each) for each in state.legal_actions]
        words = game.text.action(game, row, action)
        playing.play(action)
        n += 1
        position = game.text.position(game, playing.state.row)
        yield _line({"player": game.players[seat], "legal": legal, "action": words, "position": position})
    yield _line({"over": True, **game.text.end(game, playing.state.row)})


def traces(game: Game, games: int, seed: int, choose: tuple[Choose, ...] = ()) -> Iterator[str]:
    """The lines of many games, one after the other; game n is the same whatever comes before it."""
    for n in range(games):
        yield from trace(game, split(seed, "game", n), choose)
