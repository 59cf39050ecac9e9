"""What searches find, against what is known exactly; all by iterations, so nothing here is left to chance."""

from functools import cache

import pytest

from ai.exact import build, exploitability, measure, uniform
from engine.game import game
from engine.view import Playthrough, observe
from tests.ai.auction import AUCTION
from tests.ai.playing import views
from tests.ai.searching import searched, searcher

KUHN, LEDUC = game("kuhn"), game("leduc")
DUEL = game("oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=0,rounds=1")
PASS, BET = 0, 1
TREES = ("single", "determinized,worlds=4", "multi", "keyed", "flat,halving=no")
RULES = ("ucb1", "ucb1-tuned", "smooth", "regret", "exp3")
ALL = [f"tree={tree},selection={rule}" for tree in TREES for rule in RULES]


@cache
def mean_of_play(state, seat):
    """What a seat may expect if all choose any action."""
    if state.is_over:
        return state.returns[seat]
    return sum(mean_of_play(state.play(action), seat) for action in state.legal_actions) / len(
        state.legal_actions
    )


def worlds_of(view):
    """Worlds that agree with a view, each as often as it is likely (Leduc has two of each rank)."""
    return [view.determinize(seed) for seed in range(2000)]


def values_of(view):
    """What each action is worth against all that may be hidden, if all then choose any action."""
    worlds = worlds_of(view)
    return [
        sum(mean_of_play(world.play(action), view.seat) for world in worlds) / len(worlds)
        for action in view.legal_actions
    ]


def last_choices(rules, seed):
    """Views after whose actions nobody has a choice any more."""
    for view, state in views(rules, seed):
        if len(view.legal_actions) > 1:
            after = [state.play(action) for action in state.legal_actions]
            while any(each.legal and len(each.legal_actions) == 1 for each in after):
                after = [
                    each.play(each.legal_actions[0]) if len(each.legal_actions) == 1 else each
                    for each in after
                ]
            if all(each.is_over for each in after):
                yield view


def seen_means(view, spec, seed):
    _, found = searched(view, spec, seed)
    return [total / n if n else None for n, total in zip(found.visits.tolist(), found.totals.tolist())]


@pytest.mark.parametrize("given", [each for each in ALL if "determinized" not in each])
def test_a_last_choice_is_worth_what_it_is(given):
    """Kuhn poker facing a bet: to pass loses 1; to call wins 2 with the king, loses 2 with the jack."""
    for card, others, exact in (("J", "QK", (-1, -2)), ("Q", "JK", (-1, 0)), ("K", "JQ", (-1, 2))):
        view = Playthrough(KUHN.parse(f"{others[0]} {card} | bet")).view(1)
        spec = f"ismcts:iterations=600,{given}"
        passed, called = seen_means(view, spec, 3)
        assert passed == exact[0]
        assert called == pytest.approx(exact[1], abs=0.25)
        assert searcher(KUHN, spec).decide(view, 3).action == (PASS if exact[0] > exact[1] else BET)


@pytest.mark.parametrize("rule", RULES)
def test_a_tree_a_world_knows_the_cards_and_takes_the_better_action_in_each(rule):
    """So its means are too good: the queen called a bet at 0, and does so mostly where it meets the jack."""
    view = Playthrough(KUHN.parse("K Q | bet")).view(1)
    passed, called = seen_means(view, f"pimc:iterations=600,worlds=60,selection={rule}", 3)
    assert passed == -1
    assert 0.1 < called <= 2


@pytest.mark.parametrize("rules", [KUHN, LEDUC, AUCTION, DUEL], ids=["kuhn", "leduc", "auction", "duel"])
def test_uniform_play_in_a_flat_search_is_worth_what_it_is(rules):
    """No tree below the root, random playouts: the means are those of uniform play, worked out exactly."""
    for view in [view for view, _ in views(rules, 1) if len(view.legal_actions) > 1][-2:]:
        exact = values_of(view)
        found = seen_means(view, "flat:iterations=6000,halving=no,c=100", 5)
        wide = max(exact) - min(exact) + 1
        assert found == pytest.approx(exact, abs=0.08 * wide)


@pytest.mark.parametrize("tree", TREES[:4])
@pytest.mark.parametrize("rules", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_uniform_choices_in_a_tree_are_worth_what_they_are(rules, tree):
    """exp3 with a share of 1 for exploration: every choice of every seat is uniform, in any tree."""
    view = next(view for view, _ in views(rules, 1))
    exact = values_of(view)
    tree = tree.replace("worlds=4", "worlds=1000")
    found = seen_means(view, f"ismcts:iterations=6000,tree={tree},selection=exp3,gamma=1", 5)
    assert found == pytest.approx(exact, abs=0.35 if rules is LEDUC else 0.12)


@pytest.mark.parametrize("given", [*ALL, "playout=mast", "halving=yes", "tree=keyed,halving=yes", "widen=1"])
def test_no_choice_is_dominated(given):
    """The king calls and, passed to, bets no worse than it passes; the jack never calls."""
    for seed in range(3):
        decider = searcher(KUHN, f"ismcts:iterations=300,{given}")

        def chosen(position, seat, decider=decider, seed=seed):
            return decider.decide(Playthrough(KUHN.parse(position)).view(seat), seed).action

        assert chosen("Q K | bet", 1) == BET
        assert chosen("Q J | bet", 1) == PASS
        assert chosen("K Q | pass bet", 0) == BET
        assert chosen("J Q | pass bet", 0) == PASS


@pytest.mark.parametrize("rules", [LEDUC, AUCTION, DUEL], ids=["leduc", "auction", "duel"])
@pytest.mark.parametrize("given", ["tree=single", "tree=multi", "tree=keyed,selection=regret", "halving=yes"])
def test_the_last_choice_of_a_game_is_the_best(rules, given):
    tried = 0
    for seed in range(12):
        for view in last_choices(rules, seed):
            exact = values_of(view)
            best, rest = max(exact), sorted(exact)[-2]
            if best - rest > 0.2:
                found = searcher(rules, f"ismcts:iterations=400,{given}").decide(view, seed)
                assert exact[view.legal_actions.index(found.action)] == best
                tried += 1
    assert tried > 2


@pytest.mark.jit
@pytest.mark.parametrize(
    ("rules", "uniformly", "iterations", "most"),
    [
        (KUHN, 0.458, 400, 0.35),
        (LEDUC, 2.374, 400, 1.2),
        pytest.param(LEDUC, 2.374, 4000, 1.0, marks=pytest.mark.slow),
        (DUEL, 0.375, 4000, 0.2),
    ],
    ids=["kuhn", "leduc", "leduc, longer", "duel"],
)
@pytest.mark.parametrize("given", ["selection=smooth", "selection=regret"])
def test_keyed_self_play_is_less_exploitable_than_uniform_play(rules, uniformly, iterations, most, given):
    """In small Oriflamme, Leduc and Kuhn poker, asked at every information set by ten seeds."""
    tree = build(rules)
    assert measure(tree, uniform(tree)).exploitability == pytest.approx(uniformly, abs=0.001)
    spec = f"ismcts:iterations={iterations},tree=keyed,{given},fresh=0.5,final=mixed,near=0"
    assert exploitability(spec, rules, samples=10).exploitability < most


@pytest.mark.jit
@pytest.mark.parametrize("given", ["selection=smooth", "selection=regret"])
def test_keyed_self_play_finds_the_value_of_the_last_bet(given):
    """Kuhn poker: all worlds have the king, so whoever is asked to call its bet learns to pass."""
    view = Playthrough(KUHN.parse("Q K | pass")).view(1)
    found = seen_means(view, f"ismcts:iterations=4000,tree=keyed,{given}", 3)
    assert found[PASS] == 1.0  # the cards are shown, and the king wins the ante
    assert found[BET] == pytest.approx(1.0, abs=0.15)


def test_worlds_are_all_found():
    view = Playthrough(KUHN.parse("Q K |")).view(0)
    assert {str(world) for world in worlds_of(view)} == {"Q J |", "Q K |"}
    assert all(observe(world, 0).data == view.data for world in worlds_of(view))
