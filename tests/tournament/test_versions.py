import shutil
from pathlib import Path

import pytest

from engine.errors import SpecError
from tournament.versions import ROOT, compare_versions, source

PLACE = "        work = _scratches.get("


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
def test_a_planted_slowdown_is_found_and_named(copies: tuple[str, str]) -> None:
    path = Path(copies[1], "engine", "state.py")
    text = path.read_text(encoding="utf-8")
    assert text.count(PLACE) == 1
    loop = "        for _ in range(100):\n            pass\n"
    path.write_text(text.replace(PLACE, loop + PLACE), encoding="utf-8")
    found = {each.figure: each for each in compare_versions(*copies, "kuhn", rounds=11)}
    play = found["State.play"]
    assert play.slower
    assert 1.05 < play.low <= play.ratio <= play.high
    assert play.after > play.before
    assert {"playouts", "single-observer search", "flat search", "determinize"} <= set(found)


@pytest.mark.slow
@pytest.mark.jit
def test_equal_folders_are_not_told_apart(copies: tuple[str, str]) -> None:
    found = compare_versions(*copies, "kuhn", threshold=0.5, rounds=11)
    assert not any(each.slower for each in found)


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
