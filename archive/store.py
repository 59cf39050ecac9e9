"""Archive: the games of tournaments, written and read.

Only the parent of a run writes, many games at a time. What belongs together is written in one
transaction: games, their ledger entries, and the head of the chain. So whenever a run is killed, its
archive holds a whole number of its batches.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from archive.codec import content, decode, decode_times, encode, encode_times
from archive.contents import Contents, Info, StoredGame, Tournament, difference, printable
from archive.ledger import Entry, append
from archive.location import Location, locate
from archive.record import GameKey, Replay, Times, read_key
from archive.tables import GAME, HEAD, KEY, LEDGER, TOURNAMENT, blob, engine, guarded, head
from archive.terms import joined, parted
from engine.errors import ArchiveError, DifferenceError, ReplayError

BATCH = 500
"""Games read or written at a time."""
GameBytes: TypeAlias = tuple[GameKey, bytes, bytes]
"""A key, and the bytes of its replay and of its times."""
T = TypeVar("T")


class Archive:
    """The games of tournaments, kept for ever. Made by `Archive.open`; close it, or open it in a `with`."""

    def __init__(self, way: sql.Engine, location: Location, read_only: bool) -> None:
        """Use `open`, which looks before it writes."""
        self._engine, self.location, self.read_only = way, location, read_only

    @classmethod
    def open(cls, url: str | Path, create: bool = True, read_only: bool = False) -> "Archive":
        """The archive at a path or URL, made if there is none and it may be; raises ArchiveError."""
        location = locate(url)
        return cls(engine(location, create, read_only), location, read_only)

    def close(self) -> None:
        """Close all connections; an SQLite archive then is a single file."""
        self._engine.dispose()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_tournament(self, digest: str, spec_text: str, name: str = "") -> None:
        """Store the terms of a tournament; if they are there, this is its text and name from now on.

        The texts of before are kept, since there may be games of them.
        """
        if len(digest) != 16 or set(digest) - set("0123456789abcdef"):
            raise ArchiveError(f"'{digest[:40]}' is not the digest of a tournament: 16 hexadecimal digits")
        with self._writing() as connection:
            # This changes nothing and takes the lock before anything is read: SQLite can wait only then.
            connection.execute(sql.update(HEAD).values(layout=HEAD.c.layout))
            _put(connection, Tournament(digest, name, spec_text))

    def add_games(self, games: Iterable[tuple[Replay, Times]]) -> int:
        """Store games, all of them or none, and say how many were new. A game that is there stays as it is.

        Raises DifferenceError if a game that is there has the same key and is not equal, ReplayError if a
        game holds what no replay may.
        """
        return self.add_bytes([(replay.key, encode(replay), encode_times(times)) for replay, times in games])

    def add_bytes(self, games: Iterable[GameBytes], terms: Iterable[Tournament] = ()) -> int:
        """Store games as `add_games` does, given as bytes, and the tournaments that are new."""
        added, source = 0, iter(games)
        with self._writing() as connection:
            # This changes nothing and takes the lock before anything is read: SQLite can wait only then.
            connection.execute(sql.update(HEAD).values(layout=HEAD.c.layout))
            _, entries, last = head(connection, self.location)
            tournaments = {each.digest: each for each in _tournaments(connection)}
            for each in terms:
                mine = tournaments.setdefault(each.digest, each)
                _put(connection, replace(mine, earlier=(*mine.earlier, *each.texts)))
            while batch := list(islice(source, BATCH)):
                for key, _, _ in batch:
                    if key.tournament not in tournaments:
                        raise ArchiveError(
                            f"game {key}: its tournament is not in {self.location}; add it first"
                        )
                fresh = self._insert(connection, batch, entries, last)
                if fresh:
                    added, entries, last = added + len(fresh), fresh[-1].number, fresh[-1].hash
            connection.execute(sql.update(HEAD).values(entries=entries, head=last))
        return added

    def keys(self, tournament: str | None = None) -> set[GameKey]:
        """The keys of all games, or of a tournament's."""
        with self._reading() as connection:
            return {GameKey(*row) for row in connection.execute(_chosen(sql.select(*KEY), tournament))}

    def count(self, tournament: str | None = None) -> int:
        """How many games there are, or a tournament has."""
        with self._reading() as connection:
            return _count(connection, tournament)

    def games(self, tournament: str | None = None, pairing: int | None = None) -> Iterator[Replay]:
        """The games in the order of their keys, a few at a time in memory; raises ReplayError."""
        for key, raw in self._blobs([GAME.c.replay], tournament, pairing):
            yield _read(key, raw, decode)

    def times(
        self, tournament: str | None = None, pairing: int | None = None
    ) -> Iterator[tuple[GameKey, Times]]:
        """The times of games, in the order of their keys."""
        for key, raw in self._blobs([GAME.c.times], tournament, pairing):
            yield key, _read(key, raw, decode_times)

    def records(
        self, tournament: str | None = None, pairing: int | None = None
    ) -> Iterator[tuple[Replay, Times]]:
        """Games with their times, as `add_games` takes them, in the order of their keys."""
        for key, raw, times in self._blobs([GAME.c.replay, GAME.c.times], tournament, pairing):
            yield _read(key, raw, decode), _read(key, times, decode_times)

    def game(self, key: GameKey | str) -> Replay:
        """The game of a key, or of a text that fits one key: the digest's beginning, then whole numbers."""
        found = self._find(key)
        with self._reading() as connection:
            statement = sql.select(blob(GAME.c.replay)).where(*_is(found))
            return _read(found, connection.execute(statement).scalar_one(), decode)

    def times_of(self, key: GameKey | str) -> Times:
        """The times of one game, which is found as `game` finds it; raises ReplayError."""
        found = self._find(key)
        with self._reading() as connection:
            statement = sql.select(blob(GAME.c.times)).where(*_is(found))
            return _read(found, connection.execute(statement).scalar_one(), decode_times)

    def tournaments(self) -> tuple[Tournament, ...]:
        """All tournaments, in the order of their making."""
        with self._reading() as connection:
            return _tournaments(connection)

    def info(self) -> Info:
        """The archive in a few figures."""
        path = self.location.path
        with self._reading() as connection:
            layout, _, last = head(connection, self.location)
            size = connection.execute(sql.select(sql.func.sum(sql.func.length(GAME.c.replay)))).scalar_one()
            return Info(
                location=str(path or self.location),
                layout=layout,
                tournaments=tuple(
                    (each, _count(connection, each.digest)) for each in _tournaments(connection)
                ),
                games=_count(connection),
                head=last.hex(),
                replay_bytes=int(size or 0),
                file_bytes=path.stat().st_size if path else None,
            )

    def digest(self) -> str:
        """One hash over everything, in 64 hexadecimal digits: equal for archives that hold equal games.

        It depends on the digests of the tournaments (their terms), the keys of the games and the contents
        of their replays alone: not on the order of storing, on times, on the ledger, or on the compressor.
        """
        total = blake2b(digest_size=32, person=b"gonfalon archive")
        for each in sorted(tournament.digest for tournament in self.tournaments()):
            total.update(f"{each}\n".encode())
        for key, raw in self._blobs([GAME.c.replay]):
            total.update(f"\n{key} ".encode() + blake2b(_read(key, raw, content), digest_size=32).digest())
        return total.hexdigest()

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with its file, indexes too; another database checks its own."""
        with self._reading() as connection:
            if self._engine.dialect.name != "sqlite":
                return []
            found = [str(row[0]) for row in connection.execute(sql.text("PRAGMA integrity_check(20)"))]
        return [] if found == ["ok"] else found

    @contextmanager
    def contents(self) -> Iterator[Contents]:
        """All that is stored, as it stands at one moment whoever is writing, to be gone through once."""
        games = sql.select(GAME.c.number, *KEY, blob(GAME.c.replay), blob(GAME.c.times))
        lines = sql.select(
            LEDGER.c.number, sql.cast(LEDGER.c.key, sql.Text), blob(LEDGER.c.digest), blob(LEDGER.c.hash)
        )
        repeated = sql.select(*KEY).group_by(*KEY).having(sql.func.count() > 1)
        with self._reading() as connection:
            _, entries, last = head(connection, self.location)
            yield Contents(
                tournaments=_tournaments(connection),
                games=_count(connection),
                entries=entries,
                head=last,
                repeated=tuple(GameKey(*row) for row in connection.execute(repeated)),
                stored=(
                    StoredGame(row[0], GameKey(*row[1:5]), row[5], row[6])
                    for row in _streamed(connection, games.order_by(GAME.c.number))
                ),
                ledger=(Entry(*row) for row in _streamed(connection, lines.order_by(LEDGER.c.number))),
            )

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        with guarded(self.location), self._engine.connect() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")  # SQLite always reads so
            with connection.begin():
                yield connection

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        if self.read_only:
            raise ArchiveError(f"{self.location} was opened read-only; open it for writing to add to it")
        with guarded(self.location), self._engine.begin() as connection:
            yield connection

    def _blobs(
        self, columns: list[sql.Column[Any]], tournament: str | None = None, pairing: int | None = None
    ) -> Iterator[tuple[Any, ...]]:
        statement = _chosen(sql.select(*KEY, *map(blob, columns)), tournament, pairing).order_by(*KEY)
        with self._reading() as connection:
            for row in _streamed(connection, statement):
                yield (GameKey(*row[:4]), *row[4:])

    def _insert(
        self, connection: sql.Connection, games: list[GameBytes], entries: int, last: bytes
    ) -> list[Entry]:
        """Write the games that are not there, and their ledger entries, which are the answer."""
        try:
            with connection.begin_nested():
                return _write(connection, games, entries, last)
        except IntegrityError:  # some are there: only now is it worth looking which
            fresh: dict[GameKey, GameBytes] = {}
            for key, replay, times in games:
                twin = fresh[key][1] if key in fresh else None
                statement = sql.select(blob(GAME.c.replay)).where(*_is(key))
                stored = twin or connection.execute(statement).scalar_one_or_none()
                if stored is None:
                    fresh[key] = (key, replay, times)
                elif where := difference(stored, replay):
                    raise DifferenceError(
                        f"game {key} is in {self.location} and differs from this one in {where}; equal keys "
                        "must have equal games"
                    ) from None
            try:
                return _write(connection, list(fresh.values()), entries, last)
            except IntegrityError:
                raise ArchiveError(
                    f"{self.location} is damaged: it holds more than {entries} ledger entries; verify it"
                ) from None

    def _find(self, key: GameKey | str) -> GameKey:
        try:
            digest, numbers = read_key(str(key))
        except ValueError as error:
            raise ArchiveError(f"'{str(key)[:80]}' is not the key of a game: {error}") from None
        with self._reading() as connection:
            fitting = [each.digest for each in _tournaments(connection) if each.digest.startswith(digest)]
            matches = [column == number for column, number in zip(KEY[1:], numbers)]
            statement = (
                sql.select(*KEY).where(GAME.c.tournament.in_(fitting), *matches).order_by(*KEY).limit(2)
            )
            found = [GameKey(*row) for row in connection.execute(statement)]
        if not found:
            raise ArchiveError(
                f"there is no game '{key}' in {self.location}; write a key as listings show it"
            )
        if len(found) > 1:
            raise ArchiveError(
                f"'{key}' fits several games, such as {found[0]} and {found[1]}; write more of it"
            )
        return found[0]


def _write(connection: sql.Connection, games: list[GameBytes], entries: int, last: bytes) -> list[Entry]:
    lines = list(append(entries, last, ((str(key), replay) for key, replay, _ in games)))
    if not lines:
        return lines
    rows = [
        {
            "number": line.number,
            "tournament": key.tournament,
            "pairing": key.pairing,
            "deal": key.deal,
            "rotation": key.rotation,
            "replay": replay,
            "times": times,
        }
        for line, (key, replay, times) in zip(lines, games, strict=True)
    ]
    connection.execute(sql.insert(GAME), rows)
    connection.execute(
        sql.insert(LEDGER),
        [
            {"number": each.number, "key": each.key, "digest": each.digest, "hash": each.hash}
            for each in lines
        ],
    )
    return lines


def _streamed(connection: sql.Connection, statement: sql.Select[Any]) -> Iterator[Any]:
    return iter(connection.execute(statement.execution_options(yield_per=BATCH)))


def _chosen(
    statement: sql.Select[Any], tournament: str | None, pairing: int | None = None
) -> sql.Select[Any]:
    if tournament is not None:
        statement = statement.where(GAME.c.tournament == tournament)
    return statement if pairing is None else statement.where(GAME.c.pairing == pairing)


def _count(connection: sql.Connection, tournament: str | None = None) -> int:
    statement = _chosen(sql.select(sql.func.count()).select_from(GAME), tournament)
    return int(connection.execute(statement).scalar_one())


def _tournaments(connection: sql.Connection) -> tuple[Tournament, ...]:
    columns = (TOURNAMENT.c.digest, TOURNAMENT.c.name, TOURNAMENT.c.spec)
    return tuple(
        Tournament(digest, name, *parted(name, text))
        for digest, name, text in connection.execute(sql.select(*columns).order_by(TOURNAMENT.c.number))
    )


def _put(connection: sql.Connection, given: Tournament) -> None:
    """Write a tournament; of one that is there, the texts are kept too."""
    known = {each.digest: each for each in _tournaments(connection)}
    texts = (*known[given.digest].texts, *given.earlier) if given.digest in known else given.earlier
    values = {"name": given.name, "spec": joined(given.name, given.text, texts)}
    if given.digest in known:
        connection.execute(sql.update(TOURNAMENT).where(TOURNAMENT.c.digest == given.digest).values(values))
    else:
        connection.execute(sql.insert(TOURNAMENT).values(digest=given.digest, **values))


def _is(key: GameKey) -> list[sql.ColumnElement[bool]]:
    values = (key.tournament, key.pairing, key.deal, key.rotation)
    return [column == value for column, value in zip(KEY, values, strict=True)]


def _read(key: GameKey, raw: bytes, reader: Callable[[bytes], T]) -> T:
    try:
        return reader(raw)
    except ReplayError as error:
        raise ReplayError(f"game {printable(str(key))}: {error}") from None
