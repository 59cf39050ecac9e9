"""Settings of a machine: what changes speed, place and looks, and no result."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import SpecError, nearest

COLOURS = ("auto", "always", "never")
MAX_CONCURRENCY = 256


@dataclass(frozen=True)
class Settings:
    """Read from the environment by `settings`; flags of commands come before them."""

    archive: str
    """GONFALON_ARCHIVE: a path, or a database's URL."""
    concurrency: int
    """GONFALON_CONCURRENCY: games at a time; as many as there are cores."""
    colour: str
    """GONFALON_COLOUR: auto (on a terminal), always or never; NO_COLOR, if set to anything, is never."""


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this machine; raises SpecError for a value that is none.

    >>> settings({"GONFALON_CONCURRENCY": "3"})
    Settings(archive='gonfalon.db', concurrency=3, colour='auto')
    """
    colour = "never" if environment.get("NO_COLOR") else environment.get("GONFALON_COLOUR", "auto")
    if colour not in COLOURS:
        raise SpecError(f"GONFALON_COLOUR is '{colour}'; {nearest(colour, COLOURS)}")
    given = environment.get("GONFALON_CONCURRENCY", "")
    return Settings(
        archive=environment.get("GONFALON_ARCHIVE") or "gonfalon.db",
        concurrency=concurrency(given, "GONFALON_CONCURRENCY") if given else cores(),
        colour=colour,
    )


def concurrency(text: str, whose: str) -> int:
    """A number of games at a time; raises SpecError."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    if not 1 <= number <= MAX_CONCURRENCY:
        raise SpecError(f"{whose} is '{text}'; a number from 1 to {MAX_CONCURRENCY} is wanted")
    return number


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
