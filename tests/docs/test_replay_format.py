"""The page on stored games: its example is a real one, and its program agrees with ours."""

from dataclasses import astuple, replace
from pathlib import Path

import msgpack
import pytest

from archive import codec
from archive.fields import Fields
from archive.record import Ending
from archive.verify import verify_replay
from engine.errors import ReplayError
from tests.docs.pages import apply, blocks, commands, page, run

PAGE = page("replay-format.md")
TOURNAMENT = "tournament run --game kuhn --bot first=random --bot second=random --deals 3 --seed 1"


def example() -> bytes:
    """The bytes of the page's example: what stands before three spaces or more is hexadecimal."""
    (block,) = blocks(PAGE, "hex")
    return bytes.fromhex("".join(line.partition("   ")[0] for line in block.text.splitlines()))


def test_the_example_is_a_replay_that_verifies() -> None:
    replay = codec.unpack(example())
    assert codec.pack(replay) == example()
    assert len(example()) == 139
    assert f"has {len(example())} bytes" in PAGE
    assert verify_replay(replay) == []
    assert (replay.seats, replay.deal, replay.actions) == (("first", "second"), (1, 2), (1, 1))


def test_the_table_names_all_items_in_their_order() -> None:
    (table,) = (part for part in PAGE.split("\n\n") if part.startswith("| item | as | what |"))
    named = [name.strip() for line in table.splitlines()[2:] for name in line.split("|")[1].split(",")]
    assert [name.replace(" ", "_") for name in named] == list(Fields._fields)
    found = msgpack.unpackb(example())
    assert len(found) == 1 + len(named)
    lines = next(blocks(PAGE, "hex")).text.splitlines()[2:]
    assert len(lines) == len(named)
    for line, name in zip(lines, named, strict=True):
        assert line[46:].startswith(name), line


def test_the_page_names_every_ending() -> None:
    assert all(f"`{ending}`" in PAGE for ending in Ending)


def test_a_newer_schema_is_refused_as_the_page_says() -> None:
    items = msgpack.unpackb(example())
    newer = codec.seal(msgpack.packb([codec.SCHEMA + 1, *items[1:]]))
    with pytest.raises(ReplayError, match=f"schema {codec.SCHEMA + 1}; this version reads up to"):
        codec.decode(newer)


def test_games_of_other_rules_are_told_by_name() -> None:
    (finding,) = verify_replay(replace(codec.unpack(example()), rules=2))
    assert astuple(finding)[1:] == ("rules version", "1", "2")


@pytest.mark.slow
def test_the_program_of_the_page_checks_an_archive(tmp_path: Path) -> None:
    for block in blocks(PAGE, "python"):
        apply(block, tmp_path)
    for command, _ in commands(PAGE):
        assert run(command, tmp_path).returncode == 0
    assert f"gonfalon {TOURNAMENT}" in " ".join(PAGE.split())
    assert run(f"gonfalon {TOURNAMENT} --archive a.db", tmp_path).returncode == 0
    info = run("gonfalon archive info --archive a.db", tmp_path).stdout
    digest = run("gonfalon archive digest --archive a.db", tmp_path).stdout.strip()
    audit = run("python audit.py a.db dictionary", tmp_path)
    assert audit.returncode == 0, audit.stderr
    games, head, total = (line.split()[1] for line in audit.stdout.splitlines())
    assert games == "6"
    assert head in info
    assert total == digest
    archive = (tmp_path / "a.db").read_bytes()
    at = archive.index(bytes.fromhex(head))
    (tmp_path / "b.db").write_bytes(archive[:at] + b"\0" + archive[at + 1 :])
    assert run("python audit.py b.db dictionary", tmp_path).returncode != 0
