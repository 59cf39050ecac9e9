"""Leduc poker as people read it: `J ? K | call raise call | raise`: the cards of A and B, the public one, and
what was chosen in each round.
"""

import re
from typing import Any

import numpy as np

from engine.errors import NotationError
from engine.events import HIDDEN, Event
from engine.game import Game, Text
from engine.games.leduc import rules
from engine.jit import room
from engine.state import State

NAMES, WORDS, SEATS = "JQK", ("fold", "call", "raise"), ("A", "B")
SAID = ("folds", "calls", "raises")


def _players(game: Game) -> tuple[str, ...]:
    return SEATS


def _name(card: Any) -> str:
    return "?" if card < 0 else NAMES[card]


def _format(game: Game, row: Any) -> str:
    words = [WORDS[row.played[i]] for i in range(row.n)]
    rounds = [words[: row.opened], words[row.opened :]] if row.opened else [words]
    cards = " ".join(_name(card) for card in (*row.card, row.public))
    return " ".join([cards, *(" ".join(["|", *each]) for each in rounds)])


def _parse(game: Game, text: str) -> Any:
    words = " ".join(text.split())
    match = re.fullmatch(r"([JQK?]) ([JQK?]) ([JQK?]) \|((?: fold| call| raise| \|)*)", words)
    if not match:
        raise NotationError(
            f"'{text}' is not a position of leduc; write it like 'J K Q | call raise call | raise'"
        )
    cards = [rules.UNKNOWN if name == "?" else NAMES.index(name) for name in match.groups()[:3]]
    if cards[0] == cards[1] == cards[2] and cards[0] >= 0:
        raise NotationError(f"'{text}' has three cards {NAMES[cards[0]]}; there are two of each")
    rows, out = room(rules.STATE), np.zeros(rules.MAX_LEGAL, np.int64)
    game.kernels.setup(rows, game.parameters, np.array(cards, np.int64), out)
    for word in match[4].replace("|", "").split():
        if game.kernels.step(rows, WORDS.index(word), out, None) < 0:
            raise NotationError(f"'{text}': '{word}' is not legal where it stands")
    shape = _format(game, rows.view(np.recarray)[0])
    if shape != words:
        raise NotationError(f"'{text}' does not divide into rounds like that; write '{shape}'")
    return rows


def _action(game: Game, row: Any, action: int) -> str:
    return WORDS[action]


def _event(game: Game, event: Event) -> str:
    card = "?" if event.card == HIDDEN else NAMES[event.card]
    if event.kind == rules.CHOSE:
        return f"{SEATS[event.seat]} {SAID[event.value]}"
    return f"{card} is turned up" if event.kind == rules.TURNED else f"{SEATS[event.seat]} shows {card}"


def _head(game: Game, state: State) -> dict[str, Any]:
    return {"position": str(state)}


def _end(game: Game, row: Any) -> dict[str, Any]:
    out = np.zeros(rules.SEATS, np.int64)
    rules.scores(row, out)
    points = dict(zip(SEATS, out.tolist(), strict=True))
    return {"points": points, "winners": [seat for seat in SEATS if points[seat] == out.max()]}


TEXT = Text(
    players=_players,
    format=_format,
    parse=_parse,
    action=_action,
    pattern="fold|call|raise",
    event=_event,
    position=_format,
    head=_head,
    end=_end,
)
