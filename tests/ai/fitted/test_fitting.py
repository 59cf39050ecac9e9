"""The fits find what data were made with, and what they are written as can be read again."""

import numpy as np
import pytest

from benchmarks.fit_games import play
from benchmarks.fit_logit import compared, fit, losses, predicted, softmax, table

WEIGHTS, SHARP = np.array([1.0, -0.5]), {3: 2.0, 4: 1.0}


def made(positions, seed):
    """Positions whose winners are drawn from a conditional logit."""
    chance, sample = np.random.default_rng(seed), []
    for seats, sharp in SHARP.items():
        x = chance.normal(size=(positions, seats, 2))
        winners = [chance.choice(seats, p=shares) for shares in softmax(sharp * (x @ WEIGHTS))]
        sample.append((seats, x, np.eye(seats)[winners]))
    return sample


def test_a_fit_finds_the_weights_and_how_sharp_they_count():
    weights, sharpness = fit(made(4000, 1), np.full(2, 0.01))
    assert weights == pytest.approx(WEIGHTS, abs=0.1)
    assert sharpness[3] == pytest.approx(SHARP[3], rel=0.1)
    assert sharpness[4] == 1.0


def test_what_is_fitted_loses_less_than_an_even_share():
    known, unknown = made(1500, 2), made(1500, 3)
    weights, sharpness, told = compared(known, unknown, np.full(2, 0.01), 0)
    even, alone, fitted = (float(text) for text in told.split()[:3])
    assert fitted < alone < even
    assert fitted == pytest.approx(losses(predicted(weights, sharpness, unknown), unknown)[0], abs=1e-4)
    assert even == pytest.approx((np.log(3) + np.log(4)) / 2, abs=1e-4)


def test_a_table_can_be_read_again():
    value = np.arange(24).reshape(2, 12) / 7
    read: dict[str, object] = {}
    exec(table("FOUND", value), read)
    assert np.array(read["FOUND"]) == pytest.approx(value, abs=5e-4)


def test_games_are_kept_at_the_first_position_of_each_stage():
    games = play("oriflamme:seats=3", ("random", "hoarder"), 2, 4, lambda row: row["turn"])
    assert games.states["turn"].tolist() == [0, 1, 2, 3, 4, 5] * 2
    assert games.number.tolist() == [0] * 6 + [1] * 6
    assert games.begins.all()
    assert games.returns.sum(axis=1) == pytest.approx(1.0)
    again = play("oriflamme:seats=3", ("random", "hoarder"), 2, 4, lambda row: row["turn"], every=3)
    assert again.states[again.begins].tobytes() == games.states.tobytes()
    assert len(again.states) > len(games.states)
