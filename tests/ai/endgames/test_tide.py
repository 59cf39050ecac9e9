"""The end of Turn the Tide: pay-offs as the engine plays them, and an equilibrium of them."""

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from ai.bot import bot
from ai.endgames.tide import equilibrium, seats_of, solve, tensor
from engine.game import game
from engine.games.tide.state import TIDE_CARDS
from engine.state import from_row
from engine.view import observe
from tests.ai.searching import bound, parts_of
from tests.strategies import states

SMALL = "tide:seats=3,deck=30,hand=4,tides=4"
MANY = "tide:seats=3,deck=24,hand=3,tides=4"  # more tide cards are left than are offered
FIVE = "tide:seats=5,deck=30,hand=4,tides=6"

RANK = "payoff=rank,weight=0"
SOUGHT = {
    "payoff=share": lambda share, rank, margin: share,
    RANK: lambda share, rank, margin: rank,
    "payoff=rank,weight=0.3": lambda share, rank, margin: 0.3 * share + 0.7 * rank,
    "payoff=margin,weight=0,scale=2": lambda share, rank, margin: margin(2),
    "payoff=margin,scale=6,backup=paranoid": lambda share, rank, margin: 0.5 * share + 0.5 * margin(6),
}
"""What a seat seeks, by options of a search."""


@cache
def plans_of(rules, options=""):
    """The plan of a search with these options, in a one-element array."""
    return parts_of(rules, f"moismcts:endgame=exact,{options}".rstrip(",")).plans


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


def sought_by(state, seat, sought):
    """What a seat gets of a game that is over, worked out from the points of all."""
    points = [int(each) for each in state.row["points"][: state.game.seats]]
    own, others = points[seat], points[:seat] + points[seat + 1 :]
    rank = sum((own > each) + 0.5 * (own == each) for each in others) / len(others)

    def margin(scale):
        return 1 / (1 + np.exp(-(own - max(others)) / (scale * bound(state.game).hints.unit)))

    return sought(state.returns[seat], rank, margin)


def brute_force(state, seats, sought):
    """The mean pay-off by joint choice, played by the engine with every order of the tide cards left.

    By function in `sought`.
    """
    left = int(state.row["left"])
    cards = [1 + value for value in range(16) for _ in range(left >> 2 * value & 3)]
    pairs = list(permutations(cards, 2))
    found = np.zeros((len(sought), 1 << len(seats), state.game.seats))
    for pair, choices in product(pairs, product((0, 1), repeat=len(seats))):
        now = with_last(state, pair)
        for choice in choices:
            now = now.play(now.legal_actions[choice])
        while not now.is_over:
            (action,) = now.legal_actions
            now = now.play(action)
        joint = sum(choice << i for i, choice in enumerate(choices))
        for i, each in enumerate(sought):
            found[i, joint] += [sought_by(now, seat, each) for seat in range(state.game.seats)]
    return found / len(pairs)


def paid(payoffs, chances, i):
    """What each choice pays the i-th seat that is still in the round, by its column of a tensor."""
    values = [0.0, 0.0]
    for joint, pay in enumerate(payoffs):
        others = [p if joint >> k & 1 else 1 - p for k, p in enumerate(chances) if k != i]
        values[joint >> i & 1] += np.prod(others) * pay
    return values


@pytest.mark.parametrize(("spec", "games"), [(SMALL, 12), (MANY, 6), (FIVE, 4)])
def test_pay_offs_are_those_that_the_engine_plays(spec, games):
    differ = dict.fromkeys(SOUGHT, 0)
    for state in ends(spec, games):
        view = observe(state, state.to_act)
        slow = brute_force(state, seats_of(view), SOUGHT.values())
        for options, expected in zip(SOUGHT, slow, strict=True):
            found = tensor(view, plans_of(state.game, options))
            assert found == pytest.approx(expected, abs=1e-12)
            assert 0 <= found.min() <= found.max() <= 1
            differ[options] += bool((found.max(axis=0) > found.min(axis=0)).any())
    assert all(differ.values())


@pytest.mark.parametrize("options", SOUGHT)
def test_a_decision_is_a_best_reply_for_what_the_plan_seeks(options):
    tried, matter = 0, 0
    for spec, games in ((SMALL, 4), (MANY, 4), (FIVE, 3)):
        for state in ends(spec, games):
            view = observe(state, state.to_act)
            place = seats_of(view).index(view.seat)
            (payoffs,) = brute_force(state, seats_of(view), [SOUGHT[options]])
            plans = plans_of(state.game, options)
            found = equilibrium(view, plans)
            for i, seat in enumerate(seats_of(view)):
                values = paid(payoffs[:, seat], found.chances, i)
                mean = found.chances[i] * values[1] + (1 - found.chances[i]) * values[0]
                assert mean == pytest.approx(max(values), abs=1e-9)
            values = paid(payoffs[:, view.seat], found.chances, place)
            for seed in range(5):
                chosen = solve(view, seed, plans)
                assert chosen.values == pytest.approx(values, abs=1e-9)
                assert values[chosen.actions.index(chosen.action)] == pytest.approx(max(values), abs=1e-9)
            tried, matter = tried + 1, matter + (abs(values[1] - values[0]) > 0.01)
    assert tried > 8
    assert matter


def test_who_cannot_win_plays_for_rank_where_that_is_sought():
    exact, expert = f"moismcts:endgame=exact,{RANK}", "expert:iterations=10"
    seen = 0
    for spec, games in ((SMALL, 30), (MANY, 30), (FIVE, 8)):
        for state in ends(spec, games):
            rules, view = state.game, observe(state, state.to_act)
            i = seats_of(view).index(view.seat)
            shares, ranks = (tensor(view, plans_of(rules, each))[:, view.seat] for each in ("", RANK))
            low = np.flatnonzero(np.arange(len(ranks)) >> i & 1 == 0)
            gain = ranks[low | 1 << i] - ranks[low]
            if shares.any() or gain.min() * gain.max() <= 0:
                continue  # it may win; or one card is not the better one whatever others play
            seen += 1
            better = view.legal_actions[int(gain.min() > 0)]
            slow = brute_force(state, seats_of(view), [SOUGHT[RANK]])[0, :, view.seat]
            expected = paid(slow, equilibrium(view, plans_of(rules, RANK)).chances, i)
            for name, seed in product((exact, expert), range(6)):
                found = bot(name, rules).decide(view, seed)
                assert found.action == better
                assert found.values == pytest.approx(expected, abs=1e-9)
            indifferent = solve(view, 1, plans_of(rules))
            assert indifferent.values == (0, 0)
            assert indifferent.visits == (500, 500)
    assert seen > 1


def test_what_others_have_committed_is_not_known():
    for state in ends(FIVE, 4):
        first = state.to_act
        before, after = observe(state, first), state.play(state.legal_actions[0])
        second = observe(after, after.to_act)
        other = state.play(state.legal_actions[1])
        for options in SOUGHT:
            plans = plans_of(state.game, options)
            assert tensor(second, plans).tolist() == tensor(before, plans).tolist()
            assert solve(observe(other, other.to_act), 5, plans) == solve(second, 5, plans)


def test_it_is_an_equilibrium_without_dominated_choices():
    gaps, mixed = [], 0
    for spec in (SMALL, MANY, FIVE, "tide:seats=4"):
        for state in ends(spec, 25):
            view = observe(state, state.to_act)
            plans, seats = plans_of(state.game), seats_of(view)
            found, payoffs = equilibrium(view, plans), tensor(view, plans)
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
    assert max(gaps) < 1e-9
    assert mixed


def test_a_decision_is_drawn_from_the_mixture():
    tried = 0
    for state in ends(FIVE, 10):
        view, plans = observe(state, state.to_act), plans_of(state.game)
        found = equilibrium(view, plans)
        high = found.chances[seats_of(view).index(view.seat)]
        drawn = [solve(view, seed, plans).action == view.legal_actions[1] for seed in range(60)]
        assert solve(view, 3, plans) == solve(view, 3, plans)
        assert np.mean(drawn) == pytest.approx(high, abs=0.25)
        assert sum(solve(view, 3, plans).visits) == 1000
        tried += 0.1 < high < 0.9
        if high in (0.0, 1.0):
            assert set(drawn) == {bool(high)}
    assert tried


def test_with_one_card_left_there_is_no_choice():
    state = next(ends(SMALL, 5))
    while len(state.legal_actions) > 1:
        state = state.play(state.legal_actions[0])
    if not state.is_over:
        plans = plans_of(state.game)
        assert solve(observe(state, state.to_act), 1, plans).action == state.legal_actions[0]
        assert solve(observe(state, (state.to_act + 1) % 3), 1, plans) is None


def test_it_says_nothing_of_what_it_cannot_solve():
    opening = game(SMALL).deal(1)
    assert solve(observe(opening, 0), 1, plans_of(opening.game)) is None
    # In a game of one round nobody has held another's hand.
    for state in ends("tide:seats=3,deck=30,hand=2,tides=4,rounds=1", 3):
        assert solve(observe(state, state.to_act), 1, plans_of(state.game)) is None
    for state in ends("tide:seats=3,deck=30,hand=4,tides=4,high-card=choose", 3):
        assert solve(observe(state, state.to_act), 1, plans_of(state.game)) is None
