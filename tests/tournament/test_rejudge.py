"""Decisions asked again: equal where nothing changed, and each stored figure that is another is noticed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from archive.record import Replay, SearchFigures
from tests.tournament.test_match import play
from tournament.rejudge import rejudge

pytestmark = pytest.mark.jit


@pytest.fixture(scope="module")
def stored() -> Replay:
    return play("ismcts:iterations=20", "random", record_search=True, limit=60_000)[0]


def test_what_a_bot_decided_it_decides_again(stored: Replay) -> None:
    found = list(rejudge(stored, 60_000))
    assert len(found) == len(stored.actions)
    assert all(each.same for each in found)
    assert [each.same_figures for each in found] == [
        None if figures is None else True for figures in stored.search
    ]


def searched(replay: Replay) -> tuple[int, SearchFigures]:
    """The first step with figures of a search, counted from 0, and the figures."""
    return next((i, each) for i, each in enumerate(replay.search) if each and each.actions and each.worlds)


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("work", lambda found: found.work + 1),
        ("worlds", lambda found: found.worlds + 1),
        ("visits", lambda found: found.visits[::-1]),
        ("values", lambda found: (*found.values[:-1], 0.125)),
    ],
)
def test_other_figures_are_noticed(
    stored: Replay, field: str, other: Callable[[SearchFigures], object]
) -> None:
    step, figures = searched(stored)
    rows = list(stored.search)
    rows[step] = replace(figures, **{field: other(figures)})
    assert rows[step] != figures
    found = list(rejudge(replace(stored, search=tuple(rows)), 60_000))
    assert [each.same for each in found] == [i != step for i in range(len(found))]
    assert found[step].same_figures is False


def test_worlds_that_were_not_told_are_no_difference(stored: Replay) -> None:
    step, figures = searched(stored)
    rows = list(stored.search)
    rows[step] = replace(figures, worlds=0)
    assert all(each.same for each in rejudge(replace(stored, search=tuple(rows)), 60_000))
