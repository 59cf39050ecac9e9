import json
import re
from pathlib import Path

import pytest

from archive.store import Archive
from tests.cli.conftest import Call


def key_of(stored: Path, seats: tuple[str, ...] = ("ann", "bob")) -> str:
    with Archive.open(stored, read_only=True) as archive:
        return str(next(replay.key for replay in archive.games() if replay.seats == seats))


def rows(call: Call, *words: str) -> list[dict[str, object]]:
    result = call(*words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, list)
    return found


def test_games_and_bots_are_listed_and_shown(call: Call) -> None:
    assert {"kuhn", "oriflamme"} <= {str(row["game"]) for row in rows(call, "game", "list")}
    assert {"random", "ismcts"} <= {str(row["bot"]) for row in rows(call, "bot", "list")}
    assert call("game", "show", "kuhn").stdout.startswith("# Kuhn poker")
    shown = rows(call, "bot", "show", "ismcts:iterations=7")
    assert {"option": "iterations", "value": "7"}.items() <= shown[0].items()


def test_perft_counts_paths(call: Call) -> None:
    assert [row["paths"] for row in rows(call, "game", "perft", "kuhn", "--depth", "3")] == [1, 2, 4, 2]
    assert [
        row["paths"]
        for row in rows(call, "game", "perft", "kuhn", "--depth", "1", "--position", "J K | pass")
    ] == [1, 2]


def test_traces_are_json_lines_and_the_same_for_the_same_seed(call: Call) -> None:
    once = call("game", "trace", "kuhn", "--games", "3", "--seed", "4").stdout
    lines = [json.loads(line) for line in once.splitlines()]
    assert sum("trace" in line for line in lines) == sum("over" in line for line in lines) == 3
    assert call("game", "trace", "kuhn", "--games", "3", "--seed", "4").stdout == once
    bots = call("game", "trace", "kuhn", "--bots", "ismcts:iterations=5,c=1,random").stdout
    assert json.loads(bots.splitlines()[-1])["over"]


def test_cases_that_fail_are_exit_code_3(call: Call, tmp_path: Path) -> None:
    head = '[[case]]\nid = "one"\nsource = "test"\ngame = "oriflamme"\nset = "base"\nround = 1\n'
    case = head + 'families = ["R", "B", "G"]\n'
    path = tmp_path / "cases.toml"
    path.write_text(
        case + 'queue = "R.Soldier-0"\nactions = ["R keep"]\nend.queue = "R.Soldier-7"\n', encoding="utf-8"
    )
    result = call("game", "cases", str(path))
    assert result.exit_code == 3
    assert result.stdout.startswith("fail one\n")
    assert result.stdout.endswith("0 passed, 1 failed, 0 skipped\n")
    assert call("game", "cases", str(path), "--set", "ablaze").exit_code == 0
    [found] = json.loads(call("game", "cases", str(path), "--json").stdout)
    assert (found["ident"], found["status"]) == ("one", "fail")


def test_a_person_plays_against_a_bot(call: Call) -> None:
    result = call("game", "play", "kuhn", "--seed", "3", stdin="nonsense\n9\n2\n1\n1\n1\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("A: you\nB: random\n")
    assert "'nonsense' is not an action" in result.stdout
    assert "type 1 to 2, or q" in result.stdout
    assert re.search(r"A -?\d, B -?\d\. You (win|do not win)\.\n$", result.stdout)
    before_the_end = result.stdout.partition("B shows")[0]
    assert re.search(r"^[JQK] \? \|", before_the_end, re.MULTILINE)
    assert not re.search(r"^[JQK] [JQK] \|", before_the_end, re.MULTILINE)


@pytest.mark.parametrize("stdin", ["q\n", "quit\n", ""])
def test_a_person_may_leave(call: Call, stdin: str) -> None:
    result = call("game", "play", "kuhn", stdin=stdin)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "You leave the table.")


def test_a_bot_is_checked(call: Call) -> None:
    assert all(row["passed"] for row in rows(call, "bot", "check", "random", "--game", "kuhn"))
    result = call("bot", "check", "tests.bots.ILLEGAL", "--game", "kuhn")
    assert result.exit_code == 3
    assert "is not fit for kuhn: legal actions" in result.stderr


def test_a_tournament_runs_and_reports(call: Call, tmp_path: Path) -> None:
    words = ("--game", "kuhn", "--bot", "a=random", "--bot", "b=random", "--deals", "4", "--archive", "x.db")
    first = call("tournament", "run", *words, "--concurrency", "1", "-q")
    assert first.exit_code == 0
    assert first.stdout.startswith("tournament: kuhn, 8 games on 4 deals\n\nbot  rating")
    assert first.stderr == ""
    [status] = rows(call, "tournament", "status", "--archive", "x.db")
    assert (status["games"], status["of"]) == (8, 8)
    report = json.loads(call("tournament", "report", "--archive", "x.db", "--json").stdout)
    assert (report["games"], len(report["bots"])) == (8, 2)
    assert len(call("tournament", "report", "--archive", "x.db", "--csv").stdout.splitlines()) == 3
    assert call("archive", "verify", "--archive", "x.db").exit_code == 0


def test_a_sequential_test_says_how_it_ended(call: Call) -> None:
    words = ("--game", "kuhn", "--bot", "good=random", "--bot", "bad=tests.bots.ILLEGAL", "--deals", "500")
    result = call("tournament", "run", *words, "--concurrency", "1", "--sprt", "good,bad,elo1=100")
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert last.startswith("SPRT good against bad: elo1 = 100 accepted, LLR ")
    assert last.endswith("after 16 deals, score 1.000")
    assert call("tournament", "run", *words, "--sprt", "good,worse").exit_code == 2


def test_the_example_is_sound(call: Call) -> None:
    example = Path(__file__).parents[2] / "examples" / "four-bots.toml"
    [row] = [json.loads(call("tournament", "check", str(example), "--json").stdout)]
    assert row["balanced"]
    assert row["pairings"] == 1


def test_a_replay_is_told_to_all_or_as_a_seat_saw_it(call: Call, stored: Path) -> None:
    key = key_of(stored)
    told = call("replay", "show", key, "--archive", str(stored)).stdout
    assert told.startswith(f"{key}: kuhn\n      > ")
    assert "visits" in told
    for step in json.loads(
        call("replay", "show", key, "--seat", "B", "--archive", str(stored), "--json").stdout
    )[:2]:
        assert re.match(r"\? [JQK] \|", step["position"])
        assert step["figures"] == []
    assert re.match(
        r"[JQK] [JQK] \|\n", call("replay", "show", key, "--step", "0", "--archive", str(stored)).stdout
    )


def test_a_game_with_a_fault_says_whose(call: Call, stored: Path) -> None:
    key = key_of(stored, ("cat", "ann"))
    told = call("replay", "show", key, "--archive", str(stored)).stdout
    assert told.splitlines()[-1].endswith("; A cat: illegal, chose action 99, which is not legal")
    listed = rows(call, "replay", "list", "--archive", str(stored), "--faults", "--bot", "ann")
    assert {row["ending"] for row in listed} == {"illegal"}
    assert len(listed) == 10


def test_bots_decide_the_same_again(call: Call, stored: Path) -> None:
    for seats in (("ann", "bob"), ("cat", "bob")):
        found = rows(call, "replay", "rejudge", key_of(stored, seats), "--archive", str(stored))
        assert found
        assert all(row["same"] for row in found)
    assert call("replay", "rejudge", key_of(stored), "--step", "99", "--archive", str(stored)).exit_code == 2


def test_a_game_is_exported_whole(call: Call, stored: Path) -> None:
    found = json.loads(call("replay", "export", key_of(stored), "--archive", str(stored)).stdout)
    assert {"key", "game", "rules", "seats", "bots", "seeds", "deal", "actions", "final"} <= set(found)
    assert (
        call("replay", "export", key_of(stored), "--out", "game.json", "--archive", str(stored)).stdout == ""
    )
    assert json.loads(Path("game.json").read_text(encoding="utf-8")) == found


def test_archives_are_described_and_verified(call: Call, stored: Path) -> None:
    info = json.loads(call("archive", "info", "--archive", str(stored), "--json").stdout)
    assert info["games"] == 30
    assert re.fullmatch(r"[0-9a-f]{64}\n", call("archive", "digest", "--archive", str(stored)).stdout)
    for noun in ("archive", "replay"):
        result = call(noun, "verify", "--archive", str(stored))
        assert (result.exit_code, result.stdout) == (0, "30 games checked, 0 differences found\n")
    assert call("replay", "verify", key_of(stored), "--archive", str(stored)).exit_code == 0


def test_a_game_that_was_changed_is_found(call: Call, stored: Path, tmp_path: Path) -> None:
    import shutil
    import sqlite3

    broken = tmp_path / "broken.db"
    shutil.copy(stored, broken)
    with sqlite3.connect(broken) as database:
        database.execute("update game set deal = 77 where number = 3")
    database.close()
    result = call("archive", "verify", "--archive", str(broken))
    assert result.exit_code == 3
    assert "differences found" in result.stdout
    assert json.loads(call("archive", "verify", "--archive", str(broken), "--json").stdout)["findings"]


def test_archives_are_merged(call: Call, stored: Path) -> None:
    assert rows(call, "archive", "merge", str(stored), "--archive", "new.db") == [{"added": 30, "equal": 0}]
    assert rows(call, "archive", "merge", str(stored), "--archive", "new.db") == [{"added": 0, "equal": 30}]
    digests = {call("archive", "digest", "--archive", each).stdout for each in ("new.db", str(stored))}
    assert len(digests) == 1


def test_the_archive_is_named_by_the_environment_too(
    call: Call, stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GONFALON_ARCHIVE", str(stored))
    assert len(rows(call, "replay", "list", "--most", "3")) == 3


def test_colour_is_for_terminals_or_on_demand(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in call("game", "list").stdout
    monkeypatch.setenv("GONFALON_COLOUR", "always")
    assert "\x1b" in call("game", "list").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in call("game", "list").stdout


@pytest.mark.slow
def test_a_profile_leaves_no_time_out(call: Call) -> None:
    found = json.loads(call("bench", "profile", "ismcts:iterations=50", "--game", "kuhn", "--json").stdout)
    assert sum(part["share"] for part in found["parts"]) == pytest.approx(1)
    assert sum(part["seconds"] for part in found["parts"]) == pytest.approx(found["seconds"])
    assert found["search"]["names"][:5] == ["determinize", "select", "expand", "playout", "back up"]
    assert found["search"]["accounted"] == pytest.approx(sum(found["search"]["shares"]))
    assert found["iterations_a_second"] > 0


def test_a_figure_that_became_worse_is_found(call: Call, tmp_path: Path) -> None:
    figures = {"before": (100.0, 5.0), "same": (99.0, 5.1), "slower": (70.0, 5.0), "longer": (100.0, 9.0)}
    for name, (speed, time) in figures.items():
        rows = [
            {"bench": "b", "figure": "games a second", "value": speed},
            {"bench": "b", "figure": "microseconds", "value": time},
        ]
        (tmp_path / name).write_text(json.dumps(rows), encoding="utf-8")
    assert call("bench", "compare", "before", "same").exit_code == 0
    assert call("bench", "compare", "before", "longer", "--worse", "90").exit_code == 0
    for name, figure in (("slower", "games a second"), ("longer", "microseconds")):
        result = call("bench", "compare", "before", name)
        assert (result.exit_code, result.stderr) == (3, f"error: 1 of 2 figures became worse: {figure}\n")
    (tmp_path / "wrong").write_text('{"a": 1}', encoding="utf-8")
    assert "holds no figures" in call("bench", "compare", "before", "wrong").stderr


@pytest.mark.parametrize(
    ("figure", "before", "after", "better"),
    [
        ("games a second", 100, 0, 0.0),
        ("games a second", 0, 100, None),
        ("failures", 0, 500, 0.0),
        ("failures", 500, 0, None),
        ("failures", 0, 0, 1.0),
        ("cost", 0.01, -0.01, None),
        ("cost", -0.01, 0.01, 0.0),
    ],
)
def test_figures_that_fall_to_nothing_or_rise_from_it_are_judged(
    call: Call, tmp_path: Path, figure: str, before: float, after: float, better: float | None
) -> None:
    for name, value in (("before", before), ("after", after)):
        text = json.dumps([{"bench": "b", "figure": figure, "value": value}])
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = call("bench", "compare", "before", "after", "--json")
    assert json.loads(result.stdout)[0]["better"] == better
    assert result.exit_code == (3 if better == 0 else 0)
    assert call("bench", "compare", "before", "after").exit_code == result.exit_code


def test_figures_that_are_no_longer_measured_are_named(call: Call, tmp_path: Path) -> None:
    one, other = ({"bench": "b", "figure": figure, "value": 1} for figure in ("kept", "left out"))
    for name, rows in (("both", [one, other]), ("one", [one]), ("other", [other])):
        (tmp_path / name).write_text(json.dumps(rows), encoding="utf-8")
    result = call("bench", "compare", "both", "one")
    assert (result.exit_code, result.stderr) == (
        3,
        "error: 1 of 2 figures are no longer measured: left out\n",
    )
    assert call("bench", "compare", "one", "both").exit_code == 0
    result = call("bench", "compare", "one", "other")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no figure in common" in result.stderr


def test_versions_are_not_compared_with_files(call: Call, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("[]", encoding="utf-8")
    for words in (("file", "."), ("HEAD", "file")):
        result = call("bench", "compare", *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "two files or two versions can be compared: 'file' is a file" in result.stderr
    for words in (("file", "file", "--rounds", "9"), ("HEAD", ".", "--worse", "5")):
        result = call("bench", "compare", *words)
        assert result.exit_code == 2
        assert f"{words[2]} is for " in result.stderr
