"""Check a playthrough written as JSON lines (the notation's part on traces) against the reference."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.oracle import flow
from tests.oracle.model import State
from tests.oracle.names import full_options, set_names
from tests.oracle.text import parse_queue, parse_reserved

Json = dict[str, Any]


def from_json(cards: str | list[str], options: dict[str, str], found: Json, rounds: int = 6) -> flow.Position:
    """Build the position of an object P that stands at the beginning of a round's placement."""
    return flow.advance(
        State(
            players=list(found["families"]),
            names=set_names(cards),
            options=full_options(options),
            rounds=rounds,
            purse=dict(found["purse"]),
            hand={family: list(names) for family, names in found["hand"].items()},
            aside={family: list(names) for family, names in found["aside"].items()},
            discard={family: list(names) for family, names in found["discard"].items()},
            reserve={
                family: [parse_reserved(family, text) for text in texts]
                for family, texts in found["reserve"].items()
            },
            twin=list(found["twin"]),
            deck={
                player: [flow.parse_deck(card) for card in deck]
                for player, deck in (found.get("deck") or {}).items()
            },
            queue=parse_queue(found["queue"]),
            round=found["round"],
            first=found["first"],
        )
    )


def comparable(found: Json) -> Json:
    """Sort the parts of an object P whose order is free; a missing part is an empty one."""
    piles = {part: found.get(part) or {} for part in ("hand", "aside", "discard", "reserve")}
    return {
        **found,
        **{part: {family: sorted(names) for family, names in pile.items()} for part, pile in piles.items()},
        "twin": sorted(found.get("twin") or []),
        "deck": found.get("deck") or {},
    }


def differences(what: str, found: Json, wanted: Json) -> list[str]:
    """List the parts of two objects that differ; `wanted` is the reference's."""
    return [
        f"{what}: {part} is {found.get(part)}, expected {value}"
        for part, value in wanted.items()
        if found.get(part) != value
    ]


def check_trace(lines: Iterable[str]) -> list[str]:
    """Replay one game and list what differs at the first line that differs; empty when all agrees."""
    records = [json.loads(line) for line in lines]
    head, *decisions, last = records
    position = from_json(head["set"], head.get("options", {}), head["position"])
    for number, record in enumerate(decisions, 2):
        what = f"line {number}"
        if flow.is_over(position):
            return [f"{what}: the game is over"]
        asked = {"player": flow.player(position), "legal": sorted(flow.legal(position))}
        faults = differences(what, {"player": record["player"], "legal": sorted(record["legal"])}, asked)
        if faults or record["action"] not in flow.legal(position):
            return faults or [f"{what}: {record['action']!r} is not legal"]
        position = flow.play(position, record["action"])
        faults = differences(what, comparable(record["position"]), comparable(flow.as_json(position)))
        if faults:
            return faults
    if not flow.is_over(position):
        return [f"the game ends too early: {flow.player(position)} is asked {flow.legal(position)}"]
    end = {"over": True, "purse": position.now.purse, "winners": sorted(flow.winners(position))}
    return differences("last line", {**last, "winners": sorted(last["winners"])}, end)
