"""The events tell all that a seat can see: who follows them knows the queue, its tokens and the purses."""

import re
from random import Random

import pytest

from engine.events import event
from engine.game import game
from engine.games.oriflamme import story
from engine.games.oriflamme.state import FACE_UP, FAMILY_BITS, NOTHING, VERDICT
from engine.games.oriflamme.worked import opening
from engine.state import State
from engine.view import Playthrough
from tests.engine.oriflamme.retell import Tracked
from tests.engine.oriflamme.test_lockstep import small, with_options
from tests.strategies import playthroughs

Lying = list[list[tuple[int, int | None, bool, int, bool, int]]]


def lying(state: State) -> Lying:
    """The queue: family, kind of a face-up card, face, points, verdict, family it counts for."""
    row, found = state.row, []
    for top in row["queue"][: int(row["n_columns"])].tolist():
        cards, slot = [], top
        while slot != NOTHING:
            up = bool(row["status"][slot] == FACE_UP)
            verdict, kind = bool(row["marks"][slot] & VERDICT), int(row["kind"][slot])
            cards.append(
                (
                    slot >> FAMILY_BITS,
                    kind if up else None,
                    up,
                    int(row["points"][slot]),
                    verdict,
                    int(row["control"][slot]),
                )
            )
            slot = int(row["below"][slot]) - 1
        found.append(cards)
    return found


def told(tracked: Tracked) -> Lying:
    """The same as it was told."""
    return [
        [
            (
                card.family,
                card.kind if card.face_up else None,
                card.face_up,
                card.points,
                card.verdict,
                card.control,
            )
            for card in cards
        ]
        for cards in tracked.queue
    ]


def follow(spec: str, games: int) -> None:
    for playing in playthroughs(spec, games):
        seat = len(playing.actions) % playing.state.game.seats
        tracked = Tracked()
        for word in playing.view(seat).events:
            tracked.follow(event(word))
        where = f"{playing.state!r}, seat {seat}"
        assert told(tracked) == lying(playing.state), where
        seats = playing.state.game.seats
        assert tracked.purse[:seats] == playing.state.row["purse"].tolist()[:seats], where


def follow_all(which: str, options: str) -> None:
    chance = Random(which)
    for _ in range(6):
        spec = with_options(f"oriflamme:set={which},seats={chance.choice([3, 4, 5])}", chance)
        follow(re.sub("extortion=(all|tops)", options, spec), 1)
    for _ in range(12):
        follow(re.sub("extortion=(all|tops)", options, with_options(small(which, chance), chance)), 2)


@pytest.mark.jit
@pytest.mark.parametrize("which", ["base", "alliance", "ablaze", "combined"])
def test_events_tell_the_queue_and_the_purses(which: str) -> None:
    follow_all(which, "extortion=tops")


@pytest.mark.jit
def test_events_tell_of_points_on_covered_cards() -> None:
    follow_all("alliance", "extortion=all")


@pytest.mark.parametrize(
    ("which", "queue", "action"),
    [
        ("alliance", "R.Empress-0 | B.Deal-1 | G.Deal-1", "reveal"),
        ("alliance", "R.Judge-0 | B.Deal-1 | G.Deal-1", "reveal"),
        ("alliance", "R.Diplomat+ | B.Diplomat+ | G.Diplomat+", "bestow"),
        ("ablaze", "R.Plot-3 | R.Queen+ | B.Schemer+", "reveal"),
    ],
)
def test_events_tell_of_points_gained_before_a_choice(which: str, queue: str, action: str) -> None:
    rules = game(f"oriflamme:seats=3,set={which}")
    case = {"families": ["R", "B", "G"], "round": 3, "queue": queue, "actions": [f"R {action}"]}
    playing = Playthrough(opening(rules, case)[0])
    for text in (action, "gain") if "Plot" in queue else (action,):
        before = playing.state.row["purse"].tolist()
        words = playing.play(playing.state.parse_action(text))
        change = [now - then for now, then in zip(playing.state.row["purse"].tolist(), before)]
        points = [0] * len(change)
        for told in map(event, words):
            points[told.seat] += told.value if told.kind == story.POINTS else 0
        assert points == change
