"""The games: their rules, positions and traces."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli.answers import json_text, listing, shown
from cli.commands import group
from cli.ready import warm, warm_for
from cli.words import AsJson, GameSpec, Seed
from engine.errors import SpecError

games_app = group("The games: their rules, positions and traces.")


@games_app.command("list")
def game_list(as_json: AsJson = False) -> None:
    """List the games."""
    from engine.game import GAMES, game, game_type

    rows = []
    for name in GAMES:
        kind, rules = game_type(name), game(name)
        options = [f"{option.name}={option.usual}" for option in kind.options]
        rows.append(
            {
                "game": name,
                "title": kind.title,
                "seats": rules.seats,
                "rules": rules.rules,
                "options": options,
            }
        )
    listing(rows, as_json)


@games_app.command("show")
def game_show(spec: GameSpec) -> None:
    """Show the page of a game: rules, options and their sources."""
    from engine.game import game

    typer.echo(game(spec).type.page(game(spec)))


@games_app.command("play")
def game_play(
    spec: GameSpec,
    bot: Annotated[
        list[str], typer.Option(metavar="SPEC", help="A bot for each other seat, in order; one takes all.")
    ] = ["random"],  # noqa: B006 - typer copies it
    seat: Annotated[str, typer.Option(help="Your seat, by name or number from 0.")] = "0",
    seed: Seed = 1,
) -> None:
    """Sit down at the table: play a game against bots."""
    from engine.game import game
    from tournament.person import Quit, play, seated
    from tournament.story import seat_of
    from tournament.trial import tried

    rules = game(spec)
    try:
        place = seat_of(rules, seat)
        seated(rules, place, bot)
        tried(bot, rules.spec)
        warm(rules, bot)
        play(rules, place, bot, seed, typer.echo, _ask)
    except Quit:
        typer.echo("You leave the table.")


def _ask(prompt: str) -> str:
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


@games_app.command("perft")
def game_perft(
    spec: GameSpec,
    depth: Annotated[int, typer.Option(help="How many decisions deep.", min=0, max=64)] = 3,
    position: Annotated[str | None, typer.Option(help="A position in notation; usually a deal.")] = None,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Count the paths of 0, 1, ... decisions from a position."""
    from engine.game import game
    from engine.perft import perft

    rules = game(spec)
    warm(rules, [])
    state = rules.deal(seed) if position is None else rules.parse(position)
    listing([{"depth": d, "paths": n} for d, n in enumerate(perft(state, depth))], as_json)


@games_app.command("trace")
def game_trace(
    spec: GameSpec,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1,
    seed: Seed = 1,
    policy: Annotated[str, typer.Option(help="random: all legal actions are equally likely.")] = "random",
    bots: Annotated[str | None, typer.Option(metavar="A,B,...", help="A bot for each seat instead.")] = None,
) -> None:
    """Write playthroughs as JSON lines, for other programs to check."""
    from engine.errors import nearest
    from engine.game import game
    from engine.trace import traces
    from tournament.person import choosers
    from tournament.spec import split_specs
    from tournament.trial import tried

    if policy != "random":
        raise SpecError(f"there is no policy '{policy}'; {nearest(policy, ['random'])}")
    rules, specs = game(spec), split_specs(bots) if bots else []
    tried(specs, rules.spec)
    warm(rules, specs)
    for line in traces(rules, games, seed, choosers(rules, specs) if specs else ()):
        typer.echo(line)


@games_app.command("cases")
def game_cases(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="TOML files of worked cases.")],
    only_set: Annotated[
        str | None, typer.Option("--set", help="Only the cases of this set of cards.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run worked cases: positions, scripts, and what must come of them."""
    from engine.cases import games_of, run_file
    from tournament.files import plain

    for file in files:
        plain(file)
    warm_for([spec for file in files for spec in games_of(file)])
    results = [result for file in files for result in run_file(file, only_set)]
    if as_json:
        typer.echo(json_text([asdict(result) for result in results]))
    else:
        for result in results:
            typer.echo(shown(f"{result.status} {result.ident}"))
            for line in result.lines if result.status == "fail" else ():
                typer.echo(shown(f"     {line}"))
        counts = {
            status: sum(each.status == status for each in results) for status in ("pass", "fail", "skip")
        }
        typer.echo(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped")
    if any(result.status == "fail" for result in results):
        raise typer.Exit(3)
