from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tournament.schedule import Fixture, circle, fixtures, is_balanced, keys, n_games, pairings
from tournament.spec import Entrant, TournamentSpec, check


def spec(n: int, seats: int, deals: int = 6, seed: int = 1) -> TournamentSpec:
    game = "kuhn" if seats == 2 else f"oriflamme:seats={seats}"
    return check(
        TournamentSpec(game, tuple(Entrant(f"b{i}", "random") for i in range(n)), deals=deals, seed=seed)
    )


SHAPES = [(2, 2), (4, 2), (3, 3), (5, 3), (4, 4), (6, 4), (5, 5), (6, 5)]


@pytest.mark.parametrize(("n", "seats"), SHAPES)
def test_every_bot_meets_every_seat_equally_on_every_deal(n: int, seats: int) -> None:
    games = list(fixtures(spec(n, seats, deals=3)))
    assert len(games) == n_games(spec(n, seats, deals=3))
    for deal in range(3):
        seated = Counter(
            (each.name, seat)
            for game in games
            if game.key.deal == deal
            for seat, each in enumerate(game.seats)
        )
        assert len(seated) == n * seats
        assert len(set(seated.values())) == 1
    assert is_balanced(spec(n, seats))


@pytest.mark.parametrize(("n", "seats"), SHAPES)
def test_every_pairing_meets_the_same_deals(n: int, seats: int) -> None:
    seeds: dict[int, set[int]] = {}
    for each in fixtures(spec(n, seats)):
        seeds.setdefault(each.key.deal, set()).add(each.deal_seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len(set().union(*seeds.values())) == len(seeds)


def test_all_groups_meet() -> None:
    met = {frozenset(each.name for each in game.seats) for game in fixtures(spec(5, 3))}
    assert met == {frozenset(group) for group in combinations([f"b{i}" for i in range(5)], 3)}


def test_each_bot_follows_each_other_one_equally_often() -> None:
    after = Counter[tuple[str, str]]()
    for each in fixtures(spec(4, 4, deals=6)):
        for seat in range(4):
            after[each.seats[seat].name, each.seats[(seat + 1) % 4].name] += 1
    assert len(after) == 12
    assert len(set(after.values())) == 1
    assert sorted(circle(4, deal) for deal in range(6)) == sorted({circle(4, deal) for deal in range(6)})


def by_key(each: TournamentSpec) -> dict[object, Fixture]:
    return {fixture.key: fixture for fixture in fixtures(each)}


def test_more_deals_are_the_old_games_and_new_ones() -> None:
    few, many = by_key(spec(4, 3, deals=2)), by_key(spec(4, 3, deals=5))
    assert few.items() <= many.items()
    assert len(many) > len(few)


def test_another_bot_leaves_the_games_of_the_others_as_they_are() -> None:
    few, many = by_key(spec(4, 3)), by_key(spec(5, 3))
    assert few.items() <= many.items()


def test_the_order_of_bots_changes_nothing() -> None:
    one = spec(4, 3)
    other = replace(one, bots=one.bots[::-1])
    assert by_key(one) == by_key(other)


def test_another_spec_under_the_same_name_is_another_pairing() -> None:
    one = spec(2, 2)
    other = replace(one, bots=(one.bots[0], Entrant("b1", "greedy")))
    assert {each.number for each in pairings(one)}.isdisjoint(each.number for each in pairings(other))


def test_seeds_are_all_different_and_follow_from_the_seed() -> None:
    games = list(fixtures(spec(4, 4)))
    seeds = [seed for game in games for seed in game.bot_seeds]
    assert len(set(seeds)) == len(seeds)
    assert not set(seeds) & {seed for game in fixtures(spec(4, 4, seed=2)) for seed in game.bot_seeds}


def test_the_schedule_is_lazy() -> None:
    bots = tuple(Entrant(f"b{i}", "random") for i in range(3))
    huge = check(TournamentSpec("kuhn", bots, deals=1_000_000))
    assert next(keys(huge)).deal == 0
