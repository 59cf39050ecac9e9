"""Who knows what: a seat's view, built from nothing, and the deals that agree with it (A7 information).

All see the played cards, round by round, the levels, life preservers and points, and which tide cards are
still to come, not their order. A seat knows the hands that it has held. Of the others it knows what was
played of them; what their holders did not play, because a round ended early or they were eliminated, it has
not seen, but how many life preservers such a hand has is public. What a seat has committed only it knows.
"""

from engine.games.tide.counting import CARDS, COUNTS, HANDS, TWICE, UNSEEN, draw_split, prepare
from engine.games.tide.state import (
    HAND,
    PLAY,
    ROUNDS,
    SEATS,
    TIDE_CARDS,
    UNKNOWN,
    count,
    halves,
    hand_of,
    is_active,
    lowest,
    total_halves,
)
from engine.jit import part
from engine.rng import rand_below, shuffle


@part
def has_held(state, seat, hand):
    """Has a seat held a hand by now?"""
    rounds_ago = seat - hand if seat >= hand else seat - hand + state.seats
    return rounds_ago <= state.turn


@part
def observe(state, seat, view):
    """Write what a seat may know into `view`, from nothing: the public facts and its own secrets."""
    view.shown = state.shown
    view.left = state.left
    view.active = state.active
    view.turn = state.turn
    view.drawn = state.drawn
    view.phase = state.phase
    view.to_act = state.to_act
    view.seats = state.seats
    view.deck = state.deck
    view.tides = state.tides
    view.rounds = state.rounds
    view.may_choose = state.may_choose
    view.offer[0] = state.offer[0]
    view.offer[1] = state.offer[1]
    for i in range(SEATS * HAND):
        view.played[i] = state.played[i]
    for i in range(SEATS):
        view.known[i] = state.known[i]
        view.n_played[i] = state.n_played[i]
        view.n_dealt[i] = state.n_dealt[i]
        view.worth[i] = state.worth[i]
        view.level[i] = state.level[i]
        view.tokens[i] = state.tokens[i]
        view.points[i] = state.points[i]
        view.dealt[i] = 0
        view.hand[i] = 0
        view.choice[i] = 0
    for each in range(state.seats):
        hand = hand_of(state, each)
        seen = state.dealt[hand] if has_held(state, seat, hand) else state.known[hand]
        view.dealt[hand] = seen
        view.hand[each] = state.hand[each] & seen
        if has_committed(state, each):
            view.choice[each] = state.choice[each] if each == seat else UNKNOWN
    n = 2 * state.tides
    for turn in range(ROUNDS):
        for i in range(TIDE_CARDS):
            hidden = turn < state.rounds and i < n
            hidden = hidden and (turn > state.turn or (turn == state.turn and i >= state.drawn))
            view.tide[turn * TIDE_CARDS + i] = UNKNOWN if hidden else 0


@part
def has_committed(state, seat):
    """Has a seat committed a card in this hand? All know who has: seats commit in order (D20)."""
    return state.phase == PLAY and seat < state.to_act and is_active(state, seat)


@part
def find_unseen(state, items):
    """List the cards that may be in unknown hands, class by class; how many hands are not known."""
    seen = state.shown
    hands = 0
    for hand in range(state.seats):
        seen |= state.dealt[hand]
        missing = state.n_dealt[hand] - count(state.dealt[hand])
        if missing > 0 and hands < HANDS:
            items[UNSEEN + hands] = missing
            items[TWICE + hands] = 2 * state.worth[hand] - total_halves(state.dealt[hand], state.deck)
            hands += 1
    if hands > 0:
        n = CARDS
        for kind in range(3):
            start = n
            for card in range(1, state.deck + 1):
                if halves(card, state.deck) == kind and not (seen >> card) & 1:
                    items[n] = card
                    n += 1
            items[COUNTS + kind] = n - start
    return hands


@part
def deal_unseen(state, hands, rng, items):
    """Deal the unseen cards to the unknown hands: how many of each class, then which."""
    prepare(items, hands)
    none_at = CARDS
    half_at = none_at + items[COUNTS]
    whole_at = half_at + items[COUNTS + 1]
    end = whole_at + items[COUNTS + 2]
    shuffle(items, none_at, half_at, rng)
    shuffle(items, half_at, whole_at, rng)
    shuffle(items, whole_at, end, rng)
    place = 0
    whole = 0
    extra = 0
    for hand in range(state.seats):
        missing = state.n_dealt[hand] - count(state.dealt[hand])
        if missing > 0 and place < HANDS:
            found = draw_split(items, hands, place, whole, extra, rng)
            z = found // 2
            y = items[TWICE + place] + found % 2 - 2 * z
            cards = 0
            for _ in range(z):
                cards |= 1 << items[whole_at]
                whole_at += 1
            for _ in range(y):
                cards |= 1 << items[half_at]
                half_at += 1
            for _ in range(missing - y - z):
                cards |= 1 << items[none_at]
                none_at += 1
            state.dealt[hand] |= cards
            holder = (hand + state.turn) % state.seats
            state.hand[holder] |= cards
            whole += z
            extra += found % 2
            place += 1


@part
def deal_tides(state, rng):
    """Shuffle the tide cards that are still to come, this round's and those of later rounds."""
    n = 2 * state.tides
    for turn in range(state.turn, state.rounds):
        start = turn * TIDE_CARDS
        i = start
        for value in range(state.tides):
            copies = (state.left >> (2 * value)) & 3 if turn == state.turn else 2
            for _ in range(copies):
                place = i + state.drawn if turn == state.turn else i
                state.tide[place] = 1 + value
                i += 1
        shuffle(state.tide, start + (state.drawn if turn == state.turn else 0), start + n, rng)


@part
def determinize(state, seat, rng, items):
    """Draw what `seat` cannot know, all deals that agree with its view equally likely.

    The cards of unknown hands, the tide cards in their order, and what other seats have committed: any
    card of their hand. Reads nothing that `observe` hides.
    """
    hands = find_unseen(state, items)
    if hands > 0:
        deal_unseen(state, hands, rng, items)
    if state.left != 0 or state.turn + 1 < state.rounds:
        deal_tides(state, rng)
    if state.phase == PLAY:
        for other in range(state.to_act):
            if state.choice[other] == UNKNOWN:
                left = state.hand[other]
                for _ in range(rand_below(rng, count(left))):
                    left &= left - 1
                state.choice[other] = lowest(left)
