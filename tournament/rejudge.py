"""Ask a bot again what it decided in a stored game: from its own view, with its own seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ai.bot import bot
from archive.record import Replay, SearchFigures
from engine.errors import SpecError
from engine.game import game
from engine.rng import split
from engine.view import Playthrough
from tournament.clock import Clock
from tournament.match import NO_FIGURES, Fault, ask


@dataclass(frozen=True)
class Judgement:
    """A decision as it is stored, and as it is made now."""

    step: int
    player: str
    bot: str
    stored: str
    """The action in notation, or the fault."""
    now: str
    same_figures: bool | None
    """Are the search figures equal too? None: they were not kept."""

    @property
    def same(self) -> bool:
        """Did nothing change?"""
        return self.stored == self.now and self.same_figures is not False


def rejudge(replay: Replay, limit_milliseconds: int, step: int | None = None) -> Iterator[Judgement]:
    """Decide a step of a game again, or all of them; raises SpecError if there is no such step."""
    last = len(replay.actions) + (replay.fault is not None)
    if step is not None and not 1 <= step <= last:
        raise SpecError(f"game {replay.key} has the steps 1 to {last}, no step {step}")
    rules = game(replay.game)
    bots = [bot(spec, rules) for spec in replay.bots]
    table = Playthrough(rules.start(replay.deal))
    with Clock(limit_milliseconds) as clock:
        for number in range(1, last + 1):
            state, seat = table.state, table.state.to_act
            faulty = number > len(replay.actions)
            if step in (None, number):
                stored = replay.reason if faulty else state.format_action(replay.actions[number - 1])
                kept = replay.search[number - 1] if replay.search and not faulty else None
                try:
                    seed = split(replay.seeds[seat], number - 1)
                    action, figures, _ = ask(bots[seat], table.view(seat), seed, clock)
                    now = state.format_action(action)
                except Fault as verdict:
                    now, figures = verdict.reason, NO_FIGURES
                same = None if kept is None else _equal(kept, figures)
                yield Judgement(number, rules.players[seat], replay.bots[seat], stored, now, same)
            if not faulty:
                table.play(replay.actions[number - 1])


def _equal(stored: SearchFigures, now: SearchFigures) -> bool:
    """Are the figures the same? Of some only the work was kept (tournament.match), worlds may be untold."""
    if stored.work != now.work or stored.worlds not in (0, now.worlds):
        return False
    return not stored.actions or replace(stored, worlds=0) == replace(now, worlds=0)
