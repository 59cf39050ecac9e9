"""Single-observer information set Monte Carlo tree search.

One tree over the actions of all seats, as if all were seen. Each iteration draws a world that agrees with the
view at the root, goes down among the children that are legal in it, adds one, plays on at random, and backs
the pay-offs up. Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from ai.search.node import ROOT, add_child, add_up, list_children, plant
from ai.search.playout import make_playout
from ai.search.room import BEGUN, DONE, HIGH, LOW, NODES, STAMP
from ai.search.selection import mark_legal, ucb1, untried
from engine.jit import inlined, nanoseconds
from engine.rng import rand_below

BETWEEN_LOOKS = 16
"""Iterations between two looks at the clock: they overrun by a tenth of a millisecond, and cost nothing."""


def make_descent(game, select):
    """Bind the way down the tree to the rules of a game and a selection rule."""
    to_act, legal_actions, apply = game.to_act, game.legal_actions, game.apply

    @inlined
    def descend(state, width, rng, room):
        """Go down the tree in a world, to one new node or to the end of the game; how long the path is."""
        nodes, mark, legal, path, progress = room.nodes, room.mark, room.legal, room.path, room.progress
        place = ROOT
        depth = 0
        growing = False
        mover = to_act(state)
        while mover >= 0 and not growing and depth < len(path):
            n = legal_actions(state, legal)
            progress[STAMP] += 2
            stamp = progress[STAMP]
            mark_legal(mark, legal, n, stamp)
            best, known = select(nodes, place, mover, mark, stamp, width)
            if known < n:
                action = untried(mark, legal, n, stamp, rand_below(rng, n - known))
                best = progress[NODES]
                progress[NODES] += 1
                add_child(nodes, place, best, action, mover)
                growing = True
            place = best
            path[depth] = place
            depth += 1
            apply(state, int(nodes[place].action), None)
            mover = to_act(state)
        return depth

    return descend


def make_single(game, select=ucb1, playout=None):
    """Bind the search to the rules of a game, a selection rule and a playout."""
    determinize, descend = game.determinize, make_descent(game, select)
    play_on = playout or make_playout(game)

    @inlined
    def single(root, seat, iterations, duration, c, rng, room):
        """Search on until so many iterations are done, or so many nanoseconds over (0: no limit).

        `root` is the record of the view of `seat`, in a one-element array. Answers the number of root actions
        whose figures it wrote; the search is not finished if all nodes are taken: grow the room, call again.
        """
        nodes, progress, span, pay = room.nodes, room.progress, room.span, room.pay
        state = room.states[0]
        if progress[NODES] == 0:
            plant(nodes)
            progress[NODES] = 1
            progress[BEGUN] = nanoseconds() if duration > 0 else 0
        while progress[DONE] < iterations and progress[NODES] < len(nodes):
            look = duration > 0 and progress[DONE] % BETWEEN_LOOKS == 0 and progress[DONE] > 0
            if look and nanoseconds() - progress[BEGUN] >= duration:
                break
            room.states[0] = root[0]
            determinize(state, seat, rng, room.items)
            depth = descend(state, c * (span[HIGH] - span[LOW]), rng, room)
            play_on(state, room.legal, pay, span, rng)
            add_up(nodes, room.path, depth, pay)
            progress[DONE] += 1
        return list_children(nodes, ROOT, room.actions, room.visits, room.totals)

    return single
