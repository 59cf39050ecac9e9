"""A world could have come about with the same views at every earlier decision of the seat."""

import numpy as np
import pytest

from engine.errors import GonfalonError
from engine.game import game
from engine.games.oriflamme.state import NOT_INFORMER, NOT_SHAPESHIFTER
from engine.rng import split
from engine.state import State
from engine.view import Playthrough, View
from tests.engine.oriflamme.retell import retell

WHOLE = [
    *(f"oriflamme:seats={seats}" for seats in (2, 3, 5)),
    *(
        f"oriflamme:seats={seats},set={which}"
        for seats in (3, 4)
        for which in ("alliance", "ablaze", "combined")
    ),
    "oriflamme:seats=4,set=combined,boxes=base+alliance",
    "oriflamme:seats=2,two-player-placement=each,first-round-stacking=yes",
    "oriflamme:decree-onto=anywhere",
]
SMALL = [
    "oriflamme:seats=2,families=1,cards=Informer+Shapeshifter+Soldier+Bribery,aside=1,rounds=3",
    "oriflamme:seats=2,cards=Archer+Spy+Heir+RoyalDecree+Ambush,aside=1,rounds=4",
    "oriflamme:seats=3,cards=Impersonation+Prince+Cutthroat+Queen,aside=1,rounds=3",
]


def recorded(spec: str, seed: int) -> tuple[Playthrough, list[tuple[View, ...]]]:
    """A random game, and what each seat saw at its start and after each action."""
    playing = Playthrough(game(spec).deal(split(seed, "deal")))
    seats = range(playing.state.game.seats)
    seen = [tuple(playing.view(seat) for seat in seats)]
    while not playing.state.is_over:
        legal = playing.state.legal_actions
        playing.play(legal[split(seed, "choice", len(seen)) % len(legal)])
        seen.append(tuple(playing.view(seat) for seat in seats))
    return playing, seen


def check(spec: str, seed: int, stride: int) -> None:
    """Hold every `stride`th view of a random game against all before it, for every seat."""
    _, seen = recorded(spec, seed)
    for n in range(len(seen) - 1, -1, -stride):
        for seat, view in enumerate(seen[n]):
            world = view.determinize(split(seed, "world", n, seat))
            told = list(retell(view, world))
            assert len(told) == n + 1
            for step, (again, _) in enumerate(told):
                assert again == seen[step][seat], f"{spec} seed {seed}, view {n} of seat {seat}, step {step}"
            assert told[-1][1] == world


@pytest.mark.jit
@pytest.mark.parametrize("spec", WHOLE)
def test_a_world_has_a_past(spec: str) -> None:
    for seed in range(4):
        check(spec, seed, stride=9)


@pytest.mark.jit
@pytest.mark.parametrize("spec", SMALL)
def test_a_world_of_a_small_game_has_a_past(spec: str) -> None:
    for seed in range(12):
        check(spec, seed, stride=5)


@pytest.mark.parametrize("spec", SMALL)
def test_a_world_of_the_last_position_has_a_past(spec: str) -> None:
    check(spec, 1, stride=1000)


def careless(view: View, seed: int) -> State:
    """A world drawn without what all know of hidden cards."""
    rows = view.rows
    rows["not_aside"] = 0
    rows["marks"] &= ~(NOT_INFORMER | NOT_SHAPESHIFTER)
    world = view._replace(data=rows.tobytes()).determinize(seed)
    rows = np.frombuffer(world.data, view.game.state_type).copy()
    rows["not_aside"], rows["marks"] = view.row["not_aside"], view.row["marks"]
    return world._replace(data=rows.tobytes())


@pytest.mark.jit
def test_a_world_without_a_past_is_found() -> None:
    """The positive control: whoever forgets that an Informer came back draws worlds that cannot have been."""
    impossible = 0
    for seed in range(20):
        _, seen = recorded(SMALL[0], seed)
        for view in (view for views in seen for view in views if view.row["not_aside"].any()):
            try:
                told = list(retell(view, careless(view, seed)))
                impossible += any(one != seen[n][view.seat] for n, (one, _) in enumerate(told))
            except (AssertionError, GonfalonError):
                impossible += 1
    assert impossible > 10
