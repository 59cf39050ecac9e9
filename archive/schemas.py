"""What changed from one schema to the next, and in which of them a record is written.

That is the oldest one that can say all of it. So a record that has nothing of what came later is written as
it always was, byte for byte, and older versions of Gonfalon read it.

Replays: schema 2 tells in search figures how many worlds were looked at. Times: schema 2 tells the
microseconds of each decision.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from archive.record import Replay, Times

Items: TypeAlias = tuple[Any, ...]
Change: TypeAlias = Callable[[Items], Items]


def with_worlds(items: Items) -> Items:
    """A replay's items of schema 1 as those of schema 2: no number of worlds is told."""
    *others, search = items
    if type(search) is not tuple or not search:
        return items
    return (*others, tuple((*row, 0) if type(row) is tuple else row for row in search))


def without_worlds(items: Items) -> Items:
    """The way back, for items of schema 2 in which no number of worlds is told."""
    *others, search = items
    return (*others, tuple(row and row[:4] for row in search))


def with_microseconds(items: Items) -> Items:
    """The items of a game's times of schema 1 as those of schema 2: of no decision is the time told."""
    return (*items, b"")


def without_microseconds(items: Items) -> Items:
    """The way back, for items of schema 2 in which the time of no decision is told."""
    return items[:-1]


def schema_of_replay(replay: Replay) -> int:
    """The schema that a replay is written in."""
    return 2 if any(figures and figures.worlds for figures in replay.search) else 1


def schema_of_times(times: Times) -> int:
    """The schema that a game's times are written in."""
    return 2 if times.microseconds else 1


LENGTHS: dict[int, int] = dict.fromkeys((1, 2), 19)
"""By schema: how many items a replay has after the schema's number."""
TIMES_LENGTHS: dict[int, int] = {1: 2, 2: 3}
UPGRADES: dict[int, Change] = {1: with_worlds}
"""By schema n: a pure function from a replay's items of n to those of n + 1. Each has a golden file."""
DOWNGRADES: dict[int, Change] = {1: without_worlds}
"""By schema n: the way back, from n + 1 to n."""
TIMES_UPGRADES: dict[int, Change] = {1: with_microseconds}
TIMES_DOWNGRADES: dict[int, Change] = {1: without_microseconds}


def written_in(schema: int, latest: int, items: Items, downgrades: dict[int, Change]) -> Items:
    """Items of the latest schema as those of an older one, which can say all of them."""
    for number in reversed(range(schema, latest)):
        items = downgrades[number](items)
    return items
