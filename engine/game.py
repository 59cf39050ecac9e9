"""What a game is: the contract that every game keeps, and the one registry of them.

A game of this engine is deterministic once it is dealt: all chance lies in the deal, a row of small
integers drawn from a seed. A package `engine/games/<name>` defines `GAME`, a `GameType`.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import SpecError, nearest
from engine.rng import new_rng

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import State

GAMES = ("oriflamme", "tide", "kuhn", "leduc")
"""The names of all games, in the order of listings; each is a package of engine.games."""


@dataclass(frozen=True)
class Option:
    """One rule or size of a game that may be chosen, as `name=value` in a game's spec."""

    name: str
    text: str
    """What it decides, in a sentence."""
    choices: tuple[str, ...]
    """The legal values, the default first; where `read` is given, an example of each kind."""
    ident: str = ""
    """Its id in the rules' table of options (OPT-nn), as case files and traces write it."""
    source: str = ""
    read: Callable[[str], str] | None = None
    """Where values are free: returns the canonical text of one, or raises ValueError saying what is right."""
    default: str = ""
    """The value of an option that is not named; empty: the first choice."""

    def value(self, text: str) -> str:
        """The canonical form of a value; raises SpecError with the legal ones."""
        if self.read is None:
            if text in self.choices:
                return text
            raise SpecError(
                f"{self.name}={text} is not a value of that option; {nearest(text, self.choices)} "
                f"({' | '.join(self.choices)})"
            )
        try:
            return self.read(text)
        except ValueError as error:
            raise SpecError(f"{self.name}={text}: {error}") from None

    @property
    def usual(self) -> str:
        """The value when none is given."""
        return self.default or self.choices[0]


class Kernels(NamedTuple):
    """The compiled entry points of a game. `states` are one-element record arrays, `out` int64 room."""

    draw: Callable[..., None]
    """(parameters, rng, deal): draw a deal."""
    setup: Callable[..., int]
    """(states, parameters, deal, out) -> number of legal actions, written to `out`."""
    step: Callable[..., int]
    """(states, action, out, log) -> number of legal actions afterwards, or -1: not legal, nothing changed."""
    legal: Callable[..., int]
    """(states, out) -> number of legal actions."""
    observe: Callable[..., None]
    """(states, seat, views): write what `seat` may know into views[0], from nothing."""
    determinize: Callable[..., int]
    """(views, seat, rng, items, out) -> number of legal actions; a view's record becomes a whole state."""
    to_act: Callable[..., int]
    """(states) -> the seat to act, or -1."""
    scores: Callable[..., None]
    """(states, out): a comparable number a seat: more is better, equal is a shared place."""
    returns: Callable[..., None]
    """(states, out float64): what a seat gets at the end: its share of the win, or the game's own pay-off."""
    replay: Callable[..., int]
    """(states, actions, out) -> how many of the actions were played before one was illegal."""
    playouts: Callable[..., tuple[int, int]]
    """(states, parameters, games, rng, deal, out) -> (decisions, checksum) of random games."""


class Text(NamedTuple):
    """How people read and write a game. `row` is one record of its state type."""

    players: Callable[["Game"], tuple[str, ...]]
    """The name of each seat."""
    format: Callable[["Game", Any], str]
    """A position; what a view does not know is written '?'."""
    parse: Callable[["Game", str], NDArray[Any]]
    """A position read: a one-element record array; raises NotationError."""
    action: Callable[["Game", Any, int], str]
    """An action in the position it is chosen in."""
    pattern: str
    """A regular expression of all well-formed actions."""
    event: Callable[["Game", "Event"], str]
    """An event in words a player understands; empty for events that only programs need."""
    position: Callable[["Game", Any], Any]
    """The position as an object for JSON (traces)."""
    head: Callable[["Game", "State"], dict[str, Any]]
    """The first line of a trace, without `trace` and `game`."""
    end: Callable[["Game", Any], dict[str, Any]]
    """The last line of a trace, without `over`."""
    case: Callable[["Game", Mapping[str, Any]], list[str]] | None = None
    """Run a worked case: the differences found."""
    score: Callable[[int], str] = str
    """A score as people read it."""


@dataclass(frozen=True)
class GameType:
    """A game before its options are chosen."""

    name: str
    title: str
    options: tuple[Option, ...]
    make: Callable[["GameType", dict[str, str]], "Game"]
    page: Callable[["Game"], str]
    """The page of the game, made from the code: rules, parts, options, rulings with their sources."""
    case_game: Callable[[Mapping[str, Any]], str] | None = None
    """The spec of the game that a worked case is about."""
    expand: Callable[[dict[str, str]], dict[str, str]] = dict
    """Write options that stand for others as those others."""


@dataclass(frozen=True, eq=False)
class Game:
    """The rules, as a value: two games of the same spec are equal."""

    type: GameType
    options: Mapping[str, str]
    seats: int
    rules: int
    """The version of the rules: it moves when a stored game would end otherwise."""
    kernels: Kernels
    text: Text
    state_type: np.dtype[Any]
    parameters: NDArray[np.int64]
    deal_size: int
    check_deal: Callable[["Game", tuple[int, ...]], str]
    """What is wrong with a deal, or nothing."""
    n_actions: int
    max_legal: int
    max_decisions: int
    """A bound that no game exceeds."""
    zero_sum: bool = False
    """True: returns add up to 0; False: they are shares of 1."""
    all_deals: Callable[["Game"], Iterator[tuple[tuple[int, ...], int]]] | None = None
    """Every deal that gives a position of its own, with its weight: how often it is drawn, in proportion."""
    spec: str = field(init=False)

    def __post_init__(self) -> None:
        """Write the canonical spec: the name, and the options that differ from their defaults.

        Bots are handed the rules, so what can be written to is made to be read only.
        """
        fixed = np.frombuffer(self.parameters.tobytes(), self.parameters.dtype)
        object.__setattr__(self, "parameters", fixed)
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        chosen = [
            f"{option.name}={self.options[option.name]}"
            for option in self.type.options
            if self.options[option.name] != option.usual
        ]
        object.__setattr__(self, "spec", self.type.name + (":" + ",".join(chosen) if chosen else ""))

    @property
    def name(self) -> str:
        """The name of the game without its options."""
        return self.type.name

    @property
    def players(self) -> tuple[str, ...]:
        """The name of each seat, as notation writes it."""
        return self.text.players(self)

    def __eq__(self, other: object) -> bool:
        """Equal by spec and rules version."""
        return isinstance(other, Game) and (self.spec, self.rules) == (other.spec, other.rules)

    def __hash__(self) -> int:
        """By spec."""
        return hash(self.spec)

    def __repr__(self) -> str:
        """The call that gives it back."""
        return f"game({self.spec!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes as the spec."""
        return game, (self.spec,)

    def draw(self, seed: int) -> tuple[int, ...]:
        """A deal from a seed."""
        deal = np.zeros(self.deal_size, np.int64)
        self.kernels.draw(self.parameters, new_rng(seed), deal)
        return tuple(deal.tolist())

    def start(self, deal: tuple[int, ...]) -> "State":
        """The first position of a deal; raises SpecError if the deal is not one of this game."""
        from engine.state import start

        return start(self, deal)

    def deal(self, seed: int) -> "State":
        """The first position of the deal that a seed gives."""
        return self.start(self.draw(seed))

    def parse(self, text: str) -> "State":
        """Read a position; raises NotationError."""
        from engine.state import from_row

        return from_row(self, self.text.parse(self, text))


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """A spec taken apart: its name, and the options as they were written.

    >>> split_spec("oriflamme:seats=4,set=base")
    ('oriflamme', {'seats': '4', 'set': 'base'})
    """
    name, _, rest = spec.strip().partition(":")
    options: dict[str, str] = {}
    for piece in rest.split(",") if rest else ():
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not equals or not key or not value:
            raise SpecError(f"'{piece}' in '{spec}' is not an option; write name=value, separated by commas")
        if key in options:
            raise SpecError(f"option '{key}' stands twice in '{spec}'; name it once")
        options[key] = value
    return name, options


def complete(options: tuple[Option, ...], given: Mapping[str, str], whose: str) -> dict[str, str]:
    """All options with their values, canonical; raises SpecError for unknown names and values."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise SpecError(f"{whose} has no option '{name}'; {nearest(name, known)}")
    return {
        option.name: option.value(given[option.name]) if option.name in given else option.usual
        for option in options
    }


@lru_cache(maxsize=64)
def game_type(name: str) -> GameType:
    """The game of that name before its options are chosen; raises SpecError."""
    if name not in GAMES:
        raise SpecError(f"there is no game '{name}'; {nearest(name, GAMES)}")
    return importlib.import_module(f"engine.games.{name}").GAME  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def game(spec: str) -> Game:
    """The game that a spec names, such as `oriflamme:seats=4`; raises SpecError.

    >>> game("kuhn").spec
    'kuhn'
    """
    name, given = split_spec(spec)
    kind = game_type(name)
    return kind.make(kind, complete(kind.options, kind.expand(given), f"game '{name}'"))
