"""The cards, a module a box. Their order is the order of their kinds, which stored games rely on."""

from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards.base import BASE

CARDS: tuple[Card, ...] = BASE
BOXES: dict[str, tuple[Card, ...]] = {"base": BASE}
NAMES = {card.kind: card.name for card in CARDS}
KIND_OF = {card.name: card.kind for card in CARDS}
