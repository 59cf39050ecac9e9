"""What a tournament shows: a pure function from its records to a value that render.py draws.

Ratings are those of tournament.rating. Beside them stand two plain figures of each bot: its share of wins,
to be compared with the share that an equal bot would have, and its rank score, the share of opponents
beaten with ties a half. All intervals are 95 %, from resampled deals (tournament.bootstrap).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import inf

import numpy as np

from archive.record import Ending, Replay, Times
from engine.errors import SpecError, nearest
from engine.game import game
from engine.rng import split
from tournament.bootstrap import Floats, interval, resamples
from tournament.choices import Choices, choices
from tournament.figures import Figure, Sheet, Sums, means
from tournament.rating import ELO, estimate, resampled
from tournament.schedule import n_games, pairings
from tournament.spec import TournamentSpec

MAX_ANCHOR = 1_000_000


@dataclass(frozen=True)
class BotRow:
    """What a bot has achieved."""

    name: str
    spec: str
    games: int
    rating: Figure
    bound: str
    """Empty, or what the rating is: `>` at least, `<` at most, `~` not settled by these games."""
    win_share: Figure
    rank_score: Figure
    mean_place: float
    """Places shared by several count as their mean."""
    crashes: int
    illegal: int
    overtime: int
    milliseconds: float | None
    """The mean time of a decision."""
    longest_milliseconds: float


@dataclass(frozen=True)
class SeatRow:
    """How a seat has done, whoever sat in it: what the rules give to it."""

    seat: int
    player: str
    games: int
    win_share: Figure
    rank_score: Figure


@dataclass(frozen=True)
class BotSeatRow:
    """A bot in one seat."""

    name: str
    seat: int
    games: int
    win_share: float
    rank_score: float


@dataclass(frozen=True)
class PairRow:
    """Two bots in the games that both played: how often the first was placed ahead, level a half."""

    name: str
    other: str
    games: int
    score: Figure


@dataclass(frozen=True)
class Report:
    """All tables of a tournament."""

    tournament: str
    name: str
    game: str
    rules: int
    deals: int
    """Deals of which games are stored."""
    games: int
    games_planned: int
    expected_share: float
    """The share of wins of a bot that is equal to all others."""
    anchor: str | None
    bots: tuple[BotRow, ...]
    """The best rating first."""
    seats: tuple[SeatRow, ...]
    bots_by_seat: tuple[BotSeatRow, ...]
    pairs: tuple[PairRow, ...]


def anchored(text: str | None, spec: TournamentSpec) -> tuple[str, float] | None:
    """An anchor as a flag names it: a bot, and the rating it shall have, usually 0; raises SpecError."""
    if text is None:
        return None
    name, _, number = text.partition("=")
    spec.spec_of(name)
    try:
        rating = float(number or 0)
    except ValueError:
        rating = inf
    if not abs(rating) <= MAX_ANCHOR:
        raise SpecError(f"'{number}' is not a rating; write --anchor {name}=1500")
    return name, rating


def chosen(spec: TournamentSpec, games: Iterable[tuple[Replay, Times]]) -> Iterator[tuple[Replay, Times]]:
    """The games that the spec has; an archive may hold more, of other bots or further deals."""
    numbers, digest = {pairing.number for pairing in pairings(spec)}, spec.digest
    for replay, times in games:
        key = replay.key
        if key.tournament == digest and key.pairing in numbers and key.deal < spec.deals:
            yield replay, times


def report(
    spec: TournamentSpec, games: Iterable[tuple[Replay, Times]], anchor: tuple[str, float] | None = None
) -> Report:
    """The report of a tournament so far. Ratings have mean 0, or give the anchor, a bot, its number.

    Raises SpecError if there are no games yet, or no bot of the anchor's name has played.
    """
    rules = game(spec.game)
    sheet, deals = Sheet(rules, tuple(sorted(each.name for each in spec.bots)), spec.deals), set()
    for replay, times in chosen(spec, games):
        sheet.add(replay, times)
        deals.add(replay.key.deal)
    if not sheet.results:
        raise SpecError(f"no games of '{spec.name}' are stored yet; run it first")
    data = choices(sheet.results)
    if anchor is not None and anchor[0] not in data.names:
        raise SpecError(f"no bot '{anchor[0]}' has played; {nearest(anchor[0], data.names)}")
    weights, sums = resamples(len(data.deals), split(spec.seed, "intervals")), sheet.sums()
    bots = _bot_rows(spec, sheet, sums, weights, _ratings(data, weights, anchor))
    return Report(
        tournament=spec.digest,
        name=spec.name,
        game=spec.game,
        rules=spec.rules,
        deals=len(deals),
        games=len(sheet.results),
        games_planned=n_games(spec),
        expected_share=1 / rules.seats,
        anchor=anchor[0] if anchor else None,
        bots=tuple(sorted(bots, key=lambda row: (-row.rating.value, row.name))),
        seats=_seat_rows(sheet, sums, weights),
        bots_by_seat=_bot_seat_rows(sheet, sums),
        pairs=_pair_rows(data, weights),
    )


def _ratings(
    data: Choices, weights: Floats, anchor: tuple[str, float] | None
) -> dict[str, tuple[Figure, str]]:
    """Each bot's rating with its interval, and whether it is a bound."""
    fitted = estimate(data)
    values, ends = np.array(fitted.ratings), None
    if len(data.deals) > 1 and not any(fitted.bounds):
        ends = ELO * resampled(data, weights, fitted.parameters)
    if anchor is not None:
        at = data.names.index(anchor[0])
        values = values - values[at] + anchor[1]
        ends = None if ends is None else ends - ends[:, [at]] + anchor[1]
    if ends is None:
        rows = [
            Figure(value, value if bound == ">" else None, value if bound == "<" else None)
            for value, bound in zip(values.tolist(), fitted.bounds)
        ]
    else:
        lows, highs = interval(ends, len(data.deals))
        rows = [Figure(*map(float, row)) for row in zip(values, lows, highs)]
    return {name: (row, bound) for name, row, bound in zip(data.names, rows, fitted.bounds)}


def _bot_rows(
    spec: TournamentSpec,
    sheet: Sheet,
    sums: Sums,
    weights: Floats,
    ratings: dict[str, tuple[Figure, str]],
) -> Iterator[BotRow]:
    games = sums.games.sum(axis=2)
    wins, ranks = (means(table.sum(axis=2), games, weights) for table in (sums.wins, sums.ranks))
    milliseconds, others = sheet.milliseconds(), sheet.game.seats - 1
    for i, name in enumerate(sheet.names):
        if name in ratings:
            yield BotRow(
                name=name,
                spec=spec.spec_of(name),
                games=int(games[:, i].sum()),
                rating=ratings[name][0],
                bound=ratings[name][1],
                win_share=wins[i],
                rank_score=ranks[i],
                mean_place=1 + (1 - ranks[i].value) * others,
                crashes=sheet.faults[name, Ending.CRASH],
                illegal=sheet.faults[name, Ending.ILLEGAL],
                overtime=sheet.faults[name, Ending.TIME],
                milliseconds=milliseconds[name],
                longest_milliseconds=sheet.longest[name],
            )


def _seat_rows(sheet: Sheet, sums: Sums, weights: Floats) -> tuple[SeatRow, ...]:
    games = sums.games.sum(axis=1)
    wins, ranks = (means(table.sum(axis=1), games, weights) for table in (sums.wins, sums.ranks))
    return tuple(
        SeatRow(seat, player, int(games[:, seat].sum()), wins[seat], ranks[seat])
        for seat, player in enumerate(sheet.game.players)
    )


def _bot_seat_rows(sheet: Sheet, sums: Sums) -> tuple[BotSeatRow, ...]:
    games, wins, ranks = (table.sum(axis=0) for table in (sums.games, sums.wins, sums.ranks))
    return tuple(
        BotSeatRow(
            name,
            seat,
            int(games[i, seat]),
            float(wins[i, seat] / games[i, seat]),
            float(ranks[i, seat] / games[i, seat]),
        )
        for i, name in enumerate(sheet.names)
        for seat in range(sheet.game.seats)
        if games[i, seat]
    )


def _pair_rows(data: Choices, weights: Floats) -> tuple[PairRow, ...]:
    """Every two bots that have met, in both orders."""
    n, met = len(data.names), np.asarray(data.met.sum(axis=0))
    columns = [a * n + b for a, b in permutations(range(n), 2) if met[a * n + b]]
    figures = means(data.beaten[:, columns].toarray(), data.met[:, columns].toarray(), weights)
    return tuple(
        PairRow(data.names[at // n], data.names[at % n], int(met[at]), figure)
        for at, figure in zip(columns, figures)
    )
