"""Who knows what: a seat's view, built from nothing, and the deals that agree with it."""

from engine.games.oriflamme.state import (
    COLOUR,
    DECK,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FAMILIES,
    FAMILY,
    FAMILY_BITS,
    INFORMER,
    KINDS,
    KNOWN,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    SEATS,
    SHAPESHIFTER,
    SLOTS,
    UNKNOWN,
    UNKNOWN_DRAW,
    UNPLAYED,
)
from engine.jit import part
from engine.rng import rand_below, shuffle

PLACES_OF, SETTLED = 32, 64
"""Where `determinize` keeps, in its room, the settled cards' places, and the places a card may have."""


@part
def show_rules(state, view):
    """The rule options are public."""
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


@part
def show_cards(state, seat, view):
    """The cards: hidden ones, and hands and cards set aside, only to whom they belong."""
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
    show_rules(state, view)
    show_cards(state, seat, view)
    for i in range(DECK):
        view.kinds[i] = state.kinds[i]
    for i in range(len(view.victims)):
        view.victims[i] = 0


@part
def located(state, family, down):
    """The kinds of a family whose place all know, as bits; `down`: those face down in the queue too."""
    known = state.pile[family] | state.reserve[family]
    for slot in range(family * FAMILY, (family + 1) * FAMILY):
        shown = down or state.status[slot] == FACE_UP or state.marks[slot] & KNOWN != 0
        if shown and state.status[slot] != UNPLAYED:
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
def fill(state, family, settled, taken, n, items):
    """Lay the last of `n` items where a family hides cards, beside the settled ones; how many are left."""
    hand = 0
    aside = 0
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
    return n


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
        settled = state.not_aside[family] & ~known
        taken = 0
        if settled != 0:
            taken = settle(state, family, settled, rng, items)
        n = 0
        for i in range(state.n_kinds):
            kind = state.kinds[i]
            if not ((known | settled) >> kind) & 1:
                items[n] = kind
                n += 1
        shuffle(items, 0, n, rng)
        if own:
            state.aside[family] = 0
        else:
            n = fill(state, family, settled, taken, n, items)
        if state.pair == 1:
            for i in range(DRAW):
                card = state.draw[(family >> 1) * DRAW + i]
                if card != 0 and (card - 1) // COLOUR == family & 1:
                    n -= 1
                    state.draw[(family >> 1) * DRAW + i] = 1 + items[n] + COLOUR * (family & 1)
        for i in range(n):
            state.aside[family] |= 1 << items[i]
