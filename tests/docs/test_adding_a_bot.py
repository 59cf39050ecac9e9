"""The page on adding a bot, done to the letter in a folder outside the repository."""

import json
from pathlib import Path

import pytest

from tests.docs.pages import apply, blocks, commands, page, run

PAGE = page("adding-a-bot.md")
COMMANDS = dict(commands(PAGE))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder with the files of the page."""
    made = tmp_path_factory.mktemp("user")
    for block in blocks(PAGE, "python"):
        apply(block, made)
    return made


def said(command: str, folder: Path, code: int = 0) -> str:
    done = run(command, folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def same(found: str, wanted: str) -> bool:
    """Are the lines those of the page? `...` stands for what differs from machine to machine."""
    lines, others = found.split("\n"), wanted.split("\n")
    return len(lines) == len(others) and all(
        line.rstrip().startswith(other.partition("...")[0].rstrip()) for line, other in zip(lines, others)
    )


@pytest.mark.slow
def test_every_command_of_the_page_does_what_it_says(folder: Path) -> None:
    # In the order of the page: later commands use what earlier ones left.
    for command, wanted in COMMANDS.items():
        if "oriflamme" not in command:
            found = said(command, folder)
            assert found
            assert not wanted or same(found, wanted), found


@pytest.mark.slow
def test_faults_are_kept_with_the_reasons_that_the_page_names(folder: Path) -> None:
    if not (folder / "misfits.db").exists():
        said(next(each for each in COMMANDS if "misfits.CRASH" in each), folder)
    listed = json.loads(said("gonfalon replay list --faults --archive misfits.db --json", folder))
    assert len(listed) == 12
    assert {(each["ending"], each["reason"]) for each in listed} == {
        ("crash", "ValueError: no idea"),
        ("illegal", "chose action 99, which is not legal"),
        ("time", "took longer than 200 milliseconds for a decision"),
    }
    for each in listed:
        assert f"| `{each['ending']}` | `{each['reason']}` |" in PAGE


@pytest.mark.slow
@pytest.mark.jit
def test_the_bot_plays_oriflamme(folder: Path) -> None:
    command = next(each for each in COMMANDS if "oriflamme" in each)
    found = json.loads(said(command.replace("first.db", "oriflamme.db") + " --json", folder))
    assert sorted(each["name"] for each in found["bots"]) == ["one", "random", "two"]
    assert found["games"] == 3


def test_the_page_names_what_a_view_has() -> None:
    from engine.game import game
    from engine.view import Playthrough

    view = Playthrough(game("kuhn").deal(1)).view(0)
    for line in PAGE.splitlines():
        if line.startswith("| `view."):
            for name in line.split("|")[1].replace("`", "").split(", "):
                attribute = name.strip().removeprefix("view.").partition("(")[0]
                assert hasattr(view, attribute), attribute
