"""Texts that are nearly positions: each is refused, or read as a position that can be played to its end."""

from hypothesis import given

from engine.errors import NotationError
from engine.game import game
from engine.view import observe
from tests.strategies import broken_texts

SPECS = ("tide:seats=3,deck=14,hand=4,tides=4,high-card=choose", "tide:seats=4,deck=20,hand=3,tides=5")


@given(broken_texts(SPECS))
def test_a_broken_text_is_refused_or_played(case: tuple[str, str]) -> None:
    spec, text = case
    rules = game(spec)
    try:
        state = rules.parse(text)
    except NotationError:
        return
    assert rules.parse(str(state)) == state
    for seat in range(rules.seats):
        view = observe(state, seat)
        assert observe(view.determinize(1), seat).data == view.data
    for _ in range(rules.max_decisions):
        if state.is_over:
            break
        state = state.play(state.legal_actions[-1])
    assert state.is_over
