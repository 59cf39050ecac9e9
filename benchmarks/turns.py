"""Measuring things that take turns, so that a busy machine slows all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping

ROUNDS = 15


def take_turns(variants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Seconds of this thread's own CPU time that each variant took in each round, after one to warm up."""
    taken: dict[str, list[float]] = {name: [] for name in variants}
    for run in variants.values():
        run()
    for _ in range(rounds):
        for name, run in variants.items():
            begun = time.thread_time()
            run()
            taken[name].append(time.thread_time() - begun)
    return taken


def rate(seconds: list[float], units: float) -> float:
    """Units a second in the median round."""
    return units / statistics.median(seconds)


def ratio(seconds: list[float], other: list[float]) -> float:
    """How many times as fast as the other: the median of the rounds' own ratios."""
    return statistics.median(theirs / ours for ours, theirs in zip(seconds, other, strict=True))
