"""Games that name all their deals: each position once, as often as it is drawn."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from engine.game import game
from engine.rng import split

SMALL = [
    "kuhn",
    "leduc",
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Conspiracy+Ambush,aside=0,rounds=2",
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=2,rounds=2",
    "oriflamme:seats=3,cards=Soldier+Spy+Heir,aside=1,rounds=1",
    "oriflamme:seats=2,cards=Soldier+Spy,aside=1,rounds=1",
    "oriflamme:seats=2,cards=Soldier+Spy+Heir+Lord,aside=0,rounds=1",
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
    [("kuhn", 6), ("leduc", 24), (SMALL[2], 1), (SMALL[3], 36), (SMALL[4], 27), (SMALL[6], 4**4 * 4)],
)
def test_how_many_there_are(spec, deals):
    rules = game(spec)
    assert sum(1 for _ in rules.all_deals(rules)) == deals


def test_drawn_cards_have_no_list_of_deals():
    assert game("oriflamme:set=combined").all_deals is None
