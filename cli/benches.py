"""How fast it is, where the time goes, and how good a bot is exactly."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli.answers import json_text, listing, terminal
from cli.commands import group
from cli.ready import warm
from cli.words import AsJson, Seed
from engine.errors import DifferenceError, SpecError

benches_app = group("How fast it is.")
USUAL_GAME = "oriflamme:seats=4"


@benches_app.command("run")
def bench_run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Such as search; usually all.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes long.")] = False,
    out: Annotated[Path | None, typer.Option(help="Keep the figures here, for `compare`.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 3 if a budget is not met.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure, and show the figures beside what they should be."""
    from tournament.benches import measure, write

    found = measure(names or [], quick)
    if out is not None:
        write(found, out)
    listing([{**asdict(each), "met": each.met} for each in found], as_json)
    if strict and (missed := sum(each.met is False for each in found)):
        raise DifferenceError(f"{missed} of {len(found)} figures are not what they should be")


@benches_app.command("compare")
def bench_compare(
    before: Annotated[
        str,
        typer.Argument(
            metavar="BEFORE",
            help="A file of `bench run --out`, a folder with a version's source, or a revision.",
        ),
    ],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="Another one, of the same kind.")],
    worse: Annotated[
        float | None, typer.Option(help="Files: how many percent worse a figure may be; usually 20.", min=0)
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="Versions: the game they are measured at; usually oriflamme:seats=4."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(help="Versions: how many percent slower a figure may be; usually 5.", min=0),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(help="Versions: how many new processes of each; usually 9.", min=6, max=1000),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two measurements, or two versions by measuring both; exit code 3 if a figure became worse."""
    from tournament.versions import is_version

    versions = is_version(before)
    if versions != is_version(after):
        one, other = (before, after) if versions else (after, before)
        raise SpecError(
            f"two files or two versions can be compared: '{other}' is a file, and '{one}' is none"
        )
    given = {"worse": worse} if versions else {"game": game, "threshold": threshold, "rounds": rounds}
    for name, value in given.items():
        if value is not None:
            raise SpecError(f"--{name} is for {'files' if versions else 'versions'}; leave it out here")
    if versions:
        _compare_versions(before, after, game or USUAL_GAME, threshold, rounds or 9, as_json)
    else:
        _compare_files(Path(before), Path(after), worse, as_json)


def _compare_files(before: Path, after: Path, worse: float | None, as_json: bool) -> None:
    from tournament.benches import compare, lost, read

    old, new = read(before), read(after)
    changes = compare(old, new)
    listing([asdict(each) for each in changes], as_json)
    least = 1 - (20 if worse is None else worse) / 100
    slower = [each.figure for each in changes if each.better is not None and each.better < least]
    _differ({"became worse": slower, "are no longer measured": lost(old, new)}, len(old))


def _differ(wrong: dict[str, list[str]], whole: int) -> None:
    """Raise DifferenceError for figures of which there is something to say."""
    told = [
        f"{len(figures)} of {whole} figures {what}: {', '.join(figures)}"
        for what, figures in wrong.items()
        if figures
    ]
    if told:
        raise DifferenceError("; ".join(told))


def _compare_versions(
    before: str, after: str, game: str, threshold: float | None, rounds: int, as_json: bool
) -> None:
    from engine.game import game as game_of
    from tournament.versions import LOST, compare_versions

    ratios = compare_versions(
        before,
        after,
        game_of(game).spec,
        threshold=(5 if threshold is None else threshold) / 100,
        rounds=rounds,
        telling=lambda text: typer.echo(text, err=True),
    )
    listing([asdict(each) for each in ratios], as_json)
    slower = [each.figure for each in ratios if each.slower]
    gone = [each.figure for each in ratios if each.outcome == LOST]
    _differ({"became slower": slower, "can no longer be done": gone}, len(ratios))


@benches_app.command("profile")
def bench_profile(
    bot: Annotated[str, typer.Argument(metavar="BOT")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game it plays against itself.")],
    games: Annotated[int, typer.Option(help="How many games.", min=1, max=10_000)] = 5,
    seed: Seed = 1,
    speedscope: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it for speedscope, too.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page, too.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show where the time of a bot's games goes, within a search too: measured as it runs."""
    from ai.bot import guarded
    from engine.game import game as game_of
    from tournament import profile_files, profile_report
    from tournament.files import write
    from tournament.profiling import kernels, profile
    from tournament.progress import Screen
    from tournament.trial import tried

    rules = game_of(game)
    tried([bot], rules.spec)
    warm(rules, [bot], more=kernels(bot, rules))
    with Screen(terminal(stderr=True)) as screen:
        counting = screen.counting("profiling")
        found = guarded(bot, "measured", lambda: profile(bot, rules, games, seed, counting))
    if speedscope is not None:
        write(speedscope, profile_files.speedscope(found))
    if html is not None:
        write(html, profile_files.page(found))
    if as_json:
        typer.echo(json_text(asdict(found)))
        return
    typer.echo(profile_report.summary(found))
    for rows in profile_report.tables(found):
        typer.echo()
        listing(rows, as_json, profile_report.LESSER)


@benches_app.command("exploitability")
def bench_exploitability(
    bot: Annotated[str, typer.Argument(metavar="BOT")],
    game: Annotated[str, typer.Option(metavar="GAME", help="A game small enough to be looked at whole.")],
    samples: Annotated[
        int, typer.Option(metavar="K", help="How often it is asked at each information set, by other seeds.")
    ] = 1,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Show what perfect opponents would win of a bot, exactly."""
    from ai.bot import guarded
    from ai.exact import run
    from engine.game import game as game_of
    from tournament.trial import tried

    rules = game_of(game)
    tried([bot], rules.spec)
    warm(rules, [bot])
    found = guarded(bot, "measured", lambda: run(bot, rules, samples=samples, seed=seed))
    if as_json:
        typer.echo(json_text(found))
        return
    which = "exploitability" if rules.seats == 2 else "nash_conv"
    typer.echo(
        f"{found['bot']} at {found['game']}: {which} {found[which]:.4f}, of uniform play "
        f"{found['uniform_' + which]:.4f}; {found['information_sets']:,} information sets\n"
    )
    rows = zip(rules.players, found["values"], found["best_responses"])
    listing([{"seat": seat, "gets": gets, "best response": best} for seat, gets, best in rows], as_json)
