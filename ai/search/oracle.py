"""The ceiling: a search that sees all cards. It is no bot: it takes a State, and no tournament can have it.

What it wins more than the same search without sight is the value of hidden information.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ai.bindings import binding
from ai.bot import Decision
from ai.search.bots import decision, run
from ai.search.parts import parts
from engine.jit import room
from engine.state import State
from engine.view import observe


def _rows(state: State) -> "np.ndarray[Any, Any]":
    """The position as the one-element array that kernels take."""
    rows = room(state.game.state_type)
    rows.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(state.data, np.uint8)
    return rows


def decide_seeing_all(state: State, chosen: Mapping[str, str], seed: int) -> Decision:
    """A search of these parts (complete options) in the one true world of a position."""
    view, bound = observe(state, state.to_act), binding(state.game)
    if len(view.legal_actions) == 1:
        return Decision(view.legal_actions[0])
    made = parts(chosen, state.game, bound)
    made.plans["peek"] = 1
    found = run(bound, made, view, seed, root=_rows(state))[0]
    return decision(view, made, found, seed)
