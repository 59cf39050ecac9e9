"""Leduc poker: two rounds with a public card between them. The rules, as a search and a player see them.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker", 2005. Two each of jack, queen and king;
both seats ante 1 and get a card. In a round a seat may call (a check where nothing is to pay), raise, or fold
where it has something to pay; a raise is 2 in the first round and 4 in the second, and a round has two
raises at most. After the first round a third card is shown. At the showdown a pair with it wins, else the
higher card; equal cards share the pot.
"""

import numpy as np

from engine.events import EVERYONE, tell
from engine.jit import part, record
from engine.rng import rand_below, shuffle

RANKS, SUITS, SEATS, UNKNOWN = 3, 2, 2, -1
CARDS, DEALT = RANKS * SUITS, SEATS + 1
ANTE, RAISES = 1, 2  # what a seat pays first; raises a round
FOLD, CALL, RAISE = 0, 1, 2
CHOSE, TURNED, SHOWN = 1, 2, 3  # kinds of events
N_ACTIONS, MAX_LEGAL, MAX_DECISIONS = 3, 3, 8

STATE = record(
    [
        ("card", np.int8, (SEATS,)),  # a rank: suits count for nothing
        ("public", np.int8),
        ("paid", np.int8, (SEATS,)),
        ("played", np.int8, (MAX_DECISIONS,)),  # the actions so far, the rest 0
        ("n", np.int8),  # how many
        ("opened", np.int8),  # how many before the public card was shown; 0: it is not
        ("raises", np.int8),  # in this round
        ("to_act", np.int8),
    ]
)


@part
def draw(parameters, rng, deal):
    """A deal is the rank of seat 0's card, of seat 1's and of the public one, drawn from six cards."""
    taken = 0
    for i in range(DEALT):
        pick = rand_below(rng, CARDS - i)
        for card in range(CARDS):
            if (taken >> card) & 1 == 0:
                if pick == 0:
                    deal[i] = card // SUITS
                    taken |= 1 << card
                    break
                pick -= 1


@part
def setup(state, parameters, deal):
    """Both have anted; seat 0 begins."""
    for seat in range(SEATS):
        state.card[seat] = deal[seat]
        state.paid[seat] = ANTE
    state.public = deal[SEATS]
    for i in range(MAX_DECISIONS):
        state.played[i] = 0
    state.n = 0
    state.opened = 0
    state.raises = 0
    state.to_act = 0


@part
def to_act(state):
    """The seat to act, or -1."""
    return state.to_act


@part
def legal_actions(state, out):
    """Fold where there is something to pay, call, raise while raises are left."""
    if state.to_act < 0:
        return 0
    n = 0
    if state.paid[0] != state.paid[1]:
        out[n] = FOLD
        n += 1
    out[n] = CALL
    n += 1
    if state.raises < RAISES:
        out[n] = RAISE
        n += 1
    return n


@part
def apply(state, action, log):
    """Play an action, which is not checked."""
    me = state.to_act
    tell(log, CHOSE, me, 0, 0, action, EVERYONE, 0)
    state.played[state.n] = action
    state.n += 1
    if action == FOLD:
        state.to_act = -1
        return
    state.to_act = 1 - me
    state.paid[me] = state.paid[1 - me]
    if action == RAISE:
        state.paid[me] += 2 if state.opened == 0 else 4
        state.raises += 1
    elif state.raises > 0 or state.n - state.opened == SEATS:
        end_round(state, log)


@part
def end_round(state, log):
    """Nobody has anything to pay: show the public card, or after that all cards."""
    if state.opened == 0:
        state.opened = state.n
        state.raises = 0
        state.to_act = 0
        tell(log, TURNED, -1, 0, state.public, 0, EVERYONE, 0)
    else:
        state.to_act = -1
        for seat in range(SEATS):
            tell(log, SHOWN, seat, 0, state.card[seat], 0, EVERYONE, 0)


@part
def won(state):
    """What seat 0 wins (it loses where less than 0): by a fold, or else as if all cards were shown."""
    if state.paid[0] != state.paid[1]:
        return int(state.paid[1]) if state.paid[0] > state.paid[1] else -int(state.paid[0])
    if state.card[0] == state.card[1]:
        return 0
    for seat in range(SEATS):
        if state.card[seat] == state.public:
            return int(state.paid[0]) if seat == 0 else -int(state.paid[0])
    return int(state.paid[0]) if state.card[0] > state.card[1] else -int(state.paid[0])


@part
def returns(state, out):
    """What each seat wins; the seats' returns add up to 0."""
    chips = won(state)
    out[0] = float(chips)
    out[1] = float(-chips)


@part
def scores(state, out):
    """The same, as whole numbers."""
    chips = won(state)
    out[0] = chips
    out[1] = -chips


@part
def is_shown(state):
    """Has there been a showdown?"""
    return state.to_act < 0 and state.paid[0] == state.paid[1]


@part
def observe(state, seat, view):
    """Write what a seat may know: its own card, the public one once shown, the other after a showdown."""
    for each in range(SEATS):
        view.card[each] = UNKNOWN
        view.paid[each] = state.paid[each]
    view.card[seat] = state.card[seat]
    if is_shown(state):
        view.card[1 - seat] = state.card[1 - seat]
    view.public = state.public if state.opened > 0 else UNKNOWN
    for i in range(MAX_DECISIONS):
        view.played[i] = state.played[i]
    view.n = state.n
    view.opened = state.opened
    view.raises = state.raises
    view.to_act = state.to_act


@part
def determinize(state, seat, rng, items):
    """Draw what was not shown, from the cards that the seat has not seen."""
    if is_shown(state):
        return
    n = 0
    for rank in range(RANKS):
        left = SUITS
        if state.card[seat] == rank:
            left -= 1
        if state.public == rank:
            left -= 1
        for _ in range(left):
            items[n] = rank
            n += 1
    shuffle(items, 0, n, rng)
    state.card[1 - seat] = items[0]
    if state.opened == 0:
        state.public = items[1]


@part
def listen(state, log):
    """Nothing is told by comparing here."""
    log[0] = 0


@part
def canonical(state):
    """Equal positions have equal bytes as they are."""
