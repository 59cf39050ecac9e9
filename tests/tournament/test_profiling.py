import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from engine.game import game
from tournament import profile_files, profile_report
from tournament.profile_figures import Profile
from tournament.profile_search import NAMES, Searched, look_within
from tournament.profiling import _group, kernels, profile

pytestmark = pytest.mark.jit


@pytest.fixture(scope="module")
def found() -> Profile:
    return profile("ismcts:iterations=500", game("kuhn"), 3, 1)


def test_the_phases_of_all_groups_are_told(found: Profile) -> None:
    search = found.search
    assert search is not None
    assert search.names == NAMES
    assert sum(search.depths) == search.timed > 0
    assert [each.name for each in search.kinds] == ["bet/pass"]
    assert search.stages[0].name == "decision 1"
    for each in (search.whole, *search.kinds, *search.stages):
        assert len(each.phases) == len(NAMES)
        assert each.worlds == pytest.approx(500)
    assert search.whole.deepest <= 3
    assert search.whole.actions == 2
    # The sum depends on a machine at rest; here it may only not be absurd.
    assert 0.3 < search.accounted < 3


def test_a_bot_that_does_not_search_has_no_phases() -> None:
    found = profile("random", game("kuhn"), 2, 1)
    assert found.search is None
    assert found.iterations_a_second is None
    assert profile_files.page(found).count("<svg") == 1


@pytest.mark.slow
def test_threads_and_trees_of_all_kinds_are_measured() -> None:
    for spec in ("ismcts:iterations=400,threads=2", "pimc:iterations=100", "flat", "moismcts", "expert"):
        assert profile(spec, game("leduc"), 1, 1).search is not None


def test_the_file_for_speedscope_keeps_its_schema(found: Profile) -> None:
    told = json.loads(profile_files.speedscope(found))
    assert told["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames, (one,) = told["shared"]["frames"], told["profiles"]
    assert all(set(each) == {"name"} for each in frames)
    assert (one["type"], one["unit"], one["startValue"]) == ("sampled", "seconds", 0)
    assert len(one["samples"]) == len(one["weights"])
    assert all(0 <= place < len(frames) for stack in one["samples"] for place in stack)
    assert all(weight >= 0 for weight in one["weights"])
    assert one["endValue"] == pytest.approx(sum(one["weights"])) == pytest.approx(found.seconds, rel=0.2)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open, self.links = list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [name for name, _ in attrs if name in ("src", "href")]
        if tag not in ("meta", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "line":
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [name for name, _ in attrs if name in ("src", "href")]


def test_the_page_stands_alone_and_is_well_formed(found: Profile) -> None:
    text = profile_files.page(found)
    tags = _Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.links == []
    assert text.count("<svg") == 6
    assert "<script" not in text


def test_looks_take_too_much_of_short_iterations_and_the_summary_says_so(found: Profile) -> None:
    search = found.search
    assert search is not None
    short = replace(search, accounted=1.0, uncorrected=2.0, look_nanoseconds=48.0, look_alone=29.0)
    text = profile_report.summary(replace(found, search=short))
    assert "the phases tell 100.0% (200.0% uncorrected: " in text
    (warning,) = [line for line in text.splitlines() if line.startswith("warning: ")]
    assert "too short for looks at the clock (a look is 29 ns or more): read the phases as shares" in warning


@pytest.mark.parametrize(
    ("accounted", "uncorrected", "doubted"),
    [(1.0, 1.03, False), (0.97, 0.97, False), (0.94, 0.94, True), (1.06, 1.1, True), (1.0, 1.3, True)],
)
def test_phases_that_do_not_add_up_are_doubted(
    found: Profile, accounted: float, uncorrected: float, doubted: bool
) -> None:
    assert found.search is not None
    search = replace(found.search, accounted=accounted, uncorrected=uncorrected)
    assert (profile_report.doubt(search) is not None) == doubted


def searched(*, whole: float, laps: float, looks: int, kept: int = 100) -> Searched:
    """A search of 1000 iterations, of which some were kept, all in one phase."""
    none = (0.0, 0.0, 0.0, 0.0)
    return Searched(
        1000, whole, (laps, *none), (looks, 0, 0, 0, 0), 0.0, 9, kept, kept, 0, 1, (kept,), 100, 200, 100,
        1, 1.0, 0,
    )  # fmt: skip


def test_a_look_costs_what_makes_laps_add_up_between_its_cost_alone_and_twice_that() -> None:
    # An iteration of 100 ns with 5 looks: 100 of them took 10 µs, and their laps say more by the looks.
    for cost, taken in ((40.0, 40.0), (10.0, 30.0), (90.0, 60.0)):
        one = searched(whole=100_000.0, laps=10_000.0 + 500 * cost, looks=500)
        assert look_within([one], 30.0) == pytest.approx(taken)


def test_searches_that_were_timed_more_often_weigh_no_more() -> None:
    few = searched(whole=100_000.0, laps=1_000.0, looks=0, kept=10)
    many = searched(whole=900_000.0, laps=90_000.0, looks=0, kept=100)
    group = _group("both", [few, many], 30.0, 1)
    assert group.nanoseconds == 500
    assert sum(group.phases) == pytest.approx(500)


def test_threads_are_no_decisions() -> None:
    found = profile("ismcts:iterations=100,threads=2", game("kuhn"), 1, 1)
    search = found.search
    assert search is not None
    assert search.threads == 2
    assert search.whole.decisions == found.decisions
    assert sum(each.decisions for each in search.stages) == found.decisions
    assert search.whole.searches == 2 * search.repeats * found.decisions
    assert "its 2 threads one after the other" in profile_report.summary(found)
    assert "one thread" not in profile_report.summary(replace(found, search=replace(search, threads=1)))


def test_the_kernel_with_the_clock_is_compiled_by_itself() -> None:
    ((name, call),) = kernels("ismcts:iterations=100", game("kuhn"))
    assert name == "ismcts, timed"
    call()
    assert kernels("random", game("kuhn")) == []
    assert kernels("tests.bots.STEADY", game("kuhn")) == []


@pytest.mark.parametrize("spec", ["ismcts:milliseconds=600000", "pimc:worlds=30,iterations=90"])
def test_making_ready_does_not_search_for_as_long_as_the_bot(spec: str) -> None:
    for _, call in kernels(spec, game("kuhn")):
        call()


def test_how_many_games_are_done_is_told() -> None:
    told = list[tuple[int, int]]()
    profile("random", game("kuhn"), 3, 1, lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3)]
