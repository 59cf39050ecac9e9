"""Worlds of small games of Turn the Tide: passed hands, life preservers and tide decks that nobody sees."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, permutations, product

import pytest

from engine.game import Game, game
from engine.games.tide.state import P_DECK, P_HAND, P_ROUNDS, P_SEATS, P_TIDES
from engine.view import View, observe
from tests.engine.worlds import SURE, Deals, Evenness, seen, worlds

SPECS = [
    "tide:seats=3,deck=7,hand=2,tides=2,rounds=2",
    "tide:seats=3,deck=26,hand=1,tides=1,rounds=3",
    "tide:seats=3,deck=8,hand=2,tides=2,rounds=1,high-card=choose,left-over=shown",
]


def hands(cards: tuple[int, ...], seats: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every way of dealing hands, each of which is a set, with the cards left over."""
    if seats == 0:
        yield cards
        return
    for hand in combinations(cards, size):
        rest = tuple(card for card in cards if card not in hand)
        yield from ((*hand, *others) for others in hands(rest, seats - 1, size))


def all_deals(rules: Game) -> Iterator[tuple[int, ...]]:
    """Every deal that gives a position of its own; all are equally likely."""
    parameters = rules.parameters.tolist()
    tides = sorted(set(permutations([*range(1, parameters[P_TIDES] + 1)] * 2)))
    for cards in hands(tuple(range(1, parameters[P_DECK] + 1)), parameters[P_SEATS], parameters[P_HAND]):
        for decks in product(tides, repeat=parameters[P_ROUNDS]):
            yield sum(decks, cards)


@cache
def deals_by_view(spec: str) -> dict[View, Deals]:
    """All deals by what a seat sees of them before the first action."""
    rules, found = game(spec), defaultdict(list)
    for deal in all_deals(rules):
        state = rules.start(deal)
        for seat in range(rules.seats):
            found[observe(state, seat)].append((deal, 1))
    return found  # type: ignore[return-value]


@pytest.mark.jit
@pytest.mark.parametrize("spec", SPECS)
def test_each_world_is_drawn_as_often_as_its_deals(spec: str) -> None:
    evenness = Evenness()
    for view, first in islice(seen(spec, games=12), 0, None, 4):
        possible = worlds(view, deals_by_view(spec)[first])
        assert evenness.look(view, possible), f"no such world: {view}"
    assert evenness.views > 10
    assert evenness.likelihood > SURE
