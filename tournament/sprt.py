"""A sequential test of two bots: play until it is clear which of two strengths fits better, and no longer.

The generalised sequential probability ratio test on whole deals, as chess engines are tested on pairs of
games. Of each deal the mean score of the first bot against the second is one observation: how often it was
placed ahead in the games that both played, level counting a half. With m deals of mean x and variance v,
and s0, s1 the scores that `elo0` and `elo1` stand for,

    LLR = m (s1 - s0) (2 x - s0 - s1) / (2 v).

The test accepts `elo1` at log((1 - beta) / alpha), `elo0` at log(beta / (1 - alpha)). Only deals that are
complete, from the first on without a gap, are looked at, one more at a time: so the verdict is the same
for any number of workers, though some games of later deals may have been played when it falls.
"""

from dataclasses import dataclass
from math import log

from archive.record import Replay
from engine.errors import SpecError, nearest
from tournament.schedule import pairings
from tournament.spec import TournamentSpec

LEAST_DEALS = 16
"""No verdict before: the variance of a few deals is no estimate."""
FIRST, SECOND, OPEN = "elo1", "elo0", ""


@dataclass(frozen=True)
class Hypotheses:
    """What is tested: does the first bot beat the second by `elo1` rather than by `elo0`?"""

    first: str
    second: str
    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """The chance to accept `elo1` when `elo0` is true."""
    beta: float = 0.05
    """The chance to accept `elo0` when `elo1` is true."""


@dataclass(frozen=True)
class Verdict:
    """How a test stands, or ended."""

    accepted: str
    """`elo1`, `elo0`, or empty: not decided yet."""
    llr: float
    lower: float
    upper: float
    deals: int
    """The complete deals that it rests on."""
    score: float
    """The first bot's mean score against the second."""


def sprt(text: str, spec: TournamentSpec) -> Hypotheses:
    """A test as a flag names it: `first,second,elo0=0,elo1=20,alpha=0.05,beta=0.05`; raises SpecError."""
    names, numbers = list[str](), dict[str, float]()
    for piece in text.split(","):
        key, equals, value = piece.strip().partition("=")
        if not equals:
            names.append(spec_name(key, spec))
            continue
        if key not in ("elo0", "elo1", "alpha", "beta"):
            raise SpecError(f"--sprt has no '{key}'; {nearest(key, ('elo0', 'elo1', 'alpha', 'beta'))}")
        try:
            numbers[key] = float(value)
        except ValueError:
            raise SpecError(f"--sprt: {key} is '{value}', a number is wanted") from None
    if len(names) != 2 or names[0] == names[1]:
        raise SpecError("--sprt needs two different bots, such as --sprt new,old,elo1=20")
    test = Hypotheses(names[0], names[1], **numbers)
    if not -1000 <= test.elo0 < test.elo1 <= 1000:
        raise SpecError("--sprt: elo0 must be below elo1, both from -1000 to 1000")
    if not (0.001 <= test.alpha <= 0.4 and 0.001 <= test.beta <= 0.4):
        raise SpecError("--sprt: alpha and beta must be from 0.001 to 0.4")
    return test


def spec_name(name: str, spec: TournamentSpec) -> str:
    """The name, if a bot of it takes part; raises SpecError."""
    spec.spec_of(name)
    return name


def score_of(elo: float) -> float:
    """The score that a difference in strength stands for.

    >>> round(score_of(20), 4)
    0.5288
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Sequential:
    """A test that is fed games in any order; its verdict depends on the games alone."""

    def __init__(self, test: Hypotheses, spec: TournamentSpec) -> None:
        self._test = test
        groups = [
            group for group in pairings(spec) if {test.first, test.second} <= {b.name for b in group.bots}
        ]
        self._numbers = {group.number for group in groups}
        self._wanted = sum(len(group.bots) for group in groups)
        self._scores: dict[int, list[float]] = {}
        self._m, self._sum, self._squares = 0, 0.0, 0.0
        self.verdict = self._judged()

    def add(self, replay: Replay) -> bool:
        """Take a game into account: is there a verdict? After one nothing changes it."""
        if self.is_decided() or replay.key.pairing not in self._numbers or replay.key.deal < self._m:
            return self.is_decided()
        mine, other = (
            replay.placing[replay.seats.index(name)] for name in (self._test.first, self._test.second)
        )
        self._scores.setdefault(replay.key.deal, []).append((mine < other) + (mine == other) / 2)
        while not self.is_decided() and len(self._scores.get(self._m, ())) == self._wanted:
            x = sum(sorted(self._scores.pop(self._m))) / self._wanted
            self._m, self._sum, self._squares = self._m + 1, self._sum + x, self._squares + x * x
            self.verdict = self._judged()
        return self.is_decided()

    def is_decided(self) -> bool:
        """Is there a verdict?"""
        return self.verdict.accepted != OPEN

    def _judged(self) -> Verdict:
        test, m = self._test, self._m
        lower, upper = log(test.beta / (1 - test.alpha)), log((1 - test.beta) / test.alpha)
        mean = self._sum / m if m else 0.5
        variance = (self._squares - m * mean * mean) / (m - 1) if m > 1 else 0.0
        s0, s1 = score_of(test.elo0), score_of(test.elo1)
        if m < LEAST_DEALS:
            return Verdict(OPEN, 0.0, lower, upper, m, mean)
        variance = max(
            variance, 1 / (4 * m * m)
        )  # all deals alike: no less than one in m that differs by a half
        llr = m * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        accepted = FIRST if llr >= upper else SECOND if llr <= lower else OPEN
        return Verdict(accepted, llr, lower, upper, m, mean)


def told(test: Hypotheses, verdict: Verdict) -> str:
    """A verdict in one line."""
    elo = {FIRST: test.elo1, SECOND: test.elo0}.get(verdict.accepted)
    outcome = "not decided" if elo is None else f"{verdict.accepted} = {elo:g} accepted"
    return (
        f"SPRT {test.first} against {test.second}: {outcome}, LLR {verdict.llr:.2f} "
        f"({verdict.lower:.2f} to {verdict.upper:.2f}) after {verdict.deals} deals, score {verdict.score:.3f}"
    )
