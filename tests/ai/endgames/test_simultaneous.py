"""Games with known equilibria, and random ones: nobody gains by leaving, no dominated choice is played."""

import numpy as np
import pytest

from ai.endgames.simultaneous import FIRST, FREE, SECOND, solve, strike_out


def two(table):
    """A game of two from a table: row player 0, column player 1."""
    return np.array([table[joint & 1][joint >> 1] for joint in range(4)], float)


def gain_by_leaving(payoffs, chances):
    """What the best deviation brings, worked out by itself."""
    n, worst = len(chances), 0.0
    for player in range(n):
        values = []
        for mine in (chances[player], 0.0, 1.0):
            mixed = list(chances)
            mixed[player] = mine
            values.append(
                sum(
                    np.prod([p if joint >> i & 1 else 1 - p for i, p in enumerate(mixed)]) * row[player]
                    for joint, row in enumerate(payoffs)
                )
            )
        worst = max(worst, max(values) - values[0])
    return worst


def test_pennies_that_do_not_pay_alike_are_mixed_as_they_must_be():
    # Player 1 makes player 0 indifferent: 3 q0 - q1 = -q0 + q1, so q = (1/3, 2/3); player 0 plays evenly.
    found = solve(two([[(3, 0), (-1, 1)], [(-1, 1), (1, 0)]]))
    assert found.chances == pytest.approx([0.5, 2 / 3], abs=1e-9)
    assert found.gap < 1e-9
    assert found.values[0] == pytest.approx([1 / 3, 1 / 3])


def test_a_dominated_choice_is_never_played_even_where_it_costs_nothing():
    dilemma = two([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    assert strike_out(dilemma, 2).tolist() == [SECOND, SECOND]
    assert solve(dilemma).chances.tolist() == [1, 1]
    # Weakly: the first choice of player 0 is as good against the first of player 1, and worse else.
    weak = two([[(1, 0), (0, 1)], [(1, 1), (1, 0)]])
    assert strike_out(weak, 2).tolist() == [SECOND, FIRST]
    assert solve(weak).chances.tolist() == [1, 0]
    same = two([[(1, 1), (1, 1)], [(1, 1), (1, 1)]])
    assert strike_out(same, 2).tolist() == [FREE, FREE]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_gains_by_leaving_what_is_found(players):
    chance = np.random.default_rng(players)
    for number in range(40):
        payoffs = chance.random((1 << players, players)).round(1 + number % 2)
        found = solve(payoffs)
        assert ((found.chances >= 0) & (found.chances <= 1)).all()
        assert gain_by_leaving(payoffs, found.chances) == pytest.approx(found.gap, abs=1e-9)
        assert found.gap < 1e-9


def test_a_player_to_whom_all_is_alike_keeps_nobody_from_mixing_as_they_must():
    pennies = [[(3, 0), (-1, 1)], [(-1, 1), (1, 0)]]
    with_a_third = np.array([[*pennies[joint & 1][joint >> 1 & 1], 0.4] for joint in range(8)])
    found = solve(with_a_third)
    assert found.chances == pytest.approx([0.5, 2 / 3, 0.5], abs=1e-9)
    assert found.gap < 1e-9
