"""Where compiled kernels are kept.

Numba looks only at the file of the function itself, so an edited rule would silently go on being played the
old way. Therefore the folder of a module's kernels is named by a digest of the source of that module and of
every module of the project that it imports.
"""

import importlib.util
import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

DAYS_KEPT = 30
ALWAYS = ("engine.jit", "engine.cache")
_IMPORT = re.compile(
    r"^(?:from ((?:engine|ai)[\w.]*) import ([\w, ]+|\([^)]*\))|import ((?:engine|ai)[\w.]*))", re.M
)


def _origin(module: str) -> Path | None:
    """The file of a module; also of the program itself, which has no import spec."""
    if module == "__main__":
        name = getattr(sys.modules[module], "__file__", None)
    else:
        found = importlib.util.find_spec(module)
        name = found.origin if found else None
    return Path(name) if name else None


@cache
def _source(module: str) -> tuple[bytes, frozenset[str]]:
    """The text of a module of the project, and the names of those it imports."""
    origin = _origin(module)
    if origin is None:
        return b"", frozenset()
    text = origin.read_text(encoding="utf-8")
    names = set()
    for parent, things, plain in _IMPORT.findall(text):
        names.add(parent or plain)
        top = origin.parents[module.count(".") + origin.name.startswith("__init__")]
        for thing in re.findall(r"\w+", things):
            path = top.joinpath(*parent.split("."), thing)
            if path.with_suffix(".py").exists() or path.is_dir():
                names.add(f"{parent}.{thing}")
    return text.encode(), frozenset(names)


def source_digest(module: str, versions: str) -> str:
    """A name for everything that a kernel of this module is compiled from, the compiler included."""
    seen: set[str] = set()
    waiting = [module, *ALWAYS]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(_source(name)[1])
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest = blake2b(f"{versions} {checked}".encode(), digest_size=10)
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + _source(name)[0])
    return digest.hexdigest()


@cache
def cache_root() -> Path:
    """The folder of all compiled kernels: GONFALON_CACHE_DIR, else the user's cache, else a temporary one."""
    given = os.environ.get("GONFALON_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache" if os.environ.get("HOME") else None)
    choices = [Path(given)] if given else [Path(home) / "gonfalon"] if home else []
    for path in (
        *choices,
        Path(tempfile.gettempdir()) / f"gonfalon-{os.getuid() if hasattr(os, 'getuid') else 0}",
    ):
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        if os.access(path, os.W_OK):
            return path
    return Path(tempfile.mkdtemp(prefix="gonfalon-"))


@cache
def folder(module: str, versions: str) -> str:
    """The folder of a module's kernels; makes it, and then clears away those long unused."""
    root = cache_root()
    found = root / f"{module}-{source_digest(module, versions)}"
    if found.exists():
        os.utime(found)
        return str(found)
    for old in root.glob("*-*"):
        with suppress(OSError):  # another process may be clearing too
            if time.time() - old.stat().st_mtime > DAYS_KEPT * 86400:
                shutil.rmtree(old, ignore_errors=True)
    found.mkdir(parents=True, exist_ok=True)
    return str(found)
