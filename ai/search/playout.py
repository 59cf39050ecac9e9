"""Playing on to the end of the game, by a policy for all seats.

A policy is a part `(state, seat, legal, n, rng) -> action`: it chooses for the seat to act. A search has one
loop and one call of `apply`, for its tree and its playouts alike: two took a third longer to compile.
"""

from ai.search.room import HIGH, LOW
from engine.jit import inlined, part
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

    @inlined
    def play_from(state, action, legal, pay, span, rng):
        """Play an action, and then on to the end; write what each seat gets."""
        mover = to_act(state)
        while mover >= 0:
            apply(state, action, None)
            mover = to_act(state)
            if mover >= 0:
                action = policy(state, mover, legal, legal_actions(state, legal), rng)
        returns(state, pay)
        stretch(span, pay)

    return play_from
