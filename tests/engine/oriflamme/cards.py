"""Every card of a position of Oriflamme, wherever it lies."""

import re
from collections.abc import Iterator

from engine.state import State

QUEUED = re.compile(r"([RBGKY])\.([A-Za-z]+)")


def cards_of(state: State) -> Iterator[tuple[str, str]]:
    """(family, name) of each card: in the queue, in draw decks, in piles, and Twins beside the queue."""
    position = state.game.text.position(state.game, state.row)
    lying = [position["queue"], *(card for deck in position["deck"].values() for card in deck)]
    for text in lying:
        yield from QUEUED.findall(text)
    for pile in ("hand", "aside", "discard", "reserve"):
        for family, names in position[pile].items():
            yield from ((family, name.partition("{")[0]) for name in names)
    yield from ((family, "Twin") for family in position["twin"])
