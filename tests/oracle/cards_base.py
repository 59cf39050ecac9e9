"""The ten cards of the base game (B1)."""

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
from tests.oracle.eliminate import discard_attacker, eliminate
from tests.oracle.model import Actor, Card, Slot, State


@ability("Archer")
def archer(state: State, actor: Actor) -> Play:
    tops = state.tops()
    ends = [tops[0], tops[-1]]
    if state.options["OPT-05"] == "no":  # binds a Shapeshifter that copies the Archer too (D21)
        ends = [card for card in ends if card is not actor.card]
    target = yield from choose(state, actor, ends)
    if target is not None:
        eliminate(state, actor, [target])


@ability("Soldier")
def soldier(state: State, actor: Actor) -> Play:
    target = yield from choose(state, actor, [slot.top for slot in state.neighbours(actor.card)])
    if target is not None:
        eliminate(state, actor, [target])


@ability("Spy")
def spy(state: State, actor: Actor) -> Play:
    tops = [slot.top for slot in state.neighbours(actor.card)]
    foreign = [card for card in tops if state.player_of(card.controller) != actor.player]
    if state.options["OPT-06"] == "no" and foreign:
        tops = foreign
    target = yield from choose(state, actor, tops)
    if target is not None:
        # From the purse, never from the card; from an own card nothing changes.
        state.gain(actor.player, state.lose(state.player_of(target.controller), 1))


def visible(state: State, name: str, but: Card) -> bool:
    """Whether a face-up top of that name other than `but` lies in the queue."""
    return any(card.up and card.name == name and card is not but for card in state.tops())


@ability("Heir")
def heir(state: State, actor: Actor) -> None:
    if not visible(state, "Heir", but=actor.card):
        state.gain(actor.player, 2)


def copied_heir(state: State, actor: Actor, copied: Card) -> None:
    """A Shapeshifter's Heir: OPT-03 and D3 say what spoils it."""
    other_heir = visible(state, "Heir", but=copied)
    other_shapeshifter = visible(state, "Shapeshifter", but=actor.card)
    spoilt = {
        "shapeshifter": other_shapeshifter,
        "only": other_shapeshifter or other_heir,
        "heir": other_heir,
    }
    if not spoilt[state.options["OPT-03"]]:
        state.gain(actor.player, 2)


@ability("Lord")
def lord(state: State, actor: Actor) -> None:
    depth = 1 if state.options["OPT-02"] == "top" else None
    beside = [card for slot in state.neighbours(actor.card) for card in slot.cards[:depth]]
    state.gain(
        actor.player, 1 + sum(card.controller == actor.family for card in beside)
    )  # by colour (OPT-31)


@ability("Shapeshifter")
def shapeshifter(state: State, actor: Actor) -> Play:
    faces = [slot.top for slot in state.neighbours(actor.card) if slot.top.up]
    copied = yield from choose(state, actor, faces)
    if copied is None or copied.name == "Shapeshifter":
        return
    if copied.name == "Heir":
        copied_heir(state, actor, copied)
    else:
        yield from perform(state, actor, copied.name)


@on_reveal("Assassination")
def assassination(state: State, actor: Actor) -> Play:
    pay_points(state, actor)
    tops = state.tops()
    if state.options["OPT-05"] == "no":
        tops.remove(actor.card)
    target = yield from choose(state, actor, tops)
    if target is not None:
        eliminate(state, actor, [target])
    discard_attacker(state, actor)  # it may have hit itself or an Ambush


@on_reveal("RoyalDecree")
def royal_decree(state: State, actor: Actor) -> Play:
    pay_points(state, actor)
    moved = yield from choose(state, actor, [card for card in state.tops() if card is not actor.card])
    if moved is not None:
        places = decree_places(state, actor, moved)
        answer = yield from decide(actor.player, list(places))
        source = state.slot_of(moved)
        assert source is not None
        source.cards.remove(moved)  # with its points and tokens
        goal = places[answer]
        if answer.startswith("on"):
            assert goal is not None
            goal.cards.insert(0, moved)
        else:
            where = len(state.queue) if goal is None else state.queue.index(goal)
            state.queue.insert(where, Slot([moved]))
    discard_attacker(state, actor)


def decree_places(state: State, actor: Actor, moved: Card) -> dict[str, Slot | None]:
    """Where a lifted card may go: `gap J` before that slot, `gap end` (None), `on J` with OPT-07."""
    row = state.row()
    source = state.slot_of(moved)
    assert source is not None
    places: dict[str, Slot | None] = {**numbered(row, "gap", lambda slot: True), "gap end": None}
    if len(source.cards) == 1:
        # The two gaps beside a lone card would leave the order as it is (OPT-08).
        after = row.index(source) + 1
        del places[f"gap {after}"]
        del places[f"gap {after + 1}" if after < len(row) else "gap end"]

    def open_top(slot: Slot) -> bool:
        if slot is source or slot.top is actor.card:  # D4
            return False
        return state.options["OPT-07"] == "anywhere" or slot.top.controller == moved.controller

    if state.options["OPT-07"] != "never":
        places.update(numbered(row, "on", open_top))
    return places


@on_reveal("Conspiracy")
def conspiracy(state: State, actor: Actor) -> None:
    state.gain(actor.player, 2 * actor.card.points)
    state.discard_card(actor.card)


def spring_unharmed(state: State, actor: Actor) -> None:
    """Own reveal of Ambush, Extortion or Trap: points to the supply, gain 1, discard."""
    state.discard_card(actor.card)
    state.gain(actor.player, 1)


on_reveal("Ambush")(spring_unharmed)


def ambush_killed(state: State, actor: Actor, victim: Victim) -> None:
    if victim.player != actor.player:
        state.gain(victim.player, 4)
        discard_attacker(state, actor)
    elif state.options["OPT-01"] == "first":
        state.gain(victim.player, 1)
        discard_attacker(state, actor)


KILLED["Ambush"] = ambush_killed
