"""The ten cards of Alliance (B2)."""

from __future__ import annotations

from tests.oracle.asking import KILLED, Play, Victim, ability, choose, decide, on_reveal, pay_points
from tests.oracle.cards_base import spring_unharmed
from tests.oracle.eliminate import eliminate
from tests.oracle.model import Actor, Card, State
from tests.oracle.names import CHARACTERS


@ability("Empress")
def empress(state: State, actor: Actor) -> Play:
    state.gain(actor.player, 2)
    foreign = [
        card for card in state.tops() if not card.up and state.player_of(card.controller) != actor.player
    ]
    target = yield from choose(state, actor, foreign)
    if target is not None:
        target.points += 1


@ability("Informer")
def informer(state: State, actor: Actor) -> Play:
    hand = state.hand[actor.family]
    exchanges = [f"exchange {name}" for name in sorted(hand, key=state.names.index)]
    answer = yield from decide(actor.player, ["collect", *exchanges])
    if answer == "collect":
        beside = [slot.top for slot in state.neighbours(actor.card)]
        seen = [card.points for card in beside if not card.up and card.controller != actor.family]
        state.gain(actor.player, sum(seen))  # the points stay on the cards
        return
    name = answer.removeprefix("exchange ")
    slot = state.slot_of(actor.card)
    assert slot is not None
    level = slot.cards.index(actor.card)
    state.remove(actor.card)
    # OPT-33: same level, no points, silent this round. D1: back to the printed owner's hand, while the
    # new card comes from the controller's.
    hand.remove(name)
    state.hand[actor.card.family].append(actor.card.name)
    slot.cards.insert(level, Card(actor.family, name, waiting=True))


@ability("Judge")
def judge(state: State, actor: Actor) -> Play:
    marked = [card for card in state.tops() if card.verdict]
    mode = yield from decide(actor.player, ["mark", "condemn"] if marked else ["mark"])
    if mode == "condemn":
        target = yield from choose(state, actor, marked)
        assert target is not None
        eliminate(state, actor, [target])
        return
    state.gain(actor.player, 1)
    if state.verdicts_left() > 0:  # OPT-14
        target = yield from choose(state, actor, [card for card in state.tops() if not card.verdict])
        if target is not None:
            target.verdict = True


@ability("Fanatic")
def fanatic(state: State, actor: Actor) -> None:
    brothers = [
        card
        for card in state.tops()
        if card.up and card.controller == actor.family and card is not actor.card
    ]
    state.gain(actor.player, 1 if brothers else 2)


@ability("Diplomat")
def diplomat(state: State, actor: Actor) -> Play:
    mode = yield from decide(actor.player, ["bestow", "withdraw"])
    if mode == "withdraw":
        state.gain(actor.player, actor.card.points)
        state.discard_card(actor.card)
        return
    state.gain(actor.player, 1)
    others = [card for card in state.tops() if card.up and card.name == "Diplomat" and card is not actor.card]
    target = yield from choose(state, actor, others)
    if target is not None:
        target.points += 2


@ability("Deserter")
def deserter(state: State, actor: Actor) -> Play:
    target = yield from choose(state, actor, [slot.top for slot in state.neighbours(actor.card)])
    if target is not None:
        eliminate(state, actor, [target])
        if target.name in CHARACTERS:
            state.gain(actor.player, 1)
    if state.slot_of(actor.card) is None:
        return  # A2.1: discarded by the victim, the rest of the text is void
    # Checked after the row has closed and with what the victim uncovered; alone it goes too (OPT-25).
    beside = [slot.top for slot in state.neighbours(actor.card)]
    if not any(card.up and card.name in CHARACTERS for card in beside):
        state.discard_card(actor.card)


@on_reveal("Rebellion")
def rebellion(state: State, actor: Actor) -> None:
    card = actor.card
    if card.points > 0:
        card.points -= 1  # to the supply, the rest to the purse
        pay_points(state, actor)
        eliminate(state, actor, [slot.top for slot in state.neighbours(card)])
    # OPT-17 and D10: without a point nothing happens, and it is turned down at once.
    if state.slot_of(card) is not None:
        card.up = False  # keeps a Verdict token (D6)


on_reveal("Extortion")(spring_unharmed)


def extortion_killed(state: State, actor: Actor, victim: Victim) -> None:
    if victim.player == actor.player:
        return
    depth = 1 if state.options["OPT-18"] == "tops" else None  # D8: for both halves
    lying = [card for slot in state.row() for card in slot.cards[:depth] if card.controller == actor.family]
    state.gain(victim.player, 2 * len(lying))
    for card in lying:
        if not card.up and card.points > 0:
            card.points -= 1


KILLED["Extortion"] = extortion_killed


@on_reveal("Infiltration")
def infiltration(state: State, actor: Actor) -> None:
    pay_points(state, actor)
    for card in state.tops():
        if not card.up and card.controller == actor.family:
            card.points += 1
    state.reserve_card(actor.card)


@on_reveal("Deal")
def deal(state: State, actor: Actor) -> None:
    state.reserve_card(actor.card)  # with its points, which are not paid out
