"""Kuhn poker bound to the searches. One file for each game: numba's cache goes by file and function."""

from ai.search.flat import make_flat
from ai.search.single import make_single
from engine.games.kuhn import rules
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
    """What each seat would win if the cards were shown now."""
    rules.returns(states[0], out)
