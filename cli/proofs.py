"""Stored games played again: what several commands ask before they trust, or as their very work."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from cli.answers import json_text, terminal
from cli.ready import opened, warm_for
from engine.errors import DifferenceError

if TYPE_CHECKING:
    from archive.record import Replay


def verify_all(archive: str | None, as_json: bool, head: str = "") -> None:
    """Check all that an archive holds, and tell it."""
    from archive.verify import verify
    from tournament.audit import fitting, game_of
    from tournament.progress import Screen
    from tournament.spec import read

    with opened(archive) as store:
        specs = [text for each in store.tournaments() for text in each.texts]
    warm_for([match for text in specs if (match := game_of(text))])
    with opened(archive) as store, Screen(terminal(stderr=True)) as screen:
        counting = screen.counting("verifying")
        report = verify(store, counting, head, lambda text: read(text).digest, fitting)
    tell_findings(report.checked, report.findings, as_json)


def sound(replay: "Replay") -> None:
    """Refuse a game that cannot be played again as it is stored."""
    from archive.verify import verify_replay

    warm_for([replay.game])
    if wrong := verify_replay(replay):
        raise DifferenceError(f"game {wrong[0]}; `gonfalon replay verify` tells all that is wrong")


def tell_findings(checked: int, findings: Sequence[Any], as_json: bool) -> None:
    """Say what differs; exit code 3 if anything does."""
    if as_json:
        typer.echo(json_text({"checked": checked, "findings": [asdict(each) for each in findings]}))
    else:
        for finding in findings:
            typer.echo(str(finding))
        typer.echo(f"{checked} games checked, {len(findings)} differences found")
    if findings:
        raise typer.Exit(3)
