"""All deals that differ in play: a deal row lists cards in an order of which most says nothing."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from engine.game import Game
from engine.games.oriflamme.state import P_ASIDE, P_DECK, P_KINDS, P_PAIR, P_SEATS

Row = tuple[int, ...]


def _families(kinds: Row, held: int, aside: int) -> list[Row]:
    """One row for each hand, order of the draw deck, and set of cards set aside."""
    found = []
    for hand in combinations(kinds, held):
        rest = [kind for kind in kinds if kind not in hand]
        for away in combinations(rest, aside):
            deck = [kind for kind in rest if kind not in away]
            found += [(*hand, *order, *away) for order in permutations(deck)]
    return found


def all_deals(game: Game) -> Iterator[tuple[Row, int]]:
    """Every deal that gives a position of its own; all are equally likely.

    A hand and the cards set aside are sets, the draw deck of the two-player game has an order. Where it
    is empty its top colour says nothing.
    """
    parameters = game.parameters.tolist()
    seats, pair, aside, size = (parameters[each] for each in (P_SEATS, P_PAIR, P_ASIDE, P_KINDS))
    kinds = tuple(parameters[P_DECK : P_DECK + size])
    held = min(3, size - aside) if pair else size - aside
    tops = [(top,) for top in range(2 if size - aside > held else 1)] if pair else [()]
    for families in product(_families(kinds, held, aside), repeat=seats << pair):
        for colours in product(tops, repeat=seats):
            yield sum((*families, *colours), ()), 1
