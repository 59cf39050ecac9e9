"""A position of Turn the Tide in plain values, and the record that it means."""

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from engine.errors import NotationError
from engine.game import Game
from engine.games.tide.kernels import weigh
from engine.games.tide.notation import SEAT_NAMES, mask_of
from engine.games.tide.state import (
    HAND,
    OVER,
    P_CHOOSE,
    P_DECK,
    P_HAND,
    P_ROUNDS,
    P_TIDES,
    PLAY,
    TAKE,
    TIDE_CARDS,
)
from engine.jit import room

MOST = 99
"""The most points or life preservers that are read."""


@dataclass
class Table:
    """What lies on the table and in the hands; a list a seat."""

    round: int
    offer: list[int]
    """Two tide cards, or none: the game is over."""
    hand: list[list[int]] = field(default_factory=list)
    played: list[list[int]] = field(default_factory=list)
    level: list[int] = field(default_factory=list)
    tokens: list[int | None] = field(default_factory=list)
    """None: what the cards of the hand are worth."""
    points: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    take: bool = False
    """The cards are revealed, and the highest bidder is to choose."""
    deck: list[int] = field(default_factory=list)
    """The tide cards to come, from the top, as far as they are given."""
    later: list[list[int]] = field(default_factory=list)
    committed: dict[int, int] = field(default_factory=dict)
    known: dict[int, list[int]] = field(default_factory=dict)
    """By seat: cards left in its hand that all have seen."""

    @property
    def active(self) -> list[int]:
        """The seats that are still in the round."""
        return [seat for seat in range(len(self.hand)) if seat not in self.out]

    @property
    def cards_left(self) -> int:
        """How many cards each seat in the round has left."""
        return len(self.hand[self.active[0]]) if self.active else 0


def fill_deck(given: list[int], used: list[int], tides: int, count: int) -> list[int]:
    """A tide deck of `count` cards, or of all that are given: these, then others, ascending.

    Cards that are used elsewhere come last, since more than those may lie there already.

    >>> fill_deck([3], [1, 2, 2], 3, 3)
    [3, 1, 3]
    """
    free = sorted([*range(1, tides + 1)] * 2)
    for card in given:
        if card in free:
            free.remove(card)
    spare = []
    for card in used:
        if card in free:
            free.remove(card)
            spare.append(card)
    rest = [*free, *spare]
    return [*given, *rest[: max(0, count - len(given))]]


def _check(game: Game, table: Table) -> None:
    """Raise NotationError where the position cannot have come about."""
    if not 1 <= table.round <= game.parameters[P_ROUNDS]:
        raise NotationError(f"round {table.round} is not one of 1 to {game.parameters[P_ROUNDS]}")
    if not all(0 <= tokens <= MOST for tokens in table.tokens if tokens is not None):
        raise NotationError(f"life preservers are 0 to {MOST}")
    if not all(-MOST <= points <= MOST for points in table.points):
        raise NotationError(f"points are {-MOST} to {MOST}")
    seen: set[int] = set()
    for seat, name in enumerate(SEAT_NAMES[: game.seats]):
        cards = [*table.hand[seat], *table.played[seat]]
        wrong = sorted(card for card in cards if not 1 <= card <= game.parameters[P_DECK])
        if wrong:
            raise NotationError(f"{name} has the card {wrong[0]}; there are 1 to {game.parameters[P_DECK]}")
        twice = sorted(seen & set(cards)) or sorted({card for card in cards if cards.count(card) > 1})
        if twice:
            raise NotationError(f"the card {twice[0]} stands twice; there is one of each")
        if len(cards) > game.parameters[P_HAND]:
            raise NotationError(f"{name} has {len(cards)} cards; a hand has {game.parameters[P_HAND]}")
        if seat in table.out and table.level[seat]:
            raise NotationError(f"{name} is out and has the level {table.level[seat]}; it has none")
        seen |= set(cards)
    if not table.offer:
        if table.round != game.parameters[P_ROUNDS] or table.deck or table.committed or table.take:
            raise NotationError(f"round {table.round} has no tide cards on offer, but the game is not over")
        return
    if len(table.active) < 3:
        raise NotationError(f"{len(table.active)} players are in the round; it ends as soon as two are left")
    if len({len(table.hand[seat]) for seat in table.active}) > 1 or table.cards_left + table.take < 1:
        raise NotationError("each player in the round has equally many cards left, and has one to play")


def _set_turn(game: Game, row: Any, table: Table) -> None:
    """Set who is to act, and the commitments."""
    active, chosen = table.active, table.committed
    if table.take:
        played = {table.played[seat][-1] if table.played[seat] else 0: seat for seat in active}
        differ = len(set(table.offer)) == 2
        if chosen or 0 in played or not differ or not game.parameters[P_CHOOSE]:
            raise NotationError(
                "a tide card is chosen when all have played and the two on offer differ (OPT-21)"
            )
        row["phase"], row["to_act"] = TAKE, played[max(played)]
        return
    if sorted(chosen) != active[: len(chosen)] or len(chosen) == len(active):
        raise NotationError("players commit in seat order, and reveal as soon as the last one has")
    for seat, card in chosen.items():
        if card not in table.hand[seat]:
            raise NotationError(f"{SEAT_NAMES[seat]} has committed {card}, which is not in its hand")
        row["choice"][seat] = card
    row["phase"], row["to_act"] = PLAY, active[len(chosen)]


def _set_tides(game: Game, row: Any, table: Table) -> None:
    """Set the tide decks; what is not given is filled in."""
    tides, turn = int(game.parameters[P_TIDES]), table.round - 1
    used = [*table.offer, *(level for level in table.level if level)]
    wanted = 2 * (table.cards_left - 1 + table.take)
    decks = [fill_deck(table.deck, used, tides, wanted)]
    decks += [fill_deck(given, [], tides, 2 * tides) for given in table.later]
    while turn + len(decks) < game.parameters[P_ROUNDS]:
        decks.append(fill_deck([], [], tides, 2 * tides))
    if len(decks[0]) < wanted or len(decks[0]) > 2 * tides or turn + len(decks) > game.parameters[P_ROUNDS]:
        raise NotationError(f"{wanted} tide cards at least are to come in this round, {2 * tides} at most")
    row["drawn"] = 2 * tides - len(decks[0])
    for number, deck in enumerate(decks, turn):
        start = number * TIDE_CARDS + (int(row["drawn"]) if number == turn else 0)
        row["tide"][start : start + len(deck)] = deck
    row["left"] = sum(decks[0].count(value + 1) << 2 * value for value in range(tides))


def build(game: Game, table: Table) -> NDArray[Any]:
    """The record of a position, in an array of one; raises NotationError if it cannot have come about."""
    _check(game, table)
    rows, turn = room(game.state_type), table.round - 1
    row, parameters = rows[0], game.parameters
    row["seats"], row["turn"] = game.seats, turn
    row["deck"], row["tides"] = parameters[P_DECK], parameters[P_TIDES]
    row["rounds"], row["may_choose"] = parameters[P_ROUNDS], parameters[P_CHOOSE]
    for seat in range(game.seats):
        hand, cards, played = (seat - turn) % game.seats, table.hand[seat], table.played[seat]
        seen = table.known.get(seat, [])
        if not set(seen) <= set(cards):
            raise NotationError(f"what is known of {SEAT_NAMES[seat]} has cards that are not in its hand")
        row["hand"][seat] = mask_of(cards)
        row["dealt"][hand] = mask_of([*cards, *played])
        row["known"][hand] = mask_of([*seen, *played])
        row["n_dealt"][hand] = len(cards) + len(played)
        row["played"][seat * HAND : seat * HAND + len(played)] = played
        row["n_played"][seat] = len(played)
        row["level"][seat], row["points"][seat] = table.level[seat], table.points[seat]
    row["active"] = sum(1 << seat for seat in table.active)
    weigh(rows, parameters)
    for seat, tokens in enumerate(table.tokens):
        worth = int(row["worth"][(seat - turn) % game.seats])
        row["tokens"][seat] = worth if tokens is None else tokens
    if table.offer:
        row["offer"][:] = sorted(table.offer)
        _set_tides(game, row, table)
        _set_turn(game, row, table)
    else:
        row["phase"], row["to_act"], row["drawn"] = OVER, -1, 2 * parameters[P_TIDES]
    return rows
