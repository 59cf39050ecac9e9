import json
from dataclasses import asdict, replace
from io import StringIO

import pytest
from rich.console import Console

from archive.record import Ending, GameKey, Replay, Times, place_with_fault
from engine.errors import SpecError
from tests.tournament.simulated import placed
from tournament.render import as_csv, report_csv, report_json, report_parts, show, table
from tournament.report import Report, anchored, chosen, report
from tournament.schedule import Fixture, fixtures
from tournament.spec import Entrant, TournamentSpec, check

FOUR = check(
    TournamentSpec("oriflamme:seats=4", tuple(Entrant(n, "random") for n in "wxyz"), deals=12, name="four")
)
TWO = check(TournamentSpec("kuhn", tuple(Entrant(n, "random") for n in "abc"), deals=12, name="two"))
STRENGTH = {"w": 1.0, "x": 0.3, "y": -0.3, "z": -1.0, "a": 0.5, "b": 0.0, "c": -0.5}


def record(
    each: Fixture, placing: tuple[int, ...], game: str, fault: int | None = None
) -> tuple[Replay, Times]:
    """A record with that placing; nothing that a report does not look at is right."""
    names = tuple(bot.name for bot in each.seats)
    specs, ending = ("random",) * len(names), Ending.OVER if fault is None else Ending.CRASH
    known = (each.key, game, 1, names, specs, each.bot_seeds, (), (), "", placing, placing, ())
    replay = Replay(*known, ending=ending, fault=fault)
    return replay, Times((1.0,) * len(names), (1.0,) * len(names))


def records(spec: TournamentSpec) -> list[tuple[Replay, Times]]:
    import numpy as np

    rng = np.random.default_rng(3)
    return [
        record(each, placed([STRENGTH[bot.name] for bot in each.seats], (0.2,), rng), spec.game)
        for each in fixtures(spec)
    ]


@pytest.mark.parametrize("spec", [FOUR, TWO])
def test_a_report_counts_what_there_is(spec: TournamentSpec) -> None:
    games = records(spec)
    found = report(spec, games)
    seats = len(games[0][0].seats)
    assert (found.games, found.games_planned, found.deals) == (len(games), len(games), 12)
    assert found.expected_share == 1 / seats
    assert sum(row.win_share.value * row.games for row in found.bots) == pytest.approx(len(games))
    assert sum(row.win_share.value * row.games for row in found.seats) == pytest.approx(len(games))
    assert sum(row.rank_score.value for row in found.seats) == pytest.approx(seats / 2)
    assert all(
        row.mean_place == pytest.approx(1 + (1 - row.rank_score.value) * (seats - 1)) for row in found.bots
    )
    assert [row.rating.value for row in found.bots] == sorted(
        (row.rating.value for row in found.bots), reverse=True
    )
    for row in found.bots:
        assert row.rating.low is not None
        assert row.rating.high is not None
        assert row.rating.low < row.rating.value < row.rating.high
        seated = [each.games for each in found.bots_by_seat if each.name == row.name]
        assert seated == [row.games // seats] * seats
    scores = {(pair.name, pair.other): pair.score.value for pair in found.pairs}
    assert all(scores[b, a] == pytest.approx(1 - score) for (a, b), score in scores.items())


def test_the_order_of_games_changes_nothing() -> None:
    games = records(FOUR)
    assert report(FOUR, games) == report(FOUR, games[::-1])


def test_only_the_games_of_the_spec_are_counted() -> None:
    games, three = records(TWO), replace(TWO, bots=TWO.bots[:2], deals=5)
    assert {replay.seats for replay, _ in chosen(three, games)} == {("a", "b"), ("b", "a")}
    assert report(three, games).games == 10
    foreign = [
        (replace(replay, key=replace(replay.key, tournament="0" * 16)), times) for replay, times in games
    ]
    with pytest.raises(SpecError, match="no games of 'two' are stored yet"):
        report(TWO, foreign)


def test_an_anchor_gets_its_number() -> None:
    games = records(FOUR)
    plain, fixed = report(FOUR, games), report(FOUR, games, ("y", 1500.0))
    rating = {row.name: row.rating for row in fixed.bots}
    assert rating["y"].value == rating["y"].low == rating["y"].high == 1500
    gaps = [row.rating.value - other.rating.value for row, other in zip(plain.bots, fixed.bots)]
    assert gaps == pytest.approx([gaps[0]] * 4)
    with pytest.raises(SpecError, match="no bot 'v' has played"):
        report(FOUR, games, ("v", 0.0))
    assert anchored("y=1500", FOUR) == ("y", 1500.0)
    for wrong in ("y=strong", "y=nan", "y=inf", "v=3"):
        with pytest.raises(SpecError):
            anchored(wrong, FOUR)


def test_faults_are_counted_by_kind() -> None:
    games = []
    for each in fixtures(TWO):
        names = [bot.name for bot in each.seats]
        fault = names.index("a") if "a" in names else None
        games.append(record(each, place_with_fault((0, 0), fault), "kuhn", fault))
    found = {row.name: row for row in report(TWO, games).bots}
    assert found["a"].crashes == found["a"].games == 48
    assert (found["a"].bound, found["a"].win_share.value) == ("<", 0)
    assert found["b"].crashes == 0


def test_one_deal_has_no_intervals() -> None:
    found = report(replace(FOUR, deals=1), records(FOUR))
    assert all(row.win_share.low is None for row in found.bots)


def drawn(found: Report) -> str:
    out = StringIO()
    show(Console(file=out, width=120, color_system=None, _environ={}), *report_parts(found))
    return out.getvalue()


TABLES = """\
four: oriflamme, 48 games on 12 deals

bot  rating          95 %  games    wins          95 %  expected  rank score  place  faults  ms
w      +202  +130 to +315     48  54.2 %  36.5 to 70.8    25.0 %       0.781   1.66       -
x      +110   +33 to +194     48  32.3 %  15.4 to 49.0    25.0 %       0.656   2.03       -
y       -67   -158 to +26     48   8.3 %   2.1 to 15.6    25.0 %       0.375   2.88       -
z      -244  -358 to -169     48   5.2 %   0.0 to 11.5    25.0 %       0.188   3.44       -

seat  games    wins          95 %  rank score
R        48  24.0 %  10.4 to 36.5       0.517
B        48  26.0 %  16.7 to 38.8       0.472
G        48  20.8 %  10.4 to 32.6       0.438
K        48  29.2 %  16.7 to 38.5       0.573

ahead of       w       x       y       z
w                 61.5 %  80.2 %  92.7 %
x         38.5 %          72.9 %  85.4 %
y         19.8 %  27.1 %          65.6 %
z          7.3 %  14.6 %  34.4 %
"""


def test_the_tables_of_a_report() -> None:
    assert drawn(report(FOUR, records(FOUR))) == TABLES


def test_json_and_csv_hold_the_same_numbers() -> None:
    found = report(FOUR, records(FOUR))
    read = json.loads(report_json(found))
    assert read["bots"][0]["rating"] == asdict(found.bots[0].rating)
    lines = report_csv(found).splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("name,spec,games,rating,rating_low,rating_high,bound,win_share")
    assert as_csv([{"a": 'x,"y"', "b": [1, 2]}]) == 'a,b\n"x,""y""",1 2'


def test_very_many_deals_are_drawn_in_blocks() -> None:
    spec = replace(TWO, deals=20_000)
    key = GameKey(spec.digest, next(iter(fixtures(TWO))).key.pairing, 0, 0)
    one = next(iter(fixtures(TWO)))
    games = [
        record(replace(one, key=replace(key, deal=deal)), (1, 2) if deal % 3 else (2, 1), "kuhn")
        for deal in range(0, 20_000, 3)
    ]
    games += [
        record(replace(one, key=replace(key, deal=deal)), (1, 2), "kuhn") for deal in range(1, 20_000, 3)
    ]
    found = report(spec, games)
    assert found.deals == len(games)
    assert found.bots[0].rating.low is not None


KEYS = [
    {
        "key": f"3f0c9a1122334455-{234567890123456 + n}-{n}-0",
        "game": "oriflamme:set=combined,seats=5",
        "seats": ["a-bot-of-a-long-name", "ismcts-2000", "greedy", "random", "flat"],
        "decisions": 61,
        "reason": "x" * 200,
    }
    for n in range(3)
]


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_on_a_narrow_terminal_keys_and_names_stay_whole(width: int) -> None:
    out = StringIO()
    console = Console(file=out, width=width)
    show(console, table(KEYS, list(KEYS[0]), right=["decisions"], width=width))
    text = out.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    for row in KEYS:
        assert any(line.startswith(f"{row['key']}  ") for line in text.splitlines())
    assert text.count("x") >= 600


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_a_report_fits_a_narrow_terminal(width: int) -> None:
    spec = check(
        TournamentSpec(
            "kuhn", tuple(Entrant(f"bot-of-a-rather-long-name-{n}", "random") for n in range(5)), deals=2
        )
    )
    games = [record(each, (1, 2), spec.game) for each in fixtures(spec)]
    out = StringIO()
    show(Console(file=out, width=width), *report_parts(report(spec, games), width))
    text = out.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    for each in spec.bots:
        assert sum(line.startswith(f"{each.name} ") for line in text.splitlines()) >= 2
    assert ("expected" in text) == (width >= 160)
