"""The estimate of Oriflamme's positions: shares of the win, and the real ones in the end."""

import numpy as np
import pytest

from ai.fitted.oriflamme import KINDS_KNOWN, N_WEIGHTS, SHARPNESS, WEIGHTS
from engine.games.oriflamme.cards import CARDS
from engine.jit import COMPILED
from tests.ai.fitted.kernels import oriflamme_estimate
from tests.strategies import states

SPECS = (
    "oriflamme",
    "oriflamme:seats=5,set=combined",
    "oriflamme:seats=3,set=ablaze",
    "oriflamme:seats=2",
    "oriflamme:seats=2,families=1,set=alliance",
    "oriflamme:seats=3,rounds=2,aside=1,cards=Soldier+Spy+Heir+Ambush",
)


def estimated(state):
    out = np.full(state.game.seats, -7.0)
    oriflamme_estimate(state._rows(), out)
    return out


def test_there_are_numbers_for_every_weight_and_every_card():
    assert len(CARDS) == KINDS_KNOWN
    assert np.shape(WEIGHTS) == (7, N_WEIGHTS)
    assert np.shape(SHARPNESS) == (7, 6)
    assert np.isfinite(WEIGHTS).all()
    assert (np.array(SHARPNESS) > 0).all()


@pytest.mark.parametrize("spec", SPECS)
def test_estimates_are_shares_of_the_win_and_the_real_ones_in_the_end(spec):
    before = 0
    for state in states(spec, 3 if COMPILED else 1):
        found = estimated(state)
        assert found.sum() == pytest.approx(1.0)
        assert (found >= 0).all()
        now = oriflamme_estimate(state._rows(), found)
        assert now == int(state.row["turn"])
        assert now >= before
        before = 0 if state.is_over else now
        if state.is_over:
            assert tuple(found) == state.returns
        else:
            assert found.max() < 1.0


def test_a_richer_seat_is_likelier_to_win():
    state = next(state for state in states("oriflamme", 1) if int(state.row["turn"]) == 3)
    rows, before = state._rows().copy(), estimated(state)
    for seat in range(4):
        more = rows.copy()
        more["purse"][0, seat] += 3
        out = np.zeros(4)
        oriflamme_estimate(more, out)
        assert out[seat] > before[seat]
        assert (np.delete(out, seat) < np.delete(before, seat)).all()


@pytest.mark.jit
@pytest.mark.parametrize("spec", SPECS[:4])
def test_estimates_lose_less_than_an_even_share_in_random_games(spec):
    game_so_far, losses = [], []
    for state in states(spec, 12, seed=9):
        if not state.is_over:
            game_so_far.append(state)
            continue
        late = [each for each in game_so_far if int(each.row["turn"]) >= 4]
        losses += [
            -float(np.log(np.maximum(estimated(each), 1e-9)) @ np.array(state.returns)) for each in late
        ]
        game_so_far = []
    assert np.mean(losses) < np.log(state.game.seats)
