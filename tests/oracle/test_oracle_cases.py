from pathlib import Path

import pytest

from tests.oracle.cases import Case, load_cases, run_case

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [case for path in FILES for case in load_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_case(case: Case) -> None:
    assert run_case(case) == []


def test_the_case_files_were_found() -> None:
    assert len(CASES) >= 152
    assert len({case["id"] for case in CASES}) == len(CASES)
