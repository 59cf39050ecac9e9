"""What happened, told once: an event is one 64-bit word, of which some seats see the card and all see the
rest.

A log is an int64 array: log[0] counts the events, which begin at log[EVENTS]; between them lies room
in which a game keeps what it told last. Where a kernel takes `log`, None means that nobody listens:
numba prunes `if log is not None` by type, so playouts run a variant without a trace of it.

A word holds, from the low byte: kind, seat, place, card (each a byte), value (16 bits, signed), the
bit mask of seats that see the card, and why (a byte; the game says what it means).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import part

TOLD, EVENTS, CAPACITY = 1, 96, 416
EVERYONE = 0xFF
HIDDEN = 0xFF
"""The card byte of an event whose card is not shown."""
CARD_BITS = 0xFF << 24
SEERS_SHIFT, WHY_SHIFT = 48, 56


class Event(NamedTuple):
    """An event word taken apart, for people; `card` is HIDDEN where it was not shown."""

    kind: int
    seat: int
    place: int
    card: int
    value: int
    seers: int
    why: int


def new_log() -> NDArray[np.int64]:
    """Room for the events of one action: 85 are the most that a game tells in play, at the end of a round."""
    return np.zeros(EVENTS + CAPACITY, np.int64)


@part
def tell(log, kind, seat, place, card, value, seers, why):
    """Write an event of which only `seers` (a bit mask of seats) see the card; everyone sees the rest."""
    if log is not None:
        log[EVENTS + log[0]] = (
            kind
            | (seat & 0xFF) << 8
            | (place & 0xFF) << 16
            | (card & 0xFF) << 24
            | (value & 0xFFFF) << 32
            | (seers & 0xFF) << SEERS_SHIFT
            | (why & 0x7F) << WHY_SHIFT
        )
        log[0] += 1


@part
def seen(word, seat):
    """The event as `seat` sees it: the card bits all set where it may not see the card."""
    return word if (word >> (SEERS_SHIFT + seat)) & 1 else word | CARD_BITS


def seen_by(word: int, seat: int) -> int:
    """`seen`, for Python: the event as one seat sees it."""
    return word if word >> (SEERS_SHIFT + seat) & 1 else word | CARD_BITS


def _signed(byte: int, bits: int) -> int:
    return byte - (1 << bits) if byte >> (bits - 1) else byte


def event(word: int) -> Event:
    """Take an event word apart.

    >>> event(3 | 2 << 8 | 5 << 16 | 7 << 24 | 0xFFFF << 32 | 0xFF << 48 | 1 << 56)
    Event(kind=3, seat=2, place=5, card=7, value=-1, seers=255, why=1)
    """
    return Event(
        word & 0xFF,
        _signed(word >> 8 & 0xFF, 8),
        _signed(word >> 16 & 0xFF, 8),
        word >> 24 & 0xFF,
        _signed(word >> 32 & 0xFFFF, 16),
        word >> SEERS_SHIFT & 0xFF,
        word >> WHY_SHIFT & 0x7F,
    )
