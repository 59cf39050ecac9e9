"""The page of the searches: every option of a search stands there, and what the expert is made of."""

import re

from ai.search.bots import ISMCTS
from ai.search.presets import PRESETS
from tests.docs.pages import page

PAGE = page("searching.md")


def test_every_option_is_told() -> None:
    assert [each.name for each in ISMCTS.options if not re.search(f"`{each.name}[`=]", PAGE)] == []


def test_the_expert_is_told_as_it_is() -> None:
    trees = {"multi": "moismcts:", "keyed": "ismcts:tree=keyed,"}
    for chosen in PRESETS.values():
        parts = ",".join(f"{name}={value}" for name, value in chosen.items() if name != "tree")
        assert f"`{trees[chosen['tree']]}{parts}`" in PAGE
