"""Single-observer information set Monte Carlo tree search.

One tree over the actions of all seats, as if all were seen. Each iteration draws a world that agrees with the
view at the root, goes down among the children that are legal in it, adds one, plays on at random, and backs
the pay-offs up. Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from ai.search.node import ROOT, add_child, add_up, list_children, plant
from ai.search.playout import stretch, uniform
from ai.search.room import BEGUN, DONE, HIGH, LOW, NODES, STAMP
from ai.search.selection import mark_legal, ucb1, untried
from engine.jit import inlined, nanoseconds
from engine.rng import rand_below

BETWEEN_LOOKS = 16
"""Iterations between two looks at the clock: they overrun by a tenth of a millisecond, and cost nothing."""


def make_step(select):
    """Bind a step down the tree to a selection rule."""

    @inlined
    def step_down(place, mover, n, width, rng, room):
        """The child of a node to go to, a new one where an action has none yet; and whether it is new."""
        nodes, mark, legal, progress = room.nodes, room.mark, room.legal, room.progress
        progress[STAMP] += 2
        stamp = progress[STAMP]
        mark_legal(mark, legal, n, stamp)
        best, known = select(nodes, place, mover, mark, stamp, width)
        if known < n:
            best = progress[NODES]
            progress[NODES] += 1
            add_child(nodes, place, best, untried(mark, legal, n, stamp, rand_below(rng, n - known)), mover)
        return best, known < n

    return step_down


def make_single(game, select=ucb1, policy=uniform):
    """Bind the search to the rules of a game, a selection rule, and a policy for playouts."""
    to_act, legal_actions, apply = game.to_act, game.legal_actions, game.apply
    determinize, returns, step_down = game.determinize, game.returns, make_step(select)

    @inlined
    def single(root, seat, iterations, duration, c, rng, room):
        """Search on until so many iterations are done, or so many nanoseconds over (0: no limit).

        `root` is the record of the view of `seat`, in a one-element array. Answers the number of root actions
        whose figures it wrote; the search is not finished if all nodes are taken: grow the room, call again.
        """
        nodes, legal, path, progress = room.nodes, room.legal, room.path, room.progress
        state, span, pay = room.states[0], room.span, room.pay
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
            width = c * (span[HIGH] - span[LOW])
            place = ROOT
            depth = 0
            inside = True
            mover = to_act(state)
            while mover >= 0:
                n = legal_actions(state, legal)
                if inside:
                    place, new = step_down(place, mover, n, width, rng, room)
                    path[depth] = place
                    depth += 1
                    inside = not new and depth < len(path)
                    action = int(nodes[place].action)
                else:
                    action = policy(state, mover, legal, n, rng)
                apply(state, action, None)
                mover = to_act(state)
            returns(state, pay)
            stretch(span, pay)
            add_up(nodes, path, depth, pay)
            progress[DONE] += 1
        return list_children(nodes, ROOT, room.actions, room.visits, room.totals)

    return single
