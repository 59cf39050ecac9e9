"""A replay told with its reasons: figures, worlds and times, where they were recorded."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cli
from archive.record import SearchFigures, Times
from archive.store import Archive
from tests.archive.games import TOURNAMENT, played
from tournament.story import lines, reasons, story

FIGURES = SearchFigures((0, 1), (3, 4), (0.5, 0.25), 7, 5)
GAME = replace(played(3), search=tuple(FIGURES for _ in played(3).actions))
TOOK = tuple(1_234 + n for n in range(len(GAME.actions)))
PLAIN = played(5)


def test_a_step_tells_work_worlds_and_time_of_its_decision() -> None:
    first, step, *_ = story(GAME, microseconds=TOOK)
    assert list(reasons(first)) == []
    assert (step.work, step.worlds, step.microseconds) == (7, 5, 1_234)
    assert list(reasons(step)) == [
        "pass: 3 visits, 0.500",
        "bet: 4 visits, 0.250",
        "work 7, worlds 5, 1.234 milliseconds",
    ]
    assert "      | work 7, worlds 5, 1.234 milliseconds" in list(lines(story(GAME, microseconds=TOOK)))


def test_what_was_not_recorded_is_not_told() -> None:
    older = replace(GAME, search=(replace(FIGURES, worlds=0), None, *GAME.search[2:]))
    first, second = list(story(older))[1:3]
    assert (first.worlds, first.microseconds) == (None, None)
    assert list(reasons(first))[-1] == "work 7"
    assert list(reasons(second)) == []
    assert all(list(reasons(step)) == [] for step in story(PLAIN))


def test_a_seat_is_not_told_the_reasons_of_others() -> None:
    for seat in (0, 1):
        for step in list(story(GAME, seat, TOOK))[1:]:
            told = (step.work, step.worlds, step.microseconds)
            assert (None in told) == (step.seat != seat)
            assert bool(list(reasons(step))) == (step.seat == seat)


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = tmp_path / "games.db"
    with Archive.open(path) as made:
        made.add_tournament(TOURNAMENT, "")
        made.add_games([(GAME, Times((1.0, 1.0), (1.0, 1.0), TOOK)), (PLAIN, Times((1.0,) * 2, (1.0,) * 2))])
    return str(path)


def shown(archive: str, *words: str) -> str:
    result = CliRunner().invoke(cli.app, ["replay", "show", *words, "--archive", archive])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_step_is_shown_with_worlds_and_time(archive: str) -> None:
    told = shown(archive, str(GAME.key), "--step", "2").splitlines()
    assert told[-1] == "| work 7, worlds 5, 1.235 milliseconds"
    (step,) = json.loads(shown(archive, str(GAME.key), "--step", "2", "--json"))
    assert (step["work"], step["worlds"], step["microseconds"]) == (7, 5, 1_235)
    assert "work 7, worlds 5, 1.235 milliseconds" in shown(archive, str(GAME.key))


def test_a_game_without_search_figures_is_shown_as_before(archive: str) -> None:
    assert "|" not in shown(archive, str(PLAIN.key), "--step", "1").replace(" |", "", 1)
    (step,) = json.loads(shown(archive, str(PLAIN.key), "--step", "1", "--json"))
    assert (step["figures"], step["work"], step["worlds"], step["microseconds"]) == ([], None, None, None)
