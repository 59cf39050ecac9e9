"""What is kept for ever: each schema and its golden files, the oldest schema that will do, upgrades."""

import struct
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import msgpack
import pytest
import zstandard

from archive import codec
from archive.codec import content, decode, decode_times, encode, encode_times, pack, seal
from archive.dictionary import DICTIONARIES
from archive.record import SearchFigures, Times
from tests.archive.games import GOLDEN as GOLDEN_1
from tests.archive.games import GOLDEN_2
from tests.archive.refusals import FIRST, MARKED, SEARCHED, TIMED, TOLD, changed, items, refused

GOLDEN = Path(__file__).parent / "golden"


def test_a_record_is_written_in_the_oldest_schema_that_can_say_it():
    """So what tells neither worlds nor times of decisions has the bytes that it always had."""
    assert [items(each)[0] for each in (FIRST, MARKED, SEARCHED, TOLD)] == [1, 1, 1, 2]
    assert items(TOLD)[:-1] == [2, *items(SEARCHED)[1:-1]]
    plain = replace(TIMED, microseconds=())
    assert [msgpack.unpackb(content(encode_times(each)))[0] for each in (plain, TIMED)] == [1, 2]


def test_a_record_in_another_schema_than_the_oldest_is_refused():
    none = tuple(None if row is None else (*row[:4], 0) for row in items(TOLD)[-1])
    for search in ((), (None,), none):
        assert "schema: 2; right is 1" in refused(decode, changed(TOLD, search=search))
    total, longest = msgpack.unpackb(content(encode_times(replace(TIMED, microseconds=()))))[1:]
    assert "schema: 2; right is 1" in refused(decode_times, seal(msgpack.packb([2, total, longest, b""])))
    refused(decode, seal(msgpack.packb([1, *items(TOLD)[1:]])))
    refused(decode_times, seal(msgpack.packb([1, total, longest, b"b\x01"])))
    refused(decode, seal(msgpack.packb([2, *items(SEARCHED)[1:]])))
    refused(decode_times, seal(msgpack.packb([2, total, longest])))


ROW = (b"b\x00", b"b\x01", struct.pack("<d", 0.5), 1)


@pytest.mark.parametrize("worlds", [-1, 1.0, True, "1", None, 1 << 63, (), b""])
def test_a_number_of_worlds_that_cannot_be_is_refused(worlds):
    refused(decode, changed(TOLD, search=(None, (*ROW, worlds))))
    refused(decode, changed(TOLD, search=((*ROW, 5), (*ROW, worlds))))


@pytest.mark.parametrize("search", [None, b"", b"12345", 7, (ROW,), ((*ROW, 5, 5),), ("12345",), (b"12345",)])
def test_search_figures_of_schema_2_that_are_none_are_refused(search):
    refused(decode, changed(TOLD, search=search))


@pytest.mark.parametrize(
    "packed",
    [
        None,
        (5,),
        7,
        "b\x05",
        b"b",
        b"x\x05",
        b"b\xff",
        b"h" + struct.pack("<h", 1),
        b"h" + struct.pack("<h", -500),
        b"b" + bytes(4097),
        b"q" + bytes(8 * 100_000),
    ],
)
def test_times_of_decisions_that_cannot_be_are_refused(packed):
    refused(decode_times, seal(msgpack.packb([2, bytes(16), bytes(16), packed])))


def test_another_number_of_items_than_a_schema_has_is_told_as_it_stands():
    for schema, right in ((1, 19), (2, 19)):
        told = refused(decode, seal(msgpack.packb([schema])))
        assert f"0 items of schema {schema}; right is {right}" in told
    for schema, right in ((1, 2), (2, 3)):
        told = refused(decode_times, seal(msgpack.packb([schema, *[b""] * 4])))
        assert f"4 items of schema {schema}; right is {right}" in told


def test_a_newer_schema_is_named():
    assert "schema 3" in refused(decode, seal(msgpack.packb([3, *items(FIRST)[1:]])))
    assert "schema 3" in refused(decode_times, seal(msgpack.packb([3, b"", b""])))


def test_an_upgrade_brings_an_older_schema_to_that_of_today(monkeypatch):
    old = encode(FIRST)
    monkeypatch.setattr(codec, "SCHEMA", 3)
    refused(decode, old)  # no upgrade is known
    monkeypatch.setattr(codec, "LENGTHS", {**codec.LENGTHS, 3: 19})
    upgrades = {**codec.UPGRADES, 2: lambda items: (*items[:4], "kuhn:seats=2", *items[5:])}
    monkeypatch.setattr(codec, "UPGRADES", upgrades)
    assert decode(old).game == "kuhn:seats=2"
    assert replace(decode(old), game="kuhn") == FIRST
    monkeypatch.setattr(codec, "UPGRADES", {**codec.UPGRADES, 2: lambda items: items[99]})
    refused(decode, old)


@pytest.mark.parametrize(("schema", "golden"), [(1, GOLDEN_1), (2, GOLDEN_2)])
def test_the_golden_replay_of_each_schema_is_read_for_ever(schema, golden):
    """No change of the codec may replace these files; a new schema adds its own beside them.

    Figures are held against the file by the names that it has, as later schemas add to them.
    """
    replay = decode((GOLDEN / f"replay-{schema}.bin").read_bytes())
    lines = (GOLDEN / f"replay-{schema}.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 16
    told = dict(line.split(" = ", 1) for line in lines)
    search = eval(told.pop("search"), {"SearchFigures": SearchFigures})
    assert replay.search == search
    for name, value in told.items():
        assert repr(getattr(replay, name)) == value
    assert replay == golden


def test_golden_files_never_change():
    names = {
        path.name: blake2b(path.read_bytes(), digest_size=8).hexdigest() for path in GOLDEN.glob("*.bin")
    }
    assert names == {
        "replay-1.bin": "fd3c8f81481b6efc",
        "replay-2.bin": "e63c5dc1e880124b",
        "times-1.bin": "8d77c63bacfe70b0",
        "times-2.bin": "531ee26877fff5dd",
    }


def test_the_golden_times_of_each_schema_are_read_for_ever():
    assert decode_times((GOLDEN / "times-1.bin").read_bytes()) == Times((12.5, 0.0), (7.25, 0.0))
    assert decode_times((GOLDEN / "times-2.bin").read_bytes()) == TIMED


def test_the_dictionaries_never_change():
    names = {number: blake2b(each, digest_size=16).hexdigest() for number, each in DICTIONARIES.items()}
    assert names == {1: "3f2ddcb90192e24dae717cb7af17912e"}
    assert all(
        zstandard.ZstdCompressionDict(each).dict_id() == number for number, each in DICTIONARIES.items()
    )


def test_the_content_of_the_golden_files_is_what_this_version_writes():
    newest = "a new schema: add its golden files beside those of the older ones"
    assert (codec.SCHEMA, codec.TIMES_SCHEMA) == (2, 2), newest
    for schema in (1, 2):
        blob = (GOLDEN / f"replay-{schema}.bin").read_bytes()
        assert pack(decode(blob)) == content(blob)
        times = (GOLDEN / f"times-{schema}.bin").read_bytes()
        assert content(encode_times(decode_times(times))) == content(times)
