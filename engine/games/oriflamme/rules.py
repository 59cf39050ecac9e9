"""Oriflamme as a search and a player see it: one door to the parts that make up the game."""

from engine.events import EVERYONE, tell
from engine.games.oriflamme.canonical import canonical
from engine.games.oriflamme.choosing import legal_actions
from engine.games.oriflamme.dealing import draw, setup
from engine.games.oriflamme.flow import advance, place, revealed
from engine.games.oriflamme.knowledge import determinize, observe
from engine.games.oriflamme.state import (
    AGAIN,
    CHOSEN,
    DONE,
    EXCHANGE,
    EXCHANGE_0,
    FACE_UP,
    FAMILY,
    GAP,
    GAP_0,
    KEEP_IT,
    KINDS,
    KNOWN,
    MAX_DECISIONS,
    MAX_LEGAL,
    MODE_0,
    N_ACTIONS,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    NOTHING,
    PLACE,
    PLACES,
    PRINCE,
    RESOLVING,
    REVEAL,
    STATE,
    TARGET,
    TARGET_0,
    TIE_BREAKERS,
    TWIN_0,
    TWIN_PLACE,
)
from engine.games.oriflamme.story import KEPT, ON_CARD, REVEALED, listen, tell_changes
from engine.jit import part

__all__ = [
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "N_ACTIONS",
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
def apply(state, action, log):
    """Play an action, which is not checked; tell `log`, if there is one, what happened."""
    phase = state.phase
    answer = DONE
    choice = 0
    if phase == PLACE:
        colour = action // (KINDS * PLACES)
        family = (state.to_act << state.pair) + colour
        place(state, family, action // PLACES % KINDS, action % PLACES, log)
        if state.placed < state.families:
            return
        state.laid = 0
        state.effect = NOTHING
    elif phase == REVEAL:
        slot = state.actor
        if action == KEEP_IT:
            state.points[slot] += 1
            tell(log, KEPT, state.to_act, state.spot, 0, 0, EVERYONE, 0)
            tell_changes(state, log, ON_CARD, 0)
        else:
            kind = state.kind[slot]
            state.status[slot] = FACE_UP
            state.marks[slot] &= ~(KNOWN | NOT_INFORMER | NOT_SHAPESHIFTER)
            tell(log, REVEALED, state.to_act, state.spot, kind, slot // FAMILY, EVERYONE, 0)
            state.fresh = 1 if kind == PRINCE else 0
            revealed(kind, state, slot)
            tell_changes(state, log, ON_CARD, kind)
            state.effect = kind
            answer = AGAIN
    elif phase == RESOLVING:
        state.effect = NOTHING
    else:
        if phase == TARGET:
            state.targets = 0
            choice = action - TARGET_0
        elif phase == GAP:
            choice = action - GAP_0
        elif phase == TWIN_PLACE:
            choice = action - TWIN_0
        elif phase == EXCHANGE:
            choice = NOTHING if action == MODE_0 else action - EXCHANGE_0
        else:
            choice = action - MODE_0
        answer = CHOSEN
    advance(state, log, answer, choice)


@part
def scores(state, out):
    """Points, and the cards in the queue that break ties below them (OPT-16)."""
    for seat in range(state.seats):
        out[seat] = state.purse[seat] * TIE_BREAKERS
    for column in range(state.n_columns):
        slot = state.queue[column]
        out[state.control[slot] >> state.pair] += 1
        while state.tie_break == 1 and state.below[slot] != 0:
            slot = state.below[slot] - 1
            out[state.control[slot] >> state.pair] += 1


@part
def returns(state, out):
    """The share of the win a seat."""
    best = -1.0
    winners = 0
    for seat in range(state.seats):
        out[seat] = 0.0
    scores(state, out)
    for seat in range(state.seats):
        if out[seat] > best:
            best = out[seat]
            winners = 0
        if out[seat] == best:
            winners += 1
    for seat in range(state.seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0
