"""Worked cases of Turn the Tide: a position, a script of actions, and what must come of it."""

from collections.abc import Mapping
from typing import Any

from engine.errors import GonfalonError, NotationError
from engine.game import Game
from engine.games.tide import notation
from engine.games.tide.options import RULES
from engine.games.tide.state import P_TIDES
from engine.games.tide.table import Table, build, fill_deck
from engine.state import State, from_row

ORDERED = ("tide", "played")


def case_spec(case: Mapping[str, Any]) -> str:
    """The spec of the game that a case is about."""
    options = {"seats": str(len(case["families"]))}
    for ident, value in case.get("options", {}).items():
        if ident not in RULES:
            raise NotationError(f"case {case.get('id')}: option {ident} is not one of Turn the Tide's")
        options[RULES[ident].name] = str(value)
    return "tide:" + ",".join(f"{name}={value}" for name, value in options.items())


def opening(game: Game, case: Mapping[str, Any]) -> State:
    """The position before the first action, what is missing filled in as notation.md says."""
    names = list(case["families"])

    def of(key: str, usual: Any) -> list[Any]:
        given = case.get(key, {})
        unknown = [name for name in given if name not in names]
        if unknown:
            raise NotationError(f"{key} names {unknown[0]}; the players are {', '.join(names)}")
        return [given.get(name, usual) for name in names]

    tides, given = int(game.parameters[P_TIDES]), [int(card) for card in case.get("tide", ())]
    table = Table(int(case["round"]), [int(card) for card in case.get("offer", ())])
    table.hand = [[int(card) for card in cards] for cards in of("hand", [])]
    table.played = [[int(card) for card in cards] for cards in of("played", [])]
    table.level = [0 if level == notation.NONE else int(level) for level in of("level", 0)]
    table.tokens = of("tokens", None)
    table.points = [int(points) for points in of("points", 0)]
    table.out = sorted(names.index(name) for name in case.get("out", ()))
    table.level = [0 if seat in table.out else level for seat, level in enumerate(table.level)]
    if not table.offer:
        given = fill_deck(given, table.level, tides, 2)
        table.offer, given = given[:2], given[2:]
    if len(table.offer) != 2 or not all(
        1 <= card <= tides for card in [*table.offer, *given, *filter(None, table.level)]
    ):
        raise NotationError(f"two tide cards are on offer, and all are 1 to {tides}")
    table.deck = given
    return from_row(game, build(game, table))


def run_case(game: Game, case: Mapping[str, Any]) -> list[str]:
    """The differences between what a case wants and what comes of it; empty: it passes."""
    names = list(case["families"])
    state = opening(game, case)
    wrong = _legal(state, case.get("legal"), "before the first action")
    later = case.get("legal_after", {})
    for n, action in enumerate(case.get("actions", ()), 1):
        player, _, text = action.partition(" ")
        asked = names[state.to_act] if not state.is_over else "nobody"
        if player != asked:
            return [*wrong, f"action {n} '{action}': {asked} is asked, not {player}"]
        try:
            state = state.play(state.parse_action(text))
        except GonfalonError as error:
            return [*wrong, f"action {n} '{action}': {error}"]
        wrong += _legal(state, later.get(str(n)), f"after action {n}")
    found = as_object(state, names)
    for key, wanted in case.get("end", {}).items():
        wrong += _differences(key, wanted, found)
    return wrong


def _legal(state: State, wanted: list[str] | None, when: str) -> list[str]:
    if wanted is None:
        return []
    found = sorted(state.format_action(action) for action in state.legal_actions)
    return [] if found == sorted(wanted) else [f"legal {when}: {sorted(wanted)} wanted, {found} found"]


def as_object(state: State, names: list[str]) -> dict[str, Any]:
    """The parts of a position, as a case names them."""
    row, seats = state.row, range(len(names))
    turn, active, best = int(row["turn"]), int(row["active"]), max(state.scores)
    return {
        "round": turn + 1,
        "hand": {names[seat]: notation.cards_of(row["hand"][seat]) for seat in seats},
        "played": {names[seat]: notation.played(row, seat) for seat in seats},
        "level": {names[seat]: int(row["level"][seat]) or notation.NONE for seat in seats},
        "tokens": {names[seat]: int(row["tokens"][seat]) for seat in seats},
        "points": {names[seat]: int(row["points"][seat]) for seat in seats},
        "out": [names[seat] for seat in seats if not active >> seat & 1],
        "offer": [card for card in row["offer"].tolist() if card],
        "tide": notation.tides_of(row, turn),
        "over": state.is_over,
        "winners": [names[seat] for seat in seats if state.is_over and state.scores[seat] == best],
    }


def _differences(key: str, wanted: Any, found: Mapping[str, Any]) -> list[str]:
    """What differs in one part of the position; of the tide deck as much as is wanted."""
    if key not in found:
        return [f"end.{key} is not a part of a position"]
    if isinstance(wanted, Mapping):
        pairs = [(f"{key} of {name}", each, found[key].get(name)) for name, each in wanted.items()]
    else:
        pairs = [(key, wanted, found[key][: len(wanted)] if key == "tide" else found[key])]
    return [f"{what}: {one!r} wanted, {two!r} found" for what, one, two in pairs if not _same(key, one, two)]


def _same(key: str, one: Any, two: Any) -> bool:
    """The order of cards in a hand, of the two on offer, and of names is free."""
    if key in ORDERED or not isinstance(one, list) or not isinstance(two, list):
        return bool(one == two)
    return sorted(one) == sorted(two)
