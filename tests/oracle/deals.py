"""Random deals and random playthroughs of the reference, for its own tests and for lockstep tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle import flow
from tests.oracle.names import COMBINED_PILES, FAMILIES, OPTIONS, PAIRS, set_names

SIZES = {
    "base": {2: 66, 3: 50, 4: 67, 5: 84},
    "alliance": {3: 54, 4: 72, 5: 90},
    "ablaze": {3: 47, 4: 64, 5: 80},
    "combined": {3: 50, 4: 67, 5: 84},
}
"""Part E of the rules: decisions a game, the mean of random play, by set and seats."""


def random_deal(players: list[str], names: list[str], chance: Random, aside: int = 3) -> dict[str, Any]:
    """Deal hands, set-aside cards and draw decks (A1, A4, A6), ready for `flow.start`."""
    hands: dict[str, list[str]] = {}
    asides: dict[str, list[str]] = {}
    decks: dict[str, list[str]] = {}
    for player in players:
        drawn = {}
        for family in player:
            cards = chance.sample(names, len(names))
            asides[family], left = cards[:aside], cards[aside:]
            hands[family] = left[:3] if len(player) == 2 else left
            drawn[family] = [f"{family}.{name}" for name in left[3:]]
        if len(player) == 2:
            # D12: the colours alternate in the deck, either colour on top.
            first, second = chance.sample(list(player), 2)
            decks[player] = [card for pair in zip(drawn[first], drawn[second]) for card in pair]
    return {"hands": hands, "asides": asides, "decks": decks}


def random_names(chance: Random) -> list[str]:
    """Draw the ten card types of a combined game from its five piles (A5)."""
    return [name for number, pile in COMBINED_PILES for name in chance.sample(pile, number)]


def random_options(chance: Random) -> dict[str, str]:
    """Choose a value for every rule option."""
    return {option: chance.choice(values) for option, values in OPTIONS.items()}


def random_start(
    cards: str, seats: int, chance: Random, options: dict[str, str] | None = None
) -> flow.Position:
    """Begin a game of a set (or `combined`) with a random deal."""
    names = random_names(chance) if cards == "combined" else set_names(cards)
    players = PAIRS if seats == 2 else FAMILIES[:seats]
    return flow.start(seats, names, options, **random_deal(players, names, chance))


def random_playthrough(position: flow.Position, chance: Random) -> Iterator[tuple[str, flow.Position]]:
    """Play to the end with uniform choices, giving each action and the position after it."""
    while not flow.is_over(position):
        action = chance.choice(flow.legal(position))
        position = flow.play(position, action)
        yield action, position
