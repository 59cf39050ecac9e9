"""Two versions of Gonfalon measured against each other: workers with their sources take turns at a workload.

A version is a folder that holds its source, or a revision of this repository, which is checked out for the
time being. Times are processor time. Each round has a new process of each version, which take turns: a busy
machine slows both alike. A round gives one ratio a figure, and intervals are over rounds, since the same code
is some percent faster or slower from process to process, by where in memory it came to lie.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from scipy.stats import binom

from engine.errors import GonfalonError, SpecError
from tournament.workload import FIGURES

ROOT = Path(__file__).resolve().parent.parent
ROUNDS, PIECES, PIECE = 9, 5, 0.02
"""Rounds; in each, how often a figure is measured with each version, and processor seconds of one time."""
MOST = 1 << 22
"""Units of a figure in one piece."""
Telling = Callable[[str], None]
"""Told what is done now: compiling can take a while."""


@dataclass(frozen=True)
class Ratio:
    """How much longer the second version takes: 1.1 is a tenth slower, with its 95 % interval."""

    figure: str
    before: float
    """Microseconds a unit of the first version."""
    after: float
    ratio: float
    """The median over rounds."""
    low: float
    high: float
    slower: bool
    """Is the whole interval beyond what is allowed?"""


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
        self._read()

    def take(self, figure: str, count: int, seed: int) -> float | None:
        """Processor seconds for so much of a figure; None: this version cannot."""
        to, _ = self._pipes()
        to.write(f"{figure}\t{count}\t{seed}\n")
        to.flush()
        answer = self._read()
        return None if answer.startswith("-") else float(answer)

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
            self._process.wait()
            self._errors.seek(0)
            raise GonfalonError(f"version '{self.name}' cannot be measured: {_line(self._errors.read())}")
        return answer.strip()


def compare_versions(
    before: str,
    after: str,
    game: str,
    *,
    threshold: float = 0.05,
    rounds: int = ROUNDS,
    telling: Telling = lambda what: None,
) -> list[Ratio]:
    """How much longer each figure takes in the second version, the worst first; raises SpecError."""
    with ExitStack() as stack:
        places = []
        for name in (before, after):
            folder = stack.enter_context(source(name))
            # What is checked out for a while leaves no kernels behind either.
            places.append((name, folder, None if Path(name).is_dir() else folder.parent / "kernels"))
        counts: dict[str, int] | None = None
        taken: dict[str, list[tuple[float, float]]] = {}
        for number in range(rounds):
            telling(
                f"round {number + 1} of {rounds}" + ("" if counts else ": kernels are compiled if need be")
            )
            with _workers(places, game) as workers:
                counts = _warm_up(workers, counts)
                for figure, count in counts.items():
                    taken.setdefault(figure, []).append(_pieces(workers, figure, count, number))
    assert counts is not None
    ratios = [_ratio(figure, pairs, counts[figure], threshold) for figure, pairs in taken.items()]
    return sorted(ratios, key=lambda each: -each.ratio)


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


def _warm_up(workers: list[Worker], counts: dict[str, int] | None) -> dict[str, int]:
    """By figure that both know, how much of it is a piece; the second time this is known."""
    if counts is None:
        found = {figure: _count(workers, figure) for figure in FIGURES}
        return {figure: count for figure, count in found.items() if count is not None}
    for figure, count in counts.items():
        for worker in workers:
            worker.take(figure, count, 0)
    return counts


def _count(workers: list[Worker], figure: str) -> int | None:
    """How much of a figure is a piece of work, for both; None where one cannot."""
    for worker in workers:
        if worker.take(figure, 1, 0) is None:
            return None
    count = 16
    while count < MOST and (workers[0].take(figure, count, 0) or 0.0) < PIECE:
        count *= 2
    workers[1].take(figure, count, 0)
    return count


def _pieces(workers: list[Worker], figure: str, count: int, number: int) -> tuple[float, float]:
    """The quickest piece of each: what else the machine does can only make it longer."""
    taken: tuple[list[float], list[float]] = ([], [])
    for piece in range(PIECES):
        for which in (0, 1) if (number + piece) % 2 else (1, 0):
            taken[which].append(workers[which].take(figure, count, piece) or 0.0)
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
