import os
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.bot import Decision, bot, bot_type, bot_types
from ai.foreign import described, one_line
from archive.codec import content, decode, decode_times, encode, encode_times, pack, seal, unpack
from archive.record import Ending, Replay, SearchFigures, Times
from archive.verify import verify_replay
from engine.errors import SpecError
from engine.game import game
from engine.view import Playthrough, View
from tests.bots import FORKED, LONG, Raises
from tournament.clock import Clock
from tournament.match import ROWS, Fault, Sheet, judge, play_game
from tournament.schedule import fixtures
from tournament.spec import Entrant, TournamentSpec, check

LIMIT = 400
PAIR = (Entrant("a", "random"), Entrant("b", "random"))


def play(one: str, two: str, *, record_search: bool = False, limit: int = LIMIT) -> list[Replay]:
    return [replay for replay, _ in timed(one, two, record_search=record_search, limit=limit)]


def timed(
    one: str, two: str, *, record_search: bool = False, limit: int = LIMIT
) -> list[tuple[Replay, Times]]:
    spec = check(TournamentSpec("kuhn", (Entrant("a", one), Entrant("b", two)), deals=1))
    rules = game("kuhn")
    with Clock(limit) as clock:
        return [
            play_game(
                rules, each, [bot(s.spec, rules) for s in each.seats], clock, record_search=record_search
            )
            for each in fixtures(spec)
        ]


@pytest.mark.parametrize(
    ("name", "ending", "reason"),
    [
        ("CRASH", Ending.CRASH, "ValueError: a line and another"),
        ("UNPRINTABLE", Ending.CRASH, "Unprintable"),
        ("EXIT", Ending.CRASH, "SystemExit: 3"),
        ("INTERRUPT", Ending.CRASH, "KeyboardInterrupt"),
        ("RECURSE", Ending.CRASH, "RecursionError: maximum recursion depth exceeded"),
        ("MEMORY", Ending.CRASH, "MemoryError"),
        ("SLEEPER", Ending.TIME, "took longer than 400 milliseconds for a decision"),
        ("SPINNER", Ending.TIME, "took longer than 400 milliseconds for a decision"),
        ("STUBBORN", Ending.TIME, "took longer than 400 milliseconds for a decision"),
        ("ILLEGAL", Ending.ILLEGAL, "chose action 99, which is not legal"),
        ("LIAR", Ending.ILLEGAL, "answered with a Liar for an action, not an integer"),
        ("TEXT", Ending.ILLEGAL, "answered with a str for an action, not an integer"),
        ("NOTHING", Ending.ILLEGAL, "answered a int, not a Decision"),
        ("FIGURES", Ending.ILLEGAL, "gave values that are not finite numbers"),
        ("ALARM_OFF", Ending.TIME, "took longer than 400 milliseconds for a decision"),
        ("RAISING_ACTION", Ending.ILLEGAL, "answered with a Raises for an action, not an integer"),
        ("LOOPING_ACTION", Ending.ILLEGAL, "answered with a Loops for an action, not an integer"),
        (
            "HUGE_ACTION",
            Ending.ILLEGAL,
            "chose action a number of more than 63 bits, which is not legal",
        ),
        ("RAISING_ANSWER", Ending.ILLEGAL, "answered a Raises, not a Decision"),
        ("NAMELESS_ANSWER", Ending.ILLEGAL, "answered a Nameless, not a Decision"),
        ("OWN_DECISION", Ending.ILLEGAL, "answered a MyDecision, not a Decision"),
        ("RAISING_VALUE", Ending.ILLEGAL, "gave values that are not finite numbers"),
        ("RAISING_WORK", Ending.ILLEGAL, "gave figures that are not integers of 64 bits"),
        (
            "RAISING_ROW",
            Ending.ILLEGAL,
            "gave figures that are not tuples of a number for each root action",
        ),
        ("WEIRD_ERROR", Ending.CRASH, "WeirdError"),
        ("LOOPING_ERROR", Ending.TIME, "took longer than 400 milliseconds for a decision"),
    ],
)
def test_a_bot_that_misbehaves_loses_its_game_alone(name: str, ending: Ending, reason: str) -> None:
    start = time.monotonic()
    replays = play("random", f"tests.bots.{name}")
    assert time.monotonic() - start < LONG / 2  # what a looping bot goes on for
    for replay in replays:
        culprit = replay.seats.index("b")
        assert (replay.ending, replay.fault, replay.reason) == (ending, culprit, reason)
        assert replay.placing[culprit] == 2
        assert replay.returns == (1.0, 0.0)[:: 1 if culprit else -1]
        assert verify_replay(replay) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies the process")
@pytest.mark.parametrize("name", ["FORK", "FORK_AND_RAISE"])
def test_a_copy_of_the_process_ends_where_it_would_come_back(name: str, tmp_path: Path) -> None:
    """What goes on behind the bot is done once: the copies would write here too."""
    replays = play("random", f"tests.bots.{name}")
    with (tmp_path / "lines").open("a", encoding="ascii") as file:
        file.write("one\n")
    while FORKED:
        os.waitpid(FORKED.pop(), 0)
    assert (tmp_path / "lines").read_text(encoding="ascii") == "one\n"
    assert {replay.ending for replay in replays} == {Ending.OVER}


def test_a_game_without_fault_verifies_and_says_nothing() -> None:
    for replay in play("random", "tests.bots.CHATTER"):
        assert (replay.ending, replay.fault, replay.reason) == (Ending.OVER, None, "")
        assert verify_replay(replay) == []


def test_figures_are_kept_when_asked_for() -> None:
    kept = play("ismcts:iterations=20", "random", record_search=True, limit=60_000)
    plain = play("ismcts:iterations=20", "random", limit=60_000)
    for with_figures, without in zip(kept, plain, strict=True):
        assert without.search == ()
        assert with_figures.actions == without.actions
        mine = [each for each in with_figures.search if each and each.work]
        assert all(sum(each.visits) <= each.work == 20 for each in mine)
        assert mine


@pytest.mark.parametrize(
    ("spec", "work", "worlds"),
    [
        ("ismcts:iterations=20", 20, 20),
        ("moismcts:iterations=20", 20, 20),
        ("ismcts:iterations=20,tree=keyed", 20, 20),
        ("pimc:iterations=20,worlds=5", 20, 5),
        ("flat:iterations=20", 20, 10),  # both actions in each world
        ("flat:iterations=20,halving=no", 20, 20),
        ("ismcts:iterations=20,threads=2", 20, 20),
        ("pimc:iterations=20,worlds=5,threads=2", 20, 10),
        ("flat:iterations=20,threads=2", 20, 10),
        ("random", 0, 0),
    ],
)
def test_the_worlds_that_a_search_drew_are_kept(spec: str, work: int, worlds: int) -> None:
    for replay in play(spec, "random", record_search=True, limit=60_000):
        mine = [
            each
            for each, seat in zip(replay.search, _movers(replay), strict=True)
            if each and replay.seats[seat] == "a"
        ]
        assert {(each.work, each.worlds) for each in mine} == {(work, worlds)}
        assert decode(encode(replay)) == replay


def _movers(replay: Replay) -> list[int]:
    table, seats = Playthrough(game(replay.game).start(replay.deal)), []
    for action in replay.actions:
        seats.append(table.state.to_act)
        table.play(action)
    return seats


def test_sequential_halving_draws_a_world_for_all_actions_that_are_left() -> None:
    rules = game("tide:hand=4")
    view = Playthrough(rules.start(rules.draw(1))).view(0)
    assert len(view.legal_actions) == 4
    decision = bot("flat:iterations=48", rules).decide(view, 7)
    # Two rounds of 24: 6 worlds with 4 actions, 12 with the better 2.
    assert sorted(decision.visits) == [6, 6, 18, 18]
    assert (decision.work, decision.worlds) == (48, 18)


@pytest.mark.parametrize("kind", ["below 0", "not integers"])
def test_a_number_of_worlds_that_cannot_be_is_a_fault(kind: str) -> None:
    none = (1 << 63, 10**600, -(10**600), 1.0, True, None, "5", Raises(5))
    for worlds in (-1, np.int64(-1)) if kind == "below 0" else none:
        answer = Decision(0, worlds=worlds)  # type: ignore[arg-type]
        with pytest.raises(Fault, match=kind):
            judge(answer, _view())


def test_a_number_of_worlds_alone_is_told() -> None:
    for worlds in (7, np.int32(7)):
        _, figures = judge(Decision(0, worlds=worlds), _view())  # type: ignore[arg-type]
        assert figures == SearchFigures((), (), (), 0, 7)
        assert type(figures.worlds) is int


def _view() -> View:
    return Playthrough(game("kuhn").deal(1)).view(0)


def test_the_time_of_each_decision_is_kept_with_the_figures_alone() -> None:
    for replay, times in timed("ismcts:iterations=20", "random", record_search=True, limit=60_000):
        assert len(times.microseconds) == len(replay.actions)
        for seat, (total, longest) in enumerate(zip(times.total, times.longest, strict=True)):
            mine = [
                each / 1000
                for each, mover in zip(times.microseconds, _movers(replay), strict=True)
                if mover == seat
            ]
            assert sum(mine, 0.0) == pytest.approx(total, abs=0.005)
            assert max(mine, default=0.0) == pytest.approx(longest, abs=0.002)
        assert decode_times(encode_times(times)) == times
    for _, times in timed("ismcts:iterations=20", "random", limit=60_000):
        assert times.microseconds == ()


def test_a_game_that_ends_by_a_fault_keeps_the_times_of_what_was_decided() -> None:
    for replay, times in timed("random", "tests.bots.ILLEGAL", record_search=True):
        assert replay.fault is not None
        assert len(times.microseconds) == len(replay.actions) == len(replay.search)


def test_two_runs_with_other_times_have_equal_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    once = timed("ismcts:iterations=20", "random", record_search=True, limit=60_000)
    measure = Clock.measure
    monkeypatch.setattr(Clock, "measure", lambda clock, decide: (measure(clock, decide)[0], 1.0000001))
    again = timed("ismcts:iterations=20", "random", record_search=True, limit=60_000)
    for (replay, times), (other, slower) in zip(once, again, strict=True):
        assert encode(replay) == encode(other)
        assert set(slower.microseconds) == {1_000_000}
        assert times != slower


def _entered(name: str) -> tuple[str, str]:
    """A game that a bot of this name can play, and a spec with a small budget."""
    options = {option.name for option in bot_type(name).options}
    spec = f"{name}:iterations=40" if "iterations" in options else name
    for chosen in ("kuhn", "tide", "oriflamme"):
        try:
            bot(spec, game(chosen))
        except SpecError:
            continue
        return chosen, spec
    raise AssertionError(f"{name} plays no game")


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in bot_types()])
def test_the_figures_of_every_bot_can_be_stored(name: str) -> None:
    chosen, spec = _entered(name)
    rules = game(chosen)
    entrants = tuple(Entrant(f"bot{n}", spec if n == 0 else "random") for n in range(rules.seats))
    fixture = next(iter(fixtures(check(TournamentSpec(chosen, entrants, deals=1)))))
    seated = [bot(each.spec, rules) for each in fixture.seats]
    with Clock(60_000) as clock:
        replay, times = play_game(rules, fixture, seated, clock, record_search=True)
    assert unpack(pack(replay)) == replay
    assert len(replay.search) == len(replay.actions)
    assert all(figures is not None for figures in replay.search)
    assert len(times.total) == rules.seats


def test_no_more_figures_are_kept_than_a_replay_has_room_for() -> None:
    rules = game("kuhn")
    sheet = Sheet(rules, next(iter(fixtures(check(TournamentSpec("kuhn", PAIR, deals=1))))))
    whole = SearchFigures(tuple(range(999)), (1 << 62,) * 999, (0.1,) * 999, 7, 1 << 62)
    for _ in range(100):
        sheet.note(0, whole)
    sheet.note(1, whole)
    assert sheet.figures.count(whole) == ROWS // 2 // 999 + 1
    assert sheet.figures[-1] == whole
    assert sheet.figures[-2] == SearchFigures((), (), (), 7, 1 << 62)
    replay = replace(sheet.record(None, None, True)[0], actions=(0,) * len(sheet.figures))
    assert unpack(content(seal(pack(replay)))) == replay


def test_the_same_fixture_gives_the_same_record() -> None:
    once, again = (play("ismcts:iterations=20", "random", limit=60_000) for _ in range(2))
    assert once == again


def test_without_an_alarm_a_late_bot_still_loses_by_the_measured_time() -> None:
    found: list[object] = []

    def run() -> None:  # no alarm reaches a thread
        with Clock(5) as clock:
            try:
                clock.measure(lambda: time.sleep(0.05))
            except BaseException as error:
                found.append(type(error).__name__)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == ["Overtime"]


def test_reasons_are_one_printable_line_of_bounded_length() -> None:
    assert one_line("a\n\x1b[31mb\t c") == "a [31mb c"
    assert len(one_line("x" * 10_000)) == 200
    assert one_line("\ud800") == "?" or one_line("\ud800") == ""
    assert described(ValueError()) == "ValueError"


def test_the_rules_that_a_bot_is_handed_cannot_be_written_to() -> None:
    rules = game("kuhn")
    with pytest.raises(ValueError, match="read-only"):
        rules.parameters[:1] = 7
    with pytest.raises(ValueError, match="WRITEABLE"):
        rules.parameters.setflags(write=True)
    with pytest.raises(TypeError):
        rules.options["seats"] = "3"  # type: ignore[index]
