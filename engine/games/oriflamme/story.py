"""The events of Oriflamme: their kinds, and what a step of play changed, told by comparing.

No card tells anything; the flow compares points and cards with what was told last, after each part
of a text, so nothing can be forgotten and each change has its reason.
"""

from engine.events import EVERYONE, TOLD, tell
from engine.games.oriflamme.state import (
    BRIBED,
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    FAMILY_BITS,
    SEATS,
    UNPLAYED,
    VERDICT,
)
from engine.jit import part

(
    PLACED,  # seat, place: column it came to, card, value: family; why: 1 if on a card
    KEPT,  # seat, place: column
    REVEALED,  # seat, place: column, card
    TARGETED,  # seat, place: column, card: whose text; why: the acting column + 1
    MOVED,  # seat, place: column it left, value: gap (or SLOTS + 1 + column onto which)
    ELIMINATED,  # seat that acted, place: column, card, value: family of the card
    DISCARDED,  # card, value: family of the card
    POINTS,  # seat, place: acting column, card: whose text, value: change, why
    TOKENS,  # place: column, seat: how many cards lie on it, value: change
    ROUND,  # seat: first player, value: number of the round
    DREW,  # seat, card (its player only), value: family
    FINISHED,
    CHOSE,  # seat, place: acting column, card: whose text, value: which of two (gain, collect, mark ...: 0)
    EXCHANGED,  # seat, place: column, card laid (its player only), value: family * KINDS + kind taken back
    TWIN_CAME,  # seat, place: acting column, value: where (0 front, 1 back, 2 + column)
    RESERVED,  # card, value: family
    ENTERED,  # place: column, card, value: family
    TURNED_DOWN,  # place: column, card, value: family
    MARKED,  # place: column, value: 1 a Verdict token came, 0 it went
    BRIBED_BY,  # place: column, value: family of the token
) = range(1, 21)

ON_CARD, ELIMINATION, TEXT, VICTIM, INCOME, FINAL = range(1, 7)
"""Why points moved: revealing the card, eliminating, the acting card's text, the victim's, a reserved card's
income at the start of a round and at the end of the game."""


@part
def table(state, slot):
    """What lies in a slot for all to see, with its kind, in one number."""
    if state.status[slot] == UNPLAYED:
        return 0
    return (
        state.points[slot]
        | state.status[slot] << 8
        | (state.control[slot] & 0xF) << 12
        | (state.marks[slot] & (VERDICT | BRIBED)) << 16
        | (state.kind[slot] & 0xFF) << 24
    )


@part
def listen(state, log):
    """From now on tell what changes against this state."""
    log[0] = 0
    for seat in range(state.seats):
        log[TOLD + seat] = state.purse[seat]
    for slot in range(state.families * FAMILY):
        log[TOLD + SEATS + slot] = table(state, slot)


@part
def heard(state, log, slot):
    """A slot's last change has been told."""
    if log is not None:
        log[TOLD + SEATS + slot] = table(state, slot)


@part
def depth_in(state, column, slot):
    """How many cards of a column lie on a slot; -1: it is not there."""
    depth = 0
    each = state.queue[column]
    while each != slot:
        each = state.below[each] - 1
        depth += 1
        if each < 0:
            return -1
    return depth


@part
def column_holding(state, slot):
    """The column that a slot lies in, for events; -1: it is gone."""
    for column in range(state.n_columns):
        if depth_in(state, column, slot) >= 0:
            return column
    return -1


@part
def tell_changes(state, log, why, card):
    """Tell what was changed since it was told last, and why: by the text of which card."""
    if log is not None:
        for seat in range(state.seats):
            change = state.purse[seat] - log[TOLD + seat]
            if change != 0:
                tell(log, POINTS, seat, state.spot, card, change, EVERYONE, why)
                log[TOLD + seat] += change
        for slot in range(state.families * FAMILY):
            was = log[TOLD + SEATS + slot]
            now = table(state, slot)
            if now != was:
                log[TOLD + SEATS + slot] = now
                tell_card(state, log, why, slot, was, now)


@part
def tell_card(state, log, why, slot, was, now):
    """Tell what became of one card."""
    family = slot >> FAMILY_BITS
    kind = (now if now != 0 else was) >> 24 & 0xFF
    column = column_holding(state, slot)
    if now == 0:
        if (state.reserve[family] >> kind) & 1:
            tell(log, RESERVED, 0, 0, kind, family, EVERYONE, 0)
        elif (state.pile[family] >> kind) & 1:
            tell(log, DISCARDED, 0, 0, kind, family, EVERYONE, 0)
    elif was == 0:
        if state.status[slot] == FACE_UP:
            tell(log, ENTERED, 0, column, kind, family, EVERYONE, 0)
    else:
        if ((now ^ was) >> 8) & 0xF:
            if state.status[slot] == FACE_DOWN:
                tell(log, TURNED_DOWN, 0, column, kind, family, EVERYONE, 0)
        elif (now ^ was) & 0xFF:
            depth = depth_in(state, column, slot)
            tell(log, TOKENS, depth, column, 0, (now & 0xFF) - (was & 0xFF), EVERYONE, why)
        if ((now ^ was) >> 16) & VERDICT:
            tell(log, MARKED, 0, column, 0, (now >> 16) & VERDICT, EVERYONE, 0)
        if ((now ^ was) >> 12) & 0xF or ((now ^ was) >> 16) & BRIBED:
            tell(log, BRIBED_BY, 0, column, 0, state.control[slot], EVERYONE, 0)
