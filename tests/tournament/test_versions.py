import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.errors import GonfalonError, SpecError
from tournament import versions
from tournament.versions import (
    LOST,
    MEASURED,
    NEW,
    ROOT,
    UNMEASURED,
    Ratio,
    Worker,
    _ratio,
    compare_versions,
    source,
)
from tournament.workload import FIGURES

SLOWER = """

from time import thread_time_ns

_run = run


def run(*given, **named):
    begun = thread_time_ns()
    found = _run(*given, **named)
    until = thread_time_ns() + (thread_time_ns() - begun) // 5
    while thread_time_ns() < until:
        pass
    return found
"""
"""A search with this takes a fifth longer."""


@pytest.fixture
def copies(tmp_path: Path) -> tuple[str, str]:
    """Two folders with this source."""
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        for package in ("engine", "ai"):
            shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return str(folders[0]), str(folders[1])


@pytest.mark.slow
@pytest.mark.jit
def test_a_planted_slowdown_of_a_fifth_is_found_and_named(copies: tuple[str, str]) -> None:
    path = Path(copies[1], "ai", "search", "bots.py")
    path.write_text(path.read_text(encoding="utf-8") + SLOWER, encoding="utf-8")
    found = {each.figure: each for each in compare_versions(*copies, "kuhn", rounds=9)}
    searches = [found[f"{kind} search"] for kind in ("single-observer", "multi-observer", "flat")]
    assert any(each.slower for each in searches)  # on a busy machine an interval may be wide
    assert all(1.05 < (each.ratio or 0.0) < 1.5 for each in searches)
    for figure in ("playouts", "State.play", "determinize"):
        assert not found[figure].slower


@pytest.mark.parametrize(
    ("name", "message"),
    [("no-such-revision", "no file, folder or revision"), (".", "it has no engine/game.py")],
)
def test_what_is_no_version_is_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError, match=message), source(name):
        pass


Cannot = Callable[[str, int, int], bool]
"""By figure, count, and how often it was asked before: does it fail?"""


class Planted:
    """A worker to whom everything takes 1 µs a unit, save what it cannot."""

    def __init__(self, cannot: Cannot) -> None:
        self.cannot, self.asked = cannot, dict[str, int]()

    def take(self, figure: str, count: int, seed: int) -> float | str:
        before = self.asked.get(figure, 0)
        self.asked[figure] = before + 1
        return "planted" if self.cannot(figure, count, before) else 1e-6 * count


def compared(monkeypatch: pytest.MonkeyPatch, *cannot: Cannot) -> dict[str, Ratio]:
    """What is found of two versions that fail so."""
    workers = [Planted(each) for each in cannot]

    @contextmanager
    def planted(*given: object) -> Iterator[list[Planted]]:
        yield workers

    monkeypatch.setattr(versions, "_workers", planted)
    found = compare_versions(str(ROOT), str(ROOT), "kuhn", rounds=6)
    measured = [each.outcome == MEASURED for each in found]
    assert measured == sorted(measured, reverse=True)
    return {each.figure: each for each in found}


def all_done(figure: str, count: int, before: int) -> bool:
    return False


@pytest.mark.parametrize(
    "cannot",
    [
        lambda figure, count, before: figure == "flat search",
        lambda figure, count, before: figure == "flat search" and count > 1000,
        lambda figure, count, before: figure == "flat search" and before > 30,
        lambda figure, count, before: figure == "flat search" and before == 30,
    ],
    ids=["at all", "so much", "in a later round", "once"],
)
def test_what_one_version_cannot_is_lost_or_new_and_has_no_ratio(
    monkeypatch: pytest.MonkeyPatch, cannot: Cannot
) -> None:
    for pair, outcome in (((all_done, cannot), LOST), ((cannot, all_done), NEW)):
        found = compared(monkeypatch, *pair)
        assert set(found) == set(FIGURES)
        one = found.pop("flat search")
        assert (one.outcome, one.reason, one.slower) == (outcome, "planted", False)
        assert [one.before, one.after, one.ratio, one.low, one.high] == [None] * 5
        for each in found.values():
            assert (each.outcome, each.ratio) == (MEASURED, pytest.approx(1))


def test_what_neither_version_can_is_listed_as_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(figure: str, count: int, before: int) -> bool:
        return figure == "flat search" and count > 100

    assert compared(monkeypatch, cannot, cannot)["flat search"].outcome == UNMEASURED


@pytest.mark.parametrize(
    ("ratios", "low", "middle", "high"),
    [
        ((1.3, 1.1, 1.2, 1.0, 1.4, 1.25), 1.0, 1.225, 1.4),  # of 6 the whole range
        ((1.2,) * 8 + (9.0,), 1.2, 1.2, 1.2),  # of 9 one on either side may be anything
        ((1.2,) * 7 + (9.0, 9.0), 1.2, 1.2, 9.0),
    ],
)
def test_the_interval_lies_between_two_of_the_rounds(
    ratios: tuple[float, ...], low: float, middle: float, high: float
) -> None:
    found = _ratio("playouts", [(2.0, 2.0 * each) for each in ratios], 1000, 0.05)
    assert (found.low, found.ratio, found.high) == pytest.approx((low, middle, high))
    assert found.slower == (low > 1.05)
    assert found.before == pytest.approx(2000.0)


def worker(name: str, kernels: Path) -> Iterator[Worker]:
    with open(kernels.parent / "errors", "w+", encoding="utf-8") as errors:
        found = Worker(name, Path(name), "kuhn", kernels, errors)
        try:
            yield found
        finally:
            found.close()


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("print('7', flush=True)", None),
        ("import os; os.write(1, b'ready')", None),
        ("import os; os._exit(3)", "its process ended with code 3"),
        ("raise ImportError('no such thing')", "no such thing"),
    ],
)
def test_what_a_version_says_itself_is_no_answer(
    copies: tuple[str, str], tmp_path: Path, planted: str, told: str | None
) -> None:
    path = Path(copies[1], "engine", "errors.py")
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{planted}\n", encoding="utf-8")
    with contextmanager(worker)(copies[1], tmp_path / "kernels") as found:
        if told is None:
            found.ready()
            taken = found.take("State.play", 10, 1)
            assert isinstance(taken, float)
            assert 0 < taken < 7
        else:
            with pytest.raises(GonfalonError, match=told):
                found.ready()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_comparison_that_is_ended_from_outside_leaves_no_source_behind(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    number, left = getattr(signal, name), list[str]()

    @contextmanager
    def checked_out(revision: str) -> Iterator[Path]:
        try:
            yield ROOT
        finally:
            left.append(revision)

    @contextmanager
    def ended(*given: object) -> Iterator[list[Planted]]:
        os.kill(os.getpid(), number)
        yield []

    monkeypatch.setattr(versions, "source", checked_out)
    monkeypatch.setattr(versions, "_workers", ended)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt):
        compare_versions("one", "two", "kuhn", rounds=6)
    assert left == ["two", "one"]
    assert signal.getsignal(number) is before
