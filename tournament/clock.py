"""The clock: how long a bot takes for a decision, and what happens when it takes too long.

A bot is charged with the time that passes, but not with time in which its process was stopped: a gap in
which the alarm did not ring and no processor time was burnt counts as two ticks at most. So Ctrl-Z or a
laptop's sleep makes no honest bot lose.

Four lines of defence. What comes back late has lost by the time it is charged with. What does not come back
is interrupted by an alarm: SIGALRM, where the platform has it and the game is played in the main thread of
its process. An alarm is heard by Python code and by system calls that wait, but not by compiled code that
never returns. That burns processor time, and in a worker process (`deadly`) the kernel then ends the
process by SIGPROF. A bot that swallows every alarm or waits where none is heard is ended by the parent
(tournament.pulse). tournament.workers finds out who was deciding.
"""

import signal
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")

GRACE, AGAIN = 0.05, 0.2
"""Seconds from the limit to the alarm, and between alarms for a bot that swallows the first."""
TICKS, SHORTEST, LONGEST = 20, 0.005, 0.1
"""How many ticks make a limit, and how many seconds a tick may have."""


def deadline(limit: float) -> float:
    """The seconds, of processor time or on the parent's clock, after which a worker process is given up."""
    return 2 * limit + 1


class StopNow(BaseException):
    """The user wants the run to end at once; the referee lets it pass, whatever a bot does."""


class Overtime(BaseException):
    """Raised inside a bot that has passed its time."""


class Clock:
    """Measures decisions, and interrupts those that pass the limit where the platform can."""

    def __init__(
        self, limit_milliseconds: int, deadly: bool = False, tell: Callable[[bool], None] | None = None
    ) -> None:
        """`tell` is called with True when a bot is asked, and with False when that is over."""
        self.limit = limit_milliseconds / 1000
        self._tick = min(LONGEST, max(SHORTEST, self.limit / TICKS))
        self._running, self._tell = False, tell
        self._alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._deadly = deadly and self._alarms
        self._before: Any = None
        self._last = self._burnt = self._charged = self._rung = 0.0

    def __enter__(self) -> "Clock":
        if self._alarms:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running = False
        if self._alarms:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def measure(self, decide: Callable[[], T]) -> tuple[T, float]:
        """What a call returns, and the seconds it is charged with.

        Raises Overtime, and whatever the call raises.
        """
        try:
            try:
                self._start()
                answer = decide()
            finally:
                self._stop()
        except Overtime:
            self._stop()  # the alarm may have rung inside the line above
            raise
        if self._charged > self.limit:
            raise Overtime
        return answer, self._charged

    def _ring(self, *_: object) -> None:
        if not self._running:
            return
        self._charge()
        if self._charged > self.limit + GRACE and self._last - self._rung > AGAIN:
            self._rung = self._last
            raise Overtime

    def _charge(self, *, whole: bool = False) -> None:
        """Charge what has passed since the last time; all of it if the ticks cannot be relied on."""
        now, burnt = time.perf_counter(), time.process_time()
        gap = now - self._last
        counted = gap if whole else max(min(gap, 2 * self._tick), min(gap, burnt - self._burnt))
        self._last, self._burnt, self._charged = now, burnt, self._charged + counted

    def _start(self) -> None:
        if self._tell:
            self._tell(True)
        self._charged, self._rung = 0.0, -AGAIN
        self._last, self._burnt = time.perf_counter(), time.process_time()
        self._running = True
        if self._alarms:
            signal.setitimer(signal.ITIMER_REAL, self._tick, self._tick)
            if self._deadly:
                signal.setitimer(signal.ITIMER_PROF, deadline(self.limit))

    def _stop(self) -> None:
        if not self._running:
            return
        self._running = False
        if not self._alarms:
            self._charge(whole=True)
        else:
            ticking = signal.setitimer(signal.ITIMER_REAL, 0)[1] > 0
            if self._deadly:
                signal.setitimer(signal.ITIMER_PROF, 0)
            late = time.perf_counter() - self._last > 2 * self._tick
            self._charge(whole=late and not (ticking and self._heard()))
        if self._tell:
            self._tell(False)

    def _heard(self) -> bool:
        """Is the alarm still ours, or has the bot turned it off?"""
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        return signal.getsignal(signal.SIGALRM) == self._ring and signal.SIGALRM not in blocked
