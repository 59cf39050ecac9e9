"""Kuhn poker: its rules by hand, what is seen, and that it keeps all laws."""

from collections import Counter

import pytest

from engine.conformance import laws
from engine.errors import NotationError
from engine.events import event
from engine.game import game
from engine.rng import split
from engine.view import Playthrough

KUHN = game("kuhn")


def played(cards, words):
    playing = Playthrough(KUHN.parse(f"{cards} |"))
    for word in words.split():
        playing.play(playing.state.parse_action(word))
    return playing


@pytest.mark.parametrize(
    ("cards", "words", "chips"),
    [
        ("K Q", "pass pass", 1),
        ("K Q", "bet bet", 2),
        ("J Q", "bet pass", 1),
        ("J Q", "pass bet bet", -2),
        ("K J", "pass bet pass", -1),
    ],
)
def test_chips_go_to_the_winner(cards, words, chips):
    state = played(cards, words).state
    assert state.is_over
    assert state.returns == state.scores == (chips, -chips)


def test_a_card_is_seen_at_the_showdown_only():
    assert str(played("K Q", "pass bet").view(0)) == "K ? | pass bet"
    assert str(played("K Q", "pass bet bet").view(0)) == "K Q | pass bet bet"
    folded = played("K Q", "bet pass")
    assert str(folded.view(1)) == "? Q | bet pass"
    assert [KUHN.text.event(KUHN, event(word)) for word in folded.view(1).events] == ["A bets", "B passes"]


def test_worlds_are_drawn_evenly():
    view = played("Q K", "pass").view(1)
    drawn = Counter(str(view.determinize(split(1, n))) for n in range(400))
    assert set(drawn) == {"J K | pass", "Q K | pass"}
    assert abs(drawn["J K | pass"] - 200) < 50


@pytest.mark.parametrize("text", ["J J |", "J Q", "J Q | pass pass bet", "J X |"])
def test_broken_positions_are_refused(text):
    with pytest.raises(NotationError):
        KUHN.parse(text)


def test_kuhn_keeps_the_laws():
    laws(KUHN, games=12).require()
