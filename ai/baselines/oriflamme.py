"""What a player reads off a position of Oriflamme: what a card will bring, and how each seat stands.

All of it works on a view as well as on a whole state, and gives the same on both for the seat of the view
where it takes a seat: a card that lies face down is known to its own seat only.
"""

import numpy as np

from engine.games.oriflamme.state import (
    AMBUSH,
    APOTHECARY,
    ARCHER,
    ASSASSINATION,
    BRIBERY,
    CONSPIRACY,
    CUTTHROAT,
    DEAL,
    DESERTER,
    DIPLOMAT,
    EMPRESS,
    EXTORTION,
    FACE_UP,
    FAMILY_BITS,
    FANATIC,
    HEIR,
    IMPERSONATION,
    INFILTRATION,
    INFORMER,
    JUDGE,
    KINDS,
    LORD,
    PLACE,
    PLOT,
    PRINCE,
    QUEEN,
    REBELLION,
    SCHEMER,
    SHAPESHIFTER,
    SOLDIER,
    SPY,
    TRAP,
    TWIN,
    UNKNOWN,
)
from engine.jit import part


def _table(values, usual=0.0):
    found = np.full(KINDS, usual)
    for kind, value in values.items():
        found[kind] = value
    return found


def _mask(*kinds):
    return sum(1 << kind for kind in kinds)


INCOME = _table(
    {ARCHER: 1, SOLDIER: 1, SPY: 1, HEIR: 2, LORD: 1, SHAPESHIFTER: 1}
    | {EMPRESS: 2, INFORMER: 1, JUDGE: 1, FANATIC: 1.5, DIPLOMAT: 1, DESERTER: 1.5, REBELLION: 1}
    | {QUEEN: 2, PRINCE: 1, TWIN: 1, CUTTHROAT: 0.5, APOTHECARY: 1, SCHEMER: 1.5}
)
"""Points that a revealed card brings in each round, as its text says: 1 for an elimination, as it comes."""
ONCE = _table(
    {ASSASSINATION: 1, AMBUSH: 2, EXTORTION: 2, TRAP: 2, INFILTRATION: 2, DEAL: 1}
    | {IMPERSONATION: 1, PLOT: 1.5, BRIBERY: 1}
)
"""Points that a card which leaves brings beside those on it; a lure is killed as often as it is shown."""
KILLERS = _mask(
    ARCHER, SOLDIER, ASSASSINATION, DESERTER, REBELLION, CUTTHROAT, APOTHECARY, IMPERSONATION, SHAPESHIFTER
)
LURES = _mask(AMBUSH, EXTORTION, TRAP)
"""Cards that an attacker pays for; what lies on them goes to the supply."""
HOARDS = _mask(CONSPIRACY, DEAL, PLOT)
"""Cards that make more of what lies on them than its face."""
GIFTS = _mask(EMPRESS, DIPLOMAT)
"""Cards that put points on the card they choose."""

SURVIVAL = 0.8
"""The chance of a card to live through a round: about that in random games of four seats."""
ANNUITY = np.array([sum(SURVIVAL**i for i in range(1, n + 1)) for n in range(16)])
"""What an income of 1 in each of the next n rounds is worth."""


@part
def is_one_of(kind, mask):
    """Is a kind among those of a mask? UNKNOWN is in none."""
    return kind >= 0 and (mask >> kind) & 1 == 1


@part
def seat_at(state, column):
    """The seat whose family controls the top card of a column."""
    return state.control[state.queue[column]] >> state.pair


@part
def known_kind(state, seat, slot):
    """The kind of a card as a seat knows it, or UNKNOWN."""
    if state.status[slot] == FACE_UP or (slot >> FAMILY_BITS) >> state.pair == seat:
        return state.kind[slot]
    return UNKNOWN


@part
def turns_left(state, column):
    """How often the top card of a column is still resolved before the game ends."""
    left = state.rounds - state.turn
    return left - 1 if state.phase != PLACE and column < state.pointer else left


@part
def lords_kin(state, column):
    """How many neighbours of a column are of its family."""
    family = state.control[state.queue[column]]
    count = 0
    for beside in (column - 1, column + 1):
        if 0 <= beside < state.n_columns and state.control[state.queue[beside]] == family:
            count += 1
    return count


@part
def heirs(state):
    """How many revealed Heirs are in the queue."""
    count = 0
    for column in range(state.n_columns):
        slot = state.queue[column]
        count += state.status[slot] == FACE_UP and state.kind[slot] == HEIR
    return count


@part
def income(state, column, kind):
    """What the card of a column would bring in a round if it lay there face up as that kind."""
    if kind == LORD:
        return 1.0 + lords_kin(state, column)
    if kind == HEIR:
        slot = state.queue[column]
        others = heirs(state) - (1 if state.status[slot] == FACE_UP and state.kind[slot] == HEIR else 0)
        return 2.0 if others == 0 else 0.0
    return INCOME[kind]


@part
def prospect(state, column):
    """What the top card of a column will bring its seat until the end, beyond what is in the purse.

    A face-down card is taken to be revealed when it is resolved next. Asks for kinds that are known.
    """
    left = turns_left(state, column)
    slot = state.queue[column]
    kind = state.kind[slot]
    if left <= 0 or kind == UNKNOWN:
        return 0.0
    if state.status[slot] == FACE_UP:
        return income(state, column, kind) * ANNUITY[left]
    points = float(state.points[slot])
    if is_one_of(kind, LURES):
        points = 0.0
    elif is_one_of(kind, HOARDS):
        points *= 2
    return SURVIVAL * (points + ONCE[kind] + income(state, column, kind) * (1.0 + ANNUITY[left - 1]))


@part
def evaluate(state, out):
    """How each seat stands: its points, and what its cards in the queue will bring until the end."""
    for seat in range(state.seats):
        out[seat] = state.purse[seat]
    for column in range(state.n_columns):
        out[seat_at(state, column)] += prospect(state, column)


@part
def prize(state, seat, column):
    """What a seat hurts its opponents by removing the top card of a column; below 0 if it is its own."""
    slot = state.queue[column]
    owner = seat_at(state, column)
    left = turns_left(state, column)
    kind = known_kind(state, seat, slot)
    worth = float(state.points[slot])
    if state.status[slot] == FACE_UP:
        worth += income(state, column, kind) * left
    elif owner != seat:
        worth += 1.5
    else:
        worth += ONCE[kind] + income(state, column, kind) * left
    return -1.0 - worth if owner == seat else worth + 0.25 * state.purse[owner]


@part
def richest(state, seat):
    """The most points in another seat's purse."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, state.purse[other])
    return most


@part
def is_threatened(state, column):
    """Can another seat's revealed Archer or Soldier reach the top card of a column?"""
    seat = seat_at(state, column)
    for other in range(state.n_columns):
        slot = state.queue[other]
        if state.status[slot] == FACE_UP and seat_at(state, other) != seat:
            beside = other == column - 1 or other == column + 1
            at_an_end = column == 0 or column == state.n_columns - 1
            if (state.kind[slot] == SOLDIER and beside) or (state.kind[slot] == ARCHER and at_an_end):
                return True
    return False
