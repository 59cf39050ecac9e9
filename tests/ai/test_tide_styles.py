"""The baselines of Turn the Tide: they see a view only, and a player would recognise them."""

import numpy as np
import pytest

from ai.baselines.tide_styles import STYLES, choose
from ai.bindings import binding
from ai.bot import bot
from engine.errors import SpecError
from engine.game import game
from engine.jit import COMPILED
from engine.rng import new_rng
from engine.view import Playthrough
from tests.ai.playing import share_of_wins, views

TIDE = game("tide")
SMALL = game("tide:seats=3,deck=30,hand=4,tides=6")
NAMES = ("ducker", "counter")


def decided(name, rules, position):
    view = Playthrough(rules.parse(position)).view(0)
    return view.format_action(bot(name, rules).decide(view, 1).action)


@pytest.mark.parametrize("style", range(len(STYLES)), ids=STYLES)
@pytest.mark.parametrize(
    "rules", [SMALL, game("tide:high-card=choose,left-over=shown")], ids=lambda g: g.spec
)
def test_a_style_plays_the_same_on_the_view_and_on_the_whole_state(rules, style):
    for view, state in views(rules, 2):
        legal = np.array(view.legal_actions, np.int64)
        seen = choose(view.rows, view.seat, legal, new_rng(3), style)
        assert seen == choose(state._rows(), view.seat, legal, new_rng(3), style)
        assert seen in view.legal_actions
        if not COMPILED and int(state.row["turn"]) == 1:
            break


SAFE = """round 1 tide 2 6
A 3 15 20 29 |  | 1 | 2 | 0
B 4 16 21 28 |  | 5 | 1 | 0
C 5 17 22 27 |  | - | 2 | 0"""


def test_a_ducker_plays_low_and_high_in_trouble():
    assert decided("ducker", SMALL, SAFE) == "play 3"
    trouble = SAFE.replace("| 1 | 2 | 0", "| 6 | 2 | 0").replace("tide 2 6", "tide 2 4")
    assert decided("ducker", SMALL, trouble) == "play 29"
    useless = trouble.replace("tide 2 4", "tide 5 6").replace("| 5 |", "| 4 |").replace("| 6 |", "| 5 |")
    assert decided("ducker", SMALL, useless) == "play 3"


def test_a_counter_knows_a_card_that_cannot_be_beaten():
    high = """round 1 tide 1 5
A 29 30 |  | 5 | 2 | 0
B 6 7 |  | 4 | 2 | 0
C 8 9 |  | 3 | 2 | 0"""
    assert decided("counter", SMALL, high) in ("play 29", "play 30")
    # Of 15 and 3 the first is likely to be second and to take the 6, the last never is.
    low = """round 1 tide 5 6
A 3 15 |  | 1 | 1 | 0
B 4 16 |  | 3 | 1 | 0
C 5 14 |  | 2 | 1 | 0"""
    assert decided("counter", SMALL, low) == "play 3"


@pytest.mark.parametrize("name", NAMES)
def test_a_style_takes_the_lower_tide_card(name):
    rules = game("tide:seats=3,deck=30,hand=4,tides=6,high-card=choose")
    state = rules.parse(SAFE)
    for text in ("play 29", "play 4", "play 5"):
        state = state.play(state.parse_action(text))
    assert decided(name, rules, str(state)) == "take 2"


@pytest.mark.parametrize("name", NAMES)
def test_a_style_says_that_it_plays_tide_only(name):
    with pytest.raises(SpecError, match="plays tide only, not kuhn"):
        bot(name, game("kuhn"))


def test_evaluation_counts_points_preservers_and_levels():
    def stand(text):
        out = np.zeros(3)
        binding(SMALL).evaluate(SMALL.parse(text)._rows(), out)
        return out.tolist()

    usual = stand(SAFE)
    assert usual[0] > usual[1]
    assert stand(SAFE.replace("1 | 2 | 0", "1 | 2 | 9"))[0] == pytest.approx(usual[0] + 9)
    assert stand(SAFE.replace("1 | 2 | 0", "1 | 1 | 0"))[0] < usual[0]
    assert stand(SAFE.replace("| 1 | 2 |", "| 6 | 2 |"))[0] < usual[0]


@pytest.mark.jit
@pytest.mark.parametrize("name", ["greedy", "ducker", "counter"])
def test_a_baseline_beats_random(name):
    # A quarter would be an even share; standard error over 100 games about 0.05.
    assert share_of_wins(name, "random", TIDE, 100) > 0.5


@pytest.mark.jit
@pytest.mark.parametrize("name", ["flat:iterations=200", "ismcts:iterations=200"])
def test_a_search_beats_random(name):
    # A third would be an even share.
    assert share_of_wins(name, "random", SMALL, 60) > 0.5
