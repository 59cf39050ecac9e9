"""How a game of Turn the Tide is likely to end, as fitted to played games.

A seat's score is linear in its points, its life preservers and level, and the cards that it will still play.
Weights go by rounds left and by how much of the round is left; the shares of the win are the softmax of the
scores (a conditional logit, see ai.fitted.oriflamme). It reads a whole state. `benchmarks/fit_tide.py` made
the numbers.
"""

import numpy as np

from ai.baselines.tide import others_highest, others_lowest, worth_of_level
from ai.fitted.softmax import share_out
from ai.fitted.tide_numbers import SHARPNESS, WEIGHTS
from engine.games.tide.rules import returns
from engine.games.tide.state import HAND, OVER, count, is_active
from engine.jit import part

__all__ = ["FEATURES", "N_WEIGHTS", "QUARTERS", "estimate", "index", "score", "stage"]

FEATURES = (
    "points",
    "preservers",  # 0 of who is out
    "out",
    "level",  # a share of the highest that there is
    "highest",  # has the highest level, which costs
    "bare",  # and no life preserver to pay with
    "lowest",  # has the lowest level, which pays in the end
    "prospect",  # what the level is worth by the hand-made evaluation
    "high cards",  # left in this round: the highest fifth of the deck, and the next
    "rather high cards",
    "low cards",
    "preservers to come",  # of hands that it will play in later rounds
    "high cards to come",
    "low cards to come",
)
(
    POINTS,
    PRESERVERS,
    GONE,
    LEVEL,
    HIGHEST,
    BARE,
    LOWEST,
    PROSPECT,
    HIGH,
    RATHER_HIGH,
    LOW,
    LATER_PRESERVERS,
    LATER_HIGH,
    LATER_LOW,
) = range(len(FEATURES))
N_WEIGHTS = len(FEATURES)
QUARTERS = 4
"""A round is told apart into so many parts, by the hands left."""
_WEIGHTS, _SHARPNESS = np.array(WEIGHTS), np.array(SHARPNESS)


@part
def stage(state):
    """Hands done, a round counting for as many as the longest has: it never falls."""
    if state.phase == OVER:
        return state.rounds * HAND
    return state.turn * HAND + state.drawn // 2 - 1


@part
def index(state):
    """The row of the weights: by rounds left after this one, then by the hands left in it."""
    size = max(state.n_dealt[0], 1)
    left = max(size - (state.drawn // 2 - 1), 0)
    return (state.rounds - 1 - state.turn) * QUARTERS + min(left * QUARTERS // (size + 1), QUARTERS - 1)


@part
def band(deck, fifth):
    """The cards of a fifth of the deck, from 0 at the bottom."""
    low = deck * fifth // 5
    high = deck * (fifth + 1) // 5
    return ((1 << (high + 1)) - 1) & ~((1 << (low + 1)) - 1)


@part
def score(state, weights, out):
    """Write the score of each seat, linear in `weights` (N_WEIGHTS)."""
    low, rather_high, high = band(state.deck, 0), band(state.deck, 3), band(state.deck, 4)
    for seat in range(state.seats):
        worth = weights[POINTS] * state.points[seat]
        if is_active(state, seat):
            level, tokens, cards = state.level[seat], state.tokens[seat], state.hand[seat]
            worth += weights[PRESERVERS] * tokens + weights[LEVEL] * level / state.tides
            if level > 0 and level >= others_highest(state, seat):
                worth += weights[HIGHEST]
                if tokens == 0:
                    worth += weights[BARE]
            if level <= others_lowest(state, seat):
                worth += weights[LOWEST]
            worth += weights[PROSPECT] * worth_of_level(state, seat, level)
            worth += weights[HIGH] * count(cards & high)
            worth += weights[RATHER_HIGH] * count(cards & rather_high)
            worth += weights[LOW] * count(cards & low)
        else:
            worth += weights[GONE]
        for turn in range(state.turn + 1, state.rounds):
            hand = seat - turn if seat >= turn else seat - turn + state.seats
            worth += weights[LATER_PRESERVERS] * state.worth[hand]
            worth += weights[LATER_HIGH] * count(state.dealt[hand] & high)
            worth += weights[LATER_LOW] * count(state.dealt[hand] & low)
        out[seat] = worth


@part
def estimate(state, out):
    """Write each seat's likely share of the win; at the end of the game its share."""
    if state.phase == OVER:
        returns(state, out)
        return
    row = index(state)
    score(state, _WEIGHTS[row], out)
    share_out(out, state.seats, _SHARPNESS[row, state.seats])
