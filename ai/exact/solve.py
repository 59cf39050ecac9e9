"""CFR+: an equilibrium of a game of two seats whose returns add up to 0.

Seats take turns; regrets are cut off at 0; the answer is the mean of all policies, the t-th counted t times.
Source: Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014. With more seats it is run all
the same, and then `nash_conv` tells how near it came: nothing promises that it comes near.
"""

from dataclasses import dataclass

import numpy as np

from ai.exact.arrays import Floats, evaluate, improve, normalise, reach, settle
from ai.exact.response import Measure, measure, uniform
from ai.exact.tree import Tree


@dataclass(frozen=True)
class Solution:
    """A policy with how good it is."""

    policy: Floats
    iterations: int
    measure: Measure

    @property
    def values(self) -> tuple[float, ...]:
        """What each seat gets."""
        return self.measure.values

    @property
    def nash_conv(self) -> float:
        """How far it is from an equilibrium; the value of a game of two lies no farther from `values`."""
        return self.measure.nash_conv


def solve(tree: Tree, iterations: int, *, enough: float = 0.0, look: int = 100) -> Solution:
    """So many iterations of CFR+; every `look` iterations it stops if `nash_conv` is at most `enough`."""
    nodes, sets = tree.nodes, tree.sets
    own, others, values = (np.zeros(len(nodes.parent)) for _ in range(3))
    regrets, gains, mean = (np.zeros(tree.slots) for _ in range(3))
    policy, found, done = uniform(tree), np.zeros(tree.slots), 0
    while done < iterations:
        done += 1
        for seat in range(tree.game.seats):
            reach(nodes, policy, seat, own, others)
            evaluate(nodes, policy, seat, values)
            improve(nodes, sets, policy, seat, others, values, gains, regrets)
            settle(sets, regrets, seat, own, float(done), policy, mean)
        if enough > 0 and done % look == 0 and done < iterations:
            normalise(sets, mean, found)
            if measure(tree, found).nash_conv <= enough:
                break
    normalise(sets, mean, found)
    return Solution(found, done, measure(tree, found))
