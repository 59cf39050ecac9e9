"""Bots may chatter; nobody hears it. The answer on standard output stays the answer alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing that is written to standard output or error gets anywhere, by Python or below it."""
    streams = (sys.stdout, sys.stderr)
    _flush()
    kept = {number: os.dup(number) for number in (1, 2) if _is_open(number)}
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in kept:
            os.dup2(sink, number)
        with open(os.devnull, "w", encoding="utf-8", errors="replace") as null:
            sys.stdout = sys.stderr = null
            yield
    finally:
        sys.stdout, sys.stderr = streams
        _flush()
        for number, original in kept.items():
            os.dup2(original, number)
            os.close(original)
        os.close(sink)


def silence() -> None:
    """The same for the rest of a process's life; nor is there anything to read."""
    sink = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(sink, number)
    os.close(sink)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8", errors="replace")  # noqa: SIM115


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with suppress(ValueError, OSError, AttributeError):  # closed, or none at all
            stream.flush()  # type: ignore[union-attr]


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
