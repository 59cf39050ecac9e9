"""The laws of cards: in every set, in play and in every world, no card comes or goes."""

from random import Random

import pytest

from engine.conformance import Moment, check, laws
from engine.conformance.knowledge import views_change_by_events
from engine.game import game
from engine.view import Playthrough
from tests.engine.oriflamme.cards import cards_of
from tests.engine.oriflamme.test_lockstep import EVERY, small, with_options


@pytest.mark.jit
@pytest.mark.parametrize("which", EVERY)
def test_cards_are_conserved(which: str) -> None:
    chance = Random(f"laws {which}")
    for seed in range(3):
        seats = chance.choice([2, 3] if which == "base" else [3, 4])
        spec = with_options(f"oriflamme:set={which},seats={seats}", chance)
        report = laws(game(spec), games=1, seed=seed, cards=cards_of).require()
        assert report.checks["cards_are_conserved"] > report.decisions


@pytest.mark.jit
@pytest.mark.parametrize("which", EVERY)
def test_cards_of_small_games_are_conserved(which: str) -> None:
    chance = Random(f"small laws {which}")
    for seed in range(12):
        report = laws(game(with_options(small(which, chance), chance)), games=1, seed=seed, cards=cards_of)
        assert report.findings == ()


TWO_VICTIMS = """
round 3 first RB target 3 Assassination
queue B.Soldier+ / B.Shapeshifter-2 | K.Soldier-3 | G.Assassination+ | B.Lord+ | G.Archer-0 | G.Shapeshifter-0
RB 7 | R.Conspiracy B.Assassination R.Soldier B.Conspiracy
GK 9 | K.Archer G.Spy K.RoyalDecree G.Heir
R | Archer Spy Assassination | Lord Shapeshifter RoyalDecree | Heir Ambush | -
B | RoyalDecree | Archer Spy Heir | Ambush | -
G | Lord Conspiracy | Soldier RoyalDecree Ambush | - | -
K | Shapeshifter Conspiracy | Spy Lord Ambush | Heir Assassination | -
"""


def test_the_same_card_may_fall_in_either_of_two_places() -> None:
    """The Archer in the fifth place here, in the sixth in a world: one view, and all saw the choice."""
    state = game("oriflamme:seats=2").parse(TWO_VICTIMS)
    for seed in range(200):
        moment = Moment(state, Playthrough(state), seed, (), None)
        assert check(views_change_by_events, moment)[1] == ""
