"""Two threads in one search against one, and what a long search, or many, take of memory.

    python benchmarks/bench_threads.py

The gain of threads is by the clock, so it needs two idle cores: of many rounds the quickest counts, which met
the fewest neighbours. Two processes that search side by side, and share nothing, are the control: what they
lose is lost to the machine, what threads lose beyond that is lost to each other.
"""

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

from ai.bot import bot
from ai.search.room import begin
from engine.game import Game, game
from engine.view import View, observe
from tournament.profiling import peak_bytes

SPEC = "oriflamme:seats=4"
ROUNDS, ITERATIONS, LONG, SEARCHES = 30, 50_000, 100_000, 1000

AT_LEAST = {"two threads against one": 1.9, "two threads against two processes": 0.95}
AT_MOST = {"memory after 1,000 searches, MB more": 1.0}


def _resident() -> float:
    """Megabytes that this process has in memory now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def _taken(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _beside(
    together: Barrier, told: "Queue[tuple[int, float]]", spec: str, iterations: int, rounds: int
) -> None:
    """In a process of its own: a search again and again, each begun together with the other process."""
    rules = game(spec)
    one, view = bot(f"ismcts:iterations={iterations}", rules), observe(rules.deal(7), 0)
    one.decide(view, 1)
    for seed in range(rounds):
        together.wait()
        told.put((seed, _taken(lambda seed=seed: one.decide(view, seed))))


def _two_processes(spec: str, iterations: int, rounds: int) -> float:
    """The seconds of the quickest round: until the slower of both was done."""
    context = multiprocessing.get_context("spawn")
    together, told = context.Barrier(2), context.Queue()
    both = [
        context.Process(target=_beside, args=(together, told, spec, iterations, rounds)) for _ in range(2)
    ]
    for each in both:
        each.start()
    taken = [0.0] * rounds
    for _ in range(2 * rounds):
        number, seconds = told.get()
        taken[number] = max(taken[number], seconds)
    for each in both:
        each.join()
    return min(taken)


def threads(spec: str = SPEC, iterations: int = ITERATIONS, rounds: int = ROUNDS) -> dict[str, float]:
    """How many times as many iterations two threads do as one, and as two processes, by the clock."""
    rules = game(spec)
    view = observe(rules.deal(7), 0)
    one = bot(f"ismcts:iterations={iterations}", rules)
    two = bot(f"ismcts:iterations={2 * iterations},threads=2", rules)
    one.decide(view, 0)
    two.decide(view, 0)
    alone, both = [], []
    for seed in range(rounds):
        alone.append(_taken(lambda seed=seed: one.decide(view, seed)))
        both.append(_taken(lambda seed=seed: two.decide(view, seed)))
    processes = _two_processes(spec, iterations, rounds)
    return {
        "two threads against one": 2 * min(alone) / min(both),
        "two processes against one": 2 * min(alone) / processes,
        "two threads against two processes": processes / min(both),
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
    told = subprocess.run(
        [sys.executable, __file__, "memory"], check=True, capture_output=True, text=True
    ).stdout
    parts = (line.rsplit("\t", 1) for line in told.splitlines())
    return threads() | {name: float(value) for name, value in parts}


def main() -> None:
    if sys.argv[1:] == ["memory"]:
        rules = game(SPEC)
        for name, value in memory(rules, observe(rules.deal(7), 0)).items():
            print(f"{name}\t{value}")
        return
    for name, value in run().items():
        wanted = f"  at least {AT_LEAST[name]:g}" if name in AT_LEAST else ""
        wanted += f"  at most {AT_MOST[name]:g}" if name in AT_MOST else ""
        print(f"{name:42s} {value:12.2f}{wanted}")


if __name__ == "__main__":
    main()
