"""What a player reads off a position of Turn the Tide: what a card will bring, and how each seat stands.

A card matters by its rank alone: the highest takes the lower tide card, the second the higher one, all others
keep their level. So from the chance that each opponent plays below a card follow the chances of both.
"""

from engine.games.tide.state import PLAY, count, is_active
from engine.jit import part

HORIZON = 3
"""For how many hands more a level is taken to stay the highest."""


@part
def below(card):
    """The set of all cards lower than a card."""
    return (1 << card) - 1


@part
def others_highest(state, seat):
    """The highest level of the other seats in the round."""
    found = 0
    for other in range(state.seats):
        if other != seat:
            found = max(found, state.level[other])
    return found


@part
def others_lowest(state, seat):
    """The lowest level of the other seats in the round; none is lower than any."""
    found = 100
    for other in range(state.seats):
        if other != seat and is_active(state, other):
            found = min(found, state.level[other])
    return found


@part
def worth_of_level(state, seat, level):
    """What a seat would gain or lose until the end of the round with a level, the others keeping theirs.

    The highest level costs a life preserver a hand, and the round when none is left; the lowest pays 1 in
    the end, if it stays the lowest; and a high one is the highest sooner.
    """
    left = count(state.hand[seat])
    worth = -0.8 * min(left, HORIZON) * level / (2.0 * state.tides)
    if level > 0 and level >= others_highest(state, seat):
        tokens = state.tokens[seat]
        hands = min(left, HORIZON)
        worth -= 0.5 + 0.25 * hands if tokens >= hands else 1.0 + 0.5 * (hands - tokens)
    if level <= others_lowest(state, seat):
        worth += 1.0 / (1.0 + 0.25 * left)
    return worth


@part
def chance_below(state, seat, card):
    """The chance that a seat plays below a card: as it has committed, else any card of its hand."""
    chosen = state.choice[seat] if state.phase == PLAY else 0
    if chosen > 0:
        return 1.0 if chosen < card else 0.0
    hand = state.hand[seat]
    held = count(hand)
    return count(hand & below(card)) / held if held > 0 else 1.0


@part
def mix(state, seat, highest, second):
    """What a seat's card is worth: with these chances it takes the lower tide card, or the higher one."""
    return (
        highest * worth_of_level(state, seat, state.offer[0])
        + second * worth_of_level(state, seat, state.offer[1])
        + (1.0 - highest - second) * worth_of_level(state, seat, state.level[seat])
    )


@part
def worth_of_commitment(state, seat, card):
    """What a committed card is worth to its seat, by what the others have committed or hold."""
    highest = 1.0
    second = 0.0
    for other in range(state.seats):
        if other != seat and is_active(state, other):
            chance = chance_below(state, other, card)
            second = second * chance + highest * (1.0 - chance)
            highest *= chance
    return mix(state, seat, highest, second)


@part
def evaluate(state, out):
    """How each seat stands: its points, and what this round will bring it."""
    for seat in range(state.seats):
        out[seat] = float(state.points[seat])
        if state.to_act < 0:
            continue
        if not is_active(state, seat):
            out[seat] -= 1.0
            continue
        out[seat] += state.tokens[seat]
        card = state.choice[seat] if state.phase == PLAY else 0
        if card > 0:
            out[seat] += worth_of_commitment(state, seat, card)
        else:
            out[seat] += worth_of_level(state, seat, state.level[seat])


@part
def n_left(state, seat):
    """How many cards a seat has left, known or not; all seats in the round have equally many."""
    hand = (seat - state.turn + state.seats) % state.seats
    return state.n_dealt[hand] - state.n_played[seat]
