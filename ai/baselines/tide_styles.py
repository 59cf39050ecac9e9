"""Two ways of playing Turn the Tide that a player would recognise.

What a style is: see ai.baselines.best.
"""

from ai.baselines.best import make_best
from ai.baselines.style import style_bot
from ai.baselines.tide import below, mix, n_left, others_highest
from engine.games.tide.knowledge import has_held
from engine.games.tide.state import HAND, TAKE, TAKE_0, count, hand_of, is_active
from engine.jit import kernel, part


# ---------------------------------------------------------------- the ducker
@part
def ducker_score(state, seat, action):
    """Play low and keep out of the water; in trouble, play the highest card for the lower tide card.

    In trouble is who has the highest level, if the lower tide card is better.
    """
    if state.phase == TAKE:
        return float(TAKE_0 - action)
    level = state.level[seat]
    trouble = level > 0 and level >= others_highest(state, seat) and state.offer[0] < level
    return float(action) if trouble else -float(action)


# ---------------------------------------------------------------- the counter
@part
def known_cards(state, seat, hand):
    """The cards of a hand that a seat knows."""
    return state.dealt[hand] if has_held(state, seat, hand) else state.known[hand]


@part
def unseen(state, seat):
    """The cards that a seat has not seen: they may be in any hand that it does not know."""
    seen = state.shown
    for hand in range(state.seats):
        seen |= known_cards(state, seat, hand)
    return ((1 << (state.deck + 1)) - 2) & ~seen


@part
def counted_below(state, seat, other, card, pool):
    """The chance that another seat plays below a card: any of its cards, unseen ones as they may be."""
    known = known_cards(state, seat, hand_of(state, other)) & ~played_by(state, other)
    held = n_left(state, other)
    unknown = held - count(known)
    low = float(count(known & below(card)))
    if unknown > 0:
        low += unknown * count(pool & below(card)) / count(pool)
    return low / held if held > 0 else 1.0


@part
def played_by(state, seat):
    """What a seat has played in this round."""
    cards = 0
    for i in range(state.n_played[seat]):
        cards |= 1 << state.played[seat * HAND + i]
    return cards


@part
def counter_score(state, seat, action):
    """Count what each opponent may hold, and play the card that is worth most by its chances.

    Of cards worth the same it keeps the extreme ones, which are surest to be highest or to stay out.
    """
    if state.phase == TAKE:
        return float(TAKE_0 - action)
    pool = unseen(state, seat)
    highest = 1.0
    second = 0.0
    for other in range(state.seats):
        if other != seat and is_active(state, other):
            chance = counted_below(state, seat, other, action, pool)
            second = second * chance + highest * (1.0 - chance)
            highest *= chance
    return mix(state, seat, highest, second) - 0.02 * abs(2 * action - state.deck) / state.deck


# ---------------------------------------------------------------- the bots
STYLES = ("ducker", "counter")
"""Their names, by the number that `score` takes."""


@part
def score(state, seat, action, style):
    """How much a style likes an action."""
    return ducker_score(state, seat, action) if style == 0 else counter_score(state, seat, action)


_policy = make_best(score)


@kernel
def choose(root, seat, legal, rng, style):
    """A style's action in a view."""
    return _policy(root[0], seat, legal, len(legal), rng, style)


DUCKER = style_bot(
    "ducker",
    "Turn the Tide: plays low, and its highest card only to get rid of the highest level.",
    "tide",
    choose,
    STYLES,
)
COUNTER = style_bot(
    "counter",
    "Turn the Tide: counts the cards that each opponent may hold, and plays by the chances.",
    "tide",
    choose,
    STYLES,
)
