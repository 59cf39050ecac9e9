"""Numbers that no refactoring may change: how many positions lie at each depth, and what random games give.

A change of the rules changes them: `pytest --regenerate` writes them anew, and the commit says why.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.game import GAMES, game
from engine.jit import room
from engine.perft import perft
from engine.rng import new_rng

FILE = Path(__file__).parents[1] / "golden" / "counts.json"
PERFT = {
    "kuhn": 3,
    "leduc": 8,
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=1,rounds=2": 6,
    "oriflamme:seats=3,cards=Archer+Lord+Shapeshifter+RoyalDecree+Conspiracy,aside=2,rounds=2": 5,
    "oriflamme:seats=2,cards=Soldier+Assassination+Heir+Conspiracy,aside=1,rounds=2": 4,
    "oriflamme:seats=3,set=alliance,aside=7,rounds=2": 6,
    "oriflamme:seats=3,set=ablaze,aside=7,rounds=2": 6,
    "tide:seats=3,deck=20,hand=3,tides=5,rounds=1": 6,
}
"""Games with a depth, from the first position of deal 1."""
DEEP = {
    "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=1,rounds=2": 12,
    "oriflamme:seats=3,set=alliance,aside=7,rounds=3": 9,
    "oriflamme:seats=3,set=ablaze,aside=7,rounds=3": 9,
    "tide:seats=3,deck=20,hand=3,tides=5,rounds=2": 9,
}
PLAYOUTS = (
    "oriflamme",
    "oriflamme:seats=2",
    "oriflamme:seats=3,edition=second,decree-onto=anywhere,spy-own=no",
    "oriflamme:seats=3,set=alliance,extortion=all,bare-rebellion=yes",
    "oriflamme:seats=5,set=ablaze",
    "oriflamme:set=combined",
    "tide:seats=3",
    "tide:high-card=choose",
    "kuhn",
    "leduc",
)
FEW, MANY = 2, 1000


def positions(spec: str, depth: int) -> list[int]:
    return perft(game(spec).deal(1), depth)


def playouts(spec: str, games: int) -> list[int]:
    """Decisions and checksum of random games."""
    rules = game(spec)
    rows, deal, out = (
        room(rules.state_type),
        np.zeros(rules.deal_size, np.int64),
        np.zeros(rules.max_legal + 8, np.int64),
    )
    found = rules.kernels.playouts(rows, rules.parameters, games, new_rng(7), deal, out)
    return [int(each) for each in found]


def compare(what: str, found: list[int], regenerate: bool) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if regenerate:
        lines = (
            f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted({**known, what: found}.items())
        )
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    else:
        assert found == known.get(what), what


@pytest.mark.parametrize("spec", PERFT)
def test_positions_at_each_depth(spec: str, regenerate: bool) -> None:
    compare(f"perft {spec}", positions(spec, PERFT[spec]), regenerate)


@pytest.mark.jit
@pytest.mark.parametrize("spec", DEEP)
def test_positions_at_greater_depths(spec: str, regenerate: bool) -> None:
    compare(f"perft {spec} {DEEP[spec]}", positions(spec, DEEP[spec]), regenerate)


@pytest.mark.parametrize("spec", PLAYOUTS)
def test_a_few_random_games(spec: str, regenerate: bool) -> None:
    compare(f"playouts {FEW} {spec}", playouts(spec, FEW), regenerate)


@pytest.mark.jit
@pytest.mark.parametrize("spec", PLAYOUTS)
def test_many_random_games(spec: str, regenerate: bool) -> None:
    compare(f"playouts {MANY} {spec}", playouts(spec, MANY), regenerate)


def test_every_game_has_counts() -> None:
    for specs in (PERFT, PLAYOUTS):
        assert {spec.partition(":")[0] for spec in specs} == set(GAMES)


def test_no_count_is_left_over() -> None:
    wanted = {f"perft {spec}" for spec in PERFT} | {f"perft {spec} {depth}" for spec, depth in DEEP.items()}
    wanted |= {f"playouts {games} {spec}" for games in (FEW, MANY) for spec in PLAYOUTS}
    assert set(json.loads(FILE.read_text(encoding="utf-8"))) == wanted
