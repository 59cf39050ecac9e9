"""`determinize` draws every world that agrees with a view equally often: against every deal, played."""

import math
from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from engine.conformance.play import rows_of
from engine.game import Game, game
from engine.games.tide.counting import COUNTS, KEY, ROOM, TWICE, UNSEEN, weight_of
from engine.games.tide.state import HAND, SEATS, TIDE_CARDS
from engine.jit import COMPILED
from engine.rng import new_rng, split
from engine.state import State
from engine.view import ITEMS, Playthrough, View, observe
from tests.engine.tide.worlds import possible

SIGNIFICANT = 1e-4
"""Seeds are fixed, so a sound sampler passes for ever; a wrong one is far beyond."""


def choose(state: State, seed: int, n: int) -> int:
    return state.legal_actions[split(seed, n) % len(state.legal_actions)]


def played(
    rules: Game, seed: int, until: Callable[[State], bool]
) -> tuple[tuple[int, ...], list[int], State]:
    """A deal, and random actions up to the first position that is wanted."""
    deal = rules.draw(split(seed, "deal"))
    state, actions = rules.start(deal), list[int]()
    while not until(state):
        assert not state.is_over, "the position that is wanted never came"
        actions.append(choose(state, seed, len(actions)))
        state = state.play(actions[-1])
    return deal, actions, state


def without_tides(data: bytes, rules: Game) -> bytes:
    """A state without its hidden tide order, which the worlds of these tests share."""
    row = np.frombuffer(data, rules.state_type).copy()
    row["tide"] = 0
    return row.tobytes()


def samples(view: View, count: int, seed: int) -> Counter[bytes]:
    """Worlds drawn from a view, one generator and one room for all."""
    rows, rng = view.rows, new_rng(seed)
    items, out, found = np.zeros(ITEMS, np.int64), np.zeros(view.game.max_legal, np.int64), Counter[bytes]()
    work = view.rows
    for _ in range(count):
        work[0] = rows[0]
        view.game.kernels.determinize(work, view.seat, rng, items, out)
        found[without_tides(work.tobytes(), view.game)] += 1
    return found


def p_value(found: Counter[bytes], wanted: dict[bytes, int]) -> float:
    """The chance of a fit as bad as this one or worse; 0 if a world came up that is not one."""
    if set(found) - set(wanted):
        return 0.0
    n, total = sum(found.values()), sum(wanted.values())
    expected = {key: n * ways / total for key, ways in wanted.items()}
    assert min(expected.values()) >= 5
    statistic = sum((found[key] - each) ** 2 / each for key, each in expected.items())
    return float(chi2.sf(statistic, len(wanted) - 1)) if len(wanted) > 1 else 1.0


def at(**wanted: int) -> Callable[[State], bool]:
    """Positions in which some fields of the record have these values."""
    return lambda state: all(int(state.row[field]) == value for field, value in wanted.items())


def someone_out(state: State) -> bool:
    """One of four is eliminated in the first round, and the round goes on; others have committed."""
    return int(state.row["active"]).bit_count() == 3 and int(state.row["turn"]) == 0 and state.to_act > 1


def ended_early(state: State) -> bool:
    """The last seat is to act in the first hand of a round, after one in which not all cards were played."""
    row, seats = state.row, state.game.seats
    seen = [int(known).bit_count() for known in row["known"][:seats]]
    return int(row["turn"]) == 1 and state.to_act == seats - 1 and min(seen) + 1 < int(row["n_dealt"][0])


THREE = "tide:seats=3,deck=13,hand=3,tides=3"
FOUR = "tide:seats=4,deck=13,hand=3,tides=3,rounds=3"
CASES: dict[str, tuple[str, int, int, Callable[[State], bool]]] = {
    "the start, three seats and a box": (THREE, 1, 0, at()),
    "the start, a box that is shown": ("tide:seats=3,deck=13,hand=4,tides=4,left-over=shown", 1, 0, at()),
    "the start, no box": ("tide:seats=3,deck=12,hand=4,tides=4", 2, 0, at()),
    "the start, four seats and a box": ("tide:seats=4,deck=11,hand=2,tides=2", 4, 3, at()),
    "the start, five seats, no box": ("tide:seats=5,deck=10,hand=2,tides=2", 5, 2, at()),
    "others have committed": (THREE, 3, 2, at(to_act=2)),
    "the seat itself has committed": (THREE, 3, 0, at(to_act=2)),
    "a card of each was played": (THREE, 0, 1, at(drawn=4, to_act=2)),
    "a tide card is chosen": (THREE + ",high-card=choose", 0, 2, at(phase=1)),
    "the second round": (THREE, 56, 0, at(turn=1)),
    "a round of three that ended early": (THREE, 12, 2, ended_early),
    "a round of four that ended early": (FOUR, 37, 2, ended_early),
    "the same, for another seat": (FOUR, 37, 1, at(turn=1, to_act=3)),
    "one is out": ("tide:seats=4,deck=13,hand=3,tides=3,rounds=1", 8, 3, someone_out),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", CASES)
def test_worlds_are_equally_likely(name: str) -> None:
    spec, seed, seat, until = CASES[name]
    rules = game(spec)
    deal, actions, state = played(rules, seed, until)
    worlds = possible(rules, deal, actions, seat)
    wanted = {without_tides(data, rules): ways for data, ways in worlds.items()}
    assert without_tides(state.data, rules) in wanted
    assert len(wanted) >= 10
    assert set(wanted.values()) == {1}, "each world comes of one deal"
    found = samples(observe(state, seat), max(2000, 12 * len(wanted)), seed)
    assert p_value(found, wanted) > SIGNIFICANT


def biased(view: View, chance: Random) -> State:
    """A wrong sampler: hand after hand is dealt until its own life preservers agree."""
    rules, row = view.game, view.row
    deck, size = int(rules.options["deck"]), int(rules.options["hand"])
    pool = [card for card in range(1, deck + 1) if not int(row["dealt"][view.seat]) >> card & 1]
    while True:
        left, hands = list(pool), []
        for hand in range(rules.seats):
            own = [card for card in range(1, deck + 1) if int(row["dealt"][hand]) >> card & 1]
            for _ in range(0 if own else 200):
                own = chance.sample(left, size)
                state = rules.start((*own, *sorted(set(range(1, deck + 1)) - set(own)), *tides_of(rules)))
                if state.row["worth"][0] == row["worth"][hand]:
                    break
                own = []
            hands.append(own)
            left = [card for card in left if card not in own]
        if all(hands):
            flat = [card for own in hands for card in own]
            rest = sorted(set(range(1, deck + 1)) - set(flat))
            return rules.start((*flat, *rest, *tides_of(rules)))


def tides_of(rules: Game) -> tuple[int, ...]:
    return rules.draw(1)[int(rules.options["deck"]) :]


@pytest.mark.jit
def test_a_biased_sampler_is_found_out() -> None:
    """The positive control: the same test refuses hands that are dealt one by one."""
    rules = game("tide:seats=3,deck=9,hand=2,tides=2,rounds=1")
    deal = next(
        deal
        for deal in map(rules.draw, range(200))
        if rules.start(deal).row["worth"][:3].tolist() == [1, 0, 1]
    )
    deal = (*deal[:9], *tides_of(rules))
    wanted = {without_tides(data, rules): ways for data, ways in possible(rules, deal, [], 1).items()}
    view, chance, count = observe(rules.start(deal), 1), Random(1), 40 * len(wanted)
    found = Counter(without_tides(biased(view, chance).data, rules) for _ in range(count))
    assert set(found) == set(wanted)
    assert p_value(found, wanted) < 1e-6
    assert p_value(samples(view, count, 1), wanted) > SIGNIFICANT


@pytest.mark.jit
@pytest.mark.parametrize("seat", [0, 2])
def test_tide_orders_are_equally_likely(seat: int) -> None:
    rules = game("tide:seats=3,deck=9,hand=3,tides=3,rounds=2")
    _, _, state = played(rules, 3, at(drawn=4, to_act=1))
    view, found, rows = observe(state, seat), Counter[tuple[int, ...]](), observe(state, seat).rows
    work, rng, items = view.rows, new_rng(5), np.zeros(ITEMS, np.int64)
    out, n = np.zeros(rules.max_legal, np.int64), 20_000
    for _ in range(n):
        work[0] = rows[0]
        rules.kernels.determinize(work, seat, rng, items, out)
        tide = work[0]["tide"]
        found[(*tide[4:6].tolist(), *tide[TIDE_CARDS : TIDE_CARDS + 6].tolist())] += 1
    left = sorted(state.row["tide"][4:6].tolist())
    ways = (2 if left[0] != left[1] else 1) * 90
    assert len(found) == ways
    assert all(sorted(key[:2]) == left and sorted(key[2:]) == [1, 1, 2, 2, 3, 3] for key in found)
    statistic = sum((each - n / ways) ** 2 / (n / ways) for each in found.values())
    assert chi2.sf(statistic, ways - 1) > SIGNIFICANT


# ---------------------------------------------------------------- the whole game
def exact(classes: list[int], unseen: list[int], twice: list[int]) -> dict[tuple[int, ...], int]:
    """For the first unknown hand: how many deals there are for each (y, z), counted in whole numbers."""

    def ways(hand: int, left: tuple[int, int, int]) -> int:
        return 1 if hand == len(unseen) else sum(by_split(hand, left).values())

    def by_split(hand: int, left: tuple[int, int, int]) -> dict[tuple[int, ...], int]:
        found = {}
        for z in range(unseen[hand] + 1):
            for y in range(unseen[hand] + 1 - z):
                x = unseen[hand] - y - z
                if y + 2 * z - twice[hand] in (0, 1):
                    here = math.comb(left[0], x) * math.comb(left[1], y) * math.comb(left[2], z)
                    if here:
                        rest = (left[0] - x, left[1] - y, left[2] - z)
                        found[y, z] = here * ways(hand + 1, rest)
        return found

    return by_split(0, (classes[0], classes[1], classes[2]))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_counts_are_those_of_whole_numbers(seats: int) -> None:
    """The tables are right to 1e-13, and the first hand falls into its classes as they say."""
    rules = game(f"tide:seats={seats}")
    for seed in range(3):
        view = Playthrough(rules.deal(seed)).view(1)
        items, out = np.zeros(ITEMS, np.int64), np.zeros(rules.max_legal, np.int64)
        rules.kernels.determinize(view.rows, 1, new_rng(1), items, out)
        hands = seats - 1
        wanted = exact(
            items[COUNTS : COUNTS + 3].tolist(),
            items[UNSEEN : UNSEEN + hands].tolist(),
            items[TWICE : TWICE + hands].tolist(),
        )
        total = sum(wanted.values())
        assert float(weight_of(items, hands, 0, 0, 0)) == pytest.approx(float(total), rel=1e-13)
        if not COMPILED:
            continue
        n, found = 4000, Counter[tuple[int, int]]()
        work, rng = view.rows, new_rng(seed)
        for _ in range(n):
            work[0] = view.rows[0]
            rules.kernels.determinize(work, 1, rng, items, out)
            cards = [card for card in range(1, 61) if int(work[0]["dealt"][0]) >> card & 1]
            bands = [(0, 1, 2, 1, 0)[(card - 1) // 12] for card in cards]
            found[bands.count(1), bands.count(2)] += 1
        assert set(found) <= set(wanted)
        likely = [key for key in wanted if n * wanted[key] / total >= 5]
        expected = [n * wanted[key] / total for key in likely]
        observed = [found[key] for key in likely]
        rest = n - sum(expected)
        statistic = sum((one - two) ** 2 / two for one, two in zip(observed, expected, strict=True))
        if rest > 1:
            statistic += (n - sum(observed) - rest) ** 2 / rest
        assert chi2.sf(statistic, len(likely)) > SIGNIFICANT


def test_a_room_is_used_again() -> None:
    """The tables that a room keeps for one view are not taken for those of another."""
    shared = np.zeros(ITEMS, np.int64)
    views = []
    for spec in ("tide:seats=3", "tide:seats=4", "tide:seats=5,deck=30,hand=4"):
        rules = game(spec)
        for seed in range(2):
            state = rules.deal(seed)
            views += [observe(state, seat) for seat in (0, 2)]
            for n in range(2 * rules.seats):
                state = state.play(choose(state, seed, n))
            views.append(observe(state, 1))
    for number, view in enumerate([*views, *reversed(views)]):
        rows, out = view.rows, np.zeros(view.game.max_legal, np.int64)
        view.game.kernels.determinize(rows, view.seat, new_rng(number), shared, out)
        assert rows.tobytes() == view.determinize(number).data
    assert ROOM <= ITEMS
    assert shared[KEY] == shared[ROOM - 1] != 0


def test_what_determinize_reads_is_in_the_view() -> None:
    """A world drawn from a view has all that the view shows, and nothing is unknown in it."""
    rules = game("tide:seats=5")
    state = rules.deal(7)
    for n in range(70 if COMPILED else 12):
        view = observe(state, n % SEATS)
        world = view.determinize(n)
        row, seen = world.row, view.row
        for hand in range(SEATS):
            assert int(seen["dealt"][hand]) & ~int(row["dealt"][hand]) == 0
            assert int(row["dealt"][hand]).bit_count() == HAND
        assert observe(world, view.seat).data == view.data
        assert min(rows_of(world)[0]["tide"].tolist()) >= 0
        state = state.play(choose(state, 7, n))
