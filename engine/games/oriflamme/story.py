"""The events of Oriflamme: their kinds, and what a step of play changed, told by comparing.

No card tells anything; the flow compares points and cards with what was told last, after each part
of a text, so nothing can be forgotten and each change has its reason.
"""

from engine.events import EVERYONE, TOLD, tell
from engine.games.oriflamme.state import FACE_DOWN, FAMILY, SEATS, SLOTS, UNPLAYED
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
    TOKENS,  # place: column, value: change
    ROUND,  # seat: first player, value: number of the round
    DREW,  # seat, card (its players only), value: family
    FINISHED,
) = range(1, 13)

ON_CARD, ELIMINATION, TEXT, VICTIM = range(1, 5)
"""Why points moved: they lay on the card, for eliminating, by the acting card's text, by the victim's."""


@part
def table(state, slot):
    """What lies in a slot for all to see, with its kind, in one number."""
    if state.status[slot] == UNPLAYED:
        return 0
    return (
        state.points[slot]
        | state.status[slot] << 8
        | state.control[slot] << 16
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
def column_holding(state, slot):
    """The column whose top a slot is, for events; -1: covered or gone."""
    for column in range(state.n_columns):
        if state.queue[column] == slot:
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
                if now == 0:
                    tell(log, DISCARDED, 0, 0, was >> 24 & 0xFF, slot // FAMILY, EVERYONE, 0)
                elif was != 0 and (now ^ was) & 0xFF and state.status[slot] == FACE_DOWN:
                    change = (now & 0xFF) - (was & 0xFF)
                    tell(log, TOKENS, 0, column_holding(state, slot), 0, change, EVERYONE, why)


LOG_TOLD = TOLD + SEATS + SLOTS
"""The room that comparing needs at the head of a log."""
