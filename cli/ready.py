"""What is made ready before a command does its work: compiled kernels, an archive."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cli.answers import terminal
from engine.errors import GonfalonError

if TYPE_CHECKING:
    from archive.store import Archive
    from engine.game import Game
    from tournament.warm import Step


def warm(
    game: "Game",
    bots: Sequence[str],
    silent: bool = False,
    replays: bool = False,
    more: "Iterable[Step]" = (),
) -> None:
    """Compile what is needed, to play replays again too if so asked, if it never was, and show that."""
    from tournament.progress import Screen
    from tournament.warm import warm

    with Screen(terminal(stderr=True), silent=silent) as screen, screen.compiling(game.spec) as compiling:
        warm(game, bots, compiling.step, replays=replays, more=more)


def warm_for(games: Iterable[str]) -> None:
    """Compile what playing replays of these games again needs; what is no game is left to who looks at it."""
    from engine.game import game

    for spec in dict.fromkeys(games):
        try:
            rules = game(spec)
        except GonfalonError:
            continue
        warm(rules, [], replays=True)


def opened(url: str | None) -> "Archive":
    """The archive that is named, to read."""
    from archive.store import Archive
    from tournament.settings import settings

    return Archive.open(url or settings().archive, read_only=True)
