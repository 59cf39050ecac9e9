"""The parts of a search as options: what does not go together, what is chosen at the end, and threads."""

import numpy as np
import pytest

from ai.bot import bot, canonical
from ai.search.bots import Found, choose, means, merge, run
from ai.search.parts import number
from ai.search.plan import blank
from engine.errors import SpecError
from engine.game import game
from engine.rng import split
from tests.ai.auction import AUCTION
from tests.ai.hinted import HINTED
from tests.ai.playing import views
from tests.ai.reference import Search
from tests.ai.searching import bound, parts_of, searcher

KUHN, TIDE, ORIFLAMME = game("kuhn"), game("tide"), game("oriflamme")

REFUSED = (
    (KUHN, "pimc:iterations=19", "needs an iteration a world, in each thread: iterations=20 or more"),
    (
        KUHN,
        "pimc:iterations=30,threads=2",
        "needs an iteration a world, in each thread: iterations=40 or more",
    ),
    (KUHN, "ismcts:payoff=rank", "payoff=rank needs weight=0: what kuhn pays is no share, and does not mix"),
    (AUCTION, "ismcts:worlds=5", "worlds=5 changes nothing here: it needs tree=determinized"),
    (AUCTION, "flat:selection=exp3", "selection=exp3 changes nothing here: it needs halving=no"),
    (AUCTION, "flat:simultaneous=exp3", "simultaneous=exp3 changes nothing here: it needs halving=no"),
    (AUCTION, "flat:c=5", "c=5 changes nothing here: it needs ucb1, ucb1-tuned, puct or smooth"),
    (KUHN, "ismcts:selection=exp3,c=2", "c=2 changes nothing here: it needs ucb1"),
    (AUCTION, "ismcts:gamma=0.2", "gamma=0.2 changes nothing here: it needs smooth, regret or exp3"),
    (AUCTION, "ismcts:selection=exp3,eta=0.2", "eta=0.2 changes nothing here: it needs smooth"),
    (AUCTION, "ismcts:selection=regret,decay=1", "decay=1 changes nothing here: it needs smooth"),
    (AUCTION, "ismcts:power=1", "power=1 changes nothing here: it needs widen="),
    (KUHN, "ismcts:selection=smooth,urgency=1", "urgency=1 changes nothing here: it needs ucb1"),
    (AUCTION, "flat:urgency=1", "urgency=1 changes nothing here: it needs ucb1"),
    (AUCTION, "ismcts:weight=0", "weight=0 changes nothing here: it needs payoff=rank or payoff=margin"),
    (AUCTION, "ismcts:payoff=rank,scale=2", "scale=2 changes nothing here: it needs payoff=margin"),
    (AUCTION, "flat:backup=paranoid", "backup=paranoid changes nothing here: it needs a tree"),
    (AUCTION, "ismcts:style=fits", "style=fits changes nothing here: it needs playout=style"),
    (AUCTION, "ismcts:epsilon=0", "epsilon=0 changes nothing here: it needs playout=style"),
    (AUCTION, "ismcts:tau=1", "tau=1 changes nothing here: it needs playout=mast or playout=nast"),
    (AUCTION, "flat:prior=fits", "prior=fits changes nothing here: it needs halving=no"),
    (AUCTION, "ismcts:sharpness=2", "sharpness=2 changes nothing here: it needs puct"),
    (AUCTION, "ismcts:prior=fits,sharpness=2", "sharpness=2 changes nothing here: it needs puct"),
    (AUCTION, "ismcts:doubt=0", "doubt=0 changes nothing here: it needs belief="),
    (AUCTION, "ismcts:payoff=rank,weight=1", "payoff=rank changes nothing here: it needs weight below 1"),
    (AUCTION, "ismcts:belief=bold,doubt=1", "belief=bold changes nothing here: it needs doubt below 1"),
    (AUCTION, "ismcts:cut=0,playout=mast", "playout=mast changes nothing here: it needs cut=no, or a cut"),
    (AUCTION, "flat:final=value", "final=value changes nothing here: it needs halving=no"),
    (AUCTION, "ismcts:near=1", "near=1 changes nothing here: it needs final=mixed"),
    (KUHN, "pimc:halving=yes", "halving=yes needs one root; tree=determinized has one a world"),
    (KUHN, "flat:widen=1", "widen=1 changes nothing here: it needs halving=no, or a tree below the root"),
    (KUHN, "ismcts:fresh=0.5", "fresh needs nodes by what a seat knows: tree=multi or tree=keyed"),
    (KUHN, "pimc:fresh=0.5", "fresh needs nodes by what a seat knows"),
    (KUHN, "flat:fresh=0.5", "fresh needs nodes by what a seat knows"),
    (KUHN, "moismcts:fresh=0.5,halving=yes", "fresh and halving=yes exclude each other"),
    (KUHN, "ismcts:cut=2", "cut: playouts of kuhn cannot be cut; it has no estimate"),
    (AUCTION, "ismcts:cut=1,payoff=rank", "cut estimates shares of the win; it goes with payoff=share"),
    (AUCTION, "ismcts:playout=style", "playout=style needs style=; auction has fits and climbs"),
    (KUHN, "ismcts:playout=style", "playout=style needs style=; kuhn has none"),
    (AUCTION, "ismcts:selection=puct", "puct needs prior=; auction has fits and climbs"),
    (KUHN, "ismcts:selection=puct", "puct needs prior=; kuhn has none"),
    (AUCTION, "ismcts:simultaneous=puct", "puct needs prior=; auction has fits and climbs"),
    (KUHN, "ismcts:endgame=exact", "endgame=exact: kuhn has no solver of its end"),
    (KUHN, "ismcts:style=bold", "style=bold: kuhn has no such style; it has none"),
    (AUCTION, "ismcts:style=bold", "style=bold: auction has no such style; it has fits and climbs"),
    (AUCTION, "ismcts:prior=bold", "prior=bold: auction has no such prior; it has fits and climbs"),
    (AUCTION, "ismcts:belief=fits", "belief=fits: auction has no such belief; it has bold and impossible"),
    (KUHN, "ismcts:belief=bold", "belief=bold: kuhn has no such belief; it has none"),
    (TIDE, "ismcts:style=hoarder", "it has ducker and counter"),
    (ORIFLAMME, "ismcts:prior=ducker", "it has hoarder and aggressor"),
    (KUHN, "ismcts:tree=triple", "triple"),
    (KUHN, "ismcts:c=101", "a number from 0 to 100 is wanted"),
    (KUHN, "ismcts:gamma=-0.1", "a number from 0 to 1 is wanted"),
    (KUHN, "ismcts:near=nan", "a number from 0 to 1 is wanted"),
    (KUHN, "ismcts:tau=0", "a number from 0.001 to 1000 is wanted"),
    (KUHN, "ismcts:c=1_0", "a number from 0 to 100 is wanted"),
    (KUHN, "ismcts:c=١", "a number from 0 to 100 is wanted"),
    (KUHN, "ismcts:c=inf", "a number from 0 to 100 is wanted"),
    (KUHN, "ismcts:cut=1001", "'no' or a whole number from 0 to 1,000 is wanted"),
    (KUHN, "ismcts:cut=-1", "'no' or a whole number from 0 to 1,000 is wanted"),
    (KUHN, "ismcts:style=a b", "a name is wanted"),
    (KUHN, "ismcts:threads=0", "a whole number from 1 to 64 is wanted"),
    (KUHN, "ismcts:threads=65", "a whole number from 1 to 64 is wanted"),
)


@pytest.mark.parametrize(("rules", "spec", "message"), REFUSED, ids=[each[1] for each in REFUSED])
def test_parts_that_do_not_go_together_are_refused_in_one_line(rules, spec, message):
    with pytest.raises(SpecError) as found:
        parts_of(rules, spec)
    assert message in str(found.value)
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 200


@pytest.mark.parametrize(
    ("rules", "spec"),
    [
        (KUHN, "pimc:iterations=20"),
        (KUHN, "pimc:milliseconds=5"),
        (KUHN, "flat:halving=no"),
        (KUHN, "moismcts:halving=yes"),
        (AUCTION, "ismcts:cut=1"),
        (AUCTION, "ismcts:selection=puct,prior=climbs"),
        (AUCTION, "moismcts:fresh=0.5"),
    ],
)
def test_what_goes_together_is_taken(rules, spec):
    assert searcher(rules, spec).parts == parts_of(rules, spec)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("-0", "-0.0", "0", "+0", "-1e-400", ".0", "0E5"), "0"),
        (("0.50", ".5", "5e-1", "+0.5", "0.5000000000001"), "0.5"),
        (("2.", "2", "02", "2e0"), "2"),
    ],
)
def test_a_number_has_one_form(texts, found):
    assert {number(0, 100)(text) for text in texts} == {found}


def test_a_plain_search_has_a_plain_plan():
    for rules in (KUHN, AUCTION):
        made, plain = parts_of(rules, "ismcts:iterations=77"), blank(77, 0)
        plain["total"] = 0.0 if rules is KUHN else 1.0
        for name in ("worlds", "weight", "style"):  # of other trees, pay-offs and playouts
            plain[name] = made.plans[name]
        assert made.plans.tobytes() == plain.tobytes()
        assert not made.listens
        assert not made.extras
        assert not made.keyed


@pytest.mark.parametrize(
    ("given", "listens", "extras", "keyed"),
    [
        ("tree=multi", True, False, True),
        ("tree=keyed", False, True, True),
        ("tree=flat", False, False, False),
        ("playout=mast", False, True, False),
        ("prior=fits", False, True, False),
        ("cut=0", False, True, False),
        ("belief=bold", False, True, False),
        ("tree=multi,fresh=0.1", True, True, True),
    ],
)
def test_a_search_pays_for_the_parts_that_it_has(given, listens, extras, keyed):
    made = parts_of(AUCTION, f"ismcts:{given}")
    assert (made.listens, made.extras, made.keyed) == (listens, extras, keyed)


def test_the_name_of_a_search_tells_its_parts():
    spec = "ismcts:final=mixed,tree=keyed,selection=smooth,decay=0.0010,c=0.70"
    assert canonical(spec) == "ismcts:tree=keyed,selection=smooth,final=mixed"
    assert canonical("pimc:tree=single") == "pimc:tree=single"
    assert canonical("ismcts:tree=single") == "ismcts"


# --------------------------------------------------------------------------------------- the final choice


def found(visits, totals, best=-1, low=0.0, high=1.0):
    return Found(np.array(visits), np.array(totals, float), low, high, sum(visits), best, 0)


def test_the_most_visited_action_is_played_and_of_equal_ones_the_better_and_the_first():
    assert choose(found([3, 5, 4], [3, 1, 4]), "visits", 0.5, 1) == 1
    assert choose(found([5, 5, 4], [2, 3, 4]), "visits", 0.5, 1) == 1
    assert choose(found([4, 5, 5], [4, 3, 3]), "visits", 0.5, 1) == 1


def test_the_best_mean_is_played_and_of_equal_ones_the_more_visited():
    assert choose(found([3, 5, 4], [2, 3, 3]), "value", 0.5, 1) == 2
    assert choose(found([2, 4, 4], [1, 2, 2]), "value", 0.5, 1) == 1
    assert choose(found([9, 1, 0], [-9, -2, 0], low=-2, high=2), "value", 0.5, 1) == 0


def test_a_mixed_choice_is_drawn_by_visits_among_those_that_are_near():
    seen = found([40, 20, 19, 0], [1, 1, 1, 0])
    drawn = [choose(seen, "mixed", 0.5, seed) for seed in range(3000)]
    assert set(drawn) == {0, 1}
    assert drawn.count(0) / 3000 == pytest.approx(2 / 3, abs=0.03)
    assert {choose(seen, "mixed", 0.0, seed) for seed in range(3000)} == {0, 1, 2}
    assert {choose(seen, "mixed", 1.0, seed) for seed in range(300)} == {0}


@pytest.mark.parametrize("final", ["visits", "value", "mixed"])
def test_where_nothing_was_tried_the_first_action_is_played(final):
    assert choose(found([0, 0], [0, 0]), final, 0.5, 1) == 0
    view, _ = next(views(KUHN, 1))
    decision = searcher(KUHN, f"moismcts:iterations=20,fresh=0.99,final={final}").decide(view, 1)
    assert (decision.action, decision.work) == (view.legal_actions[0], 20)


@pytest.mark.parametrize("final", ["visits", "value", "mixed"])
def test_what_halving_leaves_is_played(final):
    assert choose(found([3, 5, 4], [3, 1, 4], best=2), final, 0.5, 1) == 2


def test_means_are_shares_of_the_range():
    assert means(found([2, 0, 1], [1, 0, 1])) == [0.5, 0.0, 1.0]
    assert means(found([2, 4, 1], [-4, 0, 2], low=-2, high=2)) == [0.0, 0.5, 1.0]
    assert means(found([2, 1], [0, 0], low=0, high=0)) == [0.0, 0.0]
    rounded = 0.1 + 0.1 + 0.1
    assert rounded > 0.3
    assert means(found([3, 3], [rounded, -rounded], low=0, high=0.1)) == [1.0, 0.0]


# ------------------------------------------------------------------------------------------------ threads


def test_what_threads_found_is_added_up():
    one, two = found([3, 1], [0.1, 0.2], low=-1, high=0), found([1, 4], [0.3, 0.4], low=0, high=2)
    both = merge([one, two])
    assert both.visits.tolist() == [4, 5]
    assert both.totals.tolist() == [0.1 + 0.3, 0.2 + 0.4]
    assert (both.low, both.high, both.work, both.best) == (-1, 2, 9, -1)
    left = merge([one._replace(best=0), two._replace(best=1)])
    assert left.best == 1  # of what was left, the better mean: 0.4 / 4 and 0.6 / 5
    assert merge([one]).visits.tolist() == one.visits.tolist()


@pytest.mark.parametrize("spec", ["tree=single", "tree=multi", "tree=keyed,selection=regret", "halving=yes"])
def test_threads_are_searches_of_their_own_and_reproducible(spec):
    view, _ = next(views(AUCTION, 2))
    full = f"ismcts:iterations=91,threads=3,{spec}"
    made = parts_of(AUCTION, full)
    assert made.plans["iterations"][0] == 31
    seeds = [9, split(9, "thread", 1), split(9, "thread", 2)]
    expected = [Search(view, made, HINTED["auction"], seed).run() for seed in seeds]
    decision = searcher(AUCTION, full).decide(view, 9)
    sums = np.sum([each.found()[0] for each in expected], axis=0)
    assert decision.visits == tuple(sums.tolist())
    assert decision.work == sum(each.done for each in expected)
    totals = np.sum([each.found()[1] for each in expected], axis=0)
    assert decision.values == tuple((totals / sums).tolist())
    again = searcher(AUCTION, full)
    assert all(again.decide(view, 9) == decision for _ in range(3))
    if "halving" not in spec:
        single = run(bound(AUCTION), made, view, 9)[0]
        assert single.visits.tolist() == expected[0].found()[0]


def test_bots_of_the_same_parts_are_equal():
    assert bot("ismcts:tree=multi", KUHN) == bot("moismcts", KUHN)
    assert bot("ismcts:tree=multi", KUHN) != bot("ismcts", KUHN)
