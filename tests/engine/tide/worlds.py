"""Everything that a seat of a small game of Turn the Tide must hold possible, found by playing every deal."""

from collections.abc import Iterator
from itertools import combinations

from engine.events import seen_by
from engine.game import Game
from engine.state import State
from engine.view import Playthrough, observe


def hands(cards: frozenset[int], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to deal hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for rest in hands(cards - set(hand), sizes[1:]):
            yield (hand, *rest)


def deals(game: Game, deal: tuple[int, ...], seat: int) -> Iterator[tuple[int, ...]]:
    """Every deal of the hands in which a seat has the cards that it has in a deal, with its tide decks."""
    deck, size = int(game.options["deck"]), int(game.options["hand"])
    own = tuple(sorted(deal[seat * size : (seat + 1) * size]))
    cards = frozenset(range(1, deck + 1)) - set(own)
    for others in hands(cards, (size,) * (game.seats - 1)):
        row = tuple(card for hand in (*others[:seat], own, *others[seat:]) for card in hand)
        yield (*row, *sorted(cards - set(row)), *deal[deck:])


def possible(game: Game, deal: tuple[int, ...], actions: list[int], seat: int) -> dict[bytes, int]:
    """The states that `seat` must hold possible after `actions`, each with the number of its deals.

    Every deal in which it has its cards, with the same tide decks, is played: where the seat is to act, as it
    did; where another is, with every action. A path goes on only while the seat sees, at each point, what it
    really saw: the same view and the same events.
    """
    true = Playthrough(game.start(deal))
    seen = [_trail(true.state, seat, ())]
    for action in actions:
        words = true.play(action)
        seen.append(_trail(true.state, seat, words))
    acted = _actors(game, deal, actions)
    found: dict[bytes, int] = {}
    for each in deals(game, deal, seat):
        layer = [game.start(each)]
        if _trail(layer[0], seat, ()) != seen[0]:
            continue
        for n, action in enumerate(actions):
            following = []
            for state in layer:
                for choice in (action,) if acted[n] == seat else state.legal_actions:
                    told = Playthrough(state)
                    words = told.play(choice)
                    if _trail(told.state, seat, words) == seen[n + 1]:
                        following.append(told.state)
            layer = following
        for state in layer:
            found[state.data] = found.get(state.data, 0) + 1
    return found


def _trail(state: State, seat: int, words: tuple[int, ...]) -> tuple[bytes, tuple[int, ...]]:
    return observe(state, seat).data, tuple(seen_by(word, seat) for word in words)


def _actors(game: Game, deal: tuple[int, ...], actions: list[int]) -> list[int]:
    state, found = game.start(deal), []
    for action in actions:
        found.append(state.to_act)
        state = state.play(action)
    return found
