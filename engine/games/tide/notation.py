"""How Turn the Tide is written: seats, sets of cards, actions, and the table as all see it."""

from typing import Any

from engine.errors import NotationError
from engine.game import Game
from engine.games.tide.state import HAND, TAKE_0, TIDE_CARDS, UNKNOWN

SEAT_NAMES = "ABCDE"
NONE = "-"

PATTERN = r"play \d{1,2}|take \d{1,2}"


def players(game: Game) -> tuple[str, ...]:
    """The name of each seat.

    >>> from engine.game import game
    >>> players(game("tide:seats=3"))
    ('A', 'B', 'C')
    """
    return tuple(SEAT_NAMES[: game.seats])


def format_action(game: Game, row: Any, action: int) -> str:
    """Write an action."""
    return f"play {action}" if action <= TAKE_0 else f"take {action - TAKE_0}"


def cards_of(mask: int) -> list[int]:
    """The cards of a set, ascending.

    >>> cards_of(1 << 3 | 1 << 42)
    [3, 42]
    """
    mask = int(mask)
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """A set of cards."""
    return sum(1 << card for card in set(cards))


def number(text: str, low: int, high: int, where: str) -> int:
    """A whole number within bounds; raises NotationError."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
    if not low <= value <= high:
        raise NotationError(f"'{where}': '{text}' is not a number from {low} to {high}")
    return value


def numbers(text: str, high: int, where: str) -> list[int]:
    """A list of cards; raises NotationError."""
    return [] if text == NONE else [number(word, 1, high, where) for word in text.split()]


def played(row: Any, seat: int) -> list[int]:
    """What a seat has played in this round, in order."""
    start = seat * HAND
    found: list[int] = row["played"][start : start + int(row["n_played"][seat])].tolist()
    return found


def format_hand(row: Any, seat: int) -> str:
    """The cards left in a hand; `?3` are three that a view does not know."""
    known = cards_of(row["hand"][seat])
    hand = (seat - int(row["turn"])) % int(row["seats"])
    unknown = int(row["n_dealt"][hand]) - int(row["n_played"][seat]) - len(known)
    return " ".join([*map(str, known), *([f"?{unknown}"] if unknown else [])])


def format_table(row: Any) -> str:
    """The position as notation writes it: the round with the offer, and a line a seat."""
    offer = " ".join(str(card) if card else NONE for card in row["offer"].tolist())
    lines = [f"round {int(row['turn']) + 1} tide {offer}"]
    level, tokens, points = (row[name].tolist() for name in ("level", "tokens", "points"))
    for seat in range(int(row["seats"])):
        out = not int(row["active"]) >> seat & 1
        fields = [
            f"{SEAT_NAMES[seat]} {format_hand(row, seat)}".rstrip(),
            " ".join(map(str, played(row, seat))),
            str(level[seat]) if level[seat] else NONE,
            str(tokens[seat]),
            str(points[seat]),
            *(["out"] if out else []),
        ]
        lines.append(" | ".join(fields))
    return "\n".join(lines)


def tides_of(row: Any, turn: int) -> list[int]:
    """The tide cards of a round that are still to come, from the top; UNKNOWN in a view."""
    return [card for card in row["tide"][turn * TIDE_CARDS : (turn + 1) * TIDE_CARDS].tolist() if card]


def format_tides(row: Any, turn: int) -> str:
    """The tide cards of a round that are still to come, from the top; a view knows only which they are."""
    cards = tides_of(row, turn)
    if UNKNOWN not in cards:
        return " ".join(map(str, cards))
    if turn != int(row["turn"]):
        return f"?{len(cards)}"
    left = int(row["left"])
    values = [1 + value for value in range(int(row["tides"])) for _ in range(left >> 2 * value & 3)]
    return f"?{len(cards)} of {' '.join(map(str, values))}"
