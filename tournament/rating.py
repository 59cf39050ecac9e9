"""Ratings: the joint maximum likelihood over the placings of all games, for any number of seats.

The model is Plackett-Luce with ties, in the form of Davidson and Luce (Firth, Kosmidis and Turner,
"Davidson-Luce model for multi-item choice with ties", 2019; as in the R package PlackettLuce). A placing is
read from the top as a row of choices: of the bots R that are left, the set T that shares the next place is
chosen with a chance proportional to

    delta[|T|] * product of strength[i] over i in T, to the power 1 / |T|,      delta[1] = 1.

It was taken because it gives the tied placing itself a chance (to break ties at random, or to average over
their orders, makes them evidence of order), because it is Davidson's model for two seats and exactly
Bradley-Terry without ties, and because its logarithm is concave, so there is one answer, found by
Newton's method. Counts are gathered and sorted first: the order of games changes no bit of it.

The likelihood has a maximum only if no group of bots was always placed ahead of the rest (Hunter, "MM
algorithms for generalized Bradley-Terry models", 2004: the graph of "placed ahead of, or level with" must
be strongly connected). Where it is not, the best supported rating is infinite. The rating given then is
a 95 % bound, and marked: all placings are added in reverse with the weight `bound_weight`, the highest
share of reversed deals under which so many in a row without one are seen in 1 of 20 tries.

Ratings are on Elo's scale with mean 0: 400 points are odds of 10 to 1 between two bots.
"""

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from tournament.choices import Choices, Floats

ELO = 400 / log(10)
STEPS = 60
NEAR = 1e-9
"""How far from the greatest log likelihood Newton's last step may begin; it ends some 1e-9 times nearer."""
SHARED_STEPS, CHUNK = 12, 4_000_000
SLIGHT = 0.5
"""The weight, in deals, of reversed placings in a resample that by chance has no finite maximum."""


def fit(data: Choices, counts: Floats, near: Floats | None = None) -> Floats:
    """The parameters of greatest likelihood for counts a cell: log strengths with mean 0, log deltas.

    `near` is where to begin, for a resample: the parameters of the whole sample. The deltas are then held
    near it with the weight of one game, since a resample may lack the ties that they are of.
    """
    beta = np.zeros(data.features.shape[1]) if near is None else near
    sums = np.add.reduceat(counts, data.first)
    value, gradient, hessian = _likelihood(data, counts, sums, beta, near)
    for _ in range(STEPS):
        step = np.linalg.pinv(hessian, hermitian=True) @ gradient
        if gradient @ step <= NEAR:
            beta = beta + step
            break
        for _ in range(STEPS):  # concave, so some part of the step goes up
            tried = _likelihood(data, counts, sums, beta + step, near)
            if tried[0] >= value:
                break
            step = step / 2
        beta = beta + step
        value, gradient, hessian = tried
    n = len(data.names)
    beta[:n] -= beta[:n].mean()
    return beta


def _likelihood(
    data: Choices, counts: Floats, sums: Floats, beta: Floats, near: Floats | None
) -> tuple[float, Floats, Floats]:
    """The logarithm of the likelihood, its gradient, and its negative second derivatives."""
    x, first = data.dense, data.first
    sizes = np.diff(np.append(first, len(counts)))
    terms = x @ beta
    top = np.maximum.reduceat(terms, first)
    weights = np.exp(terms - np.repeat(top, sizes))
    totals = np.add.reduceat(weights, first)
    chances = weights / np.repeat(totals, sizes)
    value = float(counts @ terms - sums @ (np.log(totals) + top))
    expected = chances * np.repeat(sums, sizes)
    means = np.add.reduceat(chances[:, None] * x, first, axis=0)
    hessian = (x * expected[:, None]).T @ x - (means * sums[:, None]).T @ means
    gradient = (counts - expected) @ x
    if near is not None:
        deltas = slice(len(data.names), None)
        away = beta[deltas] - near[deltas]
        value, gradient[deltas] = value - float(away @ away) / 2, gradient[deltas] - away
        hessian[deltas, deltas] += np.eye(len(away))
    return value, gradient, hessian


def components(data: Choices, beaten: Floats) -> tuple[int, NDArray[np.int32]]:
    """The groups of bots within which strengths can be compared: how many, and each bot's."""
    n = len(data.names)
    if np.all(beaten.reshape(n, n) + np.eye(n) > 0):
        return 1, np.zeros(n, np.int32)
    return connected_components(beaten.reshape(n, n) > 0, connection="strong")


def bound_weight(deals: int) -> float:
    """The weight of reversed placings that makes a rating a 95 % bound; at most 1, where nothing is known.

    >>> round(bound_weight(100), 4)
    0.0304
    """
    return min(1.0, 20 ** (1 / deals) - 1)


def resampled(data: Choices, weights: Floats, start: Floats) -> Floats:
    """[resamples, bots]: log strengths for resamples, given as a weight for each deal; always finite."""
    n, chunk = len(data.names), max(1, CHUNK // len(data.dense))
    return np.concatenate(
        [_resampled(data, weights[i : i + chunk], start) for i in range(0, len(weights), chunk)]
    )[:, :n]


def _resampled(data: Choices, weights: Floats, start: Floats) -> Floats:
    """Parameters for a few resamples.

    All at once by Newton's method with the second derivatives of the whole sample, which are nearly
    right; those that have not come near enough after a few steps, one by one.
    """
    counts, beaten, turned = (weights @ each for each in (data.counts, data.beaten, data.reversed))
    for i in range(len(weights)):
        if components(data, beaten[i])[0] > 1:
            counts[i] += SLIGHT / len(data.deals) * turned[i]
    x, first, n = data.dense, data.first, len(data.names)
    sizes = np.diff(np.append(first, len(x)))
    everything = np.asarray(data.counts.sum(axis=0), np.float64)
    hessian = _likelihood(data, everything, np.add.reduceat(everything, first), start, start)[2]
    inverse, sums = np.linalg.pinv(hessian, hermitian=True), np.add.reduceat(counts, first, axis=1)
    beta = np.repeat(start[None], len(weights), axis=0)
    for _ in range(SHARED_STEPS):
        terms = beta @ x.T
        odds = np.exp(terms - np.repeat(np.maximum.reduceat(terms, first, axis=1), sizes, axis=1))
        expected = odds * np.repeat(sums / np.add.reduceat(odds, first, axis=1), sizes, axis=1)
        gradient = (counts - expected) @ x
        gradient[:, n:] -= beta[:, n:] - start[n:]
        step = gradient @ inverse
        beta += step
    for far in np.flatnonzero((gradient * step).sum(axis=1) > NEAR):
        beta[far] = fit(data, counts[far], start)
    beta[:, :n] -= beta[:, :n].mean(axis=1, keepdims=True)
    return beta


@dataclass(frozen=True)
class Estimate:
    """Ratings of all bots by name, in the order of `Choices.names`."""

    ratings: tuple[float, ...]
    bounds: tuple[str, ...]
    """For each rating: empty, `>` (it is at least that), `<` (at most), `~` (open on both sides)."""
    parameters: Floats


def estimate(data: Choices) -> Estimate:
    """The ratings of all bots, mean 0, each a number or a marked bound."""
    everything = np.ones(len(data.deals))
    counts, beaten = everything @ data.counts, everything @ data.beaten
    n, groups = components(data, beaten)
    if n > 1:
        counts = counts + bound_weight(len(data.deals)) * (everything @ data.reversed)
    parameters = fit(data, counts)
    return Estimate(
        tuple((ELO * parameters[: len(data.names)]).tolist()), _bounds(data, beaten, n, groups), parameters
    )


def _bounds(data: Choices, beaten: Floats, n: int, groups: NDArray[np.int32]) -> tuple[str, ...]:
    """The mark of each bot: is its group never behind another, never ahead of one, or between?"""
    table = beaten.reshape(len(data.names), -1) > 0
    marks = []
    for group in groups if n > 1 else ():
        inside = groups == group
        ahead_of, behind = table[np.ix_(inside, ~inside)].any(), table[np.ix_(~inside, inside)].any()
        marks.append("~" if ahead_of == behind else ">" if ahead_of else "<")
    return tuple(marks) or ("",) * len(data.names)
