"""The value of hidden information: the expert that sees all cards against the expert that does not.

No tournament can have a bot that sees, so these games are played here: two seats see, two do not, every deal
in every rotation, as in a duel.
"""

import math
import statistics

from scipy.stats import t as student

from ai.bot import bot
from ai.search.oracle import decide_seeing_all
from ai.search.parts import search_options
from ai.search.presets import PRESETS
from benchmarks.duels import Duel
from engine.game import complete, game
from engine.rng import split
from engine.view import Playthrough

ITERATIONS = 1_000


def _game(spec: str, seed: int, deal: int, rotation: int) -> tuple[float, float]:
    """The score of the seats that see against the others, and their share of the wins."""
    rules = game(spec)
    chosen = complete(
        search_options(1000),
        PRESETS[rules.name] | {"iterations": str(ITERATIONS), "endgame": "no"},
        "the search",
    )
    blind = bot(f"expert:iterations={ITERATIONS}", rules)
    table = Playthrough(rules.deal(split(seed, "deal", deal)))
    while not table.state.is_over:
        seat, step = table.state.to_act, len(table.actions)
        chance = split(seed, "bot", deal, rotation, step)
        if (seat + rotation) % 2 == 0:
            decision = decide_seeing_all(table.state, chosen, chance)
        else:
            decision = blind.decide(table.view(seat), chance)
        table.play(decision.action)
    scores = table.state.scores
    seeing = [seat for seat in range(rules.seats) if (seat + rotation) % 2 == 0]
    others = [seat for seat in range(rules.seats) if seat not in seeing]
    ahead = [
        1.0 if scores[a] > scores[b] else 0.5 if scores[a] == scores[b] else 0.0
        for a in seeing
        for b in others
    ]
    return statistics.mean(ahead), sum(table.state.returns[seat] for seat in seeing)


def ceiling(spec: str, deals: int, seed: int) -> Duel:
    """How far sight gets."""
    blocks, wins = [], []
    for deal in range(deals):
        games = [_game(spec, seed, deal, rotation) for rotation in range(2)]
        blocks.append(statistics.mean(score for score, _ in games))
        wins += [share for _, share in games]
    mean = statistics.mean(blocks)
    half = float(student.ppf(0.975, deals - 1)) * statistics.stdev(blocks) / math.sqrt(deals)
    return Duel(
        game(spec).spec,
        f"expert:iterations={ITERATIONS}, seeing all cards",
        f"expert:iterations={ITERATIONS}",
        deals,
        2 * deals,
        mean,
        mean - half,
        mean + half,
        statistics.mean(wins),
        0,
    )
