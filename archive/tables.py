"""The tables of an archive and the way to them: with `archive.store`, the one door to the database.

An SQLite file gets its name when it is complete, and is looked at read-only before it is opened for
writing. Nothing here needs SQLite but what is in `_file` and `_make`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Field, SQLModel

from archive.contents import printable
from archive.ledger import GENESIS
from archive.location import APPLICATION, Location, check_folder, exists, put
from engine.errors import ArchiveError, DamagedError

LAYOUT = 1
"""The version of the tables."""
WAIT = 10
"""Seconds to wait for another program that is writing."""
_NUMBER = sql.BigInteger().with_variant(
    sql.Integer(), "sqlite"
)  # SQLite: the row's own number, no second index


class TournamentRow(SQLModel, table=True):
    """A tournament; its number is the order of making."""

    __tablename__ = "tournament"
    number: int | None = Field(default=None, primary_key=True)
    digest: str = Field(max_length=16, unique=True)
    name: str
    spec: str


class GameRow(SQLModel, table=True):
    """A game; its number is that of its ledger entry."""

    __tablename__ = "game"
    __table_args__ = (sql.UniqueConstraint("tournament", "pairing", "deal", "rotation"),)
    number: int = Field(primary_key=True, sa_type=_NUMBER, sa_column_kwargs={"autoincrement": False})
    tournament: str = Field(max_length=16, foreign_key="tournament.digest")
    pairing: int = Field(sa_type=sql.BigInteger)
    deal: int = Field(sa_type=sql.BigInteger)
    rotation: int = Field(sa_type=sql.BigInteger)
    replay: bytes
    times: bytes


class LedgerRow(SQLModel, table=True):
    """An entry of the ledger."""

    __tablename__ = "ledger"
    number: int = Field(primary_key=True, sa_type=_NUMBER, sa_column_kwargs={"autoincrement": False})
    key: str
    digest: bytes
    hash: bytes


class HeadRow(SQLModel, table=True):
    """The one row that says what the archive should hold, so that a loss at its end is seen."""

    __tablename__ = "gonfalon"
    number: int = Field(primary_key=True)
    layout: int
    entries: int = Field(sa_type=sql.BigInteger)
    head: bytes


def _table(row: type[SQLModel]) -> sql.Table:
    return cast(sql.Table, row.__table__)  # type: ignore[attr-defined]


TOURNAMENT, GAME, LEDGER, HEAD = (_table(row) for row in (TournamentRow, GameRow, LedgerRow, HeadRow))
TABLES = [TOURNAMENT, GAME, LEDGER, HEAD]
KEY = (GAME.c.tournament, GAME.c.pairing, GAME.c.deal, GAME.c.rotation)


def blob(column: sql.Column[Any]) -> sql.Cast[bytes]:
    """A column as bytes, whatever was put there: SQLite lets a text stand in it."""
    return sql.cast(column, sql.LargeBinary)


@contextmanager
def guarded(location: Location) -> Iterator[None]:
    """Turn what the database raises into an ArchiveError of one line."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        text = printable(str(getattr(error, "orig", None) or error))
        if "database is locked" in text:
            text = f"another program is writing to it, for more than {WAIT} seconds; wait until it has ended"
        kind = DamagedError if "malformed" in text else ArchiveError
        raise kind(f"{location} cannot be used: {text}") from None


def engine(location: Location, create: bool, read_only: bool) -> sql.Engine:
    """A way to the archive that is there, or that is made if it may be; raises ArchiveError."""
    create = create and not read_only
    with guarded(location):
        if location.path is None:
            made = _server(location)
            _check(made, location, create)
            return made
        if not exists(location.path, read_only):
            if not create:
                raise ArchiveError(f"there is no archive {location}; name one that is there")
            check_folder(location.path)
            _make(location, location.path)
        looking = _file(location.path, "ro")
        try:
            _check(looking, location, create=False)
        finally:
            looking.dispose()
        return _file(location.path, "ro" if read_only else "rw")


def head(connection: sql.Connection, location: Location) -> tuple[int, int, bytes]:
    """The layout, and how many entries the ledger should have and in which hash it should end."""
    rows = connection.execute(sql.select(HEAD.c.layout, HEAD.c.entries, blob(HEAD.c.head))).all()
    if len(rows) != 1 or [type(each) for each in rows[0]] != [int, int, bytes]:
        raise DamagedError(f"{location} is damaged: its table '{HEAD.name}' does not hold its one row")
    return rows[0][0], rows[0][1], rows[0][2]


def _file(path: Path, mode: str) -> sql.Engine:
    """An engine for an SQLite file: `rw`, `ro`, or `rwc`, which makes it."""
    query = {"uri": "true", "mode": mode}
    if mode == "ro" and not path.with_name(path.name + "-wal").exists():
        if not os.access(path.parent, os.W_OK):
            query["immutable"] = "1"  # SQLite cannot make its helper files there, and nobody is writing
        elif os.access(path, os.W_OK):
            query["mode"] = "rw"  # so that SQLite takes its helper files away in the end; see query_only
    url = sql.URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)
    made = sql.create_engine(url, connect_args={"timeout": WAIT})

    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # sqlite3 would begin before the first write only
        connection.execute("PRAGMA foreign_keys = ON")
        if mode == "ro":
            connection.execute("PRAGMA query_only = ON")
        else:
            connection.execute("PRAGMA journal_mode = WAL")
            # With NORMAL the last batches could be gone after a power cut, though a head of the ledger
            # that vouches for them had been shown. FULL costs one fsync a batch.
            connection.execute("PRAGMA synchronous = FULL")

    sql.event.listen(made, "connect", prepare)
    sql.event.listen(made, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return made


def _server(location: Location) -> sql.Engine:
    try:
        return sql.create_engine(location.url)
    except ModuleNotFoundError as error:
        raise ArchiveError(f"{location} needs the package '{error.name}'; install it") from None
    except ValueError as error:
        raise ArchiveError(f"{location} is not a database's URL: {error}") from None


def _make(location: Location, path: Path) -> None:
    """Make an empty archive in a folder of its own, and put it in place when it is complete."""
    try:
        with TemporaryDirectory(prefix=".gonfalon-", dir=path.parent) as folder:
            unfinished = Path(folder) / "new.db"
            made = _file(unfinished, "rwc")
            try:
                with made.begin() as connection:
                    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
                    _create(connection)
            finally:
                made.dispose()  # closes the file, which makes it whole
            put(unfinished, path)
    except OSError as error:
        raise ArchiveError(f"{location} cannot be made: {error.strerror or error}") from None


def _create(connection: sql.Connection) -> None:
    SQLModel.metadata.create_all(connection, tables=TABLES)
    connection.execute(sql.insert(HEAD).values(number=1, layout=LAYOUT, entries=0, head=GENESIS))


def _check(made: sql.Engine, location: Location, create: bool) -> None:
    """Raise ArchiveError unless these are the tables of an archive that this version knows."""
    with made.begin() as connection:
        there = set(sql.inspect(connection).get_table_names())
        missing = [table.name for table in TABLES if table.name not in there]
        if create and len(missing) == len(TABLES):
            _create(connection)
        elif location.path is None and len(missing) == len(TABLES):
            raise ArchiveError(f"there is no archive {location}; name one that is there")
        elif missing:
            raise ArchiveError(f"{location} is not a whole archive: it has no table '{missing[0]}'")
        layout = head(connection, location)[0]
    if layout != LAYOUT:
        raise ArchiveError(
            f"{location} has layout {layout}, this version reads {LAYOUT}; take a newer Gonfalon"
        )
