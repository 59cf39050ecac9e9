"""Tournaments: run, check and report."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers import json_text, listing, terminal
from cli.commands import group
from cli.ready import opened, warm
from cli.words import ArchiveUrl, AsJson
from engine.errors import SpecError

if TYPE_CHECKING:
    from archive.store import Archive
    from tournament.spec import TournamentSpec

tournaments_app = group("Run tournaments and show their ratings.")


SpecFile = Annotated[
    Path | None, typer.Argument(metavar="SPEC", help="A TOML file, such as examples/four-bots.toml.")
]
Anchor = Annotated[
    str | None, typer.Option(metavar="BOT[=RATING]", help="Give this bot that rating; usually the mean is 0.")
]
WhichTournament = Annotated[
    str | None,
    typer.Argument(metavar="SPEC", help="A TOML file, or the name or digest of a stored tournament."),
]


@tournaments_app.command("run")
def tournament_run(
    spec: SpecFile = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="What is played.")] = None,
    bot: Annotated[list[str], typer.Option(metavar="NAME=SPEC", help="Who plays; repeat it.")] = [],  # noqa: B006
    deals: Annotated[
        int | None, typer.Option(help="Deals; each is played in every rotation of the seats.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="All chance comes from it; usually drawn, and kept in the archive.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Milliseconds that a decision may take.")] = None,
    name: Annotated[str | None, typer.Option(help="A title.")] = None,
    record: Annotated[
        str | None, typer.Option(metavar="search", help="Keep the figures of the search too.")
    ] = None,
    concurrency: Annotated[
        str | None, typer.Option(metavar="N", help="Games at a time; usually one a core.")
    ] = None,
    archive: ArchiveUrl = None,
    sequential: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="A,B[,elo1=20...]",
            help="Stop when it is clear whether A beats B; also elo0, alpha, beta.",
        ),
    ] = None,
    anchor: Anchor = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV.")] = False,
    silent: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Run a tournament, or go on with it, and show the ratings.

    Games that the archive has are not played again: the same command goes on where it was stopped, and
    with more deals or more bots it plays what is missing.
    """
    from archive.store import Archive
    from engine.game import game as game_of
    from tournament import settings
    from tournament.progress import Screen
    from tournament.report import anchored
    from tournament.run import run
    from tournament.seeds import seeded
    from tournament.spec import planned
    from tournament.sprt import Sequential, sprt, told
    from tournament.trial import tried

    machine = settings.settings()
    flags = {
        "game": game,
        "bots": bot,
        "deals": deals,
        "seed": seed,
        "limit_milliseconds": limit,
        "name": name,
    }
    plan = planned(spec, flags | {"record_search": _recorded(record)}, tried)
    workers = settings.concurrency(concurrency, "--concurrency") if concurrency else machine.concurrency
    anchored(anchor, plan)  # what is wrong with it is said before the games are played
    test = sprt(sequential, plan) if sequential else None
    watch = Sequential(test, plan) if test else None
    with Archive.open(archive or machine.archive) as store:
        plan = seeded(plan, store)
        warm(game_of(plan.game), [each.spec for each in plan.bots], silent)
        with Screen(terminal(stderr=True), silent=silent) as screen:
            run(plan, store, workers, screen.run, watch.add if watch else lambda replay: False)
    with opened(archive) as store:
        _show_report(plan, store, anchor, as_json, as_csv)
    if test and watch:
        typer.echo(f"\n{told(test, watch.verdict)}", err=as_json or as_csv)


def _recorded(what: str | None) -> bool | None:
    if what not in (None, "search"):
        raise SpecError(f"there is nothing to record called '{what}'; write --record search")
    return True if what else None


@tournaments_app.command("check")
def tournament_check(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A TOML file.")], as_json: AsJson = False
) -> None:
    """Check a tournament's file, and show what it comes to."""
    from tournament.schedule import is_balanced, n_games, pairings
    from tournament.spec import UNSEEDED, load
    from tournament.trial import tried

    plan = load(spec, tried)
    row = {
        "digest": plan.digest if plan.seed != UNSEEDED else None,
        "pairings": len(pairings(plan)),
        "games": n_games(plan),
        "balanced": is_balanced(plan),
        "reproducible": plan.is_reproducible,
    }
    if as_json:
        seed = None if plan.seed == UNSEEDED else plan.seed
        typer.echo(json_text({**asdict(plan), "seed": seed, **row}))
    else:
        typer.echo(plan.text)
        listing([row], as_json)


@tournaments_app.command("status")
def tournament_status(
    spec: WhichTournament = None, archive: ArchiveUrl = None, as_json: AsJson = False
) -> None:
    """Show how far the tournaments of an archive are."""
    from tournament.stored import status
    from tournament.trial import tried

    with opened(archive) as store:
        listing(status(store, spec, tried), as_json)


@tournaments_app.command("report")
def tournament_report(
    spec: WhichTournament = None,
    archive: ArchiveUrl = None,
    anchor: Anchor = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV.")] = False,
) -> None:
    """Show ratings, win shares and seats, with intervals."""
    from tournament.stored import stored_spec
    from tournament.trial import tried

    with opened(archive) as store:
        _show_report(stored_spec(store, spec, tried), store, anchor, as_json, as_csv)


def _show_report(
    plan: "TournamentSpec", store: "Archive", anchor: str | None, as_json: bool, as_csv: bool
) -> None:
    from tournament.render import report_csv, report_json, report_parts, show
    from tournament.report import anchored, report

    found = report(plan, store.records(plan.digest), anchored(anchor, plan))
    if as_json or as_csv:
        typer.echo(report_json(found) if as_json else report_csv(found))
    else:
        screen = terminal()
        show(screen, *report_parts(found, screen.width))
