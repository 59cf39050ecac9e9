"""The baselines of Oriflamme: they see a view only, and a player would recognise them."""

import numpy as np
import pytest

from ai.baselines.styles import STYLES, choose
from ai.bindings import binding
from ai.bot import bot
from engine.errors import SpecError
from engine.game import game
from engine.jit import COMPILED
from engine.rng import new_rng
from engine.view import Playthrough
from tests.ai.playing import share_of_wins, views

SPECS = ("oriflamme:seats=4", "oriflamme:set=alliance", "oriflamme:set=ablaze", "oriflamme:seats=2")
BASE = game("oriflamme:seats=4")


def decided(spec, position, seat, seed=1):
    playthrough = Playthrough(BASE.parse(position))
    view = playthrough.view(seat)
    return view.format_action(bot(spec, BASE).decide(view, seed).action)


@pytest.mark.parametrize("style", range(len(STYLES)), ids=STYLES)
@pytest.mark.parametrize("spec", SPECS)
def test_a_style_plays_the_same_on_the_view_and_on_the_whole_state(spec, style):
    for seed in range(4 if COMPILED else 1):
        for view, state in views(game(spec), seed):
            legal = np.array(view.legal_actions, np.int64)
            seen = choose(view.rows, view.seat, legal, new_rng(seed), style)
            assert seen == choose(state._rows(), view.seat, legal, new_rng(seed), style)
            assert seen in view.legal_actions


@pytest.mark.jit
@pytest.mark.parametrize("name", ["greedy", "hoarder", "aggressor"])
def test_a_baseline_decides_the_same_whatever_the_others_hold(name):
    decider = bot(name, BASE)
    for view, _ in views(BASE, 5):
        other = Playthrough(view.determinize(99)).view(view.seat)
        other = other._replace(events=view.events)
        assert other.data == view.data
        assert decider.decide(other, 1) == decider.decide(view, 1)


def test_evaluation_counts_purses_and_what_is_to_come():
    out = np.zeros(BASE.seats)
    state = BASE.deal(1)
    binding(BASE).evaluate(state._rows(), out)
    assert out.tolist() == [1.0] * 4
    for action in (-1, -1, -1, -1):
        state = state.play(state.legal_actions[action])
    binding(BASE).evaluate(state._rows(), out)
    assert (out >= 1.0).all()
    assert out.max() > 1.0


@pytest.mark.parametrize("name", ["hoarder", "aggressor"])
def test_a_style_says_that_it_plays_oriflamme_only(name):
    with pytest.raises(SpecError, match="plays oriflamme only, not kuhn"):
        bot(name, game("kuhn"))


@pytest.mark.jit
@pytest.mark.parametrize("name", ["greedy", "hoarder", "aggressor"])
def test_a_baseline_beats_random(name):
    # A quarter would be an even share; standard error over 100 games about 0.05.
    assert share_of_wins(name, "random", BASE, 100) > 0.5
