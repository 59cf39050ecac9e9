"""Replays and times as bytes: nothing is lost, there is one way to write each, and nothing else is read."""

import struct
from contextlib import suppress
from dataclasses import fields, replace
from zlib import crc32

import msgpack
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from archive import codec
from archive.codec import content, decode, decode_times, encode, encode_times, pack, seal, unpack
from archive.contents import difference
from archive.dictionary import DICTIONARIES
from archive.fields import DECISIONS, Fields
from archive.record import GameKey, Replay, SearchFigures, Times
from engine.errors import ReplayError
from engine.game import game
from tests.archive.games import counts, played, reals, replays, row
from tests.archive.refusals import FIRST, MARKED, SEARCHED, TOLD, changed, items, refused
from tests.strategies import VARIANTS


@pytest.mark.parametrize("replay", [FIRST, MARKED, SEARCHED, TOLD])
def test_a_played_game_comes_back_as_it_was(replay):
    assert decode(encode(replay)) == replay


@given(replays())
def test_every_replay_comes_back_as_it_was_and_has_one_form(replay):
    blob = encode(replay)
    again = decode(blob)
    assert again == replay
    assert all(type(getattr(again, each.name)) is type(getattr(replay, each.name)) for each in fields(Replay))
    assert pack(again) == content(blob)


@given(
    st.integers(1, 5).flatmap(lambda n: st.tuples(*[row(reals.map(abs), min_size=n, max_size=n)] * 2)),
    row(counts, max_size=9),
)
def test_times_come_back_as_they_were(rows, microseconds):
    times = Times(*rows, microseconds)
    assert decode_times(encode_times(times)) == times


def test_equal_replays_have_equal_content_however_their_numbers_are_held():
    import numpy as np

    other = replace(
        FIRST,
        returns=tuple(int(each) for each in FIRST.returns),
        actions=tuple(np.array(FIRST.actions, np.int16)),
        deal=tuple(map(np.int64, FIRST.deal)),
    )
    assert other == FIRST
    assert pack(other) == pack(FIRST)
    zero = replace(FIRST, returns=(0.0, -0.0))
    assert pack(zero) == pack(replace(FIRST, returns=(0.0, 0.0)))


def test_difference_names_the_fields_that_differ():
    other = replace(FIRST, actions=(0, 0), placing=(2, 1), seats=("x", "y"))
    assert difference(encode(FIRST), encode(FIRST)) == ""
    assert difference(encode(FIRST), encode(replace(other, placing=FIRST.placing))) == "seats, actions"
    twin = frame_of(pack(SEARCHED), level=19)
    assert twin != encode(SEARCHED)
    assert difference(encode(SEARCHED), twin) == ""


@pytest.mark.parametrize(
    "values",
    [
        {"key": GameKey("3F0C9A1122334455", 0, 0, 0)},
        {"key": GameKey("3f0c9a11 22334455", 0, 0, 0)},
        {"key": GameKey("3f0c", 0, 0, 0)},
        {"key": GameKey("3f0c9a1122334455", -1, 0, 0)},
        {"key": GameKey("3f0c9a1122334455", 0, 1 << 63, 0)},
        {"game": 7},
        {"game": "ku\nhn"},
        {"game": "k" * 5000},
        {"rules": True},
        {"rules": 1.0},
        {"seats": ["a", "b"]},
        {"seats": ("a",)},
        {"seats": (), "bots": (), "seeds": (), "scores": (), "placing": (), "returns": ()},
        {"bots": ("a", "\x1b[2J")},
        {"seeds": (1, -1)},
        {"seeds": (1, 1 << 64)},
        {"deal": (1 << 63,)},
        {"deal": (0.5,)},
        {"deal": "01"},
        {"actions": None},
        {"actions": [0, 1]},
        {"returns": [0.0, 1.0]},
        {"final": "00"},
        {"final": "z" * 32},
        {"scores": (1, None)},
        {"placing": (1, "2")},
        {"returns": (0.0,)},
        {"returns": (0.0, float("nan"))},
        {"returns": (0.0, float("inf"))},
        {"returns": (0.0, "1")},
        {"ending": "over"},
        {"fault": -1},
        {"fault": 0.0},
        {"reason": "x" * 201},
        {"reason": "\ud800"},
        {"reason": None},
        {"search": None},
        {"search": ((0, 0, 0, 0),)},
        {"search": (SearchFigures((0, 1), (1,), (), 1),)},
        {"search": (SearchFigures((0,), (1,), (float("nan"),), 1),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1.5),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1, -1),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1, 1.5),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1, True),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1, None),)},
        {"search": (SearchFigures((0,), (1,), (0.5,), 1, 1 << 63),)},
        {"schema": 1},
        {"schema": 3},
        {"deal": (1 << 40,) * 140_000},
        {"seats": ("a",) * 5000},
    ],
)
def test_what_no_replay_may_hold_is_not_written(values):
    refused(encode, replace(FIRST, **values))


@pytest.mark.parametrize(
    "rows",
    [
        ((1.0,), ()),
        ((-1.0,), (1.0,)),
        ((float("nan"),), (1.0,)),
        (("1",), (1.0,)),
        ((1.0,), (1.0,), (5, -1)),
        ((1.0,), (1.0,), (0.5,)),
        ((1.0,), (1.0,), (1 << 63,)),
        ((1.0,), (1.0,), (0,) * 4097),
        ((1.0,), (1.0,), [5]),
        ((1.0,), (1.0,), None),
    ],
)
def test_what_no_times_may_hold_is_not_written(rows):
    refused(encode_times, Times(*rows))


WIDE = b"h" + struct.pack("<h", 1)
OUTSIDE = {
    "tournament": [b"1234567", b"123456789", "12345678", None, 5],
    "pairing": [-1, 1 << 63, 1.0, "1", None, True, (1,)],
    "deal_number": [-1, b"", False],
    "rotation": [-1, 0.5],
    "game": [b"kuhn", 1, None, "a\nb", "\u202e", "x" * 5000, ("kuhn",)],
    "rules": [True, "1", -1],
    "seats": [(), ("a",), ("a", 1), ("a", b"b"), "ab", None, ("a", "b", "c"), ("a", ("b",)), {"a": 1}],
    "bots": [(), ("a", None), ("a", "\x00")],
    "seeds": [(1, -1), (1, 2.0), (1,), None, (True, 1), b"12"],
    "deal": [
        "b\x00",
        (0, 1),
        None,
        b"b",
        b"x\x00",
        b"h\x00",
        b"q" + bytes(7),
        WIDE,
        b"i" + bytes(4),
        b"\xff\x00",
    ],
    "actions": [7, b"h", WIDE, b"q" + bytes(8), b"b\x00\x00\x00".decode()],
    "final": [bytes(15), bytes(17), "00" * 8, None],
    "scores": [(1,), (1, 1 << 63), (1, None), (0.0, 1.0)],
    "placing": [(1, "2"), [1], (1, 2, 3), (1, True)],
    "returns": [
        (1.0, 0.0),
        bytes(15),
        bytes(24),
        struct.pack("<2d", 1.0, float("nan")),
        struct.pack("<2d", 0.0, -0.0),
    ],
    "ending": ["lost", "", "OVER", 0, None, b"over"],
    "fault": [-1, True, "0", 0.0, (), 1 << 64 - 1],
    "reason": [None, "x" * 201, "two\nlines", b"", 5],
    "search": [
        None,
        b"",
        (1,),
        ((b"", b"", b""),),
        ((b"", b"", b"", None),),
        ((b"", b"", b"", True),),
        ((b"", b"", b"", 1 << 63),),
        ((b"b\x00", b"b\x00\x00", b"", 0),),
        ((b"b\x00", b"", bytes(16), 0),),
        ((b"b\x00", b"", struct.pack("<d", float("inf")), 0),),
        (((), (), (), 0),),
        ("",),
    ],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in OUTSIDE for value in OUTSIDE[name]])
def test_an_item_of_the_wrong_type_size_or_bound_is_refused(name, value):
    refused(decode, changed(FIRST, **{name: value}))


def test_every_item_has_a_wrong_value_in_the_test_above():
    assert set(OUTSIDE) == set(Fields._fields)


@pytest.mark.parametrize(
    "packed",
    [
        b"\xc0",
        b"\x90",
        b"\x93\x01",
        b"\x81\xa6schema\x01",
        msgpack.packb({"schema": 1, "seats": []}),
        msgpack.packb([1]),
        msgpack.packb(["1", *items(FIRST)[1:]]),
        msgpack.packb([True, *items(FIRST)[1:]]),
        msgpack.packb([0, *items(FIRST)[1:]]),
        msgpack.packb([-1, *items(FIRST)[1:]]),
        msgpack.packb(items(FIRST)[:-1]),
        msgpack.packb([*items(FIRST), 0]),
        msgpack.packb(items(FIRST)) + b"\x00",
        msgpack.packb([1, msgpack.ExtType(5, b"x")]),
        msgpack.packb([1, msgpack.Timestamp(5, 0)]),
        b"\xc7\x00\x05",
        b"\x91" * 100_000 + b"\x01",
        b"\xdc\x0f\xff" * 100_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc1",
        b"\x91\xa1\xff",
    ],
)
def test_content_that_is_no_replay_is_refused(packed):
    refused(decode, seal(packed))
    refused(decode_times, seal(packed))


def test_an_item_in_a_longer_form_than_it_need_have_is_refused():
    packed = pack(FIRST)
    assert packed[:3] == b"\xdc\x00\x14"
    assert unpack(packed) == FIRST
    for longer in (b"\xdd\x00\x00\x00\x14" + packed[3:], packed[:3] + b"\xcc\x01" + packed[4:]):
        assert "canonical" in refused(unpack, longer)


def frame_of(packed, dictionary=1, **options):
    data = zstandard.ZstdCompressionDict(DICTIONARIES[dictionary]) if dictionary else None
    frame = zstandard.ZstdCompressor(dict_data=data, **{"write_checksum": False} | options).compress(packed)
    return frame + struct.pack("<I", crc32(frame))


def test_a_frame_that_is_of_another_kind_or_has_more_to_it_is_refused():
    packed = pack(FIRST)
    assert unpack(content(frame_of(packed, level=19))) == FIRST
    refused(decode, frame_of(packed, write_content_size=False))
    refused(decode, frame_of(packed, write_checksum=True))
    refused(decode, frame_of(packed, write_dict_id=False))
    refused(decode, frame_of(packed, dictionary=0))
    frame = frame_of(packed)[:-4]
    assert frame == encode(FIRST)[:-4]
    for longer in (frame + b"\x00", frame + frame, b"\x50\x2a\x4d\x18\x00\x00\x00\x00" + frame):
        refused(decode, longer + struct.pack("<I", crc32(longer)))
    other = bytearray(frame)
    other[5] = 2
    assert "dictionary: number 2" in refused(decode, bytes(other) + struct.pack("<I", crc32(other)))


def test_a_frame_that_holds_too_much_is_refused_before_it_is_opened():
    bomb = frame_of(bytes(1 << 28))
    assert len(bomb) < 1 << 15
    refused(decode, bomb)
    almost = frame_of(bytes((1 << 20) + 1))
    assert "1048576" in refused(decode, almost)
    lying = bytearray(frame_of(bytes(1 << 19))[:-4])
    header = zstandard.frame_header_size(bytes(lying))
    lying[6:header] = (1000).to_bytes(header - 6, "little")  # it says a thousand bytes and has half a million
    refused(decode, bytes(lying) + struct.pack("<I", crc32(lying)))


def test_a_game_of_four_seats_takes_less_than_400_bytes():
    rules = game("oriflamme:seats=4")
    bots = ("ismcts:iterations=500", "mcts:rollouts=64,exploration=0.7", "my.bots.CLEVER:depth=3", "greedy")
    names = ("ismcts-iterations-500", "mcts-64", "clever", "weak")
    sizes = [
        len(encode(replace(played(number, rules=rules), bots=bots, seats=names))) for number in range(100)
    ]
    assert max(sizes) < 400
    assert sum(sizes) / 100 < 350


@given(st.binary(max_size=600))
def test_random_bytes_are_refused(blob):
    refused(decode, blob)
    refused(decode_times, blob)


@given(st.binary(max_size=600))
def test_random_content_is_refused(packed):
    if packed:
        refused(decode, seal(packed))


@pytest.mark.parametrize("replay", [FIRST, SEARCHED, TOLD])
def test_a_truncated_replay_is_refused(replay):
    blob = encode(replay)
    for length in range(len(blob)):
        refused(decode, blob[:length])


@pytest.mark.parametrize("replay", [FIRST, SEARCHED, TOLD])
def test_a_replay_with_any_bit_flipped_is_refused(replay):
    blob = encode(replay)
    for bit in range(8 * len(blob)):
        flipped = bytearray(blob)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ReplayError):
            decode(bytes(flipped))


@given(st.data())
def test_damage_below_a_right_checksum_is_refused_or_read_as_the_one_form_of_another_replay(data):
    """Somebody may write a checksum that fits; then all that is left is that nothing escapes."""
    kept = data.draw(st.sampled_from((SEARCHED, TOLD)))
    whole = data.draw(st.sampled_from((pack(kept), encode(kept)[:-4])))
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    blob = bytes(damaged)
    blob = blob + struct.pack("<I", crc32(blob)) if whole[:4] == codec.MAGIC else seal(blob)
    with suppress(ReplayError):
        assert pack(decode(blob)) == content(blob)


@pytest.mark.parametrize("spec", VARIANTS)
def test_no_game_is_longer_than_what_can_be_written(spec):
    assert game(spec).max_decisions <= DECISIONS
