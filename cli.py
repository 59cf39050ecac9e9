"""The command line: nouns and verbs. Each command reads its flags, calls what does the work, and shows it.

Nothing but the answer is written to standard output; progress and errors go to standard error. Exit codes: 0
done, 1 failed, 2 usage or spec, 3 a check found a difference, 130 interrupted and resumable.

What is heavy is imported where it is used, so that help comes at once.
"""

import errno
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from engine.errors import DifferenceError, GonfalonError, InterruptedRunError, SpecError

if TYPE_CHECKING:
    from archive.record import Replay
    from archive.store import Archive
    from engine.game import Game
    from tournament.spec import TournamentSpec


class _Commands(TyperGroup):
    """Turns the project's errors into one line on standard error and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except GonfalonError as error:
            _say(error.code, str(error))
            raise typer.Exit(error.exit_code) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            _say("disk_full", "no space left to write to; nothing that was stored before is lost")
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            _say(InterruptedRunError.code, "interrupted")
            raise typer.Exit(InterruptedRunError.exit_code) from None


def _say(code: str, message: str) -> None:
    """An error in one line on standard error."""
    message = _shown(message, MOST)
    if "--json" in sys.argv:
        typer.echo(json.dumps({"error": code, "message": message}), err=True)
    else:
        typer.secho(f"error: {message}", err=True, fg="red" if _colours() else None)


def _shown(text: str, most: int | None = None) -> str:
    """A text that may hold anything, safe to print: what a terminal might obey is written as an escape."""
    safe = "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text[:most]
    )
    return safe if most is None or len(text) <= most else f"{safe}…"


def _group(text: str, cls: type[TyperGroup] | None = None) -> typer.Typer:
    return typer.Typer(
        help=text,
        cls=cls,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


app = _group("Tournaments of hidden-information card games between programs.", _Commands)
game_app = _group("The games: their rules, positions and traces.")
bot_app = _group("The bots.")
tournament_app = _group("Run tournaments and show their ratings.")
replay_app = _group("Stored games: show, verify and judge them again.")
archive_app = _group("Archives of games.")
bench_app = _group("How fast it is.")
for name, group in {
    "game": game_app,
    "bot": bot_app,
    "tournament": tournament_app,
    "replay": replay_app,
    "archive": archive_app,
    "bench": bench_app,
}.items():
    app.add_typer(group, name=name)

MOST = 2000
"""Characters of an error."""
GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="Such as kuhn, or oriflamme:seats=3.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
ArchiveUrl = Annotated[
    str | None, typer.Option("--archive", metavar="URL", help="A path or a database's URL; GONFALON_ARCHIVE.")
]
Seed = Annotated[int, typer.Option(help="All chance comes from it.", min=0)]
Key = Annotated[
    str, typer.Argument(metavar="KEY", help="A game's key; its beginning will do if only one fits.")
]


def main() -> None:
    """Run a command. Modules in the current folder can be named as bots."""
    sys.path.append(os.getcwd())
    try:
        app()
    finally:
        _hush()


def _hush() -> None:
    """From now on nothing is said: what a user's bot has registered for the end is not part of the answer."""
    sys.stdout.flush()
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)


# ---------------------------------------------------------------------------------------- games


@game_app.command("list")
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
    _listing(rows, as_json)


@game_app.command("show")
def game_show(spec: GameSpec) -> None:
    """Show the page of a game: rules, options and their sources."""
    from engine.game import game

    typer.echo(game(spec).type.page(game(spec)))


@game_app.command("play")
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
        _warm(rules, bot)
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


@game_app.command("perft")
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
    state = rules.deal(seed) if position is None else rules.parse(position)
    _listing([{"depth": d, "paths": n} for d, n in enumerate(perft(state, depth))], as_json)


@game_app.command("trace")
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
    _warm(rules, specs)
    for line in traces(rules, games, seed, choosers(rules, specs) if specs else ()):
        typer.echo(line)


@game_app.command("cases")
def game_cases(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="TOML files of worked cases.")],
    only_set: Annotated[
        str | None, typer.Option("--set", help="Only the cases of this set of cards.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run worked cases: positions, scripts, and what must come of them."""
    from engine.cases import run_file
    from tournament.files import plain

    for file in files:
        plain(file)
    results = [result for file in files for result in run_file(file, only_set)]
    if as_json:
        typer.echo(_json([asdict(result) for result in results]))
    else:
        for result in results:
            typer.echo(_shown(f"{result.status} {result.ident}"))
            for line in result.lines if result.status == "fail" else ():
                typer.echo(_shown(f"     {line}"))
        counts = {
            status: sum(each.status == status for each in results) for status in ("pass", "fail", "skip")
        }
        typer.echo(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped")
    if any(result.status == "fail" for result in results):
        raise typer.Exit(3)


# ----------------------------------------------------------------------------------------- bots


@bot_app.command("list")
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
    _listing(rows, as_json)


def _first(options: Sequence[str], bot: str) -> str:
    """The options of a bot, or the first of them and where the others are told."""
    few = 3
    more = f" and {len(options) - few} more: gonfalon bot show {bot}" if len(options) > few else ""
    return " ".join(options[:few]) + more


@bot_app.command("show")
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
        _listing(rows, as_json)


@bot_app.command("check")
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
    _warm(rules, [spec])
    found = check_apart(spec, rules, games, seed, limit)
    _listing([{"passed": each.passed, "check": each.name, "note": each.note} for each in found], as_json)
    if failed := [each.name for each in found if not each.passed]:
        raise DifferenceError(f"bot '{spec}' is not fit for {game}: {', '.join(failed)}")


# ---------------------------------------------------------------------------------- tournaments


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


@tournament_app.command("run")
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
        _warm(game_of(plan.game), [each.spec for each in plan.bots], silent)
        with Screen(_console(stderr=True), silent=silent) as screen:
            run(plan, store, workers, screen.run, watch.add if watch else lambda replay: False)
    with _open(archive) as store:
        _show_report(plan, store, anchor, as_json, as_csv)
    if test and watch:
        typer.echo(f"\n{told(test, watch.verdict)}", err=as_json or as_csv)


def _recorded(what: str | None) -> bool | None:
    if what not in (None, "search"):
        raise SpecError(f"there is nothing to record called '{what}'; write --record search")
    return True if what else None


@tournament_app.command("check")
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
        typer.echo(_json({**asdict(plan), "seed": seed, **row}))
    else:
        typer.echo(plan.text)
        _listing([row], as_json)


@tournament_app.command("status")
def tournament_status(
    spec: WhichTournament = None, archive: ArchiveUrl = None, as_json: AsJson = False
) -> None:
    """Show how far the tournaments of an archive are."""
    from tournament.stored import status
    from tournament.trial import tried

    with _open(archive) as store:
        _listing(status(store, spec, tried), as_json)


@tournament_app.command("report")
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

    with _open(archive) as store:
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
        console = _console()
        show(console, *report_parts(found, console.width))


# -------------------------------------------------------------------------------------- replays


LESSER_OF_GAMES = ("decisions", "scores", "reason", "game", "placing")
"""Columns of stored games that a narrow terminal does without, the first ones first."""


@replay_app.command("list")
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

    with _open(archive) as store:
        rows = list(islice(replays(store, tournament, bot, faults), most + 1))
        _listing(rows[:most], as_json, LESSER_OF_GAMES)
        if len(rows) > most and not as_json:
            typer.echo(f"The first {most}; --most shows more.", err=True)
        elif not rows and not as_json:
            typer.echo("No stored game fits.", err=True)


@replay_app.command("show")
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

    with _open(archive) as store:
        replay = store.game(key)
    _sound(replay)
    steps = list(story(replay, None if seat is None else seat_of(game(replay.game), seat)))
    if step is not None:
        if step >= len(steps):
            raise SpecError(f"game {replay.key} has the steps 0 to {len(steps) - 1}, no step {step}")
        steps = [steps[step]]
    if as_json:
        typer.echo(_json([asdict(each) for each in steps]))
    elif step is not None:
        typer.echo(steps[0].position)
        for line in reasons(steps[0]):
            typer.echo(f"| {line}")
    else:
        typer.echo(f"{replay.key}: {replay.game}")
        for line in lines(steps):
            typer.echo(line)
        typer.echo(result(replay))


@replay_app.command("verify")
def replay_verify(
    key: Annotated[
        str | None, typer.Argument(metavar="KEY", help="One game; usually all are verified.")
    ] = None,
    archive: ArchiveUrl = None,
    as_json: AsJson = False,
) -> None:
    """Play stored games again and compare; exit code 3 if anything differs."""
    if key is None:
        _verify(archive, as_json)
        return
    from archive.verify import Finding, verify_replay
    from tournament.audit import fitting

    with _open(archive) as store:
        replay = store.game(key)
        texts = {each.digest: each.texts for each in store.tournaments()}
    _warm_for([replay.game])
    look = fitting(texts.get(replay.key.tournament, ()))
    found = [*verify_replay(replay), *(Finding(str(replay.key), *each) for each in look(replay))]
    _found(1, found, as_json)


@replay_app.command("export")
def replay_export(
    key: Key,
    out: Annotated[Path | None, typer.Option(help="Write it here; usually to standard output.")] = None,
    archive: ArchiveUrl = None,
) -> None:
    """Write a game as JSON, with all that is needed to play it again."""
    with _open(archive) as store:
        text = _json(asdict(store.game(key)))
    if out is None:
        typer.echo(text)
        return
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise SpecError(f"cannot write '{out}': {error.strerror or error}") from None


@replay_app.command("rejudge")
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

    with _open(archive) as store:
        replay = store.game(key)
    _sound(replay)
    tried(replay.bots, replay.game)
    with quiet():
        found = list(rejudge(replay, limit, step))
    _listing([{**asdict(each), "same": each.same} for each in found], as_json)
    if differing := sum(not each.same for each in found):
        raise DifferenceError(f"{differing} of {len(found)} decisions are not as they are stored")


# ------------------------------------------------------------------------------------- archives


@archive_app.command("info")
def archive_info(archive: ArchiveUrl = None, as_json: AsJson = False) -> None:
    """Show what an archive holds."""
    with _open(archive) as store:
        info = store.info()
    if as_json:
        typer.echo(_json(asdict(info)))
        return
    rows: list[dict[str, Any]] = [
        {"what": "archive", "is": info.location},
        {"what": "games", "is": info.games},
        {"what": "ledger's head", "is": info.head},
        {"what": "bytes of replays", "is": info.replay_bytes},
        {"what": "bytes of the file", "is": info.file_bytes},
    ]
    _listing(rows, as_json)
    typer.echo()
    _listing(
        [{"tournament": each.digest, "name": each.name, "games": n} for each, n in info.tournaments], as_json
    )


@archive_app.command("digest")
def archive_digest(archive: ArchiveUrl = None) -> None:
    """Print one hash over all games: equal for archives that hold equal games."""
    with _open(archive) as store:
        typer.echo(store.digest())


@archive_app.command("verify")
def archive_verify(
    archive: ArchiveUrl = None,
    head: Annotated[str, typer.Option(help="A head of the ledger that was written down earlier.")] = "",
    as_json: AsJson = False,
) -> None:
    """Check games, ledger and tournaments of an archive; exit code 3 if anything differs."""
    _verify(archive, as_json, head)


@archive_app.command("merge")
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
        Screen(_console(stderr=True)) as screen,
    ):
        merged = merge(store, source, screen.counting("merging"))
    _listing([asdict(merged)], as_json)


def _verify(archive: str | None, as_json: bool, head: str = "") -> None:
    from archive.verify import verify
    from tournament.audit import fitting, game_of
    from tournament.progress import Screen
    from tournament.spec import read

    with _open(archive) as store:
        specs = [text for each in store.tournaments() for text in each.texts]
    _warm_for([match for text in specs if (match := game_of(text))])
    with _open(archive) as store, Screen(_console(stderr=True)) as screen:
        counting = screen.counting("verifying")
        report = verify(store, counting, head, lambda text: read(text).digest, fitting)
    _found(report.checked, report.findings, as_json)


def _sound(replay: "Replay") -> None:
    """Refuse a game that cannot be played again as it is stored."""
    from archive.verify import verify_replay

    _warm_for([replay.game])
    if wrong := verify_replay(replay):
        raise DifferenceError(f"game {wrong[0]}; `gonfalon replay verify` tells all that is wrong")


def _found(checked: int, findings: Sequence[Any], as_json: bool) -> None:
    if as_json:
        typer.echo(_json({"checked": checked, "findings": [asdict(each) for each in findings]}))
    else:
        for finding in findings:
            typer.echo(str(finding))
        typer.echo(f"{checked} games checked, {len(findings)} differences found")
    if findings:
        raise typer.Exit(3)


# -------------------------------------------------------------------------------------- benches


@bench_app.command("run")
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
    _listing([{**asdict(each), "met": each.met} for each in found], as_json)
    if strict and (missed := sum(each.met is False for each in found)):
        raise DifferenceError(f"{missed} of {len(found)} figures are not what they should be")


@bench_app.command("compare")
def bench_compare(
    before: Annotated[
        str,
        typer.Argument(
            metavar="BEFORE",
            help="A file of `bench run --out`, a folder with a version's source, or a revision.",
        ),
    ],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="Another one, of the same kind.")],
    worse: Annotated[float, typer.Option(help="Files: how many percent worse a figure may be.", min=0)] = 20,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="Versions: the game they are measured at.")
    ] = "oriflamme:seats=4",
    threshold: Annotated[
        float, typer.Option(help="Versions: how many percent slower a figure may be.", min=0)
    ] = 5,
    rounds: Annotated[
        int, typer.Option(help="Versions: how many new processes of each.", min=3, max=1000)
    ] = 11,
    as_json: AsJson = False,
) -> None:
    """Compare two measurements, or two versions by measuring both; exit code 3 if a figure became worse."""
    from tournament.benches import compare, read
    from tournament.versions import is_version

    if is_version(before) and is_version(after):
        _compare_versions(before, after, game, threshold, rounds, as_json)
        return
    changes = compare(read(Path(before)), read(Path(after)))
    _listing([asdict(each) for each in changes], as_json)
    if slower := [each.figure for each in changes if each.better < 1 - worse / 100]:
        raise DifferenceError(f"{len(slower)} of {len(changes)} figures became worse: {', '.join(slower)}")


def _compare_versions(
    before: str, after: str, game: str, threshold: float, rounds: int, as_json: bool
) -> None:
    from engine.game import game as game_of
    from tournament.versions import compare_versions

    ratios = compare_versions(
        before,
        after,
        game_of(game).spec,
        threshold=threshold / 100,
        rounds=rounds,
        telling=lambda text: typer.echo(text, err=True),
    )
    _listing([asdict(each) for each in ratios], as_json)
    if slower := [each.figure for each in ratios if each.slower]:
        raise DifferenceError(f"{len(slower)} of {len(ratios)} figures became slower: {', '.join(slower)}")


@bench_app.command("profile")
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
    from tournament import profile_files
    from tournament.files import write
    from tournament.profiling import profile
    from tournament.trial import tried

    rules = game_of(game)
    tried([bot], rules.spec)
    _warm(rules, [bot])
    found = guarded(bot, "measured", lambda: profile(bot, rules, games, seed))
    if speedscope is not None:
        write(speedscope, profile_files.speedscope(found))
    if html is not None:
        write(html, profile_files.page(found))
    if as_json:
        typer.echo(_json(asdict(found)))
        return
    typer.echo(profile_files.summary(found))
    for rows in profile_files.tables(found):
        typer.echo()
        _listing(rows, as_json, profile_files.LESSER)


@bench_app.command("exploitability")
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
    _warm(rules, [bot])
    found = guarded(bot, "measured", lambda: run(bot, rules, samples=samples, seed=seed))
    if as_json:
        typer.echo(_json(found))
        return
    which = "exploitability" if rules.seats == 2 else "nash_conv"
    typer.echo(
        f"{found['bot']} at {found['game']}: {which} {found[which]:.4f}, of uniform play "
        f"{found['uniform_' + which]:.4f}; {found['information_sets']:,} information sets\n"
    )
    rows = zip(rules.players, found["values"], found["best_responses"])
    _listing([{"seat": seat, "gets": gets, "best response": best} for seat, gets, best in rows], as_json)


# --------------------------------------------------------------------------------------- insides


def _warm(game: "Game", bots: Sequence[str], silent: bool = False, replays: bool = False) -> None:
    """Compile what is needed, to play replays again too if so asked, if it never was, and show that."""
    from tournament.progress import Screen
    from tournament.warm import warm

    with Screen(_console(stderr=True), silent=silent) as screen, screen.compiling(game.spec) as compiling:
        warm(game, bots, compiling.step, replays=replays)


def _warm_for(games: Iterable[str]) -> None:
    """Compile what playing replays of these games again needs; what is no game is left to who looks at it."""
    from engine.game import game

    for spec in dict.fromkeys(games):
        try:
            rules = game(spec)
        except GonfalonError:
            continue
        _warm(rules, [], replays=True)


def _open(url: str | None) -> "Archive":
    """The archive that is named, to read."""
    from archive.store import Archive
    from tournament.settings import settings

    return Archive.open(url or settings().archive, read_only=True)


def _colours() -> bool:
    from tournament.settings import settings

    try:
        colour = settings().colour
    except SpecError:
        return False
    return colour == "always" or (colour == "auto" and sys.stderr.isatty())


def _console(*, stderr: bool = False) -> Any:
    from tournament.render import console
    from tournament.settings import settings

    return console(settings().colour, stderr=stderr)


def _json(value: Any) -> str:
    from tournament.render import as_json

    return as_json(value)


def _listing(rows: Sequence[Mapping[str, Any]], as_json: bool, lesser: Sequence[str] = ()) -> None:
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
        console = _console()
        show(console, table(rows, list(rows[0]), right=numbers, lesser=lesser, width=console.width))


if __name__ == "__main__":
    main()
