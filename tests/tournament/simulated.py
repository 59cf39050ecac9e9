"""Games drawn from the model of tournament.rating, with strengths that are known."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tournament.choices import Result


def placed(strengths: Sequence[float], deltas: Sequence[float], rng: np.random.Generator) -> tuple[int, ...]:
    """A placing of bots with these log strengths; `deltas` are the weights of ties of 2, 3, ... bots."""
    left, places, place = list(range(len(strengths))), [0] * len(strengths), 1
    while left:
        sets = [c for size in range(1, min(len(left), 1 + len(deltas)) + 1) for c in combinations(left, size)]
        weights = np.array(
            [
                (1.0, *deltas)[len(chosen) - 1] * np.exp(np.mean([strengths[i] for i in chosen]))
                for chosen in sets
            ]
        )
        chosen = sets[int(rng.choice(len(sets), p=weights / weights.sum()))]
        for i in chosen:
            places[i] = place
        place += len(chosen)
        left = [i for i in left if i not in chosen]
    return tuple(places)


def tournament(
    strengths: Sequence[float], seats: int, deals: int, deltas: Sequence[float] = (), seed: int = 1
) -> list[Result]:
    """All pairings on all deals in all rotations."""
    rng = np.random.default_rng(seed)
    results = []
    for deal in range(deals):
        for group in combinations(range(len(strengths)), seats):
            for turn in range(seats):
                order = group[turn:] + group[:turn]
                placing = placed([strengths[i] for i in order], deltas, rng)
                results.append(Result(deal, tuple(f"b{i}" for i in order), placing))
    return results
