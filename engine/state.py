"""State: an immutable value over packed bytes. It knows everything, so no bot is ever given one."""

from hashlib import blake2b
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import GameOverError, IllegalActionError, NotationError, SpecError
from engine.events import new_log
from engine.game import Game
from engine.jit import room
from engine.words import NOBODY

WORD = 8


class _Scratch(NamedTuple):
    """Room for one step, made once a game and thread: kernels let go of the interpreter."""

    rows: NDArray[Any]
    raw: memoryview
    out: NDArray[np.int64]
    legal: memoryview
    step: Any
    log: NDArray[np.int64]
    """For `step` where nobody listens: telling takes 0.06 us, a second kernel without it 2 s to compile."""


_scratches: dict[tuple[Game, int], _Scratch] = {}
_new = tuple.__new__  # 0.3 us less than State(...)


def scratch(game: Game) -> _Scratch:
    """The working room of a game; what it holds is overwritten by the next call of anything here."""
    found = _scratches.get((game, get_ident()))
    if found is None:
        rows, out = room(game.state_type), np.zeros(game.max_legal, np.int64)
        raw = rows.view(np.ndarray).view(np.uint8).data
        found = _Scratch(rows, raw, out, out.view(np.uint8).data, game.kernels.step, new_log())
        _scratches[game, get_ident()] = found
    return found


class State(NamedTuple):
    """A position with everything hidden in it. Compared, hashed and pickled by its bytes."""

    game: Game
    data: bytes
    legal: bytes
    """The legal actions as packed int64; empty: the game is over."""

    def play(self, action: int) -> "State":
        """The state after an action; raises IllegalActionError or GameOverError."""
        work = _scratches.get((self[0], get_ident())) or scratch(self[0])
        work.raw[:] = self[1]
        n = work.step(work.rows, action, work.out, work.log)
        if n < 0:
            raise refusal(self, action)
        return _new(State, (self[0], work.raw.tobytes(), work.legal[: WORD * n].tobytes()))

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, in their fixed order."""
        return tuple(memoryview(self.legal).cast("q"))

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return not self.legal

    @property
    def row(self) -> Any:
        """A copy of the record, to read."""
        return row(self.game, self.data)

    @property
    def to_act(self) -> int:
        """The seat to act, or NOBODY."""
        return int(self.game.kernels.to_act(self._rows())) if self.legal else NOBODY

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat gets; as things stand if the game is not over."""
        out = np.zeros(self.game.seats)
        self.game.kernels.returns(self._rows(), out)
        return tuple(out.tolist())

    @property
    def scores(self) -> tuple[int, ...]:
        """A comparable number a seat: more is better, equal is a shared place."""
        out = np.zeros(self.game.seats, np.int64)
        self.game.kernels.scores(self._rows(), out)
        return tuple(out.tolist())

    def format_action(self, action: int) -> str:
        """An action of this position in notation."""
        return self.game.text.action(self.game, self.row, action)

    def parse_action(self, text: str) -> int:
        """An action in notation; raises NotationError, or IllegalActionError with the legal ones."""
        return parse_action(self.game, self.row, self.legal_actions, text)

    def __str__(self) -> str:
        """The position in notation."""
        return self.game.text.format(self.game, self.row)

    def __repr__(self) -> str:
        """The call that gives it back."""
        return f"game({self.game.spec!r}).parse({str(self)!r})"

    def _rows(self) -> NDArray[Any]:
        work = scratch(self.game)
        work.raw[:] = self.data
        return work.rows


def row(game: Game, data: bytes) -> Any:
    """The record that packed bytes hold, as a copy."""
    return np.frombuffer(bytearray(data), game.state_type)[0]  # a copy by fields takes 20 us


def refusal(state: State, action: int) -> Exception:
    """The error for an action that a state does not take."""
    if state.is_over:
        return GameOverError(f"{state.game.spec}: the game is over, nothing can be played")
    legal = ", ".join(state.format_action(each) for each in state.legal_actions)
    return IllegalActionError(f"action {action} is not legal here; legal: {legal}")


def parse_action(game: Game, record: Any, legal: tuple[int, ...], text: str) -> int:
    """The legal action that a text names; raises NotationError or IllegalActionError."""
    import re

    words = " ".join(text.split())
    known = {game.text.action(game, record, action): action for action in legal}
    if words in known:
        return known[words]
    if not re.fullmatch(game.text.pattern, words):
        raise NotationError(f"'{words}' is not an action of {game.name}; legal here: {', '.join(known)}")
    raise IllegalActionError(
        f"'{words}' is not legal here; legal: {', '.join(known) or 'nothing, it is over'}"
    )


def start(game: Game, deal: tuple[int, ...]) -> State:
    """The first position of a deal; raises SpecError if the deal is not one of that game."""
    wrong = f"{len(deal)} numbers" if len(deal) != game.deal_size else game.check_deal(game, deal)
    if wrong:
        raise SpecError(f"not a deal of {game.spec}: {wrong}; it has {game.deal_size} numbers")
    work = scratch(game)
    n = game.kernels.setup(work.rows, game.parameters, np.array(deal, np.int64), work.out)
    return State(game, work.raw.tobytes(), work.legal[: WORD * n].tobytes())


def from_row(game: Game, rows: NDArray[Any]) -> State:
    """The state that a one-element record array holds; the rules are trusted to have checked it."""
    work = scratch(game)
    n = game.kernels.legal(rows, work.out)
    return State(game, rows.tobytes(), work.legal[: WORD * n].tobytes())


def digest(state: State) -> str:
    """A name for a position: 128 bits of BLAKE2b over its notation, as 32 hexadecimal digits."""
    return blake2b(str(state).encode(), digest_size=16).hexdigest()
