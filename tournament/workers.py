"""The one door to joblib: games are played in worker processes.

Workers get the spec and the keys of games, and give back records; they share nothing and never see the
archive. So the results are the same for any number of workers. With one, games are played in the parent
(tournament.batches).

A bot can take its whole process down: by an exit below Python, a crash in compiled code, too much
memory, or a loop that no alarm reaches. Workers mark the game they are at, so the few games that were
being played are known; they are played again alone (tournament.quarantine), the others go on as before.
In the parent, with one worker, that cannot be done: the run ends, and what is stored stays.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol, TypeVar

from joblib import Parallel, delayed
from joblib.externals.loky import ProcessPoolExecutor, get_reusable_executor
from joblib.externals.loky.process_executor import BrokenProcessPool

from archive.record import GameKey
from engine.errors import GonfalonError
from tournament.batches import Pace, Played, Stop, batches, marked, play_batch
from tournament.quiet import silence
from tournament.spec import TournamentSpec

T = TypeVar("T")
MAX_DEATHS = 5
"""How many workers may end, one after the other, without a game being finished in between."""


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
    pace, waiting, aside, deaths = Pace(), dict[int, list[GameKey]](), list[GameKey](), 0
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
            suspects = marked(stop.path) & set(lost)
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
    pace: "Pace",
    waiting: dict[int, list[GameKey]],
    stop: Stop,
) -> Iterator[Any]:
    for number, batch in enumerate(batches(keys, pace)):
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
    """Leave Ctrl-C to the parent, say nothing, be the first to go if memory is short, end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()
    with suppress(OSError):  # Linux alone has it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _numbered(
    number: int, spec: TournamentSpec, batch: list[GameKey], folder: Path
) -> tuple[int, tuple[list[Played], float]]:
    return number, play_batch(spec, batch, folder, worker=True)


def _last_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
