"""What every game must satisfy: `laws(game)` plays random games and holds each law against each decision.

    laws(game("oriflamme:seats=3"), bots=(my_bot,)).require()

A law is a generator: for each check that it makes it yields True, or else what was wrong in one line.
None knows a game by name. A law that never applied has shown nothing, so the report counts the checks,
and `require` takes none for a failure too.
"""

from dataclasses import dataclass

from engine.conformance.knowledge import LAWS_OF_KNOWLEDGE, decides_by_its_view
from engine.conformance.moment import Cards, Decides, Law, Moment
from engine.conformance.play import LAWS_OF_PLAY, cards_are_conserved
from engine.errors import LawError
from engine.game import Game
from engine.rng import split
from engine.view import Playthrough

__all__ = ["LAWS", "Cards", "Decides", "Finding", "Law", "Moment", "Report", "check", "laws"]

LAWS: tuple[Law, ...] = (*LAWS_OF_PLAY, cards_are_conserved, *LAWS_OF_KNOWLEDGE, decides_by_its_view)
"""All laws, in the order of reports."""


@dataclass(frozen=True)
class Finding:
    """A law that was broken, and where: `laws(game, games=1, seed=seed)` comes upon it again."""

    law: str
    game: str
    seed: int
    decision: int
    wrong: str
    """What was wrong, in one line."""
    cause: Exception | None = None

    def __str__(self) -> str:
        """In one line."""
        return f"{self.law}: {self.wrong} ({self.game}, seed {self.seed}, decision {self.decision})"


@dataclass(frozen=True)
class Report:
    """How a game kept the laws."""

    game: str
    games: int
    decisions: int
    checks: dict[str, int]
    """How often each law was held against the game."""
    findings: tuple[Finding, ...]
    """The first break of each law."""

    @property
    def idle(self) -> tuple[str, ...]:
        """The laws that never applied."""
        return tuple(name for name, count in self.checks.items() if count == 0)

    @property
    def broken(self) -> tuple[str, ...]:
        """The laws that were broken."""
        return tuple(finding.law for finding in self.findings)

    def require(self) -> "Report":
        """This report, if every law applied and held; raises LawError."""
        lines = [str(finding) for finding in self.findings]
        lines += [f"{name}: never applied ({self.game}, {self.games} games)" for name in self.idle]
        if lines:
            raise LawError("\n".join(lines)) from next((each.cause for each in self.findings), None)
        return self

    def __str__(self) -> str:
        """A line a law: how it went, and how often it was checked."""
        went = dict.fromkeys(self.idle, "idle") | dict.fromkeys(self.broken, "broken")
        lines = [f"{self.game}: {self.games} games, {self.decisions} decisions"]
        lines += [f"{went.get(name, 'held'):<6} {count:>8}  {name}" for name, count in self.checks.items()]
        return "\n".join(lines)


def laws(
    game: Game,
    *,
    games: int = 2,
    seed: int = 0,
    bots: tuple[Decides, ...] = (),
    cards: Cards | None = None,
) -> Report:
    """Hold all laws against random games of seeds `seed`, `seed + 1`, ...

    The laws of bots and of cards are left out where none are given.
    """
    absent: dict[Law, bool] = {decides_by_its_view: not bots, cards_are_conserved: cards is None}
    chosen = [law for law in LAWS if not absent.get(law, False)]
    checks = {law.__name__: 0 for law in chosen}
    broken: dict[str, Finding] = {}
    decisions = 0
    for own in range(seed, seed + games):
        first = game.deal(split(own, "deal"))
        playing = Playthrough(first)
        while True:
            n = len(playing.actions)
            moment = Moment(first, playing, split(own, "decision", n), bots, cards)
            for law in chosen:
                count, wrong, cause = check(law, moment)
                checks[law.__name__] += count
                if wrong:
                    finding = Finding(law.__name__, game.spec, own, n, wrong, cause)
                    broken.setdefault(law.__name__, finding)
            if not playing.state.legal or n > game.max_decisions:
                break
            playing.play(moment.action)
        decisions += len(playing.actions)
    return Report(game.spec, games, decisions, checks, tuple(broken.values()))


def check(law: Law, moment: Moment) -> tuple[int, str, Exception | None]:
    """How many checks a law made, and what was wrong at the first that failed, with the error behind it."""
    count = 0
    try:
        for held in law(moment):
            count += 1
            if held is not True:
                return count, str(held), None
    except Exception as error:  # a game may break in any way: that is a finding
        return count, f"{type(error).__name__}: {error}", error
    return count, "", None
