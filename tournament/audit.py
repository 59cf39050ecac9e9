"""Does a stored game belong to its tournament? Schedule, seeds and deal are worked out again and compared."""

from collections.abc import Callable, Iterator, Sequence

from archive.record import GameKey, Replay
from engine.errors import GonfalonError
from engine.game import game
from tournament.schedule import by_number, fixture
from tournament.spec import TournamentSpec, read

Differences = Iterator[tuple[str, str, str]]
"""What is not as it should be, what it should be, and what it is."""


def fitting(texts: Sequence[str]) -> Callable[[Replay], Differences]:
    """What looks at the games of a tournament, given the texts of all specs that it was run by."""
    specs = [spec for text in texts if (spec := _readable(text))]
    return lambda replay: _differences(specs, replay)


def game_of(text: str) -> str:
    """The game that a spec's text is of, empty if it is no spec."""
    spec = _readable(text)
    return spec.game if spec else ""


def _readable(text: str) -> TournamentSpec | None:
    """The spec of a text, if its schedule can be made; `archive.verify` names a text that is no spec."""
    try:
        spec = read(text)
        by_number(spec)
    except GonfalonError:
        return None
    return spec


def _differences(specs: list[TournamentSpec], replay: Replay) -> Differences:
    spec = next((each for each in specs if _has(each, replay.key)), None)
    if spec is None:
        yield "fixture", "a game of its tournament's schedule", f"a game of {', '.join(replay.seats)}"
        return
    rules, wanted = game(spec.game), fixture(spec, replay.key)
    if (spec.game, spec.rules) != (replay.game, replay.rules):
        yield "terms", f"{spec.game}, rules {spec.rules}", f"{replay.game}, rules {replay.rules}"
        return
    for what, expected, found in (
        ("bots", tuple(each.name for each in wanted.seats), replay.seats),
        ("bots' specs", tuple(each.spec for each in wanted.seats), replay.bots),
        ("bots' seeds", wanted.bot_seeds, replay.seeds),
    ):
        if expected != found:
            yield what, str(expected), str(found)
    if rules.rules == spec.rules and (deal := rules.draw(wanted.deal_seed)) != replay.deal:
        yield "deal", f"that of the seed, {deal}", str(replay.deal)
    if replay.search and not spec.record_search:
        yield "search figures", "none", str(len(replay.search))


def _has(spec: TournamentSpec, key: GameKey) -> bool:
    """Is there a fixture at that address?"""
    group = by_number(spec).get(key.pairing, ())
    return 0 <= key.deal < spec.deals and 0 <= key.rotation < len(group)
