"""Single-observer information set Monte Carlo tree search.

One tree over the actions of all seats, as if all were seen. Each iteration draws a world that agrees with the
view at the root, goes down among the children that are legal in it, adds one, plays on at random, and backs
the pay-offs up. Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from ai.search.node import ROOT, add_child, add_up, follow, list_children, plant
from ai.search.playout import stretch, uniform
from ai.search.room import BEGUN, DONE, HIGH, LOW, NODES, STAMP
from ai.search.selection import mark_legal, ucb1, untried
from engine.jit import inlined, nanoseconds, part
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


OPEN, SECRET, LAST_SECRET = range(3)
"""What a choice is: seen by all; not seen before the others have chosen; that, and the last of them."""


@part
def all_open(state):
    """Every choice is seen by all, but for the card."""
    return OPEN


def make_single(game, select=ucb1, policy=uniform, secrecy=all_open):
    """Bind the search to the rules of a game, a selection rule, and a policy for playouts.

    `secrecy` says of the choice that is to be made whether it is OPEN, SECRET or LAST_SECRET. Secret choices
    are made at once: each seat's figures stand at the node where the first of them is made, so nobody
    answers what it could not see (decoupled UCT), and a trail of all the choices leads on.
    """
    spare = 0 if secrecy is all_open else game.SEATS  # nodes of a trail that an iteration may add
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
        while progress[DONE] < iterations and progress[NODES] + spare < len(nodes):
            look = duration > 0 and progress[DONE] % BETWEEN_LOOKS == 0 and progress[DONE] > 0
            if look and nanoseconds() - progress[BEGUN] >= duration:
                break
            room.states[0] = root[0]
            determinize(state, seat, rng, room.items)
            width = c * (span[HIGH] - span[LOW])
            place = ROOT
            trail = ROOT
            depth = 0
            inside = True
            mover = to_act(state)
            while mover >= 0:
                n = legal_actions(state, legal)
                if inside:
                    child, new = step_down(place, mover, n, width, rng, room)
                    path[depth] = child
                    depth += 1
                    inside = not new and depth < len(path)
                    action = int(nodes[child].action)
                    kind = secrecy(state)
                    if kind == OPEN:
                        trail = child
                    elif inside:
                        trail = follow(nodes, trail, progress[NODES], action, mover)
                        if trail == progress[NODES]:
                            progress[NODES] += 1
                    if kind != SECRET:
                        place = trail
                else:
                    action = policy(state, mover, legal, n, rng)
                apply(state, action, None)
                mover = to_act(state)
            returns(state, pay)
            stretch(span, pay)
            add_up(nodes, path, depth, pay)
            progress[DONE] += 1
        return list_children(nodes, ROOT, seat, room.actions, room.visits, room.totals)

    return single
