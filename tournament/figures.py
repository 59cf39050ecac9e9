"""Means with intervals: sums of games by deal, and what resampled deals make of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from archive.record import Ending, Replay, Times
from engine.game import Game
from engine.view import Playthrough
from tournament.bootstrap import Floats, interval
from tournament.choices import Result
from tournament.standings import rank_scores, win_shares

BLOCKS = 5_000
"""Where there are more deals, neighbours are drawn together: intervals then cost the same for any number."""
TIMED_GAMES = 400
"""Of at least so many games, spread over all, decisions are counted for the mean time of one."""


@dataclass(frozen=True)
class Figure:
    """A number with the ends of its 95 % interval; None where there is no end to give."""

    value: float
    low: float | None = None
    high: float | None = None


def means(sums: Floats, games: Floats, weights: Floats) -> list[Figure]:
    """The mean of each column of sums over games, both by deal; with intervals if there are several deals."""
    deals = len(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.asarray(sums.sum(axis=0)) / np.asarray(games.sum(axis=0))
        if deals < 2:
            return [Figure(float(value)) for value in values]
        drawn = (weights @ sums) / (weights @ games)
    lows, highs = interval(np.where(np.isfinite(drawn), drawn, values), deals)  # a resample may miss a column
    return [Figure(float(value), float(low), float(high)) for value, low, high in zip(values, lows, highs)]


class Sheet:
    """Games written down one after the other, in any order."""

    def __init__(self, game: Game, names: tuple[str, ...], deals: int) -> None:
        self.game, self.names, self._planned = game, names, deals
        self._index = {name: i for i, name in enumerate(names)}
        self.results: list[Result] = []
        self.faults = {(name, ending): 0 for name in names for ending in Ending}
        self.longest = dict.fromkeys(names, 0.0)
        self._timed: list[tuple[Replay, Times]] = []
        self._stride = 1

    def add(self, replay: Replay, times: Times) -> None:
        """Write down a game."""
        if len(self.results) % self._stride == 0:
            self._timed.append((replay, times))
            if len(self._timed) >= 2 * TIMED_GAMES:
                self._timed, self._stride = self._timed[::2], 2 * self._stride
        deal = replay.key.deal
        block = deal * BLOCKS // self._planned if self._planned > BLOCKS else deal
        self.results.append(Result(block, replay.seats, replay.placing))
        if replay.fault is not None:
            self.faults[replay.seats[replay.fault], replay.ending] += 1
        for name, longest in zip(replay.seats, times.longest):
            self.longest[name] = max(self.longest[name], longest)

    def sums(self) -> "Sums":
        """The games as sums by deal."""
        results = sorted(self.results)
        deals = {deal: i for i, deal in enumerate(sorted({each.deal for each in results}))}
        rows = np.array([deals[each.deal] for each in results], np.intp)[:, None]
        bots = np.array([[self._index[name] for name in each.bots] for each in results], np.intp)
        wins = np.array([win_shares(each.placing) for each in results])
        ranks = np.array([rank_scores(each.placing) for each in results])
        table = np.zeros((3, len(deals), len(self.names), self.game.seats))
        seats = np.arange(self.game.seats)[None, :]
        for i, values in enumerate((np.ones_like(wins), wins, ranks)):
            np.add.at(table[i], (rows, bots, seats), values)
        return Sums(*table)

    def milliseconds(self) -> dict[str, float | None]:
        """The mean time of a decision of each bot."""
        spent, decisions = dict.fromkeys(self.names, 0.0), dict.fromkeys(self.names, 0)
        for replay, times in self._timed:
            for name, total in zip(replay.seats, times.total):
                spent[name] += total
            for seat in deciders(self.game, replay):
                decisions[replay.seats[seat]] += 1
        return {name: spent[name] / decisions[name] if decisions[name] else None for name in self.names}


@dataclass(frozen=True)
class Sums:
    """Counts and sums, each [deals, bots, seats]."""

    games: NDArray[np.float64]
    wins: NDArray[np.float64]
    ranks: NDArray[np.float64]


def deciders(game: Game, replay: Replay) -> list[int]:
    """The seat that decided each action of a replay."""
    seats: list[int] = []
    if not replay.actions:
        return seats
    table = Playthrough(game.start(replay.deal))
    for action in replay.actions:
        seats.append(table.state.to_act)
        table.play(action)
    return seats
