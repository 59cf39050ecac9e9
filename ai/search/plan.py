"""What a search is made of: the parts that it may have, as numbers that its kernel reads.

The parts are chosen while the kernel runs, not when it is compiled: so there is one kernel a game, compiled
once, and any combination of parts can be tried. The branches are the same in every iteration.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import record, room

SINGLE, DETERMINIZED, MULTI, KEYED, FLAT = range(5)
TREES = ("single", "determinized", "multi", "keyed", "flat")
"""One tree over all actions; a tree a world, visits added up; a tree a seat, by what it has seen since the
root; a tree by all that the seat to move knows; no tree below the root."""

UCB1, TUNED, PUCT, SMOOTH, REGRET, EXP3 = range(6)
RULES = ("ucb1", "ucb1-tuned", "puct", "smooth", "regret", "exp3")

RANDOM, STYLE, MAST, NAST = range(4)
PLAYOUTS = ("random", "style", "mast", "nast")

SHARE, RANK, MARGIN = range(3)
PAYOFFS = ("share", "rank", "margin")

PLAN = record(
    [
        ("iterations", np.int64),
        ("duration", np.int64),  # nanoseconds; 0: only the iterations count
        ("tree", np.int64),
        ("worlds", np.int64),  # determinized: how many
        ("c", np.float64),  # how much is explored, for pay-offs from 0 to 1
        ("widen", np.float64),  # progressive widening: children = widen * visits ** power; 0: all
        ("power", np.float64),
        ("urgency", np.float64),  # what an untried action is worth, from 0 to 1; infinite: it goes first
        ("halving", np.int64),  # 1: sequential halving at the root
        ("total", np.float64),  # what two opposite pay-offs add up to: 1 for shares, 0 in zero-sum games
        ("paranoid", np.int64),  # 1: all others play against the searcher
        ("peek", np.int64),  # 1: the root is a whole state, which the search may see
        # What follows is read with `extras` only; a plain search has ucb1, random playouts and shares.
        ("rule", np.int64),  # of selection, where all see what is chosen
        ("secret", np.int64),  # of selection, where several choose at once
        ("gamma", np.float64),  # smooth, regret, exp3: the least share of exploration
        ("eta", np.float64),  # smooth: the largest share of exploration
        ("decay", np.float64),  # smooth: how fast that share falls
        ("payoff", np.int64),
        ("weight", np.float64),  # the share of the win in a mixture; 0: only the pay-off
        ("scale", np.float64),  # margin: points at which the pay-off is 0.73
        ("playout", np.int64),
        ("style", np.int64),  # which of the game's styles
        ("epsilon", np.float64),  # style: the share of random actions
        ("tau", np.float64),  # mast, nast: the temperature
        ("cut", np.int64),  # playouts end after so many stages of the game; -1: at its end
        ("prior", np.int64),  # which style says what to try first; -1: none
        ("sharpness", np.float64),  # prior: how much a point of a style's score counts
        ("belief", np.int64),  # which model of opponents weighs the worlds; -1: none
        ("doubt", np.float64),  # the share of worlds that are not weighed
        ("fresh", np.float64),  # the share of worlds in which the searcher's own hidden cards are drawn too
    ]
)


class Extras(NamedTuple):
    """Room for the parts that a plain search has not; with None in its place they are not compiled."""

    sums: NDArray[np.float64]
    """By seat and action: pay-offs of the games in which the seat chose it."""
    counts: NDArray[np.int64]
    pair_sums: NDArray[np.float64]
    """By hash of (action before, seat, action)."""
    pair_counts: NDArray[np.int64]
    pair_names: NDArray[np.int64]
    """Which pair it is."""
    chosen: NDArray[np.int64]
    """The actions of the game that is being played, as places in `sums`."""
    scores: NDArray[np.float64]
    """By legal action."""
    seen: NDArray[Any]
    """What the seat to move knows, in a one-element array."""
    words: NDArray[np.uint64]
    """The same memory as words, to make a key of."""


PAIRS = 1 << 16


def blank(iterations: int, duration: int) -> Any:
    """A plan with the parts of the plain search, in a one-element array."""
    plans = room(PLAN)
    row = plans[0]
    row["iterations"], row["duration"] = iterations, duration
    row["worlds"], row["c"] = 1, 0.7
    row["gamma"], row["eta"], row["decay"] = 0.1, 0.9, 0.001
    row["power"], row["urgency"], row["scale"] = 0.5, np.inf, 4.0
    row["total"] = 1.0
    row["cut"] = row["prior"] = row["belief"] = -1
    row["epsilon"], row["tau"], row["sharpness"], row["doubt"] = 0.1, 0.5, 1.0, 0.2
    return plans
