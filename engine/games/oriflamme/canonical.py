"""Equal positions, equal bytes."""

from engine.games.oriflamme.knowledge import located
from engine.games.oriflamme.state import (
    FAMILY,
    INFORMER,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    NOTHING,
    SHAPESHIFTER,
    SLOTS,
)
from engine.jit import part


@part
def swap_slots(state, one, two):
    """Exchange two slots of the record; the row and the links that name them are left to the caller."""
    state.kind[one], state.kind[two] = state.kind[two], state.kind[one]
    state.points[one], state.points[two] = state.points[two], state.points[one]
    state.status[one], state.status[two] = state.status[two], state.status[one]
    state.control[one], state.control[two] = state.control[two], state.control[one]
    state.marks[one], state.marks[two] = state.marks[two], state.marks[one]
    state.below[one], state.below[two] = state.below[two], state.below[one]


@part
def renamed(slot, one, two):
    """A slot's number after two were exchanged."""
    return two if slot == one else (one if slot == two else slot)


@part
def forget(state):
    """Drop what is known of hidden cards once all know where they are."""
    for family in range(state.families):
        waiting = state.not_aside[family]
        if waiting != 0:
            waiting &= ~located(state, family, False)
            state.not_aside[family] = waiting
            for slot in range(family * FAMILY, (family + 1) * FAMILY):
                if not (waiting >> INFORMER) & 1:
                    state.marks[slot] &= ~NOT_INFORMER
                if not (waiting >> SHAPESHIFTER) & 1:
                    state.marks[slot] &= ~NOT_SHAPESHIFTER


@part
def canonical(state):
    """Number the slots of each family in queue order, top to bottom: equal positions, equal bytes."""
    forget(state)
    used = 0  # slots numbered so far, eight bits a family
    for column in range(state.n_columns):
        slot = state.queue[column]
        while slot != NOTHING:
            family = slot // FAMILY
            wanted = family * FAMILY + ((used >> (8 * family)) & 0xFF)
            used += 1 << (8 * family)
            if wanted != slot:
                exchange(state, slot, wanted)
                slot = wanted
            slot = state.below[slot] - 1


@part
def exchange(state, one, two):
    """Give two slots of a family each other's number, everywhere."""
    swap_slots(state, one, two)
    for column in range(state.n_columns):
        state.queue[column] = renamed(state.queue[column], one, two)
    for slot in range(SLOTS):
        if state.below[slot] != 0:
            state.below[slot] = renamed(state.below[slot] - 1, one, two) + 1
    state.current = renamed(state.current, one, two)
    state.actor = renamed(state.actor, one, two)
