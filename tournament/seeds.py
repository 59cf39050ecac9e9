"""The seed of a tournament that names none: drawn once, and found again where the tournament is stored."""

import os
from dataclasses import replace

from archive.store import Archive
from engine.errors import GonfalonError, SpecError
from tournament.spec import UNSEEDED, TournamentSpec, read

DRAWN = 1 << 62
"""Drawn seeds are this or more; what people write is less."""


def drawn() -> int:
    """A seed of 62 bits by chance, so that none who knows how deals follow from seeds can guess it."""
    return DRAWN | int.from_bytes(os.urandom(8), "big") >> 2


def found(spec: TournamentSpec, archive: Archive) -> TournamentSpec | None:
    """The tournament with the seed that was drawn for it in this archive, the last if there are several."""
    if spec.seed != UNSEEDED:
        return spec
    for each in reversed(archive.tournaments()):
        try:
            stored = read(each.text)
        except GonfalonError:  # `archive verify` names it
            continue
        same = replace(stored, seed=UNSEEDED, bots=spec.bots, deals=spec.deals) == spec
        if same and stored.seed >= DRAWN:
            return replace(spec, seed=stored.seed)
    return None


def seeded(spec: TournamentSpec, archive: Archive) -> TournamentSpec:
    """The tournament with a seed: its own, or the one that was drawn for it earlier, or a new one."""
    return found(spec, archive) or replace(spec, seed=drawn())


def known(spec: TournamentSpec, archive: Archive) -> TournamentSpec:
    """The tournament with its own seed, or the one that was drawn for it; raises SpecError without."""
    stored = found(spec, archive)
    if stored is None:
        raise SpecError(
            f"'{spec.name}' names no seed, and none was drawn for it in {archive.location}; run it first"
        )
    return stored
