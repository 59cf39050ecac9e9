"""Leduc poker: its rules by hand, what is seen, how it is written, and its worlds."""

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from engine.conformance import laws
from engine.errors import IllegalActionError, NotationError, SpecError
from engine.events import event
from engine.game import game
from engine.jit import COMPILED
from engine.rng import split
from engine.view import Playthrough
from tests.strategies import playthroughs

LEDUC = game("leduc")
DRAWS = 3000 if COMPILED else 600


def played(deal, words):
    playing = Playthrough(LEDUC.parse(f"{deal} |"))
    for word in words.split():
        playing.play(playing.state.parse_action(word))
    return playing


def seen(playing, seat):
    return [LEDUC.text.event(LEDUC, event(word)) for word in playing.view(seat).events]


@pytest.mark.parametrize(
    ("deal", "words", "chips"),
    [
        ("K Q J", "call call call call", 1),
        ("J Q J", "call call call call", 1),  # the pair beats the queen
        ("K J J", "raise raise call raise raise call", -13),
        ("Q Q K", "raise raise call raise raise call", 0),
        ("J K Q", "raise fold", 1),
        ("K J Q", "call raise fold", -1),
        ("K J Q", "raise raise fold", -3),
        ("K J Q", "raise call raise raise fold", -7),
        ("K J Q", "call raise raise call call raise call", 9),
    ],
)
def test_chips_go_to_the_winner(deal, words, chips):
    state = played(deal, words).state
    assert state.is_over
    assert state.returns == (chips, -chips)
    assert state.scores == (chips, -chips)


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("", "call raise"),
        ("call", "call raise"),
        ("raise", "fold call raise"),
        ("raise raise", "fold call"),
        ("call raise raise", "fold call"),
        ("call call", "call raise"),
        ("raise call call raise raise", "fold call"),
    ],
)
def test_what_is_legal(words, legal):
    state = played("J Q K", words).state
    assert " ".join(state.format_action(action) for action in state.legal_actions) == legal


def test_the_first_seat_begins_both_rounds():
    assert [played("J Q K", words).state.to_act for words in ("", "call", "call call", "raise call")] == [
        0,
        1,
        0,
        0,
    ]


def test_what_a_seat_sees():
    playing = played("J Q K", "call raise")
    assert str(playing.view(0)) == "J ? ? | call raise"
    playing.play(playing.state.parse_action("call"))
    assert str(playing.view(1)) == "? Q K | call raise call |"
    for word in ("call", "call"):
        playing.play(playing.state.parse_action(word))
    assert str(playing.view(0)) == "J Q K | call raise call | call call"
    assert seen(playing, 0)[2:4] == ["A calls", "K is turned up"]
    assert seen(playing, 0) == seen(playing, 1)
    assert seen(playing, 0)[-2:] == ["A shows J", "B shows Q"]


def test_folded_hands_are_not_shown():
    playing = played("J Q K", "call call raise fold")
    assert str(playing.view(0)) == "J ? K | call call | raise fold"
    assert str(played("J Q K", "raise fold").view(1)) == "? Q ? | raise fold"


@pytest.mark.parametrize(
    "text", ["J Q", "J J J |", "J Q K | call fold", "J Q K | call call call", "J Q X |", "J Q K call"]
)
def test_broken_positions_are_refused(text):
    with pytest.raises(NotationError):
        LEDUC.parse(text)


def test_a_third_raise_is_refused():
    with pytest.raises(IllegalActionError, match="fold, call"):
        played("J Q K", "raise raise raise")


def test_deals_have_the_weights_of_six_cards():
    counted = Counter(tuple(card // 2 for card in cards) for cards in permutations(range(6), 3))
    assert dict(LEDUC.all_deals(LEDUC)) == counted
    assert len(counted) == 24
    with pytest.raises(SpecError, match="ranks"):
        LEDUC.start((1, 1, 1))


def test_deals_are_drawn_by_their_weights():
    weights = dict(LEDUC.all_deals(LEDUC))
    drawn = Counter(LEDUC.draw(split(1, n)) for n in range(DRAWS))
    assert set(drawn) <= set(weights)
    share = DRAWS / sum(weights.values())
    assert chisquare([drawn[deal] for deal in weights], [n * share for n in weights.values()]).pvalue > 1e-4


@pytest.mark.parametrize("words", ["", "raise", "call call", "raise fold", "raise call raise fold"])
@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_are_drawn_as_the_deals_are(words, seat):
    playing = played("Q J K", words)
    view = playing.view(seat)
    wanted = {}
    for deal, weight in LEDUC.all_deals(LEDUC):
        other = Playthrough(LEDUC.start(deal))
        for action in playing.actions:
            other.play(action)
        if other.view(seat) == view:
            wanted[other.state] = weight
    drawn = Counter(view.determinize(split(2, n)) for n in range(DRAWS))
    assert set(drawn) <= set(wanted)
    share = DRAWS / sum(wanted.values())
    if len(wanted) > 1:
        assert chisquare([drawn[each] for each in wanted], [n * share for n in wanted.values()]).pvalue > 1e-4


def test_every_position_is_written_and_read():
    for playing in playthroughs("leduc", 20):
        assert LEDUC.parse(str(playing.state)) == playing.state


def test_leduc_keeps_the_laws():
    laws(LEDUC, games=12).require()
