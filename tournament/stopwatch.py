"""Which iterations of a search are timed: a few in a row now and then, in a second kernel with a clock.

Between them runs the search's own kernel, as it does unmeasured: a kernel that only may be asked to look at
the clock was up to 15 % slower where an iteration is short, although it never was asked.
"""

from time import perf_counter_ns, thread_time_ns
from typing import Any

import numpy as np

from ai.bindings import Binding
from ai.search.phases import MOST, ROOM, WARMING
from ai.search.room import DONE, PAUSE, PAUSED, Room
from engine.rng import split

FEWEST, MOST_IN_A_ROW, SHARE = 20, 200, 0.1
"""Iterations timed in a row, and of those of a search they are this share at most."""
WARM = 0.6
"""The share of them, from the first, that is left out: the second kernel's code has to come near, and the
processor has to learn its ways. After 4 iterations one still took 15 % longer, after 100 no longer."""


def run_of(iterations: float) -> int:
    """How many iterations are timed in a row in searches that have so many."""
    return int(min(max(SHARE * iterations, FEWEST), MOST_IN_A_ROW))


class Stopwatch:
    """The laps and the time of searches, which pause for laps now and then, from one search to the next."""

    def __init__(self, bound: Binding, every: int, run: int, longest: int, seed: int) -> None:
        """Time one iteration in so many on average, some in a row, but none that takes longer than that."""
        self.bound = bound._replace(search=self._search)
        """The same binding, with a search that is timed."""
        self._kernel, self._every, self._run, self._seed = bound.search, every, run, seed
        self._laps: Any = np.zeros(ROOM, np.int64)
        self._laps[MOST] = longest
        self._spent, self._drawn, self._timing = list[int](), 0, False
        self._from = self._done = 0  # iterations of earlier searches, and of all
        self._change = self._gap()

    def take(self) -> tuple[Any, list[int]]:
        """The laps since they were last taken, and by call of a kernel its nanoseconds.

        They are the clock's, as this thread's own time is told by the system, which takes 1 us each time.
        """
        laps, spent = self._laps.copy(), self._spent
        self._spent, self._laps[:] = [], 0
        self._laps[[MOST, WARMING]] = laps[[MOST, WARMING]]  # a run goes on in the next search
        return laps, spent

    def _gap(self) -> int:
        """Iterations not timed: drawn, so that turns that come in rounds are not met always alike."""
        self._drawn += 1
        return 1 + split(self._seed, "gap", self._drawn) % (2 * self._run * (self._every - 1))

    def _search(
        self,
        root: Any,
        seat: int,
        plans: Any,
        actions: Any,
        rng: Any,
        room: Room,
        heard: Any,
        more: Any,
        _: None,
    ) -> int:
        """The search, call by call. What is done here is done for each search, which may take 50 us."""
        progress, kernel = room.progress, self._kernel
        done_at = progress.item
        if done_at(DONE) == 0:
            self._from = self._done
        while True:
            if self._done >= self._change:
                self._timing = not self._timing
                self._change = self._done + (self._run if self._timing else self._gap())
                self._laps[WARMING] = round(WARM * self._run)
            progress[PAUSE] = self._change - self._from
            laps = self._laps if self._timing else None
            begun = perf_counter_ns()
            answer = kernel(root, seat, plans, actions, rng, room, heard, more, laps)
            self._spent.append(perf_counter_ns() - begun)
            self._done = self._from + done_at(DONE)
            if answer != PAUSED:
                return answer


def timed(bound: Binding, spent: list[int]) -> Binding:
    """The same binding; each call of the search adds its nanoseconds of this thread's time."""

    def search(*arguments: Any) -> int:
        begun = thread_time_ns()
        answer = bound.search(*arguments)
        spent.append(thread_time_ns() - begun)
        return answer

    return bound._replace(search=search)
