"""The rules that draw, where two seats choose at once: what they do on average is nearly an equilibrium."""

import numpy as np
import pytest

from ai.search.node import NODE, ROOT, add_child, plant
from ai.search.payoff import add_up
from ai.search.plan import EXP3, REGRET, RULES, SMOOTH, blank
from ai.search.selection import mark_legal, select
from engine.jit import kernel, room
from engine.rng import new_rng

PENNIES = ((1.0, 0.0), (0.0, 1.0))
SKEWED = ((1.0, 0.0), (0.0, 1 / 3))
"""In equilibrium both choose their first action with a chance of 1/4."""


@kernel
def play_often(nodes, plans, rng, mark, legal, odds, offered, ways, path, span, pay, game, rounds):
    """Two seats choose at once, again and again, the actions without a child first."""
    for number in range(rounds):
        for mover in range(2):
            stamp = 2 * (2 * number + mover) + 2
            mark_legal(mark, legal, 2, stamp)
            odds[mover] = 1.0
            path[mover] = 1 + 2 * mover + number
            if number >= 2:
                path[mover] = select(
                    nodes,
                    ROOT,
                    mover,
                    mark,
                    stamp,
                    ways[mover],
                    0.7,
                    1.0,
                    plans[0],
                    rng,
                    odds,
                    offered,
                    mover,
                    True,
                )[0]
        pay[0] = game[nodes[path[0]].action, nodes[path[1]].action]
        pay[1] = 1.0 - pay[0]
        add_up(nodes, path, ways, odds, offered, 2, pay, 0, plans[0], span, True)


def frequencies(game, rule, rounds, seed, gamma=0.05):
    """How often two seats that learn by a rule choose their first action."""
    nodes, plans = room(NODE, 8), blank(1, 0)
    plans["gamma"] = gamma
    plant(nodes, ROOT)
    for place in range(1, 5):
        add_child(nodes, ROOT, place, (place - 1) % 2, (place - 1) // 2, 0.0)
    numbers = [np.zeros(2, np.int64), np.arange(2), np.ones(2), np.zeros((2, 3), np.int64), np.full(2, rule)]
    path, span, pay = np.zeros(2, np.int64), np.array([0.0, 1.0, 0.0]), np.zeros(2)
    play_often(nodes, plans, new_rng(seed), *numbers, path, span, pay, np.array(game), rounds)
    return [nodes[place]["visits"] / rounds for place in (1, 3)]


def exploitable(game, x, y):
    """What best replies to both would win together."""
    (a, b), (c, d) = game
    best = max(a * y + b * (1 - y), c * y + d * (1 - y))
    return best - min(a * x + c * (1 - x), b * x + d * (1 - x))


@pytest.mark.jit
@pytest.mark.parametrize(("rule", "most"), [(REGRET, 0.035), (EXP3, 0.1), (SMOOTH, 0.1)])
@pytest.mark.parametrize("game", [PENNIES, SKEWED], ids=["pennies", "skewed"])
def test_what_is_done_on_average_is_nearly_an_equilibrium(game, rule, most):
    found = [exploitable(game, *frequencies(game, rule, 10_000, seed)) for seed in range(5)]
    assert np.mean(found) < most, (RULES[rule], found)
    assert exploitable(game, 0.5, 0.5) == pytest.approx(0.0 if game is PENNIES else 1 / 3)


@pytest.mark.jit
def test_an_action_that_was_not_there_has_nothing_to_regret():
    nodes, plans = room(NODE, 8), blank(1, 0)
    plant(nodes, ROOT)
    for place, action in ((1, 5), (2, 6), (3, 7)):
        add_child(nodes, ROOT, place, action, 0, 0.0)
        nodes[place]["visits"], nodes[place]["total"] = 2, (0.0, 2.0, 0.5)[place - 1]
    rng, mark = new_rng(1), np.zeros(8, np.int64)
    odds, offered = np.ones(1), np.zeros((1, 4), np.int64)
    mark_legal(mark, np.array([5, 7]), 2, 2)
    found = select(nodes, ROOT, 0, mark, 2, REGRET, 0.7, 1.0, plans[0], rng, odds, offered, 0, True)
    assert found[1] == 2
    assert sorted(offered[0][1 : 1 + offered[0][0]].tolist()) == [1, 3]
    path, span = np.array([found[0]]), np.array([0.0, 1.0, 0.0])
    add_up(nodes, path, np.array([REGRET]), odds, offered, 1, np.array([1.0]), 0, plans[0], span, True)
    assert nodes[2]["extra"] == 0.0
    assert nodes[int(found[0])]["extra"] > 0.0
    assert nodes[4 - int(found[0])]["extra"] < 0.0
