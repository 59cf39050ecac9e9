"""A position put together from its parts, and taken apart again for traces."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.fields import fields
from engine.game import Game
from engine.games.oriflamme import notation
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.kernels import KERNELS
from engine.games.oriflamme.options import fits_piles, is_drawn, kinds_of
from engine.games.oriflamme.sound import RICHEST
from engine.games.oriflamme.state import (
    COLOUR,
    DEAL,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    MAX_LEGAL,
    NOTHING,
    OVER,
    P_KINDS,
    RESOLVING,
    TWIN,
    UNKNOWN_DRAW,
    VERDICT,
    VERDICTS,
    WAITING,
)
from engine.jit import room


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
    reserve: list[list[str]] = field(default_factory=list)
    kinds: tuple[int, ...] = ()
    """What the game is played with, where it is drawn with the deal."""
    deck: list[list[str]] = field(default_factory=list)


def build(game: Game, parts: Parts) -> NDArray[Any]:
    """A record of a position before its first placement; raises NotationError where cards do not add up."""
    rows, letters = room(game.state_type), notation.families(game)
    kinds = parts.kinds or kinds_of(dict(game.options))
    if is_drawn(dict(game.options)) and not fits_piles(kinds, dict(game.options)):
        raise NotationError(f"{game.spec} cannot be played with {'+'.join(NAMES[kind] for kind in kinds)}")
    if len(kinds) != int(game.parameters[P_KINDS]):
        raise NotationError(f"{game.spec} is played with {game.parameters[P_KINDS]} kinds, not {len(kinds)}")
    deal = [*kinds * len(letters), *([0] * game.seats)][: game.deal_size]
    KERNELS.setup(rows, game.parameters, np.array(deal, np.int64), np.zeros(game.max_legal, np.int64))
    row = rows[0]
    _check_numbers(game, parts)
    row["turn"] = parts.round - 1
    row["first"] = row["to_act"] = parts.first
    playable = {*kinds, TWIN} if row["twins"] else set(kinds)
    row["purse"][: game.seats] = parts.purse
    used = [0] * len(letters)
    masks = {}
    for name in ("hand", "aside", "discard"):
        for family, names in enumerate(getattr(parts, name)):
            where = f"{name} of {letters[family]}"
            mask = notation.mask_of(names, where)
            _claim(used, family, mask, playable if name == "discard" else set(kinds), where)
            masks[name, family] = mask
    for family, texts in enumerate(parts.reserve):
        for text in texts:
            _set_reserve(row, family, text, used, playable)
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
            _claim(used, family, 1 << kind, playable, f"deck of {game.players[seat]}")
            row["draw"][seat * DRAW + i] = 1 + kind + COLOUR * (family & 1)
    _lay(row, parts.queue, used, playable, letters)
    row["verdicts"] = VERDICTS - sum(int(marks) & VERDICT for marks in row["marks"])
    row["n_waiting"] = sum(int(marks) & WAITING != 0 for marks in row["marks"])
    if row["verdicts"] < 0:
        raise NotationError(f"there are {VERDICTS} Verdict tokens; the queue has more")
    if row["twins"]:
        beside = (family for family in range(len(letters)) if not used[family] >> TWIN & 1)
        row["twins"] = sum(1 << family for family in beside)
    return rows


def _check_numbers(game: Game, parts: Parts) -> None:
    rounds = int(game.options["rounds"])
    if not 1 <= parts.round <= rounds:
        raise NotationError(f"round {parts.round}: the game has rounds 1 to {rounds}")
    for name, points in zip(game.players, parts.purse, strict=True):
        if not 0 <= points <= RICHEST:
            raise NotationError(f"purse of {name}: {points} is not a number from 0 to {RICHEST}")


def _set_reserve(row: Any, family: int, text: str, used: list[int], kinds: set[int]) -> None:
    match = re.fullmatch(r"(\w+)(?:\{(\d{1,2})\})?", text)
    where = f"reserve of {notation.LETTERS[family]}"
    if not match:
        raise NotationError(f"{where}: '{text}' is not a reserved card; write it like Deal{{3}}")
    kind = notation.kind_of(match[1], where)
    _claim(used, family, 1 << kind, kinds, where)
    row["reserve"][family] |= 1 << kind
    if kind == DEAL:
        row["deal"][family] = int(match[2] or 0)


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
            if card.kind == TWIN and not card.face_up:
                raise NotationError(f"queue, slot {column + 1}: a Twin is never face down")
            if laid[card.family] == FAMILY:
                raise NotationError(
                    f"queue: {FAMILY} cards of a family at most; {letters[card.family]} has more"
                )
            slot = card.family * FAMILY + laid[card.family]
            laid[card.family] += 1
            row["kind"][slot], row["points"][slot] = card.kind, card.points
            row["status"][slot] = FACE_UP if card.face_up else FACE_DOWN
            row["control"][slot], row["marks"][slot] = card.control, card.marks
            if above == NOTHING:
                row["queue"][column] = slot
            else:
                row["below"][above] = slot + 1
            above = slot
    row["n_columns"] = len(queue)


def resolve_from(rows: NDArray[Any], column: int, log: NDArray[np.int64]) -> None:
    """Begin the resolution at a column (the number of columns: all is resolved) and play on to a decision."""
    row = rows[0]
    row["phase"], row["pointer"], row["current"], row["to_act"] = RESOLVING, column, NOTHING, 0
    row["placed"] = row["families"]
    KERNELS.step(rows, 0, np.zeros(MAX_LEGAL, np.int64), log)


def format_deck(row: Any, seat: int) -> list[str]:
    """A player's draw deck, top first."""
    cards = [int(card) - 1 for card in row["draw"][seat * DRAW : (seat + 1) * DRAW] if card]
    return [
        f"{notation.LETTERS[2 * seat + card // COLOUR]}."
        f"{'?' if card % COLOUR == UNKNOWN_DRAW else NAMES[card % COLOUR]}"
        for card in cards
    ]


def format_reserve(row: Any, family: int) -> list[str]:
    """A family's reserved cards; a Deal with the points on it."""
    names = notation.names_of(int(row["reserve"][family]))
    return [f"Deal{{{row['deal'][family]}}}" if name == "Deal" else name for name in names]


def as_object(game: Game, row: Any) -> dict[str, Any]:
    """The position as traces write it."""
    row = fields(row)
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
    found["reserve"] = {letter: format_reserve(row, f) for f, letter in enumerate(letters)}
    found["verdicts"] = int(row["verdicts"])
    found["twin"] = [letter for f, letter in enumerate(letters) if int(row["twins"]) >> f & 1]
    found["deck"] = (
        {name: format_deck(row, seat) for seat, name in enumerate(game.players)} if row["pair"] else {}
    )
    return found
