"""Exact answers for games small enough to look at whole: values, equilibria, and how far a bot is from one.

    tree = build(game("leduc"))
    solution = solve(tree, 1000)
    solution.values, solution.nash_conv
    exploitability("ismcts:iterations=1000", game("kuhn"))

`tree` builds the tree of information sets from what seats see, `solve` is CFR+, `response` gives exact
values and best responses, and `bots` asks a bot for its policy and measures it.
"""

from ai.exact.bots import exploitability, policy_of, run
from ai.exact.response import Measure, best_response, expected, measure, uniform
from ai.exact.solve import Solution, solve
from ai.exact.tree import Tree, build, margin, payoff

__all__ = [
    "Measure",
    "Solution",
    "Tree",
    "best_response",
    "build",
    "expected",
    "exploitability",
    "margin",
    "measure",
    "payoff",
    "policy_of",
    "run",
    "solve",
    "uniform",
]
