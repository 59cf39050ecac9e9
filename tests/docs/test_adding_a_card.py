"""The page on adding a card, done to the letter in a copy of the packages."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards import CARDS
from tests.docs.complete import missing
from tests.docs.pages import ROOT, apply, blocks, page

PAGE = page("adding-a-card.md")
COPIED = ("engine", "tests/docs", "tests/oracle", "tests/engine", "tests/__init__.py", "conftest.py")
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
from tests.docs.complete import missing
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
found["missing"] = list(missing(CARDS[KIND_OF["Bailiff"]]))
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
    assert found["missing"] == []
    assert found["page"] == 1


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_card_is_complete(card: Card) -> None:
    assert list(missing(card)) == []


def test_what_a_card_lacks_is_named() -> None:
    """The positive control, and the lines that the page shows."""
    lines = list(missing(replace(CARDS[0], name="Bailiff", kind=64, type="Page", rule=forgotten)))
    assert "Bailiff: its rule has no example in which it lies" in lines
    assert "Bailiff: no worked case has it in the queue (tests/oracle/cases)" in lines
    assert "Bailiff: the reference has no rule for it (tests/oracle)" in lines
    assert len(lines) == 8
    for line in next(blocks(PAGE, "text")).text.splitlines():
        assert line in lines


def forgotten() -> None:
    """No rule"""


def test_the_blocks_of_the_page_fit_the_packages(copy: Path) -> None:
    assert {block.language for block in blocks(PAGE)} <= {"python", "diff", "toml", "console", "text"}
    assert "WORKSHOP" in (copy / "engine/games/oriflamme/cards/__init__.py").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_card_of_the_page_is_played(copy: Path) -> None:
    check(tried(copy, 20, 10, 1, compiled=False), 20)


@pytest.mark.slow
def test_the_card_of_the_page_is_played_compiled(copy: Path) -> None:
    check(tried(copy, 300, 60, 2, compiled=True), 300)
