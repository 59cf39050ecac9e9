"""The laws of cards: in every set, in play and in every world, no card comes or goes."""

from random import Random

import pytest

from engine.conformance import laws
from engine.game import game
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
