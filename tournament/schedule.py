"""The schedule: who meets whom on which deal, as a pure function of the spec.

A pairing is a group of bots that fills the seats. Every group plays every deal in every rotation of
the seats, so each bot of it sits once in each seat with the same cards on the table. All pairings meet
the same deals: a deal's seed comes from the tournament's seed and its number alone.

A pairing's number is made from the names and specs of its bots, not from their position in the spec.
A tournament to which deals or bots are added therefore has its old games under their old keys, and
`keys - done` is exactly what is missing. The order in which bots are named changes nothing.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, islice, permutations
from math import comb, factorial

from archive.record import GameKey
from engine.errors import SpecError
from engine.game import game
from engine.rng import split
from tournament.spec import Entrant, TournamentSpec

PAIRING_BYTES = 6


@dataclass(frozen=True)
class Fixture:
    """A scheduled game: its address, who sits where, and all its seeds."""

    key: GameKey
    seats: tuple[Entrant, ...]
    deal_seed: int
    bot_seeds: tuple[int, ...]
    """The seed of the bot in each seat."""


@dataclass(frozen=True)
class Pairing:
    """A group of bots that meet, by name, and the number it has in game keys."""

    number: int
    bots: tuple[Entrant, ...]


def pairing_number(bots: tuple[Entrant, ...]) -> int:
    """The number of a group of bots, whatever their order: 48 bits of BLAKE2b over names and specs."""
    text = "\n".join(sorted(f"{each.name}={each.spec}" for each in bots))
    return int.from_bytes(blake2b(text.encode(), digest_size=PAIRING_BYTES).digest(), "big")


def pairings(spec: TournamentSpec) -> tuple[Pairing, ...]:
    """All groups of bots that fill the seats; raises SpecError in the freak case that two share a number."""
    entrants = sorted(spec.bots, key=lambda each: each.name)
    groups = tuple(
        Pairing(pairing_number(group), group) for group in combinations(entrants, game(spec.game).seats)
    )
    if len({group.number for group in groups}) < len(groups):
        raise SpecError("two groups of bots get the same number by chance; rename one of the bots")
    return groups


def circle(seats: int, deal: int) -> tuple[int, ...]:
    """The circular order in which a deal seats a group, before it is rotated.

    The orders take turns with the deals, so that no bot always follows the same one: in (seats - 1)!
    deals each bot sits equally often behind each other one.

    >>> [circle(3, deal) for deal in range(3)]
    [(0, 1, 2), (0, 2, 1), (0, 1, 2)]
    """
    nth = deal % factorial(seats - 1)
    return 0, *next(islice(permutations(range(1, seats)), nth, None))


def keys(spec: TournamentSpec) -> Iterator[GameKey]:
    """The addresses of all games of a tournament, lazily and in the order of play.

    Deal after deal, so that a run cut short has met everyone equally.
    """
    groups, digest = pairings(spec), spec.digest
    for deal in range(spec.deals):
        for group in groups:
            for rotation in range(len(group.bots)):
                yield GameKey(digest, group.number, deal, rotation)


def fixture(spec: TournamentSpec, key: GameKey) -> Fixture:
    """The game at an address of a tournament."""
    group = by_number(spec)[key.pairing]
    seats = range(len(group))
    order = circle(len(group), key.deal)
    path = (key.pairing, key.deal, key.rotation)
    return Fixture(
        key,
        tuple(group[order[(seat + key.rotation) % len(group)]] for seat in seats),
        split(spec.seed, "deal", key.deal),
        tuple(split(spec.seed, "bot", *path, seat) for seat in seats),
    )


@lru_cache(maxsize=16)
def by_number(spec: TournamentSpec) -> dict[int, tuple[Entrant, ...]]:
    """All groups of bots that meet, by the number that they have in game keys."""
    return {group.number: group.bots for group in pairings(spec)}


def fixtures(spec: TournamentSpec) -> Iterator[Fixture]:
    """All games of a tournament, in the order of play."""
    return (fixture(spec, key) for key in keys(spec))


def n_games(spec: TournamentSpec) -> int:
    """How many games a tournament has.

    >>> n_games(TournamentSpec("kuhn", tuple(Entrant(name, "random") for name in "abcd"), deals=10))
    120
    """
    seats = game(spec.game).seats
    return comb(len(spec.bots), seats) * seats * spec.deals


def is_balanced(spec: TournamentSpec) -> bool:
    """Does every bot sit equally often in every seat, on every deal, counted on the schedule itself?"""
    seated = Counter[tuple[int, str, int]]()
    deals = min(spec.deals, factorial(game(spec.game).seats - 1))  # then the orders begin again
    for key in keys(replace(spec, deals=deals)):
        for seat, each in enumerate(fixture(spec, key).seats):
            seated[key.deal, each.name, seat] += 1
    return len(set(seated.values())) == 1 and len(seated) == deals * len(spec.bots) * game(spec.game).seats
