"""The flow of a game: rounds, placement, resolution, end; and the interface to play it.

A game is cut into units (one placement, one card resolved, one change of round), each a generator
that asks its decisions. A `Position` keeps the state before the running unit and the answers given
so far, and runs the unit again for every new answer: slow, but no half-done ability is ever stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle import cards_ablaze, cards_alliance, cards_base  # noqa: F401 - they fill the tables of abilities
from tests.oracle.asking import Ask, Play, perform, reveal
from tests.oracle.model import Card, Slot, State, actor_of
from tests.oracle.names import BASE, FAMILIES, PAIRS, full_options, set_names
from tests.oracle.text import state_as_json

# ---- units ------------------------------------------------------------------------------------------


def unit(state: State) -> Play:
    """Play the next unit of the game in the given state."""
    if state.phase == "placement":
        yield from place_one(state)
    elif state.phase == "resolution":
        yield from resolve_one(state)
    else:
        end_round(state)


def turn(state: State) -> str:
    """Whose placement is next: clockwise from the first player, with two families each A, B, A, B (A6)."""
    return state.players[(state.first + len(state.placed)) % len(state.players)]


def place_one(state: State) -> Play:
    """DP-PLACE of one player; asked even with one legal action."""
    player = turn(state)
    places = placements(state, player)
    if places:
        family, name, where = places[(yield Ask(player, list(places)))]
        state.hand[family].remove(name)
        card = Card(family, name)
        if isinstance(where, Slot):
            where.cards.insert(0, card)
        else:
            state.queue.insert(0 if where == "front" else len(state.queue), Slot([card]))
        state.placed.append(family)
    else:
        state.placed.append("-")  # D1: only possible in a made-up position
    if len(state.placed) == len(state.players) * (2 if state.two_families else 1):
        state.phase, state.at = "resolution", 0


def placements(state: State, player: str) -> dict[str, tuple[str, str, Slot | str]]:
    """All placements of a player: text -> (family, name, slot or end)."""
    families = list(player)
    second = len(state.placed) >= len(state.players)
    if second and state.options["OPT-20"] == "each":
        families.remove(state.placed[-len(state.players)])
    # A2: stacking from round 2 only; A6 and OPT-30 for the second card of round 1.
    stacking = state.round > 1 or (state.two_families and state.options["OPT-30"] == "yes")
    places: dict[str, tuple[str, str, Slot | str]] = {}
    for family in families:
        for name in sorted(state.hand[family], key=state.names.index):
            text = f"place {family}.{name}" if state.two_families else f"place {name}"
            places[f"{text} front"] = (family, name, "front")
            if state.queue:
                places[f"{text} back"] = (family, name, "back")
            for k, slot in enumerate(state.queue, 1):
                if stacking and slot.top.controller == family:
                    places[f"{text} on {k}"] = (family, name, slot)
    return places


def resolve_one(state: State) -> Play:
    """Resolve the card at the pointer and move the pointer on (A2, exact loop)."""
    if state.at >= len(state.queue):
        end_resolution(state)
        return
    slot = state.queue[state.at]
    card = slot.top
    if not card.waiting:
        yield from resolve_card(state, card)
    if slot.cards and slot.top is not card and not slot.top.waiting:
        following: Slot | None = slot  # the card uncovered at the pointer acts at once (OPT-10)
    else:
        # An emptied slot still keeps its place here, so "after" is after the gap.
        behind = state.queue[state.queue.index(slot) + 1 :]
        following = next((later for later in behind if later.cards), None)
    state.close_row()
    state.at = len(state.queue) if following is None else state.queue.index(following)


def resolve_card(state: State, card: Card) -> Play:
    """RESOLVE of A2: keep or reveal a face-down card, apply the ability of a face-up one."""
    actor = actor_of(state, card)
    if card.up:
        yield from perform(state, actor, card.name)
        return
    # OPT-17: a Rebellion needs a point to be revealed.
    stuck = card.name == "Rebellion" and card.points == 0 and state.options["OPT-17"] == "no"
    answer = yield Ask(actor.player, ["keep"] if stuck else ["reveal", "keep"])
    if answer == "keep":
        card.points += 1
    else:
        card.up = True
        yield from reveal(state, actor)


def end_resolution(state: State) -> None:
    """The whole queue is resolved: marks `~` go, in the 2-player variant both draw two (D12)."""
    for slot in state.queue:
        for card in slot.cards:
            card.waiting = False
    for deck in state.deck.values():
        for family, name in deck[:2]:
            state.hand[family].append(name)
        del deck[:2]
    state.phase = "resolved"


def end_round(state: State) -> None:
    """PASS_TILE, then FINAL or the START of the next round."""
    state.first = (state.first + 1) % len(state.players)
    deals = [card for cards in state.reserve.values() for card in cards if card.name == "Deal"]
    if state.round == state.rounds:
        for deal in deals:
            state.gain(state.player_of(deal.family), deal.points)
        state.phase = "over"
        return
    state.round += 1
    for deal in deals:
        if any(card.controller == deal.family for card in state.tops()):  # by control (D9)
            state.gain(state.player_of(deal.family), deal.points)
            if state.options["OPT-19"] == "used":  # D11
                deal.points = 0
    state.phase, state.placed = "placement", []


# ---- interface --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A full position with its pending decision."""

    before: State
    """The state before the running unit."""
    answers: tuple[str, ...]
    """The answers given in the running unit."""
    now: State
    """The state at the pending decision."""
    ask: Ask | None
    """The pending decision; None when the game is over (or held between two rounds)."""
    hold: bool = False
    """Stop when the whole queue is resolved, before the tile passes (worked cases)."""


def advance(state: State, answers: Sequence[str] = (), hold: bool = False) -> Position:
    """Run on from a state between units, with the answers so far, to the next decision."""
    before, left = state, list(answers)
    while before.phase != "over" and not (hold and before.phase == "resolved"):
        now = before.copy()
        running = unit(now)
        try:
            ask = next(running)
            for answer in left:
                ask = running.send(answer)
            return Position(before, tuple(left), now, ask, hold)
        except StopIteration:
            before, left = now, []
    return Position(before, (), before, None, hold)


def start(
    seats: int | Sequence[str],
    cards: str | list[str],
    options: dict[str, str] | None = None,
    *,
    hands: Mapping[str, Sequence[str]],
    asides: Mapping[str, Sequence[str]] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    rounds: int = 6,
) -> Position:
    """Begin a game with a given deal.

    `seats` is a number or the players in seat order: 2 is `["RB", "GK"]`, while `["R", "B"]` is two
    players with one family each. `cards` is a set's name or its card names. `hands` and `asides` are
    given by family, `decks` by player, top first, as `R.Soldier`.
    """
    if isinstance(seats, int):
        players = PAIRS if seats == 2 else FAMILIES[:seats]
    else:
        players = list(seats)
    families = [family for player in players for family in player]
    names = set_names(cards)
    if any(len(player) == 2 for player in players) and not set(names) <= set(BASE):
        raise ValueError("the 2-player variant is for the base set only")  # D12
    state = State(
        players=list(players),
        names=names,
        options=full_options(options),
        rounds=rounds,
        purse=dict.fromkeys(players, 1),
        hand={family: list(hands[family]) for family in families},
        aside={family: list((asides or {}).get(family, [])) for family in families},
        discard={family: [] for family in families},
        reserve={family: [] for family in families},
        twin=families if "Prince" in names else [],
        deck={player: [parse_deck(card) for card in deck] for player, deck in (decks or {}).items()},
    )
    return advance(state)


def parse_deck(text: str) -> tuple[str, str]:
    """Read a card of a draw deck, `R.Soldier`."""
    family, name = text.split(".")
    return family, name


def legal(position: Position) -> list[str]:
    """All legal actions; empty when the game is over."""
    return list(position.ask.legal) if position.ask else []


def player(position: Position) -> str:
    """Say who is asked."""
    if position.ask is None:
        raise ValueError("the game is over")
    return position.ask.player


def play(position: Position, text: str) -> Position:
    """Give the position after an action and all that follows without a further decision."""
    if text not in legal(position):
        raise ValueError(f"illegal action {text!r}, legal are {legal(position)}")
    return advance(position.before, [*position.answers, text], position.hold)


def is_over(position: Position) -> bool:
    """Say whether the game is over."""
    return position.now.phase == "over"


def winners(position: Position) -> list[str]:
    """Who wins: most points, then most cards in the queue (OPT-16), then shared."""
    state = position.now
    depth = 1 if state.options["OPT-16"] == "tops" else None
    lying = [state.player_of(card.controller) for slot in state.queue for card in slot.cards[:depth]]
    score = {player: (points, lying.count(player)) for player, points in state.purse.items()}
    return [player for player in state.players if score[player] == max(score.values())]


def as_json(position: Position) -> dict[str, Any]:
    """The position as the object P of the notation's part on traces."""
    return state_as_json(position.now)
