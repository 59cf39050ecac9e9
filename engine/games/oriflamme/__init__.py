"""Oriflamme: families fight for influence with cards laid face down in a queue.

Every round each family places one card of its hand at an end of the queue or on an own card; then the
queue is resolved from the front: a face-down card is kept, which puts a point on it, or revealed,
which pays the points on it and uses its ability; a revealed card uses its ability every round. Three
of a family's ten cards are set aside before the game. After six rounds most points win.
"""

import numpy as np

from engine.game import Game, GameType, Text
from engine.games.oriflamme import notation, parts, position, state, telling
from engine.games.oriflamme.deals import all_deals
from engine.games.oriflamme.kernels import KERNELS
from engine.games.oriflamme.options import (
    OPTIONS,
    expand,
    fits_piles,
    idents,
    is_drawn,
    kinds_of,
    names,
    parameters_of,
)
from engine.games.oriflamme.page import page
from engine.games.oriflamme.worked import case_spec, run_case
from engine.state import State

RULES_VERSION = 1


def _head(game: Game, state: State) -> dict[str, object]:
    options, row = dict(game.options), state.row
    named = options["cards"] != "all" or is_drawn(options)
    which = names(tuple(int(kind) for kind in row["kinds"][: row["n_kinds"]])) if named else options["set"]
    return {"set": which, "options": idents(options), "position": parts.as_object(game, row)}


def _end(game: Game, row: object) -> dict[str, object]:
    out = np.zeros(game.seats, np.int64)
    rows = np.array([row], game.state_type)
    KERNELS.scores(rows, out)
    purse = parts.as_object(game, rows[0])["purse"]
    winners = [name for name, score in zip(game.players, out, strict=True) if score == out.max()]
    return {"purse": purse, "winners": winners}


TEXT = Text(
    players=notation.players,
    format=position.format,
    parse=position.parse,
    action=notation.format_action,
    pattern=notation.PATTERN,
    event=telling.tell_event,
    position=parts.as_object,
    head=_head,
    end=_end,
    case=run_case,
    score=notation.format_score,
)


def _check(game: Game, deal: tuple[int, ...]) -> str:
    options = dict(game.options)
    n, families = int(game.parameters[state.P_KINDS]), len(notation.families(game))
    kinds = tuple(sorted(deal[:n]))
    if kinds != kinds_of(options) and not (
        is_drawn(options) and len(set(kinds)) == n and fits_piles(kinds, options)
    ):
        return "its cards are not those that the game is played with"
    for family in range(families):
        if tuple(sorted(deal[family * n : (family + 1) * n])) != kinds:
            return f"the cards of family {notation.LETTERS[family]} are not those of the game"
    return "" if all(top in (0, 1) for top in deal[families * n :]) else "the top colour of a deck is 0 or 1"


def _make(kind: GameType, options: dict[str, str]) -> Game:
    parameters = parameters_of(options)
    seats, pair = int(parameters[state.P_SEATS]), int(parameters[state.P_PAIR])
    families = seats << pair
    return Game(
        type=kind,
        options=options,
        seats=seats,
        rules=RULES_VERSION,
        kernels=KERNELS,
        text=TEXT,
        state_type=state.STATE,
        parameters=parameters,
        deal_size=families * int(parameters[state.P_KINDS]) + (seats if pair else 0),
        check_deal=_check,
        n_actions=state.N_ACTIONS,
        max_legal=state.MAX_LEGAL,
        max_decisions=state.MAX_DECISIONS,
        all_deals=None if is_drawn(options) else all_deals,
    )


GAME = GameType(
    name="oriflamme",
    title="Oriflamme",
    options=OPTIONS,
    make=_make,
    page=page,
    case_game=case_spec,
    expand=expand,
)
