"""What each kernel costs the first time: run in a process of its own, which prints a line of JSON.

CPU seconds, in the order in which a tournament would meet the kernels: what several of them share is
counted with the first. With an empty cache the kernels are compiled, with a full one they are loaded.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

SPEC = "oriflamme:seats=4"


def first_calls() -> dict[str, float]:
    """The CPU seconds of each first call in this process."""
    figures = {"python and numpy": time.process_time()}

    def measure(name: str, call: Any) -> Any:
        begun = time.process_time()
        answer = call()
        figures[name] = round(time.process_time() - begun, 3)
        return answer

    measure("import", lambda: __import__("ai.bindings", fromlist=["binding"]))
    import numpy as np

    from ai.bindings import binding
    from ai.bot import bot
    from engine.game import game
    from engine.rng import new_rng
    from engine.view import Playthrough

    oriflamme = measure("import of the game", lambda: game(SPEC))
    state = measure("draw, setup", lambda: oriflamme.deal(7))
    measure("step", lambda: state.play(state.legal_actions[0]))
    playthrough = Playthrough(state)
    measure("step with a log", lambda: playthrough.play(state.legal_actions[0]))
    seat = measure("to_act", lambda: playthrough.state.to_act)
    view = measure("observe", lambda: playthrough.view(seat))
    measure("determinize", lambda: view.determinize(7))
    measure("returns, scores", lambda: (state.returns, state.scores))
    measure("import of the searches", lambda: binding(oriflamme))
    for spec in ("hoarder", "aggressor", "greedy", "flat:iterations=50", "ismcts:iterations=50"):
        measure(spec.partition(":")[0], lambda spec=spec: bot(spec, oriflamme).decide(view, 7))
    kernels, rows = oriflamme.kernels, view.rows
    out, deal = np.zeros(oriflamme.max_legal, np.int64), np.zeros(oriflamme.deal_size, np.int64)
    measure("playouts", lambda: kernels.playouts(rows, oriflamme.parameters, 1, new_rng(7), deal, out))
    kernels.setup(rows, oriflamme.parameters, np.array(oriflamme.draw(7), np.int64), out)
    measure("replay", lambda: kernels.replay(rows, out[:1].copy(), out))
    figures["all"] = round(time.process_time(), 3)
    # What a tournament compiles only if a bot asks for it.
    for name, spec in {
        "and the search that listens": "moismcts:iterations=50",
        "and the search with beliefs, styles and cuts": "ismcts:belief=search,iterations=50",
        "and the search that has both": "moismcts:belief=search,iterations=50",
    }.items():
        measure(name, lambda spec=spec: bot(spec, oriflamme).decide(view, 7))
    return figures


def run() -> dict[str, dict[str, float]]:
    """First calls with an empty cache, and again with what that left."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GONFALON_CACHE_DIR": folder}

        def once() -> dict[str, float]:
            done = subprocess.run(
                [sys.executable, __file__], env=environment, capture_output=True, text=True, check=True
            )
            return dict(json.loads(done.stdout))

        return {"cold": once(), "warm": once()}


if __name__ == "__main__":
    print(json.dumps(first_calls()))
