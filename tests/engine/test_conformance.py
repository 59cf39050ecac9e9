"""Every game keeps every law; and each law finds the fault that was planted for it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import engine.state
from ai.bot import Bot, bot, bot_types
from engine.conformance import LAWS, Report, laws
from engine.errors import LawError, SpecError
from engine.game import GAMES, Game, game
from tests.engine.oriflamme.cards import cards_of
from tests.engine.planted import PLANTED, SMALL, Climbs, Lawless, Moody, Peeks, Tipped, careless
from tests.strategies import VARIANTS

BOT_LAW = "decides_by_its_view"


@pytest.fixture
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the working room of planted games, which are equal to the sound ones, out of other tests."""
    monkeypatch.setattr(engine.state, "_scratches", {})


@pytest.mark.jit
@pytest.mark.parametrize("spec", VARIANTS)
def test_every_game_keeps_the_laws(spec: str) -> None:
    laws(game(spec), games=1, bots=(bot("random", game(spec)),)).require()


@pytest.mark.parametrize("spec", ["kuhn", SMALL])
def test_small_games_keep_the_laws(spec: str) -> None:
    laws(game(spec), games=1, bots=(bot("random", game(spec)),)).require()


def bots_for(rules: Game) -> Iterator[Bot]:
    """All bots that can play a game, with little work to do."""
    few = {"iterations": "=40", "worlds": "=2"}
    for kind in bot_types():
        chosen = ",".join(each.name + few[each.name] for each in kind.options if each.name in few)
        with suppress(SpecError):
            yield bot(kind.name + (f":{chosen}" if chosen else ""), rules)


@pytest.mark.jit
@pytest.mark.parametrize("name", GAMES)
def test_every_bot_decides_by_its_view(name: str) -> None:
    bots = tuple(bots_for(game(name)))
    report = laws(game(name), games=4, bots=bots).require()
    assert report.checks[BOT_LAW] > 2 * len(bots)


def first_break(law: str, rules: Game, **given: Any) -> Report:
    """The laws held against one game after the other, until that one is broken."""
    for seed in range(3, 12):
        report = laws(rules, games=1, seed=seed, **given)
        if law in report.broken:
            return report
    raise AssertionError(f"{law} is not broken")


@pytest.mark.usefixtures("_apart")
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    law, spec, plant = PLANTED[fault]
    assert laws(game(spec), games=1, seed=3, cards=cards_of if spec == SMALL else None).broken == ()
    engine.state._scratches.clear()
    report = first_break(law, plant(game(spec)), cards=cards_of if spec == SMALL else None)
    finding = report.findings[report.broken.index(law)]
    assert "\n" not in finding.wrong
    assert f"seed {finding.seed}, decision {finding.decision}" in str(finding)
    with pytest.raises(LawError, match=law):
        report.require()


@pytest.mark.usefixtures("_apart")
@pytest.mark.parametrize(
    "cheat", [Climbs(), Tipped(), Moody(), Lawless()], ids=lambda cheat: type(cheat).__name__
)
def test_a_bot_that_looks_behind_its_view_is_found(cheat: Climbs | Tipped | Moody | Lawless) -> None:
    report = first_break(BOT_LAW, careless(game(SMALL)), bots=(cheat,))
    assert report.broken == (BOT_LAW,)
    assert type(cheat).__name__ in report.findings[0].wrong


def test_nothing_lies_about_for_a_bot_to_peek_at() -> None:
    assert laws(game(SMALL), games=9, bots=(Peeks(),)).broken == ()


def test_every_law_has_a_planted_fault() -> None:
    assert {law.__name__ for law in LAWS} == {law for law, _, _ in PLANTED.values()} | {BOT_LAW}


def test_a_law_that_never_applied_is_told() -> None:
    report = laws(game("kuhn"), games=0)
    assert set(report.idle) == set(report.checks)
    with pytest.raises(LawError, match="never applied"):
        report.require()


def test_a_finding_is_come_upon_again() -> None:
    _, spec, plant = PLANTED["a_deal_that_may_have_a_card_twice"]
    finding = laws(plant(game(spec)), games=9, seed=4).findings[0]
    assert laws(plant(game(spec)), games=1, seed=finding.seed).findings[0] == finding
