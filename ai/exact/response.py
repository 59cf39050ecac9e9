"""What policies get, and what the best answers to them get."""

from dataclasses import dataclass

import numpy as np

from ai.exact.arrays import Floats, evaluate, normalise, reach, respond
from ai.exact.tree import Tree


@dataclass(frozen=True)
class Measure:
    """How far a policy, played by all seats, is from an equilibrium. Entries are by seat."""

    values: tuple[float, ...]
    """What each gets."""
    best: tuple[float, ...]
    """What each would get with its best response to the others."""

    @property
    def nash_conv(self) -> float:
        """What all seats together could gain, each by itself: 0 in an equilibrium and nowhere else."""
        return sum(self.best) - sum(self.values)

    @property
    def exploitability(self) -> float | None:
        """For two seats: what a perfect opponent wins on average of both seats. None for more seats.

        With three or more others may gain what one loses, and playing an equilibrium is no safeguard: there
        `nash_conv` tells how far from one the policy is, and not what it may lose.
        """
        return self.nash_conv / 2 if len(self.values) == 2 else None


def uniform(tree: Tree) -> Floats:
    """All actions equally likely everywhere."""
    policy = np.zeros(tree.slots)
    normalise(tree.sets, policy, policy)
    return policy


def expected(tree: Tree, policy: Floats) -> tuple[float, ...]:
    """What each seat gets if all play the policy."""
    room = np.zeros(len(tree.nodes.parent))
    return tuple(float(evaluate(tree.nodes, policy, seat, room)) for seat in range(tree.game.seats))


def best_response(tree: Tree, policy: Floats, seat: int) -> tuple[float, Floats]:
    """What the best response of a seat gets against the others, and the policy with it in its place."""
    n = len(tree.nodes.parent)
    own, others, values = np.zeros(n), np.zeros(n), np.zeros(n)
    gains, best = np.zeros(tree.slots), policy.copy()
    reach(tree.nodes, policy, seat, own, others)
    value = respond(tree.nodes, tree.sets, tree.lots[seat], policy, seat, others, values, gains, best)
    return float(value), best


def measure(tree: Tree, policy: Floats) -> Measure:
    """How far a policy is from an equilibrium, exactly."""
    best = tuple(best_response(tree, policy, seat)[0] for seat in range(tree.game.seats))
    return Measure(expected(tree, policy), best)
