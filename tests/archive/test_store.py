"""What goes into an archive comes out of it, and nothing that is not an archive is touched."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from zstandard import ZstdCompressionDict, ZstdCompressor

from archive import store, tables
from archive.codec import encode, encode_times, pack
from archive.dictionary import DICTIONARIES
from archive.ledger import GENESIS
from archive.record import GameKey, Times
from archive.store import Archive
from archive.verify import verify
from engine.errors import ArchiveError, DifferenceError, ReplayError
from tests.archive.games import TIMES, TOURNAMENT, key, played, some

OTHER = "00000000000000ff"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def archive(path):
    with Archive.open(path) as opened:
        opened.add_tournament(TOURNAMENT, 'game = "kuhn"\n', name="first")
        yield opened


def refused(call, *arguments, error=ArchiveError, **options):
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    text = str(caught.value)
    assert text
    assert text.isprintable()
    return text


def run(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_games_come_out_as_they_went_in_and_in_the_order_of_their_keys(archive):
    games = some(0, 130, search=True)
    assert archive.add_games(reversed(games)) == 130
    assert archive.count() == 130
    assert list(archive.games()) == [replay for replay, _ in games]
    assert list(archive.times()) == [(replay.key, TIMES) for replay, _ in games]
    assert list(archive.records()) == games
    assert archive.keys() == {replay.key for replay, _ in games}


def test_games_are_chosen_by_tournament_and_pairing(archive):
    archive.add_tournament(OTHER, "")
    archive.add_games(some(0, 130) + some(0, 7, tournament=OTHER))
    assert archive.count(OTHER) == len(archive.keys(OTHER)) == 7
    assert archive.count(TOURNAMENT) == 130
    assert archive.count("0" * 16) == 0
    assert {each.key.pairing for each in archive.games(TOURNAMENT, pairing=1)} == {1}
    assert [each.key.tournament for each in archive.games()] == [OTHER] * 7 + [TOURNAMENT] * 130
    assert len(list(archive.times(OTHER))) == len(list(archive.records(OTHER, pairing=0))) == 7


def test_an_archive_is_there_again_when_it_is_opened_again(path, archive):
    archive.add_games(some(0, 9))
    before = archive.digest(), archive.info().head
    archive.close()
    assert [each.name for each in path.parent.iterdir()] == ["run.db"]
    with Archive.open(f"sqlite:///{path}", create=False) as again:
        assert (again.digest(), again.info().head) == before
        assert again.count() == 9


def test_a_game_that_is_there_and_equal_is_skipped(archive):
    assert archive.add_games(some(0, 6)) == 6
    head = archive.info().head
    assert archive.add_games(some(0, 6)) == 0
    assert archive.info().head == head
    assert archive.add_games(some(3, 9) + some(5, 9)) == 3
    assert archive.add_games([]) == 0
    assert verify(archive).findings == ()


def test_a_game_that_is_there_and_differs_is_an_error_and_nothing_is_stored(archive):
    archive.add_games(some(0, 6))
    head = archive.info().head
    changed = replace(played(3), actions=(1, 1), seats=("x", "y"))
    text = refused(archive.add_games, [*some(6, 9), (changed, TIMES)], error=DifferenceError)
    assert str(key(3)) in text
    assert "seats, actions" in text
    assert (archive.count(), archive.info().head) == (6, head)
    twice = [(played(7), TIMES), (replace(played(7), reason="x"), TIMES)]
    assert str(key(7)) in refused(archive.add_games, twice, error=DifferenceError)
    assert archive.count() == 6


def test_times_may_differ(archive):
    archive.add_games(some(0, 2))
    assert archive.add_games([(played(0), Times((9.0, 9.0), (9.0, 9.0)))]) == 0
    assert dict(archive.times())[key(0)] == TIMES
    assert archive.times_of(key(0)) == archive.times_of(f"{key(0)}") == TIMES
    refused(archive.times_of, key(5))


def test_a_game_that_cannot_be_written_leaves_nothing_behind(archive):
    refused(
        archive.add_games, [*some(0, 3), (replace(played(3), reason="two\nlines"), TIMES)], error=ReplayError
    )
    assert archive.count() == 0
    assert archive.info().head == GENESIS.hex()


def test_a_game_of_a_tournament_that_is_not_there_is_refused(archive):
    text = refused(archive.add_games, some(0, 1, tournament=OTHER))
    assert f"game {OTHER}-0-0-0" in text
    assert archive.count() == 0


def test_a_tournament_is_kept_once_with_its_latest_text(archive):
    archive.add_tournament(OTHER, "b", name="second")
    archive.add_tournament(TOURNAMENT, "a", name="first again")
    assert [(each.digest, each.name, each.text) for each in archive.tournaments()] == [
        (TOURNAMENT, "first again", "a"),
        (OTHER, "second", "b"),
    ]
    for wrong in ("", "3F0C9A1122334455", "3f0c", "3f0c9a112233445x", "3f0c9a11223344556"):
        refused(archive.add_tournament, wrong, "")


def test_a_game_is_found_by_its_key_or_by_what_no_other_begins_with(archive):
    archive.add_tournament(OTHER, "")
    archive.add_games(some(0, 30) + some(5, 6, tournament=OTHER))
    assert archive.game(key(7)) == played(7)
    assert archive.game(str(key(7))) == played(7)
    assert archive.game("3f0c-0-3-1") == played(7)
    assert archive.game("0") == archive.game("00000000000000ff-0") == played(5, tournament=OTHER)
    assert "several" in refused(archive.game, "3f0c-0-3")
    assert "several" in refused(archive.game, "3")
    for missing in ("4", "3f0c-1", "3f0c-0-3-2", GameKey(TOURNAMENT, 9, 9, 9)):
        assert "no game" in refused(archive.game, missing)
    for wrong in (
        "",
        "x",
        "3f0c-",
        "3f0c-a",
        "3f0c-0-0-0-0",
        "-1",
        "3f0c-1e3",
        "3f0c--1",
        "3f0c-\u0663",
        "%",
        "3f0c9a1122334455a",
    ):
        assert "not the key" in refused(archive.game, wrong)


def test_the_figures_of_an_archive(path, archive):
    archive.add_games(some(0, 20))
    info = archive.info()
    assert (info.location, info.layout, info.games) == (str(path), 1, 20)
    assert [(each.name, games) for each, games in info.tournaments] == [("first", 20)]
    assert info.replay_bytes == sum(len(encode(replay)) for replay, _ in some(0, 20))
    assert info.file_bytes == path.stat().st_size
    assert len(bytes.fromhex(info.head)) == 32


def test_the_digest_depends_on_the_games_alone(tmp_path):
    def digest(name, batches, text=""):
        with Archive.open(tmp_path / name) as archive:
            archive.add_tournament(TOURNAMENT, text)
            for batch in batches:
                archive.add_games(batch)
            return archive.digest()

    games = some(0, 12)
    expected = digest("a", [games])
    slower = [(replay, Times((99.0, 9.0), (9.0, 9.0), (9,) * len(replay.actions))) for replay, _ in games]
    assert digest("b", [games[6:], games[3:6], games[:3]]) == expected
    assert digest("c", [slower], text="more") == expected
    assert digest("d", [games[:11]]) != expected
    changed = replace(games[0][0], reason="x"), TIMES
    assert digest("e", [[changed, *games[1:]]]) != expected
    assert digest("f", []) != digest("g", [games[:1]])


def test_the_digest_of_an_archive_never_changes_its_meaning(archive):
    archive.add_games(some(0, 3))
    assert archive.digest() == "54c7f3159acca810d88993459bc2b7744e2ac470fadb8706ed8f73abfcfd6115"


def test_games_are_read_a_few_at_a_time_and_more_may_be_added_meanwhile(archive, monkeypatch):
    monkeypatch.setattr(store, "BATCH", 10)
    archive.add_games(some(0, 40))
    reading = archive.games()
    assert next(reading) == played(0)
    archive.add_games(some(40, 60))
    assert len(list(reading)) == 39
    assert archive.count() == 60


def test_a_damaged_game_is_named_by_its_key(path, archive):
    archive.add_games(some(0, 5))
    archive.close()
    run(
        path, "UPDATE game SET replay = substr(replay, 1, 20) || x'00' || substr(replay, 22) WHERE number = 3"
    )
    with Archive.open(path) as again:
        assert str(key(2)) in refused(list, again.games(), error=ReplayError)
        assert str(key(2)) in refused(again.game, key(2), error=ReplayError)
        assert str(key(2)) in refused(again.digest, error=ReplayError)
        assert again.game(key(1)) == played(1)


def test_nothing_is_added_to_an_archive_whose_head_is_behind_its_ledger(path, archive):
    archive.add_games(some(0, 5))
    archive.close()
    run(path, "UPDATE gonfalon SET entries = 3")
    with Archive.open(path) as again:
        assert "more than 3" in refused(again.add_games, some(5, 6))
        assert again.count() == 5


def test_the_tables_can_be_made_on_a_server_too():
    text = "\n".join(str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in tables.TABLES)
    assert text.count("BYTEA") == 5
    assert "UNIQUE (tournament, pairing, deal, rotation)" in text


# --- what is not an archive


FOREIGN = {
    "text": b"kuhn\n" * 100,
    "empty": b"",
    "short": b"SQLite",
    "half": b"SQLite format 3\x00" + bytes(40),
    "zeros": bytes(4096),
}


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_not_a_database_is_left_as_it_was(path, name, read_only):
    path.write_bytes(FOREIGN[name])
    assert str(path) in refused(Archive.open, path, read_only=read_only)
    assert path.read_bytes() == FOREIGN[name]
    assert [each.name for each in path.parent.iterdir()] == ["run.db"]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_database_of_another_program_is_left_as_it_was(path, mode):
    run(
        path,
        f"PRAGMA journal_mode = {mode}",
        "CREATE TABLE game (number INTEGER)",
        "INSERT INTO game VALUES (1)",
    )
    before = path.read_bytes()
    assert "another program" in refused(Archive.open, str(path))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["run.db"]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE gonfalon SET layout = 2", "layout 2"),
        ("UPDATE gonfalon SET layout = 'x'", "damaged"),
        ("DELETE FROM gonfalon", "damaged"),
        ("DROP TABLE ledger", "'ledger'"),
        ("DROP TABLE gonfalon", "'gonfalon'"),
    ],
)
def test_an_archive_of_another_layout_or_in_part_is_left_as_it_was(path, archive, statement, words):
    archive.add_games(some(0, 3))
    archive.close()
    run(path, statement)
    before = path.read_bytes()
    assert words in refused(Archive.open, path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["run.db"]


def test_an_archive_with_a_damaged_page_is_one_line(path, archive):
    archive.add_games(some(0, 300))
    archive.close()
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + os.urandom(len(raw) - 4096))
    with pytest.raises((ArchiveError, ReplayError)) as caught, Archive.open(path) as again:
        list(again.games())
    assert str(caught.value).isprintable()


def test_names_that_are_no_place_for_an_archive(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    assert "folder" in refused(Archive.open, tmp_path / "folder")
    assert "no folder" in refused(Archive.open, tmp_path / "none" / "run.db")
    assert "file" in refused(Archive.open, tmp_path / "file" / "run.db")
    assert "long" in refused(Archive.open, tmp_path / ("x" * 300))
    for name in (
        "",
        "sqlite://",
        "sqlite:///",
        ":memory:",
        "mysql://host/db",
        "sqlite:///a.db?mode=ro",
        "postgresql://",
    ):
        assert "run.db" in refused(Archive.open, name)
    assert refused(Archive.open, "/dev/null").count("device")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]


def test_a_server_without_its_driver_is_one_line_without_the_password():
    text = refused(Archive.open, "postgresql+nodriver://me:secret@localhost/games")
    assert "secret" not in text


def test_nothing_is_made_where_nothing_may_be_made(path):
    assert "no archive" in refused(Archive.open, path, create=False)
    assert "no archive" in refused(Archive.open, path, read_only=True)
    assert list(path.parent.iterdir()) == []


def test_a_file_or_folder_without_permission_is_one_line(path, archive, monkeypatch):
    archive.close()
    may = os.access
    monkeypatch.setattr(os, "access", lambda place, how: Path(place) != path and may(place, how))
    assert "permissions" in refused(Archive.open, path)
    monkeypatch.setattr(os, "access", lambda place, how: Path(place) != path.parent and may(place, how))
    assert "folder" in refused(Archive.open, path.with_name("other.db"))
    with Archive.open(path, read_only=True) as opened:  # as on a disk that cannot be written
        assert opened.count() == 0
        assert [each.name for each in path.parent.iterdir()] == ["run.db"]


def test_an_archive_that_is_read_only_is_read_and_left_as_it_was(path, archive):
    archive.add_games(some(0, 5))
    archive.close()
    before = path.read_bytes()
    with Archive.open(path, read_only=True) as opened:
        assert opened.count() == len(list(opened.games())) == 5
        assert "read-only" in refused(opened.add_games, some(5, 6))
        assert "read-only" in refused(opened.add_tournament, OTHER, "")
        assert verify(opened).findings == ()
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["run.db"]


def test_an_archive_may_be_read_while_it_is_written(path, archive):
    archive.add_games(some(0, 5))
    with Archive.open(path, read_only=True) as reader, reader.contents() as contents:
        archive.add_games(some(5, 9))
        assert len(list(contents.stored)) == contents.games == contents.entries == 5
        assert reader.count() == 9


# --- two that write


def test_two_that_write_at_once_wait_for_each_other(path):
    failures = []
    games = {f"{number:016x}": some(0, 100, tournament=f"{number:016x}") for number in range(3)}

    def write(tournament):
        try:
            with Archive.open(path) as archive:
                archive.add_tournament(tournament, "")
                for start in range(0, 100, 5):
                    archive.add_games(games[tournament][start : start + 5])
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with Archive.open(path) as archive:
        report = verify(archive)
        assert (report.checked, report.findings) == (300, ())


def test_one_that_waits_too_long_says_why(path, archive, monkeypatch):
    monkeypatch.setattr(tables, "WAIT", 0.2)
    with Archive.open(path) as second, closing(sqlite3.connect(path, isolation_level=None)) as blocking:
        blocking.execute("BEGIN IMMEDIATE")
        assert "another program is writing" in refused(second.add_games, some(0, 2))
        blocking.execute("ROLLBACK")
        assert second.add_games(some(0, 2)) == 2


def test_an_archive_that_somebody_else_makes_meanwhile_is_used(path, monkeypatch):
    with Archive.open(path) as first:
        first.add_tournament(TOURNAMENT, "x")
    monkeypatch.setattr(tables, "exists", lambda *_: False)
    with Archive.open(path) as second:
        assert len(second.tournaments()) == 1


# --- killed


WRITER = """
import sys
from archive.codec import decode, encode
from archive.record import GameKey, Times
from archive.store import Archive
from dataclasses import replace

replay = decode(bytes.fromhex(sys.argv[2]))
with Archive.open(sys.argv[1]) as archive:
    archive.add_tournament(replay.key.tournament, "")
    number = archive.count()
    while True:
        keys = [GameKey(replay.key.tournament, 0, each, 0) for each in range(number, number + 7)]
        archive.add_games([(replace(replay, key=key), Times((1.0, 1.0), (1.0, 1.0))) for key in keys])
        number += 7
        print(number, flush=True)
"""


def killed(path, seconds):
    """How many games a writer said it had stored when it was killed."""
    command = [sys.executable, "-c", WRITER, str(path), encode(played(1)).hex()]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as writer:
        first = writer.stdout.readline()
        timer = threading.Timer(seconds, writer.kill)
        timer.start()
        rest = writer.stdout.read().splitlines()
        timer.join()
    assert writer.returncode == -9
    return int(rest[-1] if rest else first)


def check_after_kills(path, delays):
    for seconds in delays:
        told = killed(path, seconds)
        with Archive.open(path) as archive:
            count = archive.count()
            assert count >= told
            assert count % 7 == 0
            report = verify(archive)
            assert (report.checked, report.findings) == (count, ())


def test_an_archive_whose_writer_is_killed_holds_all_that_was_said_to_be_stored(path):
    check_after_kills(path, [0.05])


@pytest.mark.slow
def test_an_archive_is_whole_after_any_number_of_kills(path):
    check_after_kills(path, [0.0, 0.013, 0.11, 0.37, 0.23, 0.071])


def test_bytes_of_an_earlier_compressor_are_the_same_game(archive):
    replay = played(0, search=True)
    frame = ZstdCompressor(19, ZstdCompressionDict(DICTIONARIES[1]), write_checksum=False).compress(
        pack(replay)
    )
    blob = frame + crc32(frame).to_bytes(4, "little")
    assert blob != encode(replay)
    archive.add_bytes([(key(0), blob, encode_times(TIMES))])
    assert archive.add_games(some(0, 1, search=True)) == 0
    assert verify(archive).findings == ()
