"""Duels: what is counted, and the page made of them."""

from dataclasses import replace

import pytest

from archive.record import GameKey, Replay
from benchmarks.duels import Duel, duel, score, summary
from benchmarks.strength import GAMES, SECTIONS, parts
from benchmarks.strength_page import page, plot

GAME = Replay(
    GameKey("0" * 16, 1, 0, 0),
    "kuhn",
    1,
    ("a1", "b1", "a2", "b2"),
    ("random",) * 4,
    (1, 2, 3, 4),
    (0,),
    (),
    "",
    (0, 0, 0, 0),
    (1, 2, 2, 4),
    (1.0, 0.0, 0.0, 0.0),
)


def test_a_score_counts_pairs_of_seats_and_ties_half():
    assert score(GAME, "a") == (1 + 1 + 0.5 + 1) / 4
    assert score(GAME, "b") == 1 - score(GAME, "a")


def test_the_games_of_a_deal_are_one_observation():
    lost = replace(GAME, placing=(4, 1, 3, 1), returns=(0.0, 0.5, 0.0, 0.5))
    games = [replace(GAME, key=replace(GAME.key, rotation=n)) for n in range(4)]
    games += [replace(lost, key=replace(GAME.key, deal=1, rotation=n)) for n in range(4)]
    found = summary("kuhn", "x", "y", games)
    assert (found.deals, found.games, found.wins) == (2, 8, 0.5)
    assert found.score == pytest.approx((0.875 + 0.0) / 2)
    # Student's t of one degree of freedom, 12.706, times the standard error of two blocks.
    assert found.high - found.score == pytest.approx(12.706 * 0.875 / 2, rel=1e-3)
    assert not found.clear


def test_a_duel_is_a_tournament():
    found = duel("kuhn", "ismcts:iterations=100", "random", 20, 1)
    assert (found.deals, found.games, found.faults) == (20, 40, 0)
    assert found.wins > 0  # chips a game: the expected gain is about 0.35, its standard error 0.2


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("game", GAMES)
def test_every_planned_duel_is_between_two_bots(section, game):
    pairs = SECTIONS[section](game)
    assert pairs
    assert all(first != second for _, first, second in pairs)
    assert len(set(pairs)) == len(pairs)


def test_parts_differ_from_the_expert_by_what_they_say():
    for game in GAMES:
        assert len({second for _, _, second in parts(game)}) == 1


def test_the_page_names_what_is_clear():
    sure = Duel("kuhn", "expert:iterations=300", "flat", 9, 36, 0.7, 0.6, 0.8, 0.6, 0)
    unsure = replace(sure, first="greedy", low=0.45)
    text = page(
        {
            "ladder": [sure, unsure],
            "parts": [replace(sure, first="x:c=1", second="x:c=2", score=0.3, high=0.4)],
        }
    )
    assert "| `expert:iterations=300` | `flat` | 0.700 [0.600, 0.800]" in text
    assert text.count("better") == 1
    assert "| c=1 | 0.300 [0.600, 0.400]" in text
    assert "kuhn" in plot([sure])
