"""What a card of Oriflamme needs beside its functions, and which of it is missing."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from engine.games.oriflamme.card import CHARACTER, INTRIGUE, Card
from engine.games.oriflamme.cards import BOXES, CARDS
from engine.games.oriflamme.state import CHARACTERS, KINDS, STATE
from tests.oracle import flow  # noqa: F401 - it fills the tables of abilities
from tests.oracle.asking import ABILITY, KILLED, REVEAL
from tests.oracle.names import ALL_NAMES
from tests.oracle.names import CHARACTERS as CHARACTER_NAMES

CASES = Path(__file__).resolve().parents[1] / "oracle" / "cases"
PILES = ("hand", "aside", "pile", "reserve", "not_aside")
BITS = min(8 * STATE[name].base.itemsize - 1 for name in PILES)


def worked() -> str:
    """All positions and scripts of the worked cases, as text."""
    tables = [tomllib.loads(path.read_text(encoding="utf-8"))["case"] for path in CASES.glob("*.toml")]
    return "\n".join(str({**case, "set": None}) for table in tables for case in table)


def missing(card: Card) -> Iterator[str]:
    """What a card lacks, in a line each."""
    rule = card.rule.__doc__ or ""
    if card.kind >= KINDS or sum(card.kind == each.kind for each in CARDS) > 1:
        yield f"{card.name}: its number is no kind's, or another card's too (state.py)"
    if card.kind >= BITS:
        yield f"{card.name}: a pile has {BITS} bits, too few for its number (state.py)"
    if card not in BOXES.get(card.box, ()):
        yield f"{card.name}: it is not in the box '{card.box}' that it names"
    if card.type not in (CHARACTER, INTRIGUE) or bool(CHARACTERS >> card.kind & 1) != (
        card.type == CHARACTER
    ):
        yield f"{card.name}: it says {card.type}, CHARACTERS in state.py says otherwise"
    if not card.text.endswith(".") or len(card.text) < 15:
        yield f"{card.name}: the first line of its rule is no sentence"
    if ">>> told(" not in rule or card.name not in rule:
        yield f"{card.name}: its rule has no example in which it lies"
    if f".{card.name}" not in worked():
        yield f"{card.name}: no worked case has it in the queue (tests/oracle/cases)"
    if card.name not in ALL_NAMES or card.name not in {*ABILITY, *REVEAL, *KILLED}:
        yield f"{card.name}: the reference has no rule for it (tests/oracle)"
    if (card.name in CHARACTER_NAMES) != (card.type == CHARACTER):
        yield f"{card.name}: it says {card.type}, CHARACTERS in tests/oracle/names.py says otherwise"
