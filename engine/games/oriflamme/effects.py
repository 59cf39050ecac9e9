"""What cards do to the queue and the purses. Cards call these and never the flow."""

from engine.games.oriflamme.state import (
    CHARACTERS,
    DONE,
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    FAMILY_BITS,
    NOTHING,
    TARGET,
    UNPLAYED,
    VERDICT,
    WAITING,
)
from engine.jit import part


# ---------------------------------------------------------------- looking
@part
def seat_of(state, family):
    """The player of a family."""
    return family >> state.pair


@part
def opponents(state, family, other):
    """Do two families belong to different players?"""
    return (family >> state.pair) != (other >> state.pair)


@part
def top(state, column):
    """The slot on top of a column, or NOTHING beyond the ends."""
    if 0 <= column < state.n_columns:
        return state.queue[column]
    return NOTHING


@part
def column_of(state, slot):
    """The column that a slot is on top of, or NOTHING."""
    for column in range(state.n_columns):
        if state.queue[column] == slot:
            return column
    return NOTHING


# ---------------------------------------------------------------- points
@part
def gain(state, family, value):
    """Points from the supply to the player of a family."""
    state.purse[family >> state.pair] += value


@part
def lose(state, family, value):
    """Take up to `value` points from a player's purse; how many it were."""
    taken = min(value, state.purse[family >> state.pair])
    state.purse[family >> state.pair] -= taken
    return taken


# ---------------------------------------------------------------- coming and leaving
@part
def new_slot(state, family):
    """The first free slot of a family."""
    slot = family * FAMILY
    for _ in range(FAMILY - 1):  # never beyond the family's slots, whatever the position
        if state.status[slot] == UNPLAYED:
            break
        slot += 1
    return slot


@part
def open_gap(state, column, slot):
    """Put a slot into the row before `column`, as a column of its own."""
    for i in range(state.n_columns, column, -1):
        state.queue[i] = state.queue[i - 1]
    state.queue[column] = slot
    state.n_columns += 1


@part
def lift(state, column):
    """Take the top card off a column, without clearing it; was it the last there?"""
    slot = state.queue[column]
    if state.below[slot] != 0:
        state.queue[column] = state.below[slot] - 1
        state.below[slot] = 0
        return False
    state.n_columns -= 1
    for i in range(column, state.n_columns):
        state.queue[i] = state.queue[i + 1]
    state.queue[state.n_columns] = 0
    if column < state.pointer:
        state.pointer -= 1
    if column < state.spot:
        state.spot -= 1
    if column < state.picked:
        state.picked -= 1
    return True


@part
def remove(state, column):
    """Take the top card of a column to its owner's pile; what it covered is active, or the row closes."""
    slot = state.queue[column]
    state.pile[slot >> FAMILY_BITS] |= 1 << state.kind[slot]
    vacate(state, column)


@part
def vacate(state, column):
    """Take the top card of a column out of the queue, its tokens with it, and clear its slot."""
    slot = state.queue[column]
    lift(state, column)
    clear(state, slot)


@part
def clear(state, slot):
    """Clear a slot whose card has left the queue; its Verdict token goes back to the supply."""
    if state.marks[slot] != 0:
        if state.marks[slot] & VERDICT:
            state.verdicts += 1
        if state.marks[slot] & WAITING:
            state.n_waiting -= 1
        state.marks[slot] = 0
    state.kind[slot] = 0
    state.below[slot] = 0
    state.points[slot] = 0
    state.status[slot] = UNPLAYED
    state.control[slot] = 0
    if slot == state.current:
        state.current = NOTHING
    if slot == state.actor:
        state.actor = NOTHING


@part
def leave(state):
    """Discard the acting card, if it is still in the queue."""
    if state.actor != NOTHING:
        remove(state, column_of(state, state.actor))


@part
def reserve(state):
    """Lay the acting card in front of its owner, for the rest of the game."""
    slot = state.actor
    state.reserve[slot >> FAMILY_BITS] |= 1 << state.kind[slot]
    vacate(state, column_of(state, slot))


@part
def doom(state, column):
    """Mark the top card of a column for elimination once the running text is done."""
    state.doomed |= 1 << column


# ---------------------------------------------------------------- hooks that several cards share
@part
def nothing(state):
    """Resolve, or afterwards: nothing happens."""
    return DONE


@part
def ask(state):
    """Resolve: its player chooses a card of the queue."""
    return TARGET


@part
def depart(state):
    """Resolve, or afterwards: the acting card is discarded."""
    leave(state)
    return DONE


@part
def take_points(state, slot):
    """Reveal: the points on the card go to its player."""
    gain(state, state.control[slot], state.points[slot])
    state.points[slot] = 0
    return DONE


@part
def take_one(state, slot):
    """Reveal: one point, whatever lies on the card."""
    gain(state, state.control[slot], 1)
    state.points[slot] = 0
    return DONE


@part
def always(state, slot):
    """It may be revealed."""
    return True


@part
def nobody(state):
    """No card may be chosen."""
    return 0


@part
def everybody(state):
    """All columns, as bits."""
    return (1 << state.n_columns) - 1


@part
def adjacent(state):
    """The neighbours may be chosen."""
    return ((1 << state.spot >> 1) | (1 << (state.spot + 1))) & everybody(state)


@part
def other(state):
    """Every card but the acting one may be chosen."""
    return everybody(state) & ~(1 << state.spot)


@part
def any_card(state):
    """Every card may be chosen; the acting one too, unless OPT-05 says no."""
    return everybody(state) if state.self_target == 0 else other(state)


@part
def strike(state, choice):
    """Chosen: it will be eliminated."""
    doom(state, choice)
    return DONE


@part
def no_choice(state, choice):
    """Chosen: nothing; never asked for."""
    return DONE


@part
def no_text(state, family):
    """When eliminated: nothing more."""
    return DONE


@part
def no_prize(state, family):
    """When eliminated: the point for the elimination is all that is paid."""
    return 0


@part
def is_character(kind):
    """Is it a Character?"""
    return (CHARACTERS >> kind) & 1 == 1


@part
def shows_character(state, column):
    """Is the top of a column a face-up Character?"""
    slot = top(state, column)
    return slot != NOTHING and state.status[slot] == FACE_UP and is_character(state.kind[slot])


@part
def downs(state, family, theirs):
    """The face-down tops of a family, or else of all other families, as columns' bits."""
    found = 0
    for column in range(state.n_columns):
        slot = state.queue[column]
        if state.status[slot] == FACE_DOWN and (state.control[slot] == family) != theirs:
            found |= 1 << column
    return found
