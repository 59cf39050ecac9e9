"""How many deals agree with what is known of the hands, and one of them drawn in proportion.

Every hand's life preservers are public: half the sum of its cards' halves, rounded down. So if a hand has u
unknown cards, of which y have a half each and z a whole one, then y + 2z is t or t + 1, where t is twice its
life preservers less the halves of its known cards. With a, b and c unseen cards of the three classes, the
ways to deal hand after hand are

    W(j; a, b, c) = sum over (x, y, z) of C(a, x) C(b, y) C(c, z) W(j + 1; a - x, b - y, c - z)

and W = 1 after the last. Before hand j so many cards are dealt, and their halves are sum(t) + e with e from 0
to j; so (z, e) says how many of each class are left, and a table of 13 (j + 1) numbers holds W(j). A hand's
(x, y, z) is drawn in proportion to its term. The tables are made anew only if what is known has changed: a
search draws thousands of deals from one view. They lie in the room that the caller gives, behind a key that
says exactly what they are for.

The numbers are floats of 53 bits, sums and products of positive ones: each is right to 1e-14 of its size.
They are kept in an integer array as fraction and exponent, which loses nothing.
"""

import math

import numpy as np

from engine.games.tide.state import DECK, HAND
from engine.jit import part
from engine.rng import rand_below

CLASS, HANDS = 2 * DECK // 5, 4
"""The most cards of a class, and the most hands that a seat does not know."""
CHOOSE = np.array([[float(math.comb(n, k)) for k in range(HAND + 1)] for n in range(CLASS + 1)])

# The room: the key; the unseen cards, class by class; how many cards each class has; of each hand, and of
# all hands before it: unknown cards, and t; then the tables of hands 0, 1, 2, 3.
KEY, CARDS = 0, 1
COUNTS = CARDS + DECK
UNSEEN, TWICE = COUNTS + 3, COUNTS + 3 + HANDS
UNSEEN_BEFORE, TWICE_BEFORE = TWICE + HANDS, TWICE + 2 * HANDS + 1
TABLES = TWICE_BEFORE + HANDS + 1
ROOM = TABLES + (HAND + 1) * HANDS * (HANDS + 1) // 2

HALF, BIAS = 1 << 53, 600


@part
def pack(weight):
    """A float as one integer: 53 bits of fraction, ten of exponent."""
    fraction, exponent = math.frexp(weight)
    return int(fraction * HALF) << 10 | (exponent + BIAS)


@part
def unpack(word):
    """The float again."""
    return math.ldexp(float(word >> 10), int((word & 1023) - BIAS - 53))


@part
def table(hand):
    """Where the table of a hand begins: those before it have 13, 26, 39 entries."""
    return TABLES + (HAND + 1) * (hand * (hand + 1) // 2)


@part
def weight_of(items, hands, hand, whole, extra):
    """W before a hand, by the cards of a whole preserver dealt before it, and the halves beyond sum(t)."""
    if hand == hands:
        return 1.0
    return unpack(items[table(hand) + whole * (hand + 1) + extra])


@part
def term(items, hands, hand, whole, extra, z, d):
    """How many deals go on with z cards of a whole preserver in a hand, and t + d halves."""
    half_before = items[TWICE_BEFORE + hand] + extra - 2 * whole
    none_before = items[UNSEEN_BEFORE + hand] - half_before - whole
    y = items[TWICE + hand] + d - 2 * z
    x = items[UNSEEN + hand] - y - z
    a = items[COUNTS] - none_before
    b = items[COUNTS + 1] - half_before
    c = items[COUNTS + 2] - whole
    if min(x, y) < 0 or min(half_before, none_before) < 0 or x > a or y > b or z > c:
        return 0.0
    ways = CHOOSE[a, x] * CHOOSE[b, y] * CHOOSE[c, z]
    return ways * weight_of(items, hands, hand + 1, whole + z, extra + d)


@part
def fill_tables(items, hands):
    """Count, from the last hand to the first."""
    for i in range(hands):
        items[UNSEEN_BEFORE + i + 1] = items[UNSEEN_BEFORE + i] + items[UNSEEN + i]
        items[TWICE_BEFORE + i + 1] = items[TWICE_BEFORE + i] + items[TWICE + i]
    for hand in range(hands - 1, -1, -1):
        for whole in range(HAND + 1):
            for extra in range(hand + 1):
                total = 0.0
                if whole <= items[COUNTS + 2] and (hand > 0 or whole == 0):
                    for z in range(min(items[UNSEEN + hand], items[COUNTS + 2] - whole) + 1):
                        total += term(items, hands, hand, whole, extra, z, 0)
                        total += term(items, hands, hand, whole, extra, z, 1)
                items[table(hand) + whole * (hand + 1) + extra] = pack(total)


@part
def prepare(items, hands):
    """See that the tables are those of the counts, unknown cards and preservers that stand in the room."""
    key = 1
    for i in range(3):
        key = key << 5 | items[COUNTS + i]
    for i in range(HANDS):
        known = i < hands
        key = key << 4 | (items[UNSEEN + i] if known else 0)
        key = key << 5 | (items[TWICE + i] + 1 if known else 0)
    if items[KEY] != key or items[ROOM - 1] != key:
        items[UNSEEN_BEFORE] = 0
        items[TWICE_BEFORE] = 0
        fill_tables(items, hands)
        items[KEY] = key
        items[ROOM - 1] = key


@part
def rand_fine(rng):
    """A uniform float64 in [0, 1), of 53 bits."""
    high = rand_below(rng, 1 << 26)
    return (high * float(1 << 27) + rand_below(rng, 1 << 27)) / HALF


@part
def draw_split(items, hands, hand, whole, extra, rng):
    """Draw how a hand's unknown cards fall into the classes: 2 z + d, in proportion to what follows."""
    pick = rand_fine(rng) * weight_of(items, hands, hand, whole, extra)
    found = 0
    for z in range(min(items[UNSEEN + hand], items[COUNTS + 2] - whole) + 1):
        for d in range(2):
            weight = term(items, hands, hand, whole, extra, z, d)
            if weight > 0.0:
                found = 2 * z + d
                if pick < weight:
                    return found
                pick -= weight
    return found
