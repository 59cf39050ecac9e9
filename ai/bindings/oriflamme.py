"""Oriflamme bound to the search. One file for each game: numba's cache goes by file and function."""

from ai.baselines.oriflamme import evaluate as _evaluate
from ai.baselines.styles import STYLES, score
from ai.fitted.oriflamme import MODELS, ceiling, estimate, likelihood, stage
from ai.search.hints import Hints
from ai.search.search import make_search
from engine.games.oriflamme import rules
from engine.games.oriflamme.state import TIE_BREAKERS
from engine.jit import hot_kernel, kernel

HINTS = Hints(
    unit=TIE_BREAKERS,
    styles=STYLES,
    score=score,
    stages="rounds",
    stage=stage,
    estimate=estimate,
    models=MODELS,
    weigh=likelihood,
    ceiling=ceiling,
)
_search = make_search(rules, HINTS)


@hot_kernel
def search(root, seat, plans, actions, rng, room, log, extras, phases):
    """Search; see ai.search.search."""
    return _search(root, seat, plans, actions, rng, room, log, extras, phases)


@kernel
def evaluate(states, out):
    """How each seat stands; see ai.baselines.oriflamme."""
    _evaluate(states[0], out)
