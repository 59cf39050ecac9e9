"""Moving the top card of a stack to another place of the row (Royal Decree)."""

from engine.games.oriflamme.effects import column_of, lift, open_gap
from engine.games.oriflamme.state import NOTHING, SLOTS
from engine.jit import part

ONTO = SLOTS + 1
"""Choices from here on are columns to be put onto; below they are gaps."""


@part
def last_place(state):
    """A bound of the choices: gaps, and columns where OPT-07 allows them."""
    return state.n_columns + 1 if state.decree_onto == 0 else ONTO + state.n_columns


@part
def may_go(state, choice):
    """May the picked card go there? A gap is numbered as the row stood before it was lifted.

    Not back to exactly the same order (OPT-08); onto a card only as OPT-07 says, never onto the
    acting card or its former stack (D4).
    """
    source = state.picked
    if choice >= ONTO:
        column = choice - ONTO
        if state.decree_onto == 0 or column == source or column == state.spot or column >= state.n_columns:
            return False
        moved, goal = state.queue[source], state.queue[column]
        return state.decree_onto == 2 or state.control[moved] == state.control[goal]
    if choice > state.n_columns:
        return False
    alone = state.below[state.queue[source]] == 0
    return not (alone and (choice == source or choice == source + 1))


@part
def move(state, choice):
    """Move the picked card, with all that lies on it; the pointer stays with the acting card."""
    source = state.picked
    slot = state.queue[source]
    onto = state.queue[choice - ONTO] if choice >= ONTO else NOTHING
    closed = lift(state, source)
    if onto != NOTHING:
        state.below[slot] = onto + 1
        state.queue[column_of(state, onto)] = slot
    else:
        open_gap(state, choice - 1 if closed and choice > source else choice, slot)
    state.pointer = column_of(state, state.actor)
    state.spot = state.pointer
