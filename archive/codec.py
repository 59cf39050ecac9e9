"""The one door to msgpack and zstandard: replays and times as bytes.

The bytes of a replay are one zstd frame, then four bytes: the CRC-32 of that frame, low byte first. In
the frame is one msgpack array: the number of the schema, then the items of `archive.fields`. Any tool
that knows zstd, given the dictionary that the frame names, and msgpack reads it.

Equal replays have equal content (what the frame holds): there is one way to write each, and bytes
written in another are refused. The frame itself may differ from one version of zstd to another, so
what must be compared is `content`. In which schema a record is written is said in `archive.schemas`.

Bytes may come from anywhere. Whatever is wrong with them, the answer is a ReplayError of one line, and
what it takes to find out is bounded: the frame says how much it holds before it is opened.
"""

import struct
from collections.abc import Mapping
from typing import Any
from zlib import crc32

import msgpack
import zstandard

from archive.dictionary import DICTIONARIES, LATEST
from archive.fields import DECISIONS, from_fields, times_from_fields, times_to_fields, to_fields, wrong
from archive.record import SCHEMA, Replay, Times
from archive.schemas import (
    DOWNGRADES,
    LENGTHS,
    TIMES_DOWNGRADES,
    TIMES_LENGTHS,
    TIMES_UPGRADES,
    UPGRADES,
    Change,
    schema_of_replay,
    schema_of_times,
    written_in,
)
from engine.errors import ReplayError

TIMES_SCHEMA = 2
LARGEST = 1 << 20
"""How many bytes a frame may hold; a game with all its search figures has some 20,000."""
LEVEL = 3  # level 6 saves 11 bytes of 263 and takes three times as long
CHECK = struct.Struct("<I")
MAGIC = b"\x28\xb5\x2f\xfd"
FLAGS, FLAGS_MASK = (
    0x21,
    0x3F,
)  # a single segment, no checksum of zstd's own, a dictionary's number in one byte

_dictionaries = {number: zstandard.ZstdCompressionDict(each) for number, each in DICTIONARIES.items()}
_dictionaries[LATEST].precompute_compress(level=LEVEL)
_compress = zstandard.ZstdCompressor(
    level=LEVEL, dict_data=_dictionaries[LATEST], write_checksum=False
).compress
_decompress = {
    number: zstandard.ZstdDecompressor(dict_data=each).decompress for number, each in _dictionaries.items()
}
_UNWRITABLE = (struct.error, TypeError, ValueError, OverflowError, AttributeError, LookupError)
_UNREADABLE = (*_UNWRITABLE, msgpack.exceptions.UnpackException, RecursionError)


def encode(replay: Replay) -> bytes:
    """The bytes of a replay; raises ReplayError if it holds what no replay may."""
    return seal(pack(replay))


def decode(blob: bytes) -> Replay:
    """The replay that bytes hold, upgraded to the schema of today; raises ReplayError."""
    return unpack(content(blob))


def encode_times(times: Times) -> bytes:
    """The bytes of a game's times; raises ReplayError."""
    try:
        items, schema = times_to_fields(times), schema_of_times(times)
    except _UNWRITABLE as error:
        raise ReplayError(f"times hold what no times may: {error}") from None
    return seal(_packed((schema, *written_in(schema, TIMES_SCHEMA, items, TIMES_DOWNGRADES))))


def decode_times(blob: bytes) -> Times:
    """The times that bytes hold; raises ReplayError."""
    schema, items = _items(content(blob), TIMES_SCHEMA, TIMES_LENGTHS, TIMES_UPGRADES)
    times = times_from_fields(items)
    _check_schema(schema, schema_of_times(times))
    return times


def pack(replay: Replay) -> bytes:
    """The content of a replay: equal for equal replays; raises ReplayError."""
    if replay.schema != SCHEMA:
        wrong("schema", f"{replay.schema}", f"{SCHEMA}")
    try:
        items, schema = to_fields(replay), schema_of_replay(replay)
        packed = _packed((schema, *written_in(schema, SCHEMA, items, DOWNGRADES)))
    except _UNWRITABLE as error:
        raise ReplayError(f"game {replay.key} holds what no replay may: {_told(error)}") from None
    return packed


def unpack(packed: bytes) -> Replay:
    """The replay that a frame's content holds; raises ReplayError."""
    schema, items = _items(packed, SCHEMA, LENGTHS, UPGRADES)
    replay = from_fields(items)
    _check_schema(schema, schema_of_replay(replay))
    return replay


def seal(packed: bytes) -> bytes:
    """A frame around content, and its checksum; raises ReplayError if there is too much of it."""
    if not 0 < len(packed) <= LARGEST:
        wrong("content", f"{len(packed)} bytes", f"from 1 to {LARGEST}")
    frame = _compress(packed)
    return frame + CHECK.pack(crc32(frame))


def content(blob: bytes) -> bytes:
    """What the frame in these bytes holds; raises ReplayError if they are damaged or too many."""
    frame = blob[: -CHECK.size]
    if len(frame) < 6 or frame[:4] != MAGIC:
        raise ReplayError(f"these {len(blob)} bytes are not a replay: they do not begin as a zstd frame does")
    if CHECK.unpack_from(blob, len(frame))[0] != crc32(frame):
        raise ReplayError("the bytes of the replay are damaged: their checksum is not the one at their end")
    try:
        size = zstandard.frame_content_size(frame)
        if frame[4] & FLAGS_MASK != FLAGS or not 0 < size <= LARGEST:
            wrong(
                "frame", "of another kind or size", f"a single segment that says its size, at most {LARGEST}"
            )
        if frame[5] not in _decompress:
            wrong("dictionary", f"number {frame[5]}", f"one of {', '.join(map(str, _decompress))}")
        return _decompress[frame[5]](frame, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ReplayError(f"the bytes of the replay cannot be decompressed: {_told(error)}") from None


def _packed(items: tuple[Any, ...]) -> bytes:
    packed: bytes = msgpack.packb(items)
    return packed


def _check_schema(found: int, right: int) -> None:
    """A record can be written in one schema only."""
    if found != right:
        wrong("schema", f"{found}", f"{right}, the oldest that can say all that it holds")


def _items(
    packed: bytes, schema: int, lengths: Mapping[int, int], upgrades: Mapping[int, Change]
) -> tuple[int, tuple[Any, ...]]:
    """The schema's number, and the items after it, upgraded; every failure is a ReplayError."""
    try:
        items = msgpack.unpackb(packed, use_list=False, max_array_len=DECISIONS, max_map_len=0, max_ext_len=0)
    except _UNREADABLE as error:
        raise ReplayError(f"the replay's content is not msgpack of its kind: {_told(error)}") from None
    if type(items) is not tuple or not items or type(items[0]) is not int or items[0] < 1:
        raise ReplayError("the replay's content is not an array that begins with a schema's number")
    number, items = items[0], items[1:]
    if number > schema:
        raise ReplayError(
            f"the replay is of schema {number}; this version reads up to {schema}, take a newer one"
        )
    try:
        if _packed((number, *items)) != packed:
            wrong("content", "not in its canonical form", "the shortest form of each item")
        if len(items) != lengths[number]:
            wrong("content", f"{len(items)} items of schema {number}", f"{lengths[number]}")
        for older in range(number, schema):
            items = upgrades[older](items)
    except _UNREADABLE as error:
        raise ReplayError(f"the replay's items are not those of schema {number}: {_told(error)}") from None
    return number, items


def _told(error: Exception) -> str:
    """An error of a library in one short line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:120]
