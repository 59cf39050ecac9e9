"""Make the numbers of ai/fitted/tide.py again: games are played, and weights fitted to how they ended.

    python -m benchmarks.fit_tide               write ai/fitted/tide_numbers.py
    python -m benchmarks.fit_tide --games 100   of fewer games for each spec

Prints log loss and Brier score in games that were not fitted to, by rounds left after the running one and by
how much of that is left, beside those of an even share and of a softmax of the points alone.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import ai.fitted.tide as fitted
from benchmarks.fit_games import Games, play
from benchmarks.fit_logit import HEAD, Floats, compared, table
from engine.games.tide.state import HAND, ROUNDS
from engine.jit import kernel

SPECS = (*(f"tide:seats={seats}" for seats in (3, 4, 5)), "tide:seats=4,high-card=choose")
MIXTURE = ("random", "ducker", "ducker", "counter", "counter", *("ismcts:iterations=200",) * 5)
OUT = Path(fitted.__file__).with_name("tide_numbers.py")


@kernel
def featured(states, units, scores, out, rows):
    """The features of each position: its scores under unit vectors of weights; and its row of weights."""
    for i in range(len(states)):
        rows[i] = fitted.index(states[i])
        for which in range(len(units)):
            fitted.score(states[i], units[which], scores)
            for seat in range(states[i].seats):
                out[i, seat, which] = scores[seat]


def features(games: Games) -> tuple[Floats, NDArray[np.int64]]:
    """By position, seat and weight; and by position the row of the weights."""
    out = np.zeros((len(games.states), games.returns.shape[1], fitted.N_WEIGHTS))
    rows = np.zeros(len(games.states), np.int64)
    featured(games.states, np.eye(fitted.N_WEIGHTS), np.zeros(5), out, rows)
    return out, rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="games for each of the specs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--precision", type=float, default=20.0, help="expected of the weights in the last round"
    )
    options = parser.parse_args()
    played = [
        play(spec, MIXTURE, options.games, options.seed, lambda row: row["turn"] * HAND + row["drawn"] // 2)
        for spec in SPECS
    ]
    found = [features(games) for games in played]
    weights = np.zeros((ROUNDS * fitted.QUARTERS, fitted.N_WEIGHTS))
    sharpness = np.ones((ROUNDS * fitted.QUARTERS, 6))
    print(f"rounds, quarters left   {HEAD}")
    for row in range(len(weights)):
        halves = [
            [
                (games.returns.shape[1], x[chosen], games.returns[chosen])
                for games, (x, rows) in zip(played, found, strict=True)
                if (chosen := games.begins & (rows == row) & ((games.number % 4 == 3) == held_out)).any()
            ]
            for held_out in (False, True)
        ]
        later = row // fitted.QUARTERS  # the less of a game is played, the less its end says of weights
        precision = np.full(fitted.N_WEIGHTS, options.precision * (1 + later) ** 2)
        weights[row], sharpness[row], told = compared(*halves, precision, fitted.POINTS)
        print(f"{row // fitted.QUARTERS:6d} {row % fitted.QUARTERS:14d}   {told}", flush=True)
    how = f"--games {options.games} --seed {options.seed} --precision {options.precision}"
    OUT.write_text(
        f'"""Made by `python -m benchmarks.fit_tide {how}`.\n\n'
        f"{options.games} games of each of {len(SPECS)} specs, three of four fitted to; seats drawn from\n"
        f'{", ".join(dict.fromkeys(MIXTURE))}.\n"""\n\n# fmt: off\n'
        + table("WEIGHTS", weights)
        + '\n"""By rounds and quarters of a round left, then as ai.fitted.tide says."""\n'
        + table("SHARPNESS", sharpness)
        + '\n"""By rounds and quarters of a round left, then by seats."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
