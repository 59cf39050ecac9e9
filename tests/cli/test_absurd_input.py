"""Input that nobody means: one line and an exit code, at every command."""

import json
import os
import signal
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from archive.codec import encode
from archive.record import SearchFigures
from archive.store import Archive
from tests.cli.conftest import Call
from tests.cli.test_commands import key_of
from tests.cli.test_processes import (
    BOTS,
    COMMAND,
    ROOT,
    RUN,
    children,
    digest,
    finish,
    gone,
    linux_only,
    start,
    wait_for_games,
)

HUGE = "9" * 5000
TWO = ("--game", "kuhn", "--bot", "a=random", "--bot", "b=random")
SPEC = '[bots]\na = "random"\nb = "random"\n'


def refused(call: Call, *words: str, code: int = 2) -> str:
    result = call(*words)
    assert type(result.exception) is SystemExit, result.exception
    assert result.exit_code == code
    assert all(each.isprintable() for line in result.stderr.splitlines() for each in line)
    assert len(result.stderr) < 12_000
    return result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("game", "show", f"oriflamme:seats={HUGE}"),
        ("game", "show", f"oriflamme:rounds={HUGE}"),
        ("game", "show", f"tide:seats={HUGE}"),
        ("game", "show", "\0\x1b[31mred"),
        ("game", "show", "kuhn:\x9b=\x00"),
        ("game", "play", "kuhn", "--seat", HUGE),
        ("game", "perft", "kuhn", "--depth", HUGE),
        ("game", "perft", "kuhn", "--position", "\0" * 5000),
        ("game", "trace", "kuhn", "--bots", f"random,ismcts:iterations={HUGE}"),
        ("bot", "show", f"ismcts:iterations={HUGE}"),
        ("bot", "show", f"ismcts:c={HUGE}"),
        ("bot", "show", "\0.\x1b"),
        ("bot", "show", "a..b"),
        ("bot", "show", ".x"),
        ("bot", "check", "random", "--game", "kuhn", "--limit", HUGE),
        ("tournament", "run", *TWO, "--seed", HUGE),
        ("tournament", "run", *TWO, "--deals", HUGE),
        ("tournament", "run", *TWO, "--limit", HUGE),
        ("tournament", "run", *TWO, "--concurrency", HUGE),
        ("tournament", "run", *TWO, "--anchor", f"a={HUGE}"),
        ("tournament", "run", *TWO, "--anchor", "a=nan"),
        ("tournament", "run", *TWO, "--sprt", f"a,b,elo1={HUGE}"),
        ("tournament", "run", *TWO, "--sprt", "a,b,elo1=nan"),
        ("tournament", "run", *TWO, "--sprt", "a,b,alpha=1e-400"),
        ("tournament", "run", *TWO, "--name", "\x1b[2J"),
        ("tournament", "run", *TWO, "--archive", "\0"),
        ("tournament", "run", "\0"),
        ("tournament", "check", "."),
        ("tournament", "check", "/dev/zero"),
        ("tournament", "report", "/dev/zero", "--archive", "none.db"),
        ("game", "cases", "/dev/zero"),
        ("game", "cases", "."),
        ("game", "cases", "\0"),
        ("bench", "compare", "/dev/zero", "."),
        ("bench", "exploitability", "random", "--game", "kuhn", "--samples", HUGE),
    ],
)
def test_it_is_refused(call: Call, words: tuple[str, ...]) -> None:
    refused(call, *words)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", ".", "pipe"])
@pytest.mark.parametrize("words", [("archive", "info"), ("tournament", "run", *TWO, "--deals", "1")])
def test_what_is_no_file_is_no_archive(call: Call, place: str, words: tuple[str, ...]) -> None:
    os.mkfifo("pipe")
    refused(call, *words, "--archive", place)


@pytest.mark.parametrize("words", [("tournament", "check"), ("game", "cases"), ("bench", "compare", "pipe")])
def test_a_pipe_is_not_waited_for(call: Call, words: tuple[str, ...]) -> None:
    os.mkfifo("pipe")
    assert "pipe" in refused(call, *words, "pipe")


@pytest.mark.parametrize(
    "text",
    [
        f'game = "kuhn"\nseed = {HUGE}\n{SPEC}',
        f'game = "kuhn"\nseed = 0x{HUGE}\n{SPEC}',
        f'game = "kuhn"\nrules = 0x{HUGE}\n{SPEC}',
        f'game = "kuhn"\ndeals = {HUGE}\n{SPEC}',
        f'game = "kuhn:seats={HUGE}"\n{SPEC}',
        f'game = "kuhn"\n[bots]\na = "ismcts:iterations={HUGE}"\nb = "random"\n',
        f'game = "kuhn"\n"\\u001b[31m" = 1\n{SPEC}',
        f'game = "\\u0000\\u001b[31m"\n{SPEC}',
        'game = "kuhn"\n[bots]\n"\\u001b" = "random"\nb = "random"\n',
        'game = "kuhn"\n[bots]\na = "\\u001b[31m"\nb = "random"\n',
        "a = " + "[" * 60_000,
    ],
)
def test_a_spec_file_is_refused(call: Call, text: str) -> None:
    Path("spec.toml").write_text(text, encoding="utf-8")
    refused(call, "tournament", "check", "spec.toml")
    refused(call, "tournament", "run", "spec.toml")


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "[[]]",
        "{}",
        "[" * 100_000,
        "\x00",
        '[{"bench": 1, "figure": "x", "value": 1}]',
        '[{"bench": "b", "figure": "x", "value": "y"}]',
        '[{"bench": "b", "figure": "x", "value": NaN}]',
        '[{"bench": "b", "figure": ["x"], "value": 1}]',
        f'[{{"bench": "b", "figure": "x", "value": {HUGE}}}]',
        '[{"bench": "b", "figure": "x", "value": 1, "most": "z"}]',
        '[{"bench": "b", "figure": "x", "value": true}]',
    ],
)
def test_figures_that_are_none_are_refused(call: Call, text: str) -> None:
    Path("bad.json").write_text(text, encoding="utf-8")
    refused(call, "bench", "compare", "bad.json", "bad.json")


def test_case_files_of_absurd_numbers_fail_case_by_case(call: Call) -> None:
    for number in ("1_000_000_000_000", "-5", "0x" + "f" * 500, "1e300", '"\\u001b[31m"'):
        Path("cases.toml").write_text(
            f'[[case]]\nid = "\\u001b[2J"\ngame = "oriflamme"\nset = "base"\n'
            f"round = {number}\nrounds = {number}\n"
            'families = ["R", "B"]\nqueue = ""\nactions = []\n',
            encoding="utf-8",
        )
        result = call("game", "cases", "cases.toml")
        assert type(result.exception) in (SystemExit, type(None)), result.exception
        assert "\x1b" not in result.stdout


def changed(stored: Path, path: Path, **changes: object) -> str:
    """A copy of an archive in which a game is another one: its key."""
    path.write_bytes(stored.read_bytes())
    key = key_of(stored)
    with Archive.open(path, read_only=True) as archive:
        replay = replace(archive.game(key), **changes)  # type: ignore[arg-type]
    with closing(sqlite3.connect(path)) as database:
        pairing, deal, rotation = (int(each) for each in key.split("-")[1:])
        database.execute(
            "update game set replay = ? where pairing = ? and deal = ? and rotation = ?",
            (encode(replay), pairing, deal, rotation),
        )
        database.commit()
    return key


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"seats": ("a", "b", "c"), "bots": ("random",) * 3, "seeds": (1, 2, 3), "returns": (0.0,) * 3}
            | {"scores": (1, 2, 3), "placing": (3, 2, 1)},
            3,
        ),
        ({"fault": 99}, 3),
        ({"actions": (1 << 60,)}, 3),
        ({"deal": (7, 7)}, 3),
        ({"game": "chess"}, 3),
    ],
)
def test_a_replay_that_cannot_be_told_is_refused(
    call: Call, stored: Path, tmp_path: Path, changes: dict[str, object], code: int
) -> None:
    key = changed(stored, tmp_path / "x.db", **changes)
    for command in ("show", "rejudge"):
        assert f"game {key}" in refused(call, "replay", command, key, "--archive", "x.db", code=code)
    result = call("replay", "verify", key, "--archive", "x.db")
    assert result.exit_code == 3
    assert key in result.stdout
    assert call("replay", "list", "--archive", "x.db").exit_code == 0


def test_figures_of_actions_that_are_none_are_told_as_such(call: Call, stored: Path, tmp_path: Path) -> None:
    with Archive.open(stored, read_only=True) as archive:
        actions = archive.game(key_of(stored)).actions
    figures = SearchFigures((1 << 60, -1), (5, 6), (0.5, 1e300), 7)
    key = changed(stored, tmp_path / "x.db", search=(figures,) * len(actions))
    result = call("replay", "show", key, "--archive", "x.db")
    assert result.exit_code == 0
    assert "no action (-1)" in result.stdout
    assert json.loads(call("replay", "show", key, "--archive", "x.db", "--json").stdout)


def test_a_key_of_huge_numbers_fits_nothing(call: Call, stored: Path) -> None:
    for key in (f"0-{1 << 63}-0-0", f"0-{HUGE}", "0-9999999999999999999-1-1"):
        refused(call, "replay", "show", key, "--archive", str(stored))


def test_names_in_an_archive_cannot_speak_to_the_terminal(call: Call, stored: Path, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(stored.read_bytes())
    with closing(sqlite3.connect(tmp_path / "x.db")) as database:
        database.execute("update tournament set name = ?", ("\x1b[31mred\x07\n",))
        database.commit()
    for words in (("archive", "info"), ("tournament", "status"), ("archive", "verify"), ("replay", "list")):
        result = call(*words, "--archive", "x.db")
        assert type(result.exception) in (SystemExit, type(None))
        assert not {"\x1b", "\x07"} & set(result.stdout + result.stderr)


@linux_only
@pytest.mark.parametrize("words", [("--help",), ("bench", "--help"), ("game", "list")])
def test_where_no_space_is_left_it_is_said_in_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("error: no space left to write to")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.slow
@linux_only
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_an_order_to_end_stops_at_once_and_keeps_what_is_finished(
    tmp_path: Path, number: signal.Signals, concurrency: str
) -> None:
    process = start(tmp_path, *RUN, *BOTS, "--concurrency", concurrency)
    wait_for_games(tmp_path, process, 1)
    workers = children(process.pid)
    process.send_signal(number)
    out, errors = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "")
    assert "the same command with the same archive goes on" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert gone(workers, within=60)
    finish(tmp_path, *RUN, *BOTS, "--deals", "8", "--concurrency", concurrency)
    assert digest(tmp_path)
    assert "0 differences found" in finish(tmp_path, "archive", "verify", "--archive", "games.db")
