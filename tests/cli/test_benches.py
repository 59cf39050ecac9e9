"""What `bench compare` and `bench profile` answer."""

import json

import pytest

import tournament.versions
from tests.cli.conftest import Call
from tournament.versions import LOST, NEW, UNMEASURED, Ratio

SAME = Ratio("playouts", 1.0, 1.0, 1.0, 0.9, 1.1, False)


def without(figure: str, outcome: str) -> Ratio:
    return Ratio(figure, None, None, None, None, None, False, outcome, "no such bot")


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[Ratio]:
    found = [SAME]
    monkeypatch.setattr(tournament.versions, "compare_versions", lambda *given, **named: found)
    return found


def test_a_figure_that_was_lost_is_named_with_exit_code_3(call: Call, planted: list[Ratio]) -> None:
    planted.append(without("flat search", LOST))
    result = call("bench", "compare", "HEAD", ".")
    assert result.exit_code == 3
    assert result.stderr.endswith("1 of 2 figures can no longer be done: flat search\n")
    assert "flat search" in result.stdout
    assert "lost" in result.stdout


def test_figures_that_are_new_or_not_measured_are_listed(call: Call, planted: list[Ratio]) -> None:
    planted += [without("flat search", NEW), without("determinize", UNMEASURED)]
    result = call("bench", "compare", "HEAD", ".", "--json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert [(each["figure"], each["outcome"]) for each in rows] == [
        ("playouts", "measured"),
        ("flat search", "new"),
        ("determinize", "not measured"),
    ]
    assert all(rows[1][name] is None for name in ("before", "after", "ratio", "low", "high"))
    assert "not measured" in call("bench", "compare", "HEAD", ".").stdout


@pytest.mark.jit
def test_a_profile_says_what_is_of_one_thread(call: Call) -> None:
    words = ("bench", "profile", "ismcts:iterations=200,threads=2", "--game", "kuhn", "--games", "1")
    text = call(*words).stdout
    assert "its 2 threads one after the other" in text
    assert "iterations a second of one thread" in text
    assert "a search of one thread:" in text
    found = json.loads(call(*words, "--json").stdout)
    assert found["search"]["threads"] == 2
    assert found["search"]["whole"]["decisions"] == found["decisions"]
    assert found["search"]["whole"]["searches"] == 2 * found["decisions"] * found["search"]["repeats"]
