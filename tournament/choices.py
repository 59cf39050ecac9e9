"""Placings of games as counted choices: what the likelihood of tournament.rating is made of.

A placing is read from the top as a row of choices: of the bots that are left, some take the next place.
Games are counted by deal, since whole deals are what intervals draw again.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

Floats = NDArray[np.float64]
Stage = tuple[tuple[int, ...], tuple[int, ...]]
"""A choice: the bots that were left, and those that took the next place."""


@dataclass(frozen=True, order=True)
class Result:
    """What a rating needs of a game: its deal, who sat where, and how they were placed."""

    deal: int
    bots: tuple[str, ...]
    placing: tuple[int, ...]


@dataclass(frozen=True)
class Choices:
    """The placings of many games as counted choices; make one with `choices`."""

    names: tuple[str, ...]
    deals: tuple[int, ...]
    features: csr_array
    """[cells, parameters]: what each possible choice adds to the logarithm of its chance."""
    first: NDArray[np.intp]
    """[sets]: where the cells of each set of bots that were left begin."""
    counts: csr_array
    """[deals, cells]: how often each choice was made."""
    reversed: csr_array
    """[deals, cells]: the same if every placing were turned round."""
    beaten: csr_array
    """[deals, bots * bots]: how often one was placed ahead of another, level counting a half."""
    met: csr_array
    """[deals, bots * bots]: how often the two were in one game."""

    @cached_property
    def dense(self) -> Floats:
        """The features as an ordinary array, where they are few."""
        return self.features.toarray()


def choices(results: Iterable[Result]) -> Choices:
    """Count the choices that placings are made of; the order of the results does not matter."""
    games = sorted(Counter((each.deal, *_by_name(each)) for each in results).items())
    deals = sorted({deal for (deal, _, _), _ in games})
    outcomes = sorted({(group, placing) for (_, group, placing), _ in games})
    row, column = {deal: i for i, deal in enumerate(deals)}, {each: i for i, each in enumerate(outcomes)}
    played = _matrix(
        ((row[deal], column[group, placing], n) for (deal, group, placing), n in games),
        (len(deals), len(outcomes)),
    )
    names = sorted({name for group, _ in outcomes for name in group})
    index = {name: i for i, name in enumerate(names)}
    seated = [(tuple(index[name] for name in group), placing) for group, placing in outcomes]
    chosen = [tuple(_stages(bots, placing)) for bots, placing in seated]
    turned = [tuple(_stages(bots, tuple(-place for place in placing))) for bots, placing in seated]
    orders = sorted({1} | {len(taken) for stages in chosen for _, taken in stages})
    lefts = sorted({left for stages in (*chosen, *turned) for left, _ in stages})
    cells = [(left, taken) for left in lefts for size in orders for taken in combinations(left, size)]
    number = {cell: i for i, cell in enumerate(cells)}

    def counted(table: list[tuple[Stage, ...]]) -> csr_array:
        entries = ((i, number[stage], 1) for i, stages in enumerate(table) for stage in stages)
        return csr_array(played @ _matrix(entries, (len(outcomes), len(cells))))

    pairs = [
        (i, bots[a] * len(names) + bots[b], (placing[a] < placing[b]) + (placing[a] == placing[b]) / 2)
        for i, (bots, placing) in enumerate(seated)
        for a, b in permutations(range(len(bots)), 2)
    ]
    square = (len(outcomes), len(names) ** 2)
    return Choices(
        tuple(names),
        tuple(deals),
        _features(cells, len(names), orders),
        np.array([i for i, (left, _) in enumerate(cells) if i == 0 or cells[i - 1][0] != left], np.intp),
        counted(chosen),
        counted(turned),
        csr_array(played @ _matrix(pairs, square)),
        csr_array(played @ _matrix([(i, pair, 1) for i, pair, _ in pairs], square)),
    )


def _by_name(result: Result) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The bots of a game in the order of their names, and their places."""
    pairs = sorted(zip(result.bots, result.placing))
    return tuple(name for name, _ in pairs), tuple(place for _, place in pairs)


def _stages(bots: tuple[int, ...], placing: tuple[int, ...]) -> Iterable[Stage]:
    """The choices of a placing from the top: (who was left, who took the next place)."""
    left = bots
    for place in sorted(set(placing)):
        chosen = tuple(bot for bot, at in zip(bots, placing) if at == place)
        if len(left) > 1:
            yield left, chosen
        left = tuple(bot for bot in left if bot not in chosen)


def _features(cells: list[Stage], n: int, orders: list[int]) -> csr_array:
    entries = [(i, bot, 1 / len(chosen)) for i, (_, chosen) in enumerate(cells) for bot in chosen]
    entries += [
        (i, n + orders.index(len(chosen)) - 1, 1.0) for i, (_, chosen) in enumerate(cells) if len(chosen) > 1
    ]
    return _matrix(entries, (len(cells), n + len(orders) - 1))


def _matrix(entries: Iterable[tuple[int, int, float]], shape: tuple[int, int]) -> csr_array:
    table = np.array(sorted(entries), np.float64).reshape(-1, 3)
    rows, columns = table[:, 0].astype(np.intp), table[:, 1].astype(np.intp)
    return coo_array((table[:, 2], (rows, columns)), shape=shape).tocsr()
