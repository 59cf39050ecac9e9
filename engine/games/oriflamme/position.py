"""Whole positions of Oriflamme: written, read, and as the object of traces.

    round 3 first R target 2 Soldier
    queue B.Lord-1 | R.Soldier+ | G.Heir-0
    R 10 | Archer Spy | Heir Lord Shapeshifter | Ambush
    B ...

The first line ends with what is going on: `place N` (N cards are laid this round; two players: and of
which families), `reveal K` (the card of slot K is asked), `target K CARD`, `gap K CARD J` (slot J is
picked), `over`. Then a line a family: purse, hand, set aside, discarded; in the two-player game the
purses and draw decks stand on lines of their own, a player each. `-` is an empty list, `?3` three
cards that are not known.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.game import Game
from engine.games.oriflamme import notation
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.kernels import KERNELS, aim
from engine.games.oriflamme.state import (
    COLOUR,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    GAP,
    NOTHING,
    OVER,
    PLACE,
    RESOLVING,
    REVEAL,
    TARGET,
    UNKNOWN_DRAW,
)
from engine.jit import room

_HEAD = re.compile(
    r"round (?P<round>\d) first (?P<first>[RBGKY]{1,2}) (?P<phase>place|reveal|target|gap|over)(?P<rest>.*)"
)


@dataclass
class Parts:
    """A position before it is one: lists by family or player, as they were read."""

    round: int
    first: int = 0
    queue: list[list[notation.QueueCard]] = field(default_factory=list)
    purse: list[int] = field(default_factory=list)
    hand: list[list[str]] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)
    discard: list[list[str]] = field(default_factory=list)
    deck: list[list[str]] = field(default_factory=list)


def build(game: Game, parts: Parts) -> NDArray[Any]:
    """A record of a position before its first placement; raises NotationError where cards do not add up."""
    rows, letters = room(game.state_type), notation.families(game)
    KERNELS.setup(rows, game.parameters, np.array(game.draw(0), np.int64), np.zeros(game.max_legal, np.int64))
    row = rows[0]
    row["turn"] = parts.round - 1
    row["first"] = row["to_act"] = parts.first
    kinds = {int(kind) for kind in row["kinds"][: row["n_kinds"]]}
    row["purse"][: game.seats] = parts.purse
    used = [0] * len(letters)
    masks = {}
    for name in ("hand", "aside", "discard"):
        for family, names in enumerate(getattr(parts, name)):
            where = f"{name} of {letters[family]}"
            mask = notation.mask_of(names, where)
            _claim(used, family, mask, kinds, where)
            masks[name, family] = mask
    for family in range(len(letters)):
        row["hand"][family] = masks["hand", family]
        row["aside"][family] = masks["aside", family]
        row["pile"][family] = masks["discard", family]
        row["held"][family] = masks["hand", family].bit_count()
        row["hidden"][family] = masks["aside", family].bit_count()
    row["draw"] = 0
    for seat, deck in enumerate(parts.deck):
        if len(deck) > DRAW:
            raise NotationError(f"deck of {game.players[seat]}: {len(deck)} cards; {DRAW} at most")
        for i, text in enumerate(deck):
            family, kind = _deck_card(text, letters, seat)
            _claim(used, family, 1 << kind, kinds, f"deck of {game.players[seat]}")
            row["draw"][seat * DRAW + i] = 1 + kind + COLOUR * (family & 1)
    _lay(row, parts.queue, used, kinds, letters)
    return rows


def _claim(used: list[int], family: int, mask: int, kinds: set[int], where: str) -> None:
    for kind in range(mask.bit_length()):
        if mask >> kind & 1 and kind not in kinds:
            raise NotationError(f"{where}: {NAMES[kind]} is not played in this game")
    if used[family] & mask:
        twice = notation.names_of(used[family] & mask)[0]
        raise NotationError(f"{where}: {twice} of family {notation.LETTERS[family]} is elsewhere too")
    used[family] |= mask


def _deck_card(text: str, letters: str, seat: int) -> tuple[int, int]:
    match = re.fullmatch(r"([RBGKY])\.(\w+)", text)
    if not match or match[1] not in letters[2 * seat : 2 * seat + 2]:
        raise NotationError(
            f"'{text}' is not a card of that draw deck; write it like {letters[2 * seat]}.Soldier"
        )
    return letters.index(match[1]), notation.kind_of(match[2], f"'{text}'")


def _lay(
    row: Any, queue: list[list[notation.QueueCard]], used: list[int], kinds: set[int], letters: str
) -> None:
    laid = [0] * len(letters)
    for column, slot_cards in enumerate(queue):
        above = NOTHING
        for card in slot_cards:
            _claim(used, card.family, 1 << card.kind, kinds, f"queue, slot {column + 1}")
            if laid[card.family] == FAMILY:
                raise NotationError(
                    f"queue: {FAMILY} cards of a family at most; {letters[card.family]} has more"
                )
            slot = card.family * FAMILY + laid[card.family]
            laid[card.family] += 1
            row["kind"][slot], row["points"][slot] = card.kind, card.points
            row["status"][slot] = FACE_UP if card.face_up else FACE_DOWN
            row["control"][slot] = card.control
            if above == NOTHING:
                row["queue"][column] = slot
            else:
                row["below"][above] = slot + 1
            above = slot
    row["n_columns"] = len(queue)


def resolve_from(rows: NDArray[Any], column: int) -> None:
    """Begin the resolution at a column (the number of columns: all is resolved) and play on to a decision."""
    row = rows[0]
    row["phase"], row["pointer"], row["current"], row["to_act"] = RESOLVING, column, NOTHING, 0
    row["placed"] = row["families"]
    KERNELS.step(rows, 0, np.zeros(256, np.int64), None)


# ---------------------------------------------------------------- writing
def _pile(mask: int, count: int) -> str:
    if not mask and count:
        return f"?{count}"
    return " ".join(notation.names_of(mask)) or "-"


def format_deck(row: Any, seat: int) -> list[str]:
    """A player's draw deck, top first."""
    cards = [int(card) - 1 for card in row["draw"][seat * DRAW : (seat + 1) * DRAW] if card]
    return [
        f"{notation.LETTERS[2 * seat + card // COLOUR]}."
        f"{'?' if card % COLOUR == UNKNOWN_DRAW else NAMES[card % COLOUR]}"
        for card in cards
    ]


def _phase(game: Game, row: Any) -> str:
    phase, column = int(row["phase"]), int(row["pointer"]) + 1
    if phase == PLACE:
        laid = "".join(letter for f, letter in enumerate(notation.LETTERS) if int(row["laid"]) >> f & 1)
        return f"place {row['placed']} {laid}".rstrip()
    if phase == OVER:
        return "over"
    if phase == REVEAL:
        return f"reveal {column}"
    effect = NAMES[int(row["effect"])]
    return f"target {column} {effect}" if phase == TARGET else f"gap {column} {effect} {row['picked'] + 1}"


def format(game: Game, row: Any) -> str:
    """Write a whole position."""
    names, letters = game.players, notation.families(game)
    number = int(row["turn"]) + (int(row["phase"]) != OVER)
    lines = [
        f"round {number} first {names[int(row['first'])]} {_phase(game, row)}",
        f"queue {notation.format_queue(row)}".rstrip(),
    ]
    hand, aside, pile, held, hidden, purse = (
        row[name].tolist() for name in ("hand", "aside", "pile", "held", "hidden", "purse")
    )
    if row["pair"]:
        lines += [
            f"{name} {purse[seat]} | {' '.join(format_deck(row, seat)) or '-'}"
            for seat, name in enumerate(names)
        ]
    for f, letter in enumerate(letters):
        head = letter if row["pair"] else f"{letter} {purse[f]}"
        lines.append(
            f"{head} | {_pile(hand[f], held[f])} | {_pile(aside[f], hidden[f])} | {_pile(pile[f], 0)}"
        )
    return "\n".join(lines)


def as_object(game: Game, row: Any) -> dict[str, Any]:
    """The position as traces write it."""
    letters = notation.families(game)
    piles = {"hand": "hand", "aside": "aside", "discard": "pile"}
    found: dict[str, Any] = {
        "families": list(game.players),
        "round": int(row["turn"]) + (int(row["phase"]) != OVER),
        "first": int(row["first"]),
        "queue": notation.format_queue(row),
        "purse": {name: int(row["purse"][seat]) for seat, name in enumerate(game.players)},
    }
    for name, column in piles.items():
        found[name] = {letter: notation.names_of(int(row[column][f])) for f, letter in enumerate(letters)}
    found["reserve"] = {letter: [] for letter in letters}
    found["verdicts"] = 5
    found["twin"] = []
    found["deck"] = (
        {name: format_deck(row, seat) for seat, name in enumerate(game.players)} if row["pair"] else {}
    )
    return found


# ---------------------------------------------------------------- reading
def parse(game: Game, text: str) -> NDArray[Any]:
    """Read a whole position; raises NotationError."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    names, letters = game.players, notation.families(game)
    pair = len(letters) != len(names)
    wanted = 2 + len(letters) + (len(names) if pair else 0)
    match = _HEAD.fullmatch(lines[0]) if lines else None
    if match is None or not lines[-1] or len(lines) != wanted or not lines[1].startswith("queue"):
        raise NotationError(
            f"not a position of {game.spec}: {wanted} lines are wanted, like 'round 1 first {names[0]} place 0', "
            f"'queue ...', and one for each family"
        )
    if match["first"] not in names:
        raise NotationError(f"'{lines[0]}': no player {match['first']}; the players are {', '.join(names)}")
    parts = Parts(int(match["round"]), names.index(match["first"]))
    if not 1 <= parts.round <= int(game.options["rounds"]):
        raise NotationError(f"'{lines[0]}': the game has rounds 1 to {game.options['rounds']}")
    parts.queue = notation.parse_queue(lines[1].removeprefix("queue"), letters)
    rest = lines[2:]
    if pair:
        for name, line in zip(names, rest, strict=False):
            purse, deck = _line(line, name, 2)
            parts.purse.append(_points(purse, line))
            parts.deck.append(_list(deck))
        rest = rest[len(names) :]
    for letter, line in zip(letters, rest, strict=True):
        fields = _line(line, letter, 4)
        if not pair:
            parts.purse.append(_points(fields[0], line))
        for pile, cards in zip((parts.hand, parts.aside, parts.discard), fields[1:], strict=True):
            pile.append(_list(cards))
    rows = build(game, parts)
    _go_on(game, rows, match["phase"], match["rest"].split(), lines[0])
    return rows


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


def _go_on(game: Game, rows: NDArray[Any], phase: str, rest: list[str], line: str) -> None:
    """Set what is going on, so that it could have come about."""
    row, letters = rows[0], notation.families(game)
    wrong = NotationError(f"'{line}' does not fit the position: nothing of that kind can be asked there")
    numbers = [int(word) for word in rest if word.isdigit() and len(word) < 3]
    if phase == "over":
        row["phase"], row["to_act"], row["turn"] = OVER, NOTHING, int(game.options["rounds"])
        return
    if not numbers:
        raise wrong
    n_columns, column = int(row["n_columns"]), numbers[0] - 1
    if phase == "place":
        if not 0 <= numbers[0] < len(letters):
            raise wrong
        row["placed"] = numbers[0]
        row["to_act"] = (int(row["first"]) + numbers[0]) % game.seats
        if len(rest) > 1:
            row["laid"] = sum(1 << letters.index(letter) for letter in set(rest[1]) & set(letters))
        return
    if not 0 <= column < n_columns:
        raise wrong
    slot = int(row["queue"][column])
    row["placed"], row["pointer"], row["spot"] = row["families"], column, column
    row["current"] = row["actor"] = slot
    row["acting"] = row["control"][slot]
    row["to_act"] = int(row["acting"]) >> int(row["pair"])
    row["phase"] = {"reveal": REVEAL, "target": TARGET, "gap": GAP}[phase]
    if row["status"][slot] != (FACE_DOWN if phase == "reveal" else FACE_UP):
        raise wrong
    if phase == "reveal":
        return
    if len(rest) < 2:
        raise wrong
    row["effect"] = notation.kind_of(rest[1], f"'{line}'")
    if phase == "gap":
        if len(numbers) != 2 or not 1 <= numbers[1] <= n_columns:
            raise wrong
        row["picked"] = numbers[1] - 1
    if aim(rows, np.zeros(game.max_legal, np.int64)) < 2:
        raise wrong
