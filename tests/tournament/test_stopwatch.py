from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ai.bindings import binding
from ai.bot import bot
from ai.search.bots import run
from ai.search.phases import DEPTHS, KEPT, LOOKS, MOST, PHASES, ROOM, SPOILED, TIMED, WARMING, end_laps
from engine.game import game
from engine.view import observe
from tournament.stopwatch import FEWEST, MOST_IN_A_ROW, Draws, Stopwatch, run_of, timed


def stretches(watch: Stopwatch, iterations: int, kept: bool = False) -> list[tuple[int, int]]:
    """The iterations that are timed, as pairs of the first and the one after the last; or those kept only."""
    done, found = 0, []
    while done < iterations:
        timing, until = watch.stretch(done)
        assert until > done
        if timing:
            first = done + int(watch.laps[WARMING]) if kept else done
            found.append((first, max(first, min(until, iterations))))
        done = until
    return found


def test_iterations_are_as_likely_to_be_kept_wherever_in_the_search_they_are() -> None:
    every, run, iterations, searches = 10, 50, 1000, 6000
    kept = np.zeros(iterations)
    for seed in range(searches):
        watch = Stopwatch(every, run, 1000, Draws(seed))
        for first, last in stretches(watch, iterations, kept=True):
            kept[first:last] += 1
    # Runs that are kept, of 20, are some 4 a search: their share in a tenth of it varies by some 2 %.
    assert kept.reshape(10, -1).mean(axis=1) / searches == pytest.approx(np.full(10, 0.4 / every), rel=0.08)
    assert kept[:10].mean() / searches == pytest.approx(0.4 / every, rel=0.15)


def test_runs_are_whole_but_for_the_ends_of_a_search() -> None:
    found = stretches(Stopwatch(5, 20, 1000, Draws(3)), 5000)
    assert len(found) > 20
    assert {last - first for first, last in found[1:-1]} == {20}
    assert all(later > last for (_, last), (later, _) in pairwise(found))


def test_the_same_seed_times_the_same_iterations() -> None:
    assert stretches(Stopwatch(50, 20, 1, Draws(7)), 9999) == stretches(Stopwatch(50, 20, 1, Draws(7)), 9999)
    assert stretches(Stopwatch(50, 20, 1, Draws(7)), 9999) != stretches(Stopwatch(50, 20, 1, Draws(8)), 9999)


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
    watch, spent = Stopwatch(4, 20, 10**9, Draws(5)), list[int]()
    plain, measured = run(bound, made, view, 9)[0], run(timed(bound, spent, watch), made, view, 9)[0]
    assert measured.visits.tolist() == plain.visits.tolist()
    assert measured.totals.tolist() == plain.totals.tolist()
    assert (measured.work, measured.worlds, measured.best) == (plain.work, plain.worlds, plain.best)
    assert len(spent) > 4
    assert watch.laps[TIMED] == sum(
        last - first for first, last in stretches(Stopwatch(4, 20, 1, Draws(5)), 700)
    )
    assert watch.laps[KEPT] > 0
    assert watch.laps[: len(PHASES)].sum() > 0
