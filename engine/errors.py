"""Every error that Gonfalon raises on purpose: one tree, each with a stable code.

A message is one line: what was wrong, where, what would be right. Anything that is not a
`GonfalonError` and escapes is a bug.
"""

import difflib
from collections.abc import Iterable


class GonfalonError(Exception):
    """The root of the tree; `code` names the kind for programs, `exit_code` is what a command ends with."""

    code = "error"
    exit_code = 1


class SpecError(GonfalonError, ValueError):
    """A game, a bot, an option or a tournament was named that does not exist or does not fit."""

    code = "spec"
    exit_code = 2


class NotationError(GonfalonError, ValueError):
    """A position or an action could not be read."""

    code = "notation"
    exit_code = 2


class IllegalActionError(GonfalonError, ValueError):
    """An action was well formed but is not legal in that position."""

    code = "illegal_action"
    exit_code = 1


class GameOverError(GonfalonError, RuntimeError):
    """An action was asked of a game that has ended."""

    code = "game_over"
    exit_code = 1


class BotError(GonfalonError, RuntimeError):
    """A bot could not be loaded or did not keep its contract."""

    code = "bot"
    exit_code = 2


class ArchiveError(GonfalonError, OSError):
    """An archive cannot be opened, read or written, or is not an archive of Gonfalon."""

    code = "archive"
    exit_code = 2


class DamagedError(ArchiveError):
    """An archive of Gonfalon lacks what every archive has, or its file is broken."""

    code = "damaged"
    exit_code = 3


class ReplayError(GonfalonError, ValueError):
    """The bytes of a replay are damaged, or of a schema that this version does not know."""

    code = "replay"
    exit_code = 3


class DifferenceError(GonfalonError, AssertionError):
    """A check found that something stored is not what playing it again gives."""

    code = "difference"
    exit_code = 3


class LawError(GonfalonError, AssertionError):
    """A game, a view or a bot broke a law that all of them must keep."""

    code = "law"
    exit_code = 3


class InterruptedRunError(GonfalonError, KeyboardInterrupt):
    """A run was stopped before its end; what was finished is stored and the run can go on."""

    code = "interrupted"
    exit_code = 130


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest known one, or all of them.

    >>> nearest("spi", ["Spy", "Soldier"])
    "did you mean 'Spy'?"
    >>> nearest("xyzzy", ["a", "b"])
    'known: a, b'
    """
    names = list(known)
    folded = {name.lower(): name for name in names}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    if close:
        return f"did you mean '{folded[close[0]]}'?"
    return f"known: {', '.join(names)}"
