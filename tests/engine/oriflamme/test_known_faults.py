"""FAULTS OF THE ENGINE, known and not mended: each test fails until one is, and then moves to the others."""

from collections import Counter

import pytest

from engine.errors import SpecError
from engine.game import Game, game
from engine.view import Playthrough
from tests.engine.oriflamme.cards import cards_of

TWIN = """round 2 first R reveal 2
queue R.Twin+ | B.Impersonation-1 | G.Queen-0
R 1 | Queen Cutthroat Apothecary Felon Schemer Plot | Impersonation Trap Bribery | Prince | -
B 1 | Queen Prince Cutthroat Apothecary Felon Schemer | Plot Trap Bribery | - | -
G 1 | Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
"""

CROWDED = """round 7 first R reveal 1
queue R.Impersonation-1 | B.Queen+ | R.Prince+ | R.Twin+ \
/ R.Schemer-1 / R.Plot-1 / R.Trap-1 / R.Cutthroat-1 / R.Bribery-1
R 1 | - | Queen Felon Apothecary | - | -
B 1 | Prince Cutthroat Felon | Apothecary Schemer Impersonation | Plot Trap Bribery | -
G 1 | Queen Prince Cutthroat Apothecary Felon Schemer Impersonation Plot | Trap | Bribery | -
"""


def allowed(spec: str) -> Game | None:
    """A game, if there is one of those sizes: to refuse them is a way to mend this."""
    try:
        return game(spec)
    except SpecError:
        return None


@pytest.mark.xfail(strict=True, reason="a Twin beside the queue is taken for a hidden card")
def test_a_world_after_the_impersonation_of_a_twin_has_one_twin_a_family() -> None:
    playing = Playthrough(game("oriflamme:seats=3,set=ablaze").parse(TWIN))
    playing.play(playing.state.parse_action("reveal"))
    playing.play(playing.state.parse_action("target 1"))
    for seed in range(20):
        world = playing.view(0).determinize(seed)
        assert Counter(cards_of(world)) == Counter(cards_of(playing.state))


@pytest.mark.xfail(strict=True, reason="eight places a family: a ninth card lies in another family's")
def test_seven_rounds_of_ablaze_have_room_for_an_impersonation() -> None:
    rules = allowed("oriflamme:seats=3,set=ablaze,rounds=7")
    if rules is not None:
        state = rules.parse(CROWDED)
        assert "R.Queen+" in str(state.play(state.parse_action("reveal")))


@pytest.mark.xfail(strict=True, reason="eight places a family: a ninth card lies in another family's")
@pytest.mark.parametrize("aside", [0, 1])
def test_seven_rounds_of_two_families_have_room_for_one_of_them(aside: int) -> None:
    rules = allowed(f"oriflamme:seats=2,rounds=7,aside={aside}")
    if rules is not None:
        state = rules.deal(1)
        before = Counter(cards_of(state))
        while not state.is_over:
            texts = {state.format_action(action): action for action in state.legal_actions}
            liked = [text for text in texts if text == "keep" or text.startswith(("place R.", "place G."))]
            state = state.play(texts[liked[0] if liked else next(iter(texts))])
            assert Counter(cards_of(state)) == before
