"""What a search does while it runs: time by phase, depth, branching, worlds; measured, not reckoned.

A search runs as ever, but for a few iterations in a row now and then, which are timed (ai.search.phases).
The kernel's calls are timed from outside in this thread's processor time, which holds on a busy machine,
and the laps of the iterations that were timed are scaled to all iterations: what both say should agree. How
many are timed is chosen so that a search is slowed by less than 3 %, and what it was slowed by is measured.

Each lap is taken as shorter by what a look at the clock costs. Alone, in laps with nothing in between, that
is 29 ns; but a look also holds up what would run side by side, and within a search it costs 40 to 60 ns, at
kuhn 5.5 times in an iteration of 75 ns. So what it costs is taken, between what it does alone and twice that,
as what makes the laps add up to the time measured from outside. What they add up to with looks as they are
alone is told too.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter_ns, process_time_ns
from time import thread_time_ns as clock
from typing import Any

import numpy as np

from ai.bindings import Binding
from ai.bot import Decision
from ai.search.bots import Found, Searcher, decision, merge, run, seeds
from ai.search.parts import Parts
from ai.search.phases import (
    CHOICES,
    DEEPEST,
    DEPTH,
    DEPTHS,
    HELD,
    KEPT,
    LOOKS,
    PHASES,
    ROOM,
    SELECT,
    SINCE,
    SPOILED,
    STEPS,
    TIMED,
    lap,
)
from ai.search.room import NODES, Room, begin, extras, log
from engine.jit import kernel, nanoseconds
from engine.rng import new_rng, split
from engine.view import View
from tournament.stopwatch import Stopwatch, run_of, timed

NAMES = (*PHASES, "begin and end")
"""The parts of a search's time: the phases of its iterations, and what a search without any takes."""
FEWEST, BRIEF, TUNING, COSTING = 7, 5000, 5e7, 3e8
"""Rounds in which variants of a search take turns, at least, and the most iterations that one has there;
nanoseconds after which there are no more rounds, to choose how many are timed and to see what that costs."""
SHARE = 0.004
"""Of a search's time, what its looks at the clock and the pauses for them may take."""
TRIED = 4
"""One iteration in so many is timed to see what that costs."""
LONGER, SHORTEST = 30, 5_000
"""An iteration so many times as long as the mean, and of at least so many nanoseconds, was interrupted."""
HELD_UP = 2
"""How many times as much as alone a look may cost within a search."""
COSTED = 5
"""How many searches the cost of measuring is measured on."""


@dataclass(frozen=True)
class Searched:
    """One search: of a decision, or of one thread of it. Times in nanoseconds."""

    iterations: int
    whole: float
    """The time of the kernel's calls, measured from outside."""
    phases: tuple[float, ...]
    """By phase: laps of the iterations that were kept, with what looks at the clock take."""
    looks: tuple[int, ...]
    """By phase: how many looks those laps hold."""
    empty: float
    """The time of calls that do no iteration."""
    nodes: int
    timed: int
    """Iterations timed; the figures that follow are of these."""
    kept: int
    """Of these, those whose laps were kept."""
    spoiled: int
    deepest: int
    depths: tuple[int, ...]
    depth: int
    choices: int
    steps: int
    worlds: int
    """Worlds drawn, in all iterations."""
    strength: float
    """The share of the visits that the best action has."""
    room_bytes: int

    @property
    def kept_nanoseconds(self) -> float:
        """What its iterations that were kept took, as measured from outside: their share of all."""
        return max(self.whole - self.empty, 0.0) * self.kept / max(self.iterations, 1)


@dataclass
class Meter:
    """How searches are timed, once it is known from a first one; and what that costs."""

    every: int = 0
    """One iteration in so many is timed."""
    watch: Stopwatch | None = None
    alone: float = 0.0
    """Nanoseconds of a lap in which nothing is done: what a look at the clock costs at least."""
    longest: int = 0
    views: tuple[tuple[View, int], ...] = ()
    aside: int = 0
    """Nanoseconds that went into measuring alone."""


def measured(player: Searcher, view: View, seed: int, meter: Meter) -> tuple[Decision, tuple[Searched, ...]]:
    """What the player decides, and its searches, if any; threads run one after the other."""
    if known := player.unsearched(view, seed):
        return known, ()
    if len(meter.views) < COSTED:
        begun = process_time_ns()
        tune(meter, player, view, seed)
        meter.views += ((view, seed),)
        meter.aside += process_time_ns() - begun
    runs = [_one(player, view, each, meter) for each in seeds(player.parts, seed)]
    whole = merge([found for found, _ in runs])
    return decision(view, player.parts, whole, seed), tuple(searched for _, searched in runs)


def _one(player: Searcher, view: View, seed: int, meter: Meter) -> tuple[Found, Searched]:
    assert meter.watch is not None
    since, own = perf_counter_ns(), clock()
    found, room = run(meter.watch.bound, player.parts, view, seed)
    own, since = clock() - own, perf_counter_ns() - since
    phases, spent = meter.watch.take()
    # While something else had the processor the clock went on: in one of the calls, which take nearly all.
    whole = max(sum(spent) - max(since - own, 0), 0)
    begun, nodes = process_time_ns(), int(room.progress[NODES])
    empty = _empty(player, view, seed, room)
    meter.aside += process_time_ns() - begun
    bytes_of = room_bytes(room)
    if player.parts.extras:
        bytes_of += room_bytes(extras(view.game))
    return found, Searched(
        found.work,
        float(whole),
        tuple(float(each) for each in phases[: len(PHASES)]),
        tuple(phases[LOOKS:HELD].tolist()),
        float(len(spent) * empty),
        nodes,
        int(phases[TIMED]),
        int(phases[KEPT]),
        int(phases[SPOILED]),
        int(phases[DEEPEST]),
        tuple(phases[DEPTHS:].tolist()),
        int(phases[DEPTH]),
        int(phases[CHOICES]),
        int(phases[STEPS]),
        found.worlds,
        float(found.visits.max() / max(found.visits.sum(), 1)),
        bytes_of,
    )


def _empty(player: Searcher, view: View, seed: int, room: Room) -> float:
    """The time of a search that ends before its first iteration, as its room has no nodes to spare."""
    made, actions = player.parts, np.array(view.legal_actions, np.int64)
    begin(view.game, 0, made.keyed)
    few = room._replace(nodes=room.nodes[: len(actions) + 2 if made.plans["halving"][0] else 4])
    spent = list[int]()
    timed(player.bound, spent).search(
        view.rows,
        view.seat,
        made.plans,
        actions,
        new_rng(split(seed, "empty")),
        few,
        log() if made.listens else None,
        extras(view.game) if made.extras else None,
        np.zeros(ROOM, np.int64),
    )
    return spent[0]


def room_bytes(arrays: Any) -> int:
    """The bytes of a tuple of arrays."""
    return sum(each.nbytes for each in arrays)


# ------------------------------------------------------------------------- what measuring costs


@kernel
def _laps(phases: Any, n: int) -> int:
    """Nanoseconds that n laps take in which nothing is done."""
    begun = phases[SINCE] = nanoseconds()
    for _ in range(n):
        lap(phases, SELECT)
    return int(phases[SINCE] - begun)


def tune(meter: Meter, player: Searcher, view: View, seed: int) -> None:
    """Measure looks at the clock alone, and choose how many iterations are timed."""
    made, laps, spent = _brief(player.parts), np.zeros(ROOM, np.int64), list[int]()
    _laps(laps, 1)
    least = min(_laps(laps, 1000) for _ in range(20)) / 1000
    meter.alone = min(meter.alone or least, least)
    found, _ = run(timed(player.bound, spent), made, view, seed)
    iteration = sum(spent) / found.work
    duration, iterations = (int(player.parts.plans[name][0]) for name in ("duration", "iterations"))
    in_a_row = run_of(duration / iteration if duration else iterations)
    meter.longest = max(meter.longest, SHORTEST, round(LONGER * iteration))
    often = Stopwatch(player.bound, TRIED, in_a_row, meter.longest, seed)
    pairs = zip(*_pairs(player, made, view, seed, often, TUNING), strict=True)
    share = statistics.median(more / one - 1 for one, more in pairs)
    meter.every = max(meter.every, TRIED, round(TRIED * share / SHARE))
    meter.watch = Stopwatch(player.bound, meter.every, in_a_row, meter.longest, seed)


def look_within(ones: list[Searched], alone: float) -> float:
    """What a look at the clock costs within these searches, by which their laps are too long.

    So much that laps add up to the searches' time measured from outside, less what a search takes without
    iterations; but no less than alone, and no more than twice that.
    """
    laps, looks = sum(sum(one.phases) for one in ones), sum(sum(one.looks) for one in ones)
    longer = laps - sum(one.kept_nanoseconds for one in ones)
    return min(max(longer / max(looks, 1), alone), HELD_UP * alone)


def cost(meter: Meter, player: Searcher) -> float:
    """By what share decisions were slowed: with laps against without, in turn.

    Of all searches together, since most may be too short to meet with a pause.
    """
    assert meter.watch is not None
    made, whole = _brief(player.parts, 20_000), np.zeros(2)
    for view, seed in meter.views:
        whole += np.sum(_pairs(player, made, view, seed, meter.watch, COSTING), axis=1)
    return float(whole[1] / whole[0] - 1)


def _pairs(
    player: Searcher, made: Parts, view: View, seed: int, watch: Stopwatch, spent: float
) -> tuple[list[int], list[int]]:
    """Nanoseconds of a decision without laps and with them, turn by turn."""
    return _in_turn(
        lambda: _nanoseconds(player.bound, made, view, seed),
        lambda: _nanoseconds(watch.bound, made, view, seed),
        spent,
    )


def _brief(made: Parts, most: int = BRIEF) -> Parts:
    """The same parts with a small budget of iterations."""
    plans = made.plans.copy()
    plans["iterations"] = np.maximum(plans["worlds"], np.minimum(plans["iterations"], most))
    plans["duration"] = 0
    return made._replace(plans=plans)


def _nanoseconds(bound: Binding, made: Parts, view: View, seed: int) -> int:
    """What a decision takes, with all that is done between the kernel's calls."""
    begun = clock()
    decision(view, made, run(bound, made, view, seed)[0], seed)
    return clock() - begun


def _in_turn(one: Callable[[], int], other: Callable[[], int], most: float) -> tuple[list[int], list[int]]:
    """What both take in rounds, after one to warm up; who is first changes."""
    taken, spent = (list[int](), list[int]()), 0
    while len(taken[0]) <= FEWEST or spent < most:
        turn = len(taken[0]) % 2
        for which in (turn, 1 - turn):
            taken[which].append((one, other)[which]())
            spent += taken[which][-1]
    return taken[0][1:], taken[1][1:]


assert LOOKS + len(PHASES) == HELD
