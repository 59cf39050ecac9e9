"""Games a few at a time, one after the other, in whatever process.

A worker writes on its page what it is at (tournament.pulse), so that it is known if it should end.
"""

import os
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache
from itertools import islice
from pathlib import Path

from ai.bot import Bot, bot
from ai.quiet import quiet
from archive.record import GameKey, Replay, Times
from engine.game import game
from tournament.clock import Clock
from tournament.match import Journal, play_game
from tournament.pulse import Page
from tournament.schedule import fixture
from tournament.spec import TournamentSpec
from tournament.warm import warm

Played = tuple[Replay, Times]
BATCH_SECONDS, MAX_BATCH = 0.25, 400


class Stop:
    """A flag that workers see too: once it is set, games that run are finished and no more are begun."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gonfalon-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self.requested = False

    def request(self) -> None:
        """Set the flag."""
        self.requested = True
        (self.path / "stop").touch()

    def close(self) -> None:
        """Remove what belongs to it on disk."""
        self._folder.cleanup()


def play_here(spec: TournamentSpec, keys: Iterator[GameKey], stop: Stop) -> Generator[list[Played]]:
    """Play games in this process until there are none left or a stop is requested."""
    pace = Pace()
    for batch in batches(keys, pace):
        with quiet():
            played, seconds = play_batch(spec, batch, stop.path)
        pace.learn(len(played), seconds)
        yield played
        if stop.requested:
            return


def play_batch(
    spec: TournamentSpec, batch: list[GameKey], folder: Path, *, worker: bool = False
) -> tuple[list[Played], float]:
    """Play games one after the other, until a stop is requested: their records, and the seconds taken."""
    _ready(spec)
    start, played, stop = time.perf_counter(), [], str(folder / "stop")
    with (
        closing(Page(folder)) as page,
        Clock(spec.limit_milliseconds, deadly=worker, tell=page.tell) as clock,
    ):
        for key in batch:
            if os.path.exists(stop):
                break
            page.at(key)
            played.append(play_key(spec, key, clock))
    return played, time.perf_counter() - start


def play_key(spec: TournamentSpec, key: GameKey, clock: Clock, journal: Journal | None = None) -> Played:
    """Play the game at an address of a tournament."""
    _ready(spec)
    scheduled = fixture(spec, key)
    seated = [_seated(each.spec, spec.game) for each in scheduled.seats]
    return play_game(
        game(spec.game), scheduled, seated, clock, record_search=spec.record_search, journal=journal
    )


@lru_cache(maxsize=4)
def _ready(spec: TournamentSpec) -> None:
    """Load what is compiled, once a process, so that no bot's clock runs meanwhile."""
    warm(game(spec.game), [each.spec for each in spec.bots])


@lru_cache(maxsize=256)
def _seated(spec: str, rules: str) -> Bot:
    return bot(spec, game(rules))


def batches(keys: Iterator[GameKey], pace: "Pace") -> Iterator[list[GameKey]]:
    """The keys in batches of the size that the pace has when each is asked for."""
    while batch := list(islice(keys, pace.size)):
        yield batch


class Pace:
    """How many games make a batch, so that one takes about a quarter of a second."""

    def __init__(self) -> None:
        self.size = 1

    def learn(self, games: int, seconds: float) -> None:
        """Take a batch's time into account."""
        if games:
            fitting = round(BATCH_SECONDS * games / max(seconds, 1e-6))
            self.size = max(1, min(MAX_BATCH, 4 * self.size, fitting))
