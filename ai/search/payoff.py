"""What a seat gets out of a game, in a search: its share of the win, its rank, its margin, or a mixture.

Shares are the game's own returns. A rank is the share of opponents that a seat is before, ties half. A
margin is 1 / (1 + exp(-(own score - best other score) / scale)).
"""

import math

import numpy as np

from ai.search.node import ROOT
from ai.search.plan import RANK, SHARE, UCB1
from ai.search.room import HIGH, LOW
from ai.search.selection import learn
from engine.jit import part


@part
def rank_of(scores, seats, seat):
    """The share of opponents that a seat is before."""
    before = 0.0
    for other in range(seats):
        if other != seat:
            before += 1.0 if scores[seat] > scores[other] else (0.5 if scores[seat] == scores[other] else 0.0)
    return before / (seats - 1)


@part
def margin_of(scores, seats, seat, scale):
    """How far a seat is before its best opponent, from 0 to 1."""
    best = -np.inf
    for other in range(seats):
        if other != seat:
            best = max(best, float(scores[other]))
    return 1.0 / (1.0 + math.exp(min(700.0, (best - scores[seat]) / scale)))  # beyond, a float overflows


@part
def stretch(span, pay):
    """Widen the range of pay-offs seen so far by those of one game."""
    for each in range(len(pay)):
        span[LOW] = min(span[LOW], pay[each])
        span[HIGH] = max(span[HIGH], pay[each])


def make_payoff(game, hints):
    """Bind the pay-offs of a game that is over, or cut."""
    returns, scores, estimate, unit = game.returns, game.scores, hints.estimate, hints.unit

    @part
    def write_pay(state, over, plan, pay, tallies, extras):
        """Write what each seat gets."""
        if extras is None:
            returns(state, pay)
            return
        if not over:
            estimate(state, pay)
            return
        returns(state, pay)
        if plan.payoff == SHARE:
            return
        scores(state, tallies)
        for seat in range(len(pay)):
            if plan.payoff == RANK:
                value = rank_of(tallies, len(pay), seat)
            else:
                value = margin_of(tallies, len(pay), seat, plan.scale * unit)
            pay[seat] = plan.weight * pay[seat] + (1.0 - plan.weight) * value

    return write_pay


@part
def add_up(nodes, path, ways, odds, offered, depth, pay, seat, plan, span, extras):
    """Back a vector of pay-offs up a path: each node takes the entry of the seat that chose it (max^n).

    Paranoid: all but the searcher take what the searcher does not get.
    """
    nodes[ROOT].visits += 1
    for i in range(depth):
        node = nodes[path[i]]
        value = pay[node.mover]
        if plan.paranoid == 1 and node.mover != seat:
            value = plan.total - pay[seat]
        node.visits += 1
        node.total += value
        if extras is not None:
            if ways[i] != UCB1:
                learn(nodes, path[i], ways[i], value, span[LOW], plan.gamma, odds[i], offered, i)
