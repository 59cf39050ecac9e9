"""How a game is played on below the tree, and what is learnt from it.

The policies: random; a style of the game, with a share of random actions; mast, which prefers actions that
went well for their seat wherever they were played (Finnsson, Bjornsson 2008); nast, which looks at the
action before too (Powley, Cowling, Whitehouse 2014), and falls back to mast where a pair is new (or
had to leave a full table).
"""

import math

from ai.baselines.best import make_best
from ai.search.plan import MAST, NAST, PAIRS, RANDOM, STYLE
from engine.jit import part
from engine.rng import rand_below, rand_unit

KNOWN_PAIR = 4
"""Times that a pair of actions must have been played to be trusted."""
UNTRIED_MEAN = 1.0
"""The mean of an action that was never played, or while all pay-offs were the same: as good as can be."""
TRIES = 8
"""Places in the table of pairs that are looked at for one pair."""
NO_CELL = -1
"""Before the first action of a game."""


@part
def cell_of(seat, action, n_actions):
    """The place of an action of a seat in the table of actions."""
    return seat * n_actions + action


@part
def pair_of(before, cell, extras):
    """The number of two actions that follow each other, and its place in the table of pairs: its own, a free
    one, or after so many tries that of another."""
    name = (before + 1) * len(extras.sums) + cell
    place = ((name * 0x9E3779B1) >> 12) % PAIRS
    for _ in range(TRIES):
        if extras.pair_counts[place] == 0 or extras.pair_names[place] == name:
            break
        place = (place + 1) % PAIRS
    return name, place


def make_policy(game, hints):
    """Bind the choice of an action below the tree to a game."""
    best_by_style, n_actions = make_best(hints.score), game.N_ACTIONS

    @part
    def by_past(seat, legal, n, plan, extras, plies, low, reach, rng):
        """An action drawn by softmax over its mean pay-off in the games of this search."""
        scores = extras.scores
        before = extras.chosen[plies - 1] if plies > 0 else NO_CELL
        whole = 0.0
        for i in range(n):
            cell = cell_of(seat, legal[i], n_actions)
            count = extras.counts[cell]
            mean = (extras.sums[cell] / count - low) / reach if count > 0 and reach > 0.0 else UNTRIED_MEAN
            if plan.playout == NAST:
                name, pair = pair_of(before, cell, extras)
                known = extras.pair_names[pair] == name and extras.pair_counts[pair] >= KNOWN_PAIR
                if known and reach > 0.0:
                    mean = (extras.pair_sums[pair] / extras.pair_counts[pair] - low) / reach
            scores[i] = math.exp(mean / plan.tau)
            whole += scores[i]
        left = rand_unit(rng) * whole
        i = 0
        while i < n - 1 and left >= scores[i]:
            left -= scores[i]
            i += 1
        return legal[i]

    @part
    def policy(state, seat, legal, n, plan, extras, plies, low, reach, rng):
        """An action for the seat to move."""
        if extras is None:
            return legal[rand_below(rng, n)]
        if plan.playout == RANDOM or n == 1:
            return legal[rand_below(rng, n)]
        if plan.playout == STYLE:
            if plan.epsilon > 0.0 and rand_unit(rng) < plan.epsilon:
                return legal[rand_below(rng, n)]
            return best_by_style(state, seat, legal, n, rng, plan.style)
        return by_past(seat, legal, n, plan, extras, plies, low, reach, rng)

    @part
    def note(seat, action, plan, extras, plies):
        """Remember an action of this game, for mast and nast."""
        if extras is not None:
            extras.chosen[plies] = cell_of(seat, action, n_actions)

    @part
    def learn_moves(plan, extras, plies, pay):
        """Count the actions of a game that is over with what came of them."""
        if extras is not None:
            if plan.playout >= MAST:
                for i in range(plies):
                    cell = extras.chosen[i]
                    value = pay[cell // n_actions]
                    extras.sums[cell] += value
                    extras.counts[cell] += 1
                    if plan.playout == NAST:
                        before = extras.chosen[i - 1] if i > 0 else NO_CELL
                        name, pair = pair_of(before, cell, extras)
                        if extras.pair_names[pair] != name:
                            extras.pair_names[pair] = name
                            extras.pair_sums[pair] = 0.0
                            extras.pair_counts[pair] = 0
                        extras.pair_sums[pair] += value
                        extras.pair_counts[pair] += 1

    return policy, note, learn_moves


@part
def forget_moves(plan, extras):
    """Clear what an older search has learnt."""
    if extras is not None:
        if plan.playout >= MAST:
            for i in range(len(extras.sums)):
                extras.sums[i] = 0.0
                extras.counts[i] = 0
            for i in range(len(extras.pair_sums)):
                extras.pair_sums[i] = 0.0
                extras.pair_counts[i] = 0
