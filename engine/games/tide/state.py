"""The state of a game of Turn the Tide: one flat record, and the words for its small integers.

A *card* is a Weather card, 1 to 60; a set of cards is a mask with bit `card`. A *hand* is a set of cards
that is dealt once and passed on: hand h is dealt to seat h and played by seat h + r in round r, from 0. So
what is dealt, and what all have seen of it, goes by hand; what happens in a round goes by seat.
"""

import numpy as np

from engine.jit import part, record

SEATS, DECK, HAND, TIDES, ROUNDS = 5, 60, 12, 12, 5
TIDE_CARDS = 2 * TIDES
"""Room for the tide cards of a round: each value twice."""

UNKNOWN = -1
"""A tide card, or a commitment, that a view does not know."""

PLAY, TAKE, OVER = range(3)  # phases: what `to_act` has to choose

# Actions: a card to play, as its number; TAKE_0 + a tide card to take (OPT-21).
TAKE_0 = DECK
N_ACTIONS = TAKE_0 + TIDES + 1
MAX_LEGAL = HAND
MAX_DECISIONS = ROUNDS * HAND * (SEATS + 1)

# Parameters, in their order: sizes, then the rule options.
P_SEATS, P_DECK, P_HAND, P_TIDES, P_ROUNDS, P_CHOOSE, P_SHOWN = range(7)
PARAMETERS = 7

STATE = record(
    [
        ("dealt", np.int64, (SEATS,)),  # by hand: all its cards; in a view those that the seat knows
        ("known", np.int64, (SEATS,)),  # by hand: the cards that all have seen
        ("hand", np.int64, (SEATS,)),  # by seat: what is left to play, a committed card included
        ("shown", np.int64),  # the cards that were not dealt, where all see them (OPT-22)
        ("left", np.int32),  # the tide cards not yet offered in this round: two bits a value
        ("tide", np.int8, (ROUNDS * TIDE_CARDS,)),  # by round, from the top; 0: offered, or not needed
        ("played", np.int8, (SEATS * HAND,)),  # by seat, in the order of play
        ("n_played", np.int8, (SEATS,)),
        ("n_dealt", np.int8, (SEATS,)),  # by hand: how many cards were dealt
        ("worth", np.int8, (SEATS,)),  # by hand: its life preservers
        ("level", np.int8, (SEATS,)),  # 0: none
        ("tokens", np.int8, (SEATS,)),
        ("points", np.int8, (SEATS,)),  # of the rounds before
        ("choice", np.int8, (SEATS,)),  # a commitment, not yet revealed; 0: none
        ("offer", np.int8, (2,)),  # the lower tide card, the higher one
        ("active", np.int8),  # the seats that are not eliminated, as bits
        ("turn", np.int8),  # rounds before this one
        ("drawn", np.int8),  # how many tide cards of this round are no longer in its deck
        ("phase", np.int8),
        ("to_act", np.int8),
        ("seats", np.int8),
        ("deck", np.int8),  # Weather cards in the game
        ("tides", np.int8),  # values of tide cards
        ("rounds", np.int8),
        ("may_choose", np.int8),  # OPT-21: the highest bidder chooses its tide card
    ]
)


@part
def count(cards):
    """How many cards a set has."""
    n = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


@part
def lowest(cards):
    """The lowest card of a set."""
    return count((cards & -cards) - 1)


@part
def halves(card, deck):
    """Life preservers of a card, in halves: 0 1 2 1 0 in five bands of the deck (A7: TT3)."""
    band = (card - 1) * 5 // deck
    return band if band <= 2 else 4 - band


@part
def total_halves(cards, deck):
    """Life preservers of a set of cards, in halves."""
    total = 0
    while cards != 0:
        total += halves(lowest(cards), deck)
        cards &= cards - 1
    return total


@part
def hand_of(state, seat):
    """The hand that a seat plays in this round: it came from its right, round by round (A7)."""
    hand = seat - state.turn
    return hand if hand >= 0 else hand + state.seats


@part
def is_active(state, seat):
    """Is a seat still in the round?"""
    return (state.active >> seat) & 1 == 1


@part
def next_active(state, seat):
    """The first seat from this one on that is still in the round, or the number of seats."""
    while seat < state.seats and not is_active(state, seat):
        seat += 1
    return seat
