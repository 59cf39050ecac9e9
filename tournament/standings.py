"""Standings while a tournament runs: simple counts, a bot a row. tournament.rating has the honest numbers."""

from dataclasses import dataclass

from archive.record import Replay
from tournament.spec import Entrant


@dataclass(frozen=True)
class Standing:
    """What a bot has achieved so far."""

    name: str
    games: int
    win_share: float
    """The mean share of the win: 1 alone in first place, 1/2 for two who share it."""
    rank_score: float
    """The mean share of opponents beaten, ties a half."""
    faults: int


def win_shares(placing: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's share of the win by places.

    >>> win_shares((1, 3, 1))
    (0.5, 0.0, 0.5)
    """
    winners = placing.count(1)
    return tuple(1 / winners if place == 1 else 0.0 for place in placing)


def rank_scores(placing: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's share of opponents beaten, ties a half.

    >>> rank_scores((1, 3, 1))
    (0.75, 0.0, 0.75)
    """
    others = len(placing) - 1
    return tuple(
        sum((place < other) + (place == other) / 2 for other in placing) / others - 0.5 / others
        for place in placing
    )


class Tally:
    """Counts games as they come, in any order."""

    def __init__(self, bots: tuple[Entrant, ...]) -> None:
        self._rows = {each.name: [0, 0.0, 0.0, 0] for each in bots}

    def add(self, replay: Replay) -> None:
        """Count a game."""
        shares, ranks = win_shares(replay.placing), rank_scores(replay.placing)
        for seat, name in enumerate(replay.seats):
            row = self._rows[name]
            row[0] += 1
            row[1] += shares[seat]
            row[2] += ranks[seat]
            row[3] += replay.fault == seat

    def standings(self) -> tuple[Standing, ...]:
        """The bots, the best rank score first."""
        rows = [
            Standing(name, int(n), wins / n if n else 0.0, ranks / n if n else 0.0, int(faults))
            for name, (n, wins, ranks, faults) in self._rows.items()
        ]
        return tuple(sorted(rows, key=lambda row: (-row.rank_score, row.name)))
