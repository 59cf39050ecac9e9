"""Values as people and programs read them: tables for a terminal, JSON, CSV.

Numbers in JSON and CSV are as they are; in tables they are rounded.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from archive.contents import printable

if TYPE_CHECKING:
    from tournament.figures import Figure
    from tournament.report import BotRow, Report, SeatRow

PLAIN_WIDTH = 160
"""Characters a line where the output is no terminal."""
LONGEST_CELL = 2000
GAP = 2
"""Blanks between two columns."""
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
    rows: Sequence[Row],
    columns: Sequence[str],
    *,
    right: Sequence[str] = (),
    lesser: Sequence[str] = (),
    width: int = PLAIN_WIDTH,
) -> Table:
    """Rows as a table of the named columns, made to fit so many characters a line without cutting anything.

    Where it is too wide, columns are left out as `lesser` names them, the first ones first. What is still
    too wide is folded; but the first column, a name or a key to be copied, and numbers stay whole.
    """
    cells = {column: [_cell(row.get(column)) for row in rows] for column in columns}
    wide = {column: max(map(len, [column, *map(str, cells[column])])) for column in columns}
    left = list(columns)
    for column in lesser:
        if sum(wide[each] + GAP for each in left) - GAP > width and column in left:
            left.remove(column)
    drawn = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for column in left:
        whole = column == left[0] or column in right
        drawn.add_column(
            Text(column),
            justify="right" if column in right else "left",
            overflow="fold",
            no_wrap=column == left[0],
            min_width=max(map(len, map(str, cells[column])), default=0) if whole else None,
        )
    for number in range(len(rows)):
        drawn.add_row(*(cells[column][number] for column in left))
    return drawn


def show(to: Console, *parts: Any) -> None:
    """Print tables and texts, a blank line between them; no spaces at the ends of lines."""
    for number, part in enumerate(parts):
        if number:
            to.print()
        if to.is_terminal:
            to.print(part)
            continue
        with to.capture() as captured:
            to.print(part)
        to.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def _cell(value: Any) -> Text:
    if value is None:
        return Text("")
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, float):
        return Text(f"{value:.3f}")
    if isinstance(value, list | tuple):
        return Text(printable(" ".join(map(str, value)), LONGEST_CELL))
    return Text(printable(str(value), LONGEST_CELL))


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


def report_json(report: "Report") -> str:
    """All of a report."""
    return as_json(asdict(report))


def report_csv(report: "Report") -> str:
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


BOT_COLUMNS = (
    "bot",
    "rating",
    "95 %",
    "games",
    "wins",
    "95 % ",
    "expected",
    "rank score",
    "place",
    "faults",
    "ms",
)
LESSER = ("ms", "place", "expected", "rank score", "95 % ", "games")
"""Columns that are left out on a narrow terminal, the first ones first."""
SEAT_COLUMNS = ("seat", "games", "wins", "95 %", "rank score")
OPEN = (
    "≥ and ≤: never behind, or never ahead; the rating is a bound and the true one may lie anywhere beyond it"
)


def report_parts(report: "Report", width: int = PLAIN_WIDTH) -> Iterator[Any]:
    """The texts and tables of a report, most important first, for so many characters a line."""
    games, deals = _counted(report.games, "game"), _counted(report.deals, "deal")
    missing = report.games_planned - report.games
    more = f"; {missing} of {report.games_planned} are not played yet" if missing else ""
    yield Text(f"{report.name}: {report.game}, {games} on {deals}{more}")
    rows = [_bot(row, report.expected_share) for row in report.bots]
    yield table(rows, BOT_COLUMNS, right=BOT_COLUMNS[1:], lesser=LESSER, width=width)
    if any(row.bound for row in report.bots):
        yield Text(OPEN)
    yield table([_seat(row) for row in report.seats], SEAT_COLUMNS, right=SEAT_COLUMNS[1:])
    names = [row.name for row in report.bots]
    scores = {(pair.name, pair.other): _percent(pair.score.value) for pair in report.pairs}
    ahead = [{"ahead of": name} | {other: scores.get((name, other), "") for other in names} for name in names]
    first = max(map(len, ["ahead of", *names]))
    for part in _parts(names, width - first):
        yield table(ahead, ["ahead of", *part], right=part, width=width)


def _parts(names: list[str], width: int) -> Iterator[list[str]]:
    """Names in groups that can stand side by side as headings; a single one if it is wider than all."""
    part, taken = list[str](), 0
    for name in names:
        needed = max(len(name), len("100.0 %")) + GAP
        if part and taken + needed > width:
            yield part
            part, taken = [], 0
        part, taken = [*part, name], taken + needed
    yield part


def _seat(row: "SeatRow") -> dict[str, str]:
    return {
        "seat": row.player,
        "games": str(row.games),
        "wins": _percent(row.win_share.value),
        "95 %": _ends(row.win_share),
        "rank score": f"{row.rank_score.value:.3f}",
    }


def _bot(row: "BotRow", expected: float) -> dict[str, str]:
    faults = row.crashes + row.illegal + row.overtime
    return {
        "bot": row.name,
        "rating": f"{MARKS[row.bound]}{row.rating.value:+.0f}",
        "95 %": _ends(row.rating, "{:+.0f}", 1) if not row.bound else "",
        "games": str(row.games),
        "wins": _percent(row.win_share.value),
        "95 % ": _ends(row.win_share),
        "expected": _percent(expected),
        "rank score": f"{row.rank_score.value:.3f}",
        "place": f"{row.mean_place:.2f}",
        "faults": str(faults) if faults else "-",
        "ms": "" if row.milliseconds is None else f"{row.milliseconds:.3g}",
    }


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _ends(figure: "Figure", form: str = "{:.1f}", scale: float = 100) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f"{form.format(scale * figure.low)} to {form.format(scale * figure.high)}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number != 1 else ''}"
