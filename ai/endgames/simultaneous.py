"""Equilibria of small games in which all choose at once, each of two choices.

A game is a tensor of pay-offs by joint choice and player: bit i of a joint choice is what player i does. A
strategy is the chance of the second choice. Dominated choices are struck out first, all that are dominated at
once; then regret matching+ (Tammelin, "Solving large imperfect information games using CFR+", 2014) goes from
several starts, and Newton's method makes the best of what it found exact where players are indifferent.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel, part

Floats = NDArray[np.float64]
FREE, FIRST, SECOND = range(3)
"""What is left of a player's two choices."""
STARTS = (0.5, 0.2, 0.8)
ROUNDS, TURNS = 8, 250
SMALL = 1e-9
"""Pay-offs closer than this are equal."""
CLOSE = 1e-6
"""A gain by leaving the equilibrium that is small enough to stop."""
LEAST = (0.01, 0.0001)
"""Chances that are taken for none when the sets of indifferent players are read off, one after the other."""


class Equilibrium(NamedTuple):
    """Chances of second choices, what each player can gain by leaving, and what each choice would pay."""

    chances: Floats
    gap: float
    """The most that a player gains by playing otherwise alone."""
    values: Floats
    """By player and choice."""


@part
def pay(payoffs, chances, player, choice):
    """What a choice pays a player when the others play by chances."""
    n = len(chances)
    total = 0.0
    for joint in range(1 << n):
        if (joint >> player) & 1 == choice:
            weight = 1.0
            for other in range(n):
                if other != player:
                    weight *= chances[other] if (joint >> other) & 1 else 1.0 - chances[other]
            total += weight * payoffs[joint, player]
    return total


@kernel
def value_choices(payoffs, chances, out):
    """What each choice pays each player."""
    for player in range(len(chances)):
        out[player, 0] = pay(payoffs, chances, player, 0)
        out[player, 1] = pay(payoffs, chances, player, 1)


@kernel
def match_regrets(payoffs, left, turns, first, chances, regrets, mean):
    """Go on with regret matching+, players in turn, from turn `first`; `mean` weighs later turns more."""
    n = len(chances)
    for turn in range(first, first + turns):
        for player in range(n):
            if left[player] == 0:
                low = pay(payoffs, chances, player, 0)
                high = pay(payoffs, chances, player, 1)
                now = chances[player] * high + (1.0 - chances[player]) * low
                regrets[player, 0] = max(0.0, regrets[player, 0] + low - now)
                regrets[player, 1] = max(0.0, regrets[player, 1] + high - now)
                total = regrets[player, 0] + regrets[player, 1]
                if total > 0.0:
                    chances[player] = regrets[player, 1] / total
        for player in range(n):
            mean[player] += (chances[player] - mean[player]) * 2.0 / (turn + 2.0)


def values_of(payoffs: Floats, chances: Floats) -> Floats:
    """What each choice pays each player when the others play by chances."""
    out = np.zeros((len(chances), 2))
    value_choices(payoffs, chances, out)
    return out


def judged(payoffs: Floats, chances: Floats) -> Equilibrium:
    """Chances with their gap and values."""
    values = values_of(payoffs, chances)
    now = chances * values[:, 1] + (1 - chances) * values[:, 0]
    return Equilibrium(chances, float((values.max(axis=1) - now).max()), values)


def strike_out(payoffs: Floats, players: int) -> NDArray[np.int64]:
    """What is left of each player's choices: a choice that is never better and somewhere worse is struck out.

    All that are dominated go at once, then again among what is left. An equilibrium of the rest is one.
    """
    joint = np.arange(1 << players)
    left = np.zeros(players, np.int64)
    while True:
        alive = np.ones(len(joint), bool)
        for player, what in enumerate(left):
            if what != FREE:
                alive &= (joint >> player & 1) == what - FIRST
        found = left.copy()
        for player in np.flatnonzero(left == FREE).tolist():
            lower = joint[alive & (joint >> player & 1 == 0)]
            gain = payoffs[lower | 1 << player, player] - payoffs[lower, player]
            if gain.max() > SMALL and gain.min() >= -SMALL:
                found[player] = SECOND
            elif gain.min() < -SMALL and gain.max() <= SMALL:
                found[player] = FIRST
        if (found == left).all():
            return left
        left = found


def indifferent(payoffs: Floats, chances: Floats, free: NDArray[np.int64]) -> Floats | None:
    """Chances of the free players that make them all indifferent, by Newton's method; None: none are near."""
    found = chances.copy()
    for _ in range(12):
        gains = np.diff(values_of(payoffs, found), axis=1)[free, 0]
        if np.abs(gains).max(initial=0.0) < 1e-12:
            break
        slopes = np.zeros((len(free), len(free)))
        for column, player in enumerate(free):
            up, down = found.copy(), found.copy()
            up[player], down[player] = 1.0, 0.0
            change = np.diff(values_of(payoffs, up) - values_of(payoffs, down), axis=1)
            slopes[:, column] = change[free, 0]
        # The shortest step, since nothing moves a player whose choices always pay alike.
        found[free] -= np.linalg.lstsq(slopes, gains)[0]
        if (np.abs(found - 0.5) > 1.5).any():
            return None
    return np.clip(found, 0.0, 1.0)


def near(chances: Floats, left: NDArray[np.int64]) -> list[Floats]:
    """Starts for Newton's method: some players pure, the others mixing, the likest to `chances` first.

    All there are, 243 for five players: a start is rarely asked for, and the first few mostly do.
    """
    choices = [(0.0, 0.5, 1.0) if what == FREE else (float(what - FIRST),) for what in left]
    starts = [np.array(start) for start in product(*choices)]
    return sorted(starts, key=lambda start: float(np.abs(start - chances).sum()))


def solve(payoffs: Floats) -> Equilibrium:
    """An equilibrium in which nobody plays a dominated choice; as near to one as was found."""
    players = payoffs.shape[1]
    left = strike_out(payoffs, players)
    best = Equilibrium(np.zeros(0), np.inf, np.zeros(0))
    for start in STARTS:
        chances = np.where(left == FREE, start, left - FIRST).astype(float)
        mean, regrets = chances.copy(), np.zeros((players, 2))
        for turn in range(ROUNDS):
            match_regrets(payoffs, left, TURNS, turn * TURNS, chances, regrets, mean)
            for each in (mean, chances):
                best = min(best, judged(payoffs, each.copy()), key=lambda found: found.gap)
            for least in LEAST:
                mixed = (best.chances > least) & (best.chances < 1 - least)
                pure = np.where(mixed, best.chances, best.chances.round())
                exact = indifferent(payoffs, pure, np.flatnonzero(mixed))
                if exact is not None:
                    best = min(best, judged(payoffs, exact), key=lambda found: found.gap)
            if best.gap < CLOSE:
                return best
    for candidate in near(best.chances, left):
        exact = indifferent(payoffs, candidate, np.flatnonzero(candidate == 0.5))
        if exact is not None:
            best = min(best, judged(payoffs, exact), key=lambda found: found.gap)
        if best.gap < CLOSE:
            break
    return best
