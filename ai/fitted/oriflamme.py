"""How a game of Oriflamme is likely to end, as fitted to played games; and what hidden cards are likely.

A seat's score is linear in what lies in its purse, in the queue and in its hand, with weights by rounds left;
the shares of the win are their softmax (a conditional logit: McFadden, "Conditional logit analysis of
qualitative choice behavior", 1974). It reads a whole state. `benchmarks/fit_oriflamme.py` made the numbers.
"""

import numpy as np

from ai.baselines.oriflamme import prospect, seat_at, turns_left
from ai.fitted.oriflamme_belief import MODELS, ceiling, likelihood, posterior
from ai.fitted.oriflamme_numbers import SHARPNESS, WEIGHTS
from ai.fitted.softmax import share_out
from engine.games.oriflamme.rules import returns
from engine.games.oriflamme.state import COLOUR, DEAL, DRAW, FACE_UP, INFILTRATION, OVER
from engine.jit import part

__all__ = [
    "FEATURES",
    "MODELS",
    "N_WEIGHTS",
    "ceiling",
    "estimate",
    "likelihood",
    "posterior",
    "score",
    "stage",
]

FEATURES = (
    "purse",
    "face up",  # what revealed cards will still bring
    "face down",  # the same of hidden ones
    "gathered",  # points on hidden cards
    "cards",  # uncovered cards, which break ties
    "covered",
    "first",  # is to place first
    "last",
    "deal",  # points on a reserved Deal, at each of its pay-days
    "infiltration",
)
PURSE, UP, DOWN, GATHERED, CARDS, COVERED, FIRST, LAST, DEALS, INFILTRATED = range(len(FEATURES))
KINDS_KNOWN = 31
HELD = len(FEATURES)
"""From here on weights go by kind: of cards still to come, then of hidden cards in the queue."""
HIDDEN = HELD + KINDS_KNOWN
N_WEIGHTS = HIDDEN + KINDS_KNOWN
_WEIGHTS, _SHARPNESS = np.array(WEIGHTS), np.array(SHARPNESS)


@part
def stage(state):
    """Whole rounds done: it never falls."""
    return state.turn


@part
def worth_of_cards(cards, weights, start):
    """The weights of a set of kinds, added up."""
    total = 0.0
    kind = start
    while cards != 0:
        if cards & 1:
            total += weights[kind]
        cards >>= 1
        kind += 1
    return total


@part
def score_queue(state, weights, out):
    """Add what the cards in the queue are worth to their seats."""
    for column in range(state.n_columns):
        slot = state.queue[column]
        seat = seat_at(state, column)
        worth = weights[CARDS]
        if state.status[slot] == FACE_UP:
            worth += weights[UP] * prospect(state, column)
        else:
            worth += weights[DOWN] * prospect(state, column)
            if turns_left(state, column) > 0:
                worth += weights[GATHERED] * state.points[slot] + weights[HIDDEN + state.kind[slot]]
        out[seat] += worth
        while state.below[slot] != 0:
            slot = state.below[slot] - 1
            out[state.control[slot] >> state.pair] += weights[COVERED]


@part
def score(state, weights, out):
    """Write the score of each seat, linear in `weights` (N_WEIGHTS)."""
    left = state.rounds - state.turn
    for seat in range(state.seats):
        out[seat] = weights[PURSE] * state.purse[seat]
    out[state.first] += weights[FIRST]
    out[state.first - 1 if state.first > 0 else state.seats - 1] += weights[LAST]
    for family in range(state.families):
        seat = family >> state.pair
        out[seat] += worth_of_cards(state.hand[family], weights, HELD)
        if (state.reserve[family] >> DEAL) & 1:
            out[seat] += weights[DEALS] * state.deal[family] * left
        if (state.reserve[family] >> INFILTRATION) & 1:
            out[seat] += weights[INFILTRATED]
    if state.pair == 1:
        for i in range(2 * DRAW):
            if state.draw[i] != 0:
                out[1 if i >= DRAW else 0] += weights[HELD + (state.draw[i] - 1) % COLOUR]
    score_queue(state, weights, out)


@part
def estimate(state, out):
    """Write each seat's likely share of the win; at the end of the game its share."""
    left = state.rounds - state.turn
    if state.phase == OVER or left <= 0:
        returns(state, out)
        return
    score(state, _WEIGHTS[left], out)
    share_out(out, state.seats, _SHARPNESS[left, state.seats])
