"""The schedule: who meets whom on which deal, as a pure function of the spec.

A pairing is a group of bots that fills the seats. Every group plays every deal in every rotation of
the seats, so each bot of it sits once in each seat with the same cards on the table. All pairings meet the same
deals: a deal's seed comes from the tournament's seed and its number alone.

A pairing's number is made from the names and specs of its bots, not from their position in the spec.
A tournament to which deals or bots are added therefore has its old games under their old keys, and
`fixtures - done` is exactly what is missing. The order in which bots are named changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, islice, permutations
from math import comb, factorial

from archive.record import GameKey
from engine.errors import SpecError
from engine.game import game
from engine.rng import split
from tournament.spec import Entrant, TournamentSpec

PAIRING_BITS = 48


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
    return int.from_bytes(blake2b(text.encode(), digest_size=PAIRING_BITS // 8).digest(), "big")


def pairings(spec: TournamentSpec) -> tuple[Pairing, ...]:
    """All groups of bots that fill the seats; raises SpecError in the freak case that two share a number."""
    entrants = sorted(spec.bots, key=lambda each: each.name)
    groups = tuple(
        Pairing(pairing_number(group), group) for group in combinations(entrants, game(spec.game).seats)
    )
    if len({group.number for group in groups}) < len(groups):
        raise SpecError("two groups of bots get the same number by chance; rename one of the bots")
    return groups


def order(seats: int, deal: int) -> tuple[int, ...]:
    """The circular order in which a deal seats a group, before it is rotated.

    The orders take turns with the deals, so that no bot always follows the same one: after (seats - 1)!
    deals each bot has sat equally often behind each other one.

    >>> [order(3, deal) for deal in range(3)]
    [(0, 1, 2), (0, 2, 1), (0, 1, 2)]
    """
    nth = deal % factorial(seats - 1)
    return 0, *next(islice(permutations(range(1, seats)), nth, None))


def fixtures(spec: TournamentSpec) -> Iterator[Fixture]:
    """All games of a tournament, deal after deal, so that a run cut short has met everyone equally."""
    groups, seats = pairings(spec), game(spec.game).seats
    for deal in range(spec.deals):
        deal_seed, circle = split(spec.seed, "deal", deal), order(seats, deal)
        for group in groups:
            for rotation in range(seats):
                yield Fixture(
                    GameKey(spec.digest, group.number, deal, rotation),
                    tuple(group.bots[circle[(seat + rotation) % seats]] for seat in range(seats)),
                    deal_seed,
                    tuple(
                        split(spec.seed, "bot", group.number, deal, rotation, seat) for seat in range(seats)
                    ),
                )


def n_games(spec: TournamentSpec) -> int:
    """How many games a tournament has.

    >>> n_games(TournamentSpec("kuhn", tuple(Entrant(name, "random") for name in "abcd"), deals=10))
    120
    """
    seats = game(spec.game).seats
    return comb(len(spec.bots), seats) * seats * spec.deals
