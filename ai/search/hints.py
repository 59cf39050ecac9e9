"""What a search may know of a game beside its rules: all of it optional, given where the game is bound."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.jit import part

OPEN, SECRET, LAST_SECRET = range(3)
"""What a choice is: seen by all; not seen before the others have chosen; that, and the last of them."""


@part
def all_open(state):
    """Every choice is seen by all, but for the card."""
    return OPEN


@part
def no_score(state, seat, action, style):
    """A game without styles."""
    return 0.0


@part
def no_stage(state):
    """A game whose playouts are not cut."""
    return 0


@part
def no_estimate(state, out):
    """A game whose playouts are not cut."""


@part
def no_weight(state, seat, model):
    """All worlds alike."""
    return 1.0


class Hints(NamedTuple):
    """Parts over a state, and the names of what they offer."""

    unit: float = 1.0
    """What a score counts for each point, where it holds more than points."""
    secrecy: Callable[..., int] = all_open
    """(state): is the choice that is to be made OPEN, SECRET or LAST_SECRET?"""
    styles: tuple[str, ...] = ()
    score: Callable[..., float] = no_score
    """(state, seat, action, style): how much a style likes an action, by what the seat may know."""
    stages: str = ""
    """What `stage` counts; empty: playouts cannot be cut."""
    stage: Callable[..., int] = no_stage
    estimate: Callable[..., Any] = no_estimate
    """(state, out): the share of the win that each seat may expect."""
    models: tuple[str, ...] = ()
    weigh: Callable[..., float] = no_weight
    """(state, seat, model): how likely others had done what they did in this world."""
    ceiling: Callable[..., float] = no_weight
    """(view, seat, model): a bound of `weigh` over all worlds of a view."""


NO_HINTS = Hints()
