"""The searches on Oriflamme: large games against the slow reference, and what must hold."""

import pytest

from ai.bot import bot
from engine.game import game
from engine.jit import COMPILED
from engine.view import Playthrough
from tests.ai.hinted import HINTED
from tests.ai.playing import share_of_wins, views
from tests.ai.reference import Search
from tests.ai.searching import parts_of, searched, tree

SMALL = "oriflamme:seats=3,rounds=2,aside=1,cards=Soldier+Spy+Heir+Ambush"
SPECS = (SMALL, "oriflamme:seats=2", "oriflamme:seats=5,set=ablaze", "oriflamme:seats=3,set=alliance")
BASE = game("oriflamme:seats=4")
EVERY, ITERATIONS = (6, 40) if COMPILED else (25, 6)  # decisions of a game, and iterations at each
BOTS = ("flat", "ismcts", "pimc:worlds=4", "moismcts", "ismcts:tree=keyed")


def with_iterations(spec, iterations):
    name, _, given = spec.partition(":")
    return f"{name}:iterations={iterations}" + (f",{given}" if given else "")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("spec", SPECS)
def test_a_search_is_that_of_the_reference(spec, name):
    iterations = ITERATIONS if name == "ismcts" else max(6, ITERATIONS // 4)
    chosen, every = with_iterations(name, iterations), EVERY if name == "ismcts" else 2 * EVERY
    for number, (view, _) in enumerate(views(game(spec), 3)):
        if number % every == 0 and len(view.legal_actions) > 1:
            room, found = searched(view, chosen, number)
            expected = Search(view, parts_of(view.game, chosen), HINTED["oriflamme"], number).run()
            assert tree(room) == expected.figures()
            assert (found.visits.tolist(), found.totals.tolist()) == expected.found()
            assert found.best == expected.best


@pytest.mark.jit
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("spec", SPECS)
def test_what_the_seat_cannot_know_changes_nothing(spec, name):
    decider = bot(with_iterations(name, 40), game(spec))
    for view, _ in views(game(spec), 7):
        other = Playthrough(view.determinize(99)).view(view.seat)._replace(events=view.events)
        assert other == view
        assert decider.decide(other, 1) == decider.decide(view, 1)


@pytest.mark.jit
def test_visits_add_up_and_every_root_action_is_tried():
    for view, _ in views(BASE, 2):
        decision = bot("ismcts:iterations=300", BASE).decide(view, 1)
        if decision.work:
            assert sum(decision.visits) == decision.work == 300
            assert min(decision.visits) > 0 or len(decision.visits) > 300
            assert all(0 <= value <= 1 for value in decision.values)


@pytest.mark.jit
@pytest.mark.parametrize("name", BOTS)
def test_a_search_beats_random(name):
    # A quarter would be an even share; standard error over 60 games about 0.06.
    assert share_of_wins(with_iterations(name, 300), "random", BASE, 60) > 0.6
