from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from archive.record import Replay
from archive.store import Archive
from engine.errors import SpecError
from tests.tournament.simulated import placed
from tests.tournament.test_report import record
from tournament.run import run
from tournament.schedule import fixtures
from tournament.spec import Entrant, TournamentSpec, check
from tournament.sprt import Hypotheses, Sequential, Verdict, score_of, sprt, told

PLAN = check(TournamentSpec("kuhn", (Entrant("a", "random"), Entrant("b", "random")), deals=5000))
THREE = check(TournamentSpec("kuhn", tuple(Entrant(name, "random") for name in "abc"), deals=300))


def games(spec: TournamentSpec, elo: float, seed: int) -> Iterator[Replay]:
    rng, strength = np.random.default_rng(seed), {"a": elo / 400 * np.log(10), "b": 0.0, "c": 0.0}
    for each in fixtures(spec):
        yield record(each, placed([strength[bot.name] for bot in each.seats], (), rng), "kuhn")[0]


def verdict(spec: TournamentSpec, test: Hypotheses, replays: Iterator[Replay]) -> Verdict:
    watch = Sequential(test, spec)
    for replay in replays:
        if watch.add(replay):
            break
    return watch.verdict


@pytest.mark.slow
def test_errors_are_as_rare_as_they_should_be() -> None:
    test = Hypotheses("a", "b", elo0=0, elo1=80)
    nothing = [verdict(PLAN, test, games(PLAN, 0, seed)) for seed in range(150)]
    better = [verdict(PLAN, test, games(PLAN, 80, seed)) for seed in range(150)]
    assert all(each.accepted for each in (*nothing, *better))
    assert sum(each.accepted == "elo1" for each in nothing) <= 15
    assert sum(each.accepted == "elo0" for each in better) <= 15
    # a test of fixed size with the same errors: (1.645 + 1.645)^2 var(x) / (s1 - s0)^2 deals
    fixed = 3.29**2 * 0.125 / (score_of(80) - 0.5) ** 2
    assert np.mean([each.deals for each in (*nothing, *better)]) < 0.75 * fixed


def test_the_order_in_which_games_come_changes_nothing() -> None:
    replays = list(games(THREE, 120, 4))
    in_order = verdict(THREE, Hypotheses("a", "b", elo1=60), iter(replays))
    assert in_order.accepted == "elo1"
    for seed in range(3):
        shuffled = replays[:]
        Random(seed).shuffle(shuffled)
        assert verdict(THREE, Hypotheses("a", "b", elo1=60), iter(shuffled)) == in_order


def test_no_verdict_falls_before_there_are_enough_deals() -> None:
    always = verdict(PLAN, Hypotheses("a", "b", elo1=100), games(PLAN, 5000, 1))
    assert (always.accepted, always.deals, always.score) == ("elo1", 16, 1.0)


@pytest.mark.slow
def test_a_run_stops_at_the_verdict_and_the_verdict_is_the_same_for_any_number_of_workers(
    tmp_path: Path,
) -> None:
    spec = check(
        TournamentSpec("kuhn", (Entrant("a", "random"), Entrant("b", "tests.bots.ILLEGAL")), deals=3000)
    )
    found = []
    for concurrency in (1, 2):
        watch = Sequential(Hypotheses("a", "b", elo1=100), spec)
        with Archive.open(tmp_path / f"{concurrency}.db") as archive:
            progress = run(spec, archive, concurrency, enough=watch.add)
            again = Sequential(Hypotheses("a", "b", elo1=100), spec)
            assert run(spec, archive, 1, enough=again.add).played == 0
        assert progress.done < progress.total
        found += [watch.verdict, again.verdict]
    assert len(set(found)) == 1
    assert told(Hypotheses("a", "b", elo1=100), found[0]).startswith(
        "SPRT a against b: elo1 = 100 accepted, LLR "
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a", "two different bots"),
        ("a,a", "two different bots"),
        ("a,x", "no bot 'x' takes part"),
        ("a,b,elo=3", "no 'elo'; did you mean 'elo"),
        ("a,b,elo1=x", "elo1 is 'x'"),
        ("a,b,elo1=0", "elo0 must be below elo1"),
        ("a,b,elo1=nan", "elo0 must be below elo1"),
        ("a,b,alpha=0.9", "alpha and beta"),
    ],
)
def test_a_test_that_is_none_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        sprt(text, PLAN)


def test_a_flag_is_read() -> None:
    assert sprt("b,a,elo0=-5,elo1=5,alpha=0.01", PLAN) == Hypotheses("b", "a", -5, 5, 0.01)
