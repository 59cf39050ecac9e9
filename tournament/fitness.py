"""Is a bot fit to take part? A list of things that are tried, each passed or failed with a reason.

Positions come from random games. A bot must answer each with a legal action in time, decide the same
when it is asked again, in any order, and decide the same whatever is true of what its seat cannot know:
it is given the view of another state that agrees with everything it has seen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ai.bot import Bot, bot
from ai.quiet import quiet
from engine.game import Game
from engine.rng import split
from engine.view import Playthrough, View, observe
from tournament.clock import Clock
from tournament.match import Fault, ask


@dataclass(frozen=True)
class Check:
    """One thing that was tried."""

    name: str
    passed: bool
    note: str


def check_bot(
    spec: str,
    game: Game,
    games: int,
    seed: int,
    limit_milliseconds: int,
    tell: Callable[[bool], None] | None = None,
) -> tuple[Check, ...]:
    """Try a bot on the positions of a few games; raises SpecError or BotError if it cannot be made."""
    player, views = bot(spec, game), list(_views(game, games, seed))
    decided: list[int | None] = []
    slowest, faults = 0.0, list[str]()
    with quiet(), Clock(limit_milliseconds, deadly=tell is not None, tell=tell) as clock:
        for n, view in enumerate(views):
            try:
                action, _, seconds = ask(player, view, split(seed, n), clock)
                slowest = max(slowest, seconds)
                decided.append(action)
            except Fault as verdict:
                faults.append(f"{verdict.ending}: {verdict.reason}")
                decided.append(None)
        again = _differing(player, views, decided, seed, clock, lambda view: view)
        other = bot(spec, game)
        fresh = _differing(other, views, decided, seed, clock, lambda view: view)
        dealt = _differing(player, views, decided, seed, clock, lambda view: _redealt(view, seed))
    total = len(views)
    return (
        Check("legal actions", not faults, faults[0] if faults else f"{total} decisions"),
        Check("decides the same again", not again, _note(again, total, "asked again in reverse order")),
        Check("keeps nothing", not fresh, _note(fresh, total, "made anew")),
        Check("sees no more than its view", not dealt, _note(dealt, total, "the rest dealt anew")),
        Check(
            "in time", not any(each.startswith("time") for each in faults), f"{slowest * 1000:.1f} ms at most"
        ),
    )


def _views(game: Game, games: int, seed: int) -> Iterator[View]:
    """The views of all seats to act in random games."""
    for n in range(games):
        table = Playthrough(game.deal(split(seed, "deal", n)))
        while not table.state.is_over:
            yield table.view(table.state.to_act)
            legal = table.state.legal_actions
            table.play(legal[split(seed, "choice", n, len(table.actions)) % len(legal)])


def _differing(
    player: Bot,
    views: list[View],
    decided: list[int | None],
    seed: int,
    clock: Clock,
    change: Callable[[View], View],
) -> int:
    """In how many positions a bot decides otherwise than it did; it is asked from the last to the first."""
    differing = 0
    for n in reversed(range(len(views))):
        try:
            action: int | None = ask(player, change(views[n]), split(seed, n), clock)[0]
        except Fault:
            action = None
        differing += action != decided[n]
    return differing


def _redealt(view: View, seed: int) -> View:
    """The same view, made from another state that agrees with it."""
    return observe(view.determinize(split(seed, "redealt")), view.seat, view.events)


def _note(differing: int, total: int, how: str) -> str:
    return f"{differing} of {total} decisions differ, {how}" if differing else how
