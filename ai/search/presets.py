"""The strongest combinations of parts that were found: `expert`. docs/strength.md has the evidence.

The same parts serve all budgets: they were chosen in duels at 8 to 25 milliseconds a decision, and tried at a
tenth of a second. Those of Kuhn and Leduc poker were not measured: they are what theory would choose.
"""

from collections.abc import Mapping
from typing import Any

from ai.bot import BotType
from ai.search.bots import make
from ai.search.budget import options, whole
from ai.search.parts import ONE_OF, search_options
from engine.game import Game, Option, complete

PRESETS: dict[str, dict[str, str]] = {
    "oriflamme": {"tree": "multi", "payoff": "rank", "weight": "0", "belief": "search", "doubt": "0.1"},
    "tide": {"tree": "multi", "payoff": "rank", "weight": "0", "endgame": "exact"},
    "kuhn": {"tree": "keyed", "selection": "smooth", "final": "mixed"},
    "leduc": {"tree": "keyed", "selection": "smooth", "final": "mixed"},
}


def _make(game: Game, chosen: Mapping[str, str]) -> Any:
    budget = {name: chosen[name] for name in ("iterations", "threads")}
    if chosen["milliseconds"] != "0":
        budget["milliseconds"] = chosen["milliseconds"]
    return make(game, complete(search_options(1000), PRESETS.get(game.name, {}) | budget, "bot 'expert'"))


EXPERT = BotType(
    "expert",
    "The strongest search found for the game, by docs/searching.md; elsewhere plain ismcts.",
    (
        *options(10_000),
        Option("threads", "Root-parallel threads; figures are added up.", ("1",), read=whole(1, 64)),
    ),
    _make,
    one_of=ONE_OF,
)
