"""Leduc poker: six cards, two rounds of betting, a public card between them, two seats.

Its exact value is known (-0.0856 for the first player), which keeps the contract and the search honest.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from engine.game import Game, GameType, Option
from engine.games.leduc import rules
from engine.games.leduc.kernels import KERNELS
from engine.games.leduc.notation import TEXT


def _check(game: Game, deal: tuple[int, ...]) -> str:
    good = len(set(deal)) > 1 and all(0 <= rank < rules.RANKS for rank in deal)
    return "" if good else "three ranks of 0, 1, 2 are wanted, not the same three times"


def _deals(game: Game) -> Iterator[tuple[tuple[int, ...], int]]:
    for deal in product(range(rules.RANKS), repeat=rules.DEALT):
        ways = 1
        for i, rank in enumerate(deal):
            ways *= rules.SUITS - deal[:i].count(rank)
        if ways:
            yield deal, ways


def _make(kind: GameType, options: dict[str, str]) -> Game:
    return Game(
        type=kind,
        options=options,
        seats=rules.SEATS,
        rules=1,
        kernels=KERNELS,
        text=TEXT,
        state_type=rules.STATE,
        parameters=np.zeros(1, np.int64),
        deal_size=rules.DEALT,
        check_deal=_check,
        n_actions=rules.N_ACTIONS,
        max_legal=rules.MAX_LEGAL,
        max_decisions=rules.MAX_DECISIONS,
        zero_sum=True,
        all_deals=_deals,
    )


def _page(game: Game) -> str:
    return f"# Leduc poker\n\n{rules.__doc__}"


GAME = GameType(
    name="leduc",
    title="Leduc poker",
    options=(Option("seats", "How many play.", ("2",)),),
    make=_make,
    page=_page,
)
