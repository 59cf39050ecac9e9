"""Events of Turn the Tide in words that a player understands."""

from engine.events import HIDDEN, Event
from engine.game import Game
from engine.games.tide import story


def _preservers(count: int) -> str:
    return f"{count} life preserver" + ("" if count == 1 else "s")


def tell_event(game: Game, event: Event) -> str:
    """One event as a sentence; empty where it says nothing that another does not say better."""
    who = game.players[event.seat] if 0 <= event.seat < game.seats else ""
    right = game.players[(event.seat - 1) % game.seats]
    value = event.value
    texts = {
        story.COMMITTED: f"{who} commits {'a card' if event.card == HIDDEN else event.card}",
        story.PLAYED: f"{who} plays {event.card}",
        story.TOOK: f"{who}, the {'highest' if event.why == 1 else 'second'}, takes the tide card {value}",
        story.LOST: f"{who} has the highest level and loses a life preserver: {value} left",
        story.OUT: f"{who} has the highest level and no life preserver: it is out",
        story.SCORED: f"{who} scores {value}{', one of it for the lowest level' if event.why else ''}",
        story.ROUND: f"round {value}",
        story.PASSED: f"{who} gets the hand of {right}, with {_preservers(value)}",
        story.OFFERED: f"tide cards {event.place} and {value}",
        story.FINISHED: "the game is over",
    }
    return texts.get(event.kind, "")
