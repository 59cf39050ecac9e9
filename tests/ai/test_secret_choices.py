"""Secret choices of one moment: no seat's figures stand below another's choice, in the trees of tide."""

import numpy as np
import pytest

from ai.bot import bot
from ai.search.node import NOTHING, ROOT, TRAIL
from ai.search.room import NODES
from engine.game import game
from engine.jit import COMPILED
from tests.ai.hinted import HINTED
from tests.ai.playing import views
from tests.ai.reference import Search
from tests.ai.searching import parts_of, searched, span, tree

SMALL = game("tide:deck=12,hand=3,tides=3,rounds=2,seats=3")
CHOOSING = game("tide:deck=12,hand=3,tides=3,rounds=1,seats=4,high-card=choose")
ITERATIONS = 300 if COMPILED else 60


@pytest.mark.parametrize("rules", [SMALL, CHOOSING], ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_search_is_that_of_the_reference(rules, seed):
    spec = f"ismcts:iterations={ITERATIONS}"
    for view, _ in views(rules, seed):
        room, _ = searched(view, spec, seed)
        expected = Search(view, parts_of(rules, spec), HINTED["tide"], seed).run()
        assert tree(room) == expected.figures()
        assert span(room) == expected.span


def heads_and_children(room):
    """For each place without a choice of its own: the nodes right below, by who chose them."""
    nodes = room.nodes.view(np.ndarray)[: room.progress[NODES]]
    for head in np.flatnonzero(nodes["action"] == NOTHING):
        by_mover = {}
        place = nodes[head]["child"]
        while place != NOTHING:
            by_mover.setdefault(int(nodes[place]["mover"]), []).append(nodes[place])
            place = nodes[place]["sibling"]
        yield int(head), by_mover


def test_the_seats_after_the_searcher_do_not_answer_its_card():
    view, _ = next(views(SMALL, 3))
    room, _ = searched(view, "ismcts:iterations=2000", 3)
    by_mover = dict(heads_and_children(room))[ROOT]
    seats = [mover for mover in by_mover if mover < TRAIL]
    assert sorted(seats) == [0, 1, 2]
    for seat in seats:
        visits = sum(int(node["visits"]) for node in by_mover[seat])
        assert 0.9 * 2000 < visits <= 2000
        assert all(node["child"] == NOTHING for node in by_mover[seat])


@pytest.mark.parametrize("kind", ["multi", "keyed"])
def test_in_a_tree_of_its_own_a_seat_does_not_answer_a_card_that_it_has_not_seen(kind):
    view, _ = next(views(SMALL, 3))
    room, _ = searched(view, f"ismcts:iterations=2000,tree={kind}", 3)
    places = list(heads_and_children(room))
    assert all(len(by_mover) == 1 for _, by_mover in places)  # one seat a place: who knows it
    visits = {}
    for head, by_mover in places:
        for mover, children in by_mover.items():
            visits.setdefault(mover, []).append((sum(int(node["visits"]) for node in children), head))
    # Other seats have 4 cards of 12 - 3 in hand at the most: 84 hands, and each one place by what it knows.
    first = [max(visits[seat])[0] for seat in (1, 2)]
    assert min(first) > 0.9 * 2000 if kind == "multi" else max(first) < 200


def test_the_answer_counts_the_searchers_own_choices_only():
    view, _ = next(views(SMALL, 3))
    for kind in ("single", "multi", "keyed", "determinized"):
        found = bot(f"ismcts:iterations=500,tree={kind}", SMALL).decide(view, 3)
        assert sum(found.visits) == found.work == 500
