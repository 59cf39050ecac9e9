"""Worked cases: build the position of a case, play its script, compare the end."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.oracle import flow
from tests.oracle.model import State
from tests.oracle.names import TWIN, full_options, set_names
from tests.oracle.text import format_queue, parse_queue, parse_reserved

Case = dict[str, Any]


def load_cases(path: Path) -> list[Case]:
    """Read the Oriflamme cases of a case file."""
    return [case for case in tomllib.loads(path.read_text())["case"] if case["game"] == "oriflamme"]


def build_state(case: Case) -> State:
    """Build the position before the first action, filling what is missing as the notation says."""
    players = list(case["families"])
    families = [family for player in players for family in player]
    names = set_names(case["set"])
    number = case["round"]
    placing = bool(case["actions"]) and case["actions"][0].split()[1] == "place"
    queue = parse_queue(case.get("queue", ""))
    reserve = case.get("reserve", {})
    given = {part: case.get(part, {}) for part in ("hand", "aside", "discard")}
    state = State(
        players=players,
        names=names,
        options=full_options(case.get("options")),
        rounds=6,
        purse={player: case.get("purse", {}).get(player, 10) for player in players},
        hand={},
        aside={},
        discard={family: list(given["discard"].get(family, [])) for family in families},
        reserve={
            family: [parse_reserved(family, text) for text in reserve.get(family, [])] for family in families
        },
        twin=[],
        deck={
            player: [flow.parse_deck(card) for card in deck] for player, deck in case.get("deck", {}).items()
        },
        queue=queue,
        round=number,
        phase="placement" if placing else "resolution",
        at=case.get("at", 1) - 1,
    )
    for family in families:
        known = [card.name for slot in queue for card in slot.cards if card.family == family]
        known += [name for part in given.values() for name in part.get(family, [])]
        known += [card.name for card in state.reserve[family]]
        known += [name for deck in state.deck.values() for owner, name in deck if owner == family]
        free = [name for name in names if name not in known]
        room = 8 - number if placing else 7 - number
        filled = [] if family in given["hand"] else free[:room]
        state.hand[family] = list(given["hand"].get(family, filled))
        rest = [name for name in free if name not in filled]
        state.aside[family] = list(given["aside"].get(family, rest))
        if "Prince" in names and TWIN not in known:
            state.twin.append(family)
    return state


def run_case(case: Case) -> list[str]:
    """Play a case and list what differs from it; an empty list is a pass."""
    state = build_state(case)
    position = flow.advance(state, hold=True)
    faults = compare_legal("legal before the first action", case.get("legal"), position)
    legal_after = case.get("legal_after", {})
    for number, action in enumerate(case["actions"], 1):
        asked, _, text = action.partition(" ")
        position = next_round(position)
        if position.ask is None:
            return [*faults, f"{action!r}: the game is over"]
        if flow.player(position) != asked:
            return [*faults, f"{action!r}: {flow.player(position)} is asked, {flow.legal(position)}"]
        if text not in flow.legal(position):
            return [*faults, f"{action!r} is not one of {flow.legal(position)}"]
        position = flow.play(position, text)
        faults += compare_legal(f"legal after action {number}", legal_after.get(str(number)), position)
    return faults + compare_end(case, state, position)


def next_round(position: flow.Position) -> flow.Position:
    """Go on to the next round (or the end) when the whole queue is resolved; else change nothing."""
    if position.now.phase != "resolved":
        return position
    state = position.now.copy()
    flow.end_round(state)
    return flow.advance(state, hold=True)


def compare_legal(what: str, wanted: list[str] | None, position: flow.Position) -> list[str]:
    """Compare an exact set of legal actions, where the case gives one."""
    if wanted is None or sorted(wanted) == sorted(flow.legal(position)):
        return []
    return [f"{what}: {flow.legal(position)}, expected {wanted}"]


def compare_end(case: Case, before: State, position: flow.Position) -> list[str]:
    """Compare every part of the end that the case gives."""
    end = case.get("end", {})
    faults = []
    if position.now.phase == "resolution":
        faults.append(
            f"the script ends before the resolution: {flow.player(position)} {flow.legal(position)}"
        )
    if "winners" in end:
        position = next_round(position)
        if not flow.is_over(position):
            return [*faults, "the game is not over"]
    state = position.now
    found: dict[str, Any] = {
        "queue": format_queue(state.queue),
        "delta": {player: state.purse[player] - before.purse[player] for player in state.players},
        "winners": flow.winners(position),
        **{key: value for key, value in flow.as_json(position).items() if key not in ("queue", "purse")},
    }
    for key, wanted in end.items():
        if key not in found:
            faults.append(f"end.{key}: no such part")
        elif key == "delta":
            wanted = {player: wanted.get(player, 0) for player in state.players}
            faults += [] if found[key] == wanted else [f"end.delta: {found[key]}, expected {wanted}"]
        elif key in ("hand", "aside", "discard", "reserve"):
            faults += [
                f"end.{key}.{family}: {found[key][family]}, expected {names}"
                for family, names in wanted.items()
                if Counter(found[key][family]) != Counter(names)
            ]
        elif key == "deck":
            faults += [
                f"end.deck.{player}: {found[key].get(player, [])}, expected {cards}"
                for player, cards in wanted.items()
                if found[key].get(player, []) != cards
            ]
        elif key in ("twin", "winners"):
            faults += (
                []
                if sorted(found[key]) == sorted(wanted)
                else [f"end.{key}: {found[key]}, expected {wanted}"]
            )
        elif key == "queue":
            same = found[key] == format_queue(parse_queue(wanted))
            faults += [] if same else [f"end.queue: {found[key]}, expected {wanted}"]
        elif found[key] != wanted:
            faults.append(f"end.{key}: {found[key]}, expected {wanted}")
    return faults
