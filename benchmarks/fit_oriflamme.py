"""Make the numbers of ai/fitted/oriflamme.py again: games are played, weights fitted, hidden cards counted.

    python -m benchmarks.fit_oriflamme                   write ai/fitted/oriflamme_numbers.py
    python -m benchmarks.fit_oriflamme --games 100       of fewer games for each spec

Prints log loss and Brier score in games that were not fitted to, by rounds left, beside those of an even
share and of a softmax of the purses alone.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import ai.fitted.oriflamme as fitted
from benchmarks.fit_games import Games, play
from engine.jit import kernel

SPECS = (
    *(f"oriflamme:seats={seats},set={box}" for seats in (3, 4, 5) for box in ("base", "alliance", "ablaze")),
    *(f"oriflamme:seats={seats},set=combined" for seats in (3, 4, 5)),
    "oriflamme:seats=2",
    *(f"oriflamme:seats=2,families=1,set={box}" for box in ("base", "alliance", "ablaze", "combined")),
)
MIXTURE = ("random", "hoarder", "hoarder", "aggressor", "aggressor", *("ismcts:iterations=200",) * 5)
ROUNDS = 6
OUT = Path(fitted.__file__).with_name("oriflamme_numbers.py")
Floats = NDArray[np.float64]


@kernel
def featured(states, units, scores, out):
    """The features of each position: its scores under each unit vector of weights."""
    for i in range(len(states)):
        for which in range(len(units)):
            fitted.score(states[i], units[which], scores)
            for seat in range(states[i].seats):
                out[i, seat, which] = scores[seat]


@kernel
def estimated(states, out):
    """Estimate each position."""
    for i in range(len(states)):
        fitted.estimate(states[i], out[i])


def features(games: Games) -> Floats:
    """By position, seat and weight."""
    out = np.zeros((len(games.states), games.returns.shape[1], fitted.N_WEIGHTS))
    featured(games.states, np.eye(fitted.N_WEIGHTS), np.zeros(5), out)
    return out


def losses(shares: Floats, returns: Floats) -> tuple[float, float]:
    """Mean log loss and Brier score of shares of the win."""
    return (
        float(-(returns * np.log(np.maximum(shares, 1e-12))).sum(axis=1).mean()),
        float(((returns - shares) ** 2).sum(axis=1).mean()),
    )


def softmax(scores: Floats) -> Floats:
    """Shares by row."""
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(found / found.sum(axis=1, keepdims=True))


Sample = list[tuple[int, Floats, Floats]]
"""By spec: seats, features, returns."""


def fit(sample: Sample, usual: Floats, ridge: float) -> tuple[Floats, Floats]:
    """Weights and, by number of seats, their sharpness (four: 1): conditional logit with a ridge."""
    n = len(usual)
    total = sum(len(x) for _, x, _ in sample)

    def loss(point: Floats) -> tuple[float, Floats]:
        weights, sharp = point[:n], np.exp(point[n:])
        value, slope = 0.0, np.zeros_like(point)
        for seats, x, y in sample:
            s = sharp[seats]
            raw = x @ weights
            shares = softmax(s * raw)
            value -= float((y * np.log(np.maximum(shares, 1e-300))).sum())
            gap = shares - y
            slope[:n] += s * np.einsum("ij,ijk->k", gap, x)
            slope[n + seats] += s * float((gap * raw).sum())
        free = np.ones(len(point))
        free[n + 4] = 0.0
        slope += ridge * np.concatenate([weights * usual, point[n:]])
        value += ridge / 2 * float((usual * weights**2).sum() + (point[n:] ** 2).sum())
        return value / total, slope * free / total

    found = minimize(loss, np.zeros(n + 6), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    return found[:n], np.exp(found[n:])


def told(name: str, value: Floats) -> str:
    """A table as Python, a row of ten numbers a line."""
    lines = [f"{name} = ("]
    for row in value:
        texts = [f"{number:.3f}" for number in row]
        pieces = [", ".join(texts[i : i + 12]) for i in range(0, len(texts), 12)]
        lines += ["    (", *(f"        {piece}," for piece in pieces), "    ),"]
    return "\n".join([*lines, ")"])


def split_games(games: Games, left: int, held_out: bool) -> tuple[Floats, Floats]:
    """Features and returns of first positions with so many rounds left; every fourth game is held out."""
    chosen = games.begins & (ROUNDS - games.states["turn"] == left) & ((games.number % 4 == 3) == held_out)
    part = games._replace(states=games.states[chosen], returns=games.returns[chosen])
    return features(part), games.returns[chosen]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games for each of the specs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=4.0, help="precision expected of weights")
    options = parser.parse_args()
    played = [play(spec, MIXTURE, options.games, options.seed, lambda row: row["turn"]) for spec in SPECS]
    weights = np.zeros((ROUNDS + 1, fitted.N_WEIGHTS))
    sharpness = np.ones((ROUNDS + 1, 6))
    usual = np.where(np.arange(fitted.N_WEIGHTS) < len(fitted.FEATURES), 0.01, 1.0)
    print("rounds left   log loss: even   purse  fitted   Brier: even   purse  fitted")
    for left in range(1, ROUNDS + 1):
        seats = [games.returns.shape[1] for games in played]
        known = [(n, *split_games(games, left, False)) for n, games in zip(seats, played)]
        unknown = [(n, *split_games(games, left, True)) for n, games in zip(seats, played)]
        weights[left], sharpness[left] = fit(known, usual, options.ridge)
        alone, sharp = fit([(n, x[:, :, :1], y) for n, x, y in known], np.zeros(1), options.ridge)
        kinds = {
            "even": lambda n, x: np.full(x.shape[:2], 1 / n),
            "purse": lambda n, x, a=alone, s=sharp: softmax(s[n] * (x[:, :, :1] @ a)),
            "fitted": lambda n, x, w=weights[left], s=sharpness[left]: softmax(s[n] * (x @ w)),
        }
        rows = []
        for shares in kinds.values():
            each = [(len(x), *losses(shares(n, x), y)) for n, x, y in unknown]
            many = sum(count for count, _, _ in each)
            rows.append([sum(count * loss[k] for count, *loss in each) / many for k in (0, 1)])
        logs, briers = zip(*rows)
        print(f"{left:11d}       " + "".join(f"{value:8.4f}" for value in (*logs, *briers)), flush=True)
    sharpness[0] = sharpness[1]
    OUT.write_text(
        f'"""Made by `python -m benchmarks.fit_oriflamme --games {options.games} --seed {options.seed} '
        f"--ridge {options.ridge}`.\n\n"
        f"{options.games} games of each of {len(SPECS)} specs, three of four fitted to; seats drawn from\n"
        f'{", ".join(dict.fromkeys(MIXTURE))}.\n"""\n\n# fmt: off\n'
        + told("WEIGHTS", weights)
        + '\n"""By rounds left, then as ai.fitted.oriflamme says."""\n'
        + told("SHARPNESS", sharpness)
        + '\n"""By rounds left and seats."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
