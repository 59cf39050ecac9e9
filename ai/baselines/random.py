"""Every legal action equally likely."""

from collections.abc import Mapping

from ai.bot import BotType, Decision
from engine.game import Game
from engine.rng import split
from engine.view import View


class Random:
    """Chooses uniformly."""

    def decide(self, view: View, seed: int) -> Decision:
        """Any legal action."""
        return Decision(view.legal_actions[split(seed, "choice") % len(view.legal_actions)])


def _make(game: Game, options: Mapping[str, str]) -> Random:
    return Random()


RANDOM = BotType("random", "Chooses uniformly among the legal actions.", (), _make)
