"""Two threads in one search against one, and what a long search, or many, take of memory.

    python benchmarks/bench_threads.py

The gain of threads is by the clock, so it needs two idle cores; in processor time it shows, on a busy machine
too, whether the threads are in each other's way.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from ai.bot import bot
from ai.search.room import begin
from engine.game import Game, game
from engine.view import View, observe
from tournament.profiling import peak_bytes

ROUNDS, ITERATIONS, LONG, SEARCHES = 11, 20_000, 100_000, 1000

AT_LEAST = {"two threads against one": 1.9}
AT_MOST = {"memory after 1,000 searches, MB more": 1.0}


def _resident() -> float:
    """Megabytes that this process has in memory now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def threads(rules: Game, view: View, iterations: int = ITERATIONS) -> dict[str, float]:
    """How many times as many iterations two threads do, by the clock and by processor time."""
    one = bot(f"ismcts:iterations={iterations}", rules)
    two = bot(f"ismcts:iterations={2 * iterations},threads=2", rules)

    def measure(search: Callable[[], object]) -> tuple[float, float]:
        wall, own = time.perf_counter(), time.process_time()
        search()
        return time.perf_counter() - wall, time.process_time() - own

    rounds = []
    for seed in range(ROUNDS + 1):
        alone = measure(lambda seed=seed: one.decide(view, seed))
        both = measure(lambda seed=seed: two.decide(view, seed))
        if seed:
            rounds.append((alone, both))
    return {
        "two threads against one": statistics.median(2 * alone[0] / both[0] for alone, both in rounds),
        "two threads against one, CPU time": statistics.median(
            2 * alone[1] / both[1] for alone, both in rounds
        ),
    }


def memory(rules: Game, view: View, long: int = LONG, searches: int = SEARCHES) -> dict[str, float]:
    """Megabytes of a long search's room, what it adds to the process, and what many searches add then."""
    bot("ismcts:iterations=10", rules).decide(view, 1)
    before = _resident()
    bot(f"ismcts:iterations={long}", rules).decide(view, 1)
    after = _resident()
    room = sum(each.nbytes for each in begin(rules, 0))
    short = bot("ismcts:iterations=100", rules)
    for seed in range(searches):
        short.decide(view, seed)
    return {
        f"room of {long:,} iterations, MB": room / 1e6,
        f"memory of {long:,} iterations, MB": after - before,
        "peak memory of the process, MB": (peak_bytes() or 0) / 1e6,
        f"memory after {searches:,} searches, MB more": max(_resident() - after, 0.0),
    }


def run() -> dict[str, float]:
    """All figures; memory in a process of its own, which nothing else has filled."""
    rules = game("oriflamme:seats=4")
    view = observe(rules.deal(7), 0)
    told = subprocess.run(
        [sys.executable, __file__, "memory"], check=True, capture_output=True, text=True
    ).stdout
    parts = (line.rsplit("\t", 1) for line in told.splitlines())
    return threads(rules, view) | {name: float(value) for name, value in parts}


def main() -> None:
    if sys.argv[1:] == ["memory"]:
        rules = game("oriflamme:seats=4")
        for name, value in memory(rules, observe(rules.deal(7), 0)).items():
            print(f"{name}\t{value}")
        return
    for name, value in run().items():
        wanted = f"  at least {AT_LEAST[name]:g}" if name in AT_LEAST else ""
        wanted += f"  at most {AT_MOST[name]:g}" if name in AT_MOST else ""
        print(f"{name:42s} {value:12.2f}{wanted}")


if __name__ == "__main__":
    main()
