"""The cards, a module a box. Their order is the order of their kinds, which stored games rely on."""

from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards.ablaze import ABLAZE
from engine.games.oriflamme.cards.alliance import ALLIANCE
from engine.games.oriflamme.cards.base import BASE

BOXES: dict[str, tuple[Card, ...]] = {"base": BASE, "alliance": ALLIANCE, "ablaze": ABLAZE}
CARDS: tuple[Card, ...] = tuple(card for box in BOXES.values() for card in box)
NAMES = {card.kind: card.name for card in CARDS}
KIND_OF = {card.name: card.kind for card in CARDS}
