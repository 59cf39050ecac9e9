"""Played games to fit numbers to: positions with all that is hidden in them, and how each game ended."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bot import bot
from engine.game import game
from engine.jit import room
from engine.rng import split
from engine.view import Playthrough


class Games(NamedTuple):
    """Positions of one game spec, row by row."""

    spec: str
    states: NDArray[Any]
    number: NDArray[np.int64]
    """The game that a position is of."""
    begins: NDArray[np.bool_]
    """Is it the first of a stage?"""
    returns: NDArray[np.float64]
    """By position and seat: how that game ended."""


def play(
    spec: str,
    mixture: Sequence[str],
    games: int,
    seed: int,
    stage: Callable[[Any], int],
    every: int = 0,
) -> Games:
    """Play games, each seat drawn from the bots; keep the first positions of stages, and one in `every`."""
    rules = game(spec)
    bots = [bot(name, rules) for name in mixture]
    kept: list[bytes] = []
    number: list[int] = []
    begins: list[bool] = []
    ends: list[tuple[float, ...]] = []
    for n in range(games):
        own = split(seed, spec, n)
        playing = Playthrough(rules.deal(split(own, "deal")))
        seated = [bots[split(own, "bot", seat) % len(bots)] for seat in range(rules.seats)]
        before, reached = len(kept), -1
        while playing.state.legal:
            row, done = playing.state.row, len(playing.actions)
            now, seat = int(stage(row)), int(row["to_act"])
            if now != reached or (every and split(own, "keep", done) % every == 0):
                kept.append(playing.state.data)
                begins.append(now != reached)
                reached = now
            playing.play(seated[seat].decide(playing.view(seat), split(own, seat, done)).action)
        number += [n] * (len(kept) - before)
        ends += [playing.state.returns] * (len(kept) - before)
    states = room(rules.state_type, len(kept))
    states.view(np.ndarray).view(np.uint8).reshape(-1)[:] = np.frombuffer(b"".join(kept), np.uint8)
    return Games(spec, states, np.array(number), np.array(begins), np.array(ends))
