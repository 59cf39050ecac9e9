"""Turn the Tide bound to the searches. One file for each game: numba's cache goes by file and function.

All choose at once, and commit seat after seat. What seats before the searcher have committed is drawn with
the world, so no figure of the searcher's own choice depends on it. The seats after it are another matter: in
a single-observer tree their nodes stand below the searcher's action, so in its tree they answer a card that
they could not see, and the searcher trusts its plans too little. A tree that branches on what the mover sees
(COMMITTED events hide the card from all but its seat) has no such fault; flat search has none either.
"""

from ai.baselines.tide import evaluate as _evaluate
from ai.search.flat import make_flat
from ai.search.single import make_single
from engine.games.tide import rules
from engine.jit import hot_kernel, kernel

_single, _flat = make_single(rules), make_flat(rules)


@hot_kernel
def single(root, seat, iterations, duration, c, rng, room):
    """Single-observer search; see ai.search.single."""
    return _single(root, seat, iterations, duration, c, rng, room)


@hot_kernel
def flat(root, seat, actions, iterations, duration, rng, room):
    """Flat Monte Carlo; see ai.search.flat."""
    return _flat(root, seat, actions, iterations, duration, rng, room)


@kernel
def evaluate(states, out):
    """How each seat stands; see ai.baselines.tide."""
    _evaluate(states[0], out)
