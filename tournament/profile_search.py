"""What a search does while it runs: time by phase, depth, branching, worlds; measured, not reckoned.

Each search is run with the laps of ai.search.phases. The kernel's calls are timed from outside in this
thread's processor time, which holds on a busy machine, and the laps of the iterations that were timed are
scaled to all iterations: what both say should agree. One iteration in so many is timed that a search is
slowed by less than 3 %, and what it was slowed by is measured too.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time_ns
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
    DICE,
    EVERY,
    HELD,
    KEPT,
    LEFT,
    LOOK,
    MOST,
    NEXT,
    PHASES,
    ROOM,
    RUN,
    SPOILED,
    STEPS,
    TIMED,
    WORLDS,
    settle,
)
from ai.search.plan import DETERMINIZED
from ai.search.room import NODES, WORLD, Room, begin, extras, log
from engine.jit import kernel, nanoseconds
from engine.rng import new_rng, split
from engine.view import View

NAMES = (*PHASES, "begin and end")
"""The parts of a search's time: the phases of its iterations, and what a search without any takes."""
FEWEST, MOST_ROUNDS, BRIEF, SPENT = 7, 101, 5000, 1e8
"""Rounds in which variants of a search take turns, the most iterations that one has there, and nanoseconds
after which there are no more rounds than the fewest."""
SHARE = 0.002
"""Of a search's time, what its looks at the clock may take."""
LONGER, SHORTEST = 100, 100_000
"""An iteration so many times as long as the mean, and of at least so many nanoseconds, was interrupted."""
COSTED = 5
"""How many searches the cost of measuring is measured on."""


@dataclass(frozen=True)
class Searched:
    """One search: of a decision, or of one thread of it. Times in nanoseconds."""

    iterations: int
    whole: float
    """The time of the kernel's calls, measured from outside."""
    phases: tuple[float, ...]
    """By phase: laps of the iterations that were kept."""
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
    is_whole: bool
    """Are the worlds those of all iterations?"""
    worlds: int
    """Worlds drawn in the iterations that were timed; of a determinized search in all."""
    strength: float
    """The share of the visits that the best action has."""
    room_bytes: int


@dataclass
class Meter:
    """How searches are timed, once it is known from a first one; and what that costs."""

    every: int = 0
    look: float = 0.0
    """The least nanoseconds of a look at the clock."""
    longest: int = 0
    fits: tuple[float, ...] = ()
    """What laps are to be multiplied by, since a look also holds up what is around it; by search tried."""
    views: tuple[tuple[View, int], ...] = ()
    drawn: int = 0
    """Searches begun, so that a search that is repeated is not timed in the same places."""
    aside: int = 0
    """Nanoseconds that went into measuring alone."""

    @property
    def fit(self) -> float:
        """The middle of the factors."""
        return statistics.median(self.fits) if self.fits else 1.0

    def array(self, seed: int) -> Any:
        """The room for the laps of a search."""
        phases = np.zeros(ROOM, np.int64)
        self.drawn += 1
        phases[EVERY], phases[DICE] = self.every, split(seed, "dice", self.drawn) % (1 << 31)
        phases[NEXT], phases[LEFT] = phases[DICE] % (RUN * self.every), RUN
        phases[LOOK], phases[MOST] = round(self.look), self.longest
        return phases


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


def _timed(bound: Binding, spent: list[int]) -> Binding:
    """The same binding; each call of the search adds its time."""

    def search(*arguments: Any) -> int:
        begun = clock()
        done = bound.search(*arguments)
        spent.append(clock() - begun)
        return done

    return bound._replace(search=search)


def _one(player: Searcher, view: View, seed: int, meter: Meter) -> tuple[Found, Searched]:
    spent, phases = list[int](), meter.array(seed)
    found, room = run(_timed(player.bound, spent), player.parts, view, seed, phases=phases)
    settle(phases)
    begun, worlds, nodes = process_time_ns(), int(room.progress[WORLD]), int(room.progress[NODES])
    timed, plan, empty = int(phases[TIMED]), player.parts.plans, _empty(player, view, seed, room)
    meter.aside += process_time_ns() - begun
    if plan["tree"][0] != DETERMINIZED:
        worlds = int(phases[WORLDS])
    bytes_of = room_bytes(room)
    if player.parts.extras:
        bytes_of += room_bytes(extras(view.game))
    return found, Searched(
        found.work,
        float(sum(spent)),
        tuple(float(each) for each in phases[: len(PHASES)]),
        float(len(spent) * empty),
        nodes,
        timed,
        int(phases[KEPT]),
        int(phases[SPOILED]),
        int(phases[DEEPEST]),
        tuple(phases[DEPTHS:].tolist()),
        int(phases[DEPTH]),
        int(phases[CHOICES]),
        int(phases[STEPS]),
        bool(plan["tree"][0] == DETERMINIZED),
        worlds,
        float(found.visits.max() / max(found.visits.sum(), 1)),
        bytes_of,
    )


def _empty(player: Searcher, view: View, seed: int, room: Room) -> float:
    """The time of a search that ends before its first iteration, as its room has no nodes to spare."""
    made, actions = player.parts, np.array(view.legal_actions, np.int64)
    begin(view.game, 0, made.keyed)
    few = room._replace(nodes=room.nodes[: len(actions) + 2 if made.plans["halving"][0] else 4])
    spent = list[int]()
    _timed(player.bound, spent).search(
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
def _look(n: int) -> int:
    """Nanoseconds that n looks at the clock take."""
    begun = now = nanoseconds()
    for _ in range(n):
        now = nanoseconds()
    return now - begun


def tune(meter: Meter, player: Searcher, view: View, seed: int) -> None:
    """Measure looks at the clock, alone and within a search, and choose how many iterations are timed."""
    made, laps, means_of = _brief(player.parts), np.zeros(ROOM, np.int64), list[float]()
    _look(1)
    meter.look = min(_look(1000) for _ in range(20)) / 1000
    spent = list[int]()
    n, room = run(_timed(player.bound, spent), made, view, seed)
    longest = max(SHORTEST, round(LONGER * sum(spent) / n.work))
    empty = min(_empty(player, view, seed, room) for _ in range(5))

    def every_one() -> int:
        laps[:] = 0
        laps[EVERY], laps[LEFT], laps[LOOK], laps[MOST] = 1, RUN, round(meter.look), longest
        taken = _seconds(player, made, view, seed, laps)
        means_of.append(float(laps[: len(PHASES)].sum()) / max(int(laps[KEPT]), 1))
        return taken

    plain, timed = _in_turn(lambda: _seconds(player, made, view, seed, None), every_one)
    pairs = [(one, lap) for one, lap in zip(plain, means_of[1:], strict=True) if lap > 0]
    fits = [(one - empty) / n.work / lap for one, lap in pairs]
    meter.fits += (statistics.median(fits) if fits else 1.0,)
    share = statistics.median(more / one - 1 for one, more in zip(plain, timed, strict=True))
    meter.every = max(meter.every, 1, round(share / SHARE))
    meter.longest = max(meter.longest, longest)


def cost(meter: Meter, player: Searcher) -> float:
    """By what share the searches were slowed: with laps against without, in turn."""
    ratios = []
    made = _brief(player.parts, 20_000)
    for view, seed in meter.views:
        plain, timed = _in_turn(
            lambda view=view, seed=seed: _seconds(player, made, view, seed, None),  # type: ignore[misc]
            lambda view=view, seed=seed: _seconds(player, made, view, seed, meter.array(seed)),  # type: ignore[misc]
        )
        ratios.append(statistics.median(b / a for a, b in zip(plain, timed, strict=True)))
    return statistics.median(ratios) - 1


def _brief(made: Parts, most: int = BRIEF) -> Parts:
    """The same parts with a small budget of iterations."""
    plans = made.plans.copy()
    plans["iterations"] = np.maximum(plans["worlds"], np.minimum(plans["iterations"], most))
    plans["duration"] = 0
    return made._replace(plans=plans)


def _seconds(player: Searcher, made: Parts, view: View, seed: int, phases: Any) -> int:
    spent = list[int]()
    run(_timed(player.bound, spent), made, view, seed, phases=phases)
    return sum(spent)


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


assert HELD + len(PHASES) == DEPTHS
