"""The referee: one game between bots, under a clock. The only module that looks at the time.

Bots are handed views and seeds, nothing else. A bot that raises anything, answers anything but a legal
action, or passes its time ends its game and loses it alone: it is placed last, and the others by
their scores as they stand (archive.record).

A bot that does not come back is interrupted by an alarm where the platform has one and the game is
played in the main thread of its process, as workers do. An alarm reaches Python code; compiled code
that never returns to Python is not reached by it. See tournament.workers for what happens then.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any

import numpy as np

from ai.bot import Bot, Decision
from archive.record import Ending, Replay, SearchFigures, Times, place_with_fault, share
from engine.game import Game
from engine.rng import split
from engine.state import digest
from engine.view import Playthrough, View
from tournament.schedule import Fixture

ALARM_GRACE, ALARM_AGAIN = 0.05, 0.2
"""Seconds after the limit until the alarm, and between alarms for a bot that swallows the first."""
MAX_REASON = 200


class StopNow(BaseException):  # noqa: N818 - a signal, not an error
    """The user wants the run to end at once; the referee lets it pass, whatever a bot does."""


class Overtime(BaseException):  # noqa: N818 - a signal, not an error
    """Raised inside a bot that has passed its time."""


class Fault(Exception):  # noqa: N818 - a verdict, not an error
    """A seat did not keep the contract; the game ends by it."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending, self.reason = ending, one_line(reason)


class Clock:
    """Measures decisions, and interrupts those that pass the limit where the platform can."""

    def __init__(self, limit_milliseconds: int) -> None:
        self.limit = limit_milliseconds / 1000
        self.armed = False
        self.alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> "Clock":
        if self.alarms:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.alarms:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, *_: object) -> None:
        if self.armed:
            raise Overtime

    def ask(self, bot: Bot, view: View, seed: int) -> tuple[Any, float]:
        """What a bot answers, and the seconds it took; raises Fault."""
        start = time.perf_counter()
        try:
            try:
                self._arm(True)
                answer = bot.decide(view, seed)
            finally:
                self._arm(False)
            seconds = time.perf_counter() - start
        except StopNow:
            raise
        except Overtime:
            self._arm(False)
            raise self._late() from None
        except BaseException as error:
            raise Fault(Ending.CRASH, describe(error)) from None
        if seconds > self.limit:
            raise self._late()
        return answer, seconds

    def _arm(self, on: bool) -> None:
        self.armed = on
        if self.alarms:
            signal.setitimer(signal.ITIMER_REAL, (self.limit + ALARM_GRACE) if on else 0, ALARM_AGAIN)

    def _late(self) -> Fault:
        return Fault(Ending.TIME, f"took longer than {self.limit * 1000:.0f} milliseconds for a decision")


def play_game(
    game: Game, fixture: Fixture, bots: Sequence[Bot], limit_milliseconds: int, record_search: bool = False
) -> tuple[Replay, Times]:
    """Play a scheduled game with the bots in their seats: its record, and the times it took."""
    deal = game.draw(fixture.deal_seed)
    table = Playthrough(game.start(deal))
    figures: list[SearchFigures] = []
    total, longest = [0.0] * game.seats, [0.0] * game.seats
    ending, fault, reason = Ending.OVER, None, ""
    with Clock(limit_milliseconds) as clock:
        while not table.state.is_over:
            seat = table.state.to_act
            view = table.view(seat)
            try:
                answer, seconds = clock.ask(bots[seat], view, split(fixture.bot_seeds[seat], len(table.actions)))
                figures.append(judge(answer, view))
            except Fault as verdict:
                ending, fault, reason = verdict.ending, seat, verdict.reason
                break
            total[seat] += seconds
            longest[seat] = max(longest[seat], seconds)
            table.play(int(answer.action))
    placing = place_with_fault(table.state.scores, fault)
    replay = Replay(
        key=fixture.key,
        game=game.spec,
        rules=game.rules,
        seats=tuple(each.name for each in fixture.seats),
        bots=tuple(each.spec for each in fixture.seats),
        seeds=fixture.bot_seeds,
        deal=deal,
        actions=tuple(table.actions),
        final=digest(table.state),
        scores=table.state.scores,
        placing=placing,
        returns=table.state.returns if fault is None else share(placing),
        ending=ending,
        fault=fault,
        reason=reason,
        search=tuple(figures) if record_search else (),
    )
    return replay, Times(_milliseconds(total), _milliseconds(longest))


def judge(answer: Any, view: View) -> SearchFigures:
    """The figures of an answer that keeps the contract; raises Fault."""
    if type(answer) is not Decision:
        raise Fault(Ending.ILLEGAL, f"answered {_kind(answer)}, not a Decision")
    if not _whole(answer.action):
        raise Fault(Ending.ILLEGAL, f"answered with {_kind(answer.action)} for an action, not an integer")
    if int(answer.action) not in view.legal_actions:
        raise Fault(Ending.ILLEGAL, f"chose action {int(answer.action)}, which is not legal")
    lengths = set()
    for row in (answer.actions, answer.visits, answer.values):
        if type(row) is not tuple or len(row) > view.game.n_actions:
            raise Fault(Ending.ILLEGAL, "gave figures that are not tuples of a number for each action")
        lengths.add(len(row))
    numbers = (*answer.actions, *answer.visits, answer.work)
    if len(lengths - {0}) > 1 or not all(_whole(each) and abs(int(each)) < 1 << 63 for each in numbers):
        raise Fault(Ending.ILLEGAL, "gave figures that are not rows of equally many integers")
    if not all(isinstance(each, float | np.floating) and isfinite(each) for each in answer.values):
        raise Fault(Ending.ILLEGAL, "gave values that are not finite numbers")
    return SearchFigures(
        tuple(map(int, answer.actions)),
        tuple(map(int, answer.visits)),
        tuple(map(float, answer.values)),
        int(answer.work),
    )


def _whole(number: Any) -> bool:
    """Is it an integer, and not a subclass that could answer otherwise the next time?"""
    return type(number) is int or isinstance(number, np.integer)


def _kind(thing: Any) -> str:
    return f"a {type(thing).__name__}" if thing is not None else "nothing"


def describe(error: BaseException) -> str:
    """An error as one line, whatever its own text does."""
    try:
        text = str(error)
    except BaseException:  # an error of a bot may fail even here
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def one_line(text: str) -> str:
    """A text for a record: one line, printable, at most 200 characters."""
    words = "".join(each if each.isprintable() else " " for each in text[: 4 * MAX_REASON]).split()
    line = " ".join(words).encode("utf-8", "replace").decode()
    return line if len(line) <= MAX_REASON else line[: MAX_REASON - 1] + "…"


def _milliseconds(seconds: list[float]) -> tuple[float, ...]:
    return tuple(round(each * 1000, 3) for each in seconds)


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing that is written to standard output or error gets anywhere, by Python or below it."""
    streams = (sys.stdout, sys.stderr)
    for stream in streams:
        stream.flush()
    kept, sink = (os.dup(1), os.dup(2)), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        with open(os.devnull, "w", encoding="utf-8", errors="replace") as null:
            sys.stdout = sys.stderr = null
            yield
    finally:
        for stream in (*streams, sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.flush()
        sys.stdout, sys.stderr = streams
        for number, original in zip((1, 2), kept):
            os.dup2(original, number)
            os.close(original)
        os.close(sink)
