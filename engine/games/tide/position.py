"""Whole positions of Turn the Tide, written and read.

    round 2 tide 2 6
    A 1 17 42 | 3 9 | 11 | 2 | 5
    B 8 30 44 | 60 2 |  | 0 | 1 | out
    C ...
    deck 4 12 1 3
    next 7 1 12 ...
    committed A 17
    known B 8 44; C 5

The first lines are the table as all see it. `take` at the end of the first line: the cards are revealed and
the highest bidder chooses (OPT-21); no offer: the game is over. What follows is left out where there is
nothing to say: the tide cards still to come in this round, from the top, and a line `next` for each later
round; the commitments that are not yet revealed; and, hand by hand, which of the cards left all have seen in
an earlier round. A position without `deck` and `next` is read with tide cards in ascending order.
"""

import re
from typing import Any

from numpy.typing import NDArray

from engine.errors import NotationError
from engine.game import Game
from engine.games.tide import notation
from engine.games.tide.notation import NONE, SEAT_NAMES
from engine.games.tide.state import HAND, OVER, P_DECK, P_ROUNDS, P_TIDES, TAKE, UNKNOWN
from engine.games.tide.table import Table, build

_HEAD = re.compile(r"round (?P<round>\d) tide (?P<offer>- -|-|\d{1,2} \d{1,2})(?P<take> take)?")
EXTRA = ("deck", "next", "committed", "known")


# ---------------------------------------------------------------- writing
def format(game: Game, row: Any) -> str:
    """Write a whole position, or a view of one: `?` is what it does not know."""
    lines = notation.format_table(row).split("\n")
    turn, phase = int(row["turn"]), int(row["phase"])
    if phase == TAKE:
        lines[0] += " take"
    deck = notation.format_tides(row, turn)
    if deck:
        lines.append(f"deck {deck}")
    if phase != OVER:
        lines += [
            f"next {notation.format_tides(row, later)}" for later in range(turn + 1, int(row["rounds"]))
        ]
    choices = row["choice"].tolist()
    said = [
        f"{name} {'?' if choice == UNKNOWN else choice}"
        for name, choice in zip(SEAT_NAMES, choices, strict=True)
        if choice
    ]
    if said:
        lines.append(f"committed {'; '.join(said)}")
    known = []
    for seat in range(game.seats):
        seen = int(row["hand"][seat]) & int(row["known"][(seat - turn) % game.seats])
        if seen:
            known.append(f"{SEAT_NAMES[seat]} {' '.join(map(str, notation.cards_of(seen)))}")
    if known:
        lines.append(f"known {'; '.join(known)}")
    return "\n".join(lines)


# ---------------------------------------------------------------- reading
def parse(game: Game, text: str) -> NDArray[Any]:
    """Read a whole position; raises NotationError."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines() if line.strip()]
    match = _HEAD.fullmatch(lines[0]) if lines else None
    if match is None or len(lines) <= game.seats:
        raise NotationError(
            f"not a position of {game.spec}: 'round 1 tide 2 6', a line a seat like "
            f"'A 1 17 42 | 3 9 | 11 | 2 | 5', and what else is known are wanted"
        )
    if "?" in text:
        raise NotationError("a view cannot be read as a position: '?' is not known")
    tides = int(game.parameters[P_TIDES])
    table = Table(notation.number(match["round"], 1, int(game.parameters[P_ROUNDS]), lines[0]), [])
    if NONE not in match["offer"]:
        table.offer = notation.numbers(match["offer"], tides, lines[0])
    table.take = bool(match["take"])
    for seat, line in enumerate(lines[1 : 1 + game.seats]):
        _read_seat(game, table, seat, line)
    for line in lines[1 + game.seats :]:
        _read_extra(game, table, line)
    _check_tides(table, tides)
    return build(game, table)


def _read_seat(game: Game, table: Table, seat: int, line: str) -> None:
    fields = [part.strip() for part in line.split("|")]
    name, _, hand = fields[0].partition(" ")
    out = fields[5:] == ["out"]
    if name != SEAT_NAMES[seat] or len(fields) != 5 + out:
        raise NotationError(
            f"'{line}': the line of {SEAT_NAMES[seat]} is wanted here: hand, played cards, level, life "
            f"preservers, points, and 'out' if it is eliminated"
        )
    deck, tides = int(game.parameters[P_DECK]), int(game.parameters[P_TIDES])
    table.hand.append(notation.numbers(hand.strip(), deck, line))
    table.played.append(notation.numbers(fields[1], deck, line))
    table.level.append(0 if fields[2] == NONE else notation.number(fields[2], 1, tides, line))
    table.tokens.append(notation.number(fields[3], 0, HAND, line))
    sign = -1 if fields[4].startswith("-") else 1
    table.points.append(sign * notation.number(fields[4].removeprefix("-"), 0, 99, line))
    if out:
        table.out.append(seat)


def _read_extra(game: Game, table: Table, line: str) -> None:
    key, _, rest = line.partition(" ")
    deck, tides = int(game.parameters[P_DECK]), int(game.parameters[P_TIDES])
    wrong = NotationError(f"'{line}' is not wanted here; {', '.join(EXTRA)} may follow the seats, once each")
    if key == "next":
        table.later.append(notation.numbers(rest, tides, line))
    elif key == "deck" and not table.deck:
        table.deck = notation.numbers(rest, tides, line)
    elif key in EXTRA and not (table.known if key == "known" else table.committed):
        for said in rest.split(";"):
            name, *cards = said.split() or [""]
            if not cards or name not in game.players:
                raise wrong
            seat = game.players.index(name)
            found = notation.numbers(" ".join(cards), deck, line)
            if key == "known":
                table.known[seat] = found
            elif len(found) == 1:
                table.committed[seat] = found[0]
            else:
                raise wrong
    else:
        raise wrong


def _check_tides(table: Table, tides: int) -> None:
    """No tide card may stand three times in a round."""
    lying = [*table.offer, *(level for level in table.level if level)]
    for cards in ([*table.deck, *lying], *table.later):
        for value in range(1, tides + 1):
            if cards.count(value) > 2:
                raise NotationError(f"the tide card {value} stands more than twice in a round; there are two")
