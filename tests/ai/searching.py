"""Searches of any parts, for the games that are bound and for the one that only the tests have."""

import numpy as np

from ai.bindings import binding
from ai.bot import bot_type
from ai.search.bots import Searcher, run
from ai.search.node import NOTHING
from ai.search.parts import parts
from ai.search.room import HIGH, LOW, NODES, begin, extras, log
from engine.game import split_spec
from engine.rng import new_rng, split
from tests.ai.auction import AUCTION, BINDING


def bound(game):
    return BINDING if game is AUCTION else binding(game)


def parts_of(game, spec):
    """The parts that a bot's spec names; raises SpecError."""
    name, given = split_spec(spec)
    return parts(bot_type(name).complete(given), game, bound(game))


def searcher(game, spec):
    """The bot of a spec, in the auction too."""
    return Searcher(bound(game), parts_of(game, spec))


def searched(view, spec, seed):
    """The room that a search leaves, and what it found."""
    found, room = run(bound(view.game), parts_of(view.game, spec), view, seed)
    return room, found


def call(view, made, rng, room):
    """One call of the kernel: is the search done?"""
    return bound(view.game).search(
        view.rows,
        view.seat,
        made.plans,
        np.array(view.legal_actions, np.int64),
        rng,
        room,
        log() if made.listens else None,
        extras(view.game) if made.extras else None,
        None,
    )


def rng_of(seed):
    """The generator of a search."""
    return new_rng(split(seed, "search"))


def small(game, nodes, keyed):
    """A room of that many nodes, with more behind them, which a search must leave alone."""
    room = begin(game, 0, keyed)
    behind = room.nodes[nodes:]
    behind.view(np.ndarray)["visits"] = -7
    return room._replace(nodes=room.nodes[:nodes]), behind


def tree(room):
    """All trees in a room, in the order of their heads, in the form that the reference gives."""
    nodes = room.nodes.view(np.ndarray)
    taken = range(int(room.progress[NODES]))
    return [figures(nodes, place) for place in taken if nodes[place]["action"] == NOTHING]


def span(room):
    return room.span[[LOW, HIGH]].tolist()


def figures(nodes, place):
    """The tree below a place."""
    node, children = nodes[place], []
    child = node["child"]
    while child != NOTHING:
        children.append(child)
        child = nodes[child]["sibling"]
    below = {
        (int(nodes[each]["action"]), int(nodes[each]["mover"])): figures(nodes, each)
        for each in reversed(children)
    }
    return (
        int(node["visits"]),
        int(node["available"]),
        float(node["total"]),
        float(node["extra"]),
        below,
    )
