"""Games that name all their deals: each position once, as often as it is drawn."""

from collections import Counter
from itertools import pairwise

import pytest
from scipy.stats import chisquare

from engine.game import game
from engine.rng import split

PAIRS = "oriflamme:seats=2,cards=Soldier+Spy+Heir+Lord,aside=0,rounds=1"
SMALL = [
    "kuhn",
    "leduc",
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Conspiracy+Ambush,aside=0,rounds=2",
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=2,rounds=2",
    "oriflamme:seats=3,cards=Soldier+Spy+Heir,aside=1,rounds=1",
    "oriflamme:seats=2,cards=Soldier+Spy,aside=1,rounds=1",
    pytest.param(PAIRS, marks=pytest.mark.jit),  # 1,024 deals take long when interpreted
]
DRAWS = 6


@pytest.mark.parametrize("spec", SMALL)
def test_each_position_is_named_once_and_drawn_by_its_weight(spec):
    rules = game(spec)
    weights = {}
    for deal, weight in rules.all_deals(rules):
        position = rules.start(deal)
        assert position not in weights
        weights[position] = weight
    games = max(300, DRAWS * len(weights))
    drawn = Counter(rules.deal(split(1, n)) for n in range(games))
    assert set(drawn) <= set(weights)
    share = games / sum(weights.values())
    if len(weights) > 1:
        wanted = [weight * share for weight in weights.values()]
        assert chisquare([drawn[position] for position in weights], wanted).pvalue > 1e-4


@pytest.mark.parametrize(
    ("spec", "deals"),
    [("kuhn", 6), ("leduc", 24), (SMALL[2], 1), (SMALL[3], 36), (SMALL[4], 27), (PAIRS, 4**4 * 4)],
)
def test_how_many_there_are(spec, deals):
    rules = game(spec)
    assert sum(1 for _ in rules.all_deals(rules)) == deals


def test_drawn_cards_have_no_list_of_deals():
    assert game("oriflamme:set=combined").all_deals is None


def in_order(rules, deal):
    """A deal of Turn the Tide with hands, offers and what is never seen put in order."""
    seats, deck, size, tides, rounds = (int(each) for each in rules.parameters[:5])
    cuts = [*(size * seat for seat in range(seats + 1)), deck]
    for turn in range(rounds):
        start = deck + 2 * tides * turn
        cuts += [*(start + 2 * (i + 1) for i in range(size)), start + 2 * tides]
    return sum((tuple(sorted(deal[one:two])) for one, two in pairwise(cuts)), ())


@pytest.mark.parametrize(
    "spec", ["tide:seats=3,deck=4,hand=1,tides=2,rounds=1", "tide:seats=3,deck=3,hand=1,tides=2,rounds=2"]
)
def test_deals_of_turn_the_tide_are_drawn_by_their_weights(spec):
    rules = game(spec)
    weights = dict(rules.all_deals(rules))
    assert all(in_order(rules, deal) == deal and rules.start(deal).legal for deal in weights)
    games = 20 * len(weights)
    drawn = Counter(in_order(rules, rules.draw(split(3, n))) for n in range(games))
    assert set(drawn) <= set(weights)
    share = games / sum(weights.values())
    wanted = [weight * share for weight in weights.values()]
    assert chisquare([drawn[deal] for deal in weights], wanted).pvalue > 1e-4


def test_how_many_small_tides_there_are():
    rules = game("tide:seats=3,deck=6,hand=2,tides=2,rounds=1")
    weights = [weight for _, weight in rules.all_deals(rules)]
    assert len(weights) == 90 * 3
    assert sum(weights) == 90 * 6
