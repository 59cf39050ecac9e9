"""Sequential halving at the root: the budget is shared out over rounds, each drops the worse half.

There are ceil(log2(actions)) rounds, so the last compares two. All actions of a round are tried in the same
worlds. Source: Karnin, Koren, Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013.
"""

from ai.search.node import ROOT, add_child
from ai.search.room import ALIVE, DONE, LEFT, NODES, PASSED, ROUNDS, TURN
from engine.jit import part


@part
def share_out(plan, progress):
    """Begin a round: as many worlds as are its share, one at least."""
    alive = progress[ALIVE]
    worlds = max(1, (plan.iterations - progress[DONE]) // (progress[ROUNDS] * alive))
    progress[TURN] = 0
    progress[LEFT] = worlds * alive


@part
def begin_halving(plan, nodes, actions, seat, order, progress):
    """Give every root action its node, the first action the first place."""
    for i in range(len(actions)):
        add_child(nodes, ROOT, progress[NODES], actions[i], seat, 0.0)
        nodes[progress[NODES]].available = 0
        order[i] = progress[NODES]
        progress[NODES] += 1
    progress[ALIVE] = len(actions)
    while 1 << progress[ROUNDS] < len(actions):
        progress[ROUNDS] += 1
    whole = progress[ROUNDS]
    progress[ROUNDS] = max(1, whole)
    share_out(plan, progress)


@part
def rank(nodes, order, alive):
    """Sort the first `alive` of `order` by mean, best first; equal ones keep their order."""
    for i in range(1, alive):
        one = order[i]
        mean = nodes[one].total / nodes[one].visits
        j = i - 1
        while j >= 0 and nodes[order[j]].total / nodes[order[j]].visits < mean:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = one


@part
def go_on_halving(plan, nodes, order, progress, rounds):
    """Begin the next round if this one is over; False: it was the last."""
    alive = progress[ALIVE]
    if progress[TURN] == 0 or progress[TURN] % alive != 0:
        return True
    if plan.duration > 0:
        over = progress[PASSED] * rounds >= plan.duration * (rounds - progress[ROUNDS] + 1)
    else:
        over = progress[TURN] >= progress[LEFT]
    if not over:
        return True
    rank(nodes, order, alive)
    progress[ALIVE] = (alive + 1) // 2
    progress[ROUNDS] -= 1
    if progress[ROUNDS] == 0:
        return False
    share_out(plan, progress)
    return True


@part
def rounds_of(n):
    """How many rounds n actions have."""
    rounds = 0
    while 1 << rounds < n:
        rounds += 1
    return max(1, rounds)
