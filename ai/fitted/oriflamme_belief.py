"""What Oriflamme's hidden cards are likely to be, by what all could see done with them.

Each card that lies hidden in the queue was placed, and left face down so often, with so many chances to
reveal it still to come. LIKELIHOOD says how much oftener a card of a kind is seen so, in games of some
players, than if hidden cards were uniform. Families are dealt apart, so what is believed of one says nothing
of another; within a family no kind is there twice, which the worlds that `likelihood` judges see to.
Sources: rejection sampling (von Neumann 1951); sums over subsets (Held, Karp 1962).
"""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.baselines.oriflamme import turns_left
from ai.fitted.oriflamme_seen import LIKELIHOOD as COUNTED
from engine.games.oriflamme.knowledge import hides, located
from engine.games.oriflamme.state import (
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    FAMILY_BITS,
    INFORMER,
    KNOWN,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    SHAPESHIFTER,
    UNPLAYED,
)
from engine.jit import part
from engine.view import View

MODELS = ("styles", "search")
"""Whose games were counted, by the index that the parts take."""
MOST_TURNS, MOST_POINTS, COVERED, SEEN = 6, 5, 6, 8
"""How a hidden card is seen: chances left; then points on it, or COVERED without, COVERED + 1 with points."""
FLOOR = 0.05
"""No card is held to be rarer than this against the likeliest kind: opponents may play otherwise."""
SHARPNESS = 1.0
"""The power that likelihoods are taken to; below 1 they are trusted less."""


def bounded(counted: Any) -> NDArray[np.float64]:
    """Likelihoods by model, kind, chances left and how it is seen; no kind below FLOOR of the likeliest."""
    table = np.array(counted, float) ** SHARPNESS
    return np.asarray(np.maximum(table, FLOOR * table.max(axis=1, keepdims=True)))


LIKELIHOOD = bounded(COUNTED)


@part
def look(points, covered):
    """How a hidden card is seen."""
    if covered:
        return COVERED + (1 if points > 0 else 0)
    return min(max(points, 0), MOST_POINTS)


@part
def best_of(state, cards, table, turns, seen):
    """The likelihood of the likeliest kind of a set."""
    best = 0.0
    for i in range(state.n_kinds):
        kind = state.kinds[i]
        if (cards >> kind) & 1:
            best = max(best, table[kind, turns, seen])
    return best


@part
def product(state, seat, table, unseen):
    """The likelihoods of the other seats' hidden cards, multiplied.

    With `unseen`, the kinds by family that a hidden card may be, it is the likeliest of them for each.
    """
    weight = 1.0
    for column in range(state.n_columns):
        slot = state.queue[column]
        turns = min(turns_left(state, column), MOST_TURNS)
        covered = False
        while True:
            family = slot >> FAMILY_BITS
            if family >> state.pair != seat and hides(state, slot):
                seen = look(state.points[slot], covered)
                if unseen is None:
                    weight *= table[state.kind[slot], turns, seen]
                else:
                    weight *= best_of(state, unseen[family], table, turns, seen)
            if state.below[slot] == 0:
                break
            slot = state.below[slot] - 1
            covered = True
    return weight


@part
def unseen_by_family(state):
    """By family, of which there are 5 at most: the kinds that only its seat can know the place of."""
    cards = 0
    for i in range(state.n_kinds):
        cards |= 1 << state.kinds[i]
    return (
        cards & ~located(state, 0, False),
        cards & ~located(state, 1, False),
        cards & ~located(state, 2, False),
        cards & ~located(state, 3, False),
        cards & ~located(state, 4, False),
    )


@part
def ceiling(state, seat, model):
    """A bound of `likelihood` over all worlds of a view; it reads nothing hidden, and a view does as well."""
    return product(state, seat, LIKELIHOOD[model], unseen_by_family(state))


@part
def likelihood(state, seat, model):
    """How likely the other seats' hidden cards are in a whole state: never above the view's `ceiling`."""
    return product(state, seat, LIKELIHOOD[model], None)


# ---------------------------------------------------------------- exactly, in plain Python
def hidden_cards(row: Any, family: int) -> dict[int, tuple[int, int]]:
    """The slots where a family hides a card in the queue: the chances left and how it is seen."""
    found = {}
    for column in range(int(row.n_columns)):
        slot, covered = int(row.queue[column]), False
        left = int(row.rounds) - int(row.turn)
        if row.phase != 0 and column < row.pointer:
            left -= 1
        while True:
            hidden = row.status[slot] == FACE_DOWN and not row.marks[slot] & KNOWN
            if slot >> FAMILY_BITS == family and hidden:
                points = int(row.points[slot])
                seen = COVERED + (points > 0) if covered else min(max(points, 0), MOST_POINTS)
                found[slot] = (min(left, MOST_TURNS), seen)
            if row.below[slot] == 0:
                break
            slot, covered = int(row.below[slot]) - 1, True
    return found


def unseen_kinds(row: Any, family: int) -> list[int]:
    """The kinds of a family that only its seat can know the place of, ascending."""
    gone = int(row.pile[family]) | int(row.reserve[family])
    for slot in range(family * FAMILY, (family + 1) * FAMILY):
        shown = row.status[slot] == FACE_UP or row.marks[slot] & KNOWN
        if shown and row.status[slot] != UNPLAYED:
            gone |= 1 << int(row.kind[slot])
    return [kind for kind in row.kinds[: row.n_kinds].tolist() if not gone >> kind & 1]


def _may_lie(kind: int, marks: int) -> bool:
    return not (
        (kind == INFORMER and marks & NOT_INFORMER) or (kind == SHAPESHIFTER and marks & NOT_SHAPESHIFTER)
    )


def _ways(row: Any, family: int, kinds: list[int]) -> NDArray[np.float64]:
    """In how many ways the cards of each set that is not in the queue can be in the hand or set aside."""
    held, in_hand = int(row.held[family]), int(row.not_aside[family])
    bound = sum(1 << i for i, kind in enumerate(kinds) if in_hand >> kind & 1)
    every = (1 << len(kinds)) - 1
    ways = np.zeros(1 << len(kinds))
    for used in range(1 << len(kinds)):
        rest = every & ~used
        must = (rest & bound).bit_count()
        if must <= held:
            ways[used] = comb(max(rest.bit_count() - must, 0), held - must) if bound else 1
    return ways


def family_posterior(row: Any, family: int, table: NDArray[np.float64]) -> dict[int, NDArray[np.float64]]:
    """For each slot where a family hides a card: the chance of each kind, exactly.

    `row` is a view's record, `table` the likelihoods of a model by kind, chances left and how it is seen.
    Sets of kinds are numbered as bits; `before[i][S]` is the weight of S lying in the first i slots.
    """
    kinds, places = unseen_kinds(row, family), hidden_cards(row, family)
    sets = np.arange(1 << len(kinds))
    without = [sets[sets >> i & 1 == 0] for i in range(len(kinds))]
    weights = [
        [float(table[kind, turns, seen]) if _may_lie(kind, int(row.marks[slot])) else 0.0 for kind in kinds]
        for slot, (turns, seen) in places.items()
    ]
    before = [np.zeros(len(sets))]
    before[0][0] = 1.0
    for each in weights:
        reached = np.zeros(len(sets))
        for i, weight in enumerate(each):
            reached[without[i] | 1 << i] += weight * before[-1][without[i]]
        before.append(reached)
    after = _ways(row, family, kinds)
    found = {}
    for place in range(len(weights) - 1, -1, -1):
        chances, earlier = np.zeros(len(LIKELIHOOD[0])), np.zeros(len(sets))
        for i, weight in enumerate(weights[place]):
            onward = weight * after[without[i] | 1 << i]
            chances[kinds[i]] = float(before[place][without[i]] @ onward)
            earlier[without[i]] += onward
        after = earlier
        found[list(places)[place]] = chances / chances.sum()
    return found


def posterior(view: View, opponent: int, model: int) -> dict[int, NDArray[np.float64]]:
    """For each slot where an opponent hides a card: the chance of each kind by a model of MODELS, exactly."""
    row = view.row
    families = [family for family in range(int(row.families)) if family >> int(row.pair) == opponent]
    return {
        slot: chances
        for family in families
        for slot, chances in family_posterior(row, family, LIKELIHOOD[model]).items()
    }
