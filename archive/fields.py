"""A replay as the plain items that are written, and back. Every type, size and bound is checked here.

A row of numbers that may be long is bytes. Whole numbers: one letter for the kind, as in `array`, then
the numbers, low bytes first, in the narrowest kind that holds them all, so that there is one way to
write each row. Real numbers: 8 bytes each. What the numbers mean is not looked at: that is `archive.verify`.
"""

import struct
import sys
from array import array
from math import copysign, isfinite
from typing import Any, NamedTuple, NoReturn

from archive.record import REASON, SCHEMA, Ending, GameKey, Replay, SearchFigures, Times
from engine.errors import ReplayError

TEXT = 4096
"""How many characters a name or a spec may have."""
KINDS = {"b": 1, "h": 2, "i": 4, "q": 8}
"""The kinds of whole numbers, narrowest first, and how many bytes a number takes."""
NARROWER = {"h": 1 << 7, "i": 1 << 15, "q": 1 << 31}
"""A row of this kind has a number out of [-bound, bound), or it would be written in the kind before."""
SIGNED, UNSIGNED = 1 << 63, 1 << 64
DECISIONS = 4096
"""No game has more, and no array of a replay has more items: room for them is made before they are read."""
ENDINGS = {ending.value: ending for ending in Ending}


class Fields(NamedTuple):
    """The items of a replay of today's schema, in the order in which they are written."""

    tournament: bytes
    pairing: int
    deal_number: int
    rotation: int
    game: str
    rules: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    deal: bytes
    """A row of whole numbers, like `actions`."""
    actions: bytes
    final: bytes
    scores: tuple[int, ...]
    placing: tuple[int, ...]
    returns: bytes
    """A row of real numbers."""
    ending: str
    fault: int | None
    reason: str
    search: tuple[tuple[bytes, bytes, bytes, int, int] | None, ...]
    """For each action: root actions, visits, values, work, worlds."""


def to_fields(replay: Replay) -> Fields:
    """The items of a replay; raises ReplayError, or what `array` and `struct` raise."""
    key = replay.key
    fields = Fields(
        bytes.fromhex(key.tournament),
        key.pairing,
        key.deal,
        key.rotation,
        replay.game,
        replay.rules,
        replay.seats,
        replay.bots,
        replay.seeds,
        _whole_row(replay.deal),
        _whole_row(replay.actions),
        bytes.fromhex(replay.final),
        replay.scores,
        replay.placing,
        _real_row(replay.returns),
        replay.ending.value,
        replay.fault,
        replay.reason,
        tuple([each if each is None else _figures_row(each) for each in replay.search]),
    )
    if fields.tournament.hex() != key.tournament or fields.final.hex() != replay.final:
        wrong("digests", "written in another way", "lower-case hexadecimal digits and nothing else")
    _check(fields)
    return fields


def from_fields(items: tuple[Any, ...]) -> Replay:
    """The replay that items say; raises ReplayError for the first that cannot be."""
    fields = Fields._make(items)
    _check(fields)
    return Replay(
        GameKey(fields.tournament.hex(), fields.pairing, fields.deal_number, fields.rotation),
        fields.game,
        fields.rules,
        fields.seats,
        fields.bots,
        fields.seeds,
        _wholes(fields.deal, "deal"),
        _wholes(fields.actions, "actions"),
        fields.final.hex(),
        fields.scores,
        fields.placing,
        _reals(fields.returns, "returns"),
        ENDINGS[fields.ending],
        fields.fault,
        fields.reason,
        tuple([each if each is None else _figures(each) for each in fields.search]),
        SCHEMA,
    )


def times_to_fields(times: Times) -> tuple[bytes, bytes, bytes]:
    """The items of a game's times; raises as `to_fields`."""
    items = _real_row(times.total), _real_row(times.longest), _whole_row(times.microseconds)
    times_from_fields(items)
    return items


def times_from_fields(items: tuple[Any, ...]) -> Times:
    """The times that items say; raises ReplayError."""
    times = Times(
        _reals(items[0], "total times"),
        _reals(items[1], "longest times"),
        _wholes(items[2], "times of decisions"),
    )
    if len(times.total) != len(times.longest) or min(times.total + times.longest, default=0.0) < 0:
        wrong("times", "rows of different length, or a time below 0", "milliseconds by seat")
    if len(times.microseconds) > DECISIONS or min(times.microseconds, default=0) < 0:
        wrong("times of decisions", "too many, or one below 0", f"microseconds, of at most {DECISIONS}")
    return times


def wrong(what: str, found: str, right: str) -> NoReturn:
    """Raise the ReplayError that says so."""
    raise ReplayError(f"the replay's {what}: {found}; right is {right}")


def _check(fields: Fields) -> None:
    """Check all but the insides of rows. Done in both directions: what is written can be read again."""
    seats = len(fields.seats) if type(fields.seats) is tuple else 0
    for row in (fields.seats, fields.bots, fields.seeds, fields.scores, fields.placing):
        if type(row) is not tuple or len(row) != seats or not seats:
            wrong(
                "seats, bots, seeds, scores or placing", _told(row), "an array with one item for every seat"
            )
    _texts((fields.game, fields.ending, fields.reason, *fields.seats, *fields.bots))
    if len(fields.reason) > REASON:
        wrong("reason", _told(fields.reason), f"at most {REASON} characters")
    if fields.ending not in ENDINGS:
        wrong("ending", f"'{fields.ending[:40]}'", f"one of {', '.join(ENDINGS)}")
    fault = 0 if fields.fault is None else fields.fault
    counts = (fields.pairing, fields.deal_number, fields.rotation, fields.rules, fault)
    _numbers(counts, "pairing, deal, rotation, rules version or fault", 0, SIGNED)
    _numbers(fields.seeds, "seeds", 0, UNSIGNED)
    _numbers(fields.scores + fields.placing, "scores or placing", -SIGNED, SIGNED)
    _bytes(fields.tournament, "tournament", 8)
    _bytes(fields.final, "final digest", 16)
    _bytes(fields.returns, "returns", 8 * seats)
    if type(fields.search) is not tuple:
        wrong("search figures", _told(fields.search), "an array")


def _whole_row(numbers: tuple[int, ...]) -> bytes:
    if type(numbers) is not tuple:
        wrong("whole numbers", _told(numbers), "a tuple")
    if not numbers:
        return b""
    for kind in KINDS:
        try:
            row = array(kind, numbers)
        except OverflowError:
            continue
        if sys.byteorder == "big":
            row.byteswap()
        return kind.encode() + row.tobytes()
    raise OverflowError("a number of more than 64 bits")


def _wholes(row: Any, name: str) -> tuple[int, ...]:
    if type(row) is not bytes:
        wrong(name, _told(row), "a row of whole numbers")
    if not row:
        return ()
    kind = chr(row[0])
    size = KINDS.get(kind, 0)
    if not size or len(row) == 1 or (len(row) - 1) % size:
        wrong(
            name,
            f"{len(row)} bytes of which the first is {row[0]}",
            f"one of {', '.join(KINDS)}, then numbers",
        )
    numbers: tuple[int, ...] = struct.unpack_from(f"<{(len(row) - 1) // size}{kind}", row, 1)
    bound = NARROWER.get(kind, 0)
    if bound and max(numbers) < bound and min(numbers) >= -bound:
        wrong(name, "a row wider than it need be", "the narrowest kind that holds all numbers")
    return numbers


def _real_row(numbers: tuple[float, ...]) -> bytes:
    """Minus zero is written as zero: they are equal, so their bytes must be."""
    if type(numbers) is not tuple or not all(map(isfinite, numbers)):
        wrong("real numbers", _told(numbers), "a tuple of finite ones")
    return struct.pack(f"<{len(numbers)}d", *[number + 0.0 for number in numbers])


def _reals(row: Any, name: str) -> tuple[float, ...]:
    if type(row) is not bytes or len(row) % 8:
        wrong(name, _told(row), "bytes, 8 for each number")
    numbers: tuple[float, ...] = struct.unpack(f"<{len(row) // 8}d", row)
    if not all(map(isfinite, numbers)) or any(number == 0 and copysign(1, number) < 0 for number in numbers):
        wrong(name, "a number that is not finite, or minus zero", "finite numbers")
    return numbers


def _figures_row(figures: SearchFigures) -> tuple[bytes, bytes, bytes, int, int]:
    row = (
        _whole_row(figures.actions),
        _whole_row(figures.visits),
        _real_row(figures.values),
        figures.work,
        figures.worlds,
    )
    _check_figures(figures)
    return row


def _figures(row: Any) -> SearchFigures:
    if type(row) is not tuple or len(row) != 5:
        wrong("search figures", _told(row), "root actions, visits, values and work, since schema 2 worlds")
    actions, visits, values = _wholes(row[0], "root actions"), _wholes(row[1], "visits"), row[2]
    figures = SearchFigures(actions, visits, _reals(values, "values"), row[3], row[4])
    _check_figures(figures)
    return figures


def _check_figures(figures: SearchFigures) -> None:
    actions = len(figures.actions)
    if len(figures.visits) not in (0, actions) or len(figures.values) not in (0, actions):
        wrong("search figures", "rows of different length", "a number for each root action, or none")
    _numbers((figures.work,), "work", -SIGNED, SIGNED)
    _numbers((figures.worlds,), "worlds", 0, SIGNED)


def _numbers(values: tuple[Any, ...], name: str, low: int, high: int) -> None:
    if not {int}.issuperset(map(type, values)) or not (low <= min(values) and max(values) < high):
        wrong(name, "not a whole number, or out of bounds", f"from {low} to {high - 1}")


def _texts(values: tuple[Any, ...]) -> None:
    if (
        not {str}.issuperset(map(type, values))
        or max(map(len, values)) > TEXT
        or not "".join(values).isprintable()
    ):
        wrong("game, ending, reason, seats or bots", "not all texts", f"printable, at most {TEXT} characters")


def _bytes(value: Any, name: str, size: int) -> None:
    if type(value) is not bytes or len(value) != size:
        wrong(name, _told(value), f"{size} bytes")


def _told(value: Any) -> str:
    """What kind of thing this is, in a few printable characters."""
    size = f" of {len(value)}" if isinstance(value, bytes | str | tuple | list) else ""
    return f"{type(value).__name__}{size}"
