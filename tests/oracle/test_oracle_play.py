from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tests.oracle import flow
from tests.oracle.deals import (
    SIZES,
    random_deal,
    random_names,
    random_options,
    random_playthrough,
    random_start,
)
from tests.oracle.names import ABLAZE, BASE, COMBINED_PILES, OPTIONS, TWIN, set_names
from tests.oracle.text import format_queue, parse_queue

TABLES = [(cards, seats) for cards, row in SIZES.items() for seats in row]
AT_HOME = {"OPT-11": "ablaze", "OPT-17": "alliance", "OPT-18": "alliance", "OPT-19": "alliance"}
"""The set in which an option matters; the others matter in the base game."""
VALUES = [(option, value) for option, values in OPTIONS.items() for value in values]


def card_count(position: flow.Position) -> Counter[str]:
    """Count every card of the game, wherever it is, by its printed owner and name."""
    state = position.now
    count = Counter(f"{card.family}.{card.name}" for slot in state.queue for card in slot.cards)
    for zone in (state.hand, state.aside, state.discard):
        count.update(f"{family}.{name}" for family, names in zone.items() for name in names)
    count.update(f"{card.family}.{card.name}" for cards in state.reserve.values() for card in cards)
    count.update(f"{family}.{name}" for deck in state.deck.values() for family, name in deck)
    count.update(f"{family}.{TWIN}" for family in state.twin)
    return count


def check(position: flow.Position) -> None:
    """Check what must hold at every decision."""
    state = position.now
    legal = flow.legal(position)
    if flow.is_over(position):
        assert legal == []
        assert flow.winners(position)
    else:
        assert flow.player(position) in state.players
        assert legal
        assert len(set(legal)) == len(legal)
        asked_alone = legal == ["keep"] or legal[0].startswith("place")
        assert len(legal) > 1 or asked_alone
    assert all(points >= 0 for points in state.purse.values())
    assert state.verdicts_left() >= 0
    text = format_queue(state.queue)
    assert format_queue(parse_queue(text)) == text
    for slot in state.row():
        for card in slot.cards:
            assert card.points == 0 or not card.up or card.name == "Diplomat"
            assert not card.waiting or state.phase == "resolution"
    tokens = [card.bribe for slot in state.queue for card in slot.cards if card.bribe]
    assert len(set(tokens)) == len(tokens)


def play_and_check(position: flow.Position, chance: Random) -> flow.Position:
    cards = card_count(position)
    check(position)
    seen = (position.now.round, position.now.phase)
    for _action, after in random_playthrough(position, chance):
        check(after)
        assert card_count(after) == cards
        now = (after.now.round, after.now.phase)
        assert now[0] - seen[0] in (0, 1)
        assert now[0] == seen[0] or now[1] == "placement"
        seen = now
        position = after
    assert position.now.round == position.now.rounds
    return position


@pytest.mark.parametrize(("cards", "seats"), TABLES)
def test_random_games_keep_the_rules(cards: str, seats: int) -> None:
    chance = Random(f"{cards} {seats}")
    for number in range(24):
        options = random_options(chance) if number % 2 else None
        end = play_and_check(random_start(cards, seats, chance, options), chance)
        # A2: the seventh card stays; D1: an Informer may bring one back, and A6: one more by colour.
        left = sum(map(len, end.now.hand.values()))
        assert left == (4 if seats == 2 else seats)


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_random_games_with_each_option_value(option: str, value: str) -> None:
    chance = Random(f"{option} {value}")
    home = AT_HOME.get(option, "base")
    pair = option in ("OPT-20", "OPT-30")
    for _ in range(24):
        play_and_check(
            random_start(home, 2 if pair else chance.choice([3, 4, 5]), chance, {option: value}), chance
        )


@pytest.mark.parametrize("seats", [["R", "B"], ["R", "B", "G"]])
@pytest.mark.parametrize("aside", [0, 1])
def test_small_games_end_after_their_rounds(seats: list[str], aside: int) -> None:
    chance = Random(f"{seats} {aside}")
    for rounds in (1, 2, 3):
        for cards in (BASE[:4], ABLAZE[:5], random_names(chance)[:6]):
            deal = random_deal(seats, cards, chance, aside)
            position = flow.start(seats, cards, rounds=rounds, **deal)
            end = play_and_check(position, chance)
            assert end.now.round == rounds


def test_a_deal_is_taken_over_as_given() -> None:
    deal = random_deal(["RB", "GK"], set_names("base"), Random(1))
    position = flow.start(2, "base", **deal)
    found = flow.as_json(position)
    assert found["hand"] == deal["hands"]
    assert found["aside"] == deal["asides"]
    assert found["deck"] == deal["decks"]
    assert found["purse"] == {"RB": 1, "GK": 1}
    assert flow.player(position) == "RB"
    assert len(flow.legal(position)) == 6
    # A6: the colours alternate in a deck.
    colours = [card[0] for card in found["deck"]["RB"]]
    assert sorted(colours) == ["B"] * 4 + ["R"] * 4
    assert all(one != two for one, two in pairwise(colours))


def test_playing_leaves_the_position_before_as_it_was() -> None:
    chance = Random(7)
    position = random_start("combined", 4, chance)
    while not flow.is_over(position):
        before = flow.as_json(position)
        legal = flow.legal(position)
        after = [flow.as_json(flow.play(position, action)) for action in legal]
        assert flow.as_json(position) == before
        assert flow.legal(position) == legal
        action = chance.choice(legal)
        position = flow.play(position, action)
        assert flow.as_json(position) == after[legal.index(action)]


def test_an_illegal_action_is_refused() -> None:
    position = random_start("base", 3, Random(3))
    with pytest.raises(ValueError, match="illegal action"):
        flow.play(position, "reveal")


def test_combined_names_come_from_the_piles() -> None:
    chance = Random(5)
    for _ in range(20):
        names = random_names(chance)
        assert len(set(names)) == 10
        assert [sum(name in pile for name in names) for _, pile in COMBINED_PILES] == [1, 1, 2, 2, 4]


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "seats"), TABLES)
def test_games_are_as_long_as_part_e_says(cards: str, seats: int) -> None:
    # Part E counts the decisions with a choice: with the forced keeps of a Rebellion without points
    # (always asked) the Alliance games would be three per cent longer than it says.
    chance = Random(f"length {cards} {seats}")
    games, choices = 200, 0
    for number in range(games):
        position = random_start(cards, seats, chance, None if number % 3 else random_options(chance))
        while not flow.is_over(position):
            legal = flow.legal(position)
            choices += len(legal) > 1
            position = flow.play(position, chance.choice(legal))
    assert choices / games == pytest.approx(SIZES[cards][seats], rel=0.03)
