"""Benchmarks: what stands in the folder `benchmarks` beside the program, one `run() -> figures` a file."""

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import SpecError, nearest

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"
Figures = list[tuple[str, str, float]]
"""(benchmark, what was measured, how much)."""


def names() -> list[str]:
    """The benchmarks that there are."""
    return sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))


def measure(chosen: Sequence[str], quick: bool) -> Figures:
    """Run benchmarks, all of them if none are named; raises SpecError for an unknown one."""
    known = names()
    if not known:
        raise SpecError(
            f"there are no benchmarks in {FOLDER.name}/ beside the program; run this from its source"
        )
    for name in chosen:
        if name not in known:
            raise SpecError(f"there is no benchmark '{name}'; {nearest(name, known)}")
    figures: Figures = []
    for name in chosen or known:
        found = _run(importlib.import_module(f"benchmarks.bench_{name}").run, quick)
        figures += [(name, what, float(value)) for what, value in found.items()]
    return figures


def _run(function: Callable[..., Mapping[str, Any]], quick: bool) -> Mapping[str, Any]:
    return function(quick=quick) if "quick" in inspect.signature(function).parameters else function()
