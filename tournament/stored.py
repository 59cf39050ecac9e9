"""What an archive knows of tournaments: their specs, how far they are, their games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from archive.record import Replay
from archive.store import Archive
from engine.errors import SpecError, nearest
from engine.game import game
from tournament.schedule import keys, n_games
from tournament.seeds import known as with_seed
from tournament.spec import TournamentSpec, Trial, load, read


def stored_spec(
    archive: Archive, which: str | None, trial: Trial = lambda bots, game: None
) -> TournamentSpec:
    """The spec of a file, or of the stored tournament of that name or beginning of a digest; or the only one.

    Raises SpecError.
    """
    if which is not None and (which.endswith(".toml") or Path(which).is_file()):
        return with_seed(load(Path(which), trial), archive)
    known = archive.tournaments()
    fitting = [each for each in known if which is None or which == each.name or each.digest.startswith(which)]
    if len(fitting) == 1:
        return read(fitting[0].text)
    names = [f"{each.digest} ({each.name})" for each in known]
    if not known:
        raise SpecError(f"{archive.location} holds no tournament; run one first")
    if not fitting:
        raise SpecError(f"no tournament '{which}' in {archive.location}; known: {', '.join(names)}")
    raise SpecError(f"{archive.location} holds several that fit, name one by its digest: {', '.join(names)}")


def status(
    archive: Archive, which: str | None, trial: Trial = lambda bots, game: None
) -> list[dict[str, Any]]:
    """How far each stored tournament is, or one."""
    specs = (
        [stored_spec(archive, which, trial)] if which else [read(each.text) for each in archive.tournaments()]
    )
    rows = []
    for spec in specs:
        stored = archive.keys(spec.digest)
        done, total = sum(key in stored for key in keys(spec)) if stored else 0, n_games(spec)
        rows.append(
            {
                "tournament": spec.digest,
                "name": spec.name,
                "game": spec.game,
                "bots": len(spec.bots),
                "deals": spec.deals,
                "seed": spec.seed,
                "games": done,
                "of": total,
                "done": f"{100 * done / total:.1f} %",
            }
        )
    return rows


def replays(
    archive: Archive, tournament: str | None, bot: str | None, only_faults: bool
) -> Iterator[dict[str, Any]]:
    """Stored games in short, in the order of their keys; raises SpecError for an unknown tournament."""
    known = [each.digest for each in archive.tournaments()]
    chosen = [digest for digest in known if digest.startswith(tournament or "")]
    if tournament and not chosen:
        raise SpecError(f"no tournament '{tournament}' in {archive.location}; {nearest(tournament, known)}")
    for digest in sorted(chosen):
        for replay in archive.games(digest):
            if (bot is None or bot in replay.seats) and (not only_faults or replay.fault is not None):
                yield {
                    "key": str(replay.key),
                    "game": replay.game,
                    "seats": list(replay.seats),
                    "places": list(replay.placing),
                    "scores": _scores(replay),
                    "decisions": len(replay.actions),
                    "ending": str(replay.ending),
                    "reason": replay.reason,
                }


def _scores(replay: Replay) -> list[str]:
    """Scores as people read them; of a game that is not known here, as they were stored."""
    try:
        return [game(replay.game).text.score(score) for score in replay.scores]
    except SpecError:
        return [str(score) for score in replay.scores]
