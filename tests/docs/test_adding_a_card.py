"""The page on adding a card, done to the letter in a copy of the packages."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, apply, blocks, page

PAGE = page("adding-a-card.md")
COPIED = ("engine", "tests/oracle", "tests/engine", "tests/__init__.py", "tests/conftest.py")
SMALL = "oriflamme:seats=3,cards=Soldier+Spy+Heir+Bailiff,aside=0,rounds=4"

# What is tried in the copy: it answers with one line of JSON.
TRIED = """
import doctest, json, sys
from pathlib import Path
from engine.cases import run_file
from engine.conformance import laws
from engine.game import game
from engine.games.oriflamme import story
from engine.games.oriflamme.cards import CARDS, KIND_OF, workshop
from engine.games.oriflamme.worked import told
from engine.events import event
from engine.rng import split
from engine.trace import trace
from engine.view import Playthrough
from tests.engine.oriflamme.cards import cards_of
from tests.engine.oriflamme.test_lockstep import play_together
from tests.oracle import cases

small, games, lockstep, lawful = sys.argv[1], *map(int, sys.argv[2:])
found = {}
examples = doctest.testmod(workshop, extraglobs={"told": told})
found["examples"] = [examples.attempted, examples.failed]
file = Path("tests/oracle/cases/workshop.toml")
found["cases"] = [each.status for each in run_file(file)]
found["reference"] = [cases.run_case(each) for each in cases.load_cases(file)]
taken = 0
for seed in range(games):
    playing = Playthrough(game(small).deal(split(seed, "deal")))
    while not playing.state.is_over:
        legal = playing.state.legal_actions
        playing.play(legal[split(seed, len(playing.actions)) % len(legal)])
    told_of = map(event, playing.events)
    taken += any(each.kind == story.TOKENS and each.why == story.TEXT for each in told_of)
found["taken"] = taken
for seed in range(lockstep):
    play_together(small, seed)
report = laws(game(small), games=lawful, cards=cards_of).require()
found["laws"] = len(report.checks)
found["page"] = game(small).type.page(game(small)).count("**Bailiff** (Character): Gain a point off")
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with the card in them."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        source, goal = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            goal.parent.mkdir(exist_ok=True)
            shutil.copy(source, goal)
    for block in blocks(PAGE, "python", "diff", "toml"):
        apply(block, folder)
    return folder


def tried(folder: Path, *sizes: int, compiled: bool) -> dict[str, object]:
    """What comes of the card in the copy."""
    settings = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "GONFALON_CACHE_DIR": str(folder / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", TRIED, SMALL, *map(str, sizes)],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def check(found: dict[str, object], games: int) -> None:
    assert found["examples"] == [2, 0]
    assert found["cases"] == ["pass"] * 3
    assert found["reference"] == [[]] * 3
    assert games / 4 < int(str(found["taken"])) <= games
    assert int(str(found["laws"])) > 15
    assert found["page"] == 1


@pytest.mark.slow
def test_the_card_of_the_page_is_played(copy: Path) -> None:
    check(tried(copy, 20, 10, 1, compiled=False), 20)


@pytest.mark.slow
def test_the_card_of_the_page_is_played_compiled(copy: Path) -> None:
    check(tried(copy, 300, 60, 2, compiled=True), 300)
