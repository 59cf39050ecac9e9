"""The command line as a program: killed, interrupted, and run under other circumstances."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from archive.store import Archive

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "import sys; sys.argv[0] = 'gonfalon'; import cli; cli.main()"]
RUN = ["tournament", "run", "--game", "kuhn", "--deals", "60", "--seed", "1", "--archive", "games.db"]
BOTS = ["--bot", "a=random", "--bot", "b=ismcts:iterations=60000", "--bot", "c=greedy"]


def start(folder: Path, *words: str, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(folder: Path, *words: str, **environment: str) -> str:
    process = start(folder, *words, **environment)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return out


def digest(folder: Path) -> str:
    with Archive.open(folder / "games.db", read_only=True) as archive:
        return archive.digest()


def children(pid: int) -> set[int]:
    """The processes below one, by /proc."""
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            found |= {int(path.name)} | children(int(path.name))
    return found


def gone(pids: set[int], within: float) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if not any(Path(f"/proc/{pid}").exists() and "zombie" not in _state(pid) for pid in pids):
            return True
        time.sleep(0.1)
    return False


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return "zombie"


def press(pids: set[int]) -> None:
    """Ctrl-C, as a terminal sends it: to all processes."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGINT)


linux_only = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the tournament when nothing happens to it."""
    folder = tmp_path_factory.mktemp("whole")
    finish(folder, *RUN, *BOTS, "--concurrency", "1", "-q")
    return digest(folder)


def wait_for_games(folder: Path, process: "subprocess.Popen[str]", least: int) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            with Archive.open(folder / "games.db", create=False, read_only=True) as archive:
                if archive.count() >= least:
                    return
        except OSError:
            pass
        time.sleep(0.05)


@pytest.mark.slow
@linux_only
def test_a_run_that_is_killed_goes_on_to_the_same_archive(tmp_path: Path, whole: str) -> None:
    rng = random.Random(5)
    for least in (0, 1, 150):
        process = start(tmp_path, *RUN, *BOTS, "--concurrency", "2", "-q")
        wait_for_games(tmp_path, process, least)
        time.sleep(rng.random() / 2)
        workers = children(process.pid)
        process.kill()
        process.communicate()
        assert gone(workers, within=60)
    finish(tmp_path, *RUN, *BOTS, "--concurrency", "2", "-q")
    assert digest(tmp_path) == whole
    assert "0 differences found" in finish(tmp_path, "archive", "verify", "--archive", "games.db")


@pytest.mark.slow
@linux_only
@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_while_workers_start_ends_too(tmp_path: Path, presses: int) -> None:
    process = start(tmp_path, *RUN, *BOTS, "--concurrency", "2")
    end = time.monotonic() + 120
    while len(children(process.pid)) < 4 and time.monotonic() < end:  # two workers, two trackers of theirs
        time.sleep(0.02)
    workers = children(process.pid)
    for _ in range(presses):
        press({process.pid, *workers})
        time.sleep(0.5)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "the same command with the same archive goes on" in errors
    assert "Traceback" not in errors
    assert gone(workers, within=60)


@pytest.mark.slow
@linux_only
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_ctrl_c_ends_with_130_leaves_no_process_and_goes_on(
    tmp_path: Path, whole: str, concurrency: str
) -> None:
    process = start(tmp_path, *RUN, *BOTS, "--concurrency", concurrency)
    wait_for_games(tmp_path, process, 1)
    workers = children(process.pid)
    press({process.pid, *workers})
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert out == ""
    assert "the same command with the same archive goes on" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert gone(workers, within=60)
    finish(tmp_path, *RUN, *BOTS, "--concurrency", concurrency)
    assert digest(tmp_path) == whole


@pytest.mark.slow
def test_the_order_of_hashes_changes_nothing(tmp_path: Path) -> None:
    digests = set()
    for seed in ("0", "1"):
        (tmp_path / seed).mkdir()
        words = (*RUN, *BOTS, "--deals", "5", "--concurrency", "2", "-q")
        finish(tmp_path / seed, *words, PYTHONHASHSEED=seed)
        digests.add(digest(tmp_path / seed))
    assert len(digests) == 1


@pytest.mark.slow
def test_a_bot_of_the_current_folder_takes_part_and_is_not_heard(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from ai.bot import BotType, Decision\n\n\n"
        "class Loud:\n"
        "    def decide(self, view, seed):\n"
        "        print('here I am')\n"
        "        return Decision(view.legal_actions[-1])\n\n\n"
        "LOUD = BotType('loud', 'Talks.', (), lambda game, options: Loud())\n",
        encoding="utf-8",
    )
    words = (
        "--game",
        "kuhn",
        "--bot",
        "random",
        "--bot",
        "loud=mine.LOUD",
        "--deals",
        "2",
        "--concurrency",
        "2",
    )
    out = finish(tmp_path, "tournament", "run", *words, "--json")
    assert "here I am" not in out
    assert out.startswith("{")


@pytest.mark.slow
def test_help_comes_without_what_takes_long_to_import(tmp_path: Path) -> None:
    assert "Usage" in finish(tmp_path, "--help")
    heavy = "import cli, sys; print(*{'numba', 'numpy', 'sqlmodel', 'joblib', 'rich'} & set(sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", heavy], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == ""
