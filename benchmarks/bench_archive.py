"""How fast games are written as bytes, stored, read and verified, and how many bytes they take.

    python benchmarks/bench_archive.py           print the figures and what they should at least be
    python benchmarks/bench_archive.py --quick   with fewer games

Speeds are medians over rounds, in this thread's CPU time: they hold on a busy machine too. What the disk
takes is in the one figure by the clock.
"""

import argparse
import time
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from archive.codec import decode, encode
from archive.merge import merge
from archive.record import GameKey, Replay, Times, place
from archive.store import Archive
from archive.verify import verify
from benchmarks.turns import rate, take_turns
from engine.game import Game, game
from engine.rng import split
from engine.state import digest
from tournament.audit import fitting
from tournament.run import run as play
from tournament.spec import Entrant, TournamentSpec, check, read

TOURNAMENT, BATCH, ROUNDS = "00000000000000ff", 100, 7
SHORT, LONG = "kuhn", "oriflamme:seats=4"
BOTS = ("ismcts:iterations=500", "ismcts:iterations=2000", "flat:iterations=1000", "greedy")

AT_LEAST = {
    "short games stored a second": 5000,
    "short games stored a second, by the clock": 5000,
    "short games verified a second": 5000,
    "short games verified a second, and held against their schedule": 5000,
    "long games encoded and decoded a second": 20000,
}
AT_MOST = {"bytes of a long game": 400}
"""The budgets of the project; figures that are not here are for information."""


def played(rules: Game, number: int) -> tuple[Replay, Times]:
    """A game between bots that choose at random."""
    deal = rules.draw(number)
    state, actions = rules.start(deal), []
    while not state.is_over:
        actions.append(state.legal_actions[split(number, len(actions)) % len(state.legal_actions)])
        state = state.play(actions[-1])
    seats = range(rules.seats)
    replay = Replay(
        key=GameKey(TOURNAMENT, split(0, "pairing") >> 16, number // rules.seats, number % rules.seats),
        game=rules.spec,
        rules=rules.rules,
        seats=tuple(BOTS[seat].replace(":", "-").replace("=", "-") for seat in seats),
        bots=BOTS[: rules.seats],
        seeds=tuple(split(number, "bot", seat) for seat in seats),
        deal=deal,
        actions=tuple(actions),
        final=digest(state),
        scores=state.scores,
        placing=place(state.scores),
        returns=state.returns,
    )
    return replay, Times((12.345,) * rules.seats, (3.21,) * rules.seats)


def codec(games: list[tuple[Replay, Times]]) -> dict[str, float]:
    """Bytes and back."""
    replays = [replay for replay, _ in games]
    blobs = [encode(replay) for replay in replays]

    def encoding() -> None:
        for replay in replays:
            encode(replay)

    def decoding() -> None:
        for blob in blobs:
            decode(blob)

    def both() -> None:
        for replay in replays:
            decode(encode(replay))

    taken = take_turns({"encode": encoding, "decode": decoding, "both": both}, ROUNDS)
    return {
        "long games encoded a second": rate(taken["encode"], len(replays)),
        "long games decoded a second": rate(taken["decode"], len(replays)),
        "long games encoded and decoded a second": rate(taken["both"], len(replays)),
        "decisions of a long game": mean(len(replay.actions) for replay in replays),
        "bytes of a long game": mean(map(len, blobs)),
    }


def store(path: Path, games: list[tuple[Replay, Times]]) -> Path:
    """A new archive with these games, stored a batch at a time."""
    path.unlink(missing_ok=True)
    with Archive.open(path) as archive:
        archive.add_tournament(TOURNAMENT, "")
        for first in range(0, len(games), BATCH):
            archive.add_games(games[first : first + BATCH])
    return path


def archives(folder: Path, games: list[tuple[Replay, Times]], kind: str) -> dict[str, float]:
    """Storing, reading, verifying, merging."""
    begun = time.perf_counter()
    full = store(folder / "full.db", games)
    clock = time.perf_counter() - begun
    size = full.stat().st_size / len(games)

    def reading(work: str) -> None:
        with Archive.open(full, read_only=True) as archive:
            if work == "verify":
                assert verify(archive).findings == ()
            elif work == "read":
                assert sum(1 for _ in archive.games()) == len(games)
            elif work == "digest":
                archive.digest()
            else:
                (folder / "other.db").unlink(missing_ok=True)
                with Archive.open(folder / "other.db") as other:
                    merge(other, archive)

    works = {work: (lambda work=work: reading(work)) for work in ("verify", "read", "digest", "merge")}
    taken = take_turns({"store": lambda: store(folder / "again.db", games), **works}, ROUNDS)
    n = len(games)
    return {
        f"{kind} games stored a second": rate(taken["store"], n),
        f"{kind} games stored a second, by the clock": n / clock,
        f"{kind} games verified a second": rate(taken["verify"], n),
        f"{kind} games read a second": rate(taken["read"], n),
        f"{kind} games hashed a second": rate(taken["digest"], n),
        f"{kind} games merged a second": rate(taken["merge"], n),
        f"bytes of the file, {kind} games, each": size,
    }


def scheduled(folder: Path, n: int) -> dict[str, float]:
    """Verifying as the command does it: games of a real tournament, each worked out from its spec again."""
    spec = check(
        TournamentSpec(SHORT, (Entrant("a", "random"), Entrant("b", "random")), deals=n // 2, seed=9)
    )
    with Archive.open(folder / "scheduled.db") as archive:
        play(spec, archive, 1)

        def verifying() -> None:
            assert verify(archive, terms=lambda text: read(text).digest, fitting=fitting).findings == ()

        taken = take_turns({"verify": verifying}, ROUNDS)
    return {"short games verified a second, and held against their schedule": rate(taken["verify"], n)}


def run(quick: bool = False) -> dict[str, float]:
    """All figures by name."""
    n = 500 if quick else 5000
    short = [played(game(SHORT), number) for number in range(n)]
    long = [played(game(LONG), number) for number in range(n // 5)]
    figures = codec(long)
    with TemporaryDirectory() as folder:
        figures |= archives(Path(folder), short, "short")
        figures |= archives(Path(folder), long, "long")
        figures |= scheduled(Path(folder), n)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    for name, value in run(parser.parse_args().quick).items():
        wanted = ""
        if name in AT_LEAST:
            wanted = f"  at least {AT_LEAST[name]:,}: {'yes' if value >= AT_LEAST[name] else 'NO'}"
        elif name in AT_MOST:
            wanted = f"  at most {AT_MOST[name]:,}: {'yes' if value <= AT_MOST[name] else 'NO'}"
        print(f"{name:64s} {value:12,.0f}{wanted}")


if __name__ == "__main__":
    main()
