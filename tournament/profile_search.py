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
from dataclasses import dataclass, field
from time import process_time_ns
from time import thread_time_ns as clock
from typing import Any

import numpy as np

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
from tournament.stopwatch import Draws, Stopwatch, run_of, timed

NAMES = (*PHASES, "begin and end")
"""The parts of a search's time: the phases of its iterations, and what a search without any takes."""
FEWEST, MOST_ROUNDS, BRIEF, SPENT = 7, 101, 5000, 1e8
"""Rounds in which variants of a search take turns, the most iterations that one has there, and nanoseconds
after which there are no more rounds than the fewest."""
SHARE = 0.006
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
    run: int = 0
    """So many of them in a row."""
    alone: float = 0.0
    """Nanoseconds of a lap in which nothing is done: what a look at the clock costs at least."""
    longest: int = 0
    views: tuple[tuple[View, int], ...] = ()
    draws: Draws = field(default_factory=lambda: Draws(1))
    """Go on from search to search, so that one that is repeated is not timed in the same places."""
    aside: int = 0
    """Nanoseconds that went into measuring alone."""

    def stopwatch(self) -> Stopwatch:
        """For one search."""
        return Stopwatch(self.every, self.run, self.longest, self.draws)


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
    spent, watch = list[int](), meter.stopwatch()
    found, room = run(timed(player.bound, spent, watch), player.parts, view, seed)
    phases = watch.laps
    begun, nodes = process_time_ns(), int(room.progress[NODES])
    empty = _empty(player, view, seed, room)
    meter.aside += process_time_ns() - begun
    bytes_of = room_bytes(room)
    if player.parts.extras:
        bytes_of += room_bytes(extras(view.game))
    return found, Searched(
        found.work,
        float(sum(spent)),
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
    meter.run = run_of(duration / iteration if duration else iterations)
    meter.longest = max(meter.longest, SHORTEST, round(LONGER * iteration))
    pairs = _pairs(player, made, view, seed, lambda: Stopwatch(TRIED, meter.run, meter.longest, meter.draws))
    share = statistics.median(more / one - 1 for one, more in zip(*pairs, strict=True))
    meter.every = max(meter.every, TRIED, round(TRIED * share / SHARE))


def look_within(ones: list[Searched], alone: float) -> float:
    """What a look at the clock costs within these searches, by which their laps are too long.

    So much that laps add up to the searches' time measured from outside, less what a search takes without
    iterations; but no less than alone, and no more than twice that.
    """
    laps, looks = sum(sum(one.phases) for one in ones), sum(sum(one.looks) for one in ones)
    longer = laps - sum(one.kept_nanoseconds for one in ones)
    return min(max(longer / max(looks, 1), alone), HELD_UP * alone)


def cost(meter: Meter, player: Searcher) -> float:
    """By what share the searches were slowed: with laps against without, in turn.

    Of all searches together, since most may be too short to meet with a pause.
    """
    made, whole = _brief(player.parts, 20_000), np.zeros(2)
    for view, seed in meter.views:
        pairs = _pairs(player, made, view, seed, meter.stopwatch)
        whole += np.sum(pairs, axis=1)
    return float(whole[1] / whole[0] - 1)


def _pairs(
    player: Searcher, made: Parts, view: View, seed: int, watch: Callable[[], Stopwatch]
) -> tuple[list[int], list[int]]:
    """Nanoseconds of a search without laps and with them, turn by turn."""
    return _in_turn(
        lambda: _nanoseconds(player, made, view, seed, None),
        lambda: _nanoseconds(player, made, view, seed, watch()),
    )


def _brief(made: Parts, most: int = BRIEF) -> Parts:
    """The same parts with a small budget of iterations."""
    plans = made.plans.copy()
    plans["iterations"] = np.maximum(plans["worlds"], np.minimum(plans["iterations"], most))
    plans["duration"] = 0
    return made._replace(plans=plans)


def _nanoseconds(player: Searcher, made: Parts, view: View, seed: int, watch: Stopwatch | None) -> int:
    """What a search takes, with all that is between the kernel's calls."""
    begun = clock()
    run(timed(player.bound, [], watch) if watch else player.bound, made, view, seed)
    return clock() - begun


def _in_turn(one: Callable[[], int], other: Callable[[], int]) -> tuple[list[int], list[int]]:
    """What both take in rounds, after one to warm up; who is first changes."""
    taken: tuple[list[int], list[int]] = [], []
    for number in range(MOST_ROUNDS):
        if number > FEWEST and sum(map(sum, taken)) > SPENT:
            break
        for which in (0, 1) if number % 2 else (1, 0):
            spent = (one, other)[which]()
            if number:
                taken[which].append(spent)
    return taken


assert LOOKS + len(PHASES) == HELD
