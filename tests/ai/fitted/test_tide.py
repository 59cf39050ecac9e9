"""The estimate of Turn the Tide's positions: shares of the win, and the real ones in the end."""

import numpy as np
import pytest

from ai.fitted.tide import N_WEIGHTS, QUARTERS, SHARPNESS, WEIGHTS
from engine.game import game
from engine.games.tide.state import HAND, ROUNDS
from engine.jit import COMPILED
from tests.ai.fitted.kernels import tide_estimate
from tests.strategies import states

SPECS = (
    "tide",
    "tide:seats=5",
    "tide:seats=3,deck=30,hand=4,tides=6",
    "tide:seats=4,deck=20,hand=4,tides=5,rounds=2,high-card=choose",
    "tide:seats=3,deck=3,hand=1,tides=1,rounds=1",
)


def estimated(state):
    out = np.full(state.game.seats, -7.0)
    stage = tide_estimate(state._rows(), out)
    return out, stage


def test_there_are_numbers_for_every_weight():
    assert np.shape(WEIGHTS) == (ROUNDS * QUARTERS, N_WEIGHTS)
    assert np.shape(SHARPNESS) == (ROUNDS * QUARTERS, 6)
    assert np.isfinite(WEIGHTS).all()
    assert (np.array(SHARPNESS) > 0).all()


@pytest.mark.parametrize("spec", SPECS)
def test_estimates_are_shares_of_the_win_and_the_real_ones_in_the_end(spec):
    before = 0
    for state in states(spec, 2 if COMPILED else 1):
        found, stage = estimated(state)
        assert found.sum() == pytest.approx(1.0)
        assert (found >= 0).all()
        assert stage >= before
        before = stage
        if state.is_over:
            assert tuple(found) == state.returns
            assert stage == int(state.row["rounds"]) * HAND
            before = 0
        else:
            assert stage < int(state.row["rounds"]) * HAND


def test_a_stage_is_a_hand():
    # Commitments do not raise it; the reveal of all does, by one within a round.
    state, seen = game("tide").deal(3), []
    while len(seen) < 9:
        seen.append(estimated(state)[1])
        state = state.play(state.legal_actions[0])
    assert seen == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_more_points_are_likelier_to_win():
    middle = [state for state in states("tide", 1) if int(state.row["turn"]) >= 2]
    for state in middle[::20]:
        if state.is_over:
            continue
        rows, before = state._rows().copy(), estimated(state)[0]
        for seat in range(4):
            more, out = rows.copy(), np.zeros(4)
            more["points"][0, seat] += 2
            tide_estimate(more, out)
            assert out[seat] > before[seat]
            assert (np.delete(out, seat) < np.delete(before, seat)).all()


@pytest.mark.jit
def test_estimates_lose_less_than_an_even_share_in_random_games():
    so_far, losses = [], []
    for state in states("tide:seats=4", 10, seed=9):
        so_far.append(state)
        if state.is_over:
            late = [each for each in so_far if int(each.row["turn"]) >= 2]
            losses += [
                -float(np.log(np.maximum(estimated(each)[0], 1e-9)) @ np.array(state.returns))
                for each in late
            ]
            so_far = []
    assert np.mean(losses) < np.log(4)
