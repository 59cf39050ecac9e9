from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.simulated import tournament
from tournament.bootstrap import interval, resamples
from tournament.choices import Result, choices
from tournament.rating import ELO, bound_weight, estimate, fit, resampled


@pytest.mark.parametrize(
    ("strengths", "seats", "deltas"),
    [
        ((0.5, 0.0, -0.5), 2, ()),
        ((1.0, -1.0), 2, (0.5,)),
        ((0.8, 0.3, -0.3, -0.8), 4, ()),
        ((0.8, 0.0, -0.8), 3, (0.4, 0.2)),
        ((0.8, 0.3, 0.0, -0.3, -0.8), 4, (0.3,)),
    ],
)
def test_known_strengths_are_recovered(
    strengths: tuple[float, ...], seats: int, deltas: tuple[float, ...]
) -> None:
    found = estimate(choices(tournament(strengths, seats, 300, deltas)))
    assert np.array(found.ratings) / ELO == pytest.approx(np.array(strengths), abs=0.12)
    assert np.exp(found.parameters[len(strengths) :]) == pytest.approx(np.array(deltas), abs=0.1)
    assert found.bounds == ("",) * len(strengths)
    assert sum(found.ratings) == pytest.approx(0, abs=1e-9)


def bradley_terry(results: list[Result], names: tuple[str, ...]) -> np.ndarray:  # type: ignore[type-arg]
    """Log strengths by Zermelo's iteration, which shares no line with the code under test."""
    wins = np.zeros((len(names), len(names)))
    for each in results:
        first, second = sorted(range(2), key=lambda seat: each.placing[seat])
        wins[names.index(each.bots[first]), names.index(each.bots[second])] += 1
    strength = np.ones(len(names))
    for _ in range(5000):
        games = wins + wins.T
        strength = wins.sum(axis=1) / (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return np.log(strength)


def test_two_seats_without_ties_are_bradley_terry() -> None:
    results = tournament((0.7, 0.1, -0.2, -0.6), 2, 40)
    data = choices(results)
    assert np.array(estimate(data).ratings) / ELO == pytest.approx(
        bradley_terry(results, data.names), abs=1e-6
    )


def test_an_evens_share_and_400_points_are_ten_to_one() -> None:
    results = [Result(deal, ("a", "b"), (1, 2) if deal < 10 else (2, 1)) for deal in range(11)]
    a, b = estimate(choices(results)).ratings
    assert a - b == pytest.approx(400, abs=1e-6)


def test_ties_are_the_model_of_davidson() -> None:
    """Of a wins, b wins and ties the odds are the square roots' ratios; here by hand for 40, 10, 30 of 80."""
    results = [Result(n, ("a", "b"), (1, 2) if n < 40 else (2, 1) if n < 50 else (1, 1)) for n in range(80)]
    found = estimate(choices(results))
    assert found.parameters[0] - found.parameters[1] == pytest.approx(np.log(4))
    assert np.exp(found.parameters[2]) == pytest.approx(30 / np.sqrt(40 * 10))


placings = st.sampled_from(
    [(1, 2, 3), (1, 3, 1), (2, 1, 3), (1, 1, 1), (3, 1, 2), (3, 2, 1), (1, 2, 2), (2, 3, 1)]
)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.permutations("abcd"), placings), min_size=1, max_size=30),
    st.randoms(),
)
def test_the_order_of_games_changes_no_bit(
    games: list[tuple[int, list[str], tuple[int, ...]]], random: object
) -> None:
    results = [Result(deal, tuple(names[:3]), placing) for deal, names, placing in games]
    once = estimate(choices(results))
    random.shuffle(results)  # type: ignore[attr-defined]
    again = estimate(choices(results))
    assert (once.ratings, once.bounds) == (again.ratings, again.bounds)
    assert all(np.isfinite(once.ratings))


def test_all_level_is_all_equal() -> None:
    found = estimate(choices([Result(deal, ("a", "b"), (1, 1)) for deal in range(9)]))
    assert found.ratings == pytest.approx((0, 0))
    assert found.bounds == ("", "")


@pytest.mark.parametrize("deals", [1, 4, 10, 100])
def test_an_undefeated_bot_has_a_marked_bound(deals: int) -> None:
    found = estimate(choices([Result(deal, ("a", "b"), (1, 2)) for deal in range(deals)]))
    share = 1 / (1 + bound_weight(deals))
    assert found.bounds == (">", "<")
    assert found.ratings[0] - found.ratings[1] == pytest.approx(ELO * np.log(share / (1 - share)), abs=1e-6)
    if deals >= 10:  # a bot of that strength does as well in 1 of 20 tries
        assert share**deals == pytest.approx(0.05)


def test_bots_between_an_undefeated_and_a_beaten_one_are_marked_open() -> None:
    found = estimate(choices([Result(deal, ("a", "b", "c"), (1, 2, 3)) for deal in range(30)]))
    assert found.bounds == (">", "~", "<")


def test_more_wins_are_a_better_bound() -> None:
    few, many = (
        estimate(choices([Result(n, ("a", "b"), (1, 2)) for n in range(deals)])) for deals in (10, 50)
    )
    assert many.ratings[0] > few.ratings[0]


def test_resampling_all_at_once_is_fitting_one_by_one() -> None:
    data = choices(tournament((0.8, 0.3, -0.3, -0.8), 4, 30, (0.2,)))
    whole, weights = estimate(data), resamples(30, 7, 50)
    at_once = resampled(data, weights, whole.parameters)
    one_by_one = np.stack([fit(data, row @ data.counts, whole.parameters) for row in weights])[:, :4]
    assert at_once == pytest.approx(one_by_one, abs=1e-4)


def test_a_kind_of_tie_that_a_resample_lacks_does_not_spoil_it() -> None:
    results = tournament((0.8, 0.3, -0.3, -0.8), 4, 30, (0.2,))
    rare = replace(results[0], placing=(1, 1, 1, 4))
    with_it, without = choices([rare, *results[1:]]), choices(results)
    ends = []
    for data in (with_it, without):
        drawn = resampled(data, resamples(30, 7, 400), estimate(data).parameters)
        assert np.isfinite(drawn).all()
        ends.append(np.array(interval(drawn, 30)))
    assert ends[0] == pytest.approx(ends[1], abs=0.1)


def test_resamples_are_the_same_for_the_same_seed() -> None:
    assert np.array_equal(resamples(10, 5, 20), resamples(10, 5, 20))
    assert not np.array_equal(resamples(10, 5, 20), resamples(10, 6, 20))
    assert (resamples(10, 5, 20).sum(axis=1) == 10).all()


@pytest.mark.slow
def test_intervals_of_equal_bots_cover() -> None:
    """95 % intervals hold the truth in 95 of 100 tournaments, here three in each of 150."""
    hits, deals = 0, 12
    for seed in range(150):
        data = choices(tournament((0.0, 0.0, 0.0), 3, deals, seed=seed))
        drawn = resampled(data, resamples(deals, seed, 600), estimate(data).parameters)
        low, high = interval(drawn, deals)
        hits += int(((low <= 0) & (high >= 0)).sum())
    assert 0.92 <= hits / 450 <= 0.98
