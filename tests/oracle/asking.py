"""Decisions: an ability is a generator that yields what it asks and is sent the answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from tests.oracle.model import Actor, Card, Slot, State


@dataclass(frozen=True)
class Ask:
    """A decision: who is asked, and all legal answers."""

    player: str
    legal: list[str]


Play = Generator[Ask, str, None]
Ability = Callable[[State, Actor], Play | None]
"""An ability that asks something is a generator function; one that asks nothing is a plain function."""


@dataclass(frozen=True)
class Victim:
    """What was known of a card when it was eliminated."""

    name: str
    family: str
    """Its controller."""
    player: str
    face_down: bool


ABILITY: dict[str, Ability] = {}
"""Abilities of the Characters, applied each time they are resolved."""
REVEAL: dict[str, Ability] = {}
"""What is done at the reveal instead of paying the points and applying the ability."""
KILLED: dict[str, Callable[[State, Actor, Victim], None]] = {}
"""The "if eliminated" texts."""


def ability(name: str) -> Callable[[Ability], Ability]:
    """Register the ability of a Character."""
    return lambda function: ABILITY.setdefault(name, function)


def on_reveal(name: str) -> Callable[[Ability], Ability]:
    """Register what a card does when its player reveals it."""
    return lambda function: REVEAL.setdefault(name, function)


def perform(state: State, actor: Actor, name: str) -> Play:
    """Apply the ability printed on the card `name` with `actor` as "this card"."""
    running = ABILITY[name](state, actor)
    if running is not None:
        yield from running


def reveal(state: State, actor: Actor) -> Play:
    """Do what happens once a card has been turned up by its player."""
    if actor.card.name in REVEAL:
        running = REVEAL[actor.card.name](state, actor)
        if running is not None:
            yield from running
    else:
        pay_points(state, actor)
        yield from perform(state, actor, actor.card.name)


def pay_points(state: State, actor: Actor) -> None:
    """Give the points on a revealed card to its player, before the effect (OPT-12)."""
    state.gain(actor.player, actor.card.points)
    actor.card.points = 0


def decide(player: str, legal: list[str]) -> Generator[Ask, str, str]:
    """Ask for one of the answers; a single one is carried out without being asked (notation)."""
    if len(legal) == 1:
        return legal[0]
    return (yield Ask(player, legal))


def choose(state: State, actor: Actor, wanted: Iterable[Card]) -> Generator[Ask, str, Card | None]:
    """Let the actor's player choose one of the given tops, by slot number; None when there is none."""
    cards = set(wanted)
    places = {f"target {k}": slot.top for k, slot in enumerate(state.row(), 1) if slot.top in cards}
    if not places:
        return None
    return places[(yield from decide(actor.player, list(places)))]


def numbered(slots: list[Slot], word: str, wanted: Callable[[Slot], bool]) -> dict[str, Slot]:
    """Name the wanted slots by their number from the front: `on 3`."""
    return {f"{word} {k}": slot for k, slot in enumerate(slots, 1) if wanted(slot)}
