"""The arrays that a search works in: made once for a thread and a game, grown when more is asked."""

import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.search.keys import KEY, rehash
from ai.search.node import NODE
from ai.search.plan import PAIRS, Extras
from engine.events import new_log
from engine.game import Game
from engine.jit import COMPILED
from engine.jit import room as records
from engine.rng import new_rng
from engine.view import ITEMS

(
    NODES,  # nodes taken
    STAMP,  # last stamp
    DONE,  # iterations done
    BEGUN,  # the clock's reading at the start
    PASSED,  # nanoseconds since then, at the last look
    SEARCH,  # the number of this search, for keys
    HEAD,  # the root of the tree of the present world
    WORLD,  # worlds begun
    STRANGER,  # the seat whose cards were drawn though it knows them, or -1
    ALIVE,  # sequential halving: root actions left
    ROUNDS,  # rounds to come, the present one included
    TURN,  # iterations done in this round
    LEFT,  # iterations to do in it
    PAUSE,  # iterations done before which the search goes on without a pause
) = range(14)
"""Places in `progress`."""
FULL, ENDED, PAUSED = range(3)
"""Why a search stopped: its nodes are all taken, its budget is spent, or it was to pause."""
NEVER = np.iinfo(np.int64).max
"""More iterations than there are."""
LOW, HIGH, CEILING = range(3)
"""Places in `span`: the range of pay-offs, known beforehand or seen so far; the bound of worlds' weights."""
FEWEST, MOST = 1 << 10, 20_000_001
"""Nodes of the smallest and of the largest room; the largest has 640 MB, touched only as far as needed."""


class Room(NamedTuple):
    """What a search works in. What it holds is overwritten by the next search of its thread and game."""

    states: NDArray[Any]
    """Worlds: being played, to copy from, to observe into, and the one taken so far of those refused."""
    nodes: NDArray[Any]
    keys: NDArray[Any]
    """Places by key (ai.search.keys): a power of two, more than twice the heads."""
    folds: NDArray[np.uint64]
    """By seat: the key of what it has seen."""
    mark: NDArray[np.int64]
    """By action: the stamp of the step that last found it legal."""
    legal: NDArray[np.int64]
    items: NDArray[np.int64]
    """For determinize."""
    path: NDArray[np.int64]
    """The nodes from below the root to the leaf: no longer than a game, which the kernels see to."""
    ways: NDArray[np.int64]
    """By step of the path: the rule that chose."""
    odds: NDArray[np.float64]
    """By step of the path: the chance that the rule gave to its choice."""
    offered: NDArray[np.int64]
    """By step of the path: how many children a rule that draws could choose among, and their places."""
    pay: NDArray[np.float64]
    """By seat."""
    tallies: NDArray[np.int64]
    """Scores by seat."""
    span: NDArray[np.float64]
    progress: NDArray[np.int64]
    order: NDArray[np.int64]
    """Sequential halving: the root actions, the best first."""
    visits: NDArray[np.int64]
    """The answer, with `totals`: by root action."""
    totals: NDArray[np.float64]


LINE = 64
"""Bytes of a line of the processor's cache."""


def apart(n: int, kind: Any = np.int64) -> NDArray[Any]:
    """A cleared array that shares no line of the cache with another: two threads that write side by side into
    one line wait for each other, and a search with two threads was no faster than with one."""
    size = n * np.dtype(kind).itemsize
    whole = np.zeros(size + 3 * LINE, np.uint8)
    first = LINE - whole.ctypes.data % LINE + LINE
    return whole[first : first + size].view(kind)


class _Rooms(threading.local):
    """By thread: kernels let go of the interpreter, so two threads may search at once."""

    def __init__(self) -> None:
        self.by_game: dict[Game, Room] = {}
        self.extras: dict[Game, Extras] = {}
        self.log = apart(len(new_log()))


_rooms = _Rooms()


def apart_rng(seed: int) -> NDArray[np.uint64]:
    """A generator in a line of its own."""
    rng = apart(1, np.uint64)
    rng[:] = new_rng(seed)
    return rng


def _records(kind: Any, n: int) -> NDArray[Any]:
    """Cleared records in lines of their own."""
    rows = apart(n, kind)
    return rows if COMPILED else rows.view(np.recarray)


def _keys(nodes: int) -> NDArray[Any]:
    """A table in which that many heads are less than half of all."""
    return records(KEY, 1 << (2 * nodes + 1).bit_length())


def begin(game: Game, nodes: int, keyed: bool = False) -> Room:
    """The room of this thread for a game, with room for that many nodes at least, and nothing done in it."""
    rooms = _rooms.by_game
    found = rooms.get(game)
    if found is None:
        found = rooms[game] = Room(
            states=_records(game.state_type, 4),
            nodes=records(NODE, FEWEST),
            keys=records(KEY, 2),
            folds=apart(game.seats, np.uint64),
            mark=apart(game.n_actions),
            legal=apart(game.max_legal),
            items=apart(ITEMS),
            path=apart(game.max_decisions),
            ways=apart(game.max_decisions),
            odds=apart(game.max_decisions, np.float64),
            offered=apart(game.max_decisions * (game.max_legal + 1)).reshape(game.max_decisions, -1),
            pay=apart(game.seats, np.float64),
            tallies=apart(game.seats),
            span=apart(CEILING + 1, np.float64),
            progress=apart(PAUSE + 1),
            order=apart(game.max_legal),
            visits=apart(game.max_legal),
            totals=apart(game.max_legal, np.float64),
        )
    if nodes > len(found.nodes):
        found = rooms[game] = found._replace(nodes=records(NODE, min(nodes, MOST)))
    if keyed and len(found.keys) <= len(found.nodes):
        found = rooms[game] = found._replace(keys=_keys(len(found.nodes) // 2))
    search = int(found.progress[SEARCH]) % (1 << 30) + 1
    if search == 1:
        found.keys["search"] = 0
    found.progress[:] = 0
    found.progress[SEARCH], found.progress[PAUSE] = search, NEVER
    # Returns that are not shares of 1 add up to 0: nothing is known of their size, but 0 lies among them.
    found.span[LOW], found.span[HIGH] = 0.0, 0.0 if game.zero_sum else 1.0
    return found


def grow(game: Game, room: Room, keyed: bool = False) -> Room:
    """Go on with the same search in twice the nodes."""
    nodes = records(NODE, min(2 * len(room.nodes), MOST))
    nodes[: len(room.nodes)] = room.nodes
    room = room._replace(nodes=nodes)
    if keyed:
        keys = _keys(len(nodes) // 2)
        rehash(room.keys, keys, int(room.progress[SEARCH]))
        room = room._replace(keys=keys)
    _rooms.by_game[game] = room
    return room


def log() -> NDArray[np.int64]:
    """The log of this thread, for searches that listen."""
    return _rooms.log


def extras(game: Game) -> Extras:
    """The room for what a plain search does without."""
    found = _rooms.extras.get(game)
    if found is None:
        cells = game.seats * game.n_actions
        words = apart(-(-game.state_type.itemsize // 8), np.uint64)
        seen = np.frombuffer(words, np.uint8, game.state_type.itemsize).view(game.state_type)
        found = Extras(
            sums=apart(cells, np.float64),
            counts=apart(cells),
            pair_sums=apart(PAIRS, np.float64),
            pair_counts=apart(PAIRS),
            pair_names=apart(PAIRS),
            chosen=apart(game.max_decisions),
            scores=apart(game.max_legal, np.float64),
            seen=seen if COMPILED else seen.view(np.recarray),
            words=words,
        )
        _rooms.extras[game] = found
    return found
