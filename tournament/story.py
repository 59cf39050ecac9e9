"""A replay told: step by step, in words and notation, to everyone or as one seat saw it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.record import Replay, SearchFigures
from engine.errors import SpecError, nearest
from engine.events import event, seen_by
from engine.game import Game, game
from engine.state import State
from engine.view import Playthrough


@dataclass(frozen=True)
class Step:
    """What happened by one decision, and the position after it; step 0 is the beginning."""

    number: int
    seat: int | None
    """Who decided."""
    player: str
    bot: str
    action: str
    """In notation; empty where the onlooker did not see it."""
    events: tuple[str, ...]
    """What happened, in words."""
    position: str
    figures: tuple[tuple[str, int, float], ...] = ()
    """For each root action its name, visits and mean pay-off, where they were kept."""
    work: int | None = None
    """Iterations or playouts done; None: not told, as for the two that follow."""
    worlds: int | None = None
    """Worlds that were looked at."""
    microseconds: int | None = None
    """How long the decision took."""


def story(replay: Replay, seat: int | None = None, microseconds: Sequence[int] = ()) -> Iterator[Step]:
    """The steps of a replay as an onlooker sees it who knows all, or as one seat did.

    `microseconds` are the times of its decisions, where they were recorded.
    """
    rules = game(replay.game)
    table = Playthrough(rules.start(replay.deal))
    yield Step(0, None, "", "", "", (), _position(table, seat))
    for number, action in enumerate(replay.actions, 1):
        before, mover = table.state, table.state.to_act
        words = table.play(action)
        hidden = seat is not None and seat != mover
        figures = None if hidden or not replay.search else replay.search[number - 1]
        took = () if hidden else microseconds[number - 1 : number]
        yield Step(
            number,
            mover,
            rules.players[mover],
            replay.seats[mover],
            "" if hidden else before.format_action(action),
            told(rules, words, seat),
            _position(table, seat),
            () if figures is None else tuple(_by_action(before, figures)),
            (figures.work or None) if figures else None,
            (figures.worlds or None) if figures else None,
            took[0] if took else None,
        )


def lines(steps: Iterable[Step]) -> Iterator[str]:
    """Steps as lines of text; of a position those lines that the step has changed."""
    before: list[str] = []
    for step in steps:
        if step.seat is not None:
            yield f"{step.number:>3} {step.player} ({step.bot}) {step.action}".rstrip()
        for words in step.events:
            yield f"      {words}"
        for line in reasons(step):
            yield f"      | {line}"
        now = step.position.splitlines()
        for number, line in enumerate(now):
            if before[number : number + 1] != [line]:
                yield f"      > {line}"
        before = now


def reasons(step: Step) -> Iterator[str]:
    """The figures of a step's decision as lines of text, where they were kept."""
    for name, visits, value in step.figures:
        yield f"{name}: {visits} visits, {value:.3f}"
    spent = (
        "" if step.work is None else f"work {step.work}",
        "" if step.worlds is None else f"worlds {step.worlds}",
        "" if step.microseconds is None else f"{step.microseconds / 1000:.3f} milliseconds",
    )
    if any(spent):
        yield ", ".join(filter(None, spent))


def told(rules: Game, words: tuple[int, ...], seat: int | None) -> tuple[str, ...]:
    """Events in words, as everyone-knowing onlooker or as a seat saw them; those for programs left out."""
    seen = words if seat is None else tuple(seen_by(word, seat) for word in words)
    return tuple(text for text in (rules.text.event(rules, event(word)) for word in seen) if text)


def _named(state: State, action: int) -> str:
    """A root action of a bot's figures in notation; a bot may have named one that is none."""
    return state.format_action(action) if action in state.legal_actions else f"no action ({action})"


def _position(table: Playthrough, seat: int | None) -> str:
    return str(table.state) if seat is None else str(table.view(seat))


def _by_action(state: State, figures: SearchFigures) -> Iterator[tuple[str, int, float]]:
    for action, visits, value in zip(figures.actions, figures.visits, figures.values):
        yield _named(state, action), visits, value


def result(replay: Replay) -> str:
    """How a game ended, in one line."""
    rules = game(replay.game)
    places = ", ".join(
        f"{place}. {rules.players[seat]} {replay.seats[seat]} with {rules.text.score(replay.scores[seat])}"
        for place, seat in sorted((place, seat) for seat, place in enumerate(replay.placing))
    )
    if replay.fault is None:
        return places
    culprit = f"{rules.players[replay.fault]} {replay.seats[replay.fault]}"
    return f"{places}; {culprit}: {replay.ending}, {replay.reason}"


def seat_of(rules: Game, text: str) -> int:
    """The seat that a player's name or a number names; raises SpecError."""
    names = {name.lower(): seat for seat, name in enumerate(rules.players)}
    if text.lower() in names:
        return names[text.lower()]
    if text.isdecimal() and len(text) < 10 and int(text) < rules.seats:
        return int(text)
    raise SpecError(f"{rules.spec} has no seat '{text}'; {nearest(text, rules.players)}")
