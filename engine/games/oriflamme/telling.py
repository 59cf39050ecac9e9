"""Events of Oriflamme in words that a player understands."""

from engine.events import HIDDEN, Event
from engine.game import Game
from engine.games.oriflamme import story
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.moving import ONTO
from engine.games.oriflamme.notation import LETTERS
from engine.games.oriflamme.state import KINDS, ON

_WHY = {
    story.ON_CARD: "on revealing {card}",
    story.ELIMINATION: "for the elimination",
    story.TEXT: "by {card}",
    story.VICTIM: "by {card}, eliminated",
    story.INCOME: "as income of {card}",
    story.FINAL: "that lie on {card}",
}


def _card(event: Event) -> str:
    return "a card" if event.card == HIDDEN else NAMES[event.card]


def _points(count: int) -> str:
    return f"{count} point" + ("" if count == 1 else "s")


def tell_event(game: Game, event: Event) -> str:
    """One event as a sentence; empty where it says nothing that another does not say better."""
    who = game.players[event.seat] if 0 <= event.seat < game.seats else ""
    slot, card = event.place + 1, _card(event)
    family = LETTERS[event.value] if 0 <= event.value < len(LETTERS) else ""
    kind = event.kind
    if kind == story.PLACED:
        what = f"{family}'s {card}" if card != "a card" else f"a card of {family}"
        return f"{who} places {what} {'on top of' if event.why else 'as'} slot {slot}"
    if kind == story.KEPT:
        return f"{who} keeps slot {slot} face down: 1 point onto it"
    if kind == story.REVEALED:
        return f"{who} reveals {family}.{card} in slot {slot}"
    if kind == story.TARGETED:
        return f"{who}'s {card} in slot {event.why} chooses slot {slot}"
    if kind == story.MOVED:
        goal = f"onto slot {event.value - ONTO + 1}" if event.value >= ONTO else f"to gap {event.value + 1}"
        return f"{who}'s {card} moves the card of slot {slot} {goal}"
    if kind == story.ELIMINATED:
        return f"{family}.{card} in slot {slot} is eliminated by {who}"
    if kind == story.DISCARDED:
        return f"{family}.{card} is discarded"
    if kind == story.POINTS:
        why = _WHY[event.why].format(card=card)
        return f"{who} {'gains' if event.value > 0 else 'loses'} {_points(abs(event.value))} {why}"
    if kind == story.ROUND:
        return f"round {event.value}: {who} places first"
    if kind == story.DREW:
        return f"{who} draws {card} of {family}"
    if kind == story.FINISHED:
        return "the game is over"
    return _rest(event, who, slot, card, family)


def _rest(event: Event, who: str, slot: int, card: str, family: str) -> str:
    """The events of the other boxes."""
    kind = event.kind
    if kind == story.CHOSE:
        return f"{who}'s {card}: {_CHOICES.get(card, ('', ''))[event.value]}"
    if kind == story.EXCHANGED:
        back = f"{LETTERS[event.value // KINDS]}.{NAMES[event.value % KINDS]}"
        return f"{who} takes {back} of slot {slot} back into the hand and lays {card} in its place"
    if kind == story.TWIN_CAME:
        goal = (
            ("to the front", "to the back")[event.value] if event.value < ON else f"on slot {event.value - 1}"
        )
        return f"{who}'s Prince brings the Twin {goal}"
    if kind == story.RESERVED:
        return f"{family}.{card} is reserved"
    if kind == story.ENTERED:
        return f"{family}.{card} comes into slot {slot}"
    if kind == story.TURNED_DOWN:
        return f"{family}.{card} in slot {slot} is turned face down again"
    if kind == story.MARKED:
        return f"slot {slot} {'gets' if event.value else 'loses'} a Verdict token"
    if kind == story.BRIBED_BY:
        return f"slot {slot} gets the Bribery token of {family}"
    if kind == story.TOKENS and event.why != story.ON_CARD:
        return f"slot {slot}: {event.value:+} on the card"
    return ""


_CHOICES = {
    "Informer": ("collects", ""),
    "Judge": ("gains 1 and marks a card", "condemns a marked card"),
    "Diplomat": ("gains 1 and bestows 2", "withdraws"),
    "Plot": ("gains a point", "uses a point for a Character"),
}
