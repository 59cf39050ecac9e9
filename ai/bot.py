"""What a bot is: a function from a view and a seed to a decision. And the one registry of bots.

A bot keeps nothing between decisions: the view holds all that its seat has seen, the seed all its
chance. So the same bot with the same seed decides the same wherever and whenever it is asked.
"""

import importlib
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ai.foreign import called, described, one_line, told, type_name
from ai.quiet import quiet
from engine.errors import BotError, SpecError, nearest
from engine.game import Game, Option, complete, split_spec
from engine.view import View

T = TypeVar("T")
BOTS = (
    "ai.baselines.random:RANDOM",
    "ai.baselines.greedy:GREEDY",
    "ai.baselines.styles:HOARDER",
    "ai.baselines.styles:AGGRESSOR",
    "ai.baselines.tide_styles:DUCKER",
    "ai.baselines.tide_styles:COUNTER",
    "ai.search.bots:FLAT",
    "ai.search.bots:PIMC",
    "ai.search.bots:ISMCTS",
    "ai.search.bots:MOISMCTS",
    "ai.search.presets:EXPERT",
)
"""Where each bot's `BotType` stands, in the order of listings."""


@dataclass(frozen=True)
class Decision:
    """An action with its reasons. Those by root action may be empty, numbers may be 0: not told."""

    action: int
    actions: tuple[int, ...] = ()
    """The root actions that the figures are of."""
    visits: tuple[int, ...] = ()
    values: tuple[float, ...] = ()
    """Mean pay-off of each action for the seat, from 0 to 1."""
    work: int = 0
    """Iterations or playouts done."""
    worlds: int = 0
    """Worlds that were looked at, however often each."""


def sole(view: View) -> Decision | None:
    """The decision where only one action is legal, None where there is a choice; else a BotError."""
    if not view.legal_actions:
        raise BotError(f"{view.game.players[view.seat]} has nothing to decide in '{view}'")
    return Decision(view.legal_actions[0]) if len(view.legal_actions) == 1 else None


class Bot(Protocol):
    """A program that decides."""

    def decide(self, view: View, seed: int) -> Decision:
        """One of `view.legal_actions`, with its reasons; all chance comes from the seed."""


@dataclass(frozen=True)
class BotType:
    """A bot before its options are chosen."""

    name: str
    text: str
    """What it does, in a sentence."""
    options: tuple[Option, ...]
    make: Callable[[Game, Mapping[str, str]], Bot]
    """A bot for a game; raises SpecError if it cannot play that game."""
    one_of: tuple[str, ...] = ()
    """Options that exclude each other: a spec may name one of them."""

    def complete(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, canonical; raises SpecError."""
        both = [name for name in self.one_of if name in given]
        if len(both) > 1:
            raise SpecError(f"bot '{self.name}' takes {' or '.join(self.one_of)}, not both; name one of them")
        return complete(self.options, given, f"bot '{self.name}'")

    def chosen(self, given: Mapping[str, str]) -> str:
        """The options that are not their defaults, as they follow the name in a spec; raises SpecError."""
        options = self.complete(given)
        pairs = [
            f"{each.name}={options[each.name]}" for each in self.options if options[each.name] != each.usual
        ]
        return ":" + ",".join(pairs) if pairs else ""


def bot_types() -> tuple[BotType, ...]:
    """All bots that come with Gonfalon."""
    return tuple(_load(path) for path in BOTS)


def _load(path: str) -> Any:
    module, _, attribute = path.partition(":")
    return getattr(importlib.import_module(module), attribute)


def is_foreign(spec: str) -> bool:
    """Is it a user's bot, by the dot in its name?"""
    return "." in spec.partition(":")[0]


def _names() -> dict[str, str]:
    return {path.partition(":")[2].lower(): path for path in BOTS}


def bot_type(name: str) -> BotType:
    """The bot of that name; a name with a dot is the path of a `BotType` in a module of the user's.

    Raises SpecError if there is none, BotError if it cannot be loaded.
    """
    if "." in name:
        module, _, attribute = name.rpartition(".")
        found = guarded(name, "loaded", lambda: getattr(importlib.import_module(module), attribute))
        if type(found) is not BotType:
            raise BotError(f"'{name}' is not an ai.bot.BotType but a {type_name(found)}")
        return found
    names = _names()
    if name not in names:
        raise SpecError(f"there is no bot '{name}'; {nearest(name, names)}")
    found = _load(names[name])
    assert isinstance(found, BotType)
    return found


def guarded(spec: str, what: str, call: Callable[[], T]) -> T:
    """What a call to a user's bot returns; whatever that raises is a BotError or SpecError of one line.

    Nothing that it prints is heard. Ctrl-C passes, but where it is not heard, in a worker, it is the bot
    itself that raised it. Gonfalon's own bots are called as they are.
    """
    if not is_foreign(spec):
        return call()
    try:
        with quiet():
            return called(call)
    except BaseException as error:
        if type(error) is KeyboardInterrupt and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            raise
        if type(error) in (SpecError, BotError):
            raise type(error)(told(error)) from None
        raise BotError(f"bot '{one_line(spec)}' cannot be {what}: {described(error)}") from None


def canonical(spec: str) -> str:
    """The canonical text of a bot's spec: options in their order, defaults left out; raises SpecError."""
    name, given = split_spec(spec)
    kind = bot_type(name)
    return guarded(name, "given its options", lambda: name + kind.chosen(given))


def bot(spec: str, game: Game) -> Bot:
    """The bot that a spec names, such as `ismcts:iterations=500`, for a game; raises SpecError."""
    name, given = split_spec(spec)
    kind = bot_type(name)
    return guarded(name, "made", lambda: kind.make(game, kind.complete(given)))
