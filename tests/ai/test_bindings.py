"""Every game is bound to the searches."""

import pytest

from ai.bindings import Binding, binding
from engine.errors import SpecError
from engine.game import GAMES, game
from tests.ai.auction import AUCTION


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_entries(name):
    assert isinstance(binding(game(name)), Binding)


def test_a_game_without_entries_is_named():
    with pytest.raises(SpecError, match=r"ai/bindings/auction\.py"):
        binding(AUCTION)
