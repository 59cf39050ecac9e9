"""The room that the record, the log and the lists have is enough for whatever comes about in play."""

from random import Random

import pytest

from engine.events import CAPACITY
from engine.game import game
from engine.games.oriflamme.state import DECK, FAMILY, MAX_LEGAL, SLOTS, UNPLAYED
from engine.rng import split
from engine.view import Playthrough
from tests.engine.oriflamme.test_lockstep import EVERY, choose, small, with_options


class Most:
    """The most of everything that was seen."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def note(self, **found: int) -> None:
        for what, count in found.items():
            self.seen[what] = max(self.seen.get(what, 0), count)

    def play(self, spec: str, seed: int) -> None:
        playing = Playthrough(game(spec).deal(split(seed, "deal")))
        while not playing.state.is_over:
            state = playing.state
            words = playing.play(choose(state, seed, len(playing.actions)))
            row = playing.state.row
            used = (row["status"] != UNPLAYED).reshape(-1, FAMILY).sum(axis=1)
            self.note(
                events=len(words),
                legal=len(state.legal_actions),
                columns=int(row["n_columns"]),
                cards=int(used.max()),
                hand=int(row["held"].max()),
                points=int(row["points"].max()),
                purse=int(row["purse"].max()),
            )
        self.note(decisions=len(playing.actions))


def check(most: Most, spec: str) -> None:
    seen = most.seen
    assert seen["events"] <= CAPACITY // 4, spec
    assert seen["legal"] <= MAX_LEGAL // 2, spec
    assert seen["columns"] < SLOTS, spec
    assert seen["cards"] <= FAMILY, spec
    assert seen["hand"] <= DECK, spec
    assert seen["points"] < 64, spec
    assert seen["decisions"] <= game(spec).max_decisions // 2, spec


def look(which: str, games: int, seed: int) -> Most:
    most, chance = Most(), Random(f"{which} {seed}")
    for number in range(seed, seed + games):
        if number % 4 == 0:
            spec = small(which, chance)
        else:
            seats = chance.choice([2, 5] if which == "base" else [3, 5])
            spec = f"oriflamme:set={which},seats={seats},aside={chance.choice([0, 1, 3])}"
        most.play(with_options(spec, chance), number)
        check(most, spec)
    return most


@pytest.mark.jit
@pytest.mark.parametrize("which", EVERY)
def test_there_is_room_for_all_that_comes_about(which: str) -> None:
    seen = look(which, games=60, seed=0).seen
    assert seen["columns"] >= 12  # the games are not all small ones


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("which", EVERY)
def test_there_is_room_in_a_thousand_games(which: str) -> None:
    look(which, games=1000, seed=1000)


@pytest.mark.parametrize("which", EVERY)
def test_there_is_room_in_a_few_games(which: str) -> None:
    look(which, games=2, seed=500)
