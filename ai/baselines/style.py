"""The bots that play by a style, a score of actions (ai.baselines.best)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ai.bot import BotType, Decision, sole
from engine.errors import SpecError
from engine.game import Game
from engine.rng import new_rng, split
from engine.view import View


@dataclass(frozen=True)
class Style:
    """Plays one of the styles of a compiled policy."""

    choose: Callable[..., int]
    """(root, seat, legal, rng, style): a kernel."""
    style: int

    def decide(self, view: View, seed: int) -> Decision:
        """What the style prefers; of equal actions any."""
        return sole(view) or Decision(
            int(
                self.choose(
                    view.rows,
                    view.seat,
                    np.array(view.legal_actions, np.int64),
                    new_rng(split(seed, "style")),
                    self.style,
                )
            )
        )


def style_bot(
    name: str, text: str, game_name: str, choose: Callable[..., int], styles: tuple[str, ...]
) -> BotType:
    """The bot that plays the style of its name, one of those of a game."""

    def make(game: Game, options: Mapping[str, str]) -> Any:
        if game.name != game_name:
            raise SpecError(f"bot '{name}' plays {game_name} only, not {game.name}")
        return Style(choose, styles.index(name))

    return BotType(name, text, (), make)
