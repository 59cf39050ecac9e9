"""A run: fixtures minus done -> workers -> archive, with progress told as values.

The archive is the only memory. A run that was cut short, by Ctrl-C, `kill -9` or a power cut, is gone
on with by running the same spec into the same archive: games that are stored are not played again, and
the result is the same, bit for bit, as if it had never been stopped.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from ai.bot import is_foreign
from archive.record import Replay
from archive.store import Archive
from engine.errors import InterruptedRunError
from tournament.batches import Played, Stop, play_here
from tournament.clock import StopNow
from tournament.quarantine import Quarantine
from tournament.schedule import keys, n_games
from tournament.spec import TournamentSpec
from tournament.standings import Standing, Tally
from tournament.workers import play_there

STORE_SECONDS, STORE_GAMES, TELL_SECONDS = 0.5, 2_000, 0.2


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    """Games stored or played, of this run and earlier ones."""
    total: int
    played: int
    """Games of this run."""
    games_a_second: float
    seconds_left: float | None
    standings: tuple[Standing, ...]
    stopping: bool = False
    """Ctrl-C was pressed; games that run are being finished."""


Tell = Callable[[Progress], None]


def run(
    spec: TournamentSpec,
    archive: Archive,
    concurrency: int,
    tell: Tell = lambda progress: None,
    enough: Callable[[Replay], bool] = lambda replay: False,
) -> Progress:
    """Play all games of a tournament that the archive does not have: how it ended.

    `enough` is given every game, stored ones too; when it answers yes, no more are begun. Raises
    InterruptedRunError when the run was stopped; what was finished is stored.
    """
    archive.add_tournament(spec.digest, spec.text, spec.name)
    stored = archive.keys(spec.digest)
    tally = Tally(spec.bots)
    wanted = {key for key in keys(spec) if key in stored} if stored else set()
    satisfied = False
    for replay in archive.games(spec.digest) if wanted else ():
        if replay.key in wanted:
            tally.add(replay)
            satisfied = enough(replay) or satisfied
    report = _Reporter(len(wanted), n_games(spec), tally, tell)
    missing = (key for key in keys(spec) if key not in stored)
    with _interruptible() as stop, _Basket(archive) as basket:
        quarantine = Quarantine(spec, stop.path)
        if concurrency == 1 and not any(is_foreign(each.spec) for each in spec.bots):
            games = play_here(spec, missing, stop)
        else:
            games = play_there(spec, missing, concurrency, stop, quarantine)
        with closing(quarantine), closing(games):
            report.tell(stop.requested, force=True)
            for batch in () if satisfied else games:
                basket.put(batch)
                report.add(batch)
                report.tell(stop.requested and not satisfied)
                for replay, _ in batch:
                    satisfied = enough(replay) or satisfied
                if satisfied:
                    stop.request()
        report.tell(stop.requested and not satisfied, force=True)
    last = report.progress(stop.requested)
    if last.done < last.total and not satisfied:
        raise InterruptedRunError(interruption(last))
    return last


def interruption(progress: Progress) -> str:
    """What a stopped run says: how much is stored, and how to go on."""
    return (
        f"stopped with {progress.done} of {progress.total} games stored; "
        "the same command with the same archive goes on from here"
    )


class _Basket:
    """Games on their way to the archive: a second's worth at most, and all are stored at the end."""

    def __init__(self, archive: Archive) -> None:
        self._archive, self._games, self._since = archive, list[Played](), time.monotonic()

    def __enter__(self) -> "_Basket":
        return self

    def __exit__(self, *_: object) -> None:
        self._store()

    def put(self, games: list[Played]) -> None:
        self._games.extend(games)
        if len(self._games) >= STORE_GAMES or time.monotonic() - self._since >= STORE_SECONDS:
            self._store()

    def _store(self) -> None:
        if self._games:
            self._archive.add_games(self._games)
        self._games, self._since = [], time.monotonic()


class _Reporter:
    """Counts games and tells how far the run is, a few times a second."""

    def __init__(self, stored: int, total: int, tally: Tally, tell: Tell) -> None:
        self._stored, self._total, self._tally, self._tell = stored, total, tally, tell
        self._played, self._start, self._told = 0, time.monotonic(), 0.0

    def add(self, games: list[Played]) -> None:
        self._played += len(games)
        for replay, _ in games:
            self._tally.add(replay)

    def tell(self, stopping: bool, *, force: bool = False) -> None:
        now = time.monotonic()
        if force or now - self._told >= TELL_SECONDS:
            self._told = now
            self._tell(self.progress(stopping))

    def progress(self, stopping: bool) -> Progress:
        done = self._stored + self._played
        pace = self._played / max(time.monotonic() - self._start, 1e-9)
        left = (self._total - done) / pace if self._played else None
        return Progress(done, self._total, self._played, pace, left, self._tally.standings(), stopping)


@contextmanager
def _interruptible() -> Iterator[Stop]:
    """A stop that Ctrl-C requests; a second Ctrl-C, or an order to end, is an InterruptedRunError at once."""
    stop, ending = Stop(), False

    def end(*_: object) -> None:
        nonlocal ending
        if not ending:  # while what is finished is being stored, nothing more is heard
            ending = True
            stop.request()
            raise StopNow

    def interrupt(*_: object) -> None:
        if stop.requested:
            end()
        stop.request()

    main = threading.current_thread() is threading.main_thread()
    hears = {signal.SIGINT: interrupt} | {
        getattr(signal, name): end for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
    }
    before = {each: signal.signal(each, hear) for each, hear in hears.items()} if main else {}
    try:
        yield stop
    except StopNow:
        raise InterruptedRunError("stopped at once; the same command with the same archive goes on") from None
    finally:
        for each, hear in before.items():
            signal.signal(each, hear)
        stop.close()
