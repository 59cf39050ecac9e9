"""Searches of Kuhn and Leduc poker, beside OpenSpiel's compiled search of the same positions.

    python benchmarks/bench_openspiel.py        print the figures and what they should at least be

OpenSpiel is no dependency of the project. A folder of its own is enough, and leaves the pins alone:

    python -m pip install --target openspiel --no-deps open_spiel
    PYTHONPATH=openspiel python benchmarks/bench_openspiel.py

Both are asked as their users ask them: `decide` of our `ismcts`, with a view, and `step` of its `ISMCTSBot`,
with a state. A round asks both for a decision in each position, one after the other, in this thread's CPU
time; ratios are medians of the rounds' own ratios. Both play random playouts from worlds that agree with what
the seat has seen, and grow one tree in all iterations. Without OpenSpiel only our own figures come out.
"""

import sys
from collections.abc import Callable
from typing import Any

from ai.bot import bot
from benchmarks.turns import rate, ratio, take_turns
from engine.game import game
from engine.view import Playthrough, View

try:
    import pyspiel
except ImportError:
    pyspiel = None

SIMULATIONS, ROUNDS = (1_000, 10_000), 9
THEIRS = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
POSITIONS = {
    "kuhn": ("J Q |", "Q K |", "K J |", "Q J | bet", "K Q | pass", "J K | pass bet"),
    "leduc": (
        *("J Q K |", "K J Q |", "Q J K | raise", "J K Q | call raise", "Q K J | call call |"),
        *("K Q K | raise call | call", "J Q Q | raise raise call |", "Q J K | call call | raise"),
    ),
}
"""In our notation: the cards, and what was chosen."""
AT_LEAST = {
    f"{name}, {simulations:,} simulations, decide, ratio to OpenSpiel": 4.0
    for name in THEIRS
    for simulations in SIMULATIONS
}
"""The budget of the project, in simulations a second."""
WORDS = {"kuhn": ("pass", "bet"), "leduc": ("fold", "call", "raise")}
MISSING = (
    "OpenSpiel is not installed, so only our own figures are measured; "
    "python -m pip install --target openspiel --no-deps open_spiel, then PYTHONPATH=openspiel"
)


def our_view(name: str, position: str) -> View:
    """What the seat to act knows."""
    cards, actions = _taken_apart(position)
    playing = Playthrough(game(name).parse(f"{cards} |"))
    for word in actions:
        playing.play(playing.state.parse_action(word))
    return playing.view(playing.state.to_act)


def their_state(name: str, position: str) -> Any:
    """The same position in OpenSpiel, where a card of rank r is number r, or 2 r and 2 r + 1 in Leduc."""
    cards, actions = _taken_apart(position)
    state, used = pyspiel.load_game(THEIRS[name]).new_initial_state(), set()
    ranks = ["JQK".index(card) for card in cards.split()]
    waiting = list(actions)
    while state.is_chance_node() or waiting:
        if state.is_chance_node():
            rank = ranks.pop(0)
            card = next(each for each in _numbers(name, rank) if each not in used)
            used.add(card)
            state.apply_action(card)
        else:
            state.apply_action(WORDS[name].index(waiting.pop(0)))
    return state


def _taken_apart(position: str) -> tuple[str, list[str]]:
    cards, _, actions = position.partition(" |")
    return cards, actions.replace("|", " ").split()


def _numbers(name: str, rank: int) -> tuple[int, ...]:
    return (rank,) if name == "kuhn" else (2 * rank, 2 * rank + 1)


def ours(name: str, simulations: int) -> Callable[[], object]:
    """Our bot's decision in each position."""
    views = [our_view(name, position) for position in POSITIONS[name]]
    player = bot(f"ismcts:iterations={simulations}", game(name))
    return lambda: [player.decide(view, seed).action for seed, view in enumerate(views)]


def theirs(name: str, simulations: int) -> Callable[[], object]:
    """Their bot's step in each position."""
    states = [their_state(name, position) for position in POSITIONS[name]]
    player = pyspiel.ISMCTSBot(
        7,
        pyspiel.RandomRolloutEvaluator(1, 7),
        1.4,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return lambda: [player.step(state) for state in states]


def run(quick: bool = False) -> dict[str, float]:
    """All figures by name: simulations a second, and how many times as many as OpenSpiel's."""
    if pyspiel is None:
        print(MISSING, file=sys.stderr)
    figures: dict[str, float] = {}
    for name in THEIRS:
        for simulations in SIMULATIONS[: 1 if quick else None]:
            variants = {"decide": ours(name, simulations)}
            if pyspiel is not None:
                variants["OpenSpiel"] = theirs(name, simulations)
            taken = take_turns(variants, ROUNDS)
            units = simulations * len(POSITIONS[name])
            what = f"{name}, {simulations:,} simulations"
            for variant, seconds in taken.items():
                figures[f"{what}, {variant}, a second"] = rate(seconds, units)
            for variant in ("decide",) if "OpenSpiel" in taken else ():
                figures[f"{what}, {variant}, ratio to OpenSpiel"] = ratio(taken[variant], taken["OpenSpiel"])
    return figures


def main() -> None:
    for name, value in run().items():
        least = AT_LEAST.get(name)
        wanted = f"  at least {least:g}: {'yes' if value >= least else 'NO'}" if least else ""
        print(f"{name:52s} {value:>14,.1f}{wanted}")


if __name__ == "__main__":
    main()
