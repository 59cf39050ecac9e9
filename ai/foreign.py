"""Where a user's code is called, and what it gives is told: nothing it does there reaches the caller.

A foreign object is not asked what it is: its text, its comparisons and its type's attributes are code too.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 200
"""Characters of a line."""
_NAME = type.__dict__["__name__"]


def called(call: Callable[[], T]) -> T:
    """What a call returns or raises; a copy of the process that it forked ends where it comes back."""
    mine = os.getpid()
    try:
        return call()
    finally:
        if os.getpid() != mine:
            os._exit(0)


def type_name(thing: Any) -> str:
    """The name of a thing's type, by nothing that the thing or its type could answer itself.

    >>> type_name(7)
    'int'
    """
    return str.__str__(_NAME.__get__(type(thing)))


def described(error: BaseException, passing: tuple[type[BaseException], ...] = ()) -> str:
    """An error as one line, whatever its own text does, unless it raises one of `passing`.

    >>> described(ValueError("a line"))
    'ValueError: a line'
    """
    text = told(error, passing)
    return one_line(f"{type_name(error)}: {text}" if text else type_name(error))


def told(error: BaseException, passing: tuple[type[BaseException], ...] = ()) -> str:
    """The text of an error as one line, empty if that fails."""
    try:
        text = str(error)
    except passing:
        raise
    except BaseException:  # an error of a bot may fail even here
        text = ""
    return one_line(text) if type(text) is str else ""


def one_line(text: str) -> str:
    """A text for a record or a message: one line, printable, at most 200 characters.

    >>> one_line("first\\nsecond")
    'first second'
    """
    words = "".join(each if each.isprintable() else " " for each in text[: 4 * MOST]).split()
    line = " ".join(words).encode("utf-8", "replace").decode()
    return line if len(line) <= MOST else line[: MOST - 1] + "…"
