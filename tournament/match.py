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
from ai.foreign import called, described, one_line, type_name
from archive.record import Ending, Replay, SearchFigures, Times, place_with_fault, share
from engine.game import Game
from engine.rng import split
from engine.state import digest
from engine.view import Playthrough, View
from tournament.clock import Clock, Overtime, StopNow
from tournament.schedule import Fixture

NO_FIGURES = SearchFigures((), (), (), 0)
ROWS = 40_000
"""Root actions whose figures a replay has room for, in equal parts for the seats; 24 bytes each at most."""
WHOLES = {int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])}
REALS = {float, *(np.dtype(code).type for code in "efd")}
"""The types that numbers of a bot may have."""


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
        self.rows = [ROWS // game.seats] * game.seats
        self.total, self.longest = [0.0] * game.seats, [0.0] * game.seats
        self.microseconds: list[int] = []

    def time(self, seat: int, seconds: float) -> None:
        """Write down how long a decision took."""
        self.total[seat] += seconds
        self.longest[seat] = max(self.longest[seat], seconds)
        self.microseconds.append(round(seconds * 1_000_000))

    def note(self, seat: int, figures: SearchFigures) -> None:
        """Write down a decision's figures; without rows where the seat has used up its room for them."""
        if len(figures.actions) > self.rows[seat]:
            figures = SearchFigures((), (), (), figures.work, figures.worlds)
        self.rows[seat] -= len(figures.actions)
        self.figures.append(figures)

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
        total, longest = (tuple(round(each * 1000, 3) for each in row) for row in (self.total, self.longest))
        return replay, Times(total, longest, tuple(self.microseconds) if record_search else ())


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
        sheet.note(seat, figures)
        sheet.time(seat, seconds)
        table.play(decision)
    return sheet.record(None, None, record_search)


def ask(bot: Bot, view: View, seed: int, clock: Clock) -> tuple[int, SearchFigures, float]:
    """The action a bot chooses, its figures and the seconds it took; raises Fault."""
    try:
        (action, figures), seconds = clock.measure(lambda: _answer(bot, view, seed))
    except Overtime:
        raise late(clock.limit) from None
    return action, figures, seconds


def _answer(bot: Bot, view: View, seed: int) -> tuple[int, SearchFigures]:
    """What a bot answers. All that could run its code is done here, while the clock runs; raises Fault."""
    try:
        return judge(called(lambda: bot.decide(view, seed)), view)
    except (StopNow, Overtime, Fault):
        raise
    except BaseException as error:
        raise Fault(Ending.CRASH, described(error, (StopNow, Overtime))) from None


def late(limit: float) -> Fault:
    """The verdict on a bot that passed its time."""
    return Fault(Ending.TIME, f"took longer than {limit * 1000:.0f} milliseconds for a decision")


def judge(answer: Any, view: View) -> tuple[int, SearchFigures]:
    """The action and the figures of an answer that keeps the contract; raises Fault.

    Types are exact: a subclass could answer otherwise the next time, or not at all.
    """
    if type(answer) is not Decision:
        raise Fault(Ending.ILLEGAL, f"answered {_kind(answer)}, not a Decision")
    if not _whole(answer.action):
        raise Fault(Ending.ILLEGAL, f"answered with {_kind(answer.action)} for an action, not an integer")
    action = int(answer.action)
    if action not in view.legal_actions:
        raise Fault(Ending.ILLEGAL, f"chose action {_short(action)}, which is not legal")
    rows: tuple[Any, ...] = (answer.actions, answer.visits, answer.values)
    if not all(type(row) is tuple for row in rows) or not {len(row) for row in rows} <= {0, len(rows[0])}:
        raise Fault(Ending.ILLEGAL, "gave figures that are not tuples of a number for each root action")
    if len(rows[0]) > view.game.n_actions:
        raise Fault(Ending.ILLEGAL, "gave figures of more actions than the game has")
    counts = (*rows[0], *rows[1], answer.work, answer.worlds)
    if not all(_whole(each) and abs(int(each)) < 1 << 63 for each in counts):
        raise Fault(Ending.ILLEGAL, "gave figures that are not integers of 64 bits")
    if answer.worlds < 0:
        raise Fault(Ending.ILLEGAL, "gave a number of worlds below 0")
    if not all(type(each) in REALS and isfinite(each) for each in rows[2]):
        raise Fault(Ending.ILLEGAL, "gave values that are not finite numbers")
    if not (answer.work or answer.worlds or rows[0]):
        return action, NO_FIGURES
    actions, visits, values = tuple(map(int, rows[0])), tuple(map(int, rows[1])), tuple(map(float, rows[2]))
    return action, SearchFigures(actions, visits, values, int(answer.work), int(answer.worlds))


def _whole(number: Any) -> bool:
    return type(number) in WHOLES


def _kind(thing: Any) -> str:
    return "nothing" if thing is None else f"a {type_name(thing)}"


def _short(number: int) -> str:
    return str(number) if abs(number) < 1 << 63 else "a number of more than 63 bits"
