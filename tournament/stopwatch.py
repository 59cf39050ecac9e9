"""Which iterations of a search are timed: a few in a row now and then, in a second kernel with a clock.

Between them runs the search's own kernel, as it does unmeasured: a kernel that only may be asked to look at
the clock was up to 15 % slower where an iteration is short, although it never was asked.
"""

from time import thread_time_ns as clock
from typing import Any

import numpy as np

from ai.bindings import Binding
from ai.search.phases import MOST, ROOM, WARMING
from ai.search.room import DONE, PAUSE, PAUSED
from engine.rng import split

FEWEST, MOST_IN_A_ROW, SHARE = 20, 200, 0.1
"""Iterations timed in a row, and of those of a search they are this share at most."""
WARM = 0.6
"""The share of them, from the first, that is left out: the second kernel's code has to come near, and the
processor has to learn its ways. After 4 iterations one still took 15 % longer, after 100 no longer."""
ROOM_AT = 5
"""The place of the room among a search's arguments."""


def run_of(iterations: float) -> int:
    """How many iterations are timed in a row in searches that have so many."""
    return int(min(max(SHARE * iterations, FEWEST), MOST_IN_A_ROW))


class Draws:
    """Numbers drawn for a few tenths of a microsecond each, as a whole search may take no more than some ten.

    Knuth's linear generator, of which the high bits are good enough to say when to look at a clock.
    """

    def __init__(self, seed: int) -> None:
        """The same numbers for the same seed."""
        self._last = split(seed, "draws")

    def below(self, most: int) -> int:
        """Any whole number from 0, below that one, as likely as another; 0 if there is none."""
        self._last = (self._last * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._last >> 32) * most >> 32


class Stopwatch:
    """The laps of one search, and when it pauses for them."""

    def __init__(self, every: int, run: int, longest: int, draws: Draws) -> None:
        """Time one iteration in so many on average, some in a row, but none that takes longer than that."""
        self.laps: Any = np.zeros(ROOM, np.int64)
        self.laps[MOST] = longest
        # Gaps are drawn, since turns that come in rounds must not be met always alike. A search begins as if
        # this had gone on before, so that all its iterations are as likely to be kept.
        self._run, self._gap, self._warm = run, 2 * run * (every - 1), round(WARM * run)
        self._below = draws.below
        at = self._below(every * run)
        self._timing = at < run
        if self._timing:
            self.laps[WARMING] = max(self._warm - at, 0)
            self._change = run - at
        else:
            self._change = 1 + min(self._below(self._gap), self._below(self._gap))

    def stretch(self, done: int) -> tuple[bool, int]:
        """After so many iterations: is the next one timed, and how many are done when that changes?"""
        if done >= self._change:
            self._timing = not self._timing
            self._change = done + (self._run if self._timing else 1 + self._below(self._gap))
            self.laps[WARMING] = self._warm
        return self._timing, self._change


def timed(bound: Binding, spent: list[int], watch: Stopwatch | None = None) -> Binding:
    """The same binding; each call of the search adds its time, in nanoseconds, and pauses to be timed."""

    def call(*arguments: Any) -> int:
        begun = clock()
        answer = bound.search(*arguments)
        spent.append(clock() - begun)
        return answer

    def search(*arguments: Any) -> int:
        assert watch is not None
        *others, _ = arguments
        progress = arguments[ROOM_AT].progress
        while True:
            timing, progress[PAUSE] = watch.stretch(int(progress[DONE]))
            answer = call(*others, watch.laps if timing else None)
            if answer != PAUSED:
                return answer

    return bound._replace(search=call if watch is None else search)
