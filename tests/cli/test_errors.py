import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

TWO = ("--game", "kuhn", "--bot", "a=random", "--bot", "b=random")
KEY = "0-0-0-0"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("game", "show", "kun"), "no game 'kun'; did you mean 'kuhn'?"),
        (("game", "show", "kuhn:seat=2"), "no option 'seat'; did you mean 'seats'?"),
        (("game", "show", "kuhn:seats"), "write name=value"),
        (("game", "perft", "kuhn", "--position", "J J |"), "twice"),
        (("game", "trace", "kuhn", "--policy", "best"), "no policy 'best'"),
        (("game", "trace", "kuhn", "--bots", "random"), "kuhn has 2 seats"),
        (("game", "trace", "kuhn", "--bots", "random,randm"), "did you mean 'random'?"),
        (("game", "cases", "none.toml"), "none.toml"),
        (("game", "play", "kuhn", "--seat", "Q"), "no seat 'Q'"),
        (("game", "play", "kuhn", "--bot", "a", "--bot", "b"), "1 other seats"),
        (("bot", "show", "mcts"), "no bot 'mcts'; did you mean 'ismcts'?"),
        (("bot", "show", "ismcts:iterations=0"), "a whole number"),
        (("bot", "check", "random", "--game", "chess"), "no game 'chess'"),
        (("bot", "check", "nothing.HERE", "--game", "kuhn"), "cannot be loaded"),
        (("tournament", "run"), "name a tournament's file"),
        (("tournament", "run", "none.toml"), "cannot read 'none.toml'"),
        (("tournament", "run", "--game", "kuhn"), "say --bot"),
        (("tournament", "run", "--game", "kuhn", "--bot", "random"), "name 1 more bot"),
        (("tournament", "run", *TWO, "--bot", "a=random"), "two bots are named 'a'"),
        (("tournament", "run", *TWO, "--deals", "0"), "deals must be from 1"),
        (("tournament", "run", *TWO, "--seed", "-1"), "seed must be from 0"),
        (("tournament", "run", *TWO, "--limit", "0"), "limit_milliseconds must be"),
        (("tournament", "run", *TWO, "--concurrency", "many"), "--concurrency is 'many'"),
        (("tournament", "run", *TWO, "--record", "times"), "--record search"),
        (("tournament", "run", *TWO, "--anchor", "c"), "no bot 'c' takes part"),
        (("tournament", "run", *TWO, "--sprt", "a"), "two different bots"),
        (("tournament", "run", *TWO, "--archive", "no/such/folder/a.db"), "no/such/folder"),
        (("tournament", "check", "none.toml"), "cannot read"),
        (("tournament", "report", "--archive", "none.db"), "none.db"),
        (("tournament", "status", "--archive", "none.db"), "none.db"),
        (("replay", "list", "--archive", "none.db"), "none.db"),
        (("replay", "verify", "--archive", "none.db"), "none.db"),
        (("archive", "digest", "--archive", "none.db"), "none.db"),
        (("archive", "merge", "none.db"), "none.db"),
        (("bench", "run", "nothing"), "no benchmark 'nothing'"),
    ],
)
def test_a_wrong_input_is_one_line_and_exit_code_2(call: Call, words: tuple[str, ...], message: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("replay", "show", "ffff-1-1-1"), "ffff"),
        (("replay", "show", "--", "; drop table"), "drop table"),
        (("replay", "list", "--tournament", "ffff"), "no tournament 'ffff'"),
        (("tournament", "report", "other"), "no tournament 'other'"),
        (("tournament", "report", "--anchor", "dan"), "no bot 'dan' takes part"),
        (("tournament", "report", "--anchor", "ann=x"), "'x' is not a rating"),
    ],
)
def test_what_is_not_stored_is_one_line(
    call: Call, stored: Path, words: tuple[str, ...], message: str
) -> None:
    head, tail = words[:2], words[2:]
    result = call(*head, "--archive", str(stored), *tail)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [("frobnicate",), ("game", "frobnicate"), ("game", "perft", "kuhn", "--depth", "-1"), ("game", "show"),
     ("tournament", "run", *TWO, "--deals", "x"), ("game", "list", "--frob")],
)  # fmt: skip
def test_wrong_usage_is_exit_code_2(call: Call, words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "--help' tells what is right)" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_noun_alone_gets_its_help(call: Call) -> None:
    assert "perft" in call("game").output
    assert "tournament" in call().output


def test_with_json_an_error_is_json_too(call: Call) -> None:
    result = call("tournament", "status", "--archive", "none.db", "--json")
    assert json.loads(result.stderr)["error"] == "archive"


def test_any_other_exception_is_a_bug_and_is_shown(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.game.GAMES", None)
    assert isinstance(call("game", "list").exception, TypeError)


def test_settings_that_are_none_are_refused(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GONFALON_CONCURRENCY", "0")
    assert "GONFALON_CONCURRENCY is '0'" in call("tournament", "run", *TWO).stderr
