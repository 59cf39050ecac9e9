"""Merge one archive into another: a tournament played on several machines becomes one.

All or nothing: either every game of the other archive is in this one afterwards, or this one is as it
was. The games that are new are appended to this archive's ledger, in the order in which the other has
them. Of a tournament that both know, this archive keeps its own text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from archive.codec import decode
from archive.contents import Contents, printable
from archive.store import Archive, GameBytes
from engine.errors import DifferenceError, ReplayError

EVERY = 200
"""Games between two calls of `progress`."""


@dataclass(frozen=True)
class Merged:
    """What a merge did."""

    added: int
    """Games that were new."""
    equal: int
    """Games that both archives had."""


def merge(into: Archive, other: Archive, progress: Callable[[int, int], None] | None = None) -> Merged:
    """Put all games of `other` into `into`; `progress` is told how many of how many were looked at.

    Raises DifferenceError if a game of the same key is not equal in both, ReplayError for a damaged one.
    """
    with other.contents() as contents:
        added = into.add_bytes(_sound(contents, progress), contents.tournaments)
        if progress:
            progress(contents.games, contents.games)
        return Merged(added, contents.games - added)


def _sound(contents: Contents, progress: Callable[[int, int], None] | None) -> Iterator[GameBytes]:
    """The games of an archive, if they are what they say."""
    for number, stored in enumerate(contents.stored):
        if progress and number % EVERY == 0:
            progress(number, contents.games)
        try:
            replay = decode(stored.replay)
        except ReplayError as error:
            raise ReplayError(f"game {printable(str(stored.key))}: {error}") from None
        if replay.key != stored.key:
            raise DifferenceError(
                f"game {replay.key} is stored as {printable(str(stored.key))}; verify that archive"
            )
        yield stored.key, stored.replay, stored.times
