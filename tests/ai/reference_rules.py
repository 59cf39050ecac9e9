"""The rules of selection once more, over nodes that are dictionaries: see tests.ai.reference.

Children are looked at from the newest to the oldest, as the compiled search does, so sums are the same.
"""

import math

import numpy as np


def select(node, legal, mover, rule, plan, reach, rng):
    """The available children by action, the action to choose, its bound and chance, the most availability."""
    known = {
        action: child
        for (action, who), child in reversed(node.children.items())
        if who == mover and action in legal
    }
    for child in known.values():
        child.available += 1
    if not known:
        return known, None, -math.inf, 1.0, 0
    passed = max(child.available for child in known.values())
    bounds = {action: bound_of(child, rule, plan["c"] * reach, reach) for action, child in known.items()}
    action = max(known, key=bounds.__getitem__)
    if rule in ("ucb1", "ucb1-tuned", "puct"):
        return known, action, bounds[action], 1.0, passed
    if rule == "smooth":
        share = max(plan["gamma"], plan["eta"] / (1 + plan["decay"] * math.sqrt(passed)))
        if rng.unit() < share:
            return known, action, -math.inf, 1.0, passed
    action, odds = draw(known, rule, plan["gamma"], reach, rng)
    return known, action, -math.inf, odds, passed


def bound_of(child, rule, width, reach):
    """How good a child may be."""
    share = 1 / child.visits
    mean = child.total * share
    if rule == "puct":
        return mean + width * child.extra * math.sqrt(child.available) / (1 + child.visits)
    log = math.log(child.available)
    if rule == "ucb1-tuned":
        variance = (child.extra - mean * mean) / (reach * reach) if reach else 0.0
        spread = max(0.0, variance) + math.sqrt(2 * log * share)
        return mean + 2 * width * math.sqrt(log * share * min(0.25, spread))
    return mean + width * math.sqrt(log * share)


def draw(known, rule, gamma, reach, rng):
    """An action drawn by the rule, and the chance it had."""
    n, most = len(known), max(child.extra for child in known.values())
    if rule == "smooth":
        weights = {action: float(child.visits) for action, child in known.items()}
    elif rule == "regret":
        weights = {action: max(0.0, child.extra) for action, child in known.items()}
    elif reach:
        weights = {
            action: math.exp(gamma * (child.extra - most) / (n * reach)) for action, child in known.items()
        }
    else:
        weights = dict.fromkeys(known, 1.0)
    whole = 0.0
    for weight in weights.values():
        whole += weight
    share = 0.0 if rule == "smooth" else gamma
    left, found = rng.unit(), (None, 1.0)
    for action, weight in weights.items():
        if left < 0:
            break
        chance = share * (1 / n) + (1 - share) * weight / whole if whole > 0 else 1 / n
        left -= chance
        if chance > 0:
            found = action, chance
    return found


def learn(child, rule, value, low, odds, gamma, known):
    """Keep what a rule keeps of a pay-off beside visits and totals, in 32 bits."""
    if rule == "ucb1-tuned":
        child.extra = float(np.float32(child.extra + (value * value - child.extra) / child.visits))
    elif rule == "regret" and child.visits > 1:
        before = (child.total - value) / (child.visits - 1)
        means = {action: each.total / each.visits for action, each in known.items() if each is not child}
        n, whole = len(known), 0.0
        for each in known.values():
            whole += max(0.0, each.extra)
        chances = {
            action: gamma * (1 / n) + (1 - gamma) * max(0.0, each.extra) / whole if whole > 0 else 1 / n
            for action, each in known.items()
        }
        expected = value - before
        for action in known:
            expected += chances[action] * means.get(action, before)
        for action, each in known.items():
            got = means.get(action, before + (value - before) / chances[action])
            each.extra = float(np.float32(each.extra + (got - expected)))
    elif rule == "exp3":
        child.extra = float(np.float32(child.extra + (value - low) / odds))
