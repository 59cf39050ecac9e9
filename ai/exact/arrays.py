"""The tree of a game as flat arrays, and what is worked out over it.

Nodes stand in an order in which each comes after its parent, so what comes down from the deal is one pass
forwards, and what goes up from the ends is one pass backwards. A *policy* is one vector: the chances of the
actions of each information set, one set after the other. An edge has the place of its action in it: its
*slot*.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Nodes(NamedTuple):
    """By node."""

    parent: Ints
    """-1: a deal, with nothing above it."""
    slot: Ints
    """Of the action that leads here; -1 at a deal."""
    chooser: Ints
    """The seat that chose it; -1 at a deal."""
    info: Ints
    """The information set of the seat to act; -1: the game is over."""
    chance: Floats
    """At a deal: how likely it is; 0 elsewhere."""
    pay: NDArray[np.float64]
    """(seats, nodes): what each seat gets where the game is over; 0 elsewhere."""


class Sets(NamedTuple):
    """By information set, in the order in which the tree comes to them."""

    seat: Ints
    first: Ints
    """The place of its first action in a policy."""
    size: Ints
    node: Ints
    """One of its nodes."""
    depth: Ints
    """How many decisions of the same seat came before."""


class Lots(NamedTuple):
    """For a seat: nodes, and its information sets, by how many of its decisions came before."""

    order: Ints
    """The nodes; those of one lot in the order of the tree."""
    starts: Ints
    """Where each lot begins in `order`, and where the last one ends."""
    sets: Ints
    set_starts: Ints


@kernel
def normalise(sets: Sets, weights: Any, policy: Any) -> None:
    """The policy in proportion to weights; uniform where they are all 0."""
    for info in range(len(sets.seat)):
        first, size = sets.first[info], sets.size[info]
        total = 0.0
        for slot in range(first, first + size):
            total += weights[slot]
        for slot in range(first, first + size):
            policy[slot] = weights[slot] / total if total > 0.0 else 1.0 / size


@kernel
def reach(nodes: Nodes, policy: Any, seat: int, own: Any, others: Any) -> None:
    """How likely each node is as far as it hangs on `seat`, and on all else: chance and the other seats."""
    for node in range(len(nodes.parent)):
        parent = nodes.parent[node]
        if parent < 0:
            own[node] = 1.0
            others[node] = nodes.chance[node]
        elif nodes.chooser[node] == seat:
            own[node] = own[parent] * policy[nodes.slot[node]]
            others[node] = others[parent]
        else:
            own[node] = own[parent]
            others[node] = others[parent] * policy[nodes.slot[node]]


@kernel
def evaluate(nodes: Nodes, policy: Any, seat: int, values: Any) -> float:
    """What `seat` gets from each node on, if all play the policy; answers what it gets from the deal on."""
    total = 0.0
    for node in range(len(nodes.parent)):
        values[node] = nodes.pay[seat, node]
    for node in range(len(nodes.parent) - 1, -1, -1):
        parent = nodes.parent[node]
        if parent < 0:
            total += nodes.chance[node] * values[node]
        else:
            values[parent] += policy[nodes.slot[node]] * values[node]
    return total


@kernel
def improve(
    nodes: Nodes, sets: Sets, policy: Any, seat: int, others: Any, values: Any, gains: Any, regrets: Any
) -> None:
    """One step of CFR+ for the regrets of `seat`, after `reach` and `evaluate`; the policy stays as it is.

    A regret is what an action would have given more than the policy, added up and never below 0.
    """
    for info in range(len(sets.seat)):
        if sets.seat[info] == seat:
            for slot in range(sets.first[info], sets.first[info] + sets.size[info]):
                gains[slot] = 0.0
    for node in range(len(nodes.parent)):
        if nodes.chooser[node] == seat:
            gains[nodes.slot[node]] += others[node] * values[node]
    for info in range(len(sets.seat)):
        if sets.seat[info] == seat:
            first, size = sets.first[info], sets.size[info]
            mean = 0.0
            for slot in range(first, first + size):
                mean += policy[slot] * gains[slot]
            for slot in range(first, first + size):
                regrets[slot] = max(0.0, regrets[slot] + gains[slot] - mean)


@kernel
def settle(sets: Sets, regrets: Any, seat: int, own: Any, weight: float, policy: Any, mean: Any) -> None:
    """Add the policy of `seat` to its mean, by weight and own reach; then choose in proportion to regrets."""
    for info in range(len(sets.seat)):
        if sets.seat[info] == seat:
            first, size = sets.first[info], sets.size[info]
            share = weight * own[sets.node[info]]
            total = 0.0
            for slot in range(first, first + size):
                mean[slot] += share * policy[slot]
                total += regrets[slot]
            for slot in range(first, first + size):
                policy[slot] = regrets[slot] / total if total > 0.0 else 1.0 / size


@kernel
def respond(
    nodes: Nodes,
    sets: Sets,
    lots: Lots,
    policy: Any,
    seat: int,
    others: Any,
    values: Any,
    gains: Any,
    best: Any,
) -> float:
    """What the best response of `seat` gets; `best` becomes it, at its own information sets.

    The deepest lot comes first: what each action of a set gives is known once all lots below it are done.
    `reach` has been done, and `gains` are 0.
    """
    total = 0.0
    for node in range(len(nodes.parent)):
        values[node] = nodes.pay[seat, node]
    for depth in range(len(lots.starts) - 2, -1, -1):
        for place in range(lots.starts[depth + 1] - 1, lots.starts[depth] - 1, -1):
            node = lots.order[place]
            parent = nodes.parent[node]
            if parent < 0:
                total += nodes.chance[node] * values[node]
            elif nodes.chooser[node] != seat:
                values[parent] += policy[nodes.slot[node]] * values[node]
            else:
                gains[nodes.slot[node]] += others[node] * values[node]
        if depth > 0:
            for place in range(lots.set_starts[depth - 1], lots.set_starts[depth]):
                first, size = sets.first[lots.sets[place]], sets.size[lots.sets[place]]
                chosen = first
                for slot in range(first, first + size):
                    best[slot] = 0.0
                    if gains[slot] > gains[chosen]:
                        chosen = slot
                best[chosen] = 1.0
            for place in range(lots.starts[depth], lots.starts[depth + 1]):
                node = lots.order[place]
                if nodes.chooser[node] == seat and best[nodes.slot[node]] == 1.0:
                    values[nodes.parent[node]] = values[node]
    return total
