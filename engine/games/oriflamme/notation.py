"""How Oriflamme is written: the queue, cards, players and actions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.errors import NotationError, nearest
from engine.fields import fields
from engine.game import Game
from engine.games.oriflamme.cards import KIND_OF, NAMES
from engine.games.oriflamme.moving import ONTO
from engine.games.oriflamme.state import (
    BRIBED,
    DIPLOMAT,
    EXCHANGE_0,
    FACE_DOWN,
    GAP_0,
    INFORMER,
    JUDGE,
    KEEP_IT,
    KINDS,
    MODE_0,
    P_PAIR,
    PLACES,
    PLOT,
    REVEAL_IT,
    TARGET_0,
    TIE_BREAKERS,
    TWIN_0,
    UNKNOWN,
    VERDICT,
    WAITING,
)

LETTERS = "RBGKY"
"""The families, in seat order."""

PATTERN = (
    r"place (?:[RBGKY]\.)?[A-Z]\w+ (?:front|back|on \d+)|reveal|keep|target \d+|gap (?:\d+|end)|on \d+"
    r"|collect|exchange [A-Z]\w+|mark|condemn|bestow|withdraw|gain|use|twin (?:front|back|on \d+)"
)
_CARD = re.compile(
    r"(?P<family>[RBGKY])\.(?P<name>[A-Za-z]+|\?)(?:(?P<up>\+)(?:\{(?P<on>\d{1,2})\})?|-(?P<points>\d{1,2}))"
    r"(?P<verdict>\(V\))?(?:\[(?P<bribe>[RBGKY])\])?(?P<waiting>~)?"
)


@dataclass(frozen=True)
class QueueCard:
    """A card of the queue, as notation writes it."""

    family: int
    kind: int
    face_up: bool
    points: int
    control: int
    marks: int = 0


def players(game: Game) -> tuple[str, ...]:
    """The name of each seat: its family, or its two.

    >>> from engine.game import game
    >>> players(game("oriflamme:seats=3")), players(game("oriflamme:seats=2"))
    (('R', 'B', 'G'), ('RB', 'GK'))
    """
    wide = 1 + int(game.parameters[P_PAIR])
    return tuple(LETTERS[seat * wide : (seat + 1) * wide] for seat in range(game.seats))


def families(game: Game) -> str:
    """The letters of the families in play."""
    return LETTERS[: game.seats << int(game.parameters[P_PAIR])]


def kind_of(name: str, where: str) -> int:
    """The kind that a name means; raises NotationError."""
    if name not in KIND_OF:
        raise NotationError(f"{where}: there is no card '{name}'; {nearest(name, KIND_OF)}")
    return KIND_OF[name]


def parse_queue(text: str, letters: str) -> list[list[QueueCard]]:
    """Read a queue: slots from the front, cards of a slot from the top; raises NotationError."""
    if not text.strip():
        return []
    return [[parse_card(card.strip(), letters) for card in slot.split("/")] for slot in text.split("|")]


def parse_card(text: str, letters: str) -> QueueCard:
    """Read one card of the queue.

    >>> parse_card("R.Soldier-2", "RBG")
    QueueCard(family=0, kind=1, face_up=False, points=2, control=0, marks=0)
    """
    match = _CARD.fullmatch(text)
    if not match:
        raise NotationError(f"'{text}' is not a card of a queue; write it like R.Soldier-2 or B.Heir+")
    if match["family"] not in letters:
        raise NotationError(f"'{text}': family {match['family']} does not play; the families are {letters}")
    if match["name"] == "?":
        raise NotationError(f"'{text}' is not known: a view cannot be read as a position")
    family = letters.index(match["family"])
    points = int(match["points"] or match["on"] or 0)
    kind = kind_of(match["name"], f"'{text}'")
    if match["up"] and points and kind != DIPLOMAT:
        raise NotationError(f"'{text}': of the face-up cards only a Diplomat can have points on it")
    control, marks = family, VERDICT if match["verdict"] else 0
    if match["bribe"]:
        if match["bribe"] not in letters or not match["up"]:
            raise NotationError(f"'{text}': a Bribery token of a family that plays lies on a face-up card")
        control, marks = letters.index(match["bribe"]), marks | BRIBED
    if match["waiting"]:
        if match["up"]:
            raise NotationError(f"'{text}': only a face-down card waits for the next round")
        marks |= WAITING
    return QueueCard(family, kind, bool(match["up"]), points, control, marks)


def format_queue(row: Any) -> str:
    """Write a queue; cards that the record does not know are '?'."""
    row = fields(row)
    queue, below, kind, status, points, control, marks = (
        row[name] for name in ("queue", "below", "kind", "status", "points", "control", "marks")
    )
    slots = []
    for column in range(row["n_columns"]):
        cards, slot = [], queue[column]
        while slot >= 0:
            name = "?" if kind[slot] == UNKNOWN else NAMES[kind[slot]]
            face = f"-{points[slot]}" if status[slot] == FACE_DOWN else "+"
            if points[slot] and face == "+":
                face = f"+{{{points[slot]}}}"
            if marks[slot]:
                face += "(V)" if marks[slot] & VERDICT else ""
                face += f"[{LETTERS[control[slot]]}]" if marks[slot] & BRIBED else ""
                face += "~" if marks[slot] & WAITING else ""
            cards.append(f"{LETTERS[slot >> 3]}.{name}{face}")
            slot = below[slot] - 1
        slots.append(" / ".join(cards))
    return " | ".join(slots)


def names_of(mask: int) -> list[str]:
    """The names of a pile, in the order of the kinds."""
    return [NAMES[kind] for kind in range(KINDS) if mask >> kind & 1]


def mask_of(names: Iterable[str], where: str) -> int:
    """A pile of names, as bits; raises NotationError for unknown names and doubles."""
    mask = 0
    for name in names:
        bit = 1 << kind_of(name, where)
        if mask & bit:
            raise NotationError(f"{where}: {name} stands twice; a family has one of each card")
        mask |= bit
    return mask


def format_score(score: int) -> str:
    """Points, and in brackets the cards in the queue that break ties.

    >>> format_score(14 * 64 + 3)
    '14 (3)'
    """
    return f"{score // TIE_BREAKERS} ({score % TIE_BREAKERS})"


def format_action(game: Game, row: Any, action: int) -> str:
    """Write an action as it is chosen in a position."""
    if action < KEEP_IT:
        kind, where = action // PLACES % KINDS, action % PLACES
        name = NAMES.get(kind, "?")
        if row["pair"]:
            name = f"{LETTERS[2 * int(row['to_act']) + action // (KINDS * PLACES)]}.{name}"
        return f"place {name} {_place(where)}"
    if action < TARGET_0:
        return "reveal" if action == REVEAL_IT else "keep"
    if action < GAP_0:
        return f"target {action - TARGET_0 + 1}"
    if action < MODE_0:
        return _goal(int(row["n_columns"]), action - GAP_0)
    if action < EXCHANGE_0:
        return _MODES[int(row["effect"])][action - MODE_0]
    if action < TWIN_0:
        return f"exchange {NAMES[action - EXCHANGE_0]}"
    return f"twin {_place(action - TWIN_0)}"


_MODES = {
    INFORMER: ("collect", ""),
    JUDGE: ("mark", "condemn"),
    DIPLOMAT: ("bestow", "withdraw"),
    PLOT: ("gain", "use"),
}


def _place(where: int) -> str:
    return ("front", "back")[where] if where < 2 else f"on {where - 1}"


def _goal(n_columns: int, choice: int) -> str:
    if choice >= ONTO:
        return f"on {choice - ONTO + 1}"
    return "gap end" if choice == n_columns else f"gap {choice + 1}"
