"""A broken archive is not a wrong argument: it ends with the code of a check that found something."""

import sqlite3
from pathlib import Path

import pytest

from archive.store import Archive
from engine.errors import ArchiveError, DamagedError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "run.db"
    with Archive.open(found) as archive:
        archive.add_tournament("0" * 16, "{}")
    return found


def opened(path: Path) -> None:
    with Archive.open(path, read_only=True) as archive:
        list(archive.games())
        archive.damage()
        archive.digest()


def test_a_file_that_is_cut_off_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(DamagedError, match="malformed") as found:
        opened(path)
    assert found.value.exit_code == 3


def test_an_archive_without_its_head_is_damaged(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("delete from gonfalon")
    with pytest.raises(DamagedError, match="does not hold its one row") as found:
        opened(path)
    assert found.value.exit_code == 3


def test_a_file_of_another_kind_is_a_wrong_argument(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("not an archive")
    with pytest.raises(ArchiveError) as found:
        opened(other)
    assert (type(found.value), found.value.exit_code) == (ArchiveError, 2)
