"""Whether a position that was written down could be played on from: what building it does not see."""

from typing import Any

from engine.errors import NotationError
from engine.fields import fields
from engine.game import Game
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.notation import LETTERS
from engine.games.oriflamme.state import (
    BRIBERY,
    CHARACTERS,
    COLOUR,
    DRAW,
    FACE_UP,
    FAMILY,
    IMPERSONATION,
    INFORMER,
    OVER,
    PLACE,
    UNPLAYED,
)

RICHEST = 9999
"""The largest purse that can be written; play has never come near 100."""


def check(game: Game, row: Any) -> None:
    """Raise NotationError for what no play can lead to and the kernels do not expect."""
    row = fields(row)
    for family in range(row["families"]):
        _check_room(row, family)
    for slot, status in enumerate(row["status"]):
        kind = row["kind"][slot]
        if status == FACE_UP and slot != row["actor"] and not CHARACTERS >> kind & 1:
            name = f"{LETTERS[slot // FAMILY]}.{NAMES[kind]}"
            raise NotationError(f"{name} is an Intrigue and never lies face up, but while it is resolved")
    if row["phase"] == PLACE:
        _check_placement(game, row)


def _check_room(row: Any, family: int) -> None:
    """A family's cards in the queue, and all that may still come to them, have room in the record."""
    status = row["status"][family * FAMILY : (family + 1) * FAMILY]
    laid = sum(each != UNPLAYED for each in status)
    left = row["rounds"] - row["turn"]
    if row["pair"]:
        seat, colour = family // 2, family % 2
        deck = [card - 1 for card in row["draw"][seat * DRAW : (seat + 1) * DRAW] if card]
        coming = row["held"][family] + min(left - 1, sum(card // COLOUR == colour for card in deck))
        coming = min(coming, 2 * left)
    else:
        placed = row["phase"] != PLACE or row["placed"] > (family - row["first"]) % row["seats"]
        coming = min(row["held"][family], left - placed)
    kinds, gone = row["kinds"][: row["n_kinds"]], row["pile"][family]
    coming += row["twins"] >> family & 1
    coming += IMPERSONATION in kinds and not gone >> IMPERSONATION & 1
    coming += BRIBERY in kinds and INFORMER in kinds and gone >> BRIBERY & 1
    if row["phase"] != OVER and laid + coming > FAMILY:
        raise NotationError(
            f"family {LETTERS[family]} has {laid} cards in the queue and {coming} to come; {FAMILY} have room"
        )


def _check_placement(game: Game, row: Any) -> None:
    """Who is to place has a card for it."""
    families = range(row["to_act"] << row["pair"], (row["to_act"] + 1) << row["pair"])
    each = game.options["two-player-placement"] == "each"
    able = [family for family in families if row["hand"][family] and not (each and row["laid"] >> family & 1)]
    if not able:
        raise NotationError(f"{game.players[row['to_act']]} is to place a card and has none")
