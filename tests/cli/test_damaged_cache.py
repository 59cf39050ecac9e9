from pathlib import Path

import pytest

from archive.store import Archive
from tests.cli.test_processes import finish, start

RUN = ("tournament", "run", "--game", "kuhn", "--bot", "a=random", "--bot", "b=random", "--deals", "1", "-q")


@pytest.mark.slow
@pytest.mark.jit
def test_kernels_that_are_damaged_on_disk_are_made_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"

    def run(name: str) -> str:
        return finish(tmp_path, *RUN, "--archive", name, "--concurrency", "1", GONFALON_CACHE_DIR=str(cache))

    run("one.db")
    for kind, content in (("*.nbi", b"\x80\x04"), ("*.nbc", b"no code"), ("*.nbi", b"")):
        for path in cache.glob(f"**/{kind}"):
            path.write_bytes(content)
        assert "random" not in run(f"{kind[2:]}{len(content)}.db")


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(
    "words", [("replay", "verify"), ("replay", "show"), ("game", "play", "kuhn"), ("game", "perft", "kuhn")]
)
def test_compiling_is_told_by_whatever_compiles_first(tmp_path: Path, words: tuple[str, ...]) -> None:
    finish(tmp_path, *RUN, "--archive", "one.db", "--concurrency", "1")
    with Archive.open(tmp_path / "one.db", read_only=True) as archive:
        key = str(next(archive.games()).key)
    more = {"verify": ("--archive", "one.db"), "show": (key, "--archive", "one.db")}.get(words[1], ())
    process = start(tmp_path, *words, *more, GONFALON_CACHE_DIR=str(tmp_path / "cache"))
    out, errors = process.communicate(input="q\n", timeout=300)
    assert process.returncode == 0
    assert "compiling kuhn: " in errors
    assert "compiling" not in out
