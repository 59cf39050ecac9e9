"""The bots that come with Gonfalon, and whether another is fit to take part."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cli.answers import listing
from cli.commands import group
from cli.ready import warm
from cli.words import AsJson, Seed
from engine.errors import DifferenceError

bots_app = group("The bots.")


@bots_app.command("list")
def bot_list(as_json: AsJson = False) -> None:
    """List the bots that come with Gonfalon."""
    from ai.bot import bot_types

    rows = [
        {
            "bot": kind.name,
            "text": kind.text,
            "options": [f"{each.name}={each.usual}" for each in kind.options],
        }
        for kind in bot_types()
    ]
    if not as_json:  # a search has some thirty: `bot show` tells them
        rows = [each | {"options": _first(each["options"], str(each["bot"]))} for each in rows]
    listing(rows, as_json)


def _first(options: Sequence[str], bot: str) -> str:
    """The options of a bot, or the first of them and where the others are told."""
    few = 3
    more = f" and {len(options) - few} more: gonfalon bot show {bot}" if len(options) > few else ""
    return " ".join(options[:few]) + more


@bots_app.command("show")
def bot_show(
    spec: Annotated[str, typer.Argument(metavar="BOT", help="Such as ismcts, or ismcts:iterations=500.")],
    as_json: AsJson = False,
) -> None:
    """Show a bot and its options."""
    from ai.bot import bot_type, canonical
    from engine.game import split_spec
    from tournament.trial import tried

    tried([spec])
    kind, (_, given) = bot_type(split_spec(spec)[0]), split_spec(canonical(spec))
    if not as_json:
        typer.echo(f"{canonical(spec)}: {kind.text}")
    rows: list[dict[str, Any]] = [
        {
            "option": each.name,
            "value": given.get(each.name, each.usual),
            "text": each.text,
            "choices": "" if each.read else " | ".join(each.choices),
        }
        for each in kind.options
    ]
    if rows or as_json:
        listing(rows, as_json)


@bots_app.command("check")
def bot_check(
    spec: Annotated[str, typer.Argument(metavar="BOT")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game it shall play.")],
    games: Annotated[
        int, typer.Option(help="How many random games give the positions.", min=1, max=10_000)
    ] = 3,
    limit: Annotated[int, typer.Option(help="Milliseconds that a decision may take.", min=1)] = 60_000,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Try whether a bot is fit to take part."""
    from engine.game import game as game_of
    from tournament.trial import check_apart, tried

    rules = game_of(game)
    tried([spec], rules.spec)
    warm(rules, [spec])
    found = check_apart(spec, rules, games, seed, limit)
    listing([{"passed": each.passed, "check": each.name, "note": each.note} for each in found], as_json)
    if failed := [each.name for each in found if not each.passed]:
        raise DifferenceError(f"bot '{spec}' is not fit for {game}: {', '.join(failed)}")
