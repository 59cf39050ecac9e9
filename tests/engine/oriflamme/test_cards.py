"""Every card has a rule, an example, a golden playthrough in which it is resolved, and a worked case."""

import doctest
import re
from pathlib import Path

import pytest

from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards import BOXES, CARDS, KIND_OF, NAMES
from engine.games.oriflamme.state import CHARACTERS, KINDS
from engine.games.oriflamme.worked import told
from tests.engine.test_playthroughs import FOLDER
from tests.oracle.names import ALL_NAMES
from tests.oracle.names import CHARACTERS as CHARACTER_NAMES

CASES = Path(__file__).parents[2] / "oracle" / "cases"
each_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


def test_the_cards_are_those_of_the_rules() -> None:
    assert sorted(NAMES.values()) == sorted(ALL_NAMES)
    assert [card.kind for card in CARDS] == list(range(len(CARDS)))
    assert [card for box in BOXES.values() for card in box] == list(CARDS)
    assert all(card.box == box for box, cards in BOXES.items() for card in cards)
    assert len(KIND_OF) == len(CARDS) <= KINDS
    characters = {card.name for card in CARDS if card.type == "Character"}
    assert characters == CHARACTER_NAMES
    assert characters == {NAMES[kind] for kind in range(len(CARDS)) if CHARACTERS >> kind & 1}


@each_card
def test_a_card_has_a_rule_in_a_sentence(card: Card) -> None:
    assert re.fullmatch(r"[A-Z].*[.]", card.text)
    assert card.source


@each_card
def test_a_card_has_an_example_that_is_so(card: Card) -> None:
    test = doctest.DocTestParser().get_doctest(
        card.rule.__doc__ or "", {"told": told}, card.name, card.rule.__module__, 0
    )
    assert any(re.search(rf"\b{card.name}\b", example.source) for example in test.examples)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert report == []


@each_card
def test_a_card_is_resolved_in_a_golden_playthrough(card: Card) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("oriflamme/*.txt")]
    came = rf"> [A-Z]+ reveals [A-Z]\.{card.name} in|> [A-Z]\.{card.name} comes into"
    assert any(re.search(came, text) for text in texts), f"no playthrough resolves {card.name}"


@each_card
def test_a_card_has_a_worked_case(card: Card) -> None:
    cases = [path.read_text(encoding="utf-8") for path in CASES.glob("*.toml")]
    assert any(re.search(rf"\b[RBGKY]\.{card.name}\b", text) for text in cases), card.name
