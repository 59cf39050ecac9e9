import pytest

from engine.game import game
from tournament.fitness import check_bot


@pytest.mark.parametrize("spec", ["random", "greedy", "ismcts:iterations=20", "tests.bots.CHATTER"])
def test_a_sound_bot_passes_all(spec: str) -> None:
    found = check_bot(spec, game("kuhn"), 20, 1, 60_000)
    assert [each.name for each in found if not each.passed] == []


@pytest.mark.parametrize(
    ("name", "failed"),
    [
        ("ILLEGAL", {"legal actions"}),
        ("CRASH", {"legal actions"}),
        ("SLEEPER", {"legal actions", "in time"}),
        ("PEEKER", {"sees no more than its view"}),
        ("COUNTER", {"decides the same again", "keeps nothing", "sees no more than its view"}),
    ],
)
def test_what_is_wrong_with_a_bot_is_found(name: str, failed: set[str]) -> None:
    found = check_bot(f"tests.bots.{name}", game("kuhn"), 2 if name == "SLEEPER" else 20, 1, 60)
    assert {each.name for each in found if not each.passed} == failed
