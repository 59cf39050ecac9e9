"""How long a search may go on: a number of iterations, or milliseconds; never both."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.game import Option

MOST_ITERATIONS, MOST_MILLISECONDS = 10_000_000, 600_000
NO_LIMIT = 2**31 - 1
"""Iterations where only the time counts: nodes count their visits in 32 bits."""


class Budget(NamedTuple):
    """What a kernel takes."""

    iterations: int
    duration: int
    """Nanoseconds; 0: only the iterations count, and the same seed gives the same decision anywhere."""


def whole(least: int, most: int) -> Callable[[str], str]:
    """A reader of whole numbers, for an option."""

    def read(text: str) -> str:
        value = int(text) if text.isascii() and text.isdecimal() else -1
        if not least <= value <= most:
            raise ValueError(f"a whole number from {least:,} to {most:,} is wanted")
        return str(value)

    return read


def options(iterations: int) -> tuple[Option, ...]:
    """The two options of a budget; `iterations` is what a decision has where neither is named."""
    return (
        Option(
            "iterations",
            "How many iterations a decision has.",
            (str(iterations),),
            read=whole(1, MOST_ITERATIONS),
        ),
        Option(
            "milliseconds",
            "How long a decision takes, in place of iterations, where it is named.",
            ("0",),
            read=whole(1, MOST_MILLISECONDS),
        ),
    )


def budget(chosen: Mapping[str, str]) -> Budget:
    """The budget that complete options name."""
    milliseconds = int(chosen["milliseconds"])
    if milliseconds:
        return Budget(NO_LIMIT, milliseconds * 1_000_000)
    return Budget(int(chosen["iterations"]), 0)
