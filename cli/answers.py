"""How answers look: tables for people, JSON for programs, and nothing that a terminal might obey."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from engine.errors import SpecError


def shown(text: str, most: int | None = None) -> str:
    """A text that may hold anything, safe to print: what a terminal might obey is written as an escape."""
    safe = "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text[:most]
    )
    return safe if most is None or len(text) <= most else f"{safe}…"


def colours() -> bool:
    """Are errors coloured?"""
    from tournament.settings import settings

    try:
        colour = settings().colour
    except SpecError:
        return False
    return colour == "always" or (colour == "auto" and sys.stderr.isatty())


def terminal(*, stderr: bool = False) -> Any:
    """Where to draw, in colours or not as the settings have it."""
    from tournament.render import console
    from tournament.settings import settings

    return console(settings().colour, stderr=stderr)


def json_text(value: Any) -> str:
    """A value as it is written for programs."""
    from tournament.render import as_json

    return as_json(value)


def listing(rows: Sequence[Mapping[str, Any]], as_json: bool, lesser: Sequence[str] = ()) -> None:
    """Rows as a table, or as JSON; where the table is too wide, without the `lesser` columns."""
    from tournament.render import as_json as written
    from tournament.render import show, table

    if as_json:
        typer.echo(written(list(rows)))
    elif rows:
        numbers = [
            key
            for key, value in rows[0].items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        ]
        screen = terminal()
        show(screen, table(rows, list(rows[0]), right=numbers, lesser=lesser, width=screen.width))
