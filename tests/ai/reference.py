"""The searches once more, slowly: dictionaries and recursion, over the entries that Python calls of a game.

They take the same random numbers in the same order and add the same floats in the same order, so every
figure must be the same to the last bit.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from engine.rng import MASK
from engine.view import ITEMS


class Random:
    """Splitmix64 in Python's whole numbers."""

    def __init__(self, seed):
        self.array = np.array([seed & MASK], np.uint64)

    def below(self, n):
        x = (int(self.array[0]) + 0x9E3779B97F4A7C15) & MASK
        self.array[0] = x
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
        return ((x ^ x >> 31) >> 32) * n >> 32


@dataclass
class Node:
    total: float = 0.0
    visits: int = 0
    available: int = 0
    children: dict = field(default_factory=dict)  # by (action, who chose it), oldest first

    def figures(self):
        """The whole tree below, to compare."""
        below = {key: child.figures() for key, child in self.children.items()}
        return self.visits, self.available, self.total, below


class World:
    """A game that is played on, and its pay-offs."""

    def __init__(self, view, rng):
        self.game, self.rng = view.game, rng
        self.kernels = view.game.kernels
        self.rows, self.out = view.rows, np.zeros(view.game.max_legal, np.int64)
        n = self.kernels.determinize(self.rows, view.seat, rng.array, np.zeros(ITEMS, np.int64), self.out)
        self.legal = self.out[:n].tolist()

    def copy(self):
        other = object.__new__(World)
        other.__dict__.update(self.__dict__)
        other.rows, other.out = self.rows.copy(), self.out.copy()
        return other

    @property
    def mover(self):
        return int(self.kernels.to_act(self.rows))

    def play(self, action):
        n = self.kernels.step(self.rows, action, self.out, None)
        self.legal = self.out[:n].tolist()

    def play_on(self):
        while self.legal:
            self.play(self.legal[self.rng.below(len(self.legal))])
        pay = np.zeros(self.game.seats)
        self.kernels.returns(self.rows, pay)
        return pay.tolist()


OPEN, SECRET, LAST_SECRET, TRAIL = 0, 1, 2, 64


def single(view, iterations, c, seed, secrecy=lambda world: OPEN):
    """The root of the tree, and the range of pay-offs."""
    rng, root = Random(seed), Node()
    span = [0.0, 0.0 if view.game.zero_sum else 1.0]

    def choose(world, node, width):
        """A child of a node for the world's mover; and whether it is new."""
        mover = world.mover
        known = {action: node.children.get((action, mover)) for action in world.legal}
        for child in known.values():
            if child:
                child.available += 1
        fresh = [action for action, child in known.items() if not child]
        if fresh:
            action = fresh[rng.below(len(fresh))]
            node.children[action, mover] = Node(available=1)
        else:
            bounds = {
                action: child.total * (1 / child.visits)
                + width * math.sqrt(math.log(child.available) * (1 / child.visits))
                for action, child in known.items()
            }
            newest_first = [
                action for action, who in reversed(node.children) if who == mover and action in known
            ]
            action = max(newest_first, key=bounds.__getitem__)
        return action, node.children[action, mover], bool(fresh)

    for _ in range(iterations):
        world, path, new = World(view, rng), [], False
        node = trail = root
        while world.legal and not new:
            mover, kind = world.mover, secrecy(world)
            action, child, new = choose(world, node, c * (span[1] - span[0]))
            path.append((child, mover))
            if kind == OPEN:
                trail = child
            elif not new:
                trail = trail.children.setdefault((action, mover + TRAIL), Node(available=1))
            if kind != SECRET:
                node = trail
            world.play(action)
        pay = world.play_on()
        root.visits += 1
        for child, mover in path:
            child.visits += 1
            child.total += pay[mover]
        span = [min(span[0], *pay), max(span[1], *pay)]
    return root, span


def flat(view, iterations, seed):
    """Visits and totals by action, and the action that was left."""
    rng, alive, done = Random(seed), list(view.legal_actions), 0
    figures = {action: [0, 0.0] for action in alive}
    rounds = math.ceil(math.log2(len(alive)))
    for turn in range(rounds):
        for _ in range(max(1, (iterations - done) // ((rounds - turn) * len(alive)))):
            first = World(view, rng)
            for action in alive:
                world = first.copy()
                world.play(action)
                figures[action][0] += 1
                figures[action][1] += world.play_on()[view.seat]
                done += 1
        alive.sort(key=lambda action: -figures[action][1] / figures[action][0])
        alive = alive[: math.ceil(len(alive) / 2)]
    return figures, alive[0]
