"""The flow of Turn the Tide: commitments, reveal, tide cards, life preservers, the end of a round (A7)."""

from engine.events import EVERYONE, tell
from engine.games.tide.dealing import begin_hand, begin_round
from engine.games.tide.state import (
    HAND,
    OVER,
    TAKE,
    TAKE_0,
    TIDE_CARDS,
    count,
    hand_of,
    is_active,
    next_active,
)
from engine.games.tide.story import COMMITTED, FINISHED, LOST, OUT, PLAYED, SCORED, TOOK
from engine.jit import part


@part
def reveal(state, log):
    """Turn up what all have committed: the cards leave the hands (A7 HAND 2, 5)."""
    for seat in range(state.seats):
        if is_active(state, seat):
            card = state.choice[seat]
            state.choice[seat] = 0
            state.hand[seat] ^= 1 << card
            state.known[hand_of(state, seat)] |= 1 << card
            state.played[seat * HAND + state.n_played[seat]] = card
            state.n_played[seat] += 1
            tell(log, PLAYED, seat, 0, card, 0, EVERYONE, 0)


@part
def last_card(state, seat):
    """The card that a seat played last."""
    return state.played[seat * HAND + state.n_played[seat] - 1]


@part
def bidder(state, below):
    """The seat in the round whose card is the highest of those below a number."""
    best = 0
    found = 0
    for seat in range(state.seats):
        if is_active(state, seat):
            card = last_card(state, seat)
            if best < card < below:
                best = card
                found = seat
    return found


@part
def take(state, first, own, log):
    """The highest bidder takes one tide card, the second highest the other (A7 HAND 3)."""
    second = bidder(state, last_card(state, first))
    state.level[first] = own
    state.level[second] = state.offer[0] + state.offer[1] - own
    tell(log, TOOK, first, 0, 0, own, EVERYONE, 1)
    tell(log, TOOK, second, 0, 0, state.level[second], EVERYONE, 2)


@part
def drown(state, log):
    """Who has the highest level loses a life preserver, or is eliminated without one (A7 HAND 4, D20)."""
    highest = 0
    for seat in range(state.seats):
        highest = max(highest, state.level[seat])
    for seat in range(state.seats):
        if is_active(state, seat) and state.level[seat] == highest:
            if state.tokens[seat] > 0:
                state.tokens[seat] -= 1
                tell(log, LOST, seat, 0, 0, state.tokens[seat], EVERYONE, 0)
            else:
                state.active &= ~(1 << seat)
                state.level[seat] = 0
                tell(log, OUT, seat, 0, 0, 0, EVERYONE, 0)


@part
def score(state, log):
    """Pay the round: life preservers and the bonus of the lowest level, or -1 (A7 round score)."""
    lowest_level = 100
    for seat in range(state.seats):
        if is_active(state, seat):
            lowest_level = min(lowest_level, state.level[seat])
    for seat in range(state.seats):
        won = -1
        bonus = 0
        if is_active(state, seat):
            bonus = 1 if state.level[seat] == lowest_level else 0
            won = state.tokens[seat] + bonus
        state.points[seat] += won
        tell(log, SCORED, seat, 0, 0, won, EVERYONE, bonus)


@part
def is_going_on(state):
    """Does the round go on? More than two are in it, and all of them have a card left (A7 ROUND)."""
    for seat in range(state.seats):
        if is_active(state, seat) and state.hand[seat] == 0:
            return False
    return count(state.active) > 2


@part
def go_on(state, log):
    """After the tide cards are taken: the next hand, the next round, or the end (A7 ROUND, GAME)."""
    drown(state, log)
    if is_going_on(state):
        begin_hand(state, log)
        return
    score(state, log)
    for i in range(state.drawn, 2 * state.tides):
        state.tide[state.turn * TIDE_CARDS + i] = 0
    if state.turn + 1 < state.rounds:
        state.turn += 1
        begin_round(state, log)
    else:
        state.offer[0] = 0
        state.offer[1] = 0
        state.left = 0
        state.drawn = 2 * state.tides
        state.phase = OVER
        state.to_act = -1
        tell(log, FINISHED, 0, 0, 0, 0, EVERYONE, 0)


@part
def apply(state, action, log):
    """Play an action, which is not checked; tell `log`, if there is one, what happened."""
    me = state.to_act
    if state.phase == TAKE:
        take(state, me, action - TAKE_0, log)
    else:
        state.choice[me] = action
        tell(log, COMMITTED, me, 0, action, 0, 1 << me, 0)
        following = next_active(state, me + 1)
        if following < state.seats:
            state.to_act = following
            return
        reveal(state, log)
        first = bidder(state, 100)
        if state.may_choose == 1 and state.offer[0] != state.offer[1]:
            state.phase = TAKE
            state.to_act = first
            return
        take(state, first, state.offer[0], log)
    go_on(state, log)
