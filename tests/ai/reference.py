"""The search once more, slowly: dictionaries and recursion, over the entries that Python calls of a game.

It takes the same random numbers in the same order and adds the same floats in the same order, so every figure
must be the same to the last bit. Places in its trees are found by what a seat has seen, as it is, and not by
a key made of it. What a game knows beside its rules comes from tests.ai.hinted.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from ai.search.plan import PAYOFFS, PLAYOUTS, RULES, TREES
from engine.events import EVENTS, new_log, seen_by
from engine.jit import room
from engine.rng import MASK, split
from engine.view import ITEMS
from tests.ai.reference_rules import learn, select

OPEN, SECRET, LAST_SECRET = 0, 1, 2
TRAIL, MOST_TRIES, KNOWN_PAIR = 64, 16, 4


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

    def unit(self):
        return self.below(4294967295) / 4294967295


@dataclass
class Node:
    total: float = 0.0
    visits: int = 0
    available: int = 0
    extra: float = 0.0  # of 32 bits
    children: dict = field(default_factory=dict)  # by (action, who chose it), oldest first

    def figures(self):
        """The whole tree below, to compare."""
        below = {key: child.figures() for key, child in self.children.items()}
        return self.visits, self.available, self.total, self.extra, below


class World:
    """A game that is played on."""

    def __init__(self, game, rows):
        self.game, self.kernels, self.rows = game, game.kernels, rows
        self.out = np.zeros(game.max_legal, np.int64)
        self.legal = []

    def copy(self):
        other = World(self.game, self.rows.copy())
        other.legal = list(self.legal)
        return other

    def determinize(self, seat, rng):
        n = self.kernels.determinize(self.rows, seat, rng.array, np.zeros(ITEMS, np.int64), self.out)
        self.legal = self.out[:n].tolist()

    def observed(self, seat):
        """The record of what a seat may know."""
        rows = room(self.game.state_type)
        self.kernels.observe(self.rows, seat, rows)
        return rows

    @property
    def mover(self):
        return int(self.kernels.to_act(self.rows)) if self.legal else -1

    def play(self, action):
        """The words of the events that it caused."""
        log = new_log()
        n = self.kernels.step(self.rows, action, self.out, log)
        self.legal = self.out[:n].tolist()
        return log[EVENTS : EVENTS + int(log[0])].tolist()

    @property
    def returns(self):
        pay = np.zeros(self.game.seats)
        self.kernels.returns(self.rows, pay)
        return pay.tolist()

    @property
    def scores(self):
        out = np.zeros(self.game.seats, np.int64)
        self.kernels.scores(self.rows, out)
        return out.tolist()


class Search:
    """A search from a view, by the parts that a spec names and the hints of its game."""

    def __init__(self, view, made, hints, seed):
        self.view, self.game, self.seat, self.hints = view, view.game, view.seat, hints
        self.plan = {name: made.plans[0][name].item() for name in made.plans.dtype.names}
        self.tree, self.playout = TREES[self.plan["tree"]], PLAYOUTS[self.plan["playout"]]
        self.payoff = PAYOFFS[self.plan["payoff"]]
        self.extras = made.extras
        self.rng = Random(split(seed, "search"))
        self.low, self.high = 0.0, 0.0 if self.game.zero_sum else 1.0
        self.root, self.done = Node(), 0
        self.heads = [self.root]  # oldest first
        self.by_key = {}
        self.actions, self.pairs = {}, {}  # what mast and nast have learnt: [pay-offs added up, times]
        self.best = -1
        self.tied = 0  # games before the first that was not

    def run(self):
        if self.plan["halving"]:
            self._halve()
        elif self.tree == "determinized":
            self._determinize()
        else:
            while self.done < self.plan["iterations"]:
                self._iterate(self.root, *self._draw())
        return self

    @property
    def span(self):
        return [self.low, self.high]

    def figures(self):
        """All trees, in the order in which they began."""
        return [head.figures() for head in self.heads]

    def found(self):
        """Visits and totals by legal action of the root."""
        roots = reversed(self.heads) if self.tree == "determinized" else [self.root]
        visits, totals = (
            dict.fromkeys(self.view.legal_actions, 0),
            dict.fromkeys(self.view.legal_actions, 0.0),
        )
        for root in roots:
            for (action, who), child in root.children.items():
                if who == self.seat and action in visits:
                    visits[action] += child.visits
                    totals[action] += child.total
        return list(visits.values()), list(totals.values())

    # ------------------------------------------------------------------ what is searched, and in what order

    def _halve(self):
        alive = list(self.view.legal_actions)
        self.root.children = {(action, self.seat): Node() for action in alive}
        mean = {}
        rounds = max(1, math.ceil(math.log2(len(alive))))
        for left in range(rounds, 0, -1):
            for _ in range(max(1, (self.plan["iterations"] - self.done) // (left * len(alive)))):
                world, stranger = self._draw()
                for action in alive:
                    self._iterate(self.root, world.copy(), stranger, first=action)
            for action in alive:
                child = self.root.children[action, self.seat]
                mean[action] = child.total / child.visits
            alive.sort(key=lambda action: -mean[action])
            alive = alive[: math.ceil(len(alive) / 2)]
        self.best = self.view.legal_actions.index(alive[0])

    def _determinize(self):
        worlds, iterations = self.plan["worlds"], self.plan["iterations"]
        for number in range(worlds):
            world, stranger = self._draw()
            if number > 0:
                self.heads.append(Node())
            while self.done < iterations and self.done * worlds < (number + 1) * iterations:
                self._iterate(self.heads[-1], world.copy(), stranger)

    def _draw(self):
        """A world, and the seat whose own hidden cards were drawn too, or -1."""
        plan, rng, seat = self.plan, self.rng, self.seat
        weighed = self.extras and plan["belief"] >= 0 and rng.unit() >= plan["doubt"]
        ceiling = self.hints.ceiling(self.view, seat, plan["belief"]) if weighed else 1.0
        whole, kept = 0.0, None
        for tries in range(MOST_TRIES + 1):
            if tries == MOST_TRIES and whole > 0:
                world = kept
                break
            world = World(self.game, self.view.rows)
            world.determinize(seat, rng)
            if not weighed or tries == MOST_TRIES:
                break
            weight = self.hints.weigh(world, seat, plan["belief"])
            if weight > ceiling * rng.unit():
                break
            whole += weight
            if rng.unit() * whole < weight:
                kept = world
        if not self.extras or plan["fresh"] <= 0 or rng.unit() >= plan["fresh"]:
            return world, -1
        viewer = (seat + 1 + rng.below(self.game.seats - 1)) % self.game.seats
        drawn = World(self.game, world.observed(viewer))
        drawn.determinize(viewer, rng)
        return drawn, seat

    # --------------------------------------------------------------------------------------- one iteration

    def _iterate(self, root, world, stranger, first=None):
        plan = self.plan
        path, chosen = [], []
        node = trail = root
        seen = [[] for _ in range(self.game.seats)]
        inside, left_at = True, 0
        while world.mover >= 0:
            mover = world.mover
            if inside:
                if path or stranger >= 0:
                    node = self._enter(node, world, mover, seen, stranger)
                kind = self.hints.secrecy(world)
                rule = RULES[plan["rule"] if kind == OPEN else plan["secret"]]
                if not path and first is not None:
                    action, new, odds, known, rule = first, False, 1.0, {}, "ucb1"
                    node.children[action, mover].available += 1
                else:
                    action, new, odds, known = self._step_down(node, world, mover, rule)
                child = node.children[action, mover]
                path.append((child, mover, rule, odds, known))
                inside = not new and self.tree != "flat"
                if self.tree in ("single", "determinized"):
                    if kind == OPEN:
                        trail = child
                    elif inside:
                        trail = trail.children.setdefault((action, mover + TRAIL), Node(available=1))
                    if kind != SECRET:
                        node = trail
                if not inside:
                    left_at = self.hints.stage(world) if self.extras else 0
            else:
                if self.extras and plan["cut"] >= 0 and self.hints.stage(world) - left_at >= plan["cut"]:
                    break
                action = self._policy(world, mover, chosen)
            chosen.append((mover, action))
            for word in world.play(action):
                for each, words in enumerate(seen):
                    words.append(seen_by(word, each))
        pay = self._pay(world)
        self.low, self.high = min(self.low, *pay), max(self.high, *pay)
        self.tied += self.low == self.high
        self._back_up(path, pay)
        self._learn_moves(chosen, pay)
        self.done += 1

    def _enter(self, node, world, mover, seen, stranger):
        if self.tree == "multi":
            key = mover, mover == stranger, tuple(seen[mover])
        elif self.tree == "keyed":
            key = world.observed(mover).tobytes()
        else:
            return node
        if key not in self.by_key:
            self.by_key[key] = Node()
            self.heads.append(self.by_key[key])
        return self.by_key[key]

    def _step_down(self, node, world, mover, rule):
        """An action, whether it is new, the chance that it was chosen with, and among which."""
        plan, n, reach = self.plan, len(world.legal), self.high - self.low
        known, action, bound, odds, passed = select(node, world.legal, mover, rule, plan, reach, self.rng)
        if len(known) == n:
            return action, False, odds, known
        if known:
            if plan["widen"] > 0 and len(known) >= plan["widen"] * float(passed) ** plan["power"]:
                return action, False, odds, known
            if reach and bound >= self.low + plan["urgency"] * reach:
                return action, False, odds, known
        untried = [each for each in world.legal if each not in known]
        prior = 1 / n
        if self.extras and plan["prior"] >= 0:
            scores = {
                each: plan["sharpness"] * self.hints.score(world, mover, each, plan["prior"])
                for each in world.legal
            }
            action, most = max(untried, key=scores.__getitem__), max(scores.values())
            whole = 0.0
            for score in scores.values():
                whole += math.exp(score - most)
            prior = math.exp(scores[action] - most) / whole
        else:
            action = untried[self.rng.below(len(untried))]
        kept = float(np.float32(prior)) if rule == "puct" else 0.0
        node.children[action, mover] = Node(available=1, extra=kept)
        return action, True, 1.0, known

    def _policy(self, world, mover, chosen):
        plan, rng, legal = self.plan, self.rng, world.legal
        if not self.extras or self.playout == "random" or len(legal) == 1:
            return legal[rng.below(len(legal))]
        if self.playout == "style":
            if plan["epsilon"] > 0 and rng.unit() < plan["epsilon"]:
                return legal[rng.below(len(legal))]
            return self._styled(world, mover)
        weights = [
            math.exp(self._past(mover, action, chosen[-1] if chosen else None) / plan["tau"])
            for action in legal
        ]
        whole = 0.0
        for weight in weights:
            whole += weight
        left = rng.unit() * whole
        for action, weight in zip(legal[:-1], weights):
            if left < weight:
                return action
            left -= weight
        return legal[-1]

    def _styled(self, world, mover):
        scores = [self.hints.score(world, mover, action, self.plan["style"]) for action in world.legal]
        best, found, equal = -math.inf, world.legal[0], 0
        for action, score in zip(world.legal, scores):
            if score > best:
                best, equal = score, 0
            if score == best:
                equal += 1
                if self.rng.below(equal) == 0:
                    found = action
        return found

    def _past(self, mover, action, before):
        """What came of an action, as a share of the range of pay-offs."""
        total, times = self.actions.get((mover, action), (0.0, 0))
        if self.playout == "nast":
            pair = self.pairs.get((before, mover, action), (0.0, 0))
            if pair[1] >= KNOWN_PAIR:
                total, times = pair
        if times == 0 or self.low == self.high:
            return 1.0
        return (total / times - self.low) / (self.high - self.low)

    def _learn_moves(self, chosen, pay):
        if self.playout not in ("mast", "nast"):
            return
        for before, (mover, action) in zip([None, *chosen], chosen):
            for table, key in ((self.actions, (mover, action)), (self.pairs, (before, mover, action))):
                total, times = table.get(key, (0.0, 0))
                table[key] = total + pay[mover], times + 1

    def _pay(self, world):
        if world.mover >= 0:
            return self.hints.estimate(world)
        pay, scores, seats = world.returns, world.scores, range(self.game.seats)
        if self.payoff == "share":
            return pay
        mixed = []
        for seat in seats:
            others = [scores[each] for each in seats if each != seat]
            if self.payoff == "rank":
                before = [1.0 if scores[seat] > each else 0.5 * (scores[seat] == each) for each in others]
                value = sum(before) / len(others)
            else:
                ahead = (scores[seat] - max(others)) / (self.plan["scale"] * self.hints.unit)
                value = 1 / (1 + math.exp(-ahead))
            mixed.append(self.plan["weight"] * pay[seat] + (1 - self.plan["weight"]) * value)
        return mixed

    def _back_up(self, path, pay):
        self.root.visits += 1
        for child, mover, rule, odds, known in path:
            value = pay[mover]
            if self.plan["paranoid"] and mover != self.seat:
                value = self.plan["total"] - pay[self.seat]
            child.visits += 1
            child.total += value
            learn(child, rule, value, self.low, odds, self.plan["gamma"], known)
