"""The names of bots, and what is wrong with some of them."""

import pytest

from ai.bot import BOTS, bot, bot_type, bot_types, canonical
from engine.errors import SpecError
from engine.game import game

KUHN = game("kuhn")


def test_every_bot_is_registered_under_its_own_name():
    assert [kind.name for kind in bot_types()] == [path.partition(":")[2].lower() for path in BOTS]
    for kind in bot_types():
        assert kind.text.endswith(".")


@pytest.mark.parametrize("kind", bot_types(), ids=lambda kind: kind.name)
def test_a_bot_plays_a_game_or_says_that_it_cannot(kind):
    try:
        answer = str(bot(kind.name, KUHN).decide)
    except SpecError as error:
        answer = str(error)
    assert "decide" in answer or "kuhn" in answer


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("ismcts", "ismcts"),
        ("ismcts:iterations=1000", "ismcts"),
        ("ismcts:c=0.70", "ismcts"),
        ("ismcts:c=1.0,iterations=007", "ismcts:iterations=7,c=1"),
        ("flat:milliseconds=50", "flat:milliseconds=50"),
        ("ismcts:tree=single,urgency=1000.0", "ismcts"),
        ("flat:halving=no,tree=flat", "flat:halving=no"),
        ("pimc:worlds=007,tree=determinized", "pimc:worlds=7"),
    ],
)
def test_a_canonical_spec_names_what_differs(spec, text):
    assert canonical(spec) == text
    assert canonical(text) == text
    assert bot(text, KUHN) == bot(spec, KUHN)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ismct", "did you mean 'ismcts'"),
        ("ismcts:iteration=5", "did you mean 'iterations'"),
        ("ismcts:iterations=0", "from 1 to 10,000,000"),
        ("ismcts:iterations=10000001", "from 1 to 10,000,000"),
        ("ismcts:iterations=1e3", "a whole number"),
        ("ismcts:milliseconds=0", "from 1 to 600,000"),
        ("ismcts:iterations=5,milliseconds=5", "iterations or milliseconds, not both"),
        ("flat:iterations=1000,milliseconds=5", "iterations or milliseconds, not both"),
        ("ismcts:c=-1", "from 0 to 100"),
        ("ismcts:c=nan", "from 0 to 100"),
        ("ismcts:c=much", "from 0 to 100"),
        ("greedy:c=1", "has no option 'c'"),
        ("flat:trees=1", "has no option 'trees'"),
        ("greedy:worlds=0", "from 1 to 1,000"),
    ],
)
def test_a_wrong_spec_is_told_in_one_line(spec, message):
    with pytest.raises(SpecError, match=message) as found:
        bot(spec, KUHN)
    assert "\n" not in str(found.value)
    with pytest.raises(SpecError):
        canonical(spec)


def test_types_are_found_by_name():
    assert bot_type("ismcts").one_of == ("iterations", "milliseconds")
