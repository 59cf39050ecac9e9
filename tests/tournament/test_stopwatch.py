from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ai.bindings import binding
from ai.bot import bot
from ai.search.bots import run
from ai.search.phases import DEPTHS, KEPT, LOOKS, MOST, PHASES, ROOM, SPOILED, TIMED, WARMING, end_laps
from ai.search.room import DONE, ENDED, FULL, PAUSE, PAUSED
from engine.game import game
from engine.view import observe
from tournament.stopwatch import FEWEST, MOST_IN_A_ROW, Stopwatch, run_of


class Searches:
    """Stands in for the kernel: does iterations as it is told, and notes which are timed, which are kept."""

    def __init__(self, every: int, run: int, seed: int) -> None:
        bound = binding(game("kuhn"))._replace(search=self.search)
        self.watch, self.room = Stopwatch(bound, every, run, 1000, seed), SimpleNamespace()
        self.timed, self.kept = list[tuple[int, int, int]](), list[tuple[int, int, int]]()
        self.number, self.end = 0, ENDED

    def search(self, iterations: int, *arguments: Any) -> int:
        laps, progress = arguments[-1], self.room.progress
        first = int(progress[DONE])
        last = min(int(progress[PAUSE]), iterations)
        if laps is not None and last > first:
            warm = min(int(laps[WARMING]), last - first)
            laps[WARMING] -= warm
            self.timed.append((self.number, first, last))
            self.kept.append((self.number, first + warm, last))
        progress[DONE] = last
        return PAUSED if last < iterations else self.end

    def run(self, searches: int, iterations: int, taken: bool = False) -> "Searches":
        for _ in range(searches):
            self.number += 1
            self.room.progress = np.zeros(PAUSE + 1, np.int64)
            assert self.watch.bound.search(iterations, 0, 0, 0, 0, self.room, None, None, None) == self.end
            assert self.room.progress[DONE] == iterations
            if taken:
                self.watch.take()
        return self


def test_iterations_are_as_likely_to_be_kept_wherever_in_the_search_they_are() -> None:
    every, run, iterations, searches = 10, 50, 1000, 6000
    kept = np.zeros(iterations)
    for _, first, last in Searches(every, run, 1).run(searches, iterations).kept:
        kept[first:last] += 1
    # Runs that are kept, of 20, are some 2 a search: their share in a tenth of it varies by some 2 %.
    assert kept.reshape(10, -1).mean(axis=1) / searches == pytest.approx(np.full(10, 0.4 / every), rel=0.08)
    assert kept[:10].mean() / searches == pytest.approx(0.4 / every, rel=0.15)


def test_runs_are_whole_and_go_on_in_the_next_search() -> None:
    found = Searches(5, 20, 3).run(50, 130).timed
    places = [(130 * number + first, 130 * number + last) for number, first, last in found]
    whole = list[list[int]]()
    for first, last in places:
        if whole and whole[-1][1] == first:
            whole[-1][1] = last
        else:
            whole.append([first, last])
    assert len(places) > len(whole) > 20
    assert {last - first for first, last in whole[:-1]} == {20}


def test_the_same_seed_times_the_same_iterations() -> None:
    assert Searches(50, 20, 7).run(9, 999).timed == Searches(50, 20, 7).run(9, 999).timed
    assert Searches(50, 20, 7).run(9, 999).timed != Searches(50, 20, 8).run(9, 999).timed


def test_taking_the_laps_changes_nothing() -> None:
    plain, taken = Searches(5, 20, 3).run(99, 33), Searches(5, 20, 3).run(99, 33, taken=True)
    assert taken.kept == plain.kept
    assert any(first > 0 and later == 0 for (_, first, _), (_, later, _) in pairwise(plain.kept))


def test_a_search_that_nobody_goes_on_with_is_over() -> None:
    """Its room was full: the stopwatch is not told, but sees that the next one has done nothing yet."""
    left = Searches(5, 20, 3)
    left.end = FULL
    assert left.run(9, 333).timed == Searches(5, 20, 3).run(9, 333).timed


def test_more_are_timed_in_a_row_in_longer_searches() -> None:
    assert run_of(10) == FEWEST
    assert run_of(1000) == 100
    assert run_of(1e9) == MOST_IN_A_ROW


def laps(each: int, most: int = 100, warming: int = 0) -> Any:
    """After an iteration whose laps took so much, a look at the end of each."""
    made = np.zeros(ROOM, np.int64)
    made[MOST], made[WARMING] = most, warming
    for place in range(len(PHASES)):
        made[LOOKS + len(PHASES) + place] = each
        made[LOOKS + 2 * len(PHASES) + place] = 1
    return made


@pytest.mark.jit
@pytest.mark.parametrize(
    ("each", "warming", "kept", "spoiled"), [(20, 0, 1, 0), (21, 0, 0, 1), (20, 1, 0, 0), (21, 1, 0, 0)]
)
def test_iterations_to_warm_up_and_interrupted_ones_are_left_out(
    each: int, warming: int, kept: int, spoiled: int
) -> None:
    made = laps(each, warming=warming)
    end_laps(made, 3)
    assert (made[KEPT], made[SPOILED], made[WARMING]) == (kept, spoiled, 0)
    assert made[: len(PHASES)].tolist() == [kept * each] * len(PHASES)
    assert made[LOOKS : LOOKS + len(PHASES)].tolist() == [kept] * len(PHASES)
    assert not made[LOOKS + len(PHASES) : DEPTHS].any()
    assert made[DEPTHS + 3] == 1


@pytest.mark.jit
@pytest.mark.parametrize(
    "spec", ["ismcts:iterations=700", "flat:iterations=700", "pimc:iterations=700,worlds=9"]
)
def test_a_search_that_pauses_to_be_timed_finds_the_same(spec: str) -> None:
    rules = game("kuhn")
    player, view = bot(spec, rules), observe(rules.deal(3), 0)
    bound, made = binding(rules), player.parts  # type: ignore[attr-defined]
    watch = Stopwatch(bound, 4, 20, 10**9, 5)
    plain, measured = run(bound, made, view, 9)[0], run(watch.bound, made, view, 9)[0]
    assert measured.visits.tolist() == plain.visits.tolist()
    assert measured.totals.tolist() == plain.totals.tolist()
    assert (measured.work, measured.worlds, measured.best) == (plain.work, plain.worlds, plain.best)
    laps, spent = watch.take()
    assert len(spent) > 4
    assert laps[TIMED] == sum(last - first for _, first, last in Searches(4, 20, 5).run(1, plain.work).timed)
    assert laps[KEPT] > 0
    assert laps[: len(PHASES)].sum() > 0
    laps, spent = watch.take()
    assert (spent, laps[MOST], laps.sum()) == ([], 10**9, 10**9)
