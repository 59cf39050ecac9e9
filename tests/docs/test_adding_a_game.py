"""The page on adding a game: it shows the files of the repository, and they make the game where it lacks."""

import doctest
import shutil
from pathlib import Path

import pytest

from engine.game import GAMES
from tests.docs.pages import ROOT, apply, blocks, commands, page, run

PAGE = page("adding-a-game.md")
FOLDER = "engine/games/kuhn"
FILES = ("ai/bindings/kuhn.py", "tests/engine/kuhn/test_kuhn.py")
COPIED = ("engine", "ai", "archive", "tournament", "cli", "tests/__init__.py", "conftest.py")
BLANK = "\n\n"
"""Between two parts of a file that is shown in several."""


def shown() -> dict[str, str]:
    """The files of the page, their parts put together."""
    found: dict[str, list[str]] = {}
    for block in blocks(PAGE, "python"):
        assert block.is_new == (block.file not in found), f"{block.file} is new once, where it begins"
        found.setdefault(block.file, []).append(block.text)
    return {name: BLANK.join(parts) for name, parts in found.items()}


def same(wanted: str, found: str) -> bool:
    return doctest.OutputChecker().check_output(
        wanted, found, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )


def test_the_page_shows_every_file() -> None:
    whole = {f"{FOLDER}/{path.name}" for path in (ROOT / FOLDER).glob("*.py")}
    assert set(shown()) == whole | set(FILES)


@pytest.mark.parametrize("name", sorted(shown()))
def test_a_file_of_the_page_is_that_of_the_repository(name: str) -> None:
    assert shown()[name] == (ROOT / name).read_text(encoding="utf-8")


def test_the_line_of_the_registry_is_that_of_the_repository() -> None:
    (block,) = blocks(PAGE, "diff")
    assert block.file == "engine/game.py"
    assert f"+GAMES = {GAMES!r}\n".replace("'", '"') in block.text


def test_what_the_page_works_out_comes_out() -> None:
    (block,) = blocks(PAGE, "pycon")
    example = doctest.DocTestParser().get_doctest(block.text, {}, "adding-a-game.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(example)
    assert runner.summarize().failed == 0


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages without Kuhn poker, and then the page done to the letter."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        source, goal = ROOT / name, folder / name
        goal.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, goal)
    shutil.rmtree(folder / FOLDER)
    (folder / FILES[0]).unlink()
    registry = folder / "engine/game.py"
    text = registry.read_text(encoding="utf-8")
    assert text.count('"kuhn", ') == 1
    registry.write_text(text.replace('"kuhn", ', ""), encoding="utf-8")
    for name, text in shown().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for block in blocks(PAGE, "diff"):
        apply(block, folder)
    return folder


@pytest.mark.slow
def test_the_page_makes_the_game(copy: Path) -> None:
    """Interpreted, which plays the same games and has nothing to compile."""
    settings = {"PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"}
    done = run("python -m pytest -q -p no:cacheprovider tests/engine/kuhn", copy, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    found = run('python -c "import engine.games.kuhn as kuhn; print(kuhn.__file__)"', copy, **settings)
    assert found.stdout.startswith(str(copy))
    for command, wanted in commands(PAGE):
        done = run(command, copy, **settings)
        assert done.returncode == 0, done.stdout + done.stderr
        assert same(wanted, done.stdout), f"{command}\n{done.stdout}"
