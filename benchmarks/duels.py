"""Duels: two bots share the seats of a table, and all deals are played in every rotation.

With four seats two of each sit down. A game's score is how often a seat of the first bot is placed ahead of
a seat of the second, ties half: 0.5 is even, whatever the number of seats. All games of one deal
count as one observation, since they share the cards; the interval is Student's over deals.

    python benchmarks/duels.py GAME BOT BOT [--deals N] [--seed S] [--archive FILE]
"""

import argparse
import math
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from scipy.stats import t as student

from archive.record import Replay
from archive.store import Archive
from engine.game import game
from tournament.run import run
from tournament.spec import Entrant, TournamentSpec, check

CONCURRENCY = 2
SEARCHES = {
    1: "a world that a belief refused 64 times was taken unweighed; the end of Turn the Tide was solved for "
    "the share of the win, even where the rank was sought",
    2: "one of 16 worlds that a belief refused is taken, in proportion to their weights; the end of Turn the "
    "Tide is solved for what is sought",
}
"""What the searches were like that duels were played with: a new number where they decide otherwise."""


@dataclass(frozen=True)
class Duel:
    """How a duel went."""

    game: str
    first: str
    second: str
    deals: int
    games: int
    score: float
    """Of the first against the second, from 0 to 1."""
    low: float
    high: float
    """95 % interval of the score."""
    wins: float
    """The first bot's share of the wins."""
    faults: int
    """Games that ended by a fault (time, crash); they count as they were placed."""
    search: int = max(SEARCHES)
    """The number of the searches that played."""

    @property
    def elo(self) -> tuple[float, float, float]:
        """The score, and its interval, on Elo's scale."""
        low, middle, high = (
            -400 * math.log10(1 / min(max(x, 1e-3), 1 - 1e-3) - 1) for x in (self.low, self.score, self.high)
        )
        return low, middle, high

    @property
    def clear(self) -> bool:
        """Is even outside the interval?"""
        return self.low > 0.5 or self.high < 0.5

    def told(self) -> str:
        """One line."""
        low, elo, high = self.elo
        score = f"{self.score:.3f} ({self.low:.3f} to {self.high:.3f})"
        return (
            f"{self.first} against {self.second} at {self.game}: {score}, "
            f"{elo:+.0f} Elo ({low:+.0f} to {high:+.0f}), {self.games} games"
        )


def score(replay: Replay, first: str) -> float:
    """How often a seat of the first bot is ahead of one of the second, ties half."""
    mine = [place for place, bot in zip(replay.placing, replay.seats, strict=True) if bot.startswith(first)]
    others = [
        place for place, bot in zip(replay.placing, replay.seats, strict=True) if not bot.startswith(first)
    ]
    pairs = [(a, b) for a in mine for b in others]
    return sum(1.0 if a < b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)


def summary(spec: str, first: str, second: str, replays: Iterable[Replay]) -> Duel:
    """The figures of a duel whose bots are named a1, a2 ... and b1, b2 ..."""
    by_deal, wins, faults, games = defaultdict(list), 0.0, 0, 0
    for replay in replays:
        by_deal[replay.key.deal].append(score(replay, "a"))
        wins += sum(
            share for share, bot in zip(replay.returns, replay.seats, strict=True) if bot.startswith("a")
        )
        faults += replay.fault is not None
        games += 1
    blocks = [statistics.mean(scores) for scores in by_deal.values()]
    mean, n = statistics.mean(blocks), len(blocks)
    half = float(student.ppf(0.975, n - 1)) * statistics.stdev(blocks) / math.sqrt(n) if n > 1 else 1.0
    return Duel(spec, first, second, n, games, mean, mean - half, mean + half, wins / games, faults)


def duel(spec: str, first: str, second: str, deals: int, seed: int, archive: Path | None = None) -> Duel:
    """Play a duel as a tournament of the product; games that the archive has are not played again."""
    seats = game(spec).seats
    names = [f"{'ab'[i % 2]}{i // 2 + 1}" for i in range(seats)]
    bots = tuple(Entrant(name, first if name[0] == "a" else second) for name in names)
    with tempfile.TemporaryDirectory() as folder:
        path = archive or Path(folder) / "duel.db"
        with Archive.open(str(path)) as kept:
            made = check(TournamentSpec(game=spec, bots=bots, deals=deals, seed=seed))
            run(made, kept, CONCURRENCY)
            met = sorted(each.name for each in made.bots)
            replays = [
                each
                for each in kept.games(made.digest)
                if sorted(each.seats) == met and each.key.deal < deals
            ]
            replays = [each for each in replays if _is(each, made)]
            return summary(made.game, first, second, replays)


def _is(replay: Replay, spec: TournamentSpec) -> bool:
    """Is a game of the archive one of this duel?"""
    specs = {each.name: each.spec for each in spec.bots}
    return all(specs[name] == bot for name, bot in zip(replay.seats, replay.bots, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--archive", type=Path)
    options = parser.parse_args()
    last = options.bots[-1]
    for each in options.bots[:-1]:
        found = duel(options.game, each, last, options.deals, options.seed, options.archive)
        print(found.told(), f"faults {found.faults}" if found.faults else "", flush=True)


if __name__ == "__main__":
    main()


__all__ = ["Duel", "asdict", "duel", "main", "score", "summary"]
