import time
from io import StringIO

import pytest
from rich.console import Console

from tournament.progress import Screen, _line, _time
from tournament.run import Progress
from tournament.standings import Standing

HALF = Progress(5, 10, 3, 2.5, 2.0, (Standing("ann", 5, 0.4, 0.5, 1), Standing("bob", 5, 0.6, 0.5, 0)))


def drawn(*, terminal: bool, silent: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, width=80, force_terminal=terminal, color_system=None, _environ={})
    with Screen(console, silent=silent) as screen:
        screen.run(HALF)
        screen.run(Progress(6, 10, 4, 2.5, 2.0, HALF.standings, stopping=True))
        screen.counting("verifying")(3, 4)
    return out.getvalue()


def test_a_terminal_sees_how_the_bots_stand() -> None:
    text = drawn(terminal=True)
    assert "5 of 10 games, 2.5 a second, 2 s left" in text
    assert "ann" in text
    assert "verifying: 3 of 4 games" in text


def test_elsewhere_a_line_is_written_now_and_then() -> None:
    assert drawn(terminal=False) == "6 of 10 games, 2.5 a second, stopping, Ctrl-C again ends at once\n"


@pytest.mark.parametrize("terminal", [True, False])
def test_quiet_is_quiet(terminal: bool) -> None:
    assert drawn(terminal=terminal, silent=True) == ""


def test_only_a_step_that_lasts_is_told() -> None:
    out, end = StringIO(), time.monotonic() + 60
    with Screen(Console(file=out, width=80, _environ={})) as screen, screen.compiling("kuhn") as compiling:
        compiling.step("draw", 1, 2)
        compiling.step("step", 2, 2)
        while not out.getvalue() and time.monotonic() < end:
            time.sleep(0.05)
    assert out.getvalue() == "compiling kuhn: step (2 of 2); later runs only load it\n"


def test_times_are_for_people() -> None:
    assert [_time(each) for each in (0.4, 89, 95, 3600 * 5)] == ["0 s", "89 s", "2 min", "5 h 0 min"]
    assert _line(Progress(0, 10, 0, 0.0, None, ())) == "0 of 10 games"
