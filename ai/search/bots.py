"""The bots that search."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bindings import Binding, binding
from ai.bot import BotType, Decision, sole
from ai.search.parts import ONE_OF, Parts, parts, search_options
from ai.search.plan import DETERMINIZED
from ai.search.room import (
    DONE,
    FEWEST,
    FULL,
    HIGH,
    LOW,
    MOST,
    WORLD,
    Room,
    apart_rng,
    begin,
    extras,
    grow,
    log,
)
from engine.game import Game
from engine.rng import split
from engine.view import View


class Found(NamedTuple):
    """What one thread found, by legal action."""

    visits: NDArray[np.int64]
    totals: NDArray[np.float64]
    low: float
    high: float
    work: int
    best: int
    """Sequential halving: the place of the action that was left; -1 without."""
    worlds: int
    """Worlds drawn, those refused for their weight not counted; 0: none, the state is known."""


EXPECTED, MOST_EXPECTED = 4_000, 1_000_000
"""Nanoseconds of a short iteration and the most of them that a budget of time has room for from the start:
to go on in a larger room takes up to 20 ms, in which nobody looks at the clock."""


def run(bound: Binding, made: Parts, view: View, seed: int, root: Any = None) -> tuple[Found, Room]:
    """Search in this thread: `root` in place of the view's record is a whole state, for plans that peek."""
    actions, plans = np.array(view.legal_actions, np.int64), made.plans
    duration = int(plans["duration"][0])
    iterations = min(duration // EXPECTED, MOST_EXPECTED) if duration else int(plans["iterations"][0])
    spare = len(actions) + int(plans["worlds"][0]) + view.game.seats + 4
    wanted = iterations * (2 if made.keyed else 1) if made.grows else 0
    room, rng = begin(view.game, max(FEWEST, wanted + spare), made.keyed), apart_rng(split(seed, "search"))
    record = view.rows if root is None else root
    heard, more = log() if made.listens else None, extras(view.game) if made.extras else None
    while bound.search(record, view.seat, plans, actions, rng, room, heard, more, None) == FULL:
        # A budget of time, or trails of secret choices, can fill the room; it goes on in a larger one.
        if len(room.nodes) == MOST:
            break
        room = grow(view.game, room, made.keyed)
    n = len(actions)
    best = int(room.order[0]) - 1 if plans["halving"][0] else -1
    worlds = done = int(room.progress[DONE])
    if plans["peek"][0]:
        worlds = 0
    elif best >= 0:
        worlds = int(room.visits[best])  # what was never dropped was tried once in every world
    elif plans["tree"][0] == DETERMINIZED:
        worlds = int(room.progress[WORLD])
    return (
        Found(
            room.visits[:n].copy(),
            room.totals[:n].copy(),
            float(room.span[LOW]),
            float(room.span[HIGH]),
            done,
            best,
            worlds,
        ),
        room,
    )


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """The threads of this process, kept, as each has its room."""
    return ThreadPoolExecutor(threads, "search")


def merge(found: list[Found]) -> Found:
    """What several threads found, added up in their order."""
    visits = np.sum([each.visits for each in found], axis=0)
    totals = np.sum([each.totals for each in found], axis=0)
    best = found[0].best
    if best >= 0 and len(found) > 1:
        means = totals / np.maximum(visits, 1)
        best = max((each.best for each in found), key=lambda i: float(means[i]))
    return Found(
        visits,
        totals,
        min(each.low for each in found),
        max(each.high for each in found),
        sum(each.work for each in found),
        best,
        sum(each.worlds for each in found),
    )


def means(found: Found) -> list[float]:
    """Mean pay-offs on a scale from 0 to 1, by the range that is known or was seen; 0 where never tried."""
    width = found.high - found.low or 1.0
    pairs = zip(found.visits.tolist(), found.totals.tolist(), strict=True)
    scaled = ((total / n - found.low) / width if n else 0.0 for n, total in pairs)
    return [min(max(each, 0.0), 1.0) for each in scaled]  # sums are rounded


def choose(found: Found, final: str, near: float, seed: int) -> int:
    """The place of the action to play.

    visits: the most visited, of equal ones the better mean, then the first; value: the best mean; mixed:
    drawn by visits among those with a share of at least `near` of the most.
    """
    visits, values = found.visits.tolist(), means(found)
    if found.best >= 0:
        return found.best
    places = range(len(visits))
    if final == "value":
        return max(places, key=lambda i: (values[i], visits[i]))
    if final == "mixed" and any(visits):
        close = [i for i in places if visits[i] >= near * max(visits) and visits[i]]
        left = split(seed, "final") % sum(visits[i] for i in close)
        for i in close:
            left -= visits[i]
            if left < 0:
                return i
    return max(places, key=lambda i: (visits[i], values[i]))


def seeds(made: Parts, seed: int) -> list[int]:
    """The seed of each thread; the first is that of a search without threads."""
    return [seed, *(split(seed, "thread", n) for n in range(1, made.threads))]


def decision(view: View, made: Parts, found: Found, seed: int) -> Decision:
    """What to play after a search, with its figures."""
    best = choose(found, made.final, made.near, seed)
    return Decision(
        view.legal_actions[best],
        view.legal_actions,
        tuple(found.visits.tolist()),
        tuple(means(found)),
        found.work,
        found.worlds,
    )


@dataclass(frozen=True)
class Searcher:
    """A search of the parts that its options name."""

    bound: Binding
    parts: Parts

    def __hash__(self) -> int:
        """By the plan, an array, which has no hash of its own."""
        return hash((self.bound, self.parts.plans.tobytes(), *self.parts[1:]))

    def decide(self, view: View, seed: int) -> Decision:
        """The action that the search prefers, with its figures."""
        made = self.parts
        if known := self.unsearched(view, seed):
            return known
        if made.threads == 1:
            found = run(self.bound, made, view, seed)[0]
        else:
            pool = _pool(made.threads)
            jobs = [pool.submit(run, self.bound, made, view, each) for each in seeds(made, seed)]
            found = merge([job.result()[0] for job in jobs])
        return decision(view, made, found, seed)

    def unsearched(self, view: View, seed: int) -> Decision | None:
        """What is decided without a search: an only action, or an end that can be solved.

        The end is solved for the pay-off that the search seeks.
        """
        solved = self.bound.solve if self.parts.endgame else None
        return sole(view) or (solved(view, seed, self.parts.plans) if solved else None)


def make(game: Game, chosen: Mapping[str, str]) -> Any:
    """The searcher that complete options name; raises SpecError."""
    bound = binding(game)
    return Searcher(bound, parts(chosen, game, bound))


def _bot(name: str, text: str, **usual: str) -> BotType:
    return BotType(name, text, search_options(1000, **usual), make, one_of=ONE_OF)


FLAT = _bot(
    "flat",
    "Flat Monte Carlo: random playouts of each action from common worlds, halving the field in rounds.",
    tree="flat",
    halving="yes",
)
PIMC = _bot(
    "pimc",
    "Perfect information Monte Carlo: a tree for each of several worlds, visits added up.",
    tree="determinized",
)
ISMCTS = _bot(
    "ismcts",
    "Information set Monte Carlo tree search, one tree for all that happens, random playouts.",
)
MOISMCTS = _bot(
    "moismcts",
    "Multi-observer information set search: a tree a seat, over what that seat has seen.",
    tree="multi",
)
