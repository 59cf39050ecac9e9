"""Benchmarks: what stands in the folder `benchmarks` beside the program, one `run() -> figures` a file.

A benchmark may say what its figures should be, in `AT_LEAST` and `AT_MOST`.
"""

import importlib
import inspect
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import SpecError, nearest
from tournament.files import text_of

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"
MAX_BYTES = 1 << 20
MORE_IS_BETTER = ("a second", "ratio", "against one", "share")
"""Words in the name of a figure that is better the higher it is; of all others, less is better."""


@dataclass(frozen=True)
class Measured:
    """A figure of a benchmark."""

    bench: str
    figure: str
    value: float
    least: float | None = None
    """What it should be at least."""
    most: float | None = None

    @property
    def met(self) -> bool | None:
        """Is it as it should be? None: nothing is asked of it."""
        if self.least is None and self.most is None:
            return None
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )


@dataclass(frozen=True)
class Change:
    """A figure before and after."""

    bench: str
    figure: str
    before: float
    after: float
    better: float | None
    """By what factor it became better: 2 is twice as good, 0.5 half as good; None: beyond any factor."""


def names() -> list[str]:
    """The benchmarks that there are."""
    return sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))


def measure(chosen: Sequence[str], quick: bool) -> list[Measured]:
    """Run benchmarks, all of them if none are named; raises SpecError for an unknown one."""
    known = names()
    if not known:
        raise SpecError("there is no folder benchmarks/ beside the program; run it from its source")
    for name in chosen:
        if name not in known:
            raise SpecError(f"there is no benchmark '{name}'; {nearest(name, known)}")
    found = []
    for name in chosen or known:
        module = importlib.import_module(f"benchmarks.bench_{name}")
        least, most = getattr(module, "AT_LEAST", {}), getattr(module, "AT_MOST", {})
        for figure, value in _run(module.run, quick).items():
            found.append(Measured(name, figure, float(value), least.get(figure), most.get(figure)))
    return found


def _run(function: Callable[..., Mapping[str, Any]], quick: bool) -> Mapping[str, Any]:
    return function(quick=quick) if "quick" in inspect.signature(function).parameters else function()


def write(found: Sequence[Measured], path: Path) -> None:
    """Keep figures in a file, for `compare`; raises SpecError."""
    try:
        path.write_text(json.dumps([asdict(each) for each in found], indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise SpecError(f"cannot write '{path}': {error.strerror or error}") from None


def read(path: Path) -> list[Measured]:
    """Figures that were kept in a file; raises SpecError."""
    text = text_of(path, MAX_BYTES, "a file of bench run --out")
    try:
        found = [Measured(**each) for each in list(json.loads(text))]
    except (ValueError, TypeError, RecursionError):
        found = [Measured("", "", float("nan"))]
    if not found or not all(_is_sound(each) for each in found):
        raise SpecError(f"'{path}' holds no figures; name a file of bench run --out")
    return found


def _is_sound(each: Measured) -> bool:
    numbers = [each.value, *(bound for bound in (each.least, each.most) if bound is not None)]
    return {type(each.bench), type(each.figure)} == {str} and all(
        type(number) in (int, float) and abs(number) < 1e300 for number in numbers
    )


def lost(before: Sequence[Measured], after: Sequence[Measured]) -> list[str]:
    """The names of figures that were measured before, and not after."""
    there = {(each.bench, each.figure) for each in after}
    return [each.figure for each in before if (each.bench, each.figure) not in there]


def compare(before: Sequence[Measured], after: Sequence[Measured]) -> list[Change]:
    """The figures that both have, the worst change first; raises SpecError if there are none."""
    old = {(each.bench, each.figure): each.value for each in before}
    changes = [
        Change(each.bench, each.figure, old[key], each.value, _better(each, old[key]))
        for each in after
        if (key := (each.bench, each.figure)) in old
    ]
    if not changes:
        raise SpecError("the two have no figure in common; name files of the same benchmarks")
    return sorted(
        changes, key=lambda each: (math.inf if each.better is None else each.better, each.bench, each.figure)
    )


def _better(now: Measured, before: float) -> float | None:
    """The factor; nothing at all, and what is below it, counts as 0."""
    was, new = max(before, 0.0), max(now.value, 0.0)
    more = now.least is not None or (now.most is None and any(word in now.figure for word in MORE_IS_BETTER))
    if was == new:
        return 1.0
    worth, stood = (new, was) if more else (was, new)
    return worth / stood if stood > 0 else None
