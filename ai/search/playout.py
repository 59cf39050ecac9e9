"""Playing on from a leaf to the end of the game, by a policy for all seats.

A policy is a part `(state, seat, legal, n, rng) -> action`: it chooses for the seat to act.
"""

from ai.search.room import HIGH, LOW
from engine.jit import part
from engine.rng import rand_below


@part
def uniform(state, seat, legal, n, rng):
    """Choose any of the legal actions, each equally likely."""
    return legal[rand_below(rng, n)]


@part
def stretch(span, pay):
    """Widen the range of pay-offs seen so far by those of one game."""
    for each in range(len(pay)):
        span[LOW] = min(span[LOW], pay[each])
        span[HIGH] = max(span[HIGH], pay[each])


def make_playout(game, policy=uniform):
    """Bind a policy to the rules of a game."""
    to_act, legal_actions, apply, returns = game.to_act, game.legal_actions, game.apply, game.returns

    @part
    def playout(state, legal, pay, span, rng):
        """Play on to the end and write what each seat gets; how many actions it took."""
        played = 0
        mover = to_act(state)
        while mover >= 0:
            n = legal_actions(state, legal)
            apply(state, policy(state, mover, legal, n, rng), None)
            mover = to_act(state)
            played += 1
        returns(state, pay)
        stretch(span, pay)
        return played

    return playout
