"""The end of Turn the Tide: pay-offs as the engine plays them, and an equilibrium of them."""

from itertools import permutations, product

import numpy as np
import pytest

from ai.endgames.tide import equilibrium, seats_of, solve, tensor
from engine.game import game
from engine.games.tide.state import TIDE_CARDS
from engine.state import from_row
from engine.view import observe
from tests.strategies import states

SMALL = "tide:seats=3,deck=30,hand=4,tides=4"
MANY = "tide:seats=3,deck=24,hand=3,tides=4"  # more tide cards are left than are offered
FIVE = "tide:seats=5,deck=30,hand=4,tides=6"


def ends(spec, games):
    """Positions of random games before the last choice, nobody has committed."""
    for state in states(spec, games):
        row = state.row
        if state.is_over or int(row["turn"]) + 1 < int(row["rounds"]) or row["choice"].any():
            continue
        left = [bin(int(cards)).count("1") for cards in row["hand"][: state.game.seats]]
        if all(left[seat] == 2 for seat in range(state.game.seats) if int(row["active"]) >> seat & 1):
            yield state


def with_last(state, pair):
    """The same position with these tide cards coming last."""
    rows = state._rows().copy()
    top = int(rows["turn"][0]) * TIDE_CARDS + int(rows["drawn"][0])
    rows["tide"][0, top : top + 2] = pair
    return from_row(state.game, rows)


def brute_force(state, seats):
    """The mean returns by joint choice, played by the engine with every order of the tide cards left."""
    left = int(state.row["left"])
    cards = [1 + value for value in range(16) for _ in range(left >> 2 * value & 3)]
    pairs = list(permutations(cards, 2))
    found = np.zeros((1 << len(seats), state.game.seats))
    for pair, choices in product(pairs, product((0, 1), repeat=len(seats))):
        now = with_last(state, pair)
        for choice in choices:
            now = now.play(now.legal_actions[choice])
        while not now.is_over:
            (action,) = now.legal_actions
            now = now.play(action)
        found[sum(choice << i for i, choice in enumerate(choices))] += now.returns
    return found / len(pairs)


@pytest.mark.parametrize(("spec", "games"), [(SMALL, 12), (MANY, 6), (FIVE, 4)])
def test_pay_offs_are_those_that_the_engine_plays(spec, games):
    differ = 0
    for state in ends(spec, games):
        view = observe(state, state.to_act)
        found = tensor(view)
        assert found == pytest.approx(brute_force(state, seats_of(view)), abs=1e-12)
        differ += bool((found.max(axis=0) > found.min(axis=0)).any())
    assert differ


def test_what_others_have_committed_is_not_known():
    for state in ends(FIVE, 4):
        first = state.to_act
        before, after = observe(state, first), state.play(state.legal_actions[0])
        second = observe(after, after.to_act)
        assert tensor(second).tolist() == tensor(before).tolist()
        other = state.play(state.legal_actions[1])
        assert solve(observe(other, other.to_act), 5) == solve(second, 5)


def test_it_is_an_equilibrium_without_dominated_choices():
    gaps, mixed = [], 0
    for spec in (SMALL, MANY, FIVE, "tide:seats=4"):
        for state in ends(spec, 25):
            view = observe(state, state.to_act)
            found, payoffs, seats = equilibrium(view), tensor(view), seats_of(view)
            gaps.append(found.gap)
            joint = np.arange(len(payoffs))
            for i, seat in enumerate(seats):
                low = joint[joint >> i & 1 == 0]
                gain = payoffs[low | 1 << i, seat] - payoffs[low, seat]
                if gain.min() >= 0 and gain.max() > 1e-9:
                    assert found.chances[i] == 1
                if gain.max() <= 0 and gain.min() < -1e-9:
                    assert found.chances[i] == 0
                mixed += 0 < found.chances[i] < 1 and bool((gain != 0).any())
    told = f"{len(gaps)} ends solved, the largest gain by leaving {max(gaps):.1e}; {mixed} mixtures matter"
    print(told)  # noqa: T201 - for pytest -s
    assert max(gaps) < 1e-3
    assert mixed


def test_a_decision_is_drawn_from_the_mixture():
    tried = 0
    for state in ends(FIVE, 10):
        view = observe(state, state.to_act)
        found = equilibrium(view)
        high = found.chances[seats_of(view).index(view.seat)]
        drawn = [solve(view, seed).action == view.legal_actions[1] for seed in range(60)]
        assert solve(view, 3) == solve(view, 3)
        assert np.mean(drawn) == pytest.approx(high, abs=0.25)
        assert sum(solve(view, 3).visits) == 1000
        tried += 0.1 < high < 0.9
        if high in (0.0, 1.0):
            assert set(drawn) == {bool(high)}
    assert tried


def test_with_one_card_left_there_is_no_choice():
    state = next(ends(SMALL, 5))
    while len(state.legal_actions) > 1:
        state = state.play(state.legal_actions[0])
    if not state.is_over:
        assert solve(observe(state, state.to_act), 1).action == state.legal_actions[0]
        assert solve(observe(state, (state.to_act + 1) % 3), 1) is None


def test_it_says_nothing_of_what_it_cannot_solve():
    opening = game(SMALL).deal(1)
    assert solve(observe(opening, 0), 1) is None
    # In a game of one round nobody has held another's hand.
    for state in ends("tide:seats=3,deck=30,hand=2,tides=4,rounds=1", 3):
        assert solve(observe(state, state.to_act), 1) is None
    for state in ends("tide:seats=3,deck=30,hand=4,tides=4,high-card=choose", 3):
        assert solve(observe(state, state.to_act), 1) is None
