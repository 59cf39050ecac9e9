"""Turn the Tide: who plays high takes low water, and who plays second highest the flood.

Each player has twelve Weather cards, and life preservers for the middling ones. Every hand two tide cards
are laid out; all choose a card in secret and reveal together. The highest card takes the lower tide card,
the second highest the higher one, on top of what they took before. Who then has the highest level loses a
life preserver, or is out of the round without one. A round pays a point for each life preserver left, one
more for the lowest level, and takes one from who is out. Then every hand goes on to the left as it was
dealt, with its life preservers, until each player has played each hand. Most points win.
"""

import numpy as np

from engine.game import Game, GameType, Text
from engine.games.tide import notation, position, state, telling
from engine.games.tide.deals import all_deals
from engine.games.tide.kernels import KERNELS
from engine.games.tide.options import OPTIONS, idents, parameters_of
from engine.games.tide.page import page
from engine.games.tide.state import DECK, P_CHOOSE, P_DECK, P_HAND, P_ROUNDS, P_SEATS, P_TIDES
from engine.games.tide.worked import as_object, case_spec, run_case
from engine.state import State

RULES_VERSION = 1


def _table(game: Game, row: object) -> str:
    return notation.format_table(row)


def _head(game: Game, state: State) -> dict[str, object]:
    """The deal: hands by seat, and the tide deck of each round from the top."""
    row, deck = state.row, int(game.parameters[P_DECK])
    decks = [notation.tides_of(row, turn) for turn in range(int(row["rounds"]))]
    decks[0] = [*row["offer"].tolist(), *decks[0]]
    return {
        "seats": game.seats,
        "options": idents(dict(game.options)),
        **({} if deck == DECK else {"deck": deck}),
        "hands": as_object(state, list(game.players))["hand"],
        "tides": decks,
        "position": _table(game, row),
    }


def _end(game: Game, row: object) -> dict[str, object]:
    out = np.zeros(game.seats, np.int64)
    KERNELS.scores(np.array([row], game.state_type), out)
    points = dict(zip(game.players, out.tolist(), strict=True))
    return {
        "points": points,
        "winners": [name for name, each in points.items() if each == max(points.values())],
    }


TEXT = Text(
    players=notation.players,
    format=position.format,
    parse=position.parse,
    action=notation.format_action,
    pattern=notation.PATTERN,
    event=telling.tell_event,
    position=_table,
    head=_head,
    end=_end,
    case=run_case,
)


def _check(game: Game, deal: tuple[int, ...]) -> str:
    deck, n = int(game.parameters[P_DECK]), 2 * int(game.parameters[P_TIDES])
    if sorted(deal[:deck]) != list(range(1, deck + 1)):
        return f"its first {deck} numbers are not the Weather cards 1 to {deck}"
    pairs = sorted([*range(1, n // 2 + 1)] * 2)
    for turn in range(int(game.parameters[P_ROUNDS])):
        if sorted(deal[deck + turn * n : deck + (turn + 1) * n]) != pairs:
            return f"the tide deck of round {turn + 1} does not have 1 to {n // 2} twice each"
    return ""


def _make(kind: GameType, options: dict[str, str]) -> Game:
    parameters = parameters_of(options)
    seats, deck, hand, tides, rounds, choose = (
        int(parameters[place]) for place in (P_SEATS, P_DECK, P_HAND, P_TIDES, P_ROUNDS, P_CHOOSE)
    )
    return Game(
        type=kind,
        options=options,
        seats=seats,
        rules=RULES_VERSION,
        kernels=KERNELS,
        text=TEXT,
        state_type=state.STATE,
        parameters=parameters,
        deal_size=deck + 2 * tides * rounds,
        check_deal=_check,
        n_actions=state.N_ACTIONS,
        max_legal=max(hand, 2),
        max_decisions=rounds * hand * (seats + choose),
        all_deals=all_deals,
    )


GAME = GameType(
    name="tide",
    title="Turn the Tide",
    options=OPTIONS,
    make=_make,
    page=page,
    case_game=case_spec,
)
