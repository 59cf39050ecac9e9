from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from archive.store import Archive
from engine.errors import SpecError
from tournament.seeds import DRAWN, drawn, known, seeded
from tournament.spec import UNSEEDED, TournamentSpec, check, planned, read

FLAGS = {"game": "kuhn", "bots": ["a=random", "b=random"]}
FILE = 'game = "kuhn"\n[bots]\na = "random"\nb = "random"\n'


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "games.db") as found:
        yield found


def stored(archive: Archive, spec: TournamentSpec) -> TournamentSpec:
    archive.add_tournament(spec.digest, spec.text, spec.name)
    return spec


def test_a_seed_that_is_not_named_is_long_and_differs_each_time(archive: Archive) -> None:
    plan = planned(None, FLAGS)
    assert plan.seed == UNSEEDED
    assert plan == check(read(FILE))
    seeds = {seeded(plan, archive).seed for _ in range(50)}
    assert len(seeds) == 50
    assert all(DRAWN <= seed < 2 * DRAWN for seed in seeds)
    assert len({drawn().bit_length() for _ in range(50)}) == 1


def test_a_seed_that_is_named_is_kept(archive: Archive) -> None:
    assert seeded(planned(None, FLAGS | {"seed": 0}), archive).seed == 0
    assert seeded(check(read("seed = 5\n" + FILE)), archive).seed == 5
    assert seeded(planned(None, FLAGS | {"seed": DRAWN + 3}), archive).seed == DRAWN + 3


def test_the_same_tournament_finds_the_seed_that_was_drawn_for_it(archive: Archive) -> None:
    plan = planned(None, FLAGS)
    stored(archive, seeded(plan, archive))
    last = stored(archive, replace(plan, seed=drawn()))
    stored(archive, replace(plan, seed=7))
    assert seeded(plan, archive) == known(plan, archive) == last
    assert seeded(replace(plan, deals=3, bots=(*plan.bots, plan.bots[0])), archive).seed == last.seed
    for change in ({"name": "other"}, {"limit_milliseconds": 5}, {"record_search": True}):
        assert seeded(replace(plan, **change), archive).seed != last.seed  # type: ignore[arg-type]


def test_a_seed_that_was_never_drawn_is_asked_for(archive: Archive) -> None:
    with pytest.raises(SpecError, match="names no seed, and none was drawn"):
        known(planned(None, FLAGS), archive)


def test_a_spec_without_seed_reads_back(archive: Archive) -> None:
    plan = planned(None, FLAGS)
    assert "seed" not in plan.text
    assert check(read(plan.text)) == plan


def test_what_stands_for_no_seed_cannot_be_written() -> None:
    for plan in (lambda: read("seed = -1\n" + FILE), lambda: planned(None, FLAGS | {"seed": -1})):
        with pytest.raises(SpecError, match="seed must be from 0"):
            plan()
