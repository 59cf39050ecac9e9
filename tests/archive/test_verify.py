"""Every change to an archive is found and named; each kind is planted here, past the archive itself."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from archive import verify as module
from archive.codec import decode, encode, encode_times
from archive.ledger import GENESIS, append, digest
from archive.record import Ending, GameKey, SearchFigures, Times
from archive.store import Archive
from archive.verify import Finding, Report, verify, verify_replay
from engine.errors import SpecError
from engine.game import game
from tests.archive.games import TIMES, TOURNAMENT, key, played, some

GAMES = some(0, 12) + some(12, 14, fault=True) + some(14, 16, search=True)
LAST = len(GAMES)


@pytest.fixture
def path(tmp_path):
    where = tmp_path / "run.db"
    with Archive.open(where) as archive:
        archive.add_tournament(TOURNAMENT, "text")
        archive.add_games(GAMES)
    return where


def run(path, *statements):
    """Change the file without the archive's knowledge, and without the database's own checks."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement, *values in statements:
            connection.execute(statement, values)
        connection.commit()


def report(path, **options):
    with Archive.open(path, read_only=True) as archive:
        return verify(archive, **options)


def found(path, **options):
    """(where, what) of everything that is found."""
    return [(each.where, each.what) for each in report(path, **options).findings]


def forge(path, number, replay, times=None):
    """Write another replay into a row; the ledger stays."""
    run(path, ("UPDATE game SET replay = ? WHERE number = ?", encode(replay), number))


def name(number):
    """The key of the game in row `number`."""
    return str(key(number - 1))


def test_an_archive_as_it_was_written_is_whole(path):
    assert report(path) == Report(LAST, ())
    with Archive.open(path.with_name("empty.db")) as empty:
        assert verify(empty) == Report(0, ())


def test_a_damaged_index_is_named(path):
    """The tables are sound then, but a run would look a key up in vain and store its game twice."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        wanted = "SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_game%'"
        page = connection.execute(wanted).fetchone()[0]
    content = bytearray(path.read_bytes())
    at = content.index(TOURNAMENT.encode(), (page - 1) * size, page * size)
    content[at] ^= 1
    path.write_bytes(content)
    findings = report(path).findings
    assert findings
    assert {finding.where for finding in findings} == {"the database"}


def test_progress_is_told_and_ends_at_the_number_of_games(path, monkeypatch):
    monkeypatch.setattr(module, "EVERY", 5)
    calls = []
    report(path, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(5, 16), (10, 16), (15, 16), (16, 16)]


# --- what is stored is changed


@pytest.mark.parametrize("number", [1, 7, LAST])
def test_a_missing_game_is_named(path, number):
    run(path, ("DELETE FROM game WHERE number = ?", number))
    assert found(path) == [(name(number), "game")]


@pytest.mark.parametrize("place", [0, 5, 40, -1])
def test_one_changed_byte_is_named(path, place):
    blob = bytearray(encode(GAMES[4][0]))
    blob[place] ^= 0x10
    run(path, ("UPDATE game SET replay = ? WHERE number = 5", bytes(blob)))
    assert found(path) == [(name(5), "bytes")] * 2


def test_a_blob_that_became_text_or_nothing_is_named(path):
    run(
        path,
        ("UPDATE game SET replay = 'text' WHERE number = 2",),
        ("UPDATE game SET replay = x'' WHERE number = 3",),
    )
    assert found(path) == [(name(2), "bytes")] * 2 + [(name(3), "bytes")] * 2


CHANGES = {
    "actions": ({"actions": (1, 1, 1, 1)}, "action 2"),
    "other actions": ({"actions": (1, 1)}, "final position"),
    "no actions": ({"actions": ()}, "ending"),
    "unknown action": ({"actions": (7,)}, "action 0"),
    "large action": ({"actions": (1 << 62,)}, "action 0"),
    "placing": ({"placing": (1, 1)}, "placing"),
    "scores": ({"scores": (9, 9)}, "scores"),
    "returns": ({"returns": (0.5, 0.5)}, "returns"),
    "final": ({"final": "0" * 32}, "final position"),
    "deal": ({"deal": (2, 2)}, "deal"),
    "long deal": ({"deal": (0, 1, 2)}, "deal"),
    "far deal": ({"deal": (1 << 62, -(1 << 62))}, "deal"),
    "game": ({"game": "chess"}, "game"),
    "spelling": ({"game": "kuhn:seats=2"}, "game"),
    "rules": ({"rules": 99}, "rules version"),
    "fault": ({"ending": Ending.TIME, "fault": 0, "reason": "late"}, "fault"),
    "fault without ending": ({"fault": 0}, "ending"),
    "ending without fault": ({"ending": Ending.TIME}, "ending"),
    "reason": ({"reason": "none"}, "ending"),
    "search": ({"search": (None,) * 9}, "search figures"),
}
PLAIN = replace(played(3), actions=(1, 0))
PLAIN = replace(
    played(3),
    **{
        each: getattr(next(replay for replay, _ in some(0, 60) if replay.actions == (1, 0)), each)
        for each in ("deal", "actions", "final", "scores", "placing", "returns")
    },
)


def test_the_plain_game_of_the_changes_is_right():
    assert verify_replay(PLAIN) == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_field_is_named(path, change):
    values, what = CHANGES[change]
    run(path, ("UPDATE game SET replay = ? WHERE number = 4", encode(PLAIN)))
    before = found(path)
    assert before == [(name(4), "bytes")]  # another game than the ledger knows, and right in itself
    forge(path, 4, replace(PLAIN, **values))
    after = found(path)
    assert (name(4), what) in after
    assert (name(4), "bytes") in after
    assert {where for where, _ in after} == {name(4)}


def test_a_change_is_found_even_if_the_ledger_was_written_anew(path):
    changed = replace(PLAIN, placing=(2, 1) if PLAIN.placing == (1, 2) else (1, 2))
    games = [(str(replay.key), encode(replay)) for replay, _ in GAMES]
    games[3] = (name(4), encode(changed))
    lines = list(append(0, GENESIS, games))
    forge(path, 4, changed)
    run(
        path,
        ("DELETE FROM ledger",),
        *[
            ("INSERT INTO ledger VALUES (?, ?, ?, ?)", each.number, each.key, each.digest, each.hash)
            for each in lines
        ],
        ("UPDATE gonfalon SET head = ?", lines[-1].hash),
    )
    with Archive.open(path) as archive:
        assert [str(each) for each in verify(archive).findings] == [
            f"{name(4)}: placing: expected {PLAIN.placing}, found {changed.placing}"
        ]


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"fault": 0}, "fault"),
        ({"fault": 2}, "fault"),
        ({"placing": (2, 1)}, "placing"),
        ({"returns": (0.0, 1.0)}, "returns"),
        ({"ending": Ending.OVER, "fault": None, "reason": ""}, "ending"),
        ({"ending": Ending.OVER}, "ending"),
    ],
)
def test_a_changed_fault_is_named(path, values, what):
    faulty = GAMES[12][0]
    assert (faulty.fault, faulty.placing, faulty.returns) == (1, (1, 2), (1.0, 0.0))
    forge(path, 13, replace(faulty, **values))
    assert (name(13), what) in found(path)


@pytest.mark.parametrize("ending", [Ending.CRASH, Ending.ILLEGAL, Ending.TIME])
def test_every_kind_of_fault_may_be(ending):
    assert verify_replay(replace(GAMES[12][0], ending=ending)) == []


def test_two_swapped_games_are_both_named(path):
    run(
        path,
        ("UPDATE game SET number = 100 WHERE number = 2",),
        ("UPDATE game SET number = 2 WHERE number = 6",),
        ("UPDATE game SET number = 6 WHERE number = 100",),
    )
    assert found(path) == [(name(6), "ledger"), (name(2), "ledger")]


def test_two_swapped_blobs_are_both_named(path):
    forge(path, 2, GAMES[5][0])
    forge(path, 6, GAMES[1][0])
    assert found(path) == [(name(2), "key"), (name(2), "bytes"), (name(6), "key"), (name(6), "bytes")]


def test_a_game_under_another_key_is_named(path):
    run(path, ("UPDATE game SET rotation = 77 WHERE number = 2",))
    other = str(replace(key(1), rotation=77))
    assert found(path) == [(other, "key"), (other, "ledger")]


def test_a_game_that_was_slipped_in_is_named(path):
    replay = played(50)
    values = (LAST + 1, TOURNAMENT, replay.key.pairing, replay.key.deal, replay.key.rotation, encode(replay))
    run(path, ("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", *values, encode_times(TIMES)))
    assert found(path) == [(str(replay.key), "ledger")]
    line = next(append(LAST, bytes(32), [(str(replay.key), encode(replay))]))
    run(path, ("INSERT INTO ledger VALUES (?, ?, ?, ?)", line.number, line.key, line.digest, line.hash))
    assert found(path) == [(str(replay.key), "ledger hash"), (str(replay.key), "ledger entry")]


def test_two_games_of_one_key_are_named(path):
    run(
        path,
        ("CREATE TABLE copy AS SELECT * FROM game",),
        ("DROP TABLE game",),
        ("ALTER TABLE copy RENAME TO game",),
        (
            "INSERT INTO game SELECT 17, tournament, pairing, deal, rotation, replay, times FROM game"
            " WHERE number = 3",
        ),
    )
    assert found(path) == [(name(3), "key"), (name(3), "ledger")]


def test_a_game_without_its_tournament_is_named(path):
    run(path, ("DELETE FROM tournament",))
    assert found(path) == [(name(number), "tournament") for number in range(1, LAST + 1)]


def test_changed_times_are_named_if_they_cannot_be_read(path):
    run(
        path,
        ("UPDATE game SET times = ? WHERE number = 2", encode_times(Times((1.0,), (1.0,)))),
        ("UPDATE game SET times = x'00' WHERE number = 3",),
        ("UPDATE game SET times = ? WHERE number = 4", encode_times(replace(TIMES, microseconds=(1,) * 99))),
    )
    assert found(path) == [(name(2), "times"), (name(3), "times"), (name(4), "times of decisions")]


def test_times_of_decisions_are_not_compared(path):
    with Archive.open(path, read_only=True) as archive:
        before, games = archive.digest(), [replay for replay, _ in archive.records()]
    for took in (7, 8_000_000):
        for number, replay in enumerate(games, 1):
            times = encode_times(replace(TIMES, microseconds=(took,) * len(replay.actions)))
            run(path, ("UPDATE game SET times = ? WHERE number = ?", times, number))
        assert report(path) == Report(LAST, ())
        with Archive.open(path, read_only=True) as archive:
            assert archive.digest() == before
            assert archive.times_of(games[0].key).microseconds == (took,) * len(games[0].actions)


# --- the ledger is changed


@pytest.mark.parametrize("number", [1, 8, LAST])
def test_a_ledger_entry_taken_out_is_named_with_its_game(path, number):
    run(path, ("DELETE FROM ledger WHERE number = ?", number))
    where = {name(number), f"entry {number}"}
    assert {each for each, _ in found(path)} == where


@pytest.mark.parametrize("number", [1, 8, LAST])
def test_a_game_taken_out_with_its_ledger_entry_is_named_by_the_number_of_that(path, number):
    run(path, ("DELETE FROM ledger WHERE number = ?", number), ("DELETE FROM game WHERE number = ?", number))
    assert found(path) == [(f"entry {number}", "ledger entry")]


def test_a_tail_that_was_cut_off_is_seen(path):
    run(path, ("DELETE FROM ledger WHERE number > 10",), ("DELETE FROM game WHERE number > 10",))
    assert report(path).findings == (
        Finding("entry 11", "ledger entry", f"{LAST} entries", "nothing after entry 10"),
    )
    run(path, ("UPDATE gonfalon SET entries = 10",))
    assert found(path) == [(name(10), "ledger head")]


def test_games_cut_off_alone_are_each_named(path):
    run(path, ("DELETE FROM game WHERE number > 13",))
    assert found(path) == [(name(number), "game") for number in (14, 15, 16)]


@pytest.mark.parametrize(
    ("column", "value", "whats"),
    [
        ("key", "3f0c9a1122334455-9-9-9", {"ledger", "ledger hash"}),
        ("digest", digest(b"other"), {"bytes", "ledger hash"}),
        ("hash", bytes(32), {"ledger hash"}),
        ("hash", "text", {"ledger hash"}),
    ],
)
def test_a_rewritten_ledger_entry_is_named(path, column, value, whats):
    run(path, (f"UPDATE ledger SET {column} = ? WHERE number = 5", value))
    findings = found(path)
    assert {what for _, what in findings} == whats
    assert {where for where, _ in findings} <= {name(5), name(6), str(GameKey(TOURNAMENT, 9, 9, 9))}


def test_a_changed_head_is_seen(path):
    run(path, ("UPDATE gonfalon SET head = ?", bytes(32)))
    assert found(path) == [(name(LAST), "ledger head")]


def test_a_head_that_was_written_down_must_be_in_the_ledger(path):
    with Archive.open(path) as archive:
        head = archive.info().head
        archive.add_games(some(20, 23))
    assert found(path, head=head) == []
    assert found(path, head=GENESIS.hex()) == []
    assert found(path, head="ff" * 32) == [("entry 19", "head")]


def test_the_text_of_a_tournament_must_have_the_terms_of_its_digest(path):
    def refuse(text):
        raise SpecError("not a spec")

    assert found(path, terms=lambda text: TOURNAMENT) == []
    assert found(path, terms=lambda text: "0" * 16) == [(f"tournament {TOURNAMENT}", "spec")]
    assert found(path, terms=refuse) == [(f"tournament {TOURNAMENT}", "spec")]


def test_all_that_is_wrong_is_found_at_once(path):
    run(
        path,
        ("DELETE FROM game WHERE number = 2",),
        ("UPDATE game SET replay = x'00' WHERE number = 4",),
        ("UPDATE ledger SET hash = x'00' WHERE number = 9",),
    )
    assert {where for where, _ in found(path)} == {name(2), name(4), name(9), name(10)}
    assert report(path).checked == LAST - 1


def test_findings_are_single_lines(path):
    run(path, ("UPDATE game SET replay = x'00'",), ("UPDATE ledger SET key = char(10) || key",))
    assert all(str(each).isprintable() for each in report(path).findings)


def test_a_replay_with_figures_of_its_search_is_played_again_too():
    replay = played(15, search=True)
    assert verify_replay(decode(encode(replay))) == []
    assert [each.what for each in verify_replay(replace(replay, search=(SearchFigures((), (), (), 0),)))] == [
        "search figures"
    ]


@pytest.mark.parametrize("spec", ["oriflamme", "oriflamme:seats=2", "oriflamme:seats=5,set=combined"])
def test_long_games_are_played_again_too(tmp_path, spec):
    rules = game(spec)
    times = Times((1.0,) * rules.seats, (1.0,) * rules.seats)
    replays = [played(number, rules=rules, fault=number % 2 == 1) for number in range(6)]
    with Archive.open(tmp_path / "run.db") as archive:
        archive.add_tournament(TOURNAMENT, "")
        archive.add_games([(each, times) for each in replays])
        assert verify(archive) == Report(6, ())
    first = replays[0]
    for place in (0, 20, len(first.actions) - 1):
        for other in {0, 1, rules.n_actions - 1, -1} - {first.actions[place]}:
            actions = (*first.actions[:place], other, *first.actions[place + 1 :])
            assert verify_replay(replace(first, actions=actions)) != []
    assert [each.what for each in verify_replay(replace(first, actions=first.actions[:-1]))][:1] == ["ending"]
