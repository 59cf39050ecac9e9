"""Where the time of games goes: to the bots, to the referee, and within a search to its phases.

Games are played with the bot in every seat, and each part is timed as it is called, in this process's
processor time, which holds on a busy machine too. What a search does is measured within it
(tournament.profile_search); such a bot's searches are repeated until enough iterations were timed.
"""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import process_time as clock

import numpy as np

from ai.bot import Bot, Decision, bot, is_foreign
from ai.search.bots import Searcher
from engine.errors import GonfalonError
from engine.game import Game, split_spec
from engine.rng import split
from engine.state import digest
from engine.view import Playthrough, View
from tournament.profile_figures import Group, Part, Profile, Search, Told
from tournament.profile_search import NAMES, Meter, Searched, cost, look_within, measured
from tournament.warm import quick

ENOUGH, PATIENCE = 4000, 4.0
"""Iterations whose laps are wanted, and seconds of repeating after which fewer must do."""
WORDS = 3
"""Of a kind of decision with more words, only the first are named."""
_ROUND = re.compile(r"^(?:round|trick|turn) (\d+)", re.M)


class _Laps:
    """Takes the time since the last lap for a part, so that no time is left out."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._since = clock()

    def lap(self, name: str, less: float = 0.0) -> float:
        """The seconds since the last lap, less what had nothing to do with the games."""
        now = clock()
        taken, self._since = max(now - self._since - less, 0.0), now
        self.seconds[name] = self.seconds.get(name, 0.0) + taken
        self.calls[name] = self.calls.get(name, 0) + 1
        return taken


@dataclass(frozen=True)
class _Decided:
    stage: str
    kind: str
    view: View
    seed: int
    seconds: float
    searches: tuple[Searched, ...]


def _make_ready(player: Bot, game: Game, seed: int) -> None:
    """Decide once, so that no decision is charged with loading kernels."""
    table = Playthrough(game.deal(split(seed, "ready")))
    while not table.state.is_over and len(table.state.legal_actions) < 2:
        table.play(table.state.legal_actions[0])
    if not table.state.is_over:
        _decide(player, table.view(table.state.to_act), seed, Meter())


def kernels(spec: str, game: Game) -> list[tuple[str, Callable[[], None]]]:
    """What has to be compiled to profile a bot, beside what plays it."""
    if is_foreign(spec):
        return []
    player = _brief(spec, game)
    if not isinstance(player, Searcher):
        return []
    return [(f"{split_spec(spec)[0]}, timed", lambda: _make_ready(player, game, 1))]


def _brief(spec: str, game: Game) -> Bot:
    """The bot with the smallest budget that it may have, whose kernels are the same."""
    if is_foreign(spec):
        return bot(spec, game)
    try:
        return bot(quick(spec), game)
    except GonfalonError:  # a tree a world needs an iteration for each
        return bot(spec, game)


def profile(
    spec: str,
    game: Game,
    games: int,
    seed: int,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Profile:
    """Play games of a bot against itself and see where their time goes; `report` hears how many are done."""
    player, decided, meter, work = bot(spec, game), list[_Decided](), Meter(), 0
    _make_ready(_brief(spec, game), game, seed)
    laps = _Laps()
    for n in range(games):
        report(n, games)
        laps.lap("notes")
        table = Playthrough(game.deal(split(seed, "deal", n)))
        laps.lap("deals")
        while not table.state.is_over:
            view, step = table.view(table.state.to_act), len(table.actions)
            laps.lap("views")
            own = split(seed, "bot", n, step)
            chosen, searches, aside = _decide(player, view, own, meter)
            taken = laps.lap("decisions", aside)
            work += chosen.work
            table.play(chosen.action)
            laps.lap("steps")
            decided.append(_Decided(_stage(view, step), _kind(view), view, own, taken, searches))
            laps.lap("notes")
        digest(table.state), table.state.scores, table.state.returns
        laps.lap("records")
    laps.seconds.pop("notes", None)
    whole, deciding = sum(laps.seconds.values()), laps.seconds["decisions"]
    parts = [Part(name, taken, taken / whole, laps.calls[name]) for name, taken in laps.seconds.items()]
    search = _search(player, decided, meter) if isinstance(player, Searcher) and meter.every else None
    times = [each.seconds for each in decided]
    return Profile(
        spec,
        game.spec,
        games,
        len(decided),
        whole,
        tuple(sorted(parts, key=lambda part: -part.seconds)),
        search,
        search.whole.iterations_a_second if search else work / deciding if work else None,
        1000 * float(np.median(times)),
        1000 * float(np.quantile(times, 0.95)),
        peak_bytes(),
        tuple(_told(each, search) for each in decided),
    )


def _decide(player: Bot, view: View, seed: int, meter: Meter) -> tuple[Decision, tuple[Searched, ...], float]:
    """The decision, what was searched, and the seconds that measuring took besides."""
    if not isinstance(player, Searcher):
        return player.decide(view, seed), (), 0.0
    before = meter.aside
    chosen, searches = measured(player, view, seed, meter)
    return chosen, searches, 1e-9 * (meter.aside - before)


def _stage(view: View, step: int) -> str:
    found = _ROUND.search(str(view))
    return f"round {found[1]}" if found else f"decision {step + 1}"


def _kind(view: View) -> str:
    words = sorted({view.format_action(each).split()[0] for each in view.legal_actions})
    return "/".join(words[:WORDS]) + ("/…" if len(words) > WORDS else "")


def _search(player: Searcher, decided: list[_Decided], meter: Meter) -> Search:
    """What all searches did; they are repeated until enough was measured."""
    found = [(each, list(each.searches)) for each in decided if each.searches]
    begun, repeats = clock(), 1
    while sum(one.kept for _, ones in found for one in ones) < ENOUGH and clock() - begun < PATIENCE:
        for each, ones in found:
            ones += measured(player, each.view, each.seed, meter)[1]
        repeats += 1
    ones = [one for _, some in found for one in some]
    threads, look = player.parts.threads, look_within(ones, meter.alone)
    each_once = repeats * threads
    whole = _group("all", ones, look, each_once)
    uncorrected = sum(_group("all", ones, meter.alone, each_once).phases) / whole.nanoseconds
    shares = tuple(each / whole.nanoseconds for each in whole.phases)

    def groups(name: Callable[[_Decided], str]) -> tuple[Group, ...]:
        by: dict[str, list[Searched]] = {}
        for each, some in found:
            by.setdefault(name(each), []).extend(some)
        return tuple(_group(key, some, look, each_once) for key, some in by.items())

    return Search(
        NAMES,
        whole,
        shares,
        sum(shares),
        uncorrected,
        threads,
        cost(meter, player),
        meter.every,
        look,
        meter.alone,
        sum(one.timed for one in ones),
        sum(one.spoiled for one in ones),
        repeats,
        _trimmed(np.sum([one.depths for one in ones], axis=0).tolist()),
        max(one.nodes for one in ones),
        max(one.room_bytes for one in ones),
        tuple(sorted(groups(lambda each: each.kind), key=lambda group: group.name)),
        tuple(sorted(groups(lambda each: each.stage), key=lambda group: int(group.name.split()[-1]))),
    )


def _group(name: str, ones: list[Searched], look: float, each_once: int) -> Group:
    """What searches did, a look at the clock taken to cost so much; so many of them are one decision."""
    n, iterations = len(ones), sum(one.iterations for one in ones)
    whole, empty = sum(one.whole for one in ones), sum(one.empty for one in ones)
    timed, kept = sum(one.timed for one in ones), sum(one.kept_nanoseconds for one in ones)
    # Over what the same searches took, so that it does not matter which of them were timed more often.
    share = (whole - empty) / max(iterations, 1) / max(kept, 1.0)
    laps = share * np.sum([np.array(one.phases) - look * np.array(one.looks) for one in ones], axis=0)
    steps = sum(one.steps for one in ones)
    return Group(
        name,
        n // each_once,
        n,
        1e9 * iterations / max(whole, 1.0),
        whole / max(iterations, 1),
        (*(max(float(each), 0.0) for each in laps), empty / max(iterations, 1)),
        sum(one.nodes for one in ones) / n,
        sum(one.depth for one in ones) / max(timed, 1),
        max(one.deepest for one in ones),
        sum(one.choices for one in ones) / max(steps, 1),
        sum(one.worlds for one in ones) / n,
        sum(one.strength for one in ones) / n,
    )


def _trimmed(counts: Iterable[int]) -> tuple[int, ...]:
    """Counts without the zeros at their end."""
    counts = list(counts)
    while counts and not counts[-1]:
        counts.pop()
    return tuple(counts)


def _told(each: _Decided, search: Search | None) -> Told:
    """A decision, its search's time shared out as that of its kind was."""
    if search is None or not each.searches:
        return Told(each.stage, each.kind, each.seconds, ())
    group = next(group for group in search.kinds if group.name == each.kind)
    whole = 1e-9 * sum(one.whole for one in each.searches)
    total = sum(group.phases) or 1.0
    return Told(each.stage, each.kind, each.seconds, tuple(whole * part / total for part in group.phases))


def peak_bytes() -> int | None:
    """The most memory that this process had so far; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most) if sys.platform == "darwin" else 1024 * int(most)
