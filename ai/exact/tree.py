"""The tree of a game: every deal, every action, and what the seat to act knows at each node.

A seat's information set is named by what it was dealt, as its first view has it, and by the events it has
seen since: that is what a bot of the seat is given, and nothing else. While the tree is built two laws are
held against the game: in one information set all views are equal, legal actions included, and its seat has
come there by the same decisions (perfect recall).
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ai.exact.arrays import Lots, Nodes, Sets
from engine.errors import LawError, SpecError
from engine.events import EVENTS, new_log, seen_by
from engine.game import Game
from engine.rng import split
from engine.state import WORD, State, scratch
from engine.view import View, observe

MOST = 1_000_000
"""Nodes of the largest tree that is built unasked: some 15 seconds and 200 MB."""

Pay = Callable[[State], Sequence[float]]
"""What each seat gets in a position where the game is over."""


def payoff(state: State) -> Sequence[float]:
    """The game's own returns; shares of a win less the even share, so that they too add up to 0."""
    even = 0.0 if state.game.zero_sum else 1.0 / state.game.seats
    return tuple(each - even for each in state.returns)


def margin(state: State) -> Sequence[float]:
    """How far each seat's score lies above the mean of the others'."""
    scores, others = state.scores, state.game.seats - 1
    return tuple(each - (sum(scores) - each) / others for each in scores)


@dataclass(frozen=True)
class Tree:
    """A whole game. A policy of it is a vector with the chance of each action of each information set."""

    game: Game
    nodes: Nodes
    sets: Sets
    lots: tuple[Lots, ...]
    """By seat."""
    views: tuple[View, ...]
    """By information set: what its seat knows there."""

    @property
    def terminals(self) -> int:
        """How many ends the game has."""
        return int((self.nodes.info < 0).sum())

    @property
    def slots(self) -> int:
        """The length of a policy."""
        return int(self.sets.size.sum())

    def probabilities(self, policy: NDArray[np.float64], info: int) -> dict[int, float]:
        """The chances of the legal actions at an information set."""
        first = int(self.sets.first[info])
        actions = self.views[info].legal_actions
        return dict(zip(actions, policy[first : first + len(actions)].tolist(), strict=True))

    def __str__(self) -> str:
        """How large it is."""
        by_seat = ", ".join(str(int((self.sets.seat == seat).sum())) for seat in range(self.game.seats))
        return (
            f"{self.game.spec}: {len(self.nodes.parent):,} nodes, {self.terminals:,} ends, "
            f"{len(self.views):,} information sets ({by_seat})"
        )


@dataclass
class _Waiting:
    """A node that is not yet taken up. The tuples have an entry a seat."""

    state: State
    parent: int
    slot: int
    chooser: int
    keys: tuple[int, ...]
    """Numbers of what each has seen."""
    last: tuple[int, ...]
    """The slot of each one's last decision, or -1."""
    depth: tuple[int, ...]
    """How many decisions each has had."""


def _ints() -> "array[int]":
    return array("i")


@dataclass
class _Growth:
    game: Game
    pay: Pay
    most: int
    parent: "array[int]" = field(default_factory=_ints)
    slot: "array[int]" = field(default_factory=_ints)
    chooser: "array[int]" = field(default_factory=_ints)
    info: "array[int]" = field(default_factory=_ints)
    depth: "array[int]" = field(default_factory=_ints)
    chance: list[tuple[int, int]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    pays: list[Sequence[float]] = field(default_factory=list)
    keys: dict[object, int] = field(default_factory=dict)
    seen: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """By key: the key before, and the events seen since."""
    set_of: dict[int, int] = field(default_factory=dict)
    """By key of the seat to act."""
    views: list[View] = field(default_factory=list)
    first: "array[int]" = field(default_factory=_ints)
    last: "array[int]" = field(default_factory=_ints)
    node: "array[int]" = field(default_factory=_ints)
    set_depth: "array[int]" = field(default_factory=_ints)
    slots: int = 0

    def key(self, before: int, what: object, words: tuple[int, ...]) -> int:
        """The number of what a seat has seen, first or after what it had seen before."""
        found = self.keys.get((before, what))
        if found is None:
            found = self.keys[before, what] = len(self.seen)
            self.seen.append((before, words))
        return found

    def events(self, key: int) -> tuple[int, ...]:
        """All events of a key, in order."""
        pieces = []
        while key >= 0:
            key, words = self.seen[key]
            pieces.append(words)
        return sum(reversed(pieces), ())

    def grow(self, deal: tuple[int, ...], weight: int) -> None:
        """Add a deal with all that may come of it."""
        game, state = self.game, self.game.start(deal)
        none, start = (-1,) * game.seats, (0,) * game.seats
        keys = tuple(self.key(-1, (seat, observe(state, seat).data), ()) for seat in range(game.seats))
        self.chance.append((len(self.parent), weight))
        waiting = [_Waiting(state, -1, -1, -1, keys, none, start)]
        while waiting:
            self.take(waiting.pop(), waiting)

    def take(self, now: _Waiting, waiting: list[_Waiting]) -> None:
        """Write a node, and let what follows it wait."""
        number = len(self.parent)
        if number >= self.most:
            raise SpecError(
                f"{self.game.spec} has more than {self.most:,} positions with their histories; "
                "only smaller games are looked at whole: fewer cards, rounds or seats"
            )
        self.parent.append(now.parent)
        self.slot.append(now.slot)
        self.chooser.append(now.chooser)
        self.depth.extend(now.depth)
        if not now.state.legal:
            self.info.append(-1)
            self.ends.append(number)
            self.pays.append(self.pay(now.state))
            return
        seat = now.state.to_act
        info = self.enter(now, seat, number)
        self.info.append(info)
        depth = tuple(each + (who == seat) for who, each in enumerate(now.depth))
        first, actions = self.first[info], now.state.legal_actions
        for i in range(len(actions) - 1, -1, -1):
            state, keys = self.play(now, actions[i])
            last = tuple(first + i if who == seat else each for who, each in enumerate(now.last))
            waiting.append(_Waiting(state, number, first + i, seat, keys, last, depth))

    def enter(self, now: _Waiting, seat: int, number: int) -> int:
        """The information set of the seat to act; raises LawError if this node cannot belong to it."""
        key, view = now.keys[seat], observe(now.state, seat)
        info = self.set_of.get(key)
        if info is None:
            info = self.set_of[key] = len(self.views)
            self.views.append(view._replace(events=self.events(key)))
            self.first.append(self.slots)
            self.last.append(now.last[seat])
            self.node.append(number)
            self.set_depth.append(now.depth[seat])
            self.slots += len(view.legal_actions)
            return info
        known = self.views[info]
        if view.data != known.data or view.legal_actions != known.legal_actions:
            raise LawError(
                f"{self.game.spec}: seat {seat} has seen the same, but sees '{view}' with actions "
                f"{view.legal_actions}, or '{known}' with {known.legal_actions}"
            )
        if now.last[seat] != self.last[info]:
            raise LawError(
                f"{self.game.spec}: seat {seat} is not told in '{view}' what it chose itself before"
            )
        return info

    def play(self, now: _Waiting, action: int) -> tuple[State, tuple[int, ...]]:
        """The state after an action, and what each seat has seen then."""
        work = scratch(self.game)
        work.raw[:] = now.state.data
        n = work.step(work.rows, action, work.out, _LOG)
        words = tuple(_LOG[EVENTS : EVENTS + int(_LOG[0])].tolist())
        state = State(self.game, work.raw.tobytes(), work.legal[: WORD * n].tobytes())
        if not words:
            return state, now.keys
        seen = [tuple(seen_by(word, seat) for word in words) for seat in range(self.game.seats)]
        return state, tuple(self.key(key, each, each) for key, each in zip(now.keys, seen, strict=True))

    def tree(self) -> Tree:
        """What has grown, as arrays."""
        n, seats = len(self.parent), self.game.seats
        chance, pay = np.zeros(n), np.zeros((seats, n))
        total = sum(weight for _, weight in self.chance)
        for node, weight in self.chance:
            chance[node] = weight / total
        pay[:, self.ends] = np.array(self.pays).T
        by_node = self.parent, self.slot, self.chooser, self.info
        parent, slot, chooser, info = (np.array(each, np.int32) for each in by_node)
        nodes = Nodes(parent, slot, chooser, info, chance, pay)
        sizes = [len(view.legal_actions) for view in self.views]
        seat_of = [view.seat for view in self.views]
        by_set = (seat_of, self.first, sizes, self.node, self.set_depth)
        sets = Sets(*(np.array(each, np.int32) for each in by_set))
        depths = np.array(self.depth, np.int32).reshape(n, seats)
        lots = tuple(_lots(depths[:, seat], sets, seat) for seat in range(seats))
        return Tree(self.game, nodes, sets, lots, tuple(self.views))


_LOG = new_log()


def _lots(depth: NDArray[np.int32], sets: Sets, seat: int) -> Lots:
    order = np.argsort(depth, kind="stable").astype(np.int32)
    most = int(depth.max())
    starts = np.searchsorted(depth[order], np.arange(most + 2)).astype(np.int32)
    own = np.flatnonzero(sets.seat == seat).astype(np.int32)
    own = own[np.argsort(sets.depth[own], kind="stable")]
    set_starts = np.searchsorted(sets.depth[own], np.arange(most + 1)).astype(np.int32)
    return Lots(order, starts, own, set_starts)


PROBES, FAR = 32, 1000
"""Random games that tell how large a tree is, and how many times too large is refused on their word."""


def estimated(game: Game, probes: int = PROBES) -> float:
    """About how many nodes come of a deal, on average, without building them.

    A node that is met with a chance of 1 to n stands for n: the mean over random games is unbiased (Knuth,
    "Estimating the efficiency of backtrack programs", 1975), and a thousand times too high in one case of a
    thousand at most (Markov).
    """
    whole = 0.0
    for probe in range(probes):
        state, stands = game.deal(probe), 1.0
        for step in range(game.max_decisions):
            whole += stands
            if state.is_over:
                break
            actions = state.legal_actions
            stands *= len(actions)
            state = state.play(actions[split(probe, "probe", step) % len(actions)])
    return whole / probes


def build(game: Game, *, pay: Pay = payoff, most: int = MOST) -> Tree:
    """The tree of a game; raises SpecError if it is too large, LawError if the game breaks a law of views."""
    if game.all_deals is None:
        raise SpecError(f"{game.spec} does not list its deals; only games that do are looked at whole")
    if (size := estimated(game)) > FAR * most:
        raise SpecError(
            f"{game.spec} has some {size:.0e} positions with their histories after each deal; "
            f"games with at most {most:,} are looked at whole: fewer cards, rounds or seats"
        )
    growth = _Growth(game, pay, most)
    for deal, weight in game.all_deals(game):
        growth.grow(deal, weight)
    return growth.tree()
