"""The bots that search."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ai.bindings import Binding, binding
from ai.bot import BotType, Decision, sole
from ai.search.budget import Budget, budget, options
from ai.search.room import DONE, FEWEST, HIGH, LOW, MOST, NODES, Room, begin, grow
from engine.game import Game, Option
from engine.rng import new_rng, split
from engine.view import View


def means(room: Room, visits: list[int], totals: list[float]) -> tuple[float, ...]:
    """Mean pay-offs on a scale from 0 to 1, by the range that is known or was seen; 0 where never tried."""
    low = float(room.span[LOW])
    width = float(room.span[HIGH]) - low or 1.0
    return tuple((total / n - low) / width if n else 0.0 for n, total in zip(visits, totals, strict=True))


@dataclass(frozen=True)
class Ismcts:
    """Information set Monte Carlo tree search; it plays the action most visited."""

    kernels: Binding
    budget: Budget
    c: float

    def decide(self, view: View, seed: int) -> Decision:
        """The most visited action; of equal ones the better mean, then the first."""
        return sole(view) or self._search(view, seed)

    def _search(self, view: View, seed: int) -> Decision:
        iterations, duration = self.budget
        room = begin(view.game, FEWEST if duration else iterations + 1)
        root, rng = view.rows, new_rng(split(seed, "search"))
        while True:
            n = self.kernels.single(root, view.seat, iterations, duration, self.c, rng, room)
            # A budget of time, or trails of secret choices, can fill the room; it goes on in a larger one.
            full = int(room.progress[NODES]) + view.game.seats >= len(room.nodes)
            if not full or int(room.progress[DONE]) == iterations or len(room.nodes) == MOST:
                break
            room = grow(view.game, room)
        found = {
            action: (visits, total)
            for action, visits, total in zip(
                room.actions[:n].tolist(), room.visits[:n].tolist(), room.totals[:n].tolist(), strict=True
            )
        }
        rows = [found.get(action, (0, 0.0)) for action in view.legal_actions]
        visits, totals = [row[0] for row in rows], [row[1] for row in rows]
        values = means(room, visits, totals)
        best = max(range(len(rows)), key=lambda i: (visits[i], values[i]))
        return Decision(
            view.legal_actions[best], view.legal_actions, tuple(visits), values, int(room.progress[DONE])
        )


@dataclass(frozen=True)
class Flat:
    """Playouts of each action from the same worlds, with sequential halving."""

    kernels: Binding
    budget: Budget

    def decide(self, view: View, seed: int) -> Decision:
        """The action of the best mean among those that were left at the end."""
        return sole(view) or self._search(view, seed)

    def _search(self, view: View, seed: int) -> Decision:
        iterations, duration = self.budget
        actions = np.array(view.legal_actions, np.int64)
        room, rng = begin(view.game, FEWEST), new_rng(split(seed, "search"))
        work = self.kernels.flat(view.rows, view.seat, actions, iterations, duration, rng, room)
        visits, totals = room.visits[: len(actions)].tolist(), room.totals[: len(actions)].tolist()
        return Decision(
            view.legal_actions[int(room.actions[0])],
            view.legal_actions,
            tuple(visits),
            means(room, visits, totals),
            int(work),
        )


def _constant(text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 100:
        raise ValueError("a number from 0 to 100 is wanted")
    return f"{value:.12g}"


def _make_ismcts(game: Game, chosen: Mapping[str, str]) -> Any:
    return Ismcts(binding(game), budget(chosen), float(chosen["c"]))


def _make_flat(game: Game, chosen: Mapping[str, str]) -> Any:
    return Flat(binding(game), budget(chosen))


ISMCTS = BotType(
    "ismcts",
    "Information set Monte Carlo tree search, one tree for all that happens, random playouts.",
    (
        *options(1000),
        Option("c", "How much it explores, for pay-offs from 0 to 1.", ("0.7",), read=_constant),
    ),
    _make_ismcts,
    one_of=("iterations", "milliseconds"),
)
FLAT = BotType(
    "flat",
    "Flat Monte Carlo: random playouts of each action from common worlds, halving the field in rounds.",
    options(1000),
    _make_flat,
    one_of=("iterations", "milliseconds"),
)
