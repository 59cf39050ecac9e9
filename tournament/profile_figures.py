"""The figures of a profile: where the time of games went, and what the searches did in it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A share of the time."""

    name: str
    seconds: float
    share: float
    calls: int

    @property
    def microseconds(self) -> float:
        """The mean time of a call."""
        return 1e6 * self.seconds / max(self.calls, 1)


@dataclass(frozen=True)
class Group:
    """Searches that have something in common."""

    name: str
    decisions: int
    """That were searched, each counted once."""
    searches: int
    """One for each thread of a decision, and for each time it was repeated."""
    iterations_a_second: float
    """Of one thread."""
    nanoseconds: float
    """An iteration, all told."""
    phases: tuple[float, ...]
    """Nanoseconds an iteration by phase."""
    nodes: float
    depth: float
    deepest: int
    actions: float
    """Legal actions a step in the tree."""
    worlds: float
    """A search."""
    strength: float
    """The share of the visits that the best action has."""


@dataclass(frozen=True)
class Search:
    """What the searches did, measured."""

    names: tuple[str, ...]
    """Of the phases, in all groups."""
    whole: Group
    shares: tuple[float, ...]
    """Of the searches' time measured from outside, by phase."""
    accounted: float
    """What the shares add up to."""
    uncorrected: float
    """What they would add up to if a look at the clock cost no more than it does alone."""
    threads: int
    """Of the bot's search: here they search one after the other, each a search of its own."""
    cost: float
    """The share by which measuring slowed the decisions."""
    every: int
    """One iteration in so many was timed."""
    look_nanoseconds: float
    """What a look costs within a search, by which each lap was shortened."""
    look_alone: float
    """Nanoseconds of a look with nothing around it."""
    timed: int
    spoiled: int
    """Of the iterations timed, those left out, as something else had the processor."""
    repeats: int
    """How often all searches were done."""
    depths: tuple[int, ...]
    """Timed iterations by the depth of their leaf; the last for all deeper ones."""
    nodes_most: int
    room_bytes: int
    kinds: tuple[Group, ...]
    """By what can be chosen, in words of the notation."""
    stages: tuple[Group, ...]
    """By round of the game, or by number of the decision where it has no rounds."""


@dataclass(frozen=True)
class Told:
    """A decision in the order of play, for a timeline."""

    stage: str
    kind: str
    seconds: float
    search: tuple[float, ...]
    """Seconds by phase; empty where nothing was searched."""


@dataclass(frozen=True)
class Profile:
    """Where the time of a bot's games went."""

    bot: str
    game: str
    games: int
    decisions: int
    seconds: float
    parts: tuple[Part, ...]
    search: Search | None
    """None for a bot whose searching cannot be looked into."""
    iterations_a_second: float | None
    """Of one thread."""
    milliseconds_median: float
    """Processor time of a decision: that of all its threads."""
    milliseconds_95: float
    """95 of 100 decisions took at most that long."""
    peak_bytes: int | None
    """The most memory that the process had; None where the system does not tell."""
    told: tuple[Told, ...]
