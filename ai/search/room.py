"""The arrays that a search works in: made once for a thread and a game, grown when more is asked."""

import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.search.node import NODE
from engine.game import Game
from engine.jit import room as records
from engine.view import ITEMS

NODES, STAMP, DONE, BEGUN = range(4)
"""Places in `progress`: nodes taken, last stamp, iterations done, the clock's reading at the start."""
LOW, HIGH = range(2)
"""Places in `span`: the range of pay-offs, known beforehand or seen so far."""
FEWEST, MOST = 1 << 10, 10_000_001
"""Nodes of the smallest and of the largest room; the largest has 320 MB, touched only as far as needed."""


class Room(NamedTuple):
    """What a search works in. What it holds is overwritten by the next search of its thread and game."""

    states: NDArray[Any]
    """Two worlds: the one being played, and one to copy from."""
    nodes: NDArray[Any]
    mark: NDArray[np.int64]
    """By action: the stamp of the step that last found it legal."""
    legal: NDArray[np.int64]
    items: NDArray[np.int64]
    """For determinize."""
    path: NDArray[np.int64]
    """The nodes from below the root to the leaf: no longer than a game, which the kernels see to."""
    pay: NDArray[np.float64]
    """By seat."""
    span: NDArray[np.float64]
    progress: NDArray[np.int64]
    actions: NDArray[np.int64]
    """The answer, with `visits` and `totals`: one entry a root action that was tried."""
    visits: NDArray[np.int64]
    totals: NDArray[np.float64]


class _Rooms(threading.local):
    """By thread: kernels let go of the interpreter, so two threads may search at once."""

    def __init__(self) -> None:
        self.by_game: dict[Game, Room] = {}


_rooms = _Rooms()


def begin(game: Game, nodes: int) -> Room:
    """The room of this thread for a game, with room for that many nodes at least, and nothing done in it."""
    rooms = _rooms.by_game
    found = rooms.get(game)
    if found is None:
        found = rooms[game] = Room(
            states=records(game.state_type, 2),
            nodes=records(NODE, FEWEST),
            mark=np.zeros(game.n_actions, np.int64),
            legal=np.zeros(game.max_legal, np.int64),
            items=np.zeros(ITEMS, np.int64),
            path=np.zeros(game.max_decisions, np.int64),
            pay=np.zeros(game.seats),
            span=np.zeros(2),
            progress=np.zeros(4, np.int64),
            actions=np.zeros(game.max_legal, np.int64),
            visits=np.zeros(game.max_legal, np.int64),
            totals=np.zeros(game.max_legal),
        )
    if nodes > len(found.nodes):
        found = rooms[game] = found._replace(nodes=records(NODE, min(nodes, MOST)))
    found.progress[NODES] = found.progress[DONE] = found.progress[BEGUN] = 0
    # Returns that are not shares of 1 add up to 0: nothing is known of their size, but 0 lies among them.
    found.span[LOW], found.span[HIGH] = 0.0, 0.0 if game.zero_sum else 1.0
    return found


def grow(game: Game, room: Room) -> Room:
    """Go on with the same search in twice the nodes."""
    nodes = records(NODE, min(2 * len(room.nodes), MOST))
    nodes[: len(room.nodes)] = room.nodes
    _rooms.by_game[game] = room._replace(nodes=nodes)
    return _rooms.by_game[game]
