"""ELIMINATE of A2.1: one or several victims of one acting card."""

from __future__ import annotations

from tests.oracle.asking import KILLED, Victim
from tests.oracle.model import Actor, Card, State


def eliminate(state: State, actor: Actor, victims: list[Card], kill_points: int | None = None) -> None:
    """Carry out steps 1 to 4 of A2.1; `kill_points` replaces the 1 a victim (Cutthroat).

    Several victims all leave first, then come the gains, then their texts in queue order (OPT-27).
    """
    gone = []
    for card in [top for top in state.tops() if top in victims]:
        player = state.player_of(card.controller)
        gone.append(Victim(card.name, card.controller, player, face_down=not card.up))
        card.up = True
        state.discard_card(card)  # steps 1 and 2: points to the supply, card to its printed owner's pile

    # Step 3: the attacker's gains, whoever owned the victims.
    state.gain(actor.player, len(gone) if kill_points is None else kill_points)
    infiltrated = any(card.name == "Infiltration" for card in state.reserve[actor.family])
    for victim in gone:
        if victim.face_down and infiltrated:
            state.gain(actor.player, 2)  # own victims too (OPT-35), and a Cutthroat's only one (OPT-26)
        if victim.name == "Queen" and victim.player != actor.player:
            state.gain(actor.player, 1)

    # Step 4: the victims' texts.
    for victim in gone:
        if victim.name in KILLED:
            KILLED[victim.name](state, actor, victim)


def discard_attacker(state: State, actor: Actor) -> None:
    """Discard the acting card for an Ambush or a Trap, unless it has left the queue already."""
    if state.slot_of(actor.card) is not None:
        state.discard_card(actor.card)
