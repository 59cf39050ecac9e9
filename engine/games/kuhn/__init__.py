"""Kuhn poker, the smallest poker: three cards, one bet, two seats.

Its exact value is known (-1/18 for the first player), which keeps the contract and the search honest.
"""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from engine.game import Game, GameType, Option
from engine.games.kuhn import rules
from engine.games.kuhn.kernels import KERNELS
from engine.games.kuhn.notation import TEXT


def _check(game: Game, deal: tuple[int, ...]) -> str:
    good = len(set(deal)) == rules.SEATS and all(0 <= card < rules.CARDS for card in deal)
    return "" if good else "two different cards of 0, 1, 2 are wanted"


def _deals(game: Game) -> Iterator[tuple[tuple[int, ...], int]]:
    return ((deal, 1) for deal in permutations(range(rules.CARDS), rules.SEATS))


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
        deal_size=rules.SEATS,
        check_deal=_check,
        n_actions=rules.N_ACTIONS,
        max_legal=rules.MAX_LEGAL,
        max_decisions=rules.MAX_DECISIONS,
        zero_sum=True,
        all_deals=_deals,
    )


def _page(game: Game) -> str:
    return f"# Kuhn poker\n\n{rules.__doc__}"


GAME = GameType(
    name="kuhn",
    title="Kuhn poker",
    options=(Option("seats", "How many play.", ("2",)),),
    make=_make,
    page=_page,
)
