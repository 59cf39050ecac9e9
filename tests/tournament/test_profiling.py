import json
from html.parser import HTMLParser

import pytest

from engine.game import game
from tournament import profile_files
from tournament.profiling import NAMES, Profile, profile

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
