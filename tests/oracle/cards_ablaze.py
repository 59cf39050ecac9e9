"""The ten cards of Ablaze and the Twin (B3)."""

from __future__ import annotations

from tests.oracle.asking import (
    KILLED,
    Play,
    Victim,
    ability,
    choose,
    decide,
    numbered,
    on_reveal,
    pay_points,
    perform,
)
from tests.oracle.cards_base import spring_unharmed
from tests.oracle.eliminate import discard_attacker, eliminate
from tests.oracle.model import Actor, Card, Slot, State, actor_of
from tests.oracle.names import CHARACTERS, TWIN


@ability("Queen")
def queen(state: State, actor: Actor) -> None:
    state.gain(actor.player, 2)  # what her killer gets is step 3 of A2.1


@ability("Prince")
@ability(TWIN)
def prince_or_twin(state: State, actor: Actor) -> None:
    state.gain(actor.player, 1)


@on_reveal("Prince")
def prince_revealed(state: State, actor: Actor) -> Play:
    # D13: the points, then the Twin's place, then the gain.
    pay_points(state, actor)
    if actor.family in state.twin:
        own = numbered(
            state.row(),
            "twin on",
            lambda slot: slot.top.controller == actor.family and slot.top is not actor.card,
        )
        answer = yield from decide(actor.player, ["twin front", "twin back", *own])
        state.twin.remove(actor.family)
        twin = Card(actor.family, TWIN, up=True)
        if answer in own:
            own[answer].cards.insert(0, twin)
        else:
            state.queue.insert(0 if answer == "twin front" else len(state.queue), Slot([twin]))
    prince_or_twin(state, actor)


def discard_kin(state: State, victim: Victim, name: str) -> None:
    """Discard the face-up tops of that name which the victim's controller controls (OPT-28); no chain."""
    for card in state.tops():
        if card.up and card.name == name and card.controller == victim.family:
            state.discard_card(card)


KILLED["Prince"] = lambda state, actor, victim: discard_kin(state, victim, TWIN)
KILLED[TWIN] = lambda state, actor, victim: discard_kin(state, victim, "Prince")


@ability("Cutthroat")
def cutthroat(state: State, actor: Actor) -> Play:
    first = yield from choose(state, actor, [slot.top for slot in state.neighbours(actor.card)])
    if first is None:
        return
    victims = [first]
    victims += [
        card
        for card in state.tops()
        if card.up
        and card.name == first.name
        and card is not first
        and state.player_of(card.controller) != actor.player
    ]
    eliminate(state, actor, victims, kill_points=0 if len(victims) == 1 else len(victims))


@ability("Apothecary")
def apothecary(state: State, actor: Actor) -> Play:
    def beside_own(card: Card) -> bool:
        beside = [slot.top for slot in state.neighbours(card)]
        return any(other.controller == actor.family and other is not actor.card for other in beside)

    targets = [card for card in state.tops() if beside_own(card)]
    if state.options["OPT-11"] == "no":  # binds a Shapeshifter that copies the Apothecary too (D21)
        targets = [card for card in targets if card is not actor.card]
    target = yield from choose(state, actor, targets)
    if target is not None:
        eliminate(state, actor, [target])


@ability("Felon")
def felon(state: State, actor: Actor) -> None:
    for slot in state.neighbours(actor.card):
        state.lose(state.player_of(slot.top.controller), 1)


@ability("Schemer")
def schemer(state: State, actor: Actor) -> None:
    if any(len(slot.cards) >= 2 for slot in state.neighbours(actor.card)):
        state.discard_card(actor.card)
    else:
        state.gain(actor.player, 2)


@on_reveal("Impersonation")
def impersonation(state: State, actor: Actor) -> Play:
    pay_points(state, actor)
    target = yield from choose(state, actor, [slot.top for slot in state.neighbours(actor.card)])
    if target is not None:
        place = state.slot_of(target)
        assert place is not None
        # D19: judged before the kill, put down after the victim's texts.
        replaceable = (
            state.player_of(target.controller) != actor.player
            and target.name in CHARACTERS
            and len(place.cards) == 1
        )
        eliminate(state, actor, [target])
        if replaceable:
            for zone in (state.discard[actor.family], state.aside[actor.family]):
                if target.name in zone:
                    zone.remove(target.name)
                    place.cards.append(Card(actor.family, target.name, up=True))
                    break
    discard_attacker(state, actor)


@on_reveal("Plot")
def plot(state: State, actor: Actor) -> Play:
    points = actor.card.points
    state.discard_card(actor.card)
    yield from activate(state, actor)
    for _ in range(points):
        modes = ["gain", "use"] if own_characters(state, actor) else ["gain"]
        mode = yield from decide(actor.player, modes)
        if mode == "gain":
            state.gain(actor.player, 1)
        else:
            yield from activate(state, actor)


def own_characters(state: State, actor: Actor) -> list[Card]:
    """The face-up Characters on top that the Plot may use."""
    return [
        card
        for card in state.tops()
        if card.up and card.name in CHARACTERS and card.controller == actor.family
    ]


def activate(state: State, actor: Actor) -> Play:
    """Use one of the own Characters, which acts from its own place; nothing is revealed by that."""
    chosen = yield from choose(state, actor, own_characters(state, actor))
    if chosen is not None:
        yield from perform(state, actor_of(state, chosen), chosen.name)


on_reveal("Trap")(spring_unharmed)


def trap_killed(state: State, actor: Actor, victim: Victim) -> None:
    if victim.player != actor.player:
        state.gain(victim.player, state.lose(actor.player, 3))
        discard_attacker(state, actor)


KILLED["Trap"] = trap_killed


@on_reveal("Bribery")
def bribery(state: State, actor: Actor) -> Play:
    pay_points(state, actor)
    bribable = [
        slot.top
        for slot in state.row()
        if slot.top.up and slot.top.name in CHARACTERS and len(slot.cards) == 1
    ]
    target = yield from choose(state, actor, bribable)
    if target is not None:
        target.bribe = actor.family  # replaces a token that lies there
    state.discard_card(actor.card)
