"""The pages of docs/ as programs read them: their code blocks, each with the file that it is for."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"`([\w./-]+\.\w+)`")
NEW = re.compile(r"[Nn]ew file\s+" + FILE.pattern)


@dataclass(frozen=True)
class Block:
    """A code block of a page."""

    language: str
    text: str
    file: str
    """The file that the text before it named last."""
    is_new: bool
    """It is the whole of that file."""


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(text: str, *languages: str) -> Iterator[Block]:
    """The blocks of a page in these languages, or all."""
    end, file = 0, ""
    for match in BLOCK.finditer(text):
        before = text[end : match.start()]
        named = FILE.findall(before)
        file = named[-1] if named else file
        new = NEW.search(before)
        if not languages or match[1] in languages:
            yield Block(match[1], match[2], new[1] if new else file, new is not None)
        end = match.end()


def apply(block: Block, folder: Path) -> None:
    """Write a new file, or change lines of one: those around them must be there, once."""
    path = folder / block.file
    if block.is_new:
        assert not path.exists(), f"{block.file} is there already"
        path.write_text(block.text, encoding="utf-8")
        return
    lines = block.text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{block.file} has {text.count(old)} times\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def commands(text: str) -> Iterator[tuple[str, str]]:
    """(command, what the page says that it prints) of all console blocks."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = command[:-1] + more.strip()
            yield command, output


def run(command: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of a page in a folder; `gonfalon` and `python` are those of these tests."""
    first, *rest = shlex.split(command)
    program = {"gonfalon": ["-m", "cli"], "python": []}[first]
    settings = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "GONFALON_CONCURRENCY": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        **environment,
    }
    return subprocess.run(
        [sys.executable, *program, *rest],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
