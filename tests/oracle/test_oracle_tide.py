from pathlib import Path

import pytest

from tests.oracle.tide import Case, life_preservers, load_cases, run_case

FILE = Path(__file__).parent / "cases" / "tide.toml"
CASES = load_cases(FILE)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_case(case: Case) -> None:
    assert run_case(case) == []


def test_a_wrong_case_is_found_out() -> None:
    case = next(case for case in CASES if case["id"] == "P36")
    assert run_case({**case, "end": {"tokens": {"A": 2}}}) != []
    assert run_case({**case, "legal": ["play 1"]}) != []
    assert run_case({**case, "actions": ["B play 60"]}) != []


def test_the_deck_has_as_many_life_preservers_as_there_are_tokens() -> None:
    assert life_preservers(list(range(1, 61))) == 24
