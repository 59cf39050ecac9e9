"""Archives of games: what they hold, and whether it is sound."""

from dataclasses import asdict
from typing import Annotated

import typer

from cli.answers import json_text, listing, shown, terminal
from cli.commands import group
from cli.proofs import verify_all
from cli.ready import opened
from cli.words import ArchiveUrl, AsJson

archives_app = group("Archives of games.")


@archives_app.command("info")
def archive_info(archive: ArchiveUrl = None, as_json: AsJson = False) -> None:
    """Show what an archive holds."""
    with opened(archive) as store:
        info = store.info()
    if as_json:
        typer.echo(json_text(asdict(info)))
        return
    for what, value in {
        "archive": info.location,
        "games": info.games,
        "ledger's head": info.head,
        "bytes of replays": info.replay_bytes,
        "bytes of the file": info.file_bytes,
    }.items():
        typer.echo(f"{what:18} {shown(str(value))}")  # no table, which would break a long hash
    typer.echo()
    listing(
        [{"tournament": each.digest, "name": each.name, "games": n} for each, n in info.tournaments], as_json
    )


@archives_app.command("digest")
def archive_digest(archive: ArchiveUrl = None) -> None:
    """Print one hash over all games: equal for archives that hold equal games."""
    with opened(archive) as store:
        typer.echo(store.digest())


@archives_app.command("verify")
def archive_verify(
    archive: ArchiveUrl = None,
    head: Annotated[str, typer.Option(help="A head of the ledger that was written down earlier.")] = "",
    as_json: AsJson = False,
) -> None:
    """Check games, ledger and tournaments of an archive; exit code 3 if anything differs."""
    verify_all(archive, as_json, head)


@archives_app.command("merge")
def archive_merge(
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The archive whose games are added.")],
    archive: ArchiveUrl = None,
    as_json: AsJson = False,
) -> None:
    """Add the games of another archive to this one: all of them or none."""
    from archive.merge import merge
    from archive.store import Archive
    from tournament import settings
    from tournament.progress import Screen

    with (
        Archive.open(other, read_only=True) as source,
        Archive.open(archive or settings.settings().archive) as store,
        Screen(terminal(stderr=True)) as screen,
    ):
        merged = merge(store, source, screen.counting("merging"))
    listing([asdict(merged)], as_json)
