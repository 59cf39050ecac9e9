"""Where the time of games goes: to the bots, to the referee, and within a search to its parts.

Games are played with the bot in every seat, and each part is timed as it is called. What happens inside
a compiled search cannot be timed without slowing it down, so its parts are reckoned: dealing the hidden
cards and playing on to the end are timed alone, on the positions of these games, and what is left is the
tree. All times are this process's processor time, so they hold on a busy machine too.
"""

from dataclasses import dataclass
from time import process_time as clock
from typing import Any

import numpy as np

from ai.bot import bot
from engine.game import Game
from engine.jit import kernel, room
from engine.rng import new_rng, split
from engine.state import digest
from engine.view import ITEMS, Playthrough, View

ALONE_SECONDS = 0.3
"""How long a part of a search is timed alone."""


@dataclass(frozen=True)
class Part:
    """A share of the time."""

    name: str
    seconds: float
    share: float
    calls: int

    @property
    def microseconds(self) -> float:
        """The mean time of a call."""
        return 1e6 * self.seconds / max(self.calls, 1)


@dataclass(frozen=True)
class Profile:
    """Where the time of a bot's games went."""

    games: int
    decisions: int
    seconds: float
    parts: tuple[Part, ...]
    search: tuple[Part, ...]
    """The parts of the search, reckoned; empty for a bot that says nothing of its work."""
    iterations_a_second: float | None
    milliseconds_median: float
    milliseconds_95: float
    """95 of 100 decisions took at most that long."""


class _Laps:
    """Takes the time since the last lap for a part, so that no time is left out."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._since = clock()

    def lap(self, name: str) -> float:
        """The seconds since the last lap."""
        now = clock()
        taken, self._since = now - self._since, now
        self.seconds[name] = self.seconds.get(name, 0.0) + taken
        self.calls[name] = self.calls.get(name, 0) + 1
        return taken


def profile(spec: str, game: Game, games: int, seed: int) -> Profile:
    """Play games of a bot against itself and see where their time goes."""
    player, searched, times, work = bot(spec, game), list[tuple[View, int]](), list[float](), 0
    laps = _Laps()
    for n in range(games):
        table, mine = Playthrough(game.deal(split(seed, "deal", n))), list[tuple[View, int]]()
        laps.lap("deals")
        while not table.state.is_over:
            view, step = table.view(table.state.to_act), len(table.actions)
            laps.lap("views")
            chosen = player.decide(view, split(seed, "bot", n, step))
            times.append(laps.lap("decisions"))
            table.play(chosen.action)
            if chosen.work:
                mine.append((view, step))
                work += chosen.work
            laps.lap("steps")
        digest(table.state), table.state.scores, table.state.returns
        searched += [(view, len(table.actions) - step) for view, step in mine]
        laps.lap("records")
    whole, deciding = sum(laps.seconds.values()), laps.seconds["decisions"]
    parts = [Part(name, taken, taken / whole, laps.calls[name]) for name, taken in laps.seconds.items()]
    return Profile(
        games,
        len(times),
        whole,
        tuple(sorted(parts, key=lambda part: -part.seconds)),
        _search(game, searched, work, deciding) if work else (),
        work / deciding if work else None,
        1000 * float(np.median(times)),
        1000 * float(np.quantile(times, 0.95)),
    )


def _search(game: Game, views: list[tuple[View, int]], work: int, deciding: float) -> tuple[Part, ...]:
    """The parts of a search's time, from what an iteration's parts take alone."""
    left = float(np.mean([decisions for _, decisions in views]))
    dealing, playing = work * _dealing(game, views), work * left * _playing(game)
    fit = min(1.0, deciding / (dealing + playing))  # alone they may take longer than where they belong
    dealing, playing = fit * dealing, fit * playing
    tree = deciding - dealing - playing
    return tuple(
        Part(name, taken, taken / deciding, work)
        for name, taken in (("determinize", dealing), ("playouts", playing), ("tree and the rest", tree))
    )


@kernel
def _again(determinize: Any, roots: Any, seats: Any, target: Any, rng: Any, items: Any, out: Any) -> int:
    """Deal the hidden cards of every root once; compiled anew each time, as it takes a kernel."""
    for i in range(len(roots)):
        target[0] = roots[i]
        determinize(target, seats[i], rng, items, out)
    return len(roots)


def _dealing(game: Game, views: list[tuple[View, int]]) -> float:
    """The seconds in which hidden cards are dealt once."""
    roots, seats = (
        np.concatenate([view.rows for view, _ in views]),
        np.array([view.seat for view, _ in views]),
    )
    room_of = (
        room(game.state_type),
        new_rng(1),
        np.zeros(ITEMS, np.int64),
        np.zeros(game.max_legal, np.int64),
    )
    _again(game.kernels.determinize, roots, seats, *room_of)
    begin, n = clock(), 0
    while clock() - begin < ALONE_SECONDS:
        n += _again(game.kernels.determinize, roots, seats, *room_of)
    return (clock() - begin) / n


def _playing(game: Game) -> float:
    """The seconds that a decision of a random playout takes."""
    states, deal, out = (
        room(game.state_type),
        np.zeros(game.deal_size, np.int64),
        np.zeros(game.max_legal, np.int64),
    )
    rng, decisions = new_rng(1), 0
    game.kernels.playouts(states, game.parameters, 1, rng, deal, out)
    begin = clock()
    while clock() - begin < ALONE_SECONDS:
        decisions += game.kernels.playouts(states, game.parameters, 100, rng, deal, out)[0]
    return (clock() - begin) / decisions
