"""Progress on standard error: how far a run is and how the bots stand, while it lasts.

On a terminal a few lines are drawn over and over, and wiped at the end. Elsewhere a line is written now and
then, so that a log tells what happened.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tournament.render import table

if TYPE_CHECKING:
    from tournament.run import Progress

PATIENCE, LOG_SECONDS, SHOWN = 1.0, 30.0, 12


class Screen:
    """Shows progress of one command; use it in a `with` statement."""

    def __init__(self, console: Console, *, silent: bool = False) -> None:
        self._console, self._silent = console, silent
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn, self._logged = False, time.monotonic()

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._live.stop()

    def _draw(self, what: Group | Text) -> None:
        if self._silent or not self._console.is_terminal:
            return
        if not self._drawn:
            self._live.start()
            self._drawn = True
        self._live.update(what, refresh=True)

    def _log(self, line: str, *, now: bool = False) -> None:
        if self._silent or self._console.is_terminal:
            return
        if now or time.monotonic() - self._logged >= LOG_SECONDS:
            self._logged = time.monotonic()
            self._console.print(line)

    def run(self, progress: "Progress") -> None:
        """Show how far a run is."""
        line = _line(progress)
        self._log(line, now=progress.stopping)
        bar = Table.grid(padding=(0, 1))
        bar.add_row(ProgressBar(total=max(progress.total, 1), completed=progress.done, width=32), Text(line))
        rows = [
            {"bot": row.name, "games": row.games, "wins": f"{100 * row.win_share:.1f} %"}
            | {"rank score": f"{row.rank_score:.3f}", "faults": row.faults or "-"}
            for row in progress.standings[:SHOWN]
        ]
        columns = ["bot", "games", "wins", "rank score", "faults"]
        self._draw(Group(bar, table(rows, columns, right=columns[1:])))

    @contextmanager
    def compiling(self, game: str) -> Iterator["Compiling"]:
        """Show what is compiled, as long as it takes more than a moment."""
        compiling = Compiling(self, game)
        try:
            yield compiling
        finally:
            compiling.end()

    def counting(self, what: str) -> "Counting":
        """A callback for games done of games in all."""
        return Counting(self, what)


class Compiling:
    """Tells the step that is being compiled, once all of it has lasted a moment."""

    def __init__(self, screen: Screen, game: str) -> None:
        self._screen, self._game = screen, game
        self._timer: threading.Timer | None = None
        self._begun: float | None = None

    def step(self, name: str, number: int, total: int) -> None:
        """Begin a step."""
        self.end()
        line = f"compiling {self._game}: {name} ({number} of {total}); later runs only load it"
        now = time.monotonic()
        self._begun = now if self._begun is None else self._begun
        self._timer = threading.Timer(max(0.1, PATIENCE + self._begun - now), self._tell, (line,))
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """The step that was begun is done."""
        if self._timer:
            self._timer.cancel()
            self._timer.join()

    def _tell(self, line: str) -> None:
        self._screen._draw(Text(line))
        self._screen._log(line, now=True)


class Counting:
    """Shows a count."""

    def __init__(self, screen: Screen, what: str) -> None:
        self._screen, self._what = screen, what

    def __call__(self, done: int, total: int) -> None:
        """So many are done, of so many."""
        line = f"{self._what}: {done} of {total} games"
        self._screen._draw(Text(line))
        self._screen._log(line)


def _line(progress: "Progress") -> str:
    parts = [f"{progress.done} of {progress.total} games"]
    if progress.played:
        pace = progress.games_a_second
        parts.append(f"{pace:.0f} a second" if pace >= 100 else f"{pace:.3g} a second")
    if progress.seconds_left and not progress.stopping:
        parts.append(f"{_time(progress.seconds_left)} left")
    if progress.stopping and progress.done < progress.total:
        parts.append("stopping, Ctrl-C again ends at once")
    return ", ".join(parts)


def _time(seconds: float) -> str:
    """A time for people.

    >>> _time(7325)
    '2 h 2 min'
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
