"""Values as people and programs read them: tables for a terminal, JSON, CSV.

Numbers in JSON and CSV are as they are; in tables they are rounded.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tournament.figures import Figure
from tournament.report import BotRow, Report

PLAIN_WIDTH = 160
"""Characters a line where the output is no terminal."""
MARKS = {"": "", ">": "≥ ", "<": "≤ ", "~": "~ "}
Row = Mapping[str, Any]


def console(colour: str = "auto", *, stderr: bool = False) -> Console:
    """A console for standard output or error; colour only on a terminal unless it is asked for."""
    found = Console(
        stderr=stderr,
        no_color=colour == "never",
        force_terminal=True if colour == "always" else None,
        highlight=False,
        soft_wrap=False,
        emoji=False,
        markup=False,
    )
    if not found.is_terminal:
        found.width = PLAIN_WIDTH
    return found


def table(
    rows: Sequence[Row], columns: Sequence[str], title: str = "", *, right: Sequence[str] = ()
) -> Table:
    """Rows as a table of the named columns."""
    drawn = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        drawn.add_column(
            Text(column), justify="right" if column in right else "left", no_wrap=True, overflow="ellipsis"
        )
    for row in rows:
        drawn.add_row(*(_cell(row.get(column)) for column in columns))
    return drawn


def _cell(value: Any) -> Text:
    if value is None:
        return Text("")
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, float):
        return Text(f"{value:.3f}")
    if isinstance(value, list | tuple):
        return Text(" ".join(map(str, value)))
    return Text(str(value))


def as_json(value: Any) -> str:
    """A value as JSON, indented."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def as_csv(rows: Sequence[Row]) -> str:
    """Rows as CSV with a line of headings; lists as words."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(
            {
                key: " ".join(map(str, value)) if isinstance(value, list | tuple) else value
                for key, value in row.items()
            }
        )
    return out.getvalue().rstrip("\n")


# ------------------------------------------------------------------------------------- reports


def report_json(report: Report) -> str:
    """All of a report."""
    return as_json(asdict(report))


def report_csv(report: Report) -> str:
    """The bots of a report, a row each."""
    return as_csv([_flat(asdict(row)) for row in report.bots])


def _flat(row: Row) -> dict[str, Any]:
    """A row in which each figure is three columns."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= {key: value["value"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
        else:
            flat[key] = value
    return flat


def draw_report(report: Report, show: Callable[[Any], None]) -> None:
    """The tables of a report, most important first."""
    show(
        Text(
            f"{report.name}: {report.game}, {_counted(report.games, 'game')} on {_counted(report.deals, 'deal')}"
        )
    )
    if report.games < report.games_planned:
        show(
            Text(
                f"{report.games_planned - report.games} of {report.games_planned} games are still to be played"
            )
        )
    columns = [
        "bot",
        "rating",
        "95 %",
        "games",
        "wins",
        "95 % ",
        "equal",
        "rank score",
        "place",
        "faults",
        "ms",
    ]
    rows = [_bot(row, report.expected_share) for row in report.bots]
    show(table(rows, columns, right=columns[1:]))
    if any(row.bound for row in report.bots):
        show(
            Text(
                "≥ ≤: undefeated, or never ahead: the rating is a bound, the true one may be any number beyond it"
            )
        )
    seats = [
        {
            "seat": row.player,
            "games": row.games,
            "wins": _percent(row.win_share.value),
            "95 %": _ends(row.win_share),
        }
        | {"rank score": f"{row.rank_score.value:.3f}"}
        for row in report.seats
    ]
    show(
        table(
            seats,
            ["seat", "games", "wins", "95 %", "rank score"],
            right=["games", "wins", "95 %", "rank score"],
        )
    )
    names = [row.name for row in report.bots]
    scores = {(pair.name, pair.other): _percent(pair.score.value) for pair in report.pairs}
    against = [
        {"ahead of": name} | {other: scores.get((name, other), "") for other in names} for name in names
    ]
    show(table(against, ["ahead of", *names], right=names))


def _bot(row: BotRow, expected: float) -> dict[str, str]:
    faults = row.crashes + row.illegal + row.overtime
    return {
        "bot": row.name,
        "rating": f"{MARKS[row.bound]}{row.rating.value:+.0f}",
        "95 %": _ends(row.rating, "{:+.0f}", 1) if not row.bound else "",
        "games": str(row.games),
        "wins": _percent(row.win_share.value),
        "95 % ": _ends(row.win_share),
        "equal": _percent(expected),
        "rank score": f"{row.rank_score.value:.3f}",
        "place": f"{row.mean_place:.2f}",
        "faults": str(faults) if faults else "-",
        "ms": "" if row.milliseconds is None else f"{row.milliseconds:.3g}",
    }


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _ends(figure: Figure, form: str = "{:.1f}", scale: float = 100) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f"{form.format(scale * figure.low)} to {form.format(scale * figure.high)}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number != 1 else ''}"
