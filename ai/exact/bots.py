"""How exploitable a bot is: it is asked at every information set, and its best opponent is worked out.

What a bot does depends on its seed. Asked once, it is held to one policy that is fixed beforehand; asked
`samples` times with other seeds, to the mixture that it plays. The fewer samples, the more exploitable a bot
looks that mixes: its mixture is known only as far as it was sampled.
"""

from typing import Any

import numpy as np

from ai.bot import Bot, bot, canonical
from ai.exact.arrays import Floats
from ai.exact.response import Measure, measure, uniform
from ai.exact.tree import MOST, Tree, build
from engine.errors import BotError, SpecError
from engine.game import Game
from engine.rng import split
from engine.view import View

MOST_SAMPLES = 1_000_000


def _seed(seed: int, view: View, sample: int) -> int:
    """A seed of its own for each question, by what the seat has seen: no order of questions changes it."""
    events = ",".join(map(str, view.events))
    return split(seed, "exact", view.seat, view.data.hex(), events, sample)


def policy_of(tree: Tree, asked: Bot, *, samples: int = 1, seed: int = 0) -> Floats:
    """What a bot does at each information set: the share of `samples` questions in which it chose an action.

    Raises BotError if it chooses what is not legal.
    """
    policy = np.zeros(tree.slots)
    for info, view in enumerate(tree.views):
        first, actions = int(tree.sets.first[info]), view.legal_actions
        if len(actions) == 1:
            policy[first] = 1.0
            continue
        for sample in range(samples):
            action = asked.decide(view, _seed(seed, view, sample)).action
            if action not in actions:
                raise BotError(f"{asked!r} chooses {action} in '{view}'; legal: {actions}")
            policy[first + actions.index(action)] += 1.0
        policy[first : first + len(actions)] /= samples
    return policy


def exploitability(spec: str, game: Game, *, samples: int = 1, seed: int = 0) -> Measure:
    """How far a bot is from an equilibrium when it sits in every seat of a small game, exactly."""
    tree = build(game)
    return measure(tree, policy_of(tree, bot(spec, game), samples=samples, seed=seed))


def run(spec: str, game: Game, *, samples: int = 1, seed: int = 0, most: int = MOST) -> dict[str, Any]:
    """The same as plain figures, beside those of uniformly random play; entries of lists are by seat."""
    if not 1 <= samples <= MOST_SAMPLES:
        raise SpecError(f"{samples} samples: a whole number from 1 to {MOST_SAMPLES:,} is wanted")
    player, name = bot(spec, game), canonical(spec)
    tree = build(game, most=most)
    found = measure(tree, policy_of(tree, player, samples=samples, seed=seed))
    level = measure(tree, uniform(tree))
    return {
        "bot": name,
        "game": game.spec,
        "samples": samples,
        "seed": seed,
        "nodes": len(tree.nodes.parent),
        "information_sets": len(tree.views),
        "values": list(found.values),
        "best_responses": list(found.best),
        "nash_conv": found.nash_conv,
        "exploitability": found.exploitability,
        "uniform_nash_conv": level.nash_conv,
        "uniform_exploitability": level.exploitability,
    }
