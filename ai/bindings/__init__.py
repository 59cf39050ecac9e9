"""The compiled entries of searches and evaluations: one module a game, and a test names a missing one."""

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from engine.errors import SpecError
from engine.game import Game


class Binding(NamedTuple):
    """What `ai/bindings/<game>.py` defines."""

    single: Callable[..., int]
    """(root, seat, iterations, duration, c, rng, room): see ai.search.single."""
    flat: Callable[..., int]
    """(root, seat, actions, iterations, duration, rng, room): see ai.search.flat."""
    evaluate: Callable[..., None]
    """(states, out float64): how well each seat stands; more is better."""


@cache
def binding(game: Game) -> Binding:
    """The entries of a game; raises SpecError if it has none."""
    name = f"{__name__}.{game.name}"
    if find_spec(name) is None:
        raise SpecError(
            f"no search can play '{game.name}'; it has to be bound in {name.replace('.', '/')}.py"
        )
    module = importlib.import_module(name)
    return Binding(*(getattr(module, field) for field in Binding._fields))
