"""Intervals: whole deals are drawn again with replacement, with all their rotations and pairings.

Games of one deal share its cards, so they are no independent evidence; the deal is the unit. The interval
is the expanded percentile interval (Hesterberg, "What teachers should know about the bootstrap", 2014):
percentiles of the resampled values, moved outwards as the t distribution asks for few deals.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

from engine.rng import MASK

RESAMPLES = 1_000
COVERAGE = 0.95

Floats = NDArray[np.float64]


def resamples(deals: int, seed: int, n: int = RESAMPLES) -> Floats:
    """[n, deals]: how often each deal is drawn in each resample; the same for the same seed."""
    rng = np.random.Generator(np.random.PCG64(seed & MASK))
    return rng.multinomial(deals, np.full(deals, 1 / deals), size=n).astype(np.float64)


def interval(values: Floats, deals: int) -> tuple[Floats, Floats]:
    """The ends of the 95 % interval of each column of resampled values, from that many deals."""
    spread = np.sqrt(deals / (deals - 1)) * stdtrit(deals - 1, (1 - COVERAGE) / 2)
    level = float(ndtr(spread))
    low, high = np.quantile(values, [level, 1 - level], axis=0)
    return low, high
