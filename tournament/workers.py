"""The one door to joblib: games are played in worker processes.

Workers get the spec and the keys of games, and give back records; they share nothing and never see the
archive. So the results are the same for any number of workers. With one, and no bot but Gonfalon's own, games
are played in the parent (tournament.batches).

A bot can take its whole process down: by an exit below Python, a crash in compiled code, too much
memory, or a loop that no alarm reaches. Workers mark the game they are at, so the few games that were
being played are known; they are played again alone (tournament.quarantine), the others go on as before.
Each worker leads a process group, so that whatever a bot starts beside it ends with it.
"""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager, suppress
from itertools import chain
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol, TypeVar

from joblib import Parallel, delayed
from joblib.externals.loky import ProcessPoolExecutor, get_reusable_executor
from joblib.externals.loky.process_executor import BrokenProcessPool

from ai.quiet import silence
from archive.record import GameKey
from engine.errors import GonfalonError
from tournament.batches import Pace, Played, Stop, batches, play_batch
from tournament.pulse import Watch, marked
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
    done, watch = False, Watch(stop.path, spec.limit_milliseconds / 1000)
    watch.start()
    try:
        while not done and not stop.requested:
            try:
                tasks = _tasks(spec, _sound(keys, quarantine, aside), pace, waiting, stop)
                for number, (played, seconds) in _results(concurrency, tasks, stop.path):
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
            _end_groups(stop.path)
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
        watch.stop()
        if concurrency > 1:
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)
        _end_groups(stop.path)


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


def _results(concurrency: int, tasks: Iterator[Any], folder: Path) -> Iterator[Any]:
    """What the tasks return, in the order in which they are done."""
    if concurrency == 1:
        yield from _one_by_one(tasks, folder)
        return
    parallel = Parallel(
        n_jobs=concurrency,
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch=2 * concurrency,
        initializer=_begin_worker,
        initargs=(os.getpid(), folder),
    )
    with _deaf_to_ctrl_c():
        results = parallel(tasks)
    yield from results


def _one_by_one(tasks: Iterator[Any], folder: Path) -> Iterator[Any]:
    """The same with a single worker, which joblib would not start."""
    pool = _pool(folder)
    try:
        for function, arguments, _ in tasks:
            with _deaf_to_ctrl_c():
                future = pool.submit(function, *arguments)
            yield future.result()
    finally:
        pool.shutdown(wait=True, kill_workers=True)


def _pool(folder: Path) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, initializer=_begin_worker, initargs=(os.getpid(), folder))


class ProcessEnded(Exception):
    """A process ended in the middle of its work."""

    def __init__(self, overtime: bool) -> None:
        super().__init__("a process ended in the middle of its work")
        self.overtime = overtime
        """Did the clock end it?"""


class LoneProcess:
    """A process of its own for one call after the other; when it ends in one, the next call gets another.

    In its `folder` what it calls may keep a page (tournament.pulse).
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._made = tempfile.TemporaryDirectory(prefix="gonfalon-", ignore_cleanup_errors=True)
        self.folder = Path(self._made.name)

    def call(
        self,
        function: Callable[..., T],
        *arguments: Any,
        limit: float | None = None,
        patience: float | None = None,
    ) -> T:
        """What a function returns; raises ProcessEnded.

        `limit` is the time of a bot for a decision, `patience` the time for all of it, in seconds.
        """
        if self._pool is None:
            self._pool = _pool(self.folder)
        watch = Watch(self.folder, limit or 0)
        if limit is not None:
            watch.start()
        try:
            with _deaf_to_ctrl_c():
                future = self._pool.submit(function, *arguments)
            return future.result(timeout=patience)  # type: ignore[no-any-return]
        except BrokenProcessPool as error:
            self._end()
            raise ProcessEnded("SIGPROF" in str(error) or watch.ended > 0) from None
        except FutureTimeout:
            self._end()
            raise ProcessEnded(overtime=True) from None
        finally:
            watch.stop()

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
        self._pool = None
        _end_groups(self.folder)
        marked(self.folder)

    def close(self) -> None:
        """End the process, if there is one."""
        self._end()
        self._made.cleanup()


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


def _begin_worker(parent: int, folder: Path) -> None:
    """Leave Ctrl-C to the parent, say nothing, be the first to go if memory is short, end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()
    if hasattr(os, "setpgrp"):
        os.setpgrp()
        (folder / f"group-{os.getpid()}").touch()
    with suppress(OSError):  # Linux alone has it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        with suppress(OSError):
            _end_group(os.getpid())
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _end_groups(folder: Path) -> None:
    """End what the bots of workers that have just ended have left behind."""
    for path in folder.glob("group-*"):
        with suppress(OSError):
            _end_group(int(path.name.partition("-")[2]))
        path.unlink(missing_ok=True)


def _end_group(number: int) -> None:
    if hasattr(os, "killpg"):
        os.killpg(number, signal.SIGKILL)


def _numbered(
    number: int, spec: TournamentSpec, batch: list[GameKey], folder: Path
) -> tuple[int, tuple[list[Played], float]]:
    return number, play_batch(spec, batch, folder, worker=True)


def _last_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
