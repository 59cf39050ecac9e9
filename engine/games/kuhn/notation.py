"""Kuhn poker as people read it: `J ? | pass bet`: the cards of A and B, and what was chosen so far."""

import re
from typing import Any

import numpy as np

from engine.errors import NotationError
from engine.events import HIDDEN, Event
from engine.game import Game, Text
from engine.games.kuhn import rules
from engine.jit import room
from engine.state import State

NAMES, WORDS, SEATS = "JQK", ("pass", "bet"), ("A", "B")


def _players(game: Game) -> tuple[str, ...]:
    return SEATS


def _history(row: Any) -> list[str]:
    paid, n = [int(each) for each in row.paid], int(row.n)
    if n == 0:
        return []
    bets = (paid[0] > 1) + (paid[1] > 1)
    if n == 1:
        return [WORDS[bets]]
    if n == 2:
        return {0: ["pass", "pass"], 2: ["bet", "bet"]}.get(bets) or (
            ["bet", "pass"] if paid[0] > 1 else ["pass", "bet"]
        )
    return ["pass", "bet", WORDS[bets - 1]]


def _format(game: Game, row: Any) -> str:
    cards = " ".join("?" if card < 0 else NAMES[card] for card in row.card)
    return f"{cards} | {' '.join(_history(row))}".rstrip()


def _parse(game: Game, text: str) -> Any:
    match = re.fullmatch(r"([JQK?]) ([JQK?]) \|((?: pass| bet)*)", " ".join(text.split()))
    if not match:
        raise NotationError(f"'{text}' is not a position of kuhn; write it like 'J K | pass bet'")
    cards = [rules.UNKNOWN if name == "?" else NAMES.index(name) for name in match.groups()[:2]]
    if cards[0] == cards[1] and cards[0] >= 0:
        raise NotationError(f"'{text}' has the card {NAMES[cards[0]]} twice; there is one of each")
    rows, out = room(rules.STATE), np.zeros(rules.MAX_LEGAL, np.int64)
    game.kernels.setup(rows, game.parameters, np.array(cards, np.int64), out)
    for word in match[3].split():
        if game.kernels.step(rows, WORDS.index(word), out, None) < 0:
            raise NotationError(f"'{text}' goes on after the end of the game")
    return rows


def _action(game: Game, row: Any, action: int) -> str:
    return WORDS[action]


def _event(game: Game, event: Event) -> str:
    if event.kind == rules.CHOSE:
        return f"{SEATS[event.seat]} {'bets' if event.value == rules.BET else 'passes'}"
    return f"{SEATS[event.seat]} shows {'?' if event.card == HIDDEN else NAMES[event.card]}"


def _head(game: Game, state: State) -> dict[str, Any]:
    return {"position": str(state)}


def _end(game: Game, row: Any) -> dict[str, Any]:
    out = np.zeros(rules.SEATS, np.int64)
    rules.scores(row, out)
    return {
        "points": dict(zip(SEATS, out.tolist(), strict=True)),
        "winners": [SEATS[int(out.argmax())]],
    }


TEXT = Text(
    players=_players,
    format=_format,
    parse=_parse,
    action=_action,
    pattern="pass|bet",
    event=_event,
    position=_format,
    head=_head,
    end=_end,
)
