"""Whatever was not played by the tournament's schedule is named, though the ledger knows no better."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from archive.merge import merge
from archive.record import Replay
from archive.store import Archive
from archive.verify import Report, verify
from engine.game import game
from engine.rng import split
from tournament.audit import fitting
from tournament.batches import play_key
from tournament.clock import Clock
from tournament.run import run
from tournament.schedule import keys
from tournament.spec import Entrant, TournamentSpec, check, read

ANN, BOB, CAT = (Entrant(name, "random") for name in ("ann", "bob", "cat"))
SPEC = check(TournamentSpec("kuhn", (ANN, BOB), deals=3))


def report(archive: Archive) -> Report:
    return verify(archive, terms=lambda text: read(text).digest, fitting=fitting)


def forged(spec: TournamentSpec, number: int = 0, **changes: Any) -> tuple[Replay, Any]:
    """A game that was really played, under another key or with other claims."""
    with Clock(60_000) as clock:
        replay, times = play_key(spec, list(keys(spec))[number], clock)
    return replace(replay, **changes), times


def found(tmp_path: Path, *games: tuple[Replay, Any], spec: TournamentSpec = SPEC) -> set[str]:
    with Archive.open(tmp_path / "games.db") as archive:
        archive.add_tournament(spec.digest, spec.text, spec.name)
        archive.add_games(games)
        return {each.what for each in report(archive).findings}


def test_a_tournament_as_it_was_run_is_whole(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "games.db") as archive:
        run(SPEC, archive, 1)
        run(check(TournamentSpec("kuhn", (ANN, BOB, CAT), deals=5)), archive, 1)
        run(check(TournamentSpec("kuhn", (CAT, Entrant("bob", "greedy")), deals=2)), archive, 1)
        assert report(archive).findings == ()
        with Archive.open(tmp_path / "other.db") as other:
            run(check(TournamentSpec("kuhn", (ANN, Entrant("dan", "random")), deals=2)), other, 1)
            merge(archive, other)
        assert report(archive).findings == ()
        assert len(archive.tournaments()[0].texts) == 4


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"seats": ("bob", "ann")}, "bots"),
        ({"seats": ("ann", "eve")}, "bots"),
        ({"bots": ("random", "greedy")}, "bots' specs"),
        ({"seeds": (1, 2)}, "bots' seeds"),
    ],
)
def test_a_claim_that_is_not_the_schedules_is_named(
    tmp_path: Path, changes: dict[str, Any], what: str
) -> None:
    assert found(tmp_path, forged(SPEC, **changes)) == {what}


def test_a_deal_that_was_chosen_is_named(tmp_path: Path) -> None:
    mine, times = forged(SPEC)
    others = (forged(replace(SPEC, seed=seed))[0] for seed in range(2, 50))
    other = next(each for each in others if each.deal != mine.deal)
    assert found(tmp_path, (replace(other, key=mine.key, seeds=mine.seeds), times)) == {"deal"}


@pytest.mark.parametrize("change", [{"deal": 3}, {"pairing": 7}, {"rotation": 2}])
def test_a_game_that_is_no_fixture_is_named(tmp_path: Path, change: dict[str, int]) -> None:
    replay, times = forged(SPEC)
    assert found(tmp_path, (replace(replay, key=replace(replay.key, **change)), times)) == {"fixture"}


def test_a_game_of_other_terms_is_named(tmp_path: Path) -> None:
    rules = game("leduc")
    other, times = forged(check(replace(SPEC, game="leduc", rules=0)))
    mine = forged(SPEC)[0]
    assert other.deal == rules.draw(split(SPEC.seed, "deal", 0))
    assert found(tmp_path, (replace(other, key=mine.key, seeds=mine.seeds), times)) == {"terms"}


@pytest.mark.parametrize(
    ("old", "new", "whats"),
    [
        ("deals = 3", "deals = 2", {"text", "fixture"}),
        ("deals = 3", "deals = 4", {"text"}),
        ("seed = 1", "seed = 2", {"text", "spec", "bots' seeds"}),
        ('"ann" =', '"eve" =', {"text", "fixture"}),
        ('name = "tournament"', 'name = "x"', {"text"}),
        ("game", "gime", {"text", "spec", "fixture"}),
    ],
)
def test_a_changed_spec_is_named(tmp_path: Path, old: str, new: str, whats: set[str]) -> None:
    path = tmp_path / "games.db"
    with Archive.open(path) as archive:
        run(SPEC, archive, 1)
    with closing(sqlite3.connect(path)) as database:
        database.execute("update tournament set spec = replace(spec, ?, ?)", (old, new))
        database.commit()
    with Archive.open(path) as archive:
        assert {each.what for each in report(archive).findings} - {"deal"} == whats
