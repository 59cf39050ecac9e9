"""The command line: nouns and verbs. Each command reads its flags, calls what does the work, and shows it.

Nothing but the answer is written to standard output; progress and errors go to standard error. Exit codes: 0
done, 1 failed, 2 usage or spec, 3 a check found a difference, 130 interrupted and resumable.

What is heavy is imported where it is used, so that help comes at once.
"""

import os
import sys
from contextlib import suppress

from cli.archives import archives_app
from cli.benches import benches_app
from cli.bots import bots_app
from cli.commands import Commands, group
from cli.games import games_app
from cli.replays import replays_app
from cli.tournaments import tournaments_app

app = group("Tournaments of hidden-information card games between programs.", Commands)
for name, commands in {
    "game": games_app,
    "bot": bots_app,
    "tournament": tournaments_app,
    "replay": replays_app,
    "archive": archives_app,
    "bench": benches_app,
}.items():
    app.add_typer(commands, name=name)


def main() -> None:
    """Run a command. Modules in the current folder can be named as bots."""
    sys.path.append(os.getcwd())
    try:
        app()
    finally:
        _hush()


def _hush() -> None:
    """From now on nothing is said: what a user's bot has registered for the end is not part of the answer."""
    with suppress(OSError):  # what cannot be written was told; the sink takes what is left of it
        sys.stdout.flush()
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)
