"""Stored games: list, show, verify and judge them again."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli.answers import json_text, listing
from cli.commands import group
from cli.proofs import sound, tell_findings, verify_all
from cli.ready import opened, warm_for
from cli.words import ArchiveUrl, AsJson, Key
from engine.errors import DifferenceError, SpecError

replays_app = group("Stored games: show, verify and judge them again.")


LESSER_OF_GAMES = ("decisions", "scores", "reason", "game", "placing")
"""Columns of stored games that a narrow terminal does without, the first ones first."""


@replays_app.command("list")
def replay_list(
    archive: ArchiveUrl = None,
    tournament: Annotated[
        str | None, typer.Option(help="Only this one, by the beginning of its digest.")
    ] = None,
    bot: Annotated[str | None, typer.Option(help="Only games in which this bot sat, by name.")] = None,
    faults: Annotated[bool, typer.Option("--faults", help="Only games that ended by a fault.")] = False,
    most: Annotated[int, typer.Option("--most", help="At most so many.", min=1)] = 50,
    as_json: AsJson = False,
) -> None:
    """List stored games."""
    from itertools import islice

    from tournament.stored import replays

    with opened(archive) as store:
        rows = list(islice(replays(store, tournament, bot, faults), most + 1))
        listing(rows[:most], as_json, LESSER_OF_GAMES)
        if len(rows) > most and not as_json:
            typer.echo(f"The first {most}; --most shows more.", err=True)
        elif not rows and not as_json:
            typer.echo("No stored game fits.", err=True)


@replays_app.command("show")
def replay_show(
    key: Key,
    seat: Annotated[str | None, typer.Option(help="Only what this seat saw.")] = None,
    step: Annotated[
        int | None, typer.Option(help="Only the position after this step, and its reasons.", min=0)
    ] = None,
    archive: ArchiveUrl = None,
    as_json: AsJson = False,
) -> None:
    """Tell a game, in words and notation."""
    from engine.game import game
    from tournament.story import lines, reasons, result, seat_of, story

    with opened(archive) as store:
        replay = store.game(key)
        # Of a game without search figures the times of decisions are not recorded.
        took = store.times_of(key).microseconds if replay.search else ()
    sound(replay)
    steps = list(story(replay, None if seat is None else seat_of(game(replay.game), seat), took))
    if step is not None:
        if step >= len(steps):
            raise SpecError(f"game {replay.key} has the steps 0 to {len(steps) - 1}, no step {step}")
        steps = [steps[step]]
    if as_json:
        typer.echo(json_text([asdict(each) for each in steps]))
    elif step is not None:
        typer.echo(steps[0].position)
        for line in reasons(steps[0]):
            typer.echo(f"| {line}")
    else:
        typer.echo(f"{replay.key}: {replay.game}")
        for line in lines(steps):
            typer.echo(line)
        typer.echo(result(replay))


@replays_app.command("verify")
def replay_verify(
    key: Annotated[
        str | None, typer.Argument(metavar="KEY", help="One game; usually all are verified.")
    ] = None,
    archive: ArchiveUrl = None,
    as_json: AsJson = False,
) -> None:
    """Play stored games again and compare; exit code 3 if anything differs."""
    if key is None:
        verify_all(archive, as_json)
        return
    from archive.verify import Finding, verify_replay
    from tournament.audit import fitting

    with opened(archive) as store:
        replay = store.game(key)
        texts = {each.digest: each.texts for each in store.tournaments()}
    warm_for([replay.game])
    look = fitting(texts.get(replay.key.tournament, ()))
    found = [*verify_replay(replay), *(Finding(str(replay.key), *each) for each in look(replay))]
    tell_findings(1, found, as_json)


@replays_app.command("export")
def replay_export(
    key: Key,
    out: Annotated[Path | None, typer.Option(help="Write it here; usually to standard output.")] = None,
    archive: ArchiveUrl = None,
) -> None:
    """Write a game as JSON, with all that is needed to play it again."""
    with opened(archive) as store:
        text = json_text(asdict(store.game(key)))
    if out is None:
        typer.echo(text)
        return
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise SpecError(f"cannot write '{out}': {error.strerror or error}") from None


@replays_app.command("rejudge")
def replay_rejudge(
    key: Key,
    step: Annotated[
        int | None, typer.Option(help="One decision, numbered as `show` does; usually all.", min=1)
    ] = None,
    limit: Annotated[int, typer.Option(help="Milliseconds that a decision may take.", min=1)] = 60_000,
    archive: ArchiveUrl = None,
    as_json: AsJson = False,
) -> None:
    """Ask the bots again, from their own views and seeds; exit code 3 if one decides otherwise."""
    from ai.quiet import quiet
    from tournament.rejudge import rejudge
    from tournament.trial import tried

    with opened(archive) as store:
        replay = store.game(key)
    sound(replay)
    tried(replay.bots, replay.game)
    with quiet():
        found = list(rejudge(replay, limit, step))
    listing([{**asdict(each), "same": each.same} for each in found], as_json)
    if differing := sum(not each.same for each in found):
        raise DifferenceError(f"{differing} of {len(found)} decisions are not as they are stored")
