"""Play records again and compare: whatever was changed in an archive is found and named.

These are held against each other: what a replay says against what playing it again gives, and against the
schedule of its tournament; the bytes of each game against its entry in the ledger; the ledger against its
own chain and head; and the texts of tournaments against their digests and checksums.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from archive import ledger
from archive.codec import decode, decode_times
from archive.contents import Contents, StoredGame, printable
from archive.record import Ending, Replay, place_with_fault, share
from archive.store import Archive
from engine.errors import GonfalonError, ReplayError
from engine.game import Game, game
from engine.state import State, digest, from_row, scratch, start

Look: TypeAlias = Callable[[Replay], Iterator[tuple[str, str, str]]]
"""What is not so in a game, what is right, and what was found."""
Fitting: TypeAlias = Callable[[Sequence[str]], Look]
"""From the texts of a tournament's specs to what looks at its games."""
EVERY = 200
"""Games between two calls of `progress`."""
SHOWN = 16
"""Hexadecimal digits of a hash that findings show."""


@dataclass(frozen=True)
class Finding:
    """One difference between what is stored and what is right."""

    where: str
    """The key of a game; or `entry n` of the ledger, where no key is known; or `tournament ...`."""
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        """In one line."""
        return printable(f"{self.where}: {self.what}: expected {self.expected}, found {self.found}", 1000)


@dataclass(frozen=True)
class Report:
    """What a check of an archive gave: it is whole if nothing was found."""

    checked: int
    """How many games were looked at."""
    findings: tuple[Finding, ...]


def verify_replay(replay: Replay) -> list[Finding]:
    """Play a replay again: every way in which it is not the record of a game that was played so."""
    where = str(replay.key)
    try:
        rules = game(replay.game)
    except GonfalonError as error:
        return [Finding(where, "game", "a game that is known", str(error))]
    found = [
        Finding(where, what, expected, actual)
        for what, expected, actual in (
            ("game", rules.spec, replay.game),
            ("rules version", str(rules.rules), str(replay.rules)),
            ("seats", str(rules.seats), str(len(replay.seats))),
        )
        if expected != actual
    ]
    if found:
        return found
    try:
        state, played = _play(rules, replay.deal, replay.actions)
    except GonfalonError as error:
        return [Finding(where, "deal", "a deal of the game", str(error))]
    if played < len(replay.actions):
        state, _ = _play(rules, replay.deal, replay.actions[:played])
        legal = ", ".join(map(str, state.legal_actions))
        expected = f"one of {legal}" if legal else "none: the game is over"
        return [Finding(where, f"action {played}", expected, str(replay.actions[played]))]
    return [Finding(where, *each) for each in _judged(replay, state)]


def verify(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    head: str = "",
    terms: Callable[[str], str] | None = None,
    fitting: Fitting | None = None,
) -> Report:
    """Check all of an archive. `progress` is told how many games of how many are done.

    `head` is a hash of the ledger that was written down earlier, in hexadecimal digits: it must be one of
    the hashes of this ledger. `terms` gives the digest that belongs to the text of a tournament's spec,
    `fitting` what looks whether a game is one of its tournament.
    """
    findings = [Finding("the database", "integrity", "ok", printable(each, 120)) for each in archive.damage()]
    checked, head = 0, head.lower()
    with archive.contents() as contents:
        findings += _tournaments(contents, terms)
        looks = {each.digest: fitting(each.texts) if fitting else _fits for each in contents.tournaments}
        findings += [Finding(str(key), "key", "one game", "several") for key in contents.repeated]
        last, witnessed = ledger.START, head in ("", ledger.GENESIS.hex())
        for stored, entry in _joined(contents):
            if entry:
                findings += _broken(ledger.step(last, entry))
                last, witnessed = entry, witnessed or entry.hash.hex() == head
            if stored:
                findings += _stored(stored, looks)
                checked += 1
                if progress and checked % EVERY == 0:
                    progress(checked, contents.games)
            findings += _matched(stored, entry)
        findings += _broken(ledger.end(last, contents.entries, contents.head))
        if not witnessed:
            findings.append(Finding(f"entry {last.number}", "head", head, "no entry with this hash"))
        if progress:
            progress(checked, contents.games)
    return Report(checked, tuple(findings))


def _play(rules: Game, deal: tuple[int, ...], actions: tuple[int, ...]) -> tuple[State, int]:
    """The state after as many of the actions as are legal, and how many that are; raises SpecError."""
    start(rules, deal)
    work = scratch(rules)  # it still holds the first position
    played = int(rules.kernels.replay(work.rows, np.array(actions, np.int64), work.out))
    return from_row(rules, work.rows), played


def _judged(replay: Replay, state: State) -> Iterator[tuple[str, str, str]]:
    """What a replay says of its end and is not so: what, expected, found."""
    fault = replay.fault
    if (replay.ending is Ending.OVER) != (fault is None) or (fault is None and replay.reason):
        yield (
            "ending",
            "a seat at fault and a reason just where the game was not played out",
            replay.ending.value,
        )
    elif fault is None and not state.is_over:
        yield (
            "ending",
            "a game that is over",
            f"seat {state.to_act} to act after {len(replay.actions)} actions",
        )
    elif fault is not None and state.to_act != fault:
        turn = "nobody, the game is over" if state.is_over else f"seat {state.to_act}, whose turn it was"
        yield "fault", turn, f"seat {fault}"
    if (name := digest(state)) != replay.final:
        yield "final position", name, replay.final
    scores = state.scores
    placing = place_with_fault(scores, fault)
    returns = state.returns if fault is None else share(placing)
    for what, expected, found in (
        ("scores", scores, replay.scores),
        ("placing", placing, replay.placing),
        ("returns", returns, replay.returns),
    ):
        if expected != found:
            yield what, str(expected), str(found)
    if len(replay.search) not in (0, len(replay.actions)):
        yield "search figures", f"none, or {len(replay.actions)}", str(len(replay.search))


def _fits(replay: Replay) -> Iterator[tuple[str, str, str]]:
    return iter(())


def _stored(stored: StoredGame, tournaments: Mapping[str, Look]) -> list[Finding]:
    """What is wrong with a game for itself, and as one of its tournament."""
    where = str(stored.key)
    found = []
    if stored.key.tournament not in tournaments:
        found.append(Finding(where, "tournament", "one of this archive", stored.key.tournament))
    try:
        replay = decode(stored.replay)
    except ReplayError as error:
        return [*found, Finding(where, "bytes", "a replay", str(error))]
    if replay.key != stored.key:
        found.append(Finding(where, "key", where, str(replay.key)))
    try:
        times = decode_times(stored.times)
        if len(times.total) != len(replay.seats):
            found.append(Finding(where, "times", f"{len(replay.seats)} seats", "another number"))
        if len(times.microseconds) not in (0, len(replay.actions)):
            right, other = f"none, or {len(replay.actions)}", str(len(times.microseconds))
            found.append(Finding(where, "times of decisions", right, other))
    except ReplayError as error:
        found.append(Finding(where, "times", "times", str(error)))
    played = [Finding(where, each.what, each.expected, each.found) for each in verify_replay(replay)]
    if replay.key != stored.key:
        return found + played
    look = tournaments.get(stored.key.tournament, _fits)
    return [*found, *played, *(Finding(where, *each) for each in look(replay))]


def _matched(stored: StoredGame | None, entry: ledger.Entry | None) -> Iterator[Finding]:
    """What is wrong between a game and the ledger's entry of its number."""
    if stored is None:
        if entry:
            yield Finding(entry.key, "game", f"the game of ledger entry {entry.number}", "no game")
    elif entry is None:
        yield Finding(str(stored.key), "ledger", f"entry {stored.number}", "no entry")
    elif entry.key != str(stored.key):
        yield Finding(str(stored.key), "ledger", f"entry {entry.number} of this game", f"of game {entry.key}")
    elif (name := ledger.digest(stored.replay)) != entry.digest:
        yield Finding(entry.key, "bytes", f"digest {_short(entry.digest)}", f"digest {_short(name)}")


def _joined(contents: Contents) -> Iterator[tuple[StoredGame | None, ledger.Entry | None]]:
    """Games and entries of the same number side by side; both come in the order of their numbers."""
    stored, entry = next(contents.stored, None), next(contents.ledger, None)
    while stored or entry:
        number = min(each.number for each in (stored, entry) if each)
        mine = stored if stored and stored.number == number else None
        line = entry if entry and entry.number == number else None
        yield mine, line
        stored = next(contents.stored, None) if mine else stored
        entry = next(contents.ledger, None) if line else entry


def _broken(wrong: ledger.Wrong | None) -> list[Finding]:
    if wrong is None:
        return []
    return [
        Finding(wrong.key or f"entry {wrong.number}", f"ledger {wrong.what}", wrong.expected, wrong.found)
    ]


def _tournaments(contents: Contents, terms: Callable[[str], str] | None) -> Iterator[Finding]:
    for each in contents.tournaments:
        where = f"tournament {each.digest}"
        if not each.is_sound:
            yield Finding(where, "text", "its name and specs as they were written", "another text")
        for text in each.texts if terms else ():
            try:
                name = terms(text) if terms else each.digest
            except GonfalonError as error:
                name = str(error)
            if name != each.digest:
                yield Finding(where, "spec", each.digest, name)


def _short(name: bytes) -> str:
    return name.hex()[:SHOWN]
