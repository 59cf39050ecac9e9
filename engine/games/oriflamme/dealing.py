"""Dealing: what a deal is, and the first position of one (A1, A3-A6)."""

from engine.games.oriflamme.state import (
    COLOUR,
    DECK,
    DRAW,
    FAMILIES,
    KINDS,
    NOTHING,
    P_ASIDE,
    P_DECK,
    P_DRAWN,
    P_KINDS,
    P_PAIR,
    P_ROUNDS,
    P_RULES,
    P_SEATS,
    PILES,
    PLACE,
    PRINCE,
    SEATS,
    SLOTS,
    UNPLAYED,
    VERDICTS,
)
from engine.jit import part
from engine.rng import rand_below, shuffle

PILE_SIZES = tuple(size for size, _ in PILES)


@part
def draw(parameters, rng, deal):
    """A deal: each family's kinds in order (hand, draw deck, set aside), then each seat's top colour."""
    n = parameters[P_KINDS]
    families = parameters[P_SEATS] << parameters[P_PAIR]
    if parameters[P_DRAWN] == 1:
        draw_kinds(parameters, rng, deal)
    else:
        for i in range(n):
            deal[i] = parameters[P_DECK + i]
    for family in range(families - 1, -1, -1):
        for i in range(n):
            deal[family * n + i] = deal[i]
        shuffle(deal, family * n, (family + 1) * n, rng)
    if parameters[P_PAIR] == 1:
        for seat in range(parameters[P_SEATS]):
            deal[families * n + seat] = rand_below(rng, 2)


@part
def draw_kinds(parameters, rng, deal):
    """The ten kinds of a combined game, ascending: so many of each pile, of the boxes that play."""
    n = 0
    chosen = 0
    for pile in range(len(PILES)):
        open_kinds = parameters[P_DECK + pile]
        for _ in range(PILE_SIZES[pile]):
            left = 0
            for kind in range(KINDS):
                left += (open_kinds >> kind) & 1
            pick = rand_below(rng, left)
            for kind in range(KINDS):
                if (open_kinds >> kind) & 1:
                    if pick == 0:
                        chosen |= 1 << kind
                        open_kinds ^= 1 << kind
                        break
                    pick -= 1
    for kind in range(KINDS):
        if (chosen >> kind) & 1:
            deal[n] = kind
            n += 1


@part
def set_kinds(state, deal):
    """What the game is played with, ascending, read off the first family's cards."""
    mask = 0
    for i in range(state.n_kinds):
        mask |= 1 << deal[i]
    n = 0
    for kind in range(KINDS):
        if (mask >> kind) & 1:
            state.kinds[n] = kind
            n += 1
    state.twins = (1 << state.families) - 1 if (mask >> PRINCE) & 1 else 0


@part
def set_rules(state, parameters):
    """The rule options, in the order of RULES."""
    state.own_ambush = parameters[P_RULES]
    state.lord = parameters[P_RULES + 1]
    state.copied_heir = parameters[P_RULES + 2]
    state.self_target = parameters[P_RULES + 3]
    state.spy_own = parameters[P_RULES + 4]
    state.decree_onto = parameters[P_RULES + 5]
    state.apothecary = parameters[P_RULES + 6]
    state.tie_break = parameters[P_RULES + 7]
    state.bare_rebellion = parameters[P_RULES + 8]
    state.extortion = parameters[P_RULES + 9]
    state.deal_income = parameters[P_RULES + 10]
    state.colours = parameters[P_RULES + 11]
    state.first_stack = parameters[P_RULES + 12]


@part
def clear_cards(state):
    """No card anywhere, and a point in each purse."""
    for i in range(DECK):
        state.kinds[i] = 0
    for i in range(len(state.victims)):
        state.victims[i] = 0
    for i in range(2 * DRAW):
        state.draw[i] = 0
    for slot in range(SLOTS):
        state.queue[slot] = 0
        state.kind[slot] = 0
        state.below[slot] = 0
        state.points[slot] = 0
        state.status[slot] = UNPLAYED
        state.control[slot] = 0
        state.marks[slot] = 0
    for seat in range(SEATS):
        state.purse[seat] = 1 if seat < state.seats else 0
    for family in range(FAMILIES):
        state.hand[family] = 0
        state.aside[family] = 0
        state.pile[family] = 0
        state.reserve[family] = 0
        state.not_aside[family] = 0
        state.deal[family] = 0
        state.held[family] = 0
        state.hidden[family] = 0


@part
def clear(state, parameters):
    """An empty table of the game that the parameters name."""
    state.targets = 0
    state.doomed = 0
    state.n_victims = 0
    state.seats = parameters[P_SEATS]
    state.pair = parameters[P_PAIR]
    state.families = state.seats << state.pair
    state.rounds = parameters[P_ROUNDS]
    state.n_kinds = parameters[P_KINDS]
    state.turn = 0
    state.first = 0
    state.placed = 0
    state.laid = 0
    state.phase = PLACE
    state.to_act = 0
    state.n_columns = 0
    state.pointer = 0
    state.current = NOTHING
    state.spot = 0
    state.actor = NOTHING
    state.acting = 0
    state.effect = NOTHING
    state.picked = NOTHING
    state.unpaid = 0
    state.n_waiting = 0
    state.verdicts = VERDICTS
    state.twins = 0
    state.mode = 0
    state.fresh = 0
    state.plotting = 0
    state.plot = 0
    state.plotter = 0
    set_rules(state, parameters)
    clear_cards(state)


@part
def setup(state, parameters, deal):
    """The first position of a deal (A1, A6)."""
    clear(state, parameters)
    set_kinds(state, deal)
    n = state.n_kinds
    aside = parameters[P_ASIDE]
    held = n - aside
    if state.pair == 1:
        held = min(3, held)
    for family in range(state.families):
        for i in range(n):
            kind = deal[family * n + i]
            if i < held:
                state.hand[family] |= 1 << kind
            elif i >= n - aside:
                state.aside[family] |= 1 << kind
        state.held[family] = held
        state.hidden[family] = aside
    if state.pair == 1:
        for seat in range(state.seats):
            on_top = deal[state.families * n + seat]
            for i in range(2 * (n - aside - held)):
                colour = (on_top + i) % 2
                kind = deal[(2 * seat + colour) * n + held + i // 2]
                state.draw[seat * DRAW + i] = 1 + kind + COLOUR * colour
