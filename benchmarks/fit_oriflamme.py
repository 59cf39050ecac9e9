"""Make the numbers of ai/fitted/oriflamme.py again: games are played, weights fitted, hidden cards counted.

    python -m benchmarks.fit_oriflamme                   write ai/fitted/oriflamme_numbers.py
    python -m benchmarks.fit_oriflamme --games 100       of fewer games for each spec

Prints log loss and Brier score in games that were not fitted to, by rounds left, beside those of an even
share and of a softmax of the purses alone.
"""

import argparse
from pathlib import Path

import numpy as np

import ai.fitted.oriflamme as fitted
from benchmarks.fit_games import Games, play
from benchmarks.fit_logit import HEAD, Floats, compared, table
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


def split_games(games: Games, left: int, held_out: bool) -> tuple[Floats, Floats]:
    """Features and returns of first positions with so many rounds left; every fourth game is held out."""
    chosen = games.begins & (ROUNDS - games.states["turn"] == left) & ((games.number % 4 == 3) == held_out)
    part = games._replace(states=games.states[chosen], returns=games.returns[chosen])
    return features(part), games.returns[chosen]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500, help="games for each of the specs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--precision", type=float, default=15.0, help="expected of the weights by kind")
    options = parser.parse_args()
    played = [play(spec, MIXTURE, options.games, options.seed, lambda row: row["turn"]) for spec in SPECS]
    weights = np.zeros((ROUNDS + 1, fitted.N_WEIGHTS))
    sharpness = np.ones((ROUNDS + 1, 6))
    usual = np.where(np.arange(fitted.N_WEIGHTS) < len(fitted.FEATURES), 0.01, 1.0)
    print(f"rounds left   {HEAD}")
    for left in range(1, ROUNDS + 1):
        halves = [
            [(games.returns.shape[1], *split_games(games, left, held_out)) for games in played]
            for held_out in (False, True)
        ]
        weights[left], sharpness[left], told = compared(*halves, options.precision * usual, fitted.PURSE)
        print(f"{left:11d}   {told}", flush=True)
    sharpness[0] = sharpness[1]
    OUT.write_text(
        f'"""Made by `python -m benchmarks.fit_oriflamme --games {options.games} --seed {options.seed} '
        f"--ridge {options.ridge}`.\n\n"
        f"{options.games} games of each of {len(SPECS)} specs, three of four fitted to; seats drawn from\n"
        f'{", ".join(dict.fromkeys(MIXTURE))}.\n"""\n\n# fmt: off\n'
        + table("WEIGHTS", weights)
        + '\n"""By rounds left, then as ai.fitted.oriflamme says."""\n'
        + table("SHARPNESS", sharpness)
        + '\n"""By rounds left and seats."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
