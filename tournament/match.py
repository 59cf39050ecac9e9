"""The referee: one game between bots.

Bots are handed views and seeds, nothing else. A bot that raises anything, answers anything but a legal
action, or passes its time ends its game and loses it alone: it is placed last, and the others by
their scores as they stand (archive.record). tournament.clock says how time is kept.
"""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np

from ai.bot import Bot, Decision
from archive.record import Ending, Replay, SearchFigures, Times, place_with_fault, share
from engine.game import Game
from engine.rng import split
from engine.state import digest
from engine.view import Playthrough, View
from tournament.clock import Clock, Overtime, StopNow
from tournament.schedule import Fixture

MAX_REASON = 200
NO_FIGURES = SearchFigures((), (), (), 0)


class Fault(Exception):
    """A seat did not keep the contract; its game ends by it."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending, self.reason = ending, one_line(reason)


class Sheet:
    """A game while it is played: the table, and what is written down about it."""

    def __init__(self, game: Game, fixture: Fixture) -> None:
        self.game, self.fixture = game, fixture
        self.deal = game.draw(fixture.deal_seed)
        self.table = Playthrough(game.start(self.deal))
        self.figures: list[SearchFigures] = []
        self.total, self.longest = [0.0] * game.seats, [0.0] * game.seats

    def record(self, verdict: Fault | None, fault: int | None, record_search: bool) -> tuple[Replay, Times]:
        """The record of the game as it stands: over, or ended by the fault of a seat."""
        state, fixture = self.table.state, self.fixture
        placing = place_with_fault(state.scores, fault)
        replay = Replay(
            key=fixture.key,
            game=self.game.spec,
            rules=self.game.rules,
            seats=tuple(each.name for each in fixture.seats),
            bots=tuple(each.spec for each in fixture.seats),
            seeds=fixture.bot_seeds,
            deal=self.deal,
            actions=tuple(self.table.actions),
            final=digest(state),
            scores=state.scores,
            placing=placing,
            returns=state.returns if fault is None else share(placing),
            ending=verdict.ending if verdict else Ending.OVER,
            fault=fault,
            reason=verdict.reason if verdict else "",
            search=tuple(self.figures) if record_search else (),
        )
        return replay, Times(
            *(tuple(round(each * 1000, 3) for each in row) for row in (self.total, self.longest))
        )


Journal = Callable[[int, Sheet], None]
"""Told which seat is about to decide, before it does."""


def play_game(
    game: Game,
    fixture: Fixture,
    bots: Sequence[Bot],
    clock: Clock,
    *,
    record_search: bool = False,
    journal: Journal | None = None,
) -> tuple[Replay, Times]:
    """Play a scheduled game with the bots in their seats: its record, and the times it took."""
    sheet = Sheet(game, fixture)
    table = sheet.table
    while not table.state.is_over:
        seat = table.state.to_act
        if journal is not None:
            journal(seat, sheet)
        seed = split(fixture.bot_seeds[seat], len(table.actions))
        try:
            decision, figures, seconds = ask(bots[seat], table.view(seat), seed, clock)
        except Fault as verdict:
            return sheet.record(verdict, seat, record_search)
        sheet.figures.append(figures)
        sheet.total[seat] += seconds
        sheet.longest[seat] = max(sheet.longest[seat], seconds)
        table.play(decision)
    return sheet.record(None, None, record_search)


def ask(bot: Bot, view: View, seed: int, clock: Clock) -> tuple[int, SearchFigures, float]:
    """The action a bot chooses, its figures and the seconds it took; raises Fault."""
    try:
        answer, seconds = clock.measure(lambda: bot.decide(view, seed))
    except StopNow:
        raise
    except Overtime:
        raise late(clock.limit) from None
    except BaseException as error:
        raise Fault(Ending.CRASH, describe(error)) from None
    return *judge(answer, view), seconds


def late(limit: float) -> Fault:
    """The verdict on a bot that passed its time."""
    return Fault(Ending.TIME, f"took longer than {limit * 1000:.0f} milliseconds for a decision")


def judge(answer: Any, view: View) -> tuple[int, SearchFigures]:
    """The action and the figures of an answer that keeps the contract; raises Fault."""
    if type(answer) is not Decision:
        raise Fault(Ending.ILLEGAL, f"answered {_kind(answer)}, not a Decision")
    if not _whole(answer.action):
        raise Fault(Ending.ILLEGAL, f"answered with {_kind(answer.action)} for an action, not an integer")
    action = int(answer.action)
    if action not in view.legal_actions:
        raise Fault(Ending.ILLEGAL, f"chose action {action}, which is not legal")
    rows: tuple[Any, ...] = (answer.actions, answer.visits, answer.values)
    if answer.work == 0 and rows == ((), (), ()):
        return action, NO_FIGURES
    if not all(type(row) is tuple and len(row) in (0, len(answer.actions)) for row in rows):
        raise Fault(Ending.ILLEGAL, "gave figures that are not tuples of a number for each root action")
    if len(answer.actions) > view.game.n_actions:
        raise Fault(Ending.ILLEGAL, "gave figures of more actions than the game has")
    if not all(_whole(each) and abs(int(each)) < 1 << 63 for each in (*rows[0], *rows[1], answer.work)):
        raise Fault(Ending.ILLEGAL, "gave figures that are not integers")
    if not all(isinstance(each, float | np.floating) and isfinite(each) for each in rows[2]):
        raise Fault(Ending.ILLEGAL, "gave values that are not finite numbers")
    actions, visits = tuple(map(int, rows[0])), tuple(map(int, rows[1]))
    return action, SearchFigures(actions, visits, tuple(map(float, rows[2])), int(answer.work))


def _whole(number: Any) -> bool:
    """Is it an integer, and no subclass that could answer otherwise the next time?"""
    return type(number) is int or isinstance(number, np.integer)


def _kind(thing: Any) -> str:
    return "nothing" if thing is None else f"a {type(thing).__name__}"


def describe(error: BaseException) -> str:
    """An error as one line, whatever its own text does."""
    try:
        text = str(error)
    except BaseException:  # an error of a bot may fail even here
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def one_line(text: str) -> str:
    """A text for a record: one line, printable, at most 200 characters.

    >>> one_line("first\\nsecond")
    'first second'
    """
    words = "".join(each if each.isprintable() else " " for each in text[: 4 * MAX_REASON]).split()
    line = " ".join(words).encode("utf-8", "replace").decode()
    return line if len(line) <= MAX_REASON else line[: MAX_REASON - 1] + "…"
