"""The records of finished games: frozen and plain, nothing of the machine they were played on."""

from dataclasses import dataclass, field
from enum import StrEnum

SCHEMA = 2
"""The version of the replay's form; `codec` upgrades older ones."""

REASON = 200
"""How many characters the reason of a fault may have; all of them printable."""


class Ending(StrEnum):
    """How a game ended; all but `OVER` are one seat's fault."""

    OVER = "over"
    CRASH = "crash"
    ILLEGAL = "illegal"
    TIME = "time"


@dataclass(frozen=True, order=True)
class GameKey:
    """The address of a game: in which tournament, who met, on which deal, in which rotation of the seats."""

    tournament: str
    """The digest of the tournament's spec, 16 hexadecimal digits."""
    pairing: int
    deal: int
    rotation: int

    def __str__(self) -> str:
        """As commands write it: `3f0c9a...-2-17-0`."""
        return f"{self.tournament}-{self.pairing}-{self.deal}-{self.rotation}"


@dataclass(frozen=True)
class SearchFigures:
    """What a bot gave as its reasons for one decision: three rows by root action, and two numbers."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]
    work: int
    worlds: int = 0
    """Worlds that were looked at; 0: not told."""


@dataclass(frozen=True)
class Replay:
    """All that is needed to play a game again and to judge it, and nothing else."""

    key: GameKey
    game: str
    """The game's canonical spec."""
    rules: int
    """The version of that game's rules."""
    seats: tuple[str, ...]
    """The name of the bot in each seat."""
    bots: tuple[str, ...]
    """The spec of the bot in each seat."""
    seeds: tuple[int, ...]
    """The seed of the bot in each seat; decision n of the game was asked with split(seed, n)."""
    deal: tuple[int, ...]
    actions: tuple[int, ...]
    final: str
    """The digest of the last position in notation, 32 hexadecimal digits (engine.state)."""
    scores: tuple[int, ...]
    """Comparable numbers by seat in the last position."""
    placing: tuple[int, ...]
    """The place of each seat, from 1; seats at fault are last; equal is shared."""
    returns: tuple[float, ...]
    """What each seat got; a seat at fault gets nothing and the others share (see `share`)."""
    ending: Ending = Ending.OVER
    fault: int | None = None
    """The seat at fault."""
    reason: str = ""
    """What it did, in one line of at most `REASON` characters."""
    search: tuple[SearchFigures | None, ...] = field(default=())
    """One for each action, None where the bot gave no reasons; empty: not recorded."""
    schema: int = SCHEMA
    """That of today, in which it is held; its bytes may be of an older one (archive.schemas)."""


@dataclass(frozen=True)
class Times:
    """How long a game's decisions took: kept apart, as no two runs agree in it."""

    total: tuple[float, ...]
    """Milliseconds by seat, like `longest`."""
    longest: tuple[float, ...]
    microseconds: tuple[int, ...] = ()
    """One for each action; empty: not recorded."""


def place(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Places from 1 by scores: more is better, equal scores share the better place.

    >>> place((5, 9, 5, 1))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def place_with_fault(scores: tuple[int, ...], fault: int | None) -> tuple[int, ...]:
    """Places from 1 where a seat may be at fault: that seat is last, the others are placed by their scores.

    The scores are those of the last position, however early the game stopped.

    >>> place_with_fault((5, 9, 5, 1), 1)
    (1, 4, 1, 3)
    >>> place_with_fault((5, 9), None)
    (2, 1)
    """
    if fault is None:
        return place(scores)
    others = [score for seat, score in enumerate(scores) if seat != fault]
    return tuple(
        len(scores) if seat == fault else 1 + sum(other > score for other in others)
        for seat, score in enumerate(scores)
    )


def share(placing: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's share of the win, by places: the winners divide 1 equally, all others get nothing.

    These are the returns of a game that ended by a fault, whatever the game itself pays.

    >>> share((1, 4, 1, 3))
    (0.5, 0.0, 0.5, 0.0)
    """
    winners = placing.count(1)
    return tuple(1.0 / winners if rank == 1 else 0.0 for rank in placing)


def read_key(text: str) -> tuple[str, tuple[int, ...]]:
    """A key or the beginning of one: digits of the tournament's digest, then up to three numbers; ValueError.

    >>> read_key("3f0c-2-17-0")
    ('3f0c', (2, 17, 0))
    """
    digest, *numbers = text.strip().split("-")
    if not set(digest) <= set("0123456789abcdef") or not 0 < len(digest) <= 16 or len(numbers) > 3:
        raise ValueError("it begins with digits of a tournament, then -pairing-deal-rotation")
    if not all(number.isascii() and number.isdigit() and len(number) < 20 for number in numbers):
        raise ValueError("pairing, deal and rotation are whole numbers")
    if any(int(number) >= 1 << 63 for number in numbers):
        raise ValueError("pairing, deal and rotation have at most 63 bits")
    return digest, tuple(map(int, numbers))
