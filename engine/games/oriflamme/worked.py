"""Worked cases of Oriflamme: a position, a script of actions, and what must come of it."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from engine.errors import GonfalonError, NotationError
from engine.events import EVENTS, event, new_log
from engine.game import Game
from engine.game import game as named
from engine.games.oriflamme import notation
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.options import IDENTS, kinds_of
from engine.games.oriflamme.parts import Parts, as_object, build, resolve_from
from engine.games.oriflamme.state import PLACE
from engine.games.oriflamme.story import FINAL, INCOME, POINTS
from engine.state import State, from_row
from engine.view import Playthrough

HAND = 7
PILES = ("hand", "aside", "discard", "reserve")
KEYS = {
    *("id", "source", "game", "set", "options", "families", "round", "queue", "purse", *PILES, "deck"),
    *("actions", "at", "end", "legal", "legal_after"),
}


def case_spec(case: Mapping[str, Any]) -> str:
    """The spec of the game that a case is about."""
    which = case.get("set", "base")
    options = {"seats": str(len(case["families"]))}
    options |= {"set": which} if isinstance(which, str) else {"cards": "+".join(which)}
    for ident, value in case.get("options", {}).items():
        if ident not in IDENTS:
            raise NotationError(f"case {case.get('id')}: option {ident} is not one of Oriflamme's")
        options[IDENTS[ident].option.name] = str(value)
    return "oriflamme:" + ",".join(f"{name}={value}" for name, value in options.items())


def _renamed(value: Any, letters: Mapping[str, str]) -> Any:
    """A case with its families renamed to the letters of the seats."""
    if isinstance(value, str):
        swap = lambda match: "".join(letters.get(letter, letter) for letter in match[0])  # noqa: E731
        return re.sub(r"(?<![A-Za-z])[RBGKY]{1,2}(?![A-Za-z])", swap, value)
    if isinstance(value, Mapping):
        return {_renamed(key, letters): _renamed(each, letters) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, letters) for each in value]
    return value


def opening(game: Game, case: Mapping[str, Any]) -> tuple[State, tuple[int, ...]]:
    """The position before the first action, what is missing filled in as notation.md says; and what it took.

    The second value are the events of a resolution that went on without a decision.
    """
    letters = notation.families(game)
    number = int(case["round"])
    actions = case.get("actions", [])
    placing = bool(actions) and actions[0].split(" ")[1] == "place"
    queue = notation.parse_queue(case.get("queue", ""), letters)
    deck = [list(case.get("deck", {}).get(name, ())) for name in game.players]
    drawn = [card.split(".") for cards in deck for card in cards]
    which = case.get("set", "base")
    order = [NAMES[kind] for kind in kinds_of(dict(game.options))] if isinstance(which, str) else which
    parts = Parts(number, 0, queue, deck=deck)
    parts.purse = [int(case.get("purse", {}).get(name, 10)) for name in game.players]
    for f, letter in enumerate(letters):
        given = {name: list(case.get(name, {}).get(letter, ())) for name in PILES}
        gone = {NAMES[card.kind] for cards in queue for card in cards if card.family == f}
        gone |= {name.partition("{")[0] for pile in given.values() for name in pile}
        gone |= {name for family, name in drawn if family == letter}
        free = [name for name in order if name not in gone]
        if letter not in case.get("hand", {}):
            count = max(0, HAND + placing - number)
            given["hand"], free = free[:count], free[count:]
        if letter not in case.get("aside", {}):
            given["aside"] = free
        for name in PILES:
            getattr(parts, name).append(given[name])
    rows, log = build(game, parts), new_log()
    at = int(case.get("at", 1))
    if not 1 <= at <= len(queue) + 1:
        raise NotationError(
            f"at = {at}: the queue has {len(queue)} slots, so 1 to {len(queue) + 1} are wanted"
        )
    if not placing:
        resolve_from(rows, at - 1, log)
    return from_row(game, rows), tuple(log[EVENTS : EVENTS + int(log[0])].tolist())


def run_case(game: Game, case: Mapping[str, Any]) -> list[str]:
    """The differences between what a case wants and what comes of it; empty: it passes."""
    names = [str(name) for name in case["families"]]
    _check_words(names, game, case)
    letters = dict(zip("".join(names), notation.families(game), strict=True))
    if any(one != two for one, two in letters.items()):
        case = _renamed(case, letters)
    state, words = opening(game, case)
    playing = Playthrough(state)
    wrong = _legal(state, case.get("legal"), "before the first action")
    later = case.get("legal_after", {})
    actions = case.get("actions", ())
    for n, action in enumerate(actions, 1):
        player, _, text = action.partition(" ")
        state = playing.state
        asked = game.players[state.to_act] if not state.is_over else "nobody"
        if player != asked:
            old = dict(zip((*game.players, "nobody"), (*names, "nobody"), strict=True))
            return [*wrong, f"action {n}: {old[asked]} is asked, not {old.get(player, player)}"]
        try:
            words = playing.play(state.parse_action(text))
        except GonfalonError as error:
            return [*wrong, f"action {n} '{action}': {error}"]
        done = n == len(actions) and _ended(playing.state, text)
        if str(n) in later:
            wrong += _legal(None if done else playing.state, later[str(n)], f"after action {n}")
    return wrong + _compare(game, playing.state, case, words)


def _check_words(names: list[str], game: Game, case: Mapping[str, Any]) -> None:
    """Refuse a case with words that say nothing: unknown keys, or players and families that do not play."""
    letters = "".join(names)
    wide = [len(name) for name in game.players]
    if len(set(letters)) != len(letters) or [len(name) for name in names] != wide:
        raise NotationError(f"families {names}: each family once is wanted, like {list(game.players)}")
    for key in sorted(set(case) - KEYS):
        if meant := get_close_matches(key, KEYS, n=1, cutoff=0.75):  # others may be somebody's notes
            raise NotationError(f"'{key}' is not a key of a case; did you mean '{meant[0]}'?")
    for part in (case, case.get("end", {})):
        for key in (*PILES, "purse", "delta", "deck"):
            known = set(names) if key in ("purse", "delta", "deck") else set(letters)
            if stranger := set(part.get(key, {})) - known:
                raise NotationError(
                    f"{key}: {sorted(stranger)[0]} does not play; {', '.join(sorted(known))} do"
                )
    for family in re.findall(r"([A-Z])\.", str(case.get("queue", ""))):
        if family not in letters:
            raise NotationError(f"queue: family {family} does not play; the families are {letters}")


def _ended(state: State, text: str) -> bool:
    """Did the script end with a resolution? Then the next round has not begun for it."""
    return not text.startswith("place") and (state.is_over or _between_rounds(state))


def _between_rounds(state: State) -> bool:
    return not state.is_over and int(state.row["phase"]) == PLACE and int(state.row["placed"]) == 0


def _paid(words: tuple[int, ...], why: int) -> dict[int, int]:
    """What reserved cards paid after a resolution, by seat; a script that ends with it does not see that."""
    told = [event(word) for word in words]
    return {each.seat: each.value for each in told if each.kind == POINTS and each.why == why}


def _legal(state: State | None, wanted: list[str] | None, when: str) -> list[str]:
    if wanted is None:
        return []
    found = sorted(state.format_action(action) for action in state.legal_actions) if state else []
    return [] if found == sorted(wanted) else [f"legal {when}: {sorted(wanted)} wanted, {found} found"]


def _differences(
    game: Game, state: State, case: Mapping[str, Any], found: Mapping[str, Any], key: str, wanted: Any
) -> list[str]:
    """What differs in one part of the position."""
    pairs: list[tuple[str, Any, Any]]
    if key == "queue":
        pairs = [("queue", " ".join(wanted.split()), found["queue"])]
    elif key == "delta":
        purse = case.get("purse", {})
        pairs = [
            (f"delta of {name}", wanted.get(name, 0), found["purse"][name] - int(purse.get(name, 10)))
            for name in game.players
        ]
    elif key == "winners":
        best = max(state.scores)
        winners = [name for name, score in zip(game.players, state.scores, strict=True) if score == best]
        pairs = [("winners", sorted(wanted), sorted(winners)), ("over", True, state.is_over)]
    elif key in PILES:
        pairs = [(f"{key} of {f}", sorted(names), sorted(found[key][f])) for f, names in wanted.items()]
    elif key == "deck":
        pairs = [(f"deck of {name}", cards, found["deck"][name]) for name, cards in wanted.items()]
    elif key == "twin":
        pairs = [("twin", sorted(wanted), sorted(found["twin"]))]
    elif key in found:
        pairs = [(key, wanted, found[key])]
    else:
        return [f"end.{key} is not a part of a position"]
    return [f"{what}: {one!r} wanted, {two!r} found" for what, one, two in pairs if one != two]


def _compare(game: Game, state: State, case: Mapping[str, Any], words: tuple[int, ...]) -> list[str]:
    end, found = case.get("end", {}), as_object(game, state.row)
    wrong: list[str] = []
    actions = case.get("actions", ())
    if _ended(state, actions[-1].partition(" ")[2] if actions else ""):
        if not state.is_over:
            for seat, income in _paid(words, INCOME).items():
                found["purse"][game.players[seat]] -= income
                if game.options["deal-income"] == "used":
                    lying = found["reserve"][game.players[seat]]
                    lying[:] = [f"Deal{{{income}}}" if card == "Deal{0}" else card for card in lying]
            found["round"] -= 1
        elif "winners" not in end:
            for seat, points in _paid(words, FINAL).items():
                found["purse"][game.players[seat]] -= points
        found["first"] = (found["first"] - 1) % game.seats
    for key, wanted in end.items():
        wrong += _differences(game, state, case, found, key, wanted)
    return wrong


def told(
    queue: str,
    *actions: str,
    set: str = "base",
    round: int = 3,
    hand: Mapping[str, list[str]] | None = None,
) -> str:
    """For the cards' examples: resolve a queue by a script; the queue after it, and the gains."""
    game = named(f"oriflamme:seats=3,set={set}")
    case = {"families": list(game.players), "round": round, "queue": queue, "actions": list(actions)}
    state, _ = opening(game, {**case, "hand": hand or {}})
    for action in actions:
        player, _, text = action.partition(" ")
        if game.players[state.to_act] != player:
            raise NotationError(f"{action}: {game.players[state.to_act]} is asked")
        state = state.play(state.parse_action(text))
    change = [int(points) - 10 for points in state.row["purse"][: game.seats]]
    gains = " ".join(f"{name}{each:+}" for name, each in zip(game.players, change, strict=True) if each)
    return f"{notation.format_queue(state.row)}  {gains}".rstrip(" ") or "nothing"
