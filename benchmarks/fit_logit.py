"""Fitting shares of the win: a conditional logit with a ridge, its losses, and its numbers as Python.

The model: McFadden, "Conditional logit analysis of qualitative choice behavior", 1974. Shared wins count for
each winner with its share.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]
Sample = Sequence[tuple[int, Floats, Floats]]
"""By spec: seats; features by position, seat and weight; returns by position and seat."""
USUAL = 4
"""The number of seats whose sharpness is 1, if there are such games; else that of the first."""
NUMBERS_A_LINE = 10


def softmax(scores: Floats) -> Floats:
    """Shares by row."""
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def fit(sample: Sample, precision: Floats) -> tuple[Floats, Floats]:
    """Weights, each expected to be 0 with such a precision, and by number of seats how sharp they count."""
    n, total = len(precision), sum(len(x) for _, x, _ in sample)
    numbers = [seats for seats, _, _ in sample]
    fixed = USUAL if USUAL in numbers else numbers[0]

    def loss(point: Floats) -> tuple[float, Floats]:
        weights, sharp = point[:n], np.exp(point[n:])
        value, slope = 0.0, np.zeros_like(point)
        for seats, x, y in sample:
            raw = x @ weights
            shares = softmax(sharp[seats] * raw)
            value -= float((y * np.log(np.maximum(shares, 1e-300))).sum())
            gap = shares - y
            slope[:n] += sharp[seats] * np.einsum("ij,ijk->k", gap, x)
            slope[n + seats] += sharp[seats] * float((gap * raw).sum())
        slope += np.concatenate([precision * weights, point[n:]])
        slope[n + fixed] = 0.0
        value += float((precision * weights**2).sum() + (point[n:] ** 2).sum()) / 2
        return value / total, slope / total

    found = minimize(loss, np.zeros(n + 6), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    return found[:n], np.exp(found[n:])


def predicted(weights: Floats, sharpness: Floats, sample: Sample) -> list[Floats]:
    """The shares that are expected, by spec."""
    return [softmax(sharpness[seats] * (x @ weights)) for seats, x, _ in sample]


def losses(shares: Sequence[Floats], sample: Sample) -> tuple[float, float]:
    """Mean log loss and Brier score of shares of the win, over all positions."""
    y = [each for _, _, each in sample]
    n = sum(map(len, y))
    logs = sum(float(-(b * np.log(np.maximum(a, 1e-12))).sum()) for a, b in zip(shares, y, strict=True))
    briers = sum(float(((a - b) ** 2).sum()) for a, b in zip(shares, y, strict=True))
    return logs / n, briers / n


def compared(known: Sample, unknown: Sample, precision: Floats, alone: int) -> tuple[Floats, Floats, str]:
    """Fit to one sample, and tell the losses in another beside those of an even share and of one weight."""
    weights, sharpness = fit(known, precision)
    only = [(seats, x[:, :, alone : alone + 1], y) for seats, x, y in known]
    one = fit(only, np.zeros(1))
    others = [(seats, x[:, :, alone : alone + 1], y) for seats, x, y in unknown]
    even = losses([np.full(y.shape, 1 / seats) for seats, _, y in unknown], unknown)
    simple = losses(predicted(*one, others), unknown)
    best = losses(predicted(weights, sharpness, unknown), unknown)
    told = "".join(f"{a:9.4f}{b:8.4f}{c:8.4f}" for a, b, c in zip(even, simple, best, strict=True))
    return weights, sharpness, told


HEAD = "log loss: even   alone  fitted   Brier: even   alone  fitted"


def table(name: str, value: Floats) -> str:
    """A table as Python."""
    lines = [f"{name} = ("]
    for row in value:
        texts = [f"{number:.3f}" for number in row]
        pieces = [", ".join(texts[i : i + NUMBERS_A_LINE]) for i in range(0, len(texts), NUMBERS_A_LINE)]
        lines += ["    (", *(f"        {piece}," for piece in pieces), "    ),"]
    return "\n".join([*lines, ")"])
