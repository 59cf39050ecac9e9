"""The strongest combinations of parts that were found: `expert`. docs/strength.md has the evidence."""

from collections.abc import Mapping
from typing import Any

from ai.bot import BotType
from ai.search.bots import make
from ai.search.budget import options, whole
from ai.search.parts import ONE_OF, search_options
from engine.game import Game, Option, complete

LONG_MILLISECONDS, LONG_ITERATIONS = 300, 30_000
"""A budget from here on is long: another combination may be best."""

QUICK: dict[str, dict[str, str]] = {
    "oriflamme": {"tree": "multi", "payoff": "rank", "weight": "0", "belief": "search", "doubt": "0.1"},
    "tide": {"tree": "multi", "payoff": "rank", "weight": "0", "endgame": "exact"},
    "kuhn": {"tree": "keyed", "selection": "smooth", "final": "mixed"},
    "leduc": {"tree": "keyed", "selection": "smooth", "final": "mixed"},
}
LONG: dict[str, dict[str, str]] = {}
"""Where a long budget asks for other parts."""


def preset(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """The parts for a game and a budget, as options that differ from the plain search's."""
    milliseconds = int(chosen["milliseconds"])
    is_long = milliseconds >= LONG_MILLISECONDS or (
        milliseconds == 0 and int(chosen["iterations"]) >= LONG_ITERATIONS
    )
    quick = QUICK.get(game.name, {})
    return dict(LONG.get(game.name, quick) if is_long else quick)


def _make(game: Game, chosen: Mapping[str, str]) -> Any:
    budget = {name: chosen[name] for name in ("iterations", "threads")}
    if chosen["milliseconds"] != "0":
        budget["milliseconds"] = chosen["milliseconds"]
    return make(game, complete(search_options(1000), preset(game, chosen) | budget, "bot 'expert'"))


EXPERT = BotType(
    "expert",
    "The strongest search that is known for the game and the budget; see docs/strength.md.",
    (
        *options(10_000),
        Option("threads", "Root-parallel threads; figures are added up.", ("1",), read=whole(1, 64)),
    ),
    _make,
    one_of=ONE_OF,
)
