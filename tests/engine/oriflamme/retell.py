"""Tells a game anew from what one seat saw and a world that it holds possible: deal, actions, all of it.

A world is possible only if it could have come about with the same views at every earlier decision. So
hidden cards that were laid take the identity that they have in the world; the queue is followed through
the events to know which card is which; the deal is put together from that, and the game played again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.events import HIDDEN, Event, event
from engine.game import Game
from engine.games.oriflamme import story
from engine.games.oriflamme.moving import ONTO
from engine.games.oriflamme.state import (
    COLOUR,
    DEAL,
    DRAW,
    EXCHANGE_0,
    FAMILY_BITS,
    GAP_0,
    KEEP_IT,
    KINDS,
    MODE_0,
    NOTHING,
    ON,
    P_ASIDE,
    P_KINDS,
    PLACES,
    REVEAL_IT,
    SEATS,
    TARGET_0,
    TWIN,
    TWIN_0,
)
from engine.state import State
from engine.view import Playthrough, View


@dataclass
class Laid:
    """One card that came into the queue."""

    family: int
    kind: int | None
    """None: hidden, as long as the world was not asked."""
    from_hand: bool
    control: int
    face_up: bool = False
    points: int = 0
    verdict: bool = False


@dataclass
class Tracked:
    """The queue as it changes by events, and every card that ever came into it."""

    queue: list[list[Laid]] = field(default_factory=list)
    """Slots from the front, cards from the top."""
    laid: list[Laid] = field(default_factory=list)
    """In the order in which they came."""
    twin_is_told: bool = False
    """A Prince's Twin is told of twice: with where it goes, and that it is there."""
    purse: list[int] = field(default_factory=lambda: [1] * SEATS)

    def come(self, column: int, on: bool, card: Laid) -> None:
        self.laid.append(card)
        if on:
            self.queue[column].insert(0, card)
        else:
            self.queue.insert(column, [card])

    def go(self, column: int) -> Laid:
        card = self.queue[column].pop(0)
        if not self.queue[column]:
            del self.queue[column]
        return card

    def column_of(self, family: int, kind: int) -> int:
        """The slot whose top card is known to be that one."""
        return next(
            column
            for column, cards in enumerate(self.queue)
            if (cards[0].family, cards[0].kind) == (family, kind)
        )

    def follow(self, told: Event) -> None:
        """Change the queue and the purses as an event says."""
        kind, place = told.kind, told.place
        card = None if told.card == HIDDEN else told.card
        if kind == story.PLACED:
            self.come(place, bool(told.why), Laid(told.value, card, True, told.value))
        elif kind == story.ELIMINATED:
            self.go(place).kind = card
        elif kind in (story.DISCARDED, story.RESERVED):
            self.go(self.column_of(told.value, told.card))
        elif kind == story.MOVED:
            self.move(place, told.value)
        elif kind == story.EXCHANGED:
            stack = self.queue[place]
            assert (stack[0].family, stack[0].kind) == divmod(told.value, KINDS)
            self.laid.append(Laid(told.seat, card, True, told.seat))
            stack[0] = self.laid[-1]
        elif kind == story.TWIN_CAME:
            self.twin_is_told = True
            column = {0: 0, 1: len(self.queue)}.get(told.value, told.value - ON)
            self.come(column, told.value >= ON, Laid(told.seat, TWIN, False, told.seat, True))
        elif kind == story.ENTERED and not self.twin_is_told:
            self.come(place, False, Laid(told.value, told.card, False, told.value, True))
        elif kind == story.ENTERED:
            self.twin_is_told = False
        elif kind == story.POINTS:
            self.purse[told.seat] += told.value
        elif kind in (story.REVEALED, story.TURNED_DOWN, story.TOKENS, story.MARKED, story.BRIBED_BY):
            self.change(self.queue[place][told.seat if kind == story.TOKENS else 0], told)

    def change(self, card: Laid, told: Event) -> None:
        """What lies on a card, or which way up it lies."""
        if told.kind == story.REVEALED:
            card.kind, card.face_up = told.card, True
            card.points = card.points if told.card == DEAL else 0
        elif told.kind == story.TURNED_DOWN:
            card.face_up, card.points = False, 0
        elif told.kind == story.TOKENS:
            card.points += told.value
        elif told.kind == story.MARKED:
            card.verdict = bool(told.value)
        else:
            card.control = told.value

    def move(self, source: int, goal: int) -> None:
        """A Royal Decree: gaps are numbered as the row stood before the card was lifted."""
        alone = len(self.queue[source]) == 1
        onto = self.queue[goal - ONTO] if goal >= ONTO else None
        card = self.go(source)
        if onto is not None:
            onto.insert(0, card)
        else:
            self.queue.insert(goal - 1 if alone and goal > source else goal, [card])

    def name_by(self, world: State) -> None:
        """Give the hidden cards of the queue the identity that they have in a world."""
        row = world.row
        for cards, top in zip(self.queue, row["queue"].tolist(), strict=False):
            slot = top
            for card in cards:
                assert slot != NOTHING
                assert slot >> FAMILY_BITS == card.family
                assert card.kind in (None, int(row["kind"][slot]))
                card.kind = int(row["kind"][slot])
                slot = int(row["below"][slot]) - 1
            assert slot == NOTHING
        assert len(self.queue) == int(row["n_columns"])


def tell_deal(game: Game, told: tuple[Event, ...], tracked: Tracked, world: State) -> tuple[int, ...]:
    """The deal that the game must have begun with."""
    row = world.row
    n, aside, pair = int(game.parameters[P_KINDS]), int(game.parameters[P_ASIDE]), int(row["pair"])
    played = row["kinds"][:n].tolist()
    deal: list[int] = []
    for family in range(int(row["families"])):
        held = [kind for kind in played if int(row["hand"][family]) >> kind & 1]
        first: dict[int, bool] = {}
        for card in tracked.laid:
            if card.family == family and card.kind != TWIN:
                assert card.kind is not None
                first.setdefault(card.kind, card.from_hand)
        passed = [kind for kind, from_hand in first.items() if from_hand]
        passed += [kind for kind in held if kind not in first]
        if pair:
            passed = _in_drawn_order(passed, told, family, min(3, n - aside)) + _deck(world, family)
        assert len(passed) == n - aside
        deal += passed + [kind for kind in played if kind not in passed]
    return (*deal, *(_top_colour(told, world, seat) for seat in range(game.seats if pair else 0)))


def _in_drawn_order(passed: list[int], told: tuple[Event, ...], family: int, dealt: int) -> list[int]:
    """The cards that passed through a hand: those dealt, then those drawn, which the seat itself saw."""
    drawn = [each.card for each in told if each.kind == story.DREW and each.value == family]
    if HIDDEN in drawn:  # whoever laid the cards in this order may have drawn them in this order
        return passed
    assert len(passed) == dealt + len(drawn)
    return [kind for kind in passed if kind not in drawn] + drawn


def _deck(world: State, family: int) -> list[int]:
    cards = world.row["draw"][(family >> 1) * DRAW : ((family >> 1) + 1) * DRAW].tolist()
    return [(card - 1) % COLOUR for card in cards if card and (card - 1) // COLOUR == family & 1]


def _top_colour(told: tuple[Event, ...], world: State, seat: int) -> int:
    drawn = [each.value & 1 for each in told if each.kind == story.DREW and each.seat == seat]
    left = [card for card in world.row["draw"][seat * DRAW : (seat + 1) * DRAW].tolist() if card]
    return next(iter(drawn + [(int(card) - 1) // COLOUR for card in left]), 0)


def tell_action(state: State, told: Event, laid: Laid | None) -> int:
    """The action that an event tells of, the first of those that it caused."""
    kind = told.kind
    if kind == story.PLACED:
        assert laid is not None
        assert laid.kind is not None
        colour = told.value & 1 if state.row["pair"] else 0
        end = 0 if told.place == 0 else 1
        return (colour * KINDS + laid.kind) * PLACES + (ON + told.place if told.why else end)
    if kind == story.EXCHANGED:
        assert laid is not None
        assert laid.kind is not None
        return EXCHANGE_0 + laid.kind
    return {
        story.KEPT: KEEP_IT,
        story.REVEALED: REVEAL_IT,
        story.TARGETED: TARGET_0 + told.place,
        story.MOVED: GAP_0 + told.value,
        story.CHOSE: MODE_0 + told.value,
        story.TWIN_CAME: TWIN_0 + told.value,
    }[kind]


def retell(view: View, world: State) -> Iterator[tuple[View, State]]:
    """Play from the deal what a view tells, with the hidden cards of a world: each step as the seat sees it.

    Raises an error of the game, or AssertionError, where it cannot have been so.
    """
    told = tuple(event(word) for word in view.events)
    tracked, came = Tracked(), list[Laid | None]()
    for each in told:
        before = len(tracked.laid)
        tracked.follow(each)
        came.append(tracked.laid[-1] if len(tracked.laid) > before else None)
    tracked.name_by(world)
    playing = Playthrough(view.game.start(tell_deal(view.game, told, tracked, world)))
    yield playing.view(view.seat), playing.state
    done = 0
    while done < len(told):
        done += len(playing.play(tell_action(playing.state, told[done], came[done])))
        yield playing.view(view.seat), playing.state
