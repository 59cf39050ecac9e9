"""Turn the Tide bound to the searches. One file for each game: numba's cache goes by file and function.

All choose at once, and commit seat after seat. What seats before the searcher have committed is drawn with
the world, so no figure of the searcher's own choice depends on it; the figures of the seats after it stand
beside its own, not below, so in its tree they answer no card that they could not see.
"""

from ai.baselines.tide import evaluate as _evaluate
from ai.search.flat import make_flat
from ai.search.single import LAST_SECRET, OPEN, SECRET, make_single
from engine.games.tide import rules
from engine.games.tide.state import PLAY
from engine.jit import hot_kernel, kernel, part


@part
def secrecy(state):
    """A card is secret until the last active seat has played; a tide card is taken openly."""
    if state.phase != PLAY:
        return OPEN
    return LAST_SECRET if state.active >> (state.to_act + 1) == 0 else SECRET


_single, _flat = make_single(rules, secrecy=secrecy), make_flat(rules)


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
