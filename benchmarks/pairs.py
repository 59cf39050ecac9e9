"""Two workers against one: searches in processes of their own, that wait for a word to begin.

By the clock the figure needs two idle cores. In CPU time it shows, on a busy machine too, whether workers are
in each other's way (caches, memory), but not whether they wait for each other.
"""

import statistics
import subprocess
import sys
import time
from typing import IO

ROUNDS, ITERATIONS = 15, 20_000


def work() -> None:
    """A worker: does a search for each line that it reads, and answers with its CPU seconds."""
    from ai.bot import bot
    from engine.game import game
    from engine.view import Playthrough

    oriflamme = game("oriflamme:seats=4")
    view = Playthrough(oriflamme.deal(7)).view(0)
    search = bot(f"ismcts:iterations={ITERATIONS}", oriflamme)
    for line in sys.stdin:
        begun = time.process_time()
        search.decide(view, int(line))
        print(time.process_time() - begun, flush=True)


def _lines(process: "subprocess.Popen[str]") -> tuple[IO[str], IO[str]]:
    assert process.stdin
    assert process.stdout
    return process.stdin, process.stdout


def _together(workers: list["subprocess.Popen[str]"], seed: int) -> tuple[float, float]:
    """Seconds by the clock until all are done, and mean CPU seconds."""
    begun = time.perf_counter()
    for worker in workers:
        to = _lines(worker)[0]
        to.write(f"{seed}\n")
        to.flush()
    used = [float(_lines(worker)[1].readline()) for worker in workers]
    return time.perf_counter() - begun, statistics.mean(used)


def run() -> dict[str, float]:
    """Iterations a second of one worker and of two at once, and how many times as many that is."""
    workers = [
        subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        _together(workers, 0)
        rounds = [
            (_together(workers[seed % 2 :][:1], seed), _together(workers, seed))
            for seed in range(1, ROUNDS + 1)
        ]
    finally:
        for worker in workers:
            _lines(worker)[0].close()
            worker.wait()
    return {
        "one worker, iterations a second": ITERATIONS / statistics.median(alone[0] for alone, _ in rounds),
        "two workers, iterations a second": 2 * ITERATIONS / statistics.median(both[0] for _, both in rounds),
        "two workers against one": statistics.median(2 * alone[0] / both[0] for alone, both in rounds),
        "two workers against one, CPU time": statistics.median(
            2 * alone[1] / both[1] for alone, both in rounds
        ),
    }


if __name__ == "__main__":
    work()
