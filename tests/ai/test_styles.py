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


KINDS = [
    "Archer",
    "Soldier",
    "Spy",
    "Heir",
    "Lord",
    "Shapeshifter",
    "Assassination",
    "RoyalDecree",
    "Conspiracy",
    "Ambush",
]


def third_round(asked, queue, hand):
    """A position with R to decide, whose hand it is."""
    played = 2 if asked == "place 0" else 3
    rows = []
    for family in "RBGK":
        used = [each for each in KINDS if f"{family}.{each}" in queue]
        kept = hand if family == "R" else []
        free = [each for each in KINDS if each not in (*used, *kept)]
        gone, free = free[: played - len(used)], free[played - len(used) :]
        held, aside = (kept, free) if family == "R" else (free[: 7 - played], free[7 - played :])
        in_order = sorted(held, key=KINDS.index)
        rows.append(f"{family} 2 | {' '.join(in_order)} | {' '.join(aside)} | {' '.join(gone) or '-'} | -")
    return "\n".join([f"round 3 first R {asked}", f"queue {queue}", *rows])


@pytest.mark.parametrize(
    ("queue", "hand", "chosen"),
    [
        # An Heir brings the most of what is left, unless another one is face up.
        ("B.Archer+ | G.Spy+", "Heir Lord RoyalDecree Conspiracy Ambush", "place Heir"),
        ("B.Archer+ | B.Heir+", "Heir Spy RoyalDecree Conspiracy Ambush", "place Spy"),
        # A Lord rather lies down beside an own card.
        ("B.Archer+ | R.Spy+", "Lord Heir RoyalDecree Conspiracy Ambush", "place Heir"),
        ("B.Spy+ | G.Heir+ | R.Archer+", "Lord Spy RoyalDecree Conspiracy Ambush", "place Lord back"),
        ("R.Archer+ | G.Heir+ | B.Spy+", "Lord Spy RoyalDecree Conspiracy Ambush", "place Lord front"),
    ],
)
def test_the_aggressor_places_an_heir_and_a_lord_where_they_bring_something(queue, hand, chosen):
    assert decided("aggressor", third_round("place 0", queue, hand.split()), 0).startswith(chosen)


def test_the_aggressor_does_not_reveal_an_heir_beside_another():
    hand = ["Lord", "Spy", "RoyalDecree", "Conspiracy"]
    for beside, chosen in (("B.Heir+", "keep"), ("B.Spy+", "reveal")):
        assert decided("aggressor", third_round("reveal 1", f"R.Heir-1 | {beside}", hand), 0) == chosen


@pytest.mark.parametrize("name", ["hoarder", "aggressor"])
def test_a_style_says_that_it_plays_oriflamme_only(name):
    with pytest.raises(SpecError, match="plays oriflamme only, not kuhn"):
        bot(name, game("kuhn"))


@pytest.mark.jit
@pytest.mark.parametrize("name", ["greedy", "hoarder", "aggressor"])
def test_a_baseline_beats_random(name):
    # A quarter would be an even share; standard error over 100 games about 0.05.
    assert share_of_wins(name, "random", BASE, 100) > 0.5
