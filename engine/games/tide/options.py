"""What may be chosen of a game of Turn the Tide: its rules of part C, and the sizes of small games."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.errors import SpecError
from engine.game import Option
from engine.games.tide.state import DECK, HAND, ROUNDS, TIDES

EACH = "seats"
"""As many rounds as players: the rule (A7)."""


def _number(low: int, high: int, *words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text in words:
            return text
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            also = "".join(f", or '{word}'," for word in words)
            raise ValueError(f"a whole number from {low} to {high}{also} is wanted")
        return str(int(text))

    return read


HIGH_CARD = Option(
    "high-card",
    "The highest bidder takes the lower tide card, or chooses one of the two; the second gets the other.",
    ("lower", "choose"),
    "OPT-21",
    "S4, TT1, TT2, SdJ / TT4",
)
LEFT_OVER = Option(
    "left-over",
    "The Weather cards that are not dealt stay in the box, unseen, or lie face up for all.",
    ("box", "shown"),
    "OPT-22",
    "TT1 / a review",
)
RULES = {option.ident: option for option in (HIGH_CARD, LEFT_OVER)}
"""The rule options by their ids, as case files and traces name them."""

OPTIONS = (
    Option("seats", "How many play.", ("3", "4", "5"), default="4"),
    HIGH_CARD,
    LEFT_OVER,
    Option("deck", "How many Weather cards there are.", (str(DECK), "20"), read=_number(3, DECK)),
    Option("hand", "How many of them a hand has.", (str(HAND), "4"), read=_number(1, HAND)),
    Option(
        "tides",
        "How many values tide cards have; each is there twice.",
        (str(TIDES), "5"),
        read=_number(1, TIDES),
    ),
    Option(
        "rounds",
        "How many rounds are played; the rule is one for each seat.",
        (EACH, "2"),
        source="S4, TT1",
        read=_number(1, ROUNDS, EACH),
    ),
)


def parameters_of(options: dict[str, str]) -> NDArray[np.int64]:
    """What the kernels are told of a game; raises SpecError where sizes do not fit together."""
    seats, deck, hand, tides = (int(options[name]) for name in ("seats", "deck", "hand", "tides"))
    rounds = seats if options["rounds"] == EACH else int(options["rounds"])
    if seats * hand > deck:
        raise SpecError(f"{seats} hands of {hand} are {seats * hand} cards; deck={deck} does not have them")
    if hand > tides:
        raise SpecError(f"a hand of {hand} takes {2 * hand} tide cards; tides={tides} gives {2 * tides}")
    if rounds > seats:
        raise SpecError(f"each seat plays each hand once: rounds={rounds} is more than seats={seats}")
    choices = (options[option.name] == option.choices[1] for option in (HIGH_CARD, LEFT_OVER))
    return np.array([seats, deck, hand, tides, rounds, *map(int, choices)], np.int64)


def idents(options: dict[str, str]) -> dict[str, str]:
    """The rule options that differ from their defaults, by id, as traces write them."""
    return {
        ident: options[option.name] for ident, option in RULES.items() if options[option.name] != option.usual
    }
