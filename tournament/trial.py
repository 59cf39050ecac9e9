"""A user's bot is tried in a process of its own before this one loads it: it may end whatever loads it."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ai.bot import bot, canonical, is_foreign
from ai.foreign import one_line
from engine.errors import BotError
from engine.game import Game, game
from tournament.fitness import Check, check_bot
from tournament.pulse import Page
from tournament.workers import LoneProcess, ProcessEnded

PATIENCE = 120.0
"""Seconds that a bot may take to load."""


def tried(specs: Iterable[str], game_spec: str | None = None) -> None:
    """Load the users' bots among these, and make them for a game if one is named.

    Raises BotError or SpecError.
    """
    foreign = sorted({spec for spec in specs if is_foreign(spec)})
    if not foreign:
        return
    with closing(LoneProcess()) as process:
        for spec in foreign:
            try:
                process.call(_load, spec, game_spec, patience=PATIENCE)
            except ProcessEnded as end:
                how = f"takes longer than {PATIENCE:.0f} s" if end.overtime else "ends its whole process"
                raise BotError(f"bot '{one_line(spec)}' cannot be loaded: it {how}") from None


def _load(spec: str, game_spec: str | None) -> None:
    canonical(spec)
    if game_spec is not None:
        bot(spec, game(game_spec))


def check_apart(spec: str, rules: Game, games: int, seed: int, limit_milliseconds: int) -> tuple[Check, ...]:
    """Check a user's bot in a process of its own; a process that ends is a check that failed."""
    if not is_foreign(spec):
        return check_bot(spec, rules, games, seed, limit_milliseconds)
    with closing(LoneProcess()) as process:
        terms = (spec, rules.spec, games, seed, limit_milliseconds, process.folder)
        try:
            return process.call(_check, *terms, limit=limit_milliseconds / 1000)
        except ProcessEnded as end:
            note = "could not be interrupted" if end.overtime else "ended its whole process"
            return (Check("gives its process back", False, f"it {note} when it was asked"),)


def _check(
    spec: str, game_spec: str, games: int, seed: int, limit_milliseconds: int, folder: Path
) -> tuple[Check, ...]:
    with closing(Page(folder)) as page:
        return check_bot(spec, game(game_spec), games, seed, limit_milliseconds, page.tell)
