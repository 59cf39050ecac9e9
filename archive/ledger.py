"""The ledger: an append-only chain of hashes over all games of an archive, in the order of storing.

Entry n is a hash of entry n - 1, of a game's key, and of the digest of that game's bytes as they are
stored. So nobody can change, take out or slip in a game without changing every later hash, and a head
that was written down somewhere else vouches for everything before it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

SIZE = 32
"""Bytes of a digest and of a hash."""
GENESIS = blake2b(b"gonfalon ledger: genesis", digest_size=SIZE).digest()
"""What stands before the first entry: the head of an empty archive."""


@dataclass(frozen=True)
class Entry:
    """One line of the ledger."""

    number: int
    """From 1, without gaps."""
    key: str
    """The game's key, as commands write it."""
    digest: bytes
    """Of the game's bytes as they are stored."""
    hash: bytes
    """Over the hash before it, the key and the digest."""


@dataclass(frozen=True)
class Wrong:
    """Something that is wrong with a chain, at an entry."""

    number: int
    key: str
    """The key of that entry; empty where the entry is missing."""
    what: str
    """`entry` (one is missing, or one too many), `hash` or `head`."""
    expected: str
    found: str


def digest(blob: bytes) -> bytes:
    """The digest of a game's bytes."""
    return blake2b(blob, digest_size=SIZE, person=b"gonfalon game").digest()


def link(previous: bytes, key: str, replay_digest: bytes) -> bytes:
    """The hash of the entry that follows `previous`; the key stands last, all else is of fixed length."""
    text = previous + replay_digest + key.encode()
    return blake2b(text, digest_size=SIZE, person=b"gonfalon ledger").digest()


def append(count: int, head: bytes, games: Iterable[tuple[str, bytes]]) -> Iterator[Entry]:
    """The entries for games (key, bytes) that follow `count` entries of which the last hash is `head`.

    >>> [entry.number for entry in append(0, GENESIS, [("a-0-0-0", b"one"), ("a-0-0-1", b"two")])]
    [1, 2]
    """
    for number, (key, blob) in enumerate(games, count + 1):
        replay_digest = digest(blob)
        head = link(head, key, replay_digest)
        yield Entry(number, key, replay_digest, head)


START = Entry(0, "", b"", GENESIS)
"""What the first entry follows."""


def step(last: Entry, entry: Entry) -> Wrong | None:
    """What is wrong with an entry, held against the one before it as that stands.

    So a changed entry is named alone, and not everything that follows it.
    """
    if entry.number != last.number + 1:
        return Wrong(last.number + 1, "", "entry", f"entry {last.number + 1}", f"entry {entry.number} next")
    expected = link(last.hash, entry.key, entry.digest)
    if entry.hash != expected:
        return Wrong(entry.number, entry.key, "hash", expected.hex(), entry.hash.hex())
    return None


def end(last: Entry, count: int, head: bytes) -> Wrong | None:
    """What is wrong with the end of a chain that should have `count` entries and end in `head`."""
    if last.number < count:
        return Wrong(last.number + 1, "", "entry", f"{count} entries", f"nothing after entry {last.number}")
    if last.number > count:
        return Wrong(last.number, last.key, "entry", f"{count} entries", f"entry {last.number}")
    if last.hash != head:
        return Wrong(last.number, last.key, "head", head.hex(), last.hash.hex())
    return None


def check(entries: Iterable[Entry], count: int, head: bytes) -> Iterator[Wrong]:
    """What is wrong with a chain that should have `count` entries and end in `head`, the first thing first.

    >>> chain = list(append(0, GENESIS, [("a-0-0-0", b"one"), ("a-0-0-1", b"two")]))
    >>> list(check(chain, 2, chain[-1].hash))
    []
    >>> next(check(chain[:1], 2, chain[-1].hash))
    Wrong(number=2, key='', what='entry', expected='2 entries', found='nothing after entry 1')
    """
    last = START
    for entry in entries:
        if found := step(last, entry):
            yield found
        last = entry
    if found := end(last, count, head):
        yield found


def first_wrong(entries: Iterable[Entry], count: int, head: bytes) -> int | None:
    """The number of the first wrong entry of a chain, or None if it holds."""
    found = next(check(entries, count, head), None)
    return None if found is None else found.number
