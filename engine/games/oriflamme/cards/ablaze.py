"""The ten cards of Ablaze, and the Twin that a Prince brings."""

from engine.games.oriflamme.card import CHARACTER, INTRIGUE, Card
from engine.games.oriflamme.effects import (
    adjacent,
    ask,
    column_of,
    depart,
    doom,
    gain,
    is_character,
    leave,
    lose,
    new_slot,
    open_gap,
    opponents,
    remove,
    shows_character,
    strike,
    take_one,
    top,
)
from engine.games.oriflamme.state import (
    AGAIN,
    APOTHECARY,
    BACK,
    BRIBED,
    BRIBERY,
    CUTTHROAT,
    DONE,
    FACE_UP,
    FELON,
    FRONT,
    IMPERSONATION,
    MODE,
    NOTHING,
    ON,
    PLOT,
    PRINCE,
    QUEEN,
    SCHEMER,
    TARGET,
    TRAP,
    TWIN,
    TWIN_PLACE,
)
from engine.jit import part


@part
def queen(state):
    """Gain 2 points; an opponent who eliminates her gains 1 more.

    >>> told("R.Queen+ | B.Cutthroat+", set="ablaze")
    'B.Cutthroat+  R+2 B+1'
    """
    gain(state, state.acting, 2)
    return DONE


@part
def queen_prize(state, family):
    """One point, for an opponent; face down too."""
    return 1 if opponents(state, family, state.acting) else 0


@part
def discard_all(state, kind, family):
    """Discard every revealed, uncovered card of that kind that counts as the family's."""
    found = 0
    for column in range(state.n_columns):
        slot = state.queue[column]
        if state.kind[slot] == kind and state.control[slot] == family and state.status[slot] == FACE_UP:
            found |= 1 << column
    for column in range(state.n_columns - 1, -1, -1):
        if (found >> column) & 1:
            remove(state, column)


@part
def enter(state, family, kind):
    """A slot with a card that comes face up into the queue."""
    slot = new_slot(state, family)
    state.kind[slot] = kind
    state.status[slot] = FACE_UP
    state.control[slot] = family
    return slot


@part
def prince(state):
    """When you reveal him put your Twin into the queue, at an end or on an own card; then, always, gain 1.

    >>> told("R.Prince-0 | B.Queen-0", "R reveal", "R twin back", "B keep", set="ablaze")
    'R.Prince+ | B.Queen-1 | R.Twin+  R+2'
    """
    if state.fresh == 1 and (state.twins >> state.acting) & 1:
        return TWIN_PLACE
    gain(state, state.acting, 1)
    return DONE


@part
def prince_chosen(state, choice):
    """The Twin comes in face up; ahead of the pointer it is resolved this round."""
    me = state.acting
    state.twins ^= 1 << me
    twin = enter(state, me, TWIN)
    if choice == FRONT:
        open_gap(state, 0, twin)
        state.pointer += 1
        state.spot += 1
    elif choice == BACK:
        open_gap(state, state.n_columns, twin)
    else:
        state.below[twin] = state.queue[choice - ON] + 1
        state.queue[choice - ON] = twin
    gain(state, me, 1)
    return DONE


@part
def prince_eliminated(state, family):
    """His Twins are discarded with him; a discard has no further effect."""
    discard_all(state, TWIN, family)
    return DONE


@part
def twin(state):
    """Gain 1 point; when he or the Prince is eliminated the other is discarded.

    >>> told("R.Twin+ | B.Cutthroat+ | R.Prince+", "B target 1", set="ablaze")
    'B.Cutthroat+  R+1'
    """
    gain(state, state.acting, 1)
    return DONE


@part
def twin_eliminated(state, family):
    """Face-down Princes are not known to be Princes."""
    discard_all(state, PRINCE, family)
    return DONE


@part
def cutthroat(state, choice):
    """Eliminate an adjacent card and all opponents' revealed ones of that name: 0 for one, else 1 each.

    >>> told("R.Cutthroat+ | B.Felon+ | G.Queen-0 | G.Felon+", "G keep", set="ablaze")
    'R.Cutthroat+ | G.Queen-1  R+2'
    """
    doom(state, choice)
    name = state.kind[state.queue[choice]]
    struck = 1
    for column in range(state.n_columns):
        another = state.queue[column]
        if (
            column != choice
            and state.kind[another] == name
            and state.status[another] == FACE_UP
            and opponents(state, state.control[another], state.acting)
        ):
            doom(state, column)
            struck += 1
    state.unpaid = 1 if struck == 1 else 0
    return DONE


@part
def backed(state, column, but):
    """Does an own card other than the acting one lie on a column, which is not `but`?"""
    slot = top(state, column)
    return slot != NOTHING and slot != state.actor and column != but and state.control[slot] == state.acting


@part
def apothecary(state):
    """Eliminate a card that is adjacent to another own card.

    >>> told("R.Apothecary+ | B.Queen-1 | G.Felon-0 | R.Twin+", "B keep", set="ablaze")
    'R.Apothecary+ | B.Queen-2 | R.Twin+  R+2'
    """
    found = 0
    for column in range(state.n_columns):
        if backed(state, column - 1, column) or backed(state, column + 1, column):
            found |= 1 << column
    if state.apothecary == 1:
        found &= ~(1 << state.spot)
    return found


@part
def felon(state):
    """Every player loses 1 point for each adjacent card of the family, own ones too.

    >>> told("B.Queen-0 | R.Felon+ | B.Schemer-0", "B keep", "B keep", set="ablaze")
    'B.Queen-1 | R.Felon+ | B.Schemer-1  B-2'
    """
    for column in (state.spot - 1, state.spot + 1):
        slot = top(state, column)
        if slot != NOTHING:
            lose(state, state.control[slot], 1)
    return DONE


@part
def schemer(state):
    """Gain 2 points; but beside a stack it is discarded instead.

    >>> told("R.Schemer+ | B.Queen-0 / B.Felon+", "B keep", set="ablaze")
    'B.Queen-1 / B.Felon+'
    """
    for column in (state.spot - 1, state.spot + 1):
        slot = top(state, column)
        if slot != NOTHING and state.below[slot] != 0:
            leave(state)
            return DONE
    gain(state, state.acting, 2)
    return DONE


@part
def impersonation(state, choice):
    """Eliminate an adjacent card; your own one, discarded or set aside, replaces a lone opposing Character.

    Then discard this card.

    >>> told("R.Impersonation-0 | B.Queen+", "R reveal", set="ablaze", hand={"R": ["Trap"]})
    'R.Queen+  R+4'
    """
    victim = state.queue[choice]
    doom(state, choice)
    if (
        opponents(state, state.control[victim], state.acting)
        and is_character(state.kind[victim])
        and state.below[victim] == 0
    ):
        state.picked = choice
    return DONE


@part
def impersonation_after(state):
    """The replacement comes after the victim's own text (D19); no hand card, no Twin that is set aside."""
    if state.picked != NOTHING:
        me = state.acting
        kind = state.victims[0]
        bit = 1 << kind
        if (state.pile[me] | state.aside[me]) & bit:
            if state.pile[me] & bit:
                state.pile[me] ^= bit
            else:
                state.aside[me] ^= bit
                state.hidden[me] -= 1
            open_gap(state, state.picked, enter(state, me, kind))
            if state.picked <= state.pointer:
                state.pointer += 1
                state.spot += 1
        elif kind != TWIN:  # a Twin is never set aside face down
            state.not_aside[me] |= bit
    leave(state)
    return DONE


@part
def plot_revealed(state, slot):
    """It is discarded at once, with its points to be spent one by one."""
    state.plotting = 2
    state.plot = state.points[slot]
    state.plotter = state.control[slot]
    remove(state, column_of(state, slot))
    return DONE


@part
def plot_targets(state):
    """The revealed Characters of the family."""
    found = 0
    for column in range(state.n_columns):
        if shows_character(state, column) and state.control[state.queue[column]] == state.acting:
            found |= 1 << column
    return found


@part
def plot(state):
    """Discard it and use a revealed own Character; then each point on it is gained, or uses one again.

    >>> told("R.Plot-1 | R.Queen+", "R reveal", "R use", set="ablaze")
    'R.Queen+  R+6'
    """
    if state.plotting == 2:
        state.plotting = 1
        return TARGET
    if state.plot > 0:
        if plot_targets(state) != 0:
            return MODE
        gain(state, state.acting, state.plot)
        state.plot = 0
    state.plotting = 0
    return DONE


@part
def plot_chosen(state, choice):
    """A point: gain it, or use it; then which Character, who acts from its own place."""
    if state.phase == MODE:
        state.plot -= 1
        if choice == 1:
            return TARGET
        gain(state, state.acting, 1)
        return AGAIN
    state.actor = state.queue[choice]
    state.spot = choice
    state.effect = state.kind[state.actor]
    state.fresh = 0
    return AGAIN


@part
def trap(state, family):
    """Eliminated by an opponent: steal 3 points and discard the attacker; revealed by you: gain 1.

    >>> told("R.Cutthroat+ | B.Trap-2", set="ablaze")
    '  R-3 B+3'
    """
    if opponents(state, family, state.acting):
        gain(state, family, lose(state, state.acting, 3))
        leave(state)
    return DONE


@part
def bribery_targets(state):
    """The revealed Characters that cover no card."""
    found = 0
    for column in range(state.n_columns):
        if shows_character(state, column) and state.below[state.queue[column]] == 0:
            found |= 1 << column
    return found


@part
def bribery(state, choice):
    """Put your token on a revealed Character that is not on a stack: it is of your family from now on.

    >>> told("R.Bribery-1 | B.Queen+", "R reveal", set="ablaze")
    'B.Queen+[R]  R+3'
    """
    slot = state.queue[choice]
    state.control[slot] = state.acting
    state.marks[slot] |= BRIBED
    return DONE


ABLAZE = (
    Card(
        QUEEN,
        "Queen",
        CHARACTER,
        "ablaze",
        queen,
        "RA, LX",
        resolve=queen,
        prize=queen_prize,
    ),
    Card(
        PRINCE,
        "Prince",
        CHARACTER,
        "ablaze",
        prince,
        "RA; OPT-28, D13, D16",
        resolve=prince,
        chosen=prince_chosen,
        eliminated=prince_eliminated,
    ),
    Card(
        TWIN,
        "Twin",
        CHARACTER,
        "ablaze",
        twin,
        "RA; OPT-28",
        resolve=twin,
        eliminated=twin_eliminated,
    ),
    Card(
        CUTTHROAT,
        "Cutthroat",
        CHARACTER,
        "ablaze",
        cutthroat,
        "RA; OPT-26, 27, D17",
        resolve=ask,
        targets=adjacent,
        chosen=cutthroat,
    ),
    Card(
        APOTHECARY,
        "Apothecary",
        CHARACTER,
        "ablaze",
        apothecary,
        "RA; OPT-11, D21",
        resolve=ask,
        targets=apothecary,
        chosen=strike,
    ),
    Card(FELON, "Felon", CHARACTER, "ablaze", felon, "RA", resolve=felon),
    Card(SCHEMER, "Schemer", CHARACTER, "ablaze", schemer, "RA", resolve=schemer),
    Card(
        IMPERSONATION,
        "Impersonation",
        INTRIGUE,
        "ablaze",
        impersonation,
        "RA; OPT-29, D19",
        resolve=ask,
        targets=adjacent,
        chosen=impersonation,
        after=impersonation_after,
    ),
    Card(
        PLOT,
        "Plot",
        INTRIGUE,
        "ablaze",
        plot,
        "RA; D14",
        revealed=plot_revealed,
        resolve=plot,
        targets=plot_targets,
        chosen=plot_chosen,
    ),
    Card(
        TRAP,
        "Trap",
        INTRIGUE,
        "ablaze",
        trap,
        "RA",
        revealed=take_one,
        resolve=depart,
        eliminated=trap,
    ),
    Card(
        BRIBERY,
        "Bribery",
        INTRIGUE,
        "ablaze",
        bribery,
        "RA",
        resolve=ask,
        targets=bribery_targets,
        chosen=bribery,
        after=depart,
    ),
)
