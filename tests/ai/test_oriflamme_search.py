"""The searches on Oriflamme: small games against the slow reference, whole ones for what must hold."""

import numpy as np
import pytest

from ai.bindings import binding
from ai.bot import bot
from ai.search.room import begin
from engine.game import game
from engine.jit import COMPILED
from engine.rng import new_rng
from engine.view import Playthrough
from tests.ai import reference
from tests.ai.playing import share_of_wins, views
from tests.ai.test_lockstep import figures

SMALL = "oriflamme:seats=3,rounds=2,aside=1,cards=Soldier+Spy+Heir+Ambush"
SPECS = (SMALL, "oriflamme:seats=2", "oriflamme:seats=5,set=ablaze", "oriflamme:seats=3,set=alliance")
BASE = game("oriflamme:seats=4")
EVERY, ITERATIONS = (6, 40) if COMPILED else (25, 6)  # decisions of a game, and iterations at each


def search(view, iterations, seed):
    room = begin(view.game, iterations + 1)
    n = binding(view.game).single(view.rows, view.seat, iterations, 0, 0.7, new_rng(seed), room)
    return room, n


@pytest.mark.parametrize("spec", SPECS)
def test_a_search_is_that_of_the_reference(spec):
    for number, (view, _) in enumerate(views(game(spec), 3)):
        if number % EVERY == 0:
            room, _ = search(view, ITERATIONS, number)
            expected, _ = reference.single(view, ITERATIONS, 0.7, number)
            assert figures(room.nodes.view(np.ndarray)) == expected.figures()


def test_flat_is_that_of_the_reference():
    for number, (view, _) in enumerate(views(game(SMALL), 4)):
        if number % EVERY == 0 and len(view.legal_actions) > 1:
            room, actions = begin(view.game, 0), np.array(view.legal_actions, np.int64)
            binding(view.game).flat(view.rows, view.seat, actions, ITERATIONS, 0, new_rng(number), room)
            expected, winner = reference.flat(view, ITERATIONS, number)
            found = zip(room.visits.tolist(), room.totals.tolist(), strict=True)
            assert {a: [*figure] for a, figure in zip(view.legal_actions, found)} == expected
            assert view.legal_actions[room.actions[0]] == winner


@pytest.mark.jit
@pytest.mark.parametrize("name", ["flat:iterations=40", "ismcts:iterations=40"])
@pytest.mark.parametrize("spec", SPECS)
def test_what_the_seat_cannot_know_changes_nothing(spec, name):
    decider = bot(name, game(spec))
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
@pytest.mark.parametrize("name", ["flat:iterations=300", "ismcts:iterations=300"])
def test_a_search_beats_random(name):
    # A quarter would be an even share; standard error over 60 games about 0.06.
    assert share_of_wins(name, "random", BASE, 60) > 0.6
