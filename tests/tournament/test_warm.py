from engine.game import game
from tournament.warm import quick, warm


def test_every_step_is_told_in_order() -> None:
    told: list[tuple[str, int, int]] = []
    warm(game("kuhn"), ["random", "ismcts:iterations=5000,c=1", "ismcts:c=1", "tests.bots.ENDS_PROCESS"],
         lambda name, number, total: told.append((name, number, total)))  # fmt: skip
    assert [number for _, number, _ in told] == list(range(1, len(told) + 1))
    assert {total for _, _, total in told} == {len(told)}
    names = [name for name, _, _ in told]
    assert names[names.index("returns") + 1 :] == ["random", "ismcts", "determinize", "play"]


def test_a_search_is_made_ready_with_its_smallest_budget() -> None:
    assert quick("ismcts:milliseconds=50,c=1") == "ismcts:iterations=1,c=1"
    assert quick("random") == "random"
