from pathlib import Path

import pytest

from tests.cli.test_processes import finish

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
