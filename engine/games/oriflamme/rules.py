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
    EXCHANGE,
    EXCHANGE_0,
    FACE_DOWN,
    FACE_UP,
    FAMILIES,
    FAMILY,
    FAMILY_BITS,
    GAP,
    GAP_0,
    INFORMER,
    KEEP_IT,
    KINDS,
    KNOWN,
    MAX_DECISIONS,
    MAX_LEGAL,
    MODE,
    MODE_0,
    N_ACTIONS,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    NOTHING,
    ON,
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
    PLACES,
    PRINCE,
    RESOLVING,
    REVEAL,
    REVEAL_IT,
    SEATS,
    SHAPESHIFTER,
    SLOTS,
    STATE,
    TARGET,
    TARGET_0,
    TWIN_0,
    TWIN_PLACE,
    UNKNOWN,
    UNKNOWN_DRAW,
    UNPLAYED,
    VERDICTS,
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
    elif phase == MODE:
        out[0] = MODE_0
        out[1] = MODE_0 + 1
        n = 2
    elif phase == EXCHANGE:
        out[0] = MODE_0
        n = 1
        hand = state.hand[state.acting]
        for kind in range(KINDS):
            if (hand >> kind) & 1:
                out[n] = EXCHANGE_0 + kind
                n += 1
    elif phase == TWIN_PLACE:
        out[0] = TWIN_0
        out[1] = TWIN_0 + 1
        n = 2
        for column in range(state.n_columns):
            slot = state.queue[column]
            if state.control[slot] == state.acting and slot != state.actor:
                out[n] = TWIN_0 + ON + column
                n += 1
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
            state.marks[slot] &= ~(KNOWN | NOT_INFORMER | NOT_SHAPESHIFTER)
            tell(log, REVEALED, state.to_act, state.spot, kind, slot // FAMILY, EVERYONE, 0)
            state.fresh = 1 if kind == PRINCE else 0
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
        elif phase == GAP:
            choice = action - GAP_0
        elif phase == TWIN_PLACE:
            choice = action - TWIN_0
        elif phase == EXCHANGE:
            choice = NOTHING if action == MODE_0 else action - EXCHANGE_0
        else:
            choice = action - MODE_0
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
PLACES_OF, SETTLED = 32, 64
"""Where `determinize` keeps, in its room, the settled cards' places, and the places a card may have."""


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
    view.unpaid = 0
    view.n_waiting = state.n_waiting
    view.verdicts = state.verdicts
    view.twins = state.twins
    view.mode = state.mode
    view.fresh = state.fresh
    view.plotting = state.plotting
    view.plot = state.plot
    view.plotter = state.plotter
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
    view.apothecary = state.apothecary
    view.tie_break = state.tie_break
    view.bare_rebellion = state.bare_rebellion
    view.extortion = state.extortion
    view.deal_income = state.deal_income
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
        view.reserve[family] = state.reserve[family]
        view.not_aside[family] = state.not_aside[family]
        view.deal[family] = state.deal[family]
        view.held[family] = state.held[family]
        view.hidden[family] = state.hidden[family]
    for slot in range(SLOTS):
        view.queue[slot] = state.queue[slot]
        view.below[slot] = state.below[slot]
        view.points[slot] = state.points[slot]
        view.status[slot] = state.status[slot]
        view.control[slot] = state.control[slot]
        view.marks[slot] = state.marks[slot]
        face_down = state.status[slot] == FACE_DOWN and state.marks[slot] & KNOWN == 0
        known = not face_down or (slot >> FAMILY_BITS) >> state.pair == seat
        view.kind[slot] = state.kind[slot] if known else UNKNOWN
    for i in range(2 * DRAW):
        card = state.draw[i]
        view.draw[i] = 0 if card == 0 else 1 + UNKNOWN_DRAW + COLOUR * ((card - 1) // COLOUR)


@part
def located(state, family, down):
    """The kinds of a family whose place all know, as bits; `down`: those face down in the queue too."""
    known = state.pile[family] | state.reserve[family]
    for slot in range(family * FAMILY, (family + 1) * FAMILY):
        if down or state.status[slot] == FACE_UP or state.marks[slot] & KNOWN:
            if state.status[slot] != UNPLAYED:
                known |= 1 << state.kind[slot]
    return known


@part
def hides(state, slot):
    """Does a card lie there that its family alone knows?"""
    return state.status[slot] == FACE_DOWN and state.marks[slot] & KNOWN == 0


@part
def fits(state, family, kind, place):
    """May a hidden card be there? Places: a family's slots, then those of its hand, then those set aside."""
    if place >= FAMILY + state.held[family]:
        return (state.not_aside[family] >> kind) & 1 == 0
    if place >= FAMILY:
        return True
    marks = state.marks[family * FAMILY + place]
    return not (
        (kind == INFORMER and marks & NOT_INFORMER) or (kind == SHAPESHIFTER and marks & NOT_SHAPESHIFTER)
    )


@part
def settle(state, family, hidden, rng, items):
    """Put the cards of which something is known where they may be: a map of kinds to places, as 5 bits each.

    Each place that a card may have is drawn equally likely, and all are drawn again where two met: so
    every way of putting them is equally likely, and each leaves as many ways for the other cards.
    """
    n_places = FAMILY + state.held[family] + state.hidden[family]
    while True:
        taken = 0
        n = 0
        clash = False
        for kind in range(KINDS):
            if (hidden >> kind) & 1:
                count = 0
                for place in range(n_places):
                    free = place >= FAMILY or hides(state, family * FAMILY + place)
                    if free and fits(state, family, kind, place):
                        items[SETTLED + count] = place
                        count += 1
                place = items[SETTLED + rand_below(rng, count)]
                clash = clash or (taken >> place) & 1
                taken |= 1 << place
                items[PLACES_OF + n] = kind
                items[PLACES_OF + n + 1] = place
                n += 2
        if not clash:
            return taken


@part
def determinize(state, seat, rng, items):
    """Deal anew what `seat` cannot know: each family's hidden cards in any order, all equally likely.

    Families are dealt apart, so each is shuffled by itself. Cards of which all know where they are not
    (an Informer that came back into the hand; a card that was missing in pile and set-aside when an
    Impersonation asked for it) are put first. Reads nothing that `observe` hides.
    """
    for family in range(state.families):
        own = family >> state.pair == seat
        if own and state.pair == 0:
            continue
        known = located(state, family, own)
        if own:
            known |= state.hand[family]
        settled = 0
        taken = 0
        if state.not_aside[family] & ~known:
            settled = state.not_aside[family] & ~known
            taken = settle(state, family, settled, rng, items)
        n = 0
        for i in range(state.n_kinds):
            kind = state.kinds[i]
            if not ((known | settled) >> kind) & 1:
                items[n] = kind
                n += 1
        shuffle(items, 0, n, rng)
        if not own:
            hand = 0
            aside = 0
            if settled != 0:
                i = PLACES_OF
                while settled != 0:
                    kind = items[i]
                    place = items[i + 1]
                    settled ^= 1 << kind
                    i += 2
                    if place < FAMILY:
                        state.kind[family * FAMILY + place] = kind
                    elif place < FAMILY + state.held[family]:
                        hand |= 1 << kind
                    else:
                        aside |= 1 << kind
            for place in range(FAMILY):
                slot = family * FAMILY + place
                if hides(state, slot) and not (taken >> place) & 1:
                    n -= 1
                    state.kind[slot] = items[n]
            for place in range(FAMILY, FAMILY + state.held[family]):
                if not (taken >> place) & 1:
                    n -= 1
                    hand |= 1 << items[n]
            state.hand[family] = hand
            state.aside[family] = aside
        else:
            state.aside[family] = 0
        if state.pair == 1:
            for i in range(DRAW):
                card = state.draw[(family >> 1) * DRAW + i]
                if card != 0 and (card - 1) // COLOUR == family & 1:
                    n -= 1
                    state.draw[(family >> 1) * DRAW + i] = 1 + items[n] + COLOUR * (family & 1)
        for i in range(n):
            state.aside[family] |= 1 << items[i]


# ---------------------------------------------------------------- equal positions, equal bytes
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
