"""Files that a user names, to read: only plain ones, and only as much of them as makes sense."""

import os
import stat
from pathlib import Path

from engine.errors import SpecError


def plain(path: Path) -> None:
    """Raise SpecError unless it is a plain file: a device has no end, and a pipe may never begin."""
    try:
        kind = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        raise SpecError(f"cannot read '{path}': {getattr(error, 'strerror', None) or error}") from None
    if stat.S_ISDIR(kind):
        raise SpecError(f"cannot read '{path}': it is a folder; name a file")
    if not stat.S_ISREG(kind):
        raise SpecError(f"cannot read '{path}': it is a device or a pipe; name a plain file")


def text_of(path: Path, most: int, what: str) -> str:
    """The text of a plain file of at most so many bytes, which should be `what`; raises SpecError."""
    plain(path)
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise SpecError(f"cannot read '{path}': {error.strerror or error}") from None
    if len(raw) > most:
        raise SpecError(f"'{path}' is longer than {most} bytes; name {what}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise SpecError(f"'{path}' is not text in UTF-8; name {what}") from None


def write(path: Path, text: str) -> None:
    """Write a text where a user wants it; raises SpecError."""
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SpecError(f"cannot write '{path}': {getattr(error, 'strerror', None) or error}") from None
