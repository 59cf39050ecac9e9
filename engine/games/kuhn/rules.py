"""Kuhn poker: three cards, one bet. The rules, as a search and a player see them.

Source: H. W. Kuhn, "A simplified two-person poker", 1950. Both seats ante 1 and get one of three
cards. A bet is 1. Pass-pass and bet-bet end in a showdown; a bet that is passed wins the pot.
"""

import numpy as np

from engine.events import EVERYONE, tell
from engine.jit import part, record
from engine.rng import rand_below, shuffle

CARDS, SEATS, UNKNOWN = 3, 2, -1
PASS, BET = 0, 1
CHOSE, SHOWN = 1, 2  # kinds of events
N_ACTIONS, MAX_LEGAL, MAX_DECISIONS = 2, 2, 3

STATE = record(
    [
        ("card", np.int8, (SEATS,)),
        ("paid", np.int8, (SEATS,)),
        ("n", np.int8),  # actions so far
        ("to_act", np.int8),
    ]
)


@part
def draw(parameters, rng, deal):
    """A deal is the card of seat 0 and the card of seat 1; the third is not seen."""
    first = rand_below(rng, CARDS)
    second = rand_below(rng, CARDS - 1)
    deal[0] = first
    deal[1] = second if second < first else second + 1


@part
def setup(state, parameters, deal):
    """Both have anted; seat 0 begins."""
    for seat in range(SEATS):
        state.card[seat] = deal[seat]
        state.paid[seat] = 1
    state.n = 0
    state.to_act = 0


@part
def to_act(state):
    """The seat to act, or -1."""
    return state.to_act


@part
def legal_actions(state, out):
    """Pass or bet, always."""
    if state.to_act < 0:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


@part
def apply(state, action, log):
    """Play an action, which is not checked."""
    me = state.to_act
    facing = state.paid[1 - me] > state.paid[me]
    tell(log, CHOSE, me, 0, 0, action, EVERYONE, 0)
    if action == BET:
        state.paid[me] += 1
    state.n += 1
    if facing or (action == PASS and state.n == 2):
        state.to_act = -1
        if action == BET or not facing:
            for seat in range(SEATS):
                tell(log, SHOWN, seat, 0, state.card[seat], 0, EVERYONE, 0)
    else:
        state.to_act = 1 - me


@part
def returns(state, out):
    """What each seat wins; the seats' returns add up to 0."""
    winner = 0 if state.card[0] > state.card[1] else 1
    if state.paid[0] != state.paid[1]:
        winner = 0 if state.paid[0] > state.paid[1] else 1
    out[winner] = float(state.paid[1 - winner])
    out[1 - winner] = -float(state.paid[1 - winner])


@part
def scores(state, out):
    """The same, as whole numbers."""
    winner = 0 if state.card[0] > state.card[1] else 1
    if state.paid[0] != state.paid[1]:
        winner = 0 if state.paid[0] > state.paid[1] else 1
    out[winner] = state.paid[1 - winner]
    out[1 - winner] = -state.paid[1 - winner]


@part
def observe(state, seat, view):
    """Write what a seat may know: its own card, and the other after a showdown."""
    for each in range(SEATS):
        view.card[each] = UNKNOWN
        view.paid[each] = state.paid[each]
    view.card[seat] = state.card[seat]
    if state.to_act < 0 and state.paid[0] == state.paid[1]:
        view.card[1 - seat] = state.card[1 - seat]
    view.n = state.n
    view.to_act = state.to_act


@part
def determinize(state, seat, rng, items):
    """Draw the other card, if it was not shown."""
    if state.to_act < 0 and state.paid[0] == state.paid[1]:
        return
    n = 0
    for card in range(CARDS):
        if card != state.card[seat]:
            items[n] = card
            n += 1
    shuffle(items, 0, n, rng)
    state.card[1 - seat] = items[0]


@part
def listen(state, log):
    """Nothing is told by comparing here."""
    log[0] = 0


@part
def canonical(state):
    """Equal positions have equal bytes as they are."""
