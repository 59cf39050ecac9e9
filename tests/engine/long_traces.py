"""Trace thousands of random games of Oriflamme, and hold each line against the reference and the laws.

    python -m tests.engine.long_traces            2,000 games of each set at each number of seats
    python -m tests.engine.long_traces --set base --seats 3 --games 100 --seed 7

The reference (tests.oracle) replays every trace; the laws that take little time are held at every step, all
of them in every twentieth game. Prints a row for each set and number of seats, and ends with 1 if anything
differs. Games of sets that the rules give no variant of for two are played with one family a seat.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.conformance import LAWS, Law, Moment, check
from engine.conformance.knowledge import decides_by_its_view
from engine.conformance.play import (
    actions_are_listed,
    cards_are_conserved,
    events_are_told,
    games_are_replayed,
    it_ends_in_time,
    results_are_paid,
    someone_can_act,
)
from engine.errors import SpecError
from engine.game import Game, game
from engine.rng import split
from engine.trace import trace
from engine.view import Playthrough
from tests.engine.oriflamme.cards import cards_of
from tests.oracle.trace import check_trace

SETS = ("base", "alliance", "ablaze", "combined")
SEATS = (2, 3, 4, 5)
GAMES, SEED = 2000, 11
ALL_LAWS_EVERY = 20

EVERY_STEP: tuple[Law, ...] = (
    someone_can_act,
    it_ends_in_time,
    actions_are_listed,
    results_are_paid,
    games_are_replayed,
    events_are_told,
)
EVERY_LAW: tuple[Law, ...] = tuple(law for law in LAWS if law is not decides_by_its_view)
assert cards_are_conserved in EVERY_LAW


@dataclass
class Row:
    """What came of the games of one set at one number of seats."""

    spec: str
    games: int = 0
    steps: int = 0
    checks: int = 0
    differences: list[str] = field(default_factory=list)


def rules_of(which: str, seats: int) -> Game:
    """The game of a set; of two seats with one family each where the rules have no other."""
    try:
        return game(f"oriflamme:set={which},seats={seats}")
    except SpecError:
        return game(f"oriflamme:set={which},seats={seats},families=1")


def differences(rules: Game, seed: int, every_law: bool, row: Row) -> Iterator[str]:
    """What is wrong with the traced game of a seed; counts its steps and checks."""
    lines = list(trace(rules, seed))
    yield from check_trace(lines)
    first = rules.deal(split(seed, "deal"))
    playing, dealt = Playthrough(first), Counter(cards_of(first))
    for line in lines[1:]:
        moment = Moment(first, playing, split(seed, "decision", len(playing.actions)), (), cards_of)
        for law in EVERY_LAW if every_law else EVERY_STEP:
            count, wrong, _ = check(law, moment)
            row.checks += count
            if wrong:
                yield f"decision {moment.decision}: {law.__name__}: {wrong}"
        row.checks += 1
        if Counter(cards_of(playing.state)) != dealt:
            yield f"decision {moment.decision}: cards come or go"
        record = json.loads(line)
        if record.get("over"):
            break
        playing.play(playing.state.parse_action(record["action"]))
    row.steps += len(playing.actions)


def run(rules: Game, games: int, seed: int) -> Row:
    """Trace and check so many games; the same ones as `gonfalon game trace` writes for that seed."""
    row = Row(rules.spec)
    for n in range(games):
        found = differences(rules, split(seed, "game", n), n % ALL_LAWS_EVERY == 0, row)
        row.differences += [f"{rules.spec}, game {n}: {each}" for each in found]
        row.games += 1
    return row


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--set", choices=SETS, action="append", dest="sets")
    parser.add_argument("--seats", choices=SEATS, action="append", type=int)
    options = parser.parse_args(arguments)
    found: list[str] = []
    print(f"{'set':<10}{'seats':>6}{'games':>8}{'steps':>10}{'checks':>12}{'differences':>13}", flush=True)
    for which in options.sets or SETS:
        for seats in options.seats or SEATS:
            row = run(rules_of(which, seats), options.games, options.seed)
            counts = f"{row.games:>8,}{row.steps:>10,}{row.checks:>12,}{len(row.differences):>13,}"
            print(f"{which:<10}{seats:>6}{counts}", flush=True)
            found += row.differences
    print("\n".join(found[:100]), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
