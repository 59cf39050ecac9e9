"""Where an archive is: the forms in which one is named, and a look at a file before SQLite sees it.

A file of another program is told from its first bytes, so that it is neither changed nor locked.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ArchiveError

SQLITE = b"SQLite format 3\x00"
APPLICATION = int.from_bytes(b"Gonf", "big")
"""What SQLite's header says in the files that are archives (PRAGMA application_id)."""
HEADER, APPLICATION_AT = 100, 68
FORMS = "a path such as run.db, sqlite:///run.db, or postgresql+psycopg://user@host/name"


@dataclass(frozen=True)
class Location:
    """A place for an archive: a file, or a database that a server keeps."""

    url: str
    """As SQLAlchemy takes it; of a server only."""
    path: Path | None
    """The file; None: a server keeps it."""

    def __str__(self) -> str:
        """As messages name it, without a password."""
        return f"'{self.path}'" if self.path else re.sub(r"(://[^/@:]*):[^/@]*@", r"\1:***@", self.url)


def locate(name: str | Path) -> Location:
    """The place that a path or URL names; raises ArchiveError.

    >>> str(locate("sqlite:///games/run.db"))
    "'games/run.db'"
    >>> str(locate("postgresql+psycopg://me:secret@host/games"))
    'postgresql+psycopg://me:***@host/games'
    """
    text = str(name)
    scheme, separator, rest = text.partition("://")
    if isinstance(name, Path) or not separator:
        path = text
    elif scheme.partition("+")[0] == "postgresql" and rest:
        return Location(text, None)
    elif scheme == "sqlite" and rest.startswith("/") and "?" not in rest:
        path = rest[1:]
    else:
        raise ArchiveError(f"'{scheme}://...' does not name an archive; write {FORMS}")
    if not path or "\0" in path or path == ":memory:":
        raise ArchiveError(f"an archive needs a file or a server; write {FORMS}")
    return Location("", Path(path))


def exists(path: Path, read_only: bool) -> bool:
    """Is there an archive at this path? False: there is nothing; raises ArchiveError for anything else."""
    try:
        if path.is_dir():
            raise ArchiveError(f"'{path}' is a folder; name a file, such as '{path / 'run.db'}'")
        if path.exists() and not path.is_file():
            raise ArchiveError(f"'{path}' is a device or a pipe; name a file")
        with path.open("rb") as file:
            head = file.read(HEADER)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ArchiveError(f"'{path}' cannot be read: {error.strerror or error}") from None
    if head[: len(SQLITE)] != SQLITE:
        kind = "is empty" if not head else "is not an SQLite database"
        raise ArchiveError(f"'{path}' {kind}, so not an archive; name another file")
    if int.from_bytes(head[APPLICATION_AT : APPLICATION_AT + 4], "big") != APPLICATION:
        raise ArchiveError(f"'{path}' is an SQLite database of another program; name another file")
    if not read_only and not os.access(path, os.W_OK):
        raise ArchiveError(f"'{path}' may not be written; open it read-only, or change its permissions")
    return True


def check_folder(path: Path) -> None:
    """Raise ArchiveError if no archive can be made at this path for want of a folder."""
    folder = path.parent
    if not folder.is_dir():
        raise ArchiveError(f"there is no folder '{folder}' for '{path.name}'; make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ArchiveError(f"folder '{folder}' may not be written; name another place for '{path.name}'")


def put(made: Path, path: Path) -> None:
    """Give a file that is complete its name, unless another has it: nobody ever sees half an archive."""
    try:
        os.link(made, path)
    except FileExistsError:
        return  # somebody made it at the same moment; theirs is as empty as ours
    except OSError:  # a file system without hard links
        if not path.exists():
            os.rename(made, path)
