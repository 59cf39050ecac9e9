"""One step ahead: what looks best right after the action, over a few worlds that agree with the view."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ai.bindings import binding
from ai.bot import BotType, Decision, sole
from ai.search.budget import whole
from engine.game import Game, Option
from engine.rng import split
from engine.state import scratch
from engine.view import View


@dataclass(frozen=True)
class Greedy:
    """Compares actions by the game's evaluation: how the seat stands, less how its best opponent does."""

    evaluate: Callable[..., None]
    worlds: int

    def decide(self, view: View, seed: int) -> Decision:
        """The action of the best mean lead; of equal ones any."""
        return sole(view) or self._compare(view, seed)

    def _compare(self, view: View, seed: int) -> Decision:
        work, out, seat = scratch(view.game), np.zeros(view.game.seats), view.seat
        others = [each for each in range(view.game.seats) if each != seat]
        leads = [0.0] * len(view.legal_actions)
        for world in range(self.worlds):
            data = view.determinize(split(seed, "world", world)).data
            for i, action in enumerate(view.legal_actions):
                work.raw[:] = data
                work.step(work.rows, action, work.out, work.log)
                self.evaluate(work.rows, out)
                leads[i] += float(out[seat]) - max(float(out[each]) for each in others)
        best = [i for i, lead in enumerate(leads) if lead == max(leads)]
        low, width = min(leads), max(leads) - min(leads) or 1.0
        return Decision(
            view.legal_actions[best[split(seed, "choice") % len(best)]],
            view.legal_actions,
            (self.worlds,) * len(leads),
            tuple((lead - low) / width for lead in leads),
            self.worlds * len(leads),
        )


def _make(game: Game, chosen: Mapping[str, str]) -> Any:
    return Greedy(binding(game).evaluate, int(chosen["worlds"]))


GREEDY = BotType(
    "greedy",
    "Looks one step ahead in a few worlds and takes what gives the best lead by the game's evaluation.",
    (Option("worlds", "How many worlds it looks at.", ("8",), read=whole(1, 1000)),),
    _make,
)
