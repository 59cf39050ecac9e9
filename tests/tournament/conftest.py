import pytest

from engine.game import game
from tournament.warm import warm


@pytest.fixture(scope="session", autouse=True)
def _kuhn_is_warm() -> None:
    """Compile first, so that no test measures the compiler."""
    warm(game("kuhn"), ["random", "ismcts"])
