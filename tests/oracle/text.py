"""Queue text and the JSON object of a position, as in the notation."""

from __future__ import annotations

import re
from typing import Any

from tests.oracle.model import Card, Slot, State

CARD = re.compile(
    r"(?P<family>[A-Z])\.(?P<name>[A-Za-z]+)"
    r"(?P<face>\+(?:\{(?P<up>\d+)\})?|-(?P<down>\d+))"
    r"(?P<verdict>\(V\))?(?:\[(?P<bribe>[A-Z])\])?(?P<waiting>~)?"
)
RESERVED = re.compile(r"(?P<name>[A-Za-z]+)(?:\{(?P<points>\d+)\})?")


def parse_card(text: str) -> Card:
    """Read one card of the queue."""
    match = CARD.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a card: {text!r}")
    up = match["face"].startswith("+")
    points = int((match["up"] if up else match["down"]) or 0)
    return Card(
        match["family"],
        match["name"],
        up,
        points,
        bool(match["verdict"]),
        match["bribe"],
        bool(match["waiting"]),
    )


def parse_queue(text: str) -> list[Slot]:
    """Read a whole queue; the empty string is the empty queue."""
    if not text.strip():
        return []
    return [Slot([parse_card(card) for card in slot.split("/")]) for slot in text.split("|")]


def format_card(card: Card) -> str:
    """Write one card of the queue."""
    face = f"-{card.points}" if not card.up else f"+{{{card.points}}}" if card.points else "+"
    verdict = "(V)" if card.verdict else ""
    bribe = f"[{card.bribe}]" if card.bribe else ""
    return f"{card.family}.{card.name}{face}{verdict}{bribe}{'~' if card.waiting else ''}"


def format_queue(slots: list[Slot]) -> str:
    """Write a whole queue, leaving out places that are empty while an ability runs."""
    return " | ".join(" / ".join(map(format_card, slot.cards)) for slot in slots if slot.cards)


def parse_reserved(family: str, text: str) -> Card:
    """Read a reserved card: `Infiltration` or `Deal{3}`."""
    match = RESERVED.fullmatch(text)
    if match is None:
        raise ValueError(f"not a reserved card: {text!r}")
    return Card(family, match["name"], up=True, points=int(match["points"] or 0))


def format_reserved(card: Card) -> str:
    """Write a reserved card; a Deal always with its points."""
    return f"Deal{{{card.points}}}" if card.name == "Deal" else card.name


def state_as_json(state: State) -> dict[str, Any]:
    """The object P of the notation's part on traces."""
    return {
        "families": list(state.players),
        "round": state.round,
        "first": state.first,
        "queue": format_queue(state.queue),
        "purse": dict(state.purse),
        "hand": {family: list(names) for family, names in state.hand.items()},
        "aside": {family: list(names) for family, names in state.aside.items()},
        "discard": {family: list(names) for family, names in state.discard.items()},
        "reserve": {
            family: [format_reserved(card) for card in cards] for family, cards in state.reserve.items()
        },
        "verdicts": state.verdicts_left(),
        "twin": list(state.twin),
        "deck": {
            player: [f"{family}.{name}" for family, name in cards] for player, cards in state.deck.items()
        },
    }
