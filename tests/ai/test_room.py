"""The room of a search: made once, grown when more is asked, and never more than that."""

import resource
import threading
import time

import pytest

from ai.bindings import binding
from ai.bot import bot
from ai.search import room as rooms
from ai.search.bots import Ismcts
from ai.search.budget import NO_LIMIT, Budget
from engine.game import game
from engine.rng import new_rng
from engine.view import Playthrough
from tests.ai.auction import AUCTION, BINDING

KUHN = game("kuhn")


def test_a_room_is_made_once_and_grown():
    first = rooms.begin(KUHN, 10)
    assert len(first.nodes) >= rooms.FEWEST
    assert rooms.begin(KUHN, 10).nodes is first.nodes
    more = rooms.begin(KUHN, len(first.nodes) + 1)
    assert len(more.nodes) == len(first.nodes) + 1
    assert more.mark is first.mark
    assert rooms.begin(KUHN, 10).nodes is more.nodes


def test_each_thread_has_its_own():
    found = []
    thread = threading.Thread(target=lambda: found.append(rooms.begin(KUHN, 10)))
    thread.start()
    thread.join()
    assert found[0].nodes is not rooms.begin(KUHN, 10).nodes


def test_a_search_goes_on_in_a_larger_room():
    view = Playthrough(AUCTION.deal(1)).view(0)

    def result(small):
        room, rng = rooms.begin(AUCTION, 301), new_rng(3)
        if small:
            room = room._replace(nodes=room.nodes[:8].copy())
        while room.progress[rooms.DONE] < 300:
            n = BINDING.single(view.rows, 0, 300, 0, 0.7, rng, room)
            if room.progress[rooms.DONE] < 300:
                assert room.progress[rooms.NODES] == len(room.nodes)
                room = rooms.grow(AUCTION, room)
        return room.actions[:n].tolist(), room.visits[:n].tolist(), room.totals[:n].tolist()

    assert result(small=True) == result(small=False)


@pytest.mark.jit
def test_a_search_by_time_outgrows_its_room():
    view = Playthrough(AUCTION.deal(1)).view(0)
    decision = Ismcts(BINDING, Budget(NO_LIMIT, 60_000_000), 0.7).decide(view, 1)
    room = rooms.begin(AUCTION, 0)
    assert sum(decision.visits) == decision.work
    assert len(room.nodes) > rooms.FEWEST


@pytest.mark.jit
def test_memory_is_flat():
    def searched(times):
        for seed in range(times):
            for spec in ("flat", "ismcts:iterations=2000"):
                bot(spec, KUHN).decide(Playthrough(KUHN.deal(seed)).view(0), seed)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = searched(100)
    assert searched(1000) - before < 2048  # kilobytes


@pytest.mark.jit
def test_a_short_search_after_a_long_one_costs_no_more():
    view, kernels = Playthrough(KUHN.deal(1)).view(0), binding(KUHN)

    def quickest():
        took = []
        for _ in range(50):
            begun = time.thread_time_ns()
            kernels.single(view.rows, 0, 10, 0, 0.7, new_rng(1), rooms.begin(KUHN, 11))
            took.append(time.thread_time_ns() - begun)
        return min(took)

    before = quickest()
    rooms.begin(KUHN, 2_000_000)
    assert quickest() < 3 * before
