"""View: what one seat may know, built from nothing; and Playthrough, the referee's side of it.

A view holds a record of the game's state type in which only public facts and the seat's own secrets
were written (an allow list), the legal actions where the seat is to act, and the events as the seat
saw them, in order from the start of the game.
"""

from typing import Any, NamedTuple

import numpy as np

from engine.errors import GameOverError
from engine.events import EVENTS, new_log, seen_by
from engine.game import Game
from engine.jit import room
from engine.rng import new_rng
from engine.state import WORD, State, parse_action, refusal, row, scratch

ITEMS = 256
"""Room that a determinize kernel may use."""


class View(NamedTuple):
    """All that one seat has seen: the only thing a bot is given. Compared and hashed by value."""

    game: Game
    seat: int
    data: bytes
    """The record of what the seat may know; hidden fields hold the game's word for unknown."""
    legal_actions: tuple[int, ...]
    """What the seat may choose, in fixed order; empty if it is not to act."""
    events: tuple[int, ...]
    """Event words (engine.events), cards hidden where the seat did not see them."""

    @property
    def row(self) -> Any:
        """A copy of the record, to read."""
        return row(self.game, self.data)

    @property
    def rows(self) -> "np.ndarray[Any, Any]":
        """A copy of the record as the one-element array that kernels take."""
        rows = room(self.game.state_type)
        rows.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(self.data, np.uint8)
        return rows

    def format_action(self, action: int) -> str:
        """An action in notation."""
        return self.game.text.action(self.game, self.row, action)

    def parse_action(self, text: str) -> int:
        """A legal action in notation; raises NotationError or IllegalActionError."""
        return parse_action(self.game, self.row, self.legal_actions, text)

    def determinize(self, seed: int) -> State:
        """A whole state, drawn uniformly from all that agree with everything the seat has seen."""
        rows, out = self.rows, np.zeros(self.game.max_legal, np.int64)
        n = self.game.kernels.determinize(rows, self.seat, new_rng(seed), np.zeros(ITEMS, np.int64), out)
        return State(self.game, rows.tobytes(), out[:n].tobytes())

    def __str__(self) -> str:
        """The position as the seat sees it, in notation."""
        return self.game.text.format(self.game, self.row)


def observe(state: State, seat: int, events: tuple[int, ...] = ()) -> View:
    """What a seat may know of a state; `events` are those it has seen."""
    game, work = state.game, scratch(state.game)
    work.raw[:] = state.data
    target = room(game.state_type)
    game.kernels.observe(work.rows, seat, target)
    acting = bool(state.legal) and game.kernels.to_act(work.rows) == seat
    data = target.tobytes()
    work.raw[:] = data  # so that no module holds the state when a bot is asked,
    work.log[:] = 0  # nor what happened before it
    return View(game, seat, data, state.legal_actions if acting else (), events)


class Playthrough:
    """One playing of a game as the referee has it: the state now, and what every seat has seen."""

    def __init__(self, state: State) -> None:
        """Begin at a state; nothing has been seen yet."""
        self.state = state
        self.events: list[int] = []
        self.actions: list[int] = []
        self._seen: tuple[list[int], ...] = tuple([] for _ in range(state.game.seats))
        self._log = new_log()

    def play(self, action: int) -> tuple[int, ...]:
        """Play an action: the words of the events it caused; raises IllegalActionError or GameOverError."""
        state, log = self.state, self._log
        if not state.legal:
            raise GameOverError(f"{state.game.spec}: the game is over, nothing can be played")
        work = scratch(state.game)
        work.raw[:] = state.data
        n = work.step(work.rows, action, work.out, log)
        if n < 0:
            raise refusal(state, action)
        self.state = State(state.game, work.raw.tobytes(), work.legal[: WORD * n].tobytes())
        words = tuple(log[EVENTS : EVENTS + int(log[0])].tolist())
        self.actions.append(int(action))
        self.events.extend(words)
        for seat, seen in enumerate(self._seen):
            seen.extend(seen_by(word, seat) for word in words)
        return words

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        return observe(self.state, seat, tuple(self._seen[seat]))
