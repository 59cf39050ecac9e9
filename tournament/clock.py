"""The clock: how long a bot takes for a decision, and what happens when it takes too long.

Three lines of defence. What comes back late has lost by the measured time. What does not come back
is interrupted by an alarm: SIGALRM, where the platform has it and the game is played in the main thread of
its process. An alarm is heard by Python code and by system calls that wait, but not by compiled code that
never returns. That burns processor time, and in a worker process (`deadly`) the kernel then ends the
process by SIGPROF; tournament.workers finds out who was deciding.
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


def deadline(limit: float) -> float:
    """The seconds of processor time after which a worker process is given up."""
    return 3 * limit + 1


class StopNow(BaseException):
    """The user wants the run to end at once; the referee lets it pass, whatever a bot does."""


class Overtime(BaseException):
    """Raised inside a bot that has passed its time."""


class Clock:
    """Measures decisions, and interrupts those that pass the limit where the platform can."""

    def __init__(self, limit_milliseconds: int, deadly: bool = False) -> None:
        self.limit = limit_milliseconds / 1000
        self._running = False
        self._alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._deadly = deadly and self._alarms
        self._before: Any = None

    def __enter__(self) -> "Clock":
        if self._alarms:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        if self._alarms:
            signal.signal(signal.SIGALRM, self._before)

    def measure(self, decide: Callable[[], T]) -> tuple[T, float]:
        """What a call returns, and the seconds it took; raises Overtime, and whatever the call raises."""
        start = time.perf_counter()
        try:
            try:
                self._start()
                answer = decide()
            finally:
                self._stop()
        except Overtime:
            self._stop()  # the alarm may have rung inside the line above
            raise
        seconds = time.perf_counter() - start
        if seconds > self.limit:
            raise Overtime
        return answer, seconds

    def _ring(self, *_: object) -> None:
        if self._running:
            raise Overtime

    def _start(self) -> None:
        self._running = True
        if self._alarms:
            signal.setitimer(signal.ITIMER_REAL, self.limit + GRACE, AGAIN)
            if self._deadly:
                signal.setitimer(signal.ITIMER_PROF, deadline(self.limit))

    def _stop(self) -> None:
        self._running = False
        if self._alarms:
            signal.setitimer(signal.ITIMER_REAL, 0)
            if self._deadly:
                signal.setitimer(signal.ITIMER_PROF, 0)
