"""What all tests share: `--regenerate`, hypothesis' profile, and the word `told` in examples of cards."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

settings.register_profile(
    "gonfalon",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=10 if INTERPRETED else 60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gonfalon")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--regenerate`."""
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every doctest the word `told`."""
    for item in items:
        if isinstance(item, pytest.DoctestItem):
            item.dtest.globs.setdefault("told", told)


def told(queue: str, *actions: str, **options: Any) -> str:
    """Resolve a queue by a script; see engine.games.oriflamme.worked."""
    from engine.games.oriflamme.worked import told as tell

    return tell(queue, *actions, **options)


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Are golden files written, not compared?"""
    return bool(request.config.getoption("--regenerate"))
