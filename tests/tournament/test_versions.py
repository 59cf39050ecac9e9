import shutil
from pathlib import Path

import pytest

from engine.errors import SpecError
from tournament.versions import ROOT, compare_versions, source

SLOWER = """

from time import thread_time_ns

_run = run


def run(*given, **named):
    begun = thread_time_ns()
    found = _run(*given, **named)
    until = thread_time_ns() + (thread_time_ns() - begun) // 5
    while thread_time_ns() < until:
        pass
    return found
"""
"""A search with this takes a fifth longer."""


@pytest.fixture
def copies(tmp_path: Path) -> tuple[str, str]:
    """Two folders with this source."""
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        for package in ("engine", "ai"):
            shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return str(folders[0]), str(folders[1])


@pytest.mark.slow
@pytest.mark.jit
def test_a_planted_slowdown_of_a_fifth_is_found_and_named(copies: tuple[str, str]) -> None:
    path = Path(copies[1], "ai", "search", "bots.py")
    path.write_text(path.read_text(encoding="utf-8") + SLOWER, encoding="utf-8")
    found = {each.figure: each for each in compare_versions(*copies, "kuhn", rounds=9)}
    for figure in ("single-observer search", "multi-observer search", "flat search"):
        assert found[figure].slower
        assert 1.1 < found[figure].ratio < 1.3
    for figure in ("playouts", "State.play", "determinize"):
        assert not found[figure].slower


@pytest.mark.parametrize(
    ("name", "message"),
    [("no-such-revision", "no file, folder or revision"), (".", "it has no engine/game.py")],
)
def test_what_is_no_version_is_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError, match=message), source(name):
        pass
