import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.record import Ending, GameKey
from archive.store import Archive
from archive.verify import verify
from engine.errors import DifferenceError, InterruptedRunError
from tournament.pulse import state
from tournament.run import Progress, run
from tournament.schedule import keys, n_games
from tournament.spec import Entrant, TournamentSpec, check


def plan(*bots: str, deals: int = 40, limit: int = 60_000, record: bool = False) -> TournamentSpec:
    entrants = tuple(Entrant(f"b{i}", each) for i, each in enumerate(bots))
    return check(
        TournamentSpec(
            "kuhn", entrants, deals=deals, limit_milliseconds=limit, record_search=record, name="test"
        )
    )


RANDOM = ("random", "random", "random")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "games.db") as found:
        yield found


def digest_of(spec: TournamentSpec, path: Path, concurrency: int = 1) -> str:
    with Archive.open(path) as found:
        run(spec, found, concurrency)
        return found.digest()


def test_a_run_plays_each_game_once_and_tells_how_far_it_is(archive: Archive) -> None:
    spec, told = plan(*RANDOM), list[Progress]()
    last = run(spec, archive, 1, told.append)
    assert archive.keys() == set(keys(spec))
    assert (last.done, last.total, last.played) == (n_games(spec),) * 3
    assert told[0].done == 0
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert sum(each.games for each in last.standings) == 2 * last.total
    assert verify(archive).findings == ()


def test_a_second_run_plays_nothing(archive: Archive) -> None:
    spec = plan(*RANDOM)
    run(spec, archive, 1)
    again = run(spec, archive, 1)
    assert (again.played, again.done) == (0, n_games(spec))


def test_games_that_are_done_are_skipped(archive: Archive, tmp_path: Path) -> None:
    run(plan(*RANDOM, deals=7), archive, 1)
    progress = run(plan(*RANDOM, deals=20), archive, 1)
    assert progress.played == 13 * 6
    assert archive.digest() == digest_of(plan(*RANDOM, deals=20), tmp_path / "whole.db")


def test_another_bot_adds_only_its_own_games(archive: Archive, tmp_path: Path) -> None:
    run(plan(*RANDOM), archive, 1)
    four = plan(*RANDOM, "random")
    assert run(four, archive, 1).played == n_games(four) - n_games(plan(*RANDOM))
    assert archive.digest() == digest_of(four, tmp_path / "whole.db")


@pytest.mark.slow
def test_the_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    spec = plan("random", "ismcts:iterations=20", "random", deals=10, record=True)
    digests = {digest_of(spec, tmp_path / f"{n}.db", n) for n in (1, 2, 3)}
    assert len(digests) == 1


@pytest.mark.slow
@pytest.mark.jit
def test_no_bot_is_charged_with_compiling(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers with an empty cache of their own compile for seconds; the limit is far below."""
    monkeypatch.setenv("GONFALON_CACHE_DIR", str(tmp_path / "cache"))
    spec = plan("random", "ismcts:iterations=5", deals=1, limit=400)
    run(spec, archive, 2)
    assert {replay.ending for replay in archive.games()} == {Ending.OVER}


def test_ctrl_c_finishes_the_running_games_and_the_next_run_goes_on(archive: Archive, tmp_path: Path) -> None:
    spec = plan(*RANDOM, deals=300)

    def interrupt(progress: Progress) -> None:
        if progress.played and not progress.stopping:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(
        InterruptedRunError, match=r"stopped with \d+ of 1800 games stored; the same command"
    ) as caught:
        run(spec, archive, 1, interrupt)
    assert caught.value.exit_code == 130
    assert 0 < len(archive.keys()) < n_games(spec)
    assert signal.getsignal(signal.SIGINT) is before
    run(spec, archive, 1)
    assert archive.digest() == digest_of(spec, tmp_path / "whole.db")


def test_ctrl_c_twice_ends_at_once_and_keeps_what_is_finished(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep = tmp_path / "asleep"
    monkeypatch.setenv("GONFALON_TEST_MARK", str(asleep))
    spec = plan("random", "random", "tests.bots.OVERSLEEPER", limit=60_000)

    def interrupt() -> None:
        end = time.monotonic() + 60
        while not asleep.exists() and time.monotonic() < end:
            time.sleep(0.05)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    timer = threading.Thread(target=interrupt)
    timer.start()
    with pytest.raises(InterruptedRunError, match="stopped at once"):
        run(spec, archive, 1)
    timer.join()
    assert asleep.exists()
    assert 0 < len(archive.keys()) < n_games(spec)
    assert verify(archive).findings == ()


def test_ctrl_c_stops_workers_too(archive: Archive) -> None:
    spec = plan(*RANDOM, deals=3000)

    def interrupt(progress: Progress) -> None:
        if progress.played and not progress.stopping:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(InterruptedRunError):
        run(spec, archive, 2, interrupt)
    assert 0 < len(archive.keys()) < n_games(spec)


def test_a_game_that_is_stored_otherwise_is_a_difference(archive: Archive) -> None:
    from dataclasses import replace

    spec = plan("random", "random", deals=1)
    run(spec, archive, 1)
    stored = next(archive.games())
    with pytest.raises(DifferenceError):
        archive.add_games(
            [(replace(stored, reason="changed", ending=Ending.CRASH, fault=0), next(archive.times())[1])]
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "ending", "reason"),
    [
        (("random", "tests.bots.ENDS_PROCESS", "random"), Ending.CRASH, "ended its whole process"),
        (("random", "tests.bots.FREEZER"), Ending.TIME, "took longer than 100 milliseconds for a decision"),
        (("random", "tests.bots.SWALLOWER"), Ending.TIME, "took longer than 100 milliseconds for a decision"),
        (("random", "tests.bots.DEAF"), Ending.TIME, "took longer than 100 milliseconds for a decision"),
    ],
)
@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_bot_that_takes_its_process_down_loses_its_games_alone(
    archive: Archive, bots: tuple[str, ...], ending: Ending, reason: str, concurrency: int
) -> None:
    spec = plan(*bots, deals=1, limit=100, record=True)
    progress = run(spec, archive, concurrency)
    assert progress.done == n_games(spec)
    for replay in archive.games():
        if "b1" in replay.seats:
            culprit = replay.seats.index("b1")
            assert (replay.ending, replay.fault, replay.reason) == (ending, culprit, reason)
        else:
            assert replay.ending is Ending.OVER
        assert len(archive.times_of(replay.key).microseconds) == len(replay.actions) == len(replay.search)
    assert verify(archive).findings == ()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only there a stopped process is seen")
@pytest.mark.parametrize(
    ("name", "ending"), [("HALTED", Ending.OVER), ("HALTS_FOR_EVER", Ending.TIME), ("READER", Ending.OVER)]
)
def test_a_worker_that_is_stopped_costs_no_bot_its_game_unless_it_does_it_itself(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, name: str, ending: Ending
) -> None:
    monkeypatch.setattr("tournament.pulse.WAKE_SECONDS", 0.3 if ending is Ending.TIME else 5)
    run(plan("random", f"tests.bots.{name}", deals=1, limit=400), archive, 1)
    assert {replay.ending for replay in archive.games()} == {ending}


@pytest.mark.slow
def test_what_a_bot_leaves_behind_ends_with_its_worker(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"
    monkeypatch.setenv("GONFALON_TEST_MARK", str(left))
    run(plan("random", "tests.bots.FORK_AND_STAY", deals=1), archive, 1)
    assert {replay.ending for replay in archive.games()} == {Ending.OVER}
    end = time.monotonic() + 60
    for pid in left.read_text(encoding="ascii").split():
        while state(int(pid)) not in (
            "",
            "Z",
        ):  # the order to end has been given, and a busy machine takes its time
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.slow
def test_a_worker_that_is_killed_from_outside_costs_nothing(archive: Archive, tmp_path: Path) -> None:
    spec, killed = plan("random", "tests.bots.DIES_ONCE", deals=20), tmp_path / "killed"
    os.environ["GONFALON_TEST_MARK"] = str(killed)
    try:
        run(spec, archive, 2)
        assert killed.exists()
        assert {replay.ending for replay in archive.games()} == {Ending.OVER}
    finally:
        del os.environ["GONFALON_TEST_MARK"]
    assert archive.keys() == set[GameKey](keys(spec))
