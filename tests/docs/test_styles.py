"""The page on styles names every bot and every card, with the figures of the code."""

import re

import pytest

from ai.baselines import oriflamme
from ai.bot import BOTS, BotType, bot_type
from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards import CARDS
from tests.docs.pages import page

PAGE = page("styles.md")
STYLES = [bot_type(path.partition(":")[2].lower()) for path in BOTS if path.startswith("ai.baselines.")]
GROUPS = {"killer": oriflamme.KILLERS, "lure": oriflamme.LURES, "hoard": oriflamme.HOARDS}


def section(name: str) -> str:
    """The text under the heading of a bot."""
    _, _, rest = PAGE.partition(f"# `{name}`\n")
    return re.split(r"^##+ `", rest, flags=re.M)[0]


@pytest.mark.parametrize("kind", STYLES, ids=lambda kind: kind.name)
def test_every_bot_has_a_section(kind: BotType) -> None:
    assert len(section(kind.name)) > 40
    for option in kind.options:
        assert f"`{option.name}`" in section(kind.name)


def test_no_section_is_of_a_bot_that_is_not_there() -> None:
    assert set(re.findall(r"^##+ `(\w+)`$", PAGE, re.M)) == {kind.name for kind in STYLES}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_card_has_its_figures(card: Card) -> None:
    groups = ", ".join(name for name, mask in GROUPS.items() if mask >> card.kind & 1)
    figures = f"{oriflamme.INCOME[card.kind]:g} | {oriflamme.ONCE[card.kind]:g}"
    assert f"| {card.name} | {card.box} | {figures} | {groups} |" in PAGE


def test_the_chance_to_live_through_a_round_is_that_of_the_code() -> None:
    assert f"with a chance of {oriflamme.SURVIVAL}, " in " ".join(PAGE.split())


def test_the_styles_are_told_by_the_rule_of_their_code() -> None:
    from ai.baselines import styles, tide_styles

    for rule in (
        styles.hoarder_score,
        styles.aggressor_score,
        tide_styles.ducker_score,
        tide_styles.counter_score,
    ):
        name = rule.__name__.removesuffix("_score")
        first = (rule.__doc__ or "").splitlines()[0].rstrip(".").partition(";")[0].partition(", and")[0]
        assert first[:24].lower() in section(name).lower()
