"""The one door to joblib: games are played in worker processes, and only here.

Workers get the spec and the keys of games, and give back records; they share nothing and never see the
archive. So the results are the same for any number of workers. With one, games are played in this process.

A bot can take its whole process down: by an exit below Python, a crash in compiled code, too much
memory, or a loop that no alarm reaches. Workers mark the game they are at, so the few games that were
being played are known; they are played again alone (tournament.quarantine), the others go on as before.
In this process, with one worker, that cannot be done: the run ends, and what is stored stays.
"""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol, TypeVar

from joblib import Parallel, delayed
from joblib.externals.loky import ProcessPoolExecutor, get_reusable_executor
from joblib.externals.loky.process_executor import BrokenProcessPool

from ai.bot import Bot, bot
from archive.record import GameKey, Replay, Times
from engine.errors import GonfalonError
from engine.game import game
from tournament.clock import Clock
from tournament.match import Journal, play_game
from tournament.quiet import quiet, silence
from tournament.schedule import fixture
from tournament.spec import TournamentSpec

T = TypeVar("T")
Played = tuple[Replay, Times]
BATCH_SECONDS, MAX_BATCH = 0.25, 400
MAX_DEATHS = 5
"""How many workers may end, one after the other, without a game being finished in between."""


class Stop:
    """A flag that workers see too: once it is set, games that run are finished and no more are begun."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gonfalon-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self.requested = False

    def request(self) -> None:
        """Set the flag."""
        self.requested = True
        (self.path / "stop").touch()

    def close(self) -> None:
        """Remove what belongs to it on disk."""
        self._folder.cleanup()


def play_here(spec: TournamentSpec, keys: Iterator[GameKey], stop: Stop) -> Generator[list[Played]]:
    """Play games in this process until there are none left or a stop is requested."""
    pace = _Pace()
    for batch in _batches(keys, pace):
        with quiet():
            played, seconds = _play_batch(spec, batch, stop.path, worker=False)
        pace.learn(len(played), seconds)
        yield played
        if stop.requested:
            return


class Quarantine(Protocol):
    """Where games are played that may end their process."""

    def is_for(self, key: GameKey) -> bool:
        """Does a bot sit in this game that has ended a process before?"""

    def play(self, key: GameKey) -> Played:
        """The record of such a game."""


def play_there(
    spec: TournamentSpec, keys: Iterator[GameKey], concurrency: int, stop: Stop, quarantine: Quarantine
) -> Generator[list[Played]]:
    """Play games in worker processes; records come in no fixed order."""
    pace, waiting, aside, deaths = _Pace(), dict[int, list[GameKey]](), list[GameKey](), 0
    done = False
    try:
        while not done and not stop.requested:
            try:
                tasks = _tasks(spec, _sound(keys, quarantine, aside), pace, waiting, stop)
                with _deaf_to_ctrl_c():
                    results = _parallel(concurrency)(tasks)
                for number, (played, seconds) in results:
                    del waiting[number]
                    pace.learn(len(played), seconds)
                    deaths = 0
                    yield played
                done = True
            except BrokenProcessPool as error:
                deaths += 1
                if deaths > MAX_DEATHS:
                    raise GonfalonError(
                        f"worker processes end again and again: {_last_line(error)}"
                    ) from None
            lost = [key for batch in waiting.values() for key in batch]
            suspects = _marked(stop.path) & set(lost)
            waiting.clear()
            pace.size = 1
            keys = chain([key for key in lost if key not in suspects], keys)
            for key in [*sorted(suspects), *(aside if done else ())]:
                if not stop.requested:
                    yield [quarantine.play(key)]
                    deaths = 0
    finally:
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


def _sound(keys: Iterator[GameKey], quarantine: Quarantine, aside: list[GameKey]) -> Iterator[GameKey]:
    """The keys of games that may be played with others; the rest are put aside."""
    for key in keys:
        if quarantine.is_for(key):
            aside.append(key)
        else:
            yield key


def _tasks(
    spec: TournamentSpec,
    keys: Iterator[GameKey],
    pace: "_Pace",
    waiting: dict[int, list[GameKey]],
    stop: Stop,
) -> Iterator[Any]:
    for number, batch in enumerate(_batches(keys, pace)):
        waiting[number] = batch
        yield delayed(_numbered)(number, spec, batch, stop.path)
        if stop.requested:
            return


def _parallel(concurrency: int) -> Parallel:
    return Parallel(
        n_jobs=concurrency,
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch=2 * concurrency,
        initializer=_begin_worker,
        initargs=(os.getpid(),),
    )


class ProcessEnded(Exception):
    """A process ended in the middle of its work."""

    def __init__(self, overtime: bool) -> None:
        super().__init__("a process ended in the middle of its work")
        self.overtime = overtime
        """Did the clock end it?"""


class LoneProcess:
    """A process of its own for one call after the other; when it ends in one, the next call gets another."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function returns; raises ProcessEnded."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, initializer=_begin_worker, initargs=(os.getpid(),))
        try:
            with _deaf_to_ctrl_c():
                future = self._pool.submit(function, *arguments)
            return future.result()  # type: ignore[no-any-return]
        except BrokenProcessPool as error:
            self.close()
            raise ProcessEnded("SIGPROF" in str(error)) from None

    def close(self) -> None:
        """End the process, if there is one."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
        self._pool = None


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are begun here never get Ctrl-C, not even while they start; this one hears it later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else it would be begun below, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, say nothing, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# ------------------------------------------------------------------------- in the worker process


def _numbered(
    number: int, spec: TournamentSpec, batch: list[GameKey], folder: Path
) -> tuple[int, tuple[list[Played], float]]:
    return number, _play_batch(spec, batch, folder, worker=True)


def _play_batch(
    spec: TournamentSpec, batch: list[GameKey], folder: Path, *, worker: bool
) -> tuple[list[Played], float]:
    """Play games one after the other, until a stop is requested: their records, and the seconds taken."""
    start, played, stop = time.perf_counter(), [], str(folder / "stop")
    mark = os.open(folder / f"mark-{os.getpid()}", os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        with Clock(spec.limit_milliseconds, deadly=worker) as clock:
            for key in batch:
                if os.path.exists(stop):
                    break
                os.pwrite(mark, str(key).encode().ljust(80), 0)
                played.append(play_key(spec, key, clock))
        os.ftruncate(mark, 0)
    finally:
        os.close(mark)
    return played, time.perf_counter() - start


def play_key(spec: TournamentSpec, key: GameKey, clock: Clock, journal: Journal | None = None) -> Played:
    """Play the game at an address of a tournament."""
    scheduled = fixture(spec, key)
    seated = [_seated(each.spec, spec.game) for each in scheduled.seats]
    return play_game(
        game(spec.game), scheduled, seated, clock, record_search=spec.record_search, journal=journal
    )


@lru_cache(maxsize=256)
def _seated(spec: str, rules: str) -> Bot:
    return bot(spec, game(rules))


# ------------------------------------------------------------------------------------- batches


def _batches(keys: Iterator[GameKey], pace: "_Pace") -> Iterator[list[GameKey]]:
    while batch := list(islice(keys, pace.size)):
        yield batch


class _Pace:
    """How many games make a batch, so that one takes about a quarter of a second."""

    def __init__(self) -> None:
        self.size = 1

    def learn(self, games: int, seconds: float) -> None:
        """Take a batch's time into account."""
        if games:
            fitting = round(BATCH_SECONDS * games / max(seconds, 1e-6))
            self.size = max(1, min(MAX_BATCH, 4 * self.size, fitting))


def _marked(folder: Path) -> set[GameKey]:
    """The games that workers were at when they ended."""
    found = set()
    for path in folder.glob("mark-*"):
        parts = path.read_text(encoding="ascii").strip().split("-")
        if len(parts) == 4:
            found.add(GameKey(parts[0], *map(int, parts[1:])))
        path.unlink()
    return found


def _last_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
