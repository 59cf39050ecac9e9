"""Secret choices of one moment: no seat's figures stand below another's choice, in the tree of tide."""

import numpy as np
import pytest

from ai.bindings import binding
from ai.bot import bot
from ai.search.node import NOTHING, ROOT, TRAIL
from ai.search.room import DONE, HIGH, LOW, NODES, begin, grow
from engine.game import game
from engine.games.tide.state import PLAY
from engine.jit import COMPILED
from engine.rng import new_rng
from tests.ai import reference
from tests.ai.playing import views
from tests.ai.test_lockstep import figures

SMALL = game("tide:deck=12,hand=3,tides=3,rounds=2,seats=3")
CHOOSING = game("tide:deck=12,hand=3,tides=3,rounds=1,seats=4,high-card=choose")
ITERATIONS = 300 if COMPILED else 60


def secrecy(world):
    """The same as in the binding, by the seats that are still to play."""
    row = world.rows[0]
    if row["phase"] != PLAY:
        return reference.OPEN
    later = any(int(row["active"]) >> seat & 1 for seat in range(world.mover + 1, 5))
    return reference.SECRET if later else reference.LAST_SECRET


def search(view, iterations, seed):
    room, rng = begin(view.game, 64), new_rng(seed)
    while True:
        binding(view.game).single(view.rows, view.seat, iterations, 0, 0.7, rng, room)
        if room.progress[DONE] == iterations:
            return room
        room = grow(view.game, room)


@pytest.mark.parametrize("rules", [SMALL, CHOOSING], ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_search_is_that_of_the_reference(rules, seed):
    for view, _ in views(rules, seed):
        room = search(view, ITERATIONS, seed)
        expected, span = reference.single(view, ITERATIONS, 0.7, seed, secrecy)
        assert figures(room.nodes.view(np.ndarray)) == expected.figures()
        assert room.span[[LOW, HIGH]].tolist() == span


def test_the_seats_after_the_searcher_do_not_answer_its_card():
    view, _ = next(views(SMALL, 3))
    room = search(view, 2000, 3)
    nodes = room.nodes.view(np.ndarray)[: room.progress[NODES]]
    by_mover = {}
    place = nodes[ROOT]["child"]
    while place != NOTHING:
        by_mover.setdefault(int(nodes[place]["mover"]), []).append(place)
        place = nodes[place]["sibling"]
    seats = [mover for mover in by_mover if mover < TRAIL]
    assert sorted(seats) == [0, 1, 2]
    for seat in seats:
        visits = sum(int(nodes[place]["visits"]) for place in by_mover[seat])
        assert 0.9 * 2000 < visits <= 2000
        assert all(nodes[place]["child"] == NOTHING for place in by_mover[seat])


def test_the_answer_counts_the_searchers_own_choices_only():
    view, _ = next(views(SMALL, 3))
    found = bot("ismcts:iterations=500", SMALL).decide(view, 3)
    assert sum(found.visits) == found.work == 500
