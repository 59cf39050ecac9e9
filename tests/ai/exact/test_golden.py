"""Figures of small games that no refactoring may change: how large they are, and their values.

A reduced Oriflamme was solved beforehand by a program of its own, in C++, with simpler rules. Of one round
it agrees: 42 information sets, 120 ends, and -0.500 points. Of two rounds its tree was a sixth smaller (113,017
nodes, 59,640 ends, 21,135 information sets) with the same value of winning, -0.2000 on a scale from -1 to 1,
and +0.0294 points where the full rules give -0.0194.
"""

import pytest

from ai.exact import build, measure, payoff, solve, uniform
from engine.game import game
from tests.ai.exact.enumerated import say

ROUND = "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=0,rounds=1"


def purses(state):
    """How many points more than the other."""
    points = state.row.purse
    return float(points[0] - points[1]), float(points[1] - points[0])


@pytest.mark.jit
def test_oriflamme_of_one_round():
    tree = build(game(ROUND), pay=purses)
    assert str(tree).endswith(": 213 nodes, 120 ends, 42 information sets (21, 21)")
    found = solve(tree, 256)
    say(f"{ROUND}: points {found.values[0]:.4f}, NashConv {found.nash_conv:.4f}")
    assert found.values[0] == pytest.approx(-0.5, abs=1e-3)
    assert found.nash_conv == pytest.approx(0.0023, abs=1e-4)


ORIFLAMME = [
    (
        "oriflamme:seats=2,families=1,cards=Soldier+Spy+Conspiracy+Ambush,aside=0,rounds=2",
        "133,290 nodes, 69,777 ends, 25,005 information sets (13323, 11682)",
        (0.906684, -0.1000),
        (5.092882, -0.0194),
    ),
]


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(("spec", "size", "win", "points"), ORIFLAMME)
def test_oriflamme_of_more_rounds(spec, size, win, points):
    for pay, (level, value) in ((payoff, win), (purses, points)):
        tree = build(game(spec), pay=pay)
        assert str(tree).endswith(size)
        assert measure(tree, uniform(tree)).nash_conv == pytest.approx(level, abs=1e-6)
        found = solve(tree, 400)
        say(f"{spec}, {pay.__name__}: value {found.values[0]:.4f}, NashConv {found.nash_conv:.4f}")
        assert found.values[0] == pytest.approx(value, abs=found.nash_conv + 1e-4)
        assert found.nash_conv < 0.02 * level
