"""What a law looks at: one point of a random game, with what each seat sees of it."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from engine.game import Game
from engine.rng import split
from engine.state import State
from engine.view import Playthrough, View

Cards = Callable[[State], Iterable[Hashable]]
"""Every card of a position with its owner, wherever it lies: what play must never change."""


class Decides(Protocol):
    """What the laws ask of a bot (see ai.bot)."""

    def decide(self, view: View, seed: int) -> Any:
        """A decision: it has an `action`, and equal ones compare as equal."""


@dataclass
class Moment:
    """A point between two decisions of a random game, or after the last."""

    first: State
    """The position that the game began with."""
    playing: Playthrough
    seed: int
    bots: tuple[Decides, ...]
    cards: Cards | None

    @property
    def game(self) -> Game:
        """The game that is looked at."""
        return self.first.game

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.playing.state

    @property
    def decision(self) -> int:
        """How many decisions came before."""
        return len(self.playing.actions)

    @cached_property
    def action(self) -> int:
        """What is chosen next."""
        return self.pick(self.state.legal_actions, "choice")

    @cached_property
    def views(self) -> tuple[View, ...]:
        """What each seat may know."""
        return tuple(self.playing.view(seat) for seat in range(self.game.seats))

    @cached_property
    def worlds(self) -> tuple[State, ...]:
        """For each seat a state that it holds possible."""
        return tuple(view.determinize(split(self.seed, "world", view.seat)) for view in self.views)

    def pick(self, actions: tuple[int, ...], purpose: str) -> int:
        """Any of them."""
        return actions[split(self.seed, purpose) % len(actions)]


Checks = Iterator[bool | str]
"""For each check that a law makes: True if it held, else one line that says what was wrong."""

Law = Callable[[Moment], Checks]
