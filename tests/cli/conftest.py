from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cli
from archive.store import Archive
from engine.game import game
from tournament.run import run
from tournament.spec import Entrant, TournamentSpec, check
from tournament.warm import warm

Call = Callable[..., Result]


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a small tournament, to read."""
    warm(game("kuhn"), ["random"])
    path = tmp_path_factory.mktemp("stored") / "games.db"
    bots = (
        Entrant("ann", "random"),
        Entrant("bob", "ismcts:iterations=20"),
        Entrant("cat", "tests.bots.ILLEGAL"),
    )
    spec = check(TournamentSpec("kuhn", bots, deals=5, record_search=True, name="small"))
    with Archive.open(path) as archive:
        run(spec, archive, 1)
    return path


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("GONFALON_ARCHIVE", "GONFALON_COLOUR", "GONFALON_CONCURRENCY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    runner = CliRunner()

    def run_command(*words: str, stdin: str = "") -> Result:
        monkeypatch.setattr("sys.argv", ["gonfalon", *words])
        return runner.invoke(cli.app, list(words), input=stdin, prog_name="gonfalon")

    return run_command
