"""Which untried action is tried next: any, or what a style of the game likes best.

The prior of an action is a softmax over the style's scores of the actions that are legal in the world at
hand.
"""

import math

import numpy as np

from ai.search.selection import untried
from engine.jit import part
from engine.rng import rand_below


def make_candidate(hints):
    """Bind the choice to the styles of a game."""
    score = hints.score

    @part
    def likeliest(state, mover, mark, legal, n, stamp, plan, scores):
        """The untried action of the largest prior, its place in `legal`, and the prior."""
        most = -np.inf
        for i in range(n):
            scores[i] = plan.sharpness * score(state, mover, legal[i], plan.prior)
            most = max(most, scores[i])
        whole = 0.0
        best = -1
        for i in range(n):
            whole += math.exp(scores[i] - most)
            if mark[legal[i]] == stamp and (best < 0 or scores[i] > scores[best]):
                best = i
        return best, math.exp(scores[best] - most) / whole

    @part
    def candidate(state, mover, mark, legal, n, stamp, fresh, plan, rng, extras):
        """The place in `legal` of the untried action to try, and its prior, for puct."""
        if extras is not None:
            if plan.prior >= 0:
                return likeliest(state, mover, mark, legal, n, stamp, plan, extras.scores)
        return untried(mark, legal, n, stamp, rand_below(rng, fresh)), 1.0 / n

    return candidate
