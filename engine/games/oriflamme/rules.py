"""Oriflamme as a search and a player see it: draw, setup, to_act, legal_actions, apply, returns, scores,
observe, determinize, listen, canonical.
"""

from engine.events import EVERYONE, tell
from engine.games.oriflamme.flow import advance, may_reveal, place, revealed
from engine.games.oriflamme.moving import last_place, may_go
from engine.games.oriflamme.state import (
    AGAIN,
    CHOSEN,
    COLOUR,
    DECK,
    DONE,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FAMILIES,
    FAMILY,
    GAP,
    GAP_0,
    KEEP_IT,
    KINDS,
    MAX_DECISIONS,
    MAX_LEGAL,
    N_ACTIONS,
    NOTHING,
    P_ASIDE,
    P_DECK,
    P_KINDS,
    P_PAIR,
    P_ROUNDS,
    P_RULES,
    P_SEATS,
    PLACE,
    PLACES,
    RESOLVING,
    REVEAL,
    REVEAL_IT,
    SEATS,
    SLOTS,
    STATE,
    TARGET,
    TARGET_0,
    UNKNOWN,
    UNKNOWN_DRAW,
    UNPLAYED,
)
from engine.games.oriflamme.story import KEPT, ON_CARD, REVEALED, listen, tell_changes
from engine.jit import part
from engine.rng import rand_below, shuffle

__all__ = [
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "N_ACTIONS",
    "SEATS",
    "STATE",
    "apply",
    "canonical",
    "determinize",
    "draw",
    "legal_actions",
    "listen",
    "observe",
    "returns",
    "scores",
    "setup",
    "to_act",
]


@part
def to_act(state):
    """The seat to act, or -1."""
    return state.to_act


# ---------------------------------------------------------------- dealing
@part
def draw(parameters, rng, deal):
    """A deal: each family's kinds in order (hand, draw deck, set aside), then each seat's top colour."""
    n = parameters[P_KINDS]
    families = parameters[P_SEATS] << parameters[P_PAIR]
    for family in range(families):
        for i in range(n):
            deal[family * n + i] = parameters[P_DECK + i]
        shuffle(deal, family * n, (family + 1) * n, rng)
    if parameters[P_PAIR] == 1:
        for seat in range(parameters[P_SEATS]):
            deal[families * n + seat] = rand_below(rng, 2)


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
    state.own_ambush = parameters[P_RULES]
    state.lord = parameters[P_RULES + 1]
    state.copied_heir = parameters[P_RULES + 2]
    state.self_target = parameters[P_RULES + 3]
    state.spy_own = parameters[P_RULES + 4]
    state.decree_onto = parameters[P_RULES + 5]
    state.tie_break = parameters[P_RULES + 6]
    state.colours = parameters[P_RULES + 7]
    state.first_stack = parameters[P_RULES + 8]
    for i in range(DECK):
        state.kinds[i] = parameters[P_DECK + i] if i < state.n_kinds else 0
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
    for seat in range(SEATS):
        state.purse[seat] = 1 if seat < state.seats else 0
    for family in range(FAMILIES):
        state.hand[family] = 0
        state.aside[family] = 0
        state.pile[family] = 0
        state.held[family] = 0
        state.hidden[family] = 0


@part
def setup(state, parameters, deal):
    """The first position of a deal (A1, A6)."""
    clear(state, parameters)
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


# ---------------------------------------------------------------- choosing
@part
def write_places(state, family, base, out, n):
    """Write where a card may be put: front, back, on a card its family controls; how many in all."""
    out[n] = base
    n += 1
    if state.n_columns == 0:
        return n
    out[n] = base + 1
    n += 1
    if state.turn > 0 or state.first_stack == 1:
        for column in range(state.n_columns):
            if state.control[state.queue[column]] == family:
                out[n] = base + 2 + column
                n += 1
    return n


@part
def write_placements(state, out):
    """Every card of the player's hands, everywhere it may be put."""
    n = 0
    for colour in range(1 + state.pair):
        family = (state.to_act << state.pair) + colour
        if state.colours == 1 and (state.laid >> family) & 1:
            continue  # OPT-20 each: the second card is of the other colour
        hand = state.hand[family]
        first = 0
        start = n
        count = 0
        for i in range(state.n_kinds):
            kind = state.kinds[i]
            if (hand >> kind) & 1:
                base = (colour * KINDS + kind) * PLACES
                if count == 0:  # listed once, then copied for the other cards: worth 8 % of playouts
                    n = write_places(state, family, base, out, n)
                    first = base
                    count = n - start
                else:
                    for j in range(count):
                        out[n + j] = out[start + j] + base - first
                    n += count
    return n


@part
def legal_actions(state, out):
    """Write the legal actions in their fixed order; how many."""
    n = 0
    phase = state.phase
    if phase == PLACE:
        return write_placements(state, out)
    if phase == REVEAL:
        out[0] = KEEP_IT
        n = 1
        if may_reveal(state.kind[state.actor], state, state.actor):
            out[1] = REVEAL_IT
            n = 2
    elif phase == RESOLVING:
        out[0] = 0
        n = 1
    elif phase == TARGET:
        targets = state.targets
        column = TARGET_0
        while targets != 0:
            if targets & 1:
                out[n] = column
                n += 1
            targets >>= 1
            column += 1
    elif phase == GAP:
        for choice in range(last_place(state)):
            if may_go(state, choice):
                out[n] = GAP_0 + choice
                n += 1
    return n


@part
def apply(state, action, log):
    """Play an action, which is not checked; tell `log`, if there is one, what happened."""
    phase = state.phase
    answer = DONE
    choice = 0
    if phase == PLACE:
        colour = action // (KINDS * PLACES)
        family = (state.to_act << state.pair) + colour
        place(state, family, action // PLACES % KINDS, action % PLACES, log)
        if state.placed < state.families:
            return
        state.laid = 0
        state.effect = NOTHING
    elif phase == REVEAL:
        slot = state.actor
        if action == KEEP_IT:
            state.points[slot] += 1
            tell(log, KEPT, state.to_act, state.spot, 0, 0, EVERYONE, 0)
            tell_changes(state, log, ON_CARD, 0)
        else:
            kind = state.kind[slot]
            state.status[slot] = FACE_UP
            tell(log, REVEALED, state.to_act, state.spot, kind, slot // FAMILY, EVERYONE, 0)
            revealed(kind, state, slot)
            tell_changes(state, log, ON_CARD, kind)
            state.effect = kind
            answer = AGAIN
    elif phase == RESOLVING:
        state.effect = NOTHING
    else:
        if phase == TARGET:
            state.targets = 0
            choice = action - TARGET_0
        else:
            choice = action - GAP_0
        answer = CHOSEN
    advance(state, log, answer, choice)


# ---------------------------------------------------------------- the end
@part
def scores(state, out):
    """Points, and the cards in the queue that break ties below them (OPT-16)."""
    for seat in range(state.seats):
        out[seat] = state.purse[seat] * 64
    for column in range(state.n_columns):
        slot = state.queue[column]
        out[state.control[slot] >> state.pair] += 1
        while state.tie_break == 1 and state.below[slot] != 0:
            slot = state.below[slot] - 1
            out[state.control[slot] >> state.pair] += 1


@part
def returns(state, out):
    """The share of the win a seat."""
    best = -1.0
    winners = 0
    for seat in range(state.seats):
        out[seat] = 0.0
    scores(state, out)
    for seat in range(state.seats):
        if out[seat] > best:
            best = out[seat]
            winners = 0
        if out[seat] == best:
            winners += 1
    for seat in range(state.seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0


# ---------------------------------------------------------------- who knows what
@part
def observe(state, seat, view):
    """Write what a seat may know into `view`, from nothing: the public facts and its own secrets.

    Public: the queue with points, faces, families and revealed cards, purses, piles, how many cards
    hands and set-aside cards are, and the colours of a draw deck. In the two-player game nobody has
    seen the cards set aside (A6).
    """
    view.targets = state.targets
    view.doomed = 0
    view.n_victims = 0
    view.n_kinds = state.n_kinds
    view.seats = state.seats
    view.families = state.families
    view.pair = state.pair
    view.rounds = state.rounds
    view.turn = state.turn
    view.first = state.first
    view.placed = state.placed
    view.laid = state.laid
    view.phase = state.phase
    view.to_act = state.to_act
    view.n_columns = state.n_columns
    view.pointer = state.pointer
    view.current = state.current
    view.spot = state.spot
    view.actor = state.actor
    view.acting = state.acting
    view.effect = state.effect
    view.picked = state.picked
    view.own_ambush = state.own_ambush
    view.lord = state.lord
    view.copied_heir = state.copied_heir
    view.self_target = state.self_target
    view.spy_own = state.spy_own
    view.decree_onto = state.decree_onto
    view.tie_break = state.tie_break
    view.colours = state.colours
    view.first_stack = state.first_stack
    for i in range(DECK):
        view.kinds[i] = state.kinds[i]
    for i in range(len(view.victims)):
        view.victims[i] = 0
    for each in range(SEATS):
        view.purse[each] = state.purse[each]
    for family in range(FAMILIES):
        own = family < state.families and family >> state.pair == seat
        view.hand[family] = state.hand[family] if own else 0
        view.aside[family] = state.aside[family] if own and state.pair == 0 else 0
        view.pile[family] = state.pile[family]
        view.held[family] = state.held[family]
        view.hidden[family] = state.hidden[family]
    for slot in range(SLOTS):
        view.queue[slot] = state.queue[slot]
        view.below[slot] = state.below[slot]
        view.points[slot] = state.points[slot]
        view.status[slot] = state.status[slot]
        view.control[slot] = state.control[slot]
        known = state.status[slot] != FACE_DOWN or (slot // FAMILY) >> state.pair == seat
        view.kind[slot] = state.kind[slot] if known else UNKNOWN
    for i in range(2 * DRAW):
        card = state.draw[i]
        view.draw[i] = 0 if card == 0 else 1 + UNKNOWN_DRAW + COLOUR * ((card - 1) // COLOUR)


@part
def located(state, family, down):
    """The kinds of a family whose place all know, as bits; `down`: those face down in the queue too."""
    known = state.pile[family]
    for slot in range(family * FAMILY, (family + 1) * FAMILY):
        if state.status[slot] == FACE_UP or (down and state.status[slot] == FACE_DOWN):
            known |= 1 << state.kind[slot]
    return known


@part
def determinize(state, seat, rng, items):
    """Deal anew what `seat` cannot know: each family's hidden cards in any order, all equally likely.

    Nothing restricts a hidden card of the base set, and families are dealt apart, so a shuffle is
    exactly uniform. Reads nothing that `observe` hides.
    """
    for family in range(state.families):
        own = family >> state.pair == seat
        if own and state.pair == 0:
            continue
        known = located(state, family, own)
        if own:
            known |= state.hand[family]
        n = 0
        for i in range(state.n_kinds):
            kind = state.kinds[i]
            if not (known >> kind) & 1:
                items[n] = kind
                n += 1
        shuffle(items, 0, n, rng)
        if not own:
            for slot in range(family * FAMILY, (family + 1) * FAMILY):
                if state.status[slot] == FACE_DOWN:
                    n -= 1
                    state.kind[slot] = items[n]
            hand = 0
            for _ in range(state.held[family]):
                n -= 1
                hand |= 1 << items[n]
            state.hand[family] = hand
        if state.pair == 1:
            for i in range(DRAW):
                card = state.draw[(family >> 1) * DRAW + i]
                if card != 0 and (card - 1) // COLOUR == family & 1:
                    n -= 1
                    state.draw[(family >> 1) * DRAW + i] = 1 + items[n] + COLOUR * (family & 1)
        aside = 0
        for i in range(n):
            aside |= 1 << items[i]
        state.aside[family] = aside


# ---------------------------------------------------------------- equal positions, equal bytes
@part
def swap_slots(state, one, two):
    """Exchange two slots of the record; the row and the links that name them are left to the caller."""
    state.kind[one], state.kind[two] = state.kind[two], state.kind[one]
    state.points[one], state.points[two] = state.points[two], state.points[one]
    state.status[one], state.status[two] = state.status[two], state.status[one]
    state.control[one], state.control[two] = state.control[two], state.control[one]
    state.below[one], state.below[two] = state.below[two], state.below[one]


@part
def renamed(slot, one, two):
    """A slot's number after two were exchanged."""
    return two if slot == one else (one if slot == two else slot)


@part
def canonical(state):
    """Number the slots of each family in queue order, top to bottom: equal positions, equal bytes."""
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
