"""Reads and runs files of worked cases: a position, a script, and what must come of it."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import GonfalonError, NotationError
from engine.game import GAMES, game, game_type

PASS, FAIL, SKIP = "pass", "fail", "skip"
MAX_BYTES = 4_000_000
MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError)
"""What a case that is not as it should be may raise."""


@dataclass(frozen=True)
class CaseResult:
    """How one case went."""

    ident: str
    status: str
    """pass, fail or skip."""
    lines: tuple[str, ...] = ()
    """The differences, or why it was skipped."""


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file; raises NotationError if it is not one."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise NotationError(f"{path}: larger than {MAX_BYTES} bytes, which no file of cases is")
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotationError(f"{path}: {error.strerror}; a TOML file of [[case]] tables is wanted") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotationError(f"{path}: {error}; a TOML file of [[case]] tables is wanted") from None
    cases = found.get("case")
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise NotationError(f"{path}: no cases in it; a TOML file of [[case]] tables is wanted")
    return cases


def games_of(path: Path) -> list[str]:
    """A spec of each game that a file has cases of, so that what they need can be made ready."""
    found: dict[str, str] = {}
    for case in read_cases(path):
        name = case.get("game")
        if name in GAMES and name not in found and (case_game := game_type(name).case_game):
            with suppress(GonfalonError, *MALFORMED):
                found[name] = case_game(case)
    return list(found.values())


def run_case(case: Mapping[str, Any]) -> CaseResult:
    """Run one case; one of a game or a set that is not played here is skipped."""
    ident = str(case.get("id", "?"))
    name = case.get("game")
    if name not in GAMES:
        return CaseResult(ident, SKIP, (f"game {name} is not played here",))
    kind = game_type(name)
    if kind.case_game is None:
        return CaseResult(ident, SKIP, (f"{name} has no cases",))
    try:
        rules = game(kind.case_game(case))
        if rules.text.case is None:
            return CaseResult(ident, SKIP, (f"{name} has no cases",))
        wrong = rules.text.case(rules, case)
    except GonfalonError as error:
        return CaseResult(ident, FAIL, (str(error),))
    except MALFORMED as error:
        return CaseResult(ident, FAIL, (f"the case is malformed: {type(error).__name__}: {error}",))
    return CaseResult(ident, FAIL if wrong else PASS, tuple(wrong))


def run_file(path: Path, only_set: str | None = None) -> list[CaseResult]:
    """Run the cases of a file, in order; with `only_set` those of other sets and games are skipped."""
    results = []
    for case in read_cases(path):
        which = case.get("set", case.get("game"))
        if only_set is not None and which != only_set:
            label = which if isinstance(which, str) else "combined"
            results.append(CaseResult(str(case.get("id", "?")), SKIP, (f"{label}, not {only_set}",)))
        else:
            results.append(run_case(case))
    return results
