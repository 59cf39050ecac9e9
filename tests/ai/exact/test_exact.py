"""Small games looked at whole: values that are known, and what no refactoring may change."""

import numpy as np
import pytest

from ai.exact import (
    best_response,
    build,
    expected,
    margin,
    measure,
    payoff,
    solve,
    uniform,
)
from ai.exact.tree import estimated
from engine.errors import LawError, SpecError
from engine.game import game
from tests.ai.exact.enumerated import Enumerated, say

KUHN, LEDUC = game("kuhn"), game("leduc")
SMALL = "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=0,rounds=1"


@pytest.fixture(scope="module")
def kuhn():
    return build(KUHN)


@pytest.fixture(scope="module")
def leduc():
    return build(LEDUC)


def test_how_large_the_trees_are(kuhn, leduc):
    assert str(kuhn) == "kuhn: 54 nodes, 30 ends, 12 information sets (6, 6)"
    assert str(leduc) == "leduc: 2,040 nodes, 1,176 ends, 288 information sets (144, 144)"


def test_the_value_of_kuhn_poker(kuhn):
    solution = solve(kuhn, 1000)
    say(f"kuhn: value {solution.values[0]:.6f}, NashConv {solution.nash_conv:.6f}")
    assert solution.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert solution.measure.exploitability < 1e-4


@pytest.mark.jit
def test_the_value_of_leduc_poker(leduc):
    solution = solve(leduc, 1000)
    say(f"leduc: value {solution.values[0]:.6f}, NashConv {solution.nash_conv:.6f}")
    assert solution.values[0] == pytest.approx(-0.085606, abs=5e-5)
    assert solution.measure.exploitability < 5e-4


@pytest.mark.parametrize(
    ("which", "value", "exploitability"), [("kuhn", 0.125, 0.458333), ("leduc", -0.078125, 2.373611)]
)
def test_uniform_play_is_as_exploitable_as_known(which, value, exploitability, request):
    tree = request.getfixturevalue(which)
    found = measure(tree, uniform(tree))
    say(f"{which}: uniform play, value {found.values[0]:.6f}, exploitability {found.exploitability:.6f}")
    assert found.values == pytest.approx((value, -value), abs=1e-9)
    assert found.exploitability == pytest.approx(exploitability, abs=1e-6)


def test_always_passing_and_always_betting_by_hand(kuhn):
    """Who always passes wins 1 with the higher card; the best answer bets always and wins the ante."""
    always = np.zeros(kuhn.slots)
    always[kuhn.sets.first] = 1.0
    passing = measure(kuhn, always)
    assert passing.values == pytest.approx((0, 0))
    assert passing.best == pytest.approx((1, 1))
    always[:] = 0.0
    always[kuhn.sets.first + 1] = 1.0
    betting = measure(kuhn, always)
    # Against a bet: fold the jack (-1), call the king (2), and the queen wins 2 as often as it loses 2.
    assert betting.best == pytest.approx((1 / 3, 1 / 3))


@pytest.mark.parametrize("which", ["kuhn", pytest.param("leduc", marks=pytest.mark.jit)])
def test_best_responses_are_those_of_the_slow_reference(which, request):
    tree = request.getfixturevalue(which)
    slow, rng = Enumerated(tree.game), np.random.default_rng(5)
    for _ in range(3):
        policy = rng.random(tree.slots) ** 3
        for first, size in zip(tree.sets.first, tree.sets.size):
            policy[first : first + size] /= policy[first : first + size].sum()
        named = {view: tree.probabilities(policy, info) for info, view in enumerate(tree.views)}
        assert expected(tree, policy) == pytest.approx(slow.expected(named), abs=1e-12)
        for seat in range(tree.game.seats):
            value, best = best_response(tree, policy, seat)
            assert value == pytest.approx(slow.best(named, seat), abs=1e-12)
            assert expected(tree, best)[seat] == pytest.approx(value, abs=1e-12)


def test_a_best_response_leaves_the_policy_alone(kuhn):
    policy = uniform(kuhn)
    before = policy.copy()
    _, best = best_response(kuhn, policy, 1)
    assert (policy == before).all()
    own = kuhn.sets.seat == 1
    assert (best != policy).any()
    for first in kuhn.sets.first[~own]:
        assert (best[first : first + 2] == 0.5).all()


def test_solving_stops_when_it_is_enough(kuhn):
    found = solve(kuhn, 5000, enough=0.01, look=10)
    assert found.iterations < 1000
    assert found.iterations % 10 == 0
    assert found.nash_conv <= 0.01


def test_more_iterations_come_nearer(kuhn):
    found = [solve(kuhn, iterations).nash_conv for iterations in (10, 100, 1000)]
    assert found[0] > 3 * found[1] > 9 * found[2]


def test_what_is_paid():
    state = game(SMALL).deal(1)
    while state.legal:
        state = state.play(state.legal_actions[0])
    assert sum(payoff(state)) == pytest.approx(0)
    assert payoff(state) == pytest.approx(tuple(each - 0.5 for each in state.returns))
    assert margin(state) == pytest.approx(
        (state.scores[0] - state.scores[1], state.scores[1] - state.scores[0])
    )


def test_the_views_of_information_sets_are_those_of_play(kuhn):
    view = next(each for each in kuhn.views if str(each) == "Q ? | pass bet")
    assert view.seat == 0
    assert len(view.events) == 2
    assert view.legal_actions == (0, 1)
    assert kuhn.probabilities(uniform(kuhn), kuhn.views.index(view)) == {0: 0.5, 1: 0.5}


@pytest.mark.parametrize("rules", [KUHN, LEDUC, game(SMALL)], ids=["kuhn", "leduc", "small"])
def test_the_size_is_told_from_random_games(rules):
    deals = sum(1 for _ in rules.all_deals(rules))
    found = len(build(rules).nodes.parent) / deals
    # 400 probes; the standard deviation of one is less than twice the size in these games.
    assert estimated(rules, 400) == pytest.approx(found, rel=0.3)


def test_large_games_are_refused():
    for each in ("oriflamme", "tide"):
        with pytest.raises(SpecError, match=f"{each} has some [0-9]e.[0-9]* positions"):
            build(game(each))
    with pytest.raises(SpecError, match="more than 1,000 positions"):
        build(LEDUC, most=1000)
    with pytest.raises(SpecError, match="does not list its deals"):
        build(game("oriflamme:set=combined"))


def _changed(**kernels):
    from dataclasses import replace

    return replace(KUHN, kernels=KUHN.kernels._replace(**kernels))


@pytest.fixture
def _apart(monkeypatch):
    """Keep the working room of changed games, which are equal to the sound one, out of other tests."""
    import engine.state

    monkeypatch.setattr(engine.state, "_scratches", {})


@pytest.mark.usefixtures("_apart")
def test_views_that_tell_less_than_was_seen_are_found():
    def observe(states, seat, views):
        KUHN.kernels.observe(states, seat, views)
        if views[0]["n"] == 1:
            views["card"][0][1 - seat] = states["card"][0][1 - seat]

    with pytest.raises(LawError, match="has seen the same, but sees"):
        build(_changed(observe=observe))


@pytest.mark.usefixtures("_apart")
def test_a_seat_that_is_not_told_its_own_choice_is_found():
    def step(states, action, out, log):
        n = KUHN.kernels.step(states, action, out, log)
        if log is not None:
            log[0] = 0
        return n

    def observe(states, seat, views):
        KUHN.kernels.observe(states, seat, views)
        views["n"] = 0
        views["paid"] = 1

    with pytest.raises(LawError, match="is not told"):
        build(_changed(step=step, observe=observe))
