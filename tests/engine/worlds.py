"""All states that a seat holds possible, found by brute force: every deal is played in every way that the
seat could not tell from what it saw. Knows no rules of any game, and nothing of how worlds are drawn.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from scipy.stats import chi2

from engine.events import seen_by
from engine.rng import split
from engine.state import State
from engine.view import Playthrough, View, observe
from tests.strategies import playthroughs

Deals = Iterable[tuple[tuple[int, ...], int]]
"""Deals with their weights."""

Draw = Callable[[View, int], State]
"""Draws a world from a view by a seed."""


SURE = 1e-5
"""How unlikely draws must be before they fail; seeds are fixed, so they always pass or always fail."""


def seen(spec: str, games: int) -> Iterator[tuple[View, View]]:
    """Views of random games, each with the seat's first view of that game, seat by seat in turn."""
    for playing in playthroughs(spec, games):
        n = len(playing.actions)
        if n == 0:
            first = [playing.view(seat) for seat in range(playing.state.game.seats)]
        yield playing.view(n % len(first)), first[n % len(first)]


def worlds(view: View, deals: Deals) -> Counter[State]:
    """The states that agree with a view and all that came before, each with the weight of its deals.

    `deals` are those that agree with what the seat saw before the first action.
    """
    layer: Counter[tuple[State, int]] = Counter()
    for deal, weight in deals:
        layer[view.game.start(deal), 0] += weight
    found: Counter[State] = Counter()
    while layer:
        following: Counter[tuple[State, int]] = Counter()
        for (state, told), weight in layer.items():
            if told == len(view.events):
                if observe(state, view.seat, view.events) == view:
                    found[state] += weight
                continue
            for action in state.legal_actions:
                playing = Playthrough(state)
                words = tuple(seen_by(word, view.seat) for word in playing.play(action))
                if words == view.events[told : told + len(words)]:
                    following[playing.state, told + len(words)] += weight
        layer = following
    return found


def draw(view: View, seed: int) -> State:
    """How worlds are drawn."""
    return view.determinize(seed)


class Evenness:
    """Counts draws of worlds from many views, and says how likely they are, or draws less even."""

    def __init__(self, how: Draw = draw) -> None:
        self.how = how
        self.views, self.statistic, self.freedom = 0, 0.0, 0

    def look(self, view: View, possible: Counter[State]) -> bool:
        """Draw from a view, unless it has one world only; is every world that is drawn a possible one?"""
        if len(possible) > 1:
            size = max(200, 8 * len(possible))
            drawn = Counter(self.how(view, split(self.views, n)) for n in range(size))
            share = size / sum(possible.values())
            self.statistic += sum(
                (drawn[world] - weight * share) ** 2 / (weight * share) for world, weight in possible.items()
            )
            self.freedom += len(possible) - 1
            self.views += 1
            return not set(drawn) - set(possible)
        return view.determinize(0) in possible

    @property
    def likelihood(self) -> float:
        return float(chi2.sf(self.statistic, self.freedom))
