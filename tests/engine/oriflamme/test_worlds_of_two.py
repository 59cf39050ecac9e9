"""Worlds of the two-player game, where a seat does not know its own draw deck and cards set aside."""

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product

import pytest

from engine.games.oriflamme.state import COLOUR, DRAW, P_ASIDE, P_DECK, P_KINDS
from engine.view import View
from tests.engine.worlds import SURE, Evenness, seen, worlds

SPECS = [
    "oriflamme:seats=2,cards=Archer+Soldier+Spy+Heir+Ambush,aside=1,rounds=2",
    "oriflamme:seats=2,cards=Lord+Heir+RoyalDecree+Conspiracy+Soldier,aside=0,rounds=2",
]


def family_deals(kinds: tuple[int, ...], aside: int, hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every draw deck and set of cards set aside that go with a hand."""
    rest = [kind for kind in kinds if kind not in hand]
    for away in combinations(rest, aside):
        for deck in permutations([kind for kind in rest if kind not in away]):
            yield (*hand, *deck, *away)


def agreeing(first: View) -> Iterator[tuple[tuple[int, ...], int]]:
    """All deals that a seat holds possible before the first action."""
    parameters, row = first.game.parameters.tolist(), first.row
    kinds = tuple(parameters[P_DECK : P_DECK + parameters[P_KINDS]])
    families = []
    for family in range(4):
        held = tuple(kind for kind in kinds if int(row["hand"][family]) >> kind & 1)
        hands = [held] if family >> 1 == first.seat else list(combinations(kinds, 3))
        families.append([each for hand in hands for each in family_deals(kinds, parameters[P_ASIDE], hand)])
    tops = [(int(row["draw"][seat * DRAW]) - 1) // COLOUR for seat in range(2)]
    for cards in product(*families):
        yield sum(cards, ()) + tuple(tops), 1


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("spec", SPECS)
def test_each_world_of_two_families_is_drawn_as_often_as_its_deals(spec: str) -> None:
    evenness = Evenness()
    for view, first in islice(seen(spec, games=4), 5, None, 23):
        assert evenness.look(view, worlds(view, agreeing(first))), f"no such world: {view}"
    assert evenness.views >= 3
    assert evenness.likelihood > SURE
