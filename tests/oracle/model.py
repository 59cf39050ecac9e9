"""The full position of a game between two decisions, and the moves of cards and points within it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.oracle.names import VERDICT_TOKENS


@dataclass(eq=False)
class Card:
    """One card in the queue; cards are compared by identity."""

    family: str
    """The printed owner."""
    name: str
    up: bool = False
    points: int = 0
    verdict: bool = False
    bribe: str | None = None
    """The family whose Bribery token lies on the card."""
    waiting: bool = False
    """Put down by an Informer's exchange in this round (the mark `~`)."""

    @property
    def controller(self) -> str:
        """The family the card counts for (A0)."""
        return self.bribe or self.family

    def copy(self) -> Card:
        return Card(self.family, self.name, self.up, self.points, self.verdict, self.bribe, self.waiting)


@dataclass(eq=False)
class Slot:
    """One place of the queue: a stack of cards, the top one first; empty only while an ability runs."""

    cards: list[Card]

    @property
    def top(self) -> Card:
        return self.cards[0]


@dataclass
class State:
    """Everything there is on the table, open and hidden."""

    players: list[str]
    """In seat order; a player is its family, or its two families in the 2-player variant."""
    names: list[str]
    options: dict[str, str]
    rounds: int
    purse: dict[str, int]
    hand: dict[str, list[str]]
    aside: dict[str, list[str]]
    discard: dict[str, list[str]]
    reserve: dict[str, list[Card]]
    twin: list[str]
    """Families whose Twin still lies beside the queue."""
    deck: dict[str, list[tuple[str, str]]]
    """A player's draw deck, (family, name), top first."""
    queue: list[Slot] = field(default_factory=list)
    round: int = 1
    first: int = 0
    phase: str = "placement"
    """`placement`, `resolution`, `resolved` (tile not passed yet) or `over`."""
    placed: list[str] = field(default_factory=list)
    """The families of the cards placed this round, in order."""
    at: int = 0
    """Index of the slot that is resolved next."""

    def copy(self) -> State:
        """Copy the position so that nothing is shared."""
        return replace(
            self,
            purse=dict(self.purse),
            hand={family: list(names) for family, names in self.hand.items()},
            aside={family: list(names) for family, names in self.aside.items()},
            discard={family: list(names) for family, names in self.discard.items()},
            reserve={family: [card.copy() for card in cards] for family, cards in self.reserve.items()},
            twin=list(self.twin),
            deck={player: list(cards) for player, cards in self.deck.items()},
            queue=[Slot([card.copy() for card in slot.cards]) for slot in self.queue],
            placed=list(self.placed),
        )

    # ---- who ------------------------------------------------------------------------------------

    @property
    def families(self) -> list[str]:
        """All families in seat order."""
        return [family for player in self.players for family in player]

    @property
    def two_families(self) -> bool:
        """Whether this is the 2-player variant with two families each (A6)."""
        return any(len(player) == 2 for player in self.players)

    def player_of(self, family: str) -> str:
        return next(player for player in self.players if family in player)

    # ---- the queue ------------------------------------------------------------------------------

    def row(self) -> list[Slot]:
        """The slots that hold cards: what the rules call the queue."""
        return [slot for slot in self.queue if slot.cards]

    def tops(self) -> list[Card]:
        return [slot.top for slot in self.row()]

    def slot_of(self, card: Card) -> Slot | None:
        """The slot the card lies in, at any level; None when it has left the queue."""
        return next((slot for slot in self.row() if card in slot.cards), None)

    def neighbours(self, card: Card) -> list[Slot]:
        """The slots next to the one the card lies in; none when it has left the queue."""
        slot = self.slot_of(card)
        if slot is None:
            return []
        row = self.row()
        place = row.index(slot)
        return [row[k] for k in (place - 1, place + 1) if 0 <= k < len(row)]

    def close_row(self) -> None:
        """Drop the places that became empty; they are kept while an ability runs (A2, placeholder)."""
        self.queue = self.row()

    def remove(self, card: Card) -> None:
        """Take a card out of the queue: its points go to the supply, its tokens leave it (A2.1 step 2)."""
        slot = self.slot_of(card)
        assert slot is not None
        slot.cards.remove(card)
        card.points, card.verdict, card.bribe = 0, False, None

    def discard_card(self, card: Card) -> None:
        """DISCARD of A2.1: the card goes to its owner's pile, nobody gains."""
        self.remove(card)
        self.discard[card.family].append(card.name)

    def reserve_card(self, card: Card) -> None:
        """RESERVE of A2.1: the card lies in front of its owner, with its points (a Deal)."""
        points = card.points
        self.remove(card)
        self.reserve[card.family].append(Card(card.family, card.name, up=True, points=points))

    def verdicts_left(self) -> int:
        """The Verdict tokens in the supply; covered ones are out (OPT-13)."""
        return VERDICT_TOKENS - sum(card.verdict for slot in self.queue for card in slot.cards)

    # ---- points ---------------------------------------------------------------------------------

    def gain(self, player: str, points: int) -> None:
        self.purse[player] += points

    def lose(self, player: str, points: int) -> int:
        """Take points from a purse, as many as there are (A0), and say how many."""
        taken = min(points, self.purse[player])
        self.purse[player] -= taken
        return taken


@dataclass(frozen=True)
class Actor:
    """The acting card with its controller at the moment its ability starts (D18)."""

    card: Card
    family: str
    player: str


def actor_of(state: State, card: Card) -> Actor:
    """Fix who controls a card now that its ability starts."""
    return Actor(card, card.controller, state.player_of(card.controller))
