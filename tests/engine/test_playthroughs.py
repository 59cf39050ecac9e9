"""Golden playthroughs: whole games as text, compared line by line; `pytest --regenerate` writes them anew."""

from itertools import zip_longest
from pathlib import Path

import pytest

from engine.game import GAMES
from tests.engine.playthroughs import playthrough

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
PLAYTHROUGHS = {
    "oriflamme/base-three": ("oriflamme:seats=3,rounds=4", 110),
    "oriflamme/base-two": ("oriflamme:seats=2,rounds=3", 15),
    "oriflamme/base-four-second-edition": ("oriflamme:rounds=3,edition=second,decree-onto=anywhere", 137),
    "oriflamme/alliance-three": ("oriflamme:seats=3,set=alliance,rounds=4", 138),
    "oriflamme/alliance-four": ("oriflamme:set=alliance,rounds=3", 60),
    "oriflamme/ablaze-three": ("oriflamme:seats=3,set=ablaze,rounds=4", 45),
    "oriflamme/ablaze-five": ("oriflamme:seats=5,set=ablaze,rounds=2", 1),
    "oriflamme/combined-three": ("oriflamme:seats=3,set=combined,rounds=4", 103),
    "oriflamme/cards-hidden-again": (
        "oriflamme:seats=2,families=1,cards=Informer+Shapeshifter+Rebellion+Impersonation,aside=1,rounds=3",
        89,
    ),
    "tide/small-three": ("tide:seats=3,deck=20,hand=4,tides=5", 1),
    "tide/four-choosing": ("tide:hand=3,rounds=2,high-card=choose,left-over=shown", 1),
    "kuhn/one": ("kuhn", 1),
    "kuhn/two": ("kuhn", 2),
    "leduc/one": ("leduc", 1),
    "leduc/two": ("leduc", 2),
}
"""Name of the file: spec and seed."""


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_games_are_played_as_ever(name: str, regenerate: bool) -> None:
    path, lines = FOLDER / f"{name}.txt", list(playthrough(*PLAYTHROUGHS[name]))
    if regenerate:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for n, (old, new) in enumerate(zip_longest(path.read_text(encoding="utf-8").splitlines(), lines), 1):
        assert new == old, f"{path.name}, line {n}; if this is meant to be so: pytest --regenerate"


def test_no_file_is_left_over() -> None:
    found = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.txt")}
    assert found == set(PLAYTHROUGHS)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_playthrough(name: str) -> None:
    assert any(each.startswith(f"{name}/") for each in PLAYTHROUGHS)
