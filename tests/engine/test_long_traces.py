import pytest

from tests.engine import long_traces
from tests.engine.long_traces import SEATS, SETS, rules_of, run


@pytest.mark.jit
@pytest.mark.parametrize(("which", "seats"), [("base", 2), ("alliance", 3), ("ablaze", 4), ("combined", 5)])
def test_a_few_traces_agree_with_the_reference(which: str, seats: int) -> None:
    row = run(rules_of(which, seats), games=3, seed=5)
    assert row.differences == []
    assert row.games == 3
    assert row.checks > 10 * row.steps > 0


def test_every_set_has_games_of_every_number_of_seats() -> None:
    for which in SETS:
        assert [rules_of(which, seats).seats for seats in SEATS] == list(SEATS)


@pytest.mark.jit
def test_differences_are_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(long_traces, "check_trace", lambda lines: ["line 7: odd"])
    assert long_traces.main(["--games", "1", "--set", "base", "--seats", "3"]) == 1
    shown = capsys.readouterr()
    assert shown.out.splitlines()[1].split()[-1] == "1"
    assert "oriflamme:seats=3, game 0: line 7: odd" in shown.err
