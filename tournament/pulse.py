"""What a worker is at, for its parent to see; and the parent's watch, which ends a worker that hangs.

A worker keeps one small page in shared memory: the game it plays, and a count that moves when a bot is
asked and again when it has answered. An odd count that stands still is a bot that thinks. The watch
measures how long, on its own clock and in short steps, so that a sleep of the machine is not counted.

A worker that is stopped alone is not counted either. It is woken after some seconds; one that is
stopped again and again in one decision does it itself, and is ended.
"""

import mmap
import os
import signal
import struct
import threading
import time
from contextlib import suppress
from pathlib import Path

from archive.record import GameKey
from tournament.clock import deadline

SIZE, COUNT, KEY = 96, struct.Struct("<q"), slice(8, 96)
STEP = 0.1
"""Seconds between two looks."""
WAKE_SECONDS, WAKES = 5.0, 3


class Page:
    """A worker's own page, in a folder that it shares with its parent."""

    def __init__(self, folder: Path) -> None:
        self._count = time.monotonic_ns() & ~1  # never one that the watch has seen before
        with (folder / f"mark-{os.getpid()}").open("w+b") as file:
            file.truncate(SIZE)
            self._page = mmap.mmap(file.fileno(), SIZE)

    def at(self, key: GameKey | None) -> None:
        """The game at this address begins; None: no game is played."""
        self._page[KEY] = str(key or "").encode().ljust(KEY.stop - KEY.start)

    def tell(self, asked: bool) -> None:
        """A bot is asked, or that is over."""
        self._count += 1 + (self._count % 2 == asked)
        COUNT.pack_into(self._page, 0, self._count)

    def close(self) -> None:
        """Nothing more will be told."""
        self.at(None)
        self._page.close()


def marked(folder: Path) -> set[GameKey]:
    """The games that workers were at when they ended; forgets them."""
    found = set()
    for path in folder.glob("mark-*"):
        parts = path.read_bytes()[KEY].decode("ascii", "replace").strip().split("-")
        if len(parts) == 4:
            found.add(GameKey(parts[0], *map(int, parts[1:])))
        path.unlink()
    return found


class Watch:
    """Ends workers whose bot thinks far past the limit, from `start` to `stop`."""

    def __init__(self, folder: Path, limit: float) -> None:
        """Watch the pages in a folder; `limit` is the time for a decision in seconds."""
        self._folder, self._deadline = folder, deadline(limit)
        self._seen: dict[int, _Thinking] = {}
        self._over = threading.Event()
        self.ended = 0
        """How many workers were ended."""

    def start(self) -> None:
        """Begin to watch."""
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """End no worker from now on."""
        self._over.set()

    def _run(self) -> None:
        last = time.monotonic()
        while not self._over.wait(STEP):
            now = time.monotonic()
            for path in self._folder.glob("mark-*"):
                with suppress(OSError, struct.error):  # it is gone, or being made
                    with path.open("rb") as file:
                        count = COUNT.unpack(file.read(COUNT.size))[0]
                    self._look(int(path.name.partition("-")[2]), count, min(now - last, 2 * STEP))
            last = now

    def _look(self, pid: int, count: int, seconds: float) -> None:
        thinking = self._seen.get(pid)
        if thinking is None or thinking.count != count or count % 2 == 0:
            self._seen[pid] = _Thinking(count)
            return
        if state(pid) == "T":
            thinking.stopped += seconds
            if thinking.stopped > WAKE_SECONDS:
                thinking.stopped, thinking.wakes = 0.0, thinking.wakes + 1
                os.kill(pid, signal.SIGCONT)
        else:
            thinking.seconds += seconds
        if thinking.seconds > self._deadline or thinking.wakes > WAKES:
            del self._seen[pid]
            self.ended += 1
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


class _Thinking:
    """A decision that lasts: how long by now."""

    def __init__(self, count: int) -> None:
        self.count, self.seconds, self.stopped, self.wakes = count, 0.0, 0.0, 0


def state(pid: int) -> str:
    """The state of a process in one letter, T if it is stopped; empty where that cannot be found out."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return text.rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""
