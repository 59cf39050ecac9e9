"""Bots of users that misbehave while they are loaded, or when a command asks them."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.test_processes import start

HEAD = "import os, sys\nfrom ai.bot import BotType, Decision\nfrom engine.game import Option\n"
BOT = """
class Bot:
    def decide(self, view, seed):
        {decide}
        return Decision(view.legal_actions[0])

def make(game, options):
    {make}
    return Bot()

OPTIONS = (Option("x", "A number.", ("1",), read=lambda text: {read}),)
MINE = BotType("mine", "Misbehaves.", OPTIONS, make)
"""


def write(folder: Path, name: str, **parts: str) -> str:
    """A module with a bot: its spec."""
    text = HEAD + parts.get("head", "") + "\n"
    text += BOT.format(
        **{"decide": "pass", "make": "pass", "read": "text"}
        | {key: value for key, value in parts.items() if key != "head"}
    )
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return f"{name}.MINE"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


WAYS = {
    "raises": ({"head": "raise ValueError('a line\\nand another')"}, "ValueError: a line and another"),
    "exits": ({"head": "sys.exit(0)"}, "SystemExit: 0"),
    "interrupts": ({"head": "raise KeyboardInterrupt"}, "KeyboardInterrupt"),
    "base": ({"head": "class Own(BaseException): pass\nraise Own()"}, "Own"),
    "exits_hard": ({"head": "os._exit(0)"}, "ends its whole process"),
    "made_raising": ({"make": "raise SystemExit"}, "cannot be made: SystemExit"),
    "made_exiting": ({"make": "os._exit(0)"}, "ends its whole process"),
    "made_own": ({"make": "raise type('E', (ValueError,), {'__str__': lambda self: 1 / 0})"}, "made: E"),
    "option": ({"read": "sys.exit(0)"}, "cannot be given its options: SystemExit: 0"),
    "syntax": ({"head": "def"}, "SyntaxError"),
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_bot_that_cannot_be_loaded_is_one_line_and_exit_code_2(call: Call, folder: Path, way: str) -> None:
    parts, message = WAYS[way]
    spec = write(folder, f"bad_{way}", **parts)
    result = call("bot", "check", f"{spec}:x=2", "--game", "kuhn")
    assert (result.exit_code, result.stdout, type(result.exception)) == (2, "", SystemExit)
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("bot", "show"),
        ("game", "play", "kuhn", "--bot"),
        ("game", "trace", "kuhn", "--bots"),
        ("tournament", "run", "--game", "kuhn", "--bot", "a=random", "--bot"),
        ("tournament", "check", "spec.toml", "--json"),
        ("tournament", "status", "spec.toml", "--archive"),
        ("bench", "profile", "--game", "kuhn"),
        ("bench", "exploitability", "--game", "kuhn"),
    ],
)
def test_no_command_ends_silently_with_a_bot(
    call: Call, folder: Path, stored: Path, words: tuple[str, ...]
) -> None:
    spec = write(folder, f"gone_{words[1]}", head="os._exit(0)")
    (folder / "spec.toml").write_text(
        f'game = "kuhn"\n[bots]\na = "random"\nb = "{spec}"\n', encoding="utf-8"
    )
    result = call(
        *words, str(stored) if words[-1] == "--archive" else spec if words[-1] != "--json" else "--json"
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert "ends its whole process" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decide", "note"),
    [
        ("os._exit(0)", "ended its whole process"),
        ("[0 for _ in iter(lambda: os.getpid(), 0)]", "took longer than 100 milliseconds"),
    ],
)
def test_a_check_of_a_bot_that_ends_its_process_fails(
    call: Call, folder: Path, decide: str, note: str
) -> None:
    spec = write(folder, f"asked_{len(decide)}", decide=decide)
    result = call("bot", "check", spec, "--game", "kuhn", "--games", "1", "--limit", "100", "--json")
    assert result.exit_code == 3
    assert any(note in row["note"] and not row["passed"] for row in json.loads(result.stdout))


@pytest.mark.slow
def test_nothing_that_a_bot_prints_is_heard(folder: Path) -> None:
    talk = "print('LOUD', flush=True); os.write(1, b'LOUD'); os.write(2, b'LOUD')"
    spec = write(
        folder, "loud", head=f"import atexit\natexit.register(print, 'LOUD')\n{talk}", decide=talk, make=talk
    )
    for words in (
        ("bot", "check", spec, "--game", "kuhn", "--games", "1", "--json"),
        ("bench", "exploitability", spec, "--game", "kuhn", "--json"),
        ("game", "trace", "kuhn", "--bots", f"random,{spec}"),
    ):
        process = start(folder, *words)
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        assert "LOUD" not in out + errors
        assert out


@pytest.mark.slow
def test_a_bot_that_fails_at_the_table_is_one_line(call: Call, folder: Path) -> None:
    spec = write(folder, "table", decide="raise SystemExit(0)")
    for words in (
        ("game", "trace", "kuhn", "--bots", f"random,{spec}"),
        ("game", "play", "kuhn", "--seat", "1", "--bot", spec),
        ("bench", "exploitability", spec, "--game", "kuhn"),
    ):
        result = call(*words)
        assert result.exit_code == 2
        assert "SystemExit: 0" in result.stderr
    sys.modules.pop("table", None)
