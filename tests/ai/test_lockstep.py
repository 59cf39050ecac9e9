"""The compiled searches and their slow reference: the same trees, to the last bit."""

import numpy as np
import pytest

from ai.bindings import binding
from ai.search.node import NOTHING, ROOT
from ai.search.room import HIGH, LOW, NODES, begin
from engine.game import game
from engine.jit import COMPILED
from engine.rng import new_rng
from tests.ai import reference
from tests.ai.auction import AUCTION, BINDING
from tests.ai.playing import views

KUHN = game("kuhn")
ITERATIONS = 200 if COMPILED else 60


def binding_of(game):
    return BINDING if game is AUCTION else binding(game)


def search(view, iterations, c, seed):
    room = begin(view.game, iterations + 1)
    n = binding_of(view.game).single(view.rows, view.seat, iterations, 0, c, new_rng(seed), room)
    return room, n


def figures(nodes, place=ROOT):
    """The tree of a room in the form that the reference gives."""
    node, below, children = nodes[place], {}, []
    child = node["child"]
    while child != NOTHING:
        children.append(child)
        child = nodes[child]["sibling"]
    for each in reversed(children):
        below[int(nodes[each]["action"]), int(nodes[each]["mover"])] = figures(nodes, each)
    return int(node["visits"]), int(node["available"]), float(node["total"]), below


CASES = [(KUHN, seed, 0.7) for seed in range(8)] + [(AUCTION, seed, c) for seed in (1, 2) for c in (0.3, 1.5)]


@pytest.mark.parametrize(("game", "seed", "c"), CASES, ids=str)
def test_a_search_is_that_of_the_reference(game, seed, c):
    for view, _ in views(game, seed):
        room, _ = search(view, ITERATIONS, c, seed)
        expected, span = reference.single(view, ITERATIONS, c, seed)
        assert figures(room.nodes.view(np.ndarray)) == expected.figures()
        assert room.span[[LOW, HIGH]].tolist() == span


@pytest.mark.parametrize("game", [KUHN, AUCTION], ids=str)
@pytest.mark.parametrize("iterations", [1, 7, 100])
def test_flat_is_that_of_the_reference(game, iterations):
    for view, _ in views(game, 5):
        n = len(view.legal_actions)
        if n == 1:
            continue
        room, actions = begin(game, 0), np.array(view.legal_actions, np.int64)
        work = binding_of(game).flat(view.rows, view.seat, actions, iterations, 0, new_rng(5), room)
        expected, winner = reference.flat(view, iterations, 5)
        found = {a: [v, t] for a, v, t in zip(view.legal_actions, room.visits.tolist(), room.totals.tolist())}
        assert found == expected
        assert view.legal_actions[room.actions[0]] == winner
        assert work == room.visits[:n].sum()


@pytest.mark.parametrize("game", [KUHN, AUCTION], ids=str)
def test_visits_and_availabilities_add_up(game):
    short = 0
    for view, _ in views(game, 3):
        room, n = search(view, ITERATIONS, 0.7, 3)
        nodes = room.nodes.view(np.ndarray)
        assert room.visits[:n].sum() == ITERATIONS == nodes[ROOT]["visits"]
        for node in nodes[: room.progress[NODES]]:
            child = node["child"]
            while child != NOTHING:
                below = nodes[child]
                assert 1 <= below["visits"] <= below["available"] <= node["visits"]
                short += below["available"] < node["visits"] / 2
                child = below["sibling"]
    assert short > 0 or game is KUHN  # whose actions are legal in all worlds or in none


@pytest.mark.parametrize("game", [KUHN, AUCTION], ids=str)
def test_a_search_that_was_cut_in_pieces_is_the_same(game):
    view, _ = next(views(game, 2))
    whole, _ = search(view, 300, 0.7, 2)
    expected = figures(whole.nodes.view(np.ndarray))
    room, rng = begin(game, 301), new_rng(2)
    for iterations in (1, 10, 11, 150, 300):
        binding_of(game).single(view.rows, view.seat, iterations, 0, 0.7, rng, room)
    assert figures(room.nodes.view(np.ndarray)) == expected
