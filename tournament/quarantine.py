"""Games that ended a worker's process are played again, each in a process of its own.

A journal says who is about to decide. When the process ends again at the same game, that seat is at
fault, the game's record says so, and the run goes on. A process that was ended from outside does not
end again, and its game is played to its end.
"""

import json
from contextlib import closing
from pathlib import Path

from archive.record import Ending, GameKey, SearchFigures
from engine.errors import GonfalonError
from engine.game import game
from tournament.batches import Played, play_key
from tournament.clock import Clock
from tournament.match import Fault, Sheet, late
from tournament.pulse import Page
from tournament.schedule import fixture
from tournament.spec import TournamentSpec
from tournament.workers import LoneProcess, ProcessEnded

ATTEMPTS = 2


class Quarantine:
    """Plays suspect games alone; a bot that has ended a process before gets no second attempt."""

    def __init__(self, spec: TournamentSpec, folder: Path) -> None:
        self._spec, self._journal = spec, folder / "journal"
        self._process, self._offenders = LoneProcess(), set[str]()

    def is_for(self, key: GameKey) -> bool:
        """Does a bot sit in this game that has ended a process before?"""
        if not self._offenders:
            return False
        return any(each.spec in self._offenders for each in fixture(self._spec, key).seats)

    def play(self, key: GameKey) -> Played:
        """The record of a game that may end its process; raises GonfalonError if no bot was asked before."""
        for attempt in range(1, ATTEMPTS + 1):
            self._journal.unlink(missing_ok=True)
            try:
                return self._process.call(
                    _play_with_journal,
                    self._spec,
                    key,
                    self._journal,
                    self._process.folder,
                    limit=self._spec.limit_milliseconds / 1000,
                )
            except ProcessEnded as end:
                if not self._journal.exists():
                    raise GonfalonError(
                        "a worker process ended before it asked a bot; was it killed, or is memory short?"
                    ) from None
                seat, sheet = _read_journal(self._spec, key, self._journal)
                offender = sheet.fixture.seats[seat].spec
                if end.overtime or attempt == ATTEMPTS or offender in self._offenders:
                    self._offenders.add(offender)
                    return sheet.record(_verdict(self._spec, end.overtime), seat, self._spec.record_search)
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End its process."""
        self._process.close()


def _verdict(spec: TournamentSpec, overtime: bool) -> Fault:
    if overtime:
        return late(spec.limit_milliseconds / 1000)
    return Fault(Ending.CRASH, "ended its whole process")


def _play_with_journal(spec: TournamentSpec, key: GameKey, path: Path, folder: Path) -> Played:
    def note(seat: int, sheet: Sheet) -> None:
        figures = [(each.actions, each.visits, each.values, each.work, each.worlds) for each in sheet.figures]
        text = json.dumps(
            [seat, sheet.table.actions, figures, sheet.total, sheet.longest, sheet.microseconds]
        )
        path.write_text(text, encoding="utf-8")

    with (
        closing(Page(folder)) as page,
        Clock(spec.limit_milliseconds, deadly=True, tell=page.tell) as clock,
    ):
        return play_key(spec, key, clock, note)


def _read_journal(spec: TournamentSpec, key: GameKey, path: Path) -> tuple[int, Sheet]:
    """The seat that was about to decide, and the game as it stood."""
    seat, actions, figures, total, longest, microseconds = json.loads(path.read_text(encoding="utf-8"))
    sheet = Sheet(game(spec.game), fixture(spec, key))
    for action in actions:
        sheet.table.play(action)
    sheet.figures = [SearchFigures(tuple(a), tuple(b), tuple(c), *more) for a, b, c, *more in figures]
    sheet.total, sheet.longest, sheet.microseconds = total, longest, microseconds
    return int(seat), sheet
