"""How fast the kernels of Oriflamme and the searches over them are, beside the same game in C.

    python benchmarks/bench_search.py           print the figures and what they should at least be
    python benchmarks/bench_search.py --quick   without cold starts and workers
    python benchmarks/bench_search.py --save    also append them to benchmarks/history/search.jsonl

Ratios are medians over rounds in which all variants take turns, in this thread's CPU time: they hold on a
busy machine too, where the speeds themselves, and two workers by the clock, do not.
"""

import argparse
import json
import platform
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ai.bot import bot
from benchmarks import cold, pairs
from benchmarks.c_program import CProgram
from benchmarks.turns import rate, ratio, take_turns
from engine.game import Game, game
from engine.jit import room
from engine.rng import new_rng
from engine.view import observe

SEATS, GAMES, ITERATIONS, PLAYS = 4, 1000, 5000, 5000
HISTORY = Path(__file__).parent / "history" / "search.jsonl"

AT_LEAST = {
    "playouts, ratio to C": 0.75,
    "single-observer search, ratio to C": 0.75,
    "multi-observer search, ratio to C": 0.68,
    "two workers against one": 1.9,
}
AT_MOST = {"State.play, microseconds": 4.0, "cold, all, CPU seconds": 30.0}
"""The budgets of the project; figures that are not here are for information."""


def playouts(oriflamme: Game, in_c: CProgram) -> dict[str, float]:
    """Random games from the deal on."""
    kernels, states, deal = (
        oriflamme.kernels,
        room(oriflamme.state_type),
        np.zeros(oriflamme.deal_size, np.int64),
    )
    rng, out = new_rng(7), np.zeros(oriflamme.max_legal, np.int64)

    def ours() -> int:
        rng[0] = 7
        return int(kernels.playouts(states, oriflamme.parameters, GAMES, rng, deal, out)[0])

    taken = take_turns({"C": lambda: in_c.playouts(SEATS, GAMES), "ours": ours})
    return {
        "playouts a second": rate(taken["ours"], GAMES),
        "playouts a second in C": rate(taken["C"], GAMES),
        "playouts, ratio to C": ratio(taken["ours"], taken["C"]),
        "decisions a game": ours() / GAMES,
        "decisions a game in C": in_c.playouts(SEATS, GAMES) / GAMES,
    }


def searches(oriflamme: Game, in_c: CProgram) -> dict[str, float]:
    """Iterations from the first position of a game."""
    view = observe(oriflamme.deal(7), 0)

    def searching(spec: str) -> Callable[[], object]:
        player = bot(f"{spec},iterations={ITERATIONS}", oriflamme)
        return lambda: player.decide(view, 7)

    kinds = {
        "single": "ismcts:tree=single",
        "multi": "moismcts:tree=multi",
        "flat": "flat:tree=flat",
        "pimc": "pimc:tree=determinized",
        "keyed": "ismcts:tree=keyed",
    }
    taken = take_turns(
        {"C": lambda: in_c.search(SEATS)} | {kind: searching(spec) for kind, spec in kinds.items()}
    )
    return {
        "single-observer search, iterations a second": rate(taken["single"], ITERATIONS),
        "single-observer search in C": rate(taken["C"], ITERATIONS),
        "single-observer search, ratio to C": ratio(taken["single"], taken["C"]),
        "multi-observer search, ratio to C": ratio(taken["multi"], taken["C"]),
        "keyed search, ratio to C": ratio(taken["keyed"], taken["C"]),
        "determinized search, ratio to C": ratio(taken["pimc"], taken["C"]),
        "flat, playouts a second": rate(taken["flat"], ITERATIONS),
    }


def plays(oriflamme: Game) -> dict[str, float]:
    """One action from Python: the mean over a whole game, the first legal action each time."""
    path, state = [], oriflamme.deal(7)
    while state.legal:
        path.append((state, state.legal_actions[-1]))
        state = state.play(path[-1][1])

    def play() -> None:
        for _ in range(PLAYS // len(path)):
            for state, action in path:
                state.play(action)

    def empty() -> None:
        for _ in range(PLAYS // len(path)):
            for _state, _action in path:
                pass

    taken = take_turns({"play": play, "empty": empty})
    n = PLAYS // len(path) * len(path)
    return {"State.play, microseconds": 1e6 / rate(taken["play"], n) - 1e6 / rate(taken["empty"], n)}


def run(quick: bool = False) -> dict[str, float]:
    """All figures by name."""
    oriflamme, in_c = game(f"oriflamme:seats={SEATS}"), CProgram(ITERATIONS)
    figures = playouts(oriflamme, in_c) | searches(oriflamme, in_c) | plays(oriflamme)
    if not quick:
        figures |= pairs.run()
        for when, parts in cold.run().items():
            figures |= {f"{when}, {name}, CPU seconds": seconds for name, seconds in parts.items()}
    return figures


def told(figures: dict[str, float]) -> str:
    """The figures as a table, with what each should be."""
    lines = []
    for name, value in figures.items():
        shown = f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"
        wanted = ""
        if name in AT_LEAST:
            wanted = f"  at least {AT_LEAST[name]:g}: {'yes' if value >= AT_LEAST[name] else 'NO'}"
        elif name in AT_MOST:
            wanted = f"  at most {AT_MOST[name]:g}: {'yes' if value <= AT_MOST[name] else 'NO'}"
        lines.append(f"{name:48s} {shown:>12s}{wanted}")
    return "\n".join(lines)


def save(figures: dict[str, float]) -> None:
    """Append the figures, with when and where they were measured."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    line = {
        "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        "commit": commit.stdout.strip(),
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "figures": {name: round(value, 4) for name, value in figures.items()},
    }
    HISTORY.parent.mkdir(exist_ok=True)
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    figures = run(options.quick)
    print(told(figures))
    if options.save:
        save(figures)


if __name__ == "__main__":
    main()
