"""Playing by a score: the one place that says what the best action is, and what happens to equal ones.

A style is a score of an action for a seat, a part `(state, seat, action) -> float`. It reads only what the
seat may know, so it plays the same on a view and on a whole state: a policy for playouts as well as a bot.
"""

from engine.jit import part
from engine.rng import rand_below


def make_best(score):
    """A policy that plays the action of the best score, of equal ones any.

    `score` is a part (state, seat, action, *more) -> float; the policy hands `more` on.
    """

    @part
    def policy(state, seat, legal, n, rng, *more):
        best = -1e9
        found = legal[0]
        equal = 0
        for i in range(n):
            value = score(state, seat, legal[i], *more)
            if value > best:
                best = value
                equal = 0
            if value == best:
                equal += 1
                if rand_below(rng, equal) == 0:
                    found = legal[i]
        return found

    return policy
