"""What an archive holds, as plain values: what `store` hands out and `verify` and `merge` work on."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from archive.codec import content, decode
from archive.ledger import Entry
from archive.record import GameKey


@dataclass(frozen=True)
class Tournament:
    """The terms under which games were played."""

    digest: str
    """Names it, in 16 hexadecimal digits; part of its games' keys."""
    name: str
    text: str
    """The canonical text of its spec, as it was when it was last run."""
    earlier: tuple[str, ...] = ()
    """The other texts by which it was run before."""
    is_sound: bool = True
    """Does the checksum of name and texts fit?"""

    @property
    def texts(self) -> tuple[str, ...]:
        """All of them, the last first."""
        return self.text, *self.earlier


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored."""

    number: int
    """Of its ledger entry."""
    key: GameKey
    replay: bytes
    times: bytes


@dataclass(frozen=True)
class Contents:
    """All that an archive holds at one moment. The two iterators go through it once, by number."""

    tournaments: tuple[Tournament, ...]
    games: int
    entries: int
    """How many entries the ledger should have."""
    head: bytes
    """The hash in which it should end."""
    repeated: tuple[GameKey, ...]
    """Keys that more than one game has."""
    stored: Iterator[StoredGame]
    ledger: Iterator[Entry]


@dataclass(frozen=True)
class Info:
    """An archive in a few figures."""

    location: str
    layout: int
    """The version of its tables."""
    tournaments: tuple[tuple[Tournament, int], ...]
    """Each with the number of its games, in the order of their making."""
    games: int
    head: str
    """The ledger's last hash, in hexadecimal digits: written down elsewhere, it vouches for all games."""
    replay_bytes: int
    """Of all replays together, compressed."""
    file_bytes: int | None
    """Of the file; None where a server keeps it."""


def printable(text: str, most: int = 200) -> str:
    """A text that a file may have brought along, as a part of one line that is safe to print."""
    line = " ".join(text.split())
    return "".join(each if each.isprintable() else "?" for each in line[:most])


def difference(stored: bytes, other: bytes) -> str:
    """Where two replays, as bytes, differ: the names of the fields, or nothing if they are equal."""
    if stored == other or content(stored) == content(other):
        return ""
    one, two = decode(stored), decode(other)
    names = [each.name for each in fields(one) if getattr(one, each.name) != getattr(two, each.name)]
    return ", ".join(names) or "form"
