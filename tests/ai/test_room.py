"""The room of a search: made once, grown when more is asked, and never more than that."""

import resource
import threading

import numpy as np
import pytest

from ai.bot import bot
from ai.search import room as rooms
from engine.game import game
from engine.view import Playthrough
from tests.ai.auction import AUCTION
from tests.ai.searching import call, parts_of, rng_of, searched, searcher, small, tree

KUHN = game("kuhn")
TIDE = game("tide:deck=12,hand=3,tides=3,rounds=2,seats=3")
KINDS = (
    "iterations=300",
    "iterations=300,tree=determinized,worlds=9",
    "iterations=300,tree=multi",
    "iterations=300,tree=keyed",
    "iterations=300,tree=keyed,simultaneous=regret,selection=smooth",
    "iterations=300,tree=multi,fresh=0.3,playout=nast",
    "iterations=300,tree=single,halving=yes",
    "iterations=300,tree=keyed,halving=yes",
    "iterations=300,tree=flat",
)
SCRIBBLE = 0x5A


def test_a_room_is_made_once_and_grown():
    first = rooms.begin(KUHN, 10)
    assert len(first.nodes) >= rooms.FEWEST
    assert rooms.begin(KUHN, 10).nodes is first.nodes
    more = rooms.begin(KUHN, len(first.nodes) + 1)
    assert len(more.nodes) == len(first.nodes) + 1
    assert more.mark is first.mark
    assert rooms.begin(KUHN, 10).nodes is more.nodes


def test_a_room_for_keys_has_more_than_twice_as_many_as_heads():
    room = rooms.begin(KUHN, len(rooms.begin(KUHN, 0).nodes) + 1, keyed=True)
    heads = len(room.nodes) // 2  # each has a child at least
    assert len(room.keys) > 2 * heads
    assert len(room.keys) & (len(room.keys) - 1) == 0
    assert rooms.begin(KUHN, 0, keyed=True).keys is room.keys


def test_each_thread_has_its_own():
    found = []
    thread = threading.Thread(
        target=lambda: found.extend([rooms.begin(KUHN, 10).nodes, rooms.extras(KUHN), rooms.log()])
    )
    thread.start()
    thread.join()
    for other, own in zip(found, [rooms.begin(KUHN, 10).nodes, rooms.extras(KUHN), rooms.log()]):
        assert other is not own


@pytest.mark.parametrize("spec", KINDS)
@pytest.mark.parametrize("rules", [AUCTION, TIDE], ids=["auction", "tide"])
def test_a_search_goes_on_in_a_larger_room(rules, spec):
    view, made = Playthrough(rules.deal(1)).view(0), parts_of(rules, f"ismcts:{spec}")
    expected, found = searched(view, f"ismcts:{spec}", 3)
    trees, visits, totals = tree(expected), found.visits.tolist(), found.totals.tolist()
    room, behind = small(rules, 16, made.keyed)
    rng, pieces = rng_of(3), 1
    while not call(view, made, rng, room):
        taken = int(room.progress[rooms.NODES])
        assert len(room.nodes) - rules.seats - 2 <= taken <= len(room.nodes)
        assert (behind.view(np.ndarray)["visits"] == -7).all()
        room, pieces = rooms.grow(rules, room, made.keyed), pieces + 1
    assert pieces > 1 or "flat" in spec
    assert tree(room) == trees
    assert room.visits[: len(visits)].tolist() == visits
    assert room.totals[: len(visits)].tolist() == totals


@pytest.mark.parametrize("spec", [each for each in KINDS if "halving" not in each and "worlds" not in each])
def test_a_search_that_was_cut_in_pieces_is_the_same(spec):
    view, made = Playthrough(AUCTION.deal(2)).view(0), parts_of(AUCTION, f"ismcts:{spec}")
    expected = tree(searched(view, f"ismcts:{spec}", 2)[0])
    room, rng = rooms.begin(AUCTION, 700, made.keyed), rng_of(2)
    for iterations in (1, 10, 11, 150, 300):
        made.plans["iterations"] = iterations
        assert call(view, made, rng, room)
    assert tree(room) == expected


@pytest.mark.jit
@pytest.mark.parametrize("kind", ["", ",tree=keyed"])
def test_a_search_by_time_outgrows_its_room(kind):
    view = Playthrough(AUCTION.deal(1)).view(0)
    decision = searcher(AUCTION, f"ismcts:milliseconds=60{kind}").decide(view, 1)
    room = rooms.begin(AUCTION, 0)
    assert sum(decision.visits) == decision.work
    assert len(room.nodes) > rooms.FEWEST


@pytest.mark.jit
def test_memory_is_flat():
    specs = ("flat", "ismcts:iterations=2000", "moismcts", "ismcts:tree=keyed,playout=nast")

    def searched_often(times):
        for seed in range(times):
            for spec in specs:
                bot(spec, KUHN).decide(Playthrough(KUHN.deal(seed)).view(0), seed)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = searched_often(100)
    assert searched_often(1000) - before < 2048  # kilobytes


@pytest.mark.jit
@pytest.mark.parametrize("spec", KINDS)
def test_a_short_search_after_a_long_one_touches_no_more_of_the_room(spec):
    """Nothing is cleared or moved for the size of the room: 25 iterations write some 25 nodes and keys."""
    iterations, few = 25, 200
    view, made = Playthrough(AUCTION.deal(1)).view(0), parts_of(AUCTION, f"ismcts:{spec}")
    made.plans["iterations"] = iterations
    rooms.begin(AUCTION, 100_000, made.keyed)
    room = rooms.begin(AUCTION, iterations, made.keyed)
    for array in (room.nodes, room.keys):
        np.frombuffer(array, np.uint8)[:] = SCRIBBLE
    assert call(view, made, rng_of(1), rooms.begin(AUCTION, iterations, made.keyed))
    for array in (room.nodes, room.keys):
        written = (np.frombuffer(array, np.uint8) != SCRIBBLE).reshape(len(array), -1).any(axis=1)
        assert np.count_nonzero(written) < few
