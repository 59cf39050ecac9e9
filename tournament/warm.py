"""Call every kernel of a tournament once, before any game is played.

The first run on a machine compiles them and keeps the result on disk. So it is done in the parent, before
there are workers, and told while it lasts. Workers do the same before their first game: they find all on
disk, and where nothing can be kept on disk, no bot is charged with the time that compiling takes.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ai.bot import bot, bot_type, canonical, is_foreign
from engine.cache import cache_root
from engine.errors import GonfalonError
from engine.events import new_log
from engine.game import Game, split_spec
from engine.jit import room
from engine.rng import new_rng
from engine.state import scratch
from engine.view import ITEMS, Playthrough

Report = Callable[[str, int, int], None]
"""(what is compiled now, its number from 1, how many there are)."""
Step = tuple[str, Callable[[], Any]]


def warm(
    game: Game,
    bots: Iterable[str],
    report: Report = lambda name, number, total: None,
    *,
    replays: bool = False,
    more: Iterable[Step] = (),
) -> None:
    """Make ready what a game's referee needs, the bots of these specs, what plays replays again, and more."""
    specs = list(bots)
    steps = [*_kernels(game), *_bots(game, specs)]
    if any(is_foreign(spec) for spec in specs):
        steps += _searching(game)
    if replays:
        steps.append(("replay", lambda: game.kernels.replay(*_replaying(game))))
    steps += more
    for number, (name, call) in enumerate(steps, 1):
        report(name, number, len(steps))
        try:
            call()
        except GonfalonError:
            raise
        except Exception:
            # A kernel that was kept is damaged, say by a full disk; numba does not say so in any one way.
            forget()
            call()


def forget() -> None:
    """Forget all kernels that are kept on disk, so that they are compiled again."""
    for path in cache_root().glob("**/*.nb[ic]"):
        path.unlink(missing_ok=True)


def _kernels(game: Game) -> list[Step]:
    kernels, states, views = game.kernels, room(game.state_type), room(game.state_type)
    deal, out = np.zeros(game.deal_size, np.int64), np.zeros(game.max_legal, np.int64)
    return [
        ("draw", lambda: kernels.draw(game.parameters, new_rng(1), deal)),
        ("setup", lambda: kernels.setup(states, game.parameters, deal, out)),
        ("observe", lambda: kernels.observe(states, 0, views)),
        ("to_act", lambda: kernels.to_act(states)),
        ("step", lambda: kernels.step(states, int(out[0]), out, new_log())),
        ("scores", lambda: kernels.scores(states, np.zeros(game.seats, np.int64))),
        ("returns", lambda: kernels.returns(states, np.zeros(game.seats))),
    ]


def _searching(game: Game) -> list[Step]:
    """What a user's bot may call, so that compiling it is not charged to the bot's first decision."""
    states, items = room(game.state_type), np.zeros(ITEMS, np.int64)
    out = np.zeros(game.max_legal, np.int64)
    start = game.deal(1)

    def draw_world() -> None:
        states.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(start.data, np.uint8)
        game.kernels.determinize(states, 0, new_rng(1), items, out)

    return [("determinize", draw_world), ("play", lambda: start.play(start.legal_actions[0]))]


def _replaying(game: Game) -> tuple[Any, ...]:
    work = scratch(game)
    return work.rows, np.zeros(0, np.int64), work.out


def _bots(game: Game, specs: Iterable[str]) -> list[Step]:
    """A decision of each bot of Gonfalon's own; a user's might do anything, so it is left to the workers."""
    small = {quick(spec): split_spec(spec)[0] for spec in specs if not is_foreign(spec)}
    return [(name, lambda spec=spec: _decide(game, spec)) for spec, name in small.items()]  # type: ignore[misc]


def quick(spec: str) -> str:
    """The spec with the smallest budget: what it compiles is the same."""
    name, given = split_spec(spec)
    if "iterations" not in [option.name for option in bot_type(name).options]:
        return spec
    options = {key: value for key, value in given.items() if key != "milliseconds"} | {"iterations": "1"}
    return canonical(f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}")


def _decide(game: Game, spec: str) -> None:
    """Let a bot decide once where it has a choice."""
    try:
        player = bot(spec, game)
    except GonfalonError:  # the smallest budget may be none for this bot; it is then compiled in play
        return
    table = Playthrough(game.deal(1))
    while not table.state.is_over and len(table.state.legal_actions) < 2:
        table.play(table.state.legal_actions[0])
    if not table.state.is_over:
        player.decide(table.view(table.state.to_act), 1)
