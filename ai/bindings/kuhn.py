"""Kuhn poker bound to the search. One file for each game: numba's cache goes by file and function."""

from ai.search.search import make_search
from engine.games.kuhn import rules
from engine.jit import hot_kernel, kernel

_search = make_search(rules)


@hot_kernel
def search(root, seat, plans, actions, rng, room, log, extras, phases):
    """Search; see ai.search.search."""
    return _search(root, seat, plans, actions, rng, room, log, extras, phases)


@kernel
def evaluate(states, out):
    """What each seat would win if the cards were shown now."""
    rules.returns(states[0], out)
