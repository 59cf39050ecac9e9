"""All deals that differ in play: the order within a hand and within an offer says nothing."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import prod

from engine.game import Game
from engine.games.tide.state import P_DECK, P_HAND, P_ROUNDS, P_SEATS, P_TIDES

Row = tuple[int, ...]


def _hands(cards: Row, seats: int, size: int) -> Iterator[Row]:
    """One row for each way to give every seat a hand; then the cards left over."""
    if seats == 0:
        yield cards
        return
    for hand in combinations(cards, size):
        rest = tuple(card for card in cards if card not in hand)
        for others in _hands(rest, seats - 1, size):
            yield hand + others


def _tides(copies: Row, offers: int) -> Iterator[tuple[Row, int]]:
    """One row for each order of offers in a round, then what is never offered; and in how many ways it comes.

    `copies` says how many cards of each value are left.
    """
    if offers == 0:
        yield tuple(1 + value for value, n in enumerate(copies) for _ in range(n)), 1
        return
    for pair in combinations_with_replacement(range(len(copies)), 2):
        left = tuple(n - pair.count(value) for value, n in enumerate(copies))
        if min(left) >= 0:
            ways = 1 if pair[0] == pair[1] else copies[pair[0]] * copies[pair[1]]
            for others, each in _tides(left, offers - 1):
                yield (1 + pair[0], 1 + pair[1], *others), ways * each


def all_deals(game: Game) -> Iterator[tuple[Row, int]]:
    """Every deal that may be played differently from the others, with its weight."""
    parameters = game.parameters.tolist()
    seats, deck, size, tides, rounds = (
        parameters[place] for place in (P_SEATS, P_DECK, P_HAND, P_TIDES, P_ROUNDS)
    )
    for hands in _hands(tuple(range(1, deck + 1)), seats, size):
        for orders in product(*(_tides((2,) * tides, size) for _ in range(rounds))):
            yield sum((order for order, _ in orders), hands), prod(ways for _, ways in orders)
