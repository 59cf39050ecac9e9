"""Turn the Tide as a search and a player see it: one door to the parts that make up the game."""

from engine.games.tide.dealing import draw, setup
from engine.games.tide.flow import apply
from engine.games.tide.knowledge import determinize, observe
from engine.games.tide.state import (
    MAX_DECISIONS,
    MAX_LEGAL,
    N_ACTIONS,
    PLAY,
    SEATS,
    STATE,
    TAKE,
    TAKE_0,
    lowest,
)
from engine.games.tide.story import listen
from engine.jit import part

__all__ = [
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "N_ACTIONS",
    "SEATS",
    "STATE",
    "apply",
    "canonical",
    "determinize",
    "draw",
    "legal_actions",
    "listen",
    "observe",
    "returns",
    "scores",
    "setup",
    "to_act",
]


@part
def to_act(state):
    """The seat to act, or -1."""
    return state.to_act


@part
def legal_actions(state, out):
    """Any card left in the hand of the one to act, also the last; or either tide card (A7, D20, OPT-21)."""
    n = 0
    if state.phase == PLAY:
        left = state.hand[state.to_act]
        while left != 0:
            out[n] = lowest(left)
            left &= left - 1
            n += 1
    elif state.phase == TAKE:
        out[0] = TAKE_0 + state.offer[0]
        out[1] = TAKE_0 + state.offer[1]
        n = 2
    return n


@part
def scores(state, out):
    """Points, of all rounds; nothing breaks ties (OPT-24)."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@part
def returns(state, out):
    """The share of the win a seat."""
    best = -100
    winners = 0
    for seat in range(state.seats):
        if state.points[seat] > best:
            best = state.points[seat]
            winners = 0
        if state.points[seat] == best:
            winners += 1
    for seat in range(state.seats):
        out[seat] = 1.0 / winners if state.points[seat] == best else 0.0


@part
def canonical(state):
    """Equal positions have equal bytes as they are."""
