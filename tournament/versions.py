"""Two versions of Gonfalon measured against each other: workers with their sources take turns at a workload.

A version is a folder that holds its source, or a revision of this repository, which is checked out for the
time being. Times are processor time. Each round has a new process of each version, which take turns: a busy
machine slows both alike. A round gives one ratio a figure, and intervals are over rounds, since the same code
is some percent faster or slower from process to process, by where in memory it came to lie.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from scipy.stats import binom

from engine.errors import GonfalonError, SpecError
from tournament.workload import FIGURES, READY

ROOT = Path(__file__).resolve().parent.parent
PIECES, PIECE = 5, 0.02
"""How often a figure is measured with each version in a round, and processor seconds of one time."""
MOST = 1 << 22
"""Units of a figure in one piece."""
Telling = Callable[[str], None]
"""Told what is done now: compiling can take a while."""


MEASURED, LOST, NEW, UNMEASURED = "measured", "lost", "new", "not measured"
"""What came of a figure: both versions can do it; the first alone; the second alone; neither."""


@dataclass(frozen=True)
class Ratio:
    """How much longer the second version takes: 1.1 is a tenth slower, with its 95 % interval.

    There are numbers only where both versions did the figure to the end.
    """

    figure: str
    before: float | None = None
    """Microseconds a unit of the first version."""
    after: float | None = None
    ratio: float | None = None
    """The median over rounds."""
    low: float | None = None
    high: float | None = None
    slower: bool = False
    """Is the whole interval beyond what is allowed?"""
    outcome: str = MEASURED
    reason: str | None = None
    """Why a version cannot, in its own words."""


class _Unable(GonfalonError):
    """A figure that not both versions can do: what came of it, and why."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


def is_version(name: str) -> bool:
    """Is it a folder, or not a file and so to be a revision?"""
    path = Path(name)
    return path.is_dir() or not path.exists()


@contextmanager
def source(name: str) -> Iterator[Path]:
    """The folder of a version's source, while it is needed; raises SpecError."""
    path = Path(name)
    if path.is_dir():
        if not (path / "engine" / "game.py").is_file():
            raise SpecError(f"'{name}' is no folder with the source of Gonfalon: it has no engine/game.py")
        yield path.resolve()
        return
    known = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if known.returncode or not known.stdout.strip():
        raise SpecError(f"there is no file, folder or revision '{name}'")
    with tempfile.TemporaryDirectory(prefix="gonfalon-") as above:
        folder = Path(above) / "source"
        made = _git("worktree", "add", "--detach", "--force", str(folder), known.stdout.strip())
        if made.returncode:
            raise SpecError(f"revision '{name}' cannot be checked out: {_line(made.stderr)}")
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*words: str) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False, timeout=120
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(words, 1, "", str(error))


def _line(text: str) -> str:
    return " ".join(text.split())[-200:]


class Worker:
    """A process that does pieces of the workload with one version's source."""

    def __init__(self, name: str, folder: Path, game: str, kernels: Path | None, errors: IO[str]) -> None:
        self.name = name
        more = {"PYTHONPATH": str(folder)} | ({"GONFALON_CACHE_DIR": str(kernels)} if kernels else {})
        program = str(ROOT / "tournament" / "workload.py")
        self._errors = errors
        self._process = subprocess.Popen(
            [sys.executable, "-P", program, game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=folder,
            env=os.environ | more,
        )

    def ready(self) -> None:
        """Wait until it can work."""
        answer = self._read()
        if answer != READY:
            raise GonfalonError(f"version '{self.name}' cannot be measured: it says '{_line(answer)}'")

    def take(self, figure: str, count: int, seed: int) -> float | str:
        """Processor seconds for so much of a figure, or why this version cannot."""
        to, _ = self._pipes()
        to.write(f"{figure}\t{count}\t{seed}\n")
        to.flush()
        answer = self._read()
        if answer.startswith("-"):
            return answer[1:].strip()
        try:
            return float(answer)
        except ValueError:
            message = f"version '{self.name}' cannot be measured: it took '{_line(answer)}' seconds"
            raise GonfalonError(message) from None

    def close(self) -> None:
        """End it."""
        for pipe in self._pipes():
            pipe.close()
        self._process.terminate()
        self._process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin
        assert self._process.stdout
        return self._process.stdin, self._process.stdout

    def _read(self) -> str:
        answer = self._pipes()[1].readline()
        if not answer:
            code = self._process.wait()
            self._errors.seek(0)
            why = _line(self._errors.read()) or f"its process ended with code {code}"
            raise GonfalonError(f"version '{self.name}' cannot be measured: {why}")
        return answer.strip()


def compare_versions(
    before: str,
    after: str,
    game: str,
    *,
    threshold: float = 0.05,
    rounds: int,
    telling: Telling = lambda what: None,
) -> list[Ratio]:
    """How much longer each figure takes in the second version, the worst first; raises SpecError.

    Figures that have no ratio come last: those that were lost, those that are new, those that neither can.
    """
    with ExitStack() as stack:
        stack.enter_context(_unwinding())
        places = []
        for name in (before, after):
            folder = stack.enter_context(source(name))
            # What is checked out for a while leaves no kernels behind either.
            places.append((name, folder, None if Path(name).is_dir() else folder.parent / "kernels"))
        counts: dict[str, int] = {}
        taken: dict[str, list[tuple[float, float]]] = {figure: [] for figure in FIGURES}
        unable: dict[str, Ratio] = {}
        for number in range(rounds):
            telling(
                f"round {number + 1} of {rounds}" + ("" if number else ": kernels are compiled if need be")
            )
            with _workers(places, game) as workers:
                for figure in FIGURES:
                    if figure not in unable:
                        try:
                            counts[figure] = _warm_up(workers, figure, counts.get(figure))
                            taken[figure].append(_measure(workers, figure, counts[figure], number))
                        except _Unable as found:
                            unable[figure] = Ratio(figure, outcome=found.outcome, reason=str(found))
    ratios = [
        _ratio(figure, pairs, counts[figure], threshold)
        for figure, pairs in taken.items()
        if figure not in unable
    ]
    order = (LOST, NEW, UNMEASURED)
    return [
        *sorted(ratios, key=lambda each: -(each.ratio or 0.0)),
        *sorted(unable.values(), key=lambda each: order.index(each.outcome)),
    ]


@contextmanager
def _unwinding() -> Iterator[None]:
    """Who ends this from outside ends it as Ctrl-C does, so that what was checked out goes too."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    main = threading.current_thread() is threading.main_thread()
    names = [name for name in ("SIGTERM", "SIGHUP") if main and hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield
    finally:
        for name, hear in before.items():
            signal.signal(getattr(signal, name), hear)


@contextmanager
def _workers(places: list[tuple[str, Path, Path | None]], game: str) -> Iterator[list[Worker]]:
    """A new process of each version, ready."""
    with ExitStack() as stack:
        workers = []
        for name, folder, kernels in places:
            errors = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))
            worker = Worker(name, folder, game, kernels, errors)
            stack.callback(worker.close)
            workers.append(worker)
        for worker in workers:
            worker.ready()
        yield workers


def _take(workers: list[Worker], which: int, figure: str, count: int, seed: int) -> float:
    """What one version takes; raises _Unable if it cannot, after the other was asked for the same."""
    taken = workers[which].take(figure, count, seed)
    if not isinstance(taken, str):
        return taken
    other = workers[1 - which].take(figure, count, seed)
    outcome = UNMEASURED if isinstance(other, str) else (NEW, LOST)[which]
    raise _Unable(outcome, taken or "it does not say why")


def _warm_up(workers: list[Worker], figure: str, count: int | None) -> int:
    """Do a figure with both, and say how much of it is a piece of work, if that is not known yet."""
    if count is None:
        for which in (0, 1):
            _take(workers, which, figure, 1, 0)
        count = _count(workers, figure)
    for which in (0, 1):
        _take(workers, which, figure, count, 0)
    return count


def _count(workers: list[Worker], figure: str) -> int:
    """How much of a figure is a piece of work."""
    count = 16
    while count < MOST and _take(workers, 0, figure, count, 0) < PIECE:
        count *= 2
    return count


def _measure(workers: list[Worker], figure: str, count: int, number: int) -> tuple[float, float]:
    """The quickest piece of each: what else the machine does can only make it longer."""
    taken: tuple[list[float], list[float]] = ([], [])
    for piece in range(PIECES):
        for which in (0, 1) if (number + piece) % 2 else (1, 0):
            taken[which].append(_take(workers, which, figure, count, piece))
    return min(taken[0]), min(taken[1])


def _ratio(figure: str, pairs: list[tuple[float, float]], count: int, threshold: float) -> Ratio:
    """The median of the rounds' ratios.

    Its interval lies between two of them in order (that of the sign test): each is as likely above as below
    the true median, whatever their distribution, so that a round with busy neighbours moves it little.
    """
    times = np.maximum(np.array(pairs), 1e-9)
    ratios, n = np.sort(times[:, 1] / times[:, 0]), len(pairs)
    off = max(int(binom.ppf(0.025, n, 0.5)) - 1, 0)
    before, after = 1e6 * np.median(times, axis=0) / count
    low, high = float(ratios[off]), float(ratios[n - 1 - off])
    return Ratio(
        figure, float(before), float(after), float(np.median(ratios)), low, high, low > 1 + threshold
    )
