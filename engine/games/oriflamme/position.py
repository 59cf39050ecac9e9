"""Whole positions of Oriflamme, written and read.

    round 3 first R target 2 Soldier
    queue B.Lord-1 | R.Soldier+ | G.Heir-0
    R 10 | Archer Spy | Heir Lord Shapeshifter | Ambush | -
    B ...

The first line ends with what is going on: `place N` (N cards are laid this round; two players: and of
which families), `reveal K` (the card of slot K is asked), `over`, or a choice for the text of a card:
`target K CARD`, `gap`, `mode`, `exchange`, `twin` likewise, where the pointer is at slot K, and then
what else is needed: `by J` another card acts than the one at the pointer (`-`: it has left), `picked J`
the slot that a Decree moves, `mode 1` the second text of a Judge, `plot N R` N points are left on R's Plot.

Then a line a family: purse, hand, set aside, discarded, reserved; in the two-player game purses and draw
decks stand on lines of their own, a player each. `-` is an empty list, `?3` three cards that are not
known. A game that draws its kinds names them in a line `cards ...` after the first. A last line `knows
...` says what all know of hidden cards: `down R.Rebellion` lies face down; `aside R.Informer` is not
set aside; `slots R.Informer 2.1` is not in slot 2 on top.
"""

import re
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.fields import fields
from engine.game import Game
from engine.games.oriflamme import notation
from engine.games.oriflamme.cards import KIND_OF, NAMES
from engine.games.oriflamme.kernels import aim
from engine.games.oriflamme.options import is_drawn
from engine.games.oriflamme.parts import Parts, build, format_deck, format_reserve
from engine.games.oriflamme.sound import check
from engine.games.oriflamme.state import (
    DIPLOMAT,
    EXCHANGE,
    FACE_DOWN,
    FACE_UP,
    GAP,
    INFORMER,
    JUDGE,
    KNOWN,
    MODE,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    NOTHING,
    OVER,
    PLACE,
    PLOT,
    PRINCE,
    REVEAL,
    ROYAL_DECREE,
    SHAPESHIFTER,
    TARGET,
    TWIN_PLACE,
)

CHOICES = {"target": TARGET, "gap": GAP, "mode": MODE, "exchange": EXCHANGE, "twin": TWIN_PLACE}
ASKED = {
    GAP: (ROYAL_DECREE,),
    MODE: (JUDGE, DIPLOMAT, PLOT),
    EXCHANGE: (INFORMER,),
    TWIN_PLACE: (PRINCE,),
}
"""Whose text asks for what, beside a target."""
WORD_OF = {phase: word for word, phase in CHOICES.items()}
NOT_THERE = {INFORMER: NOT_INFORMER, SHAPESHIFTER: NOT_SHAPESHIFTER}
_HEAD = re.compile(r"round (?P<round>\d) first (?P<first>[RBGKY]{1,2}) (?P<phase>[a-z]+)(?P<rest>.*)")


# ---------------------------------------------------------------- writing
@lru_cache(maxsize=8192)
def _pile(mask: int, count: int) -> str:
    if not mask and count:
        return f"?{count}"
    return " ".join(notation.names_of(mask)) or "-"


def _phase(row: Any) -> str:
    phase, column = int(row["phase"]), int(row["pointer"]) + 1
    if phase == PLACE:
        laid = "".join(letter for f, letter in enumerate(notation.LETTERS) if int(row["laid"]) >> f & 1)
        return f"place {row['placed']} {laid}".rstrip()
    if phase == OVER:
        return "over"
    if phase == REVEAL:
        return f"reveal {column}"
    words = f"{WORD_OF[phase]} {column} {NAMES[int(row['effect'])]}"
    if row["plotting"]:
        words += f" by {row['spot'] + 1 if row['actor'] != NOTHING else '-'}"
    if phase == GAP:
        words += f" picked {row['picked'] + 1}"
    if row["mode"]:
        words += " mode 1"
    if row["plotting"]:
        words += f" plot {row['plot']} {notation.LETTERS[int(row['plotter'])]}"
    return words


def places(row: Any) -> dict[int, str]:
    """Where each slot of the record lies: `2.1` is slot 2 of the queue, its top."""
    row = fields(row)
    found, below = {}, row["below"]
    for column, top in enumerate(row["queue"][: row["n_columns"]]):
        slot, depth = top, 1
        while slot != NOTHING:
            found[slot] = f"{column + 1}.{depth}"
            slot, depth = below[slot] - 1, depth + 1
    return found


def _knows(row: Any) -> str:
    marks, kind = row["marks"], row["kind"]
    where = places(row)
    told = [
        f"down {notation.LETTERS[slot >> 3]}.{NAMES[kind[slot]]}" for slot in where if marks[slot] & KNOWN
    ]
    for family, mask in enumerate(row["not_aside"]):
        for name in notation.names_of(mask):
            card = f"{notation.LETTERS[family]}.{name}"
            told.append(f"aside {card}")
            bit = NOT_THERE.get(KIND_OF[name], 0)
            slots = " ".join(where[slot] for slot in where if slot >> 3 == family and marks[slot] & bit)
            if slots:
                told.append(f"slots {card} {slots}")
    return "; ".join(told)


def format(game: Game, row: Any) -> str:
    """Write a whole position."""
    row = fields(row)
    names, letters = game.players, notation.families(game)
    number = int(row["turn"]) + (int(row["phase"]) != OVER)
    lines = [f"round {number} first {names[int(row['first'])]} {_phase(row)}"]
    if is_drawn(game.options):
        lines.append("cards " + "+".join(NAMES[int(kind)] for kind in row["kinds"]))
    lines.append(f"queue {notation.format_queue(row)}".rstrip())
    hand, aside, pile, held, hidden, purse = (
        row[name] for name in ("hand", "aside", "pile", "held", "hidden", "purse")
    )
    if row["pair"]:
        lines += [
            f"{name} {purse[seat]} | {' '.join(format_deck(row, seat)) or '-'}"
            for seat, name in enumerate(names)
        ]
    for f, letter in enumerate(letters):
        head = letter if row["pair"] else f"{letter} {purse[f]}"
        reserved = " ".join(format_reserve(row, f)) or "-"
        lines.append(
            " | ".join(
                (head, _pile(hand[f], held[f]), _pile(aside[f], hidden[f]), _pile(pile[f], 0), reserved)
            )
        )
    known = _knows(row) if any(row["not_aside"]) or any(row["marks"]) else ""
    return "\n".join([*lines, f"knows {known}"] if known else lines)


# ---------------------------------------------------------------- reading
def parse(game: Game, text: str) -> NDArray[Any]:
    """Read a whole position; raises NotationError."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    names, letters = game.players, notation.families(game)
    pair, drawn = len(letters) != len(names), is_drawn(game.options)
    knows = lines.pop().removeprefix("knows ") if lines and lines[-1].startswith("knows ") else ""
    wanted = 2 + drawn + len(letters) + (len(names) if pair else 0)
    match = _HEAD.fullmatch(lines[0]) if lines else None
    if match is None or len(lines) != wanted or not lines[1 + drawn].startswith("queue"):
        example = f"'round 1 first {names[0]} place 0'" + (", 'cards ...'" if drawn else "")
        raise NotationError(
            f"not a position of {game.spec}: {wanted} lines are wanted, like {example}, 'queue ...', "
            f"and one for each family"
        )
    if match["first"] not in names:
        raise NotationError(f"'{lines[0]}': no player {match['first']}; the players are {', '.join(names)}")
    parts = Parts(int(match["round"]), names.index(match["first"]))
    if not 1 <= parts.round <= int(game.options["rounds"]):
        raise NotationError(f"'{lines[0]}': the game has rounds 1 to {game.options['rounds']}")
    if drawn:
        cards = lines.pop(1).removeprefix("cards ").split("+")
        parts.kinds = tuple(sorted(notation.kind_of(name, "cards") for name in cards))
    parts.queue = notation.parse_queue(lines[1].removeprefix("queue"), letters)
    _read_lines(parts, lines[2:], names if pair else (), letters)
    rows = build(game, parts)
    _read_knowledge(rows[0], knows, letters)
    _go_on(game, rows, match["phase"], match["rest"].split(), lines[0])
    check(game, rows[0])
    return rows


def _read_lines(parts: Parts, rest: list[str], names: tuple[str, ...], letters: str) -> None:
    """The lines of the players, where they are not the families, and those of the families."""
    for name, line in zip(names, rest, strict=False):
        purse, deck = _line(line, name, 2)
        parts.purse.append(_points(purse, line))
        parts.deck.append(_list(deck))
    for letter, line in zip(letters, rest[len(names) :], strict=True):
        fields = _line(line, letter, 5)
        if not names:
            parts.purse.append(_points(fields[0], line))
        piles = (parts.hand, parts.aside, parts.discard, parts.reserve)
        for pile, cards in zip(piles, fields[1:], strict=True):
            pile.append(_list(cards))


def _line(line: str, name: str, count: int) -> list[str]:
    fields = [part.strip() for part in line.split("|")]
    if fields[0].split(" ")[0] != name or len(fields) != count:
        raise NotationError(f"'{line}': a line of {count} parts for {name} is wanted here")
    fields[0] = fields[0][len(name) :].strip()
    return fields


def _points(text: str, line: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise NotationError(f"'{line}': '{text}' is not a purse; a whole number is wanted")
    return int(text)


def _list(text: str) -> list[str]:
    return [] if text == "-" else text.split()


def _read_knowledge(row: Any, text: str, letters: str) -> None:
    """What all know of hidden cards; it must be true of where they are."""
    where = {place: slot for slot, place in places(row).items()}
    for told in text.split(";") if text else ():
        match = re.fullmatch(r" *(down|aside|slots) ([RBGKY])\.(\w+)((?: \d+\.\d)*) *", told)
        wrong = NotationError(f"'knows {told.strip()}' is not so, or not written like 'down R.Rebellion'")
        if not match or match[2] not in letters:
            raise wrong
        family, kind = letters.index(match[2]), notation.kind_of(match[3], f"'knows {told.strip()}'")
        lies = [slot for slot in where.values() if slot >> 3 == family and row["kind"][slot] == kind]
        hidden = not lies or (row["status"][lies[0]] == FACE_DOWN and not row["marks"][lies[0]] & KNOWN)
        if match[1] == "down":
            if not lies or row["status"][lies[0]] != FACE_DOWN:
                raise wrong
            row["marks"][lies[0]] |= KNOWN
        elif match[1] == "aside":
            if not hidden or (int(row["aside"][family]) | int(row["pile"][family])) >> kind & 1:
                raise wrong
            row["not_aside"][family] |= 1 << kind
        else:
            for place in match[4].split():
                slot = where.get(place)
                if slot is None or kind not in NOT_THERE or slot >> 3 != family or slot in lies:
                    raise wrong
                row["marks"][slot] |= NOT_THERE[kind]


def _go_on(game: Game, rows: NDArray[Any], phase: str, rest: list[str], line: str) -> None:
    """Set what is going on, so that it could have come about."""
    row, letters = rows[0], notation.families(game)
    wrong = NotationError(f"'{line}' does not fit the position: nothing of that kind can be asked there")
    if phase == "over":
        row["phase"], row["to_act"], row["turn"] = OVER, NOTHING, int(game.options["rounds"])
        return
    if not rest or not re.fullmatch(r"\d{1,2}", rest[0]):
        raise wrong
    number = int(rest[0])
    if phase == "place":
        if not 0 <= number < len(letters):
            raise wrong
        row["placed"] = number
        row["to_act"] = (int(row["first"]) + number) % game.seats
        if len(rest) > 1:
            row["laid"] = sum(1 << letters.index(letter) for letter in set(rest[1]) & set(letters))
        return
    column = number - 1
    row["placed"], row["pointer"], row["spot"] = row["families"], column, column
    if phase == "reveal":
        row["phase"] = REVEAL
        _set_actor(row, column, FACE_DOWN, wrong)
        return
    if phase not in CHOICES or len(rest) < 2:
        raise wrong
    row["phase"], row["effect"] = CHOICES[phase], notation.kind_of(rest[1], f"'{line}'")
    row["fresh"] = int(phase == "twin" and row["effect"] == PRINCE)
    if int(row["effect"]) not in row["kinds"][: int(row["n_kinds"])]:
        raise wrong
    if row["phase"] != TARGET and int(row["effect"]) not in ASKED[int(row["phase"])]:
        raise wrong
    _read_extras(row, rest[2:], column, letters, wrong)
    out = np.zeros(game.max_legal, np.int64)
    if aim(rows, out) < 2:
        raise wrong


def _set_actor(row: Any, column: int, status: int, wrong: NotationError) -> None:
    if not 0 <= column < int(row["n_columns"]):
        raise wrong
    slot = int(row["queue"][column])
    if row["status"][slot] != status:
        raise wrong
    row["current"] = row["actor"] = slot
    row["spot"] = column
    row["acting"] = row["control"][slot]
    row["to_act"] = int(row["acting"]) >> int(row["pair"])


def _read_extras(row: Any, words: list[str], column: int, letters: str, wrong: NotationError) -> None:
    """What follows the card's name: by, picked, mode, plot."""
    match = re.fullmatch(
        r"(?:by (?P<by>\d{1,2}|-))? ?(?:picked (?P<picked>\d{1,2}))? ?(?P<mode>mode 1)?"
        r" ?(?:plot (?P<plot>\d{1,2}) (?P<family>[RBGKY]))?",
        " ".join(words),
    )
    if not match or (match["by"] is None) != (match["plot"] is None):
        raise wrong
    if match["by"] != "-":
        _set_actor(row, int(match["by"] or column + 1) - 1, FACE_UP, wrong)
    if match["plot"] is not None:
        beyond = not 0 <= column <= int(row["n_columns"])
        if match["family"] not in letters or beyond or row["phase"] == TWIN_PLACE:
            raise wrong  # a Prince that a Plot uses was not revealed and brings no Twin
        row["plotting"], row["plot"], row["plotter"] = 1, int(match["plot"]), letters.index(match["family"])
        row["current"], row["acting"] = NOTHING, row["plotter"]
        row["to_act"] = int(row["acting"]) >> int(row["pair"])
    if (match["by"] == "-") != (row["effect"] == PLOT) or (row["phase"] == GAP) != (
        match["picked"] is not None
    ):
        raise wrong
    if match["picked"]:
        row["picked"] = int(match["picked"]) - 1
        if not 0 <= row["picked"] < row["n_columns"]:
            raise wrong
    row["mode"] = int(match["mode"] is not None)
    acts = PLOT if row["actor"] == NOTHING else int(row["kind"][row["actor"]])
    if acts not in (int(row["effect"]), SHAPESHIFTER) or (row["mode"] and row["effect"] != JUDGE):
        raise wrong
