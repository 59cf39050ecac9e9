"""Count what hidden cards of Oriflamme are, by how they are seen, and write ai/fitted/oriflamme_seen.py.

    python -m benchmarks.fit_oriflamme_belief              of all models
    python -m benchmarks.fit_oriflamme_belief --games 20   of fewer games for each spec

A likelihood is how often a kind was seen so, against how often it would be expected to be by what was
believed before: at first by uniform cards, then by the likelihoods of the turn before, which takes account of
the other hidden cards of the family. Prints the log loss of the true cards, and how many uniform worlds are
accepted by `likelihood` over `ceiling`.
"""

import argparse
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ai.fitted.oriflamme_belief as belief
from benchmarks.fit_games import Games, play
from benchmarks.fit_oriflamme import SPECS
from engine.games.oriflamme.rules import determinize
from engine.jit import kernel
from engine.rng import new_rng
from engine.view import ITEMS

BOTS = {"styles": ("hoarder", "aggressor"), "search": ("ismcts:iterations=200",)}
OUT = Path(belief.__file__).with_name("oriflamme_seen.py")
SHAPE = (31, belief.MOST_TURNS + 1, belief.SEEN)
Floats = NDArray[np.float64]
Case = tuple[Any, int, dict[int, tuple[int, int]], int]
"""A position, a family that hides cards in it, how they are seen, and the number of the game."""


@kernel
def accepted(states, work, worlds, table, rng, items):
    """The mean weight of uniform worlds, over positions and seats to act."""
    total = 0.0
    for i in range(len(states)):
        seat = states[i].to_act
        best = belief.bound(states[i], seat, table)
        for _ in range(worlds):
            work[0] = states[i]
            determinize(work[0], seat, rng, items)
            total += belief.product(work[0], seat, table) / best
    return total / (len(states) * worlds)


def cases(played: list[Games], most: int, seed: int) -> list[Case]:
    """Families that hide cards in the queue, drawn from all positions."""
    chance = np.random.default_rng(seed)
    rows = [(games, i) for games in played for i in range(len(games.states))]
    found: list[Case] = []
    for place in chance.permutation(len(rows)):
        games, i = rows[place]
        row = games.states[i : i + 1].view(np.recarray)[0]
        family = int(chance.integers(int(row.families)))
        hidden = belief.hidden_cards(row, family)
        if hidden:
            found.append((row, family, hidden, int(games.number[i])))
        if len(found) == most:
            break
    return found


def count(chosen: list[Case], table: Floats) -> tuple[Floats, Floats, float, float]:
    """How often kinds were seen so, how often that was expected, and the log loss of that and of uniform."""
    seen, expected = np.zeros(SHAPE), np.zeros(SHAPE)
    loss = even = 0.0
    n = 0
    for row, family, hidden, _ in chosen:
        kinds = len(belief.unseen_kinds(row, family))
        for slot, chances in belief.family_posterior(row, family, table).items():
            turns, look = hidden[slot]
            kind = int(row.kind[slot])
            seen[kind, turns, look] += 1
            expected[:, turns, look] += chances
            loss -= np.log(chances[kind])
            even += np.log(kinds)
            n += 1
    return seen, expected, loss / n, even / n


def fit(played: list[Games], most: int, turns: int, prior: float, seed: int) -> Floats:
    """The likelihoods of a model; every fourth game is held out for the losses that are printed."""
    chosen = cases(played, most, seed)
    known = [case for case in chosen if case[3] % 4 != 3]
    unknown = [case for case in chosen if case[3] % 4 == 3]
    table = np.ones(SHAPE)
    for turn in range(turns):
        seen, expected, _, _ = count(known, table)
        table = table * (seen + prior) / (expected + prior)
        table = np.clip(table / np.maximum(table.max(axis=0), 1e-9), 0.01, 1.0)
        _, _, loss, even = count(unknown, belief.bounded(table[None])[0])
        print(f"  turn {turn + 1}: held-out log loss {loss:.4f}, uniform {even:.4f}", flush=True)
    return table


def told(tables: list[Floats]) -> str:
    """The tables as Python."""
    lines = ["LIKELIHOOD = ("]
    for table in tables:
        lines.append("    (")
        for kind in table:
            rows = ", ".join("(" + ", ".join(f"{100 * value:.0f}" for value in row) + ")" for row in kind)
            lines += wrap(f"({rows}),", 104, initial_indent=" " * 8, subsequent_indent=" " * 9)
        lines.append("    ),")
    return "\n".join([*lines, ")"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="games for each of the specs")
    parser.add_argument("--cases", type=int, default=16000, help="families looked at, for each model")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--prior", type=float, default=8.0, help="cards taken to be seen as expected")
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    tables = []
    for model in belief.MODELS:
        print(model, flush=True)
        played = [
            play(spec, BOTS[model], options.games, options.seed, lambda row: row["turn"], every=8)
            for spec in SPECS
        ]
        tables.append(fit(played, options.cases, options.turns, options.prior, options.seed))
    for model, table in zip(belief.MODELS, tables, strict=True):
        likelihood = belief.bounded(table[None])[0]
        for spec in SPECS:
            games = play(spec, BOTS[model], 5, options.seed + 1, lambda row: row["turn"], every=8)
            work, items = games.states[:1].copy(), np.zeros(ITEMS, np.int64)
            mean = accepted(games.states, work, 20, likelihood, new_rng(1), items)
            print(f"  {model}: {mean:.3f} of uniform worlds accepted in {spec}", flush=True)
    how = " ".join(f"--{name} {value}" for name, value in vars(options).items())
    OUT.write_text(
        f'"""Made by `python -m benchmarks.fit_oriflamme_belief`.\n\n'
        f"Options: {how}.\n"
        f"By model: {'; '.join(f'{name}: games of ' + ', '.join(bots) for name, bots in BOTS.items())}.\n"
        '"""\n\n# fmt: off\n' + told(tables) + "\n"
        '"""In percent of the likeliest kind: by model, kind, chances left, and how it is seen."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
