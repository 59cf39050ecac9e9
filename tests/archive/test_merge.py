"""Two archives become one: nothing is lost, and equal keys are equal games."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from archive.codec import encode
from archive.merge import Merged, merge
from archive.store import Archive
from archive.verify import verify
from engine.errors import ArchiveError, DifferenceError, ReplayError
from tests.archive.games import TIMES, TOURNAMENT, key, played, some

OTHER = "00000000000000ff"


@pytest.fixture
def pair(tmp_path):
    with Archive.open(tmp_path / "one.db") as one, Archive.open(tmp_path / "two.db") as two:
        for archive in (one, two):
            archive.add_tournament(TOURNAMENT, "text", name="first")
        yield one, two


def test_all_games_of_both_are_in_one(pair):
    one, two = pair
    one.add_games(some(0, 20))
    two.add_tournament(OTHER, "other text", name="second")
    two.add_games(some(10, 30) + some(0, 5, tournament=OTHER))
    head = one.info().head
    calls = []
    assert merge(one, two, progress=lambda done, total: calls.append((done, total))) == Merged(15, 10)
    assert calls[0] == (0, 25)
    assert calls[-1] == (25, 25)
    assert list(one.games()) == [game for game, _ in some(0, 5, tournament=OTHER) + some(0, 30)]
    assert len(list(one.times())) == 35
    assert [(each.name, each.text) for each in one.tournaments()] == [
        ("first", "text"),
        ("second", "other text"),
    ]
    assert verify(one, head=head).findings == ()
    assert merge(one, two) == Merged(0, 25)


def test_it_does_not_matter_which_is_merged_into_which(pair):
    one, two = pair
    one.add_games(some(0, 20))
    two.add_games(some(10, 30))
    merge(one, two)
    merge(two, one)
    assert one.digest() == two.digest()
    assert one.count() == two.count() == 30


def test_an_archive_merged_into_itself_stays_as_it_is(pair):
    one, _ = pair
    one.add_games(some(0, 20))
    before = one.info()
    assert merge(one, one) == Merged(0, 20)
    with Archive.open(str(one.location.path), read_only=True) as same:
        assert merge(one, same) == Merged(0, 20)
    assert one.info().head == before.head


def test_a_game_that_differs_is_named_and_nothing_is_merged(pair):
    one, two = pair
    one.add_games(some(0, 5))
    two.add_tournament(OTHER, "")
    two.add_games([*some(10, 20), (replace(played(3), reason="x"), TIMES)])
    before = one.info()
    with pytest.raises(DifferenceError, match=str(key(3))):
        merge(one, two)
    assert one.info() == before


@pytest.mark.parametrize(
    ("blob", "error"),
    [(b"", ReplayError), (encode(played(1))[:-1], ReplayError), (encode(played(2)), DifferenceError)],
)
def test_a_damaged_game_is_named_and_nothing_is_merged(pair, blob, error):
    one, two = pair
    two.add_games(some(0, 5))
    with closing(sqlite3.connect(two.location.path)) as connection:
        connection.execute("UPDATE game SET replay = ? WHERE number = 2", (blob,))
        connection.commit()
    with pytest.raises(error, match=str(key(1))):
        merge(one, two)
    assert one.count() == 0


def test_nothing_is_merged_into_an_archive_that_is_read_only(pair):
    one, two = pair
    two.add_games(some(0, 5))
    with (
        Archive.open(str(one.location.path), read_only=True) as reader,
        pytest.raises(ArchiveError, match="read-only"),
    ):
        merge(reader, two)
