import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import SpecError
from engine.game import game
from tournament.spec import (
    MAX_BYTES,
    Entrant,
    TournamentSpec,
    check,
    entrant,
    load,
    planned,
    read,
    split_specs,
)

TWO = (Entrant("a", "random"), Entrant("b", "random"))
KUHN = TournamentSpec("kuhn", TWO, rules=1)


def text(*lines: str, bots: str = '[bots]\na = "random"\nb = "random"') -> str:
    return "\n".join(['game = "kuhn"', *lines, bots])


def test_the_canonical_text_reads_back_to_the_same_spec() -> None:
    spec = check(
        TournamentSpec("oriflamme:seats=4", tuple(Entrant(n, "ismcts:iterations=5") for n in "wxyz"))
    )
    assert check(read(spec.text)) == spec
    assert spec.rules == game("oriflamme").rules
    assert set(tomllib.loads(spec.text)) == {
        "name", "game", "rules", "kind", "deals", "seed", "limit_milliseconds", "record_search", "bots",
    }  # fmt: skip


def test_specs_of_game_and_bots_become_canonical() -> None:
    spec = check(
        TournamentSpec(
            "kuhn:seats=2", (Entrant("a", "ismcts:c=0.70,iterations=1000"), Entrant("b", "random"))
        )
    )
    assert (spec.game, spec.bots[0].spec) == ("kuhn", "ismcts")


@pytest.mark.parametrize(
    "change",
    [{"seed": 2}, {"limit_milliseconds": 1}, {"record_search": True}, {"rules": 2}, {"game": "oriflamme"}],
)
def test_the_digest_moves_with_what_changes_a_game(change: dict[str, object]) -> None:
    assert replace(KUHN, **change).digest != KUHN.digest  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change", [{"deals": 99}, {"name": "other"}, {"bots": (*TWO, Entrant("c", "random"))}]
)
def test_the_digest_stays_where_games_are_only_added(change: dict[str, object]) -> None:
    assert replace(KUHN, **change).digest == KUHN.digest  # type: ignore[arg-type]
    assert len(KUHN.digest) == 16


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (text("dealz = 3"), "unknown key 'dealz'; did you mean 'deals'?"),
        (text("deals = 0"), "deals must be from 1 to"),
        (text("deals = true"), "deals must be a whole number"),
        (text('deals = "3"'), "deals must be a whole number"),
        (text("deals = 99999999999999999999999999999"), "deals must be from 1 to"),
        (text("seed = -1"), "seed must be from 0 to"),
        (text("limit_milliseconds = 0"), "limit_milliseconds must be from 1 to"),
        (text('kind = "swiss"'), "no kind 'swiss'"),
        (text('name = ""'), "the name must have"),
        (text(bots=""), "does not say 'bots'"),
        ("[bots]\na = 'random'", "does not say 'game'"),
        (text(bots="[bots]\na = 'random'"), "1 bot"),
        (text(bots="[bots]\na = 3\nb = 'random'"), "bot 'a' must be a text"),
        (text(bots="[bots]\na = 'randum'\nb = 'random'"), "did you mean 'random'?"),
        (text(bots="[bots]\n'a b' = 'random'\nb = 'random'"), "cannot be a bot's name"),
        (text(bots="[bots]\na = 'random'\na = 'random'"), "is not TOML"),
        (
            text("deals = 1000000", bots="[bots]\n" + "\n".join(f"b{i} = 'random'" for i in range(9))),
            "deals would fit",
        ),
        (text(bots="[bots]\n" + "\n".join(f"b{i} = 'random'" for i in range(101))), "101 bots are too many"),
        (text("rules = 7"), "this is version 1"),
        ('game = "kun"\n[bots]\na = "random"\nb = "random"', "did you mean 'kuhn'?"),
        ("x = " + "[" * 5000, "is not TOML"),
        ("\x00", "is not TOML"),
        ('game = "oriflamme"\n[bots]\na = "random"\nb = "random"\nc = "random"', "play with seats=3"),
    ],
)
def test_a_wrong_file_is_one_clear_line(tmp_path: Path, file: str, message: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(file, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_file_that_is_too_long_or_no_text_is_refused(tmp_path: Path) -> None:
    long, binary = tmp_path / "long.toml", tmp_path / "binary.toml"
    long.write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    binary.write_bytes(b"\xff\xfe")
    for path, message in (
        (long, "longer than"),
        (binary, "not text"),
        (tmp_path, "cannot read"),
        (tmp_path / "no", "cannot"),
    ):
        with pytest.raises(SpecError, match=message):
            load(path)


def test_flags_come_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text("deals = 3", "seed = 5"), encoding="utf-8")
    spec = planned(path, {"deals": 9, "seed": None, "bots": []})
    assert (spec.deals, spec.seed, spec.bots) == (9, 5, TWO)
    assert planned(None, {"game": "kuhn", "bots": ["a=random", "b=random"]}).bots == TWO


def test_a_bot_without_a_name_is_named_as_it_is_spelled() -> None:
    assert entrant("ismcts:iterations=5") == Entrant("ismcts-iterations-5", "ismcts:iterations=5")


def test_specs_in_one_text_are_split_at_the_right_commas() -> None:
    assert split_specs("a,b:x=1,y=2,c") == ["a", "b:x=1,y=2", "c"]


def test_bots_that_go_by_the_clock_are_not_reproducible() -> None:
    clocked = replace(KUHN, bots=(TWO[0], Entrant("b", "ismcts:milliseconds=5")))
    assert KUHN.is_reproducible
    assert not clocked.is_reproducible
