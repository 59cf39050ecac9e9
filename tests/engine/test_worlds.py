"""Worlds are drawn from all that agree with what a seat has seen, and each as often as its deals are."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import islice

import pytest

from engine.game import game
from engine.rng import split
from engine.state import State
from engine.view import View, observe
from tests.engine.worlds import SURE, Deals, Draw, Evenness, draw, seen, worlds

SMALL = [
    "kuhn",
    "leduc",
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=1,rounds=3",
    "oriflamme:seats=3,cards=Archer+Lord+RoyalDecree+Assassination,aside=1,rounds=2",
    "oriflamme:seats=2,cards=Soldier+Spy+Heir+Ambush,aside=0,rounds=3",
]
HIDDEN_AGAIN = [
    "oriflamme:seats=2,families=1,cards=Informer+Shapeshifter+Rebellion+Heir+Empress,aside=1,rounds=4",
    "oriflamme:seats=3,cards=Informer+Bribery+Impersonation+Spy,aside=1,rounds=3",
    "oriflamme:seats=2,families=1,cards=Impersonation+Informer+Shapeshifter+Cutthroat+Soldier,aside=2,rounds=3",
]
"""Games in which cards come back into a hand, are turned down again, or are known not to be set aside."""


@cache
def deals_by_view(spec: str) -> dict[View, Deals]:
    """All deals by what a seat sees of them before the first action."""
    rules, found = game(spec), defaultdict(list)
    assert rules.all_deals is not None
    for deal, weight in rules.all_deals(rules):
        state = rules.start(deal)
        for seat in range(rules.seats):
            found[observe(state, seat)].append((deal, weight))
    return found  # type: ignore[return-value]


def drawn(spec: str, views: Iterable[tuple[View, View]], wanted: int, how: Draw = draw) -> Evenness:
    """Draw worlds from views, until enough of them had more than one."""
    evenness = Evenness(how)
    for view, first in views:
        assert evenness.look(view, worlds(view, deals_by_view(spec)[first])), f"no such world: {view}"
        if evenness.views == wanted:
            return evenness
    raise AssertionError(f"{evenness.views} views have more than one world, {wanted} are wanted")


@pytest.mark.jit
@pytest.mark.parametrize("spec", SMALL)
def test_each_world_is_drawn_as_often_as_its_deals(spec: str) -> None:
    assert drawn(spec, islice(seen(spec, games=60), 0, None, 5), wanted=24).likelihood > SURE


@pytest.mark.jit
@pytest.mark.parametrize("spec", HIDDEN_AGAIN)
def test_each_world_is_drawn_so_where_cards_were_hidden_again(spec: str) -> None:
    views = (each for each in seen(spec, games=60) if each[0].row["not_aside"].any())
    assert drawn(spec, islice(views, 0, None, 3), wanted=24).likelihood > SURE


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_each_world_of_a_tiny_game_is_drawn_as_often_as_its_deals(spec: str) -> None:
    assert drawn(spec, seen(spec, games=2), wanted=2).likelihood > SURE


def biased(view: View, seed: int) -> State:
    """Every other time the lesser of two worlds."""
    pair = view.determinize(seed), view.determinize(split(seed, "other"))
    return min(pair, key=lambda world: world.data) if seed & 1 else pair[0]


@pytest.mark.jit
@pytest.mark.parametrize("spec", SMALL[1:])
def test_a_biased_sampler_is_found(spec: str) -> None:
    """The positive control: such a sampler keeps every law, only its frequencies are wrong."""
    assert drawn(spec, islice(seen(spec, games=60), 0, None, 5), wanted=24, how=biased).likelihood < SURE
