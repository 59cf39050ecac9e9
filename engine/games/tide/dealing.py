"""Dealing: what a deal is, the first position of one, and how a round and a hand begin (A7)."""

from engine.events import EVERYONE, tell
from engine.games.tide.state import (
    HAND,
    P_CHOOSE,
    P_DECK,
    P_HAND,
    P_ROUNDS,
    P_SEATS,
    P_SHOWN,
    P_TIDES,
    PLAY,
    ROUNDS,
    SEATS,
    TIDE_CARDS,
    hand_of,
    next_active,
    total_halves,
)
from engine.games.tide.story import OFFERED, PASSED, RECEIVED, ROUND
from engine.jit import part
from engine.rng import shuffle


@part
def draw(parameters, rng, deal):
    """A deal: the Weather cards, seat by seat and then those left over, and the tide deck of each round."""
    deck = parameters[P_DECK]
    for i in range(deck):
        deal[i] = 1 + i
    shuffle(deal, 0, deck, rng)
    n = 2 * parameters[P_TIDES]
    for turn in range(parameters[P_ROUNDS]):
        start = deck + turn * n
        for i in range(n):
            deal[start + i] = 1 + i // 2
        shuffle(deal, start, start + n, rng)


@part
def clear(state, parameters):
    """An empty table of the game that the parameters name."""
    for i in range(SEATS):
        state.dealt[i] = 0
        state.known[i] = 0
        state.hand[i] = 0
        state.n_played[i] = 0
        state.n_dealt[i] = 0
        state.worth[i] = 0
        state.level[i] = 0
        state.tokens[i] = 0
        state.points[i] = 0
        state.choice[i] = 0
    for i in range(SEATS * HAND):
        state.played[i] = 0
    for i in range(ROUNDS * TIDE_CARDS):
        state.tide[i] = 0
    state.offer[0] = 0
    state.offer[1] = 0
    state.shown = 0
    state.left = 0
    state.active = 0
    state.turn = 0
    state.drawn = 0
    state.phase = PLAY
    state.to_act = 0
    state.seats = parameters[P_SEATS]
    state.deck = parameters[P_DECK]
    state.tides = parameters[P_TIDES]
    state.rounds = parameters[P_ROUNDS]
    state.may_choose = parameters[P_CHOOSE]


@part
def weigh(state, parameters):
    """Give each hand its life preservers, and lay out the cards that were not dealt (OPT-22)."""
    dealt = 0
    for hand in range(state.seats):
        dealt |= state.dealt[hand]
        state.worth[hand] = total_halves(state.dealt[hand], state.deck) // 2
    if parameters[P_SHOWN] == 1:
        state.shown = ((1 << (state.deck + 1)) - 2) & ~dealt


@part
def setup(state, parameters, deal):
    """The first position of a deal."""
    clear(state, parameters)
    size = parameters[P_HAND]
    for hand in range(state.seats):
        for i in range(size):
            state.dealt[hand] |= 1 << deal[hand * size + i]
        state.n_dealt[hand] = size
    n = 2 * state.tides
    for turn in range(state.rounds):
        for i in range(n):
            state.tide[turn * TIDE_CARDS + i] = deal[state.deck + turn * n + i]
    weigh(state, parameters)
    begin_round(state, None)


@part
def begin_round(state, log):
    """Take up the hands with their life preservers; a new tide deck; the first offer (A7 ROUND)."""
    tell(log, ROUND, 0, 0, 0, state.turn + 1, EVERYONE, 0)
    for seat in range(state.seats):
        hand = hand_of(state, seat)
        state.hand[seat] = state.dealt[hand]
        state.tokens[seat] = state.worth[hand]
        state.level[seat] = 0
        state.n_played[seat] = 0
        for i in range(HAND):
            state.played[seat * HAND + i] = 0
        if log is not None and state.turn > 0:
            tell(log, PASSED, seat, 0, 0, state.worth[hand], EVERYONE, 0)
            for card in range(1, state.deck + 1):
                if (state.dealt[hand] >> card) & 1:
                    tell(log, RECEIVED, seat, 0, card, 0, 1 << seat, 0)
    state.active = (1 << state.seats) - 1
    state.drawn = 0
    state.left = 0
    for value in range(state.tides):
        state.left |= 2 << (2 * value)
    begin_hand(state, log)


@part
def begin_hand(state, log):
    """Reveal two tide cards; the first seat that is still in the round commits first (A7 HAND 1, D20)."""
    top = state.turn * TIDE_CARDS + state.drawn
    one = state.tide[top]
    two = state.tide[top + 1]
    state.tide[top] = 0
    state.tide[top + 1] = 0
    state.offer[0] = min(one, two)
    state.offer[1] = max(one, two)
    state.left -= (1 << (2 * (one - 1))) + (1 << (2 * (two - 1)))
    state.drawn += 2
    tell(log, OFFERED, 0, state.offer[0], 0, state.offer[1], EVERYONE, 0)
    state.phase = PLAY
    state.to_act = next_active(state, 0)
