"""A fixed workload for comparing versions: a program that runs with another version's source before its own.

It names nothing but what any version has: games, bots, views. For each line that it reads, `figure count
seed`, it does that much of it and answers with its processor seconds, or with `-` where that version cannot.
What a version itself prints goes to standard error.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import TextIO

import numpy as np

SEARCHES = {
    "single-observer search": "ismcts",
    "multi-observer search": "moismcts",
    "flat search": "flat",
}
READY = "ready"
FIGURES = ("playouts", "State.play", *SEARCHES, "determinize")


def works(spec: str) -> dict[str, Callable[[int, int], None]]:
    """By figure, what does so much of it with a seed."""
    from ai.bot import bot
    from engine.game import game
    from engine.jit import room
    from engine.rng import new_rng
    from engine.view import observe

    rules = game(spec)
    start = rules.deal(7)
    while len(start.legal_actions) < 2:
        start = start.play(start.legal_actions[0])
    view = observe(start, start.to_act)
    states, deal = room(rules.state_type), np.zeros(rules.deal_size, np.int64)
    out = np.zeros(rules.max_legal, np.int64)

    def playouts(count: int, seed: int) -> None:
        rules.kernels.playouts(states, rules.parameters, count, new_rng(seed), deal, out)

    def play(count: int, seed: int) -> None:
        state = start
        for _ in range(count):
            state = start if state.is_over else state.play(state.legal_actions[-1])

    def determinize(count: int, seed: int) -> None:
        for each in range(count):
            view.determinize(seed + each)

    def searching(name: str) -> Callable[[int, int], None]:
        def search(count: int, seed: int) -> None:
            bot(f"{name}:iterations={count}", rules).decide(view, seed)

        return search

    found = {"playouts": playouts, "State.play": play, "determinize": determinize}
    return found | {figure: searching(name) for figure, name in SEARCHES.items()}


def _tell(out: TextIO, line: str) -> None:
    out.write(line + "\n")
    out.flush()


def main() -> None:
    """Answer lines until there are no more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    known = works(sys.argv[1])
    _tell(out, READY)
    for line in sys.stdin:
        figure, count, seed = line.rstrip("\n").split("\t")
        begun = time.thread_time()
        try:
            known[figure](int(count), int(seed))
            answer = repr(time.thread_time() - begun)
        except Exception as error:
            answer = "- " + " ".join(str(error).split())[:200]
        _tell(out, answer)


if __name__ == "__main__":
    main()
