"""Faults that were found once and mended: the right value stands here for ever."""

from collections import Counter

import pytest

from engine.errors import NotationError, SpecError
from engine.game import game
from engine.view import Playthrough
from tests.engine.oriflamme.cards import cards_of

POSITION = """round 2 first R {}
queue R.Heir+ | B.Spy+ | G.{}
R 1 | Archer Soldier Spy Lord Shapeshifter Assassination | RoyalDecree Conspiracy Ambush | - | -
B 1 | Archer Soldier Heir Lord Shapeshifter Assassination | RoyalDecree Conspiracy Ambush | - | -
G 1 | {} Soldier Spy Lord Shapeshifter Assassination | RoyalDecree Conspiracy Ambush | - | -
"""
ABLAZE = """round 2 first R place 0
queue R.Queen+ | B.Twin{}
R 1 | Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
B 1 | {} Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
G 1 | Queen Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
"""

TWIN = """round 2 first R reveal 2
queue R.Twin+ | B.Impersonation-1 | G.Queen-0
R 1 | Queen Cutthroat Apothecary Felon Schemer Plot | Impersonation Trap Bribery | Prince | -
B 1 | Queen Prince Cutthroat Apothecary Felon Schemer | Plot Trap Bribery | - | -
G 1 | Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
"""


def test_a_world_after_the_impersonation_of_a_twin_has_one_twin_a_family() -> None:
    playing = Playthrough(game("oriflamme:seats=3,set=ablaze").parse(TWIN))
    playing.play(playing.state.parse_action("reveal"))
    playing.play(playing.state.parse_action("target 1"))
    for seed in range(20):
        world = playing.view(0).determinize(seed)
        assert Counter(cards_of(world)) == Counter(cards_of(playing.state))


@pytest.mark.parametrize(
    "spec", ["oriflamme:seats=3,set=ablaze,rounds=7", "oriflamme:seats=2,rounds=7,aside=0"]
)
def test_more_rounds_than_a_family_has_places_for_are_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="from 1 to 6"):
        game(spec)


@pytest.mark.parametrize("aside", [0, 1, 3])
def test_six_rounds_of_two_families_have_room_for_one_of_them(aside: int) -> None:
    state = game(f"oriflamme:seats=2,aside={aside}").deal(1)
    before = Counter(cards_of(state))
    while not state.is_over:
        texts = {state.format_action(action): action for action in state.legal_actions}
        liked = [text for text in texts if text == "keep" or text.startswith(("place R.", "place G."))]
        state = state.play(texts[liked[0] if liked else next(iter(texts))])
        assert Counter(cards_of(state)) == before


def test_the_positions_are_sound_otherwise() -> None:
    assert game("oriflamme:seats=3").parse(POSITION.format("reveal 3", "Heir-0", "Archer"))
    assert game("oriflamme:seats=3,set=ablaze").parse(ABLAZE.format("+", "Queen Prince"))


@pytest.mark.parametrize("asked", ["mode 1 Heir", "exchange 1 Heir", "twin 1 Heir", "exchange 1 Empress"])
def test_a_card_is_not_asked_for_what_it_never_asks(asked: str) -> None:
    with pytest.raises(NotationError):
        game("oriflamme:seats=3").parse(POSITION.format(asked, "Heir-0", "Archer"))


@pytest.mark.parametrize(("face", "hand"), [("-1", "Queen Prince")])
def test_a_twin_is_never_hidden(face: str, hand: str) -> None:
    with pytest.raises(NotationError):
        game("oriflamme:seats=3,set=ablaze").parse(ABLAZE.format(face, hand))
