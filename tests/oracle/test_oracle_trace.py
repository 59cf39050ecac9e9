import json
from random import Random
from typing import Any

import pytest

from tests.oracle import flow
from tests.oracle.deals import random_options, random_playthrough, random_start
from tests.oracle.trace import check_trace

Line = dict[str, Any]


def write_trace(cards: str, seats: int, chance: Random) -> list[Line]:
    options = random_options(chance)
    position = random_start(cards, seats, chance, options)
    named = position.now.names if cards == "combined" else cards
    lines: list[Line] = [
        {
            "trace": 1,
            "game": "oriflamme",
            "set": named,
            "options": options,
            "position": flow.as_json(position),
        }
    ]
    for action, after in random_playthrough(position, chance):
        asked = {"player": flow.player(position), "legal": flow.legal(position)[::-1]}
        lines.append({**asked, "action": action, "position": flow.as_json(after)})
        position = after
    winners = flow.winners(position)
    return [*lines, {"over": True, "purse": position.now.purse, "winners": winners}]


def check(lines: list[Line]) -> list[str]:
    return check_trace([json.dumps(line) for line in lines])


@pytest.mark.parametrize(("cards", "seats"), [("base", 2), ("alliance", 3), ("ablaze", 4), ("combined", 5)])
def test_a_true_trace_passes(cards: str, seats: int) -> None:
    for seed in range(5):
        assert check(write_trace(cards, seats, Random(seed))) == []


@pytest.mark.parametrize("part", ["purse", "hand", "queue", "legal", "player", "winners", "early"])
def test_a_false_trace_is_found_out(part: str) -> None:
    lines = write_trace("base", 3, Random(part))
    line = lines[len(lines) // 2]
    if part == "early":
        del lines[-2]
    elif part == "winners":
        lines[-1]["winners"] = ["Y"]
    elif part == "purse":
        line["position"]["purse"]["B"] += 1
    elif part == "hand":
        line["position"]["hand"]["B"].append("Heir")
    elif part == "queue":
        line["position"]["queue"] = "R.Heir-0"
    elif part == "legal":
        line["legal"].pop()
    elif part == "player":
        line["player"] = "Y"
    assert check(lines)
