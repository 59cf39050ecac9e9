"""The compiled entries of searches and evaluations: one module a game, and a test names a missing one."""

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from ai.search.hints import Hints
from engine.errors import SpecError
from engine.game import Game


class Binding(NamedTuple):
    """What `ai/bindings/<game>.py` defines."""

    search: Callable[..., int]
    """(root, seat, plans, actions, rng, room, log, extras, phases): see ai.search.search."""
    evaluate: Callable[..., None]
    """(states, out float64): how well each seat stands; more is better."""
    hints: Hints = Hints()
    """What the search was bound to beside the rules."""
    solve: Callable[..., Any] | None = None
    """(view, seed, plans) -> a Decision that is exact, or None where it cannot say."""


@cache
def binding(game: Game) -> Binding:
    """The entries of a game; raises SpecError if it has none."""
    name = f"{__name__}.{game.name}"
    if find_spec(name) is None:
        raise SpecError(
            f"no search can play '{game.name}'; it has to be bound in {name.replace('.', '/')}.py"
        )
    module = importlib.import_module(name)
    return Binding(
        module.search, module.evaluate, getattr(module, "HINTS", Hints()), getattr(module, "solve", None)
    )
