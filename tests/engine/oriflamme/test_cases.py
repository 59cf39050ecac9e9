"""The worked cases of the rules, all of which the kernels must pass as the reference does."""

from pathlib import Path
from typing import Any

import pytest

from engine.cases import FAIL, PASS, SKIP, read_cases, run_case, run_file
from engine.errors import NotationError

FOLDER = Path(__file__).parents[2] / "oracle" / "cases"
CASES = [
    case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path) if case["game"] == "oriflamme"
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    result = run_case(case)
    assert (result.status, result.lines) == (PASS, ())


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 131
    assert {case["set"] for case in CASES if isinstance(case["set"], str)} == {"base", "alliance", "ablaze"}


def changed(case: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**case, **parts}


def test_a_case_that_is_not_so_fails() -> None:
    """The positive control, for each part of a case that is compared."""
    case = next(
        case for case in CASES if case["actions"] and "delta" in case["end"] and "queue" in case["end"]
    )
    end = case["end"]
    player = case["families"][0]
    assert run_case(changed(case, end={**end, "queue": end["queue"] + " | R.Heir+"})).status == FAIL
    assert run_case(changed(case, end={**end, "delta": {player: 99}})).status == FAIL
    assert run_case(changed(case, legal=["reveal the secret"])).status == FAIL
    assert run_case(changed(case, actions=["Y keep", *case["actions"]])).status == FAIL
    assert run_case(changed(case, end={**end, "luck": 1})).status == FAIL
    assert run_case(changed(case, queue="no card")).status == FAIL
    assert run_case(changed(case, round="one")).status == FAIL


def test_what_is_not_played_here_is_skipped() -> None:
    assert run_case({"id": "x", "game": "ludo"}).status == SKIP
    results = run_file(FOLDER / "public.toml", only_set="alliance")
    assert {each.status for each in results} == {PASS, SKIP}


@pytest.mark.parametrize("text", ["", "[[case]", "case = 1", "case = [1]", "\xff\xfe"])
def test_a_file_without_cases_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(NotationError):
        read_cases(path)


def test_a_file_that_is_not_there_or_too_large_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotationError):
        read_cases(tmp_path / "none.toml")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 4_000_001)
    with pytest.raises(NotationError):
        read_cases(large)
