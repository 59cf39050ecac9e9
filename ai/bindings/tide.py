"""Turn the Tide bound to the search. One file for each game: numba's cache goes by file and function.

All choose at once, and commit seat after seat. What seats before the searcher have committed is drawn with
the world, so no figure of the searcher's own choice depends on it; the figures of the seats after it stand
beside its own, not below, so in its tree they answer no card that they could not see.
"""

from ai.baselines.tide import evaluate as _evaluate
from ai.baselines.tide_styles import STYLES, score
from ai.endgames.tide import solve
from ai.fitted.tide import estimate, stage
from ai.search.hints import LAST_SECRET, OPEN, SECRET, Hints
from ai.search.search import make_search
from engine.games.tide import rules
from engine.games.tide.state import PLAY
from engine.jit import hot_kernel, kernel, part


@part
def secrecy(state):
    """A card is secret until the last active seat has played; a tide card is taken openly."""
    if state.phase != PLAY:
        return OPEN
    return LAST_SECRET if state.active >> (state.to_act + 1) == 0 else SECRET


HINTS = Hints(
    secrecy=secrecy,
    styles=STYLES,
    score=score,
    stages="tricks",
    stage=stage,
    estimate=estimate,
)
__all__ = ["HINTS", "evaluate", "search", "solve"]
_search = make_search(rules, HINTS)


@hot_kernel
def search(root, seat, plans, actions, rng, room, log, extras, phases):
    """Search; see ai.search.search."""
    return _search(root, seat, plans, actions, rng, room, log, extras, phases)


@kernel
def evaluate(states, out):
    """How each seat stands; see ai.baselines.tide."""
    _evaluate(states[0], out)
