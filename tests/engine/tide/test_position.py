"""Positions, views, events and the page of Turn the Tide, as people read them."""

import pytest

from engine.conformance import laws
from engine.errors import NotationError, SpecError
from engine.events import event
from engine.game import game
from engine.games.tide import story
from engine.games.tide.notation import cards_of
from engine.games.tide.state import STATE
from engine.games.tide.worked import case_spec
from engine.state import State
from engine.view import Playthrough, observe

SMALL = game("tide:seats=3,deck=13,hand=3,tides=4,high-card=choose")
START = """round 1 tide 2 3
A 1 5 9 |  | - | 2 | 0
B 2 6 10 |  | - | 1 | 0
C 3 7 11 |  | - | 1 | 0
deck 1 4 1 2 3 4
next 1 1 2 2 3 3 4 4
next 4 4 3 3 2 2 1 1"""


def start() -> State:
    return SMALL.parse(START)


def after(*texts: str) -> State:
    state = start()
    for text in texts:
        state = state.play(state.parse_action(text))
    return state


def test_a_position_is_read_and_written() -> None:
    assert str(start()) == START
    assert start().legal_actions == (1, 5, 9)


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        (("play 5",), ["A 1 5 9 |  | - | 2 | 0", "committed A 5"]),
        (("play 5", "play 2"), ["B 2 6 10 |  | - | 1 | 0", "committed A 5; B 2"]),
        (("play 5", "play 2", "play 11"), ["round 1 tide 2 3 take", "C 3 7 | 11 | - | 1 | 0"]),
        (
            ("play 5", "play 2", "play 11", "take 3"),
            ["round 1 tide 1 4", "A 1 9 | 5 | 2 | 2 | 0", "C 3 7 | 11 | 3 | 0 | 0", "deck 1 2 3 4"],
        ),
    ],
)
def test_what_goes_on_is_written(texts: tuple[str, ...], lines: list[str]) -> None:
    state = after(*texts)
    written = str(state).split("\n")
    assert [line for line in lines if line not in written] == []
    assert SMALL.parse(str(state)) == state


def test_who_may_choose_a_tide_card() -> None:
    state = after("play 5", "play 2", "play 11")
    assert [state.format_action(action) for action in state.legal_actions] == ["take 2", "take 3"]
    assert SMALL.players[state.to_act] == "C"


def test_cards_seen_in_an_earlier_round_are_written() -> None:
    texts = ["play 5", "play 2", "play 11", "take 3", "play 1", "play 10", "play 3", "take 4"]
    texts += ["play 9", "play 6", "play 7"]
    state = after(*texts)
    while int(state.row["turn"]) == 0:
        state = state.play(state.legal_actions[0])
    assert str(state).split("\n")[-1] == "known A 3 7 11; B 1 5 9; C 2 6 10"
    assert SMALL.parse(str(state)) == state


def test_a_view_has_question_marks() -> None:
    view = observe(after("play 5"), 1)
    assert str(view).split("\n") == [
        "round 1 tide 2 3",
        "A ?3 |  | - | 2 | 0",
        "B 2 6 10 |  | - | 1 | 0",
        "C ?3 |  | - | 1 | 0",
        "deck ?6 of 1 1 2 3 4 4",
        "next ?8",
        "next ?8",
        "committed A ?",
    ]
    with pytest.raises(NotationError, match="a view cannot be read"):
        SMALL.parse(str(view))
    assert str(observe(after("play 5"), 0)).split("\n")[-1] == "committed A 5"


def test_a_short_position_is_filled_up() -> None:
    state = SMALL.parse("\n".join(START.split("\n")[:4]))
    assert str(state).split("\n")[4:] == ["deck 1 1 2 3", "next 1 1 2 2 3 3 4 4", "next 1 1 2 2 3 3 4 4"]


def test_the_position_of_the_notation_page() -> None:
    rules = game("tide:seats=3")
    text = (
        "round 1 tide 2 6\n"
        "A 1 17 42 | 3 9 | 11 | 2 | 5\n"
        "B 8 30 44 | 60 2 | 1 | 0 | 1\n"
        "C 4 5 6 | 7 59 | - | 1 | 0"
    )
    state = rules.parse(text)
    assert str(state).startswith(text)
    assert rules.text.position(rules, state.row) == text


BROKEN = {
    "round 1": "not a position",
    START.replace("round 1", "round 4"): "not a number from 1 to 3",
    START.replace("tide 2 3", "tide 2 9"): "not a number from 1 to 4",
    START.replace("tide 2 3", "tide - -"): "the game is not over",
    START.replace("A 1 5", "A 1 1"): "the card 1 stands twice",
    START.replace("A 1 5", "A 1 6"): "the card 6 stands twice",
    START.replace("A 1 5", "A 1 14"): "not a number from 1 to 13",
    START.replace("A 1 5", "A 1 4 5"): "A has 4 cards",
    START.replace("A 1 5", "A 5"): "equally many cards",
    START.replace("A 1 5", "B 1 5"): "the line of A is wanted",
    START.replace("| 2 | 0", "| 2"): "the line of A is wanted",
    START.replace("| 2 | 0", "| 2 | 0 | out"): "ends as soon as two are left",
    START.replace("| - | 2 | 0", "| 3 | 2 | 0 | out").replace("2 3 4", "2 4", 1): "it has none",
    START.replace("deck 1 4 1", "deck 1 4 4"): "stands more than twice",
    START.replace("deck", "pack"): "may follow the seats",
    START + "\ndeck 1": "may follow the seats",
    START + "\ncommitted B 2": "commit in seat order",
    START + "\ncommitted A 2": "not in its hand",
    START + "\ncommitted A 1 5": "may follow the seats",
    START + "\ncommitted D 1": "may follow the seats",
    START + "\ncommitted A 1; B 2; C 3": "reveal as soon as",
    START + "\nknown A 2": "not in its hand",
    START + "\nnext 1 2": "tide cards",
    START.replace("2 3", "2 3 take", 1): "when all have played",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=BROKEN[text]):
        SMALL.parse(text)


@pytest.mark.parametrize(
    ("spec", "match"),
    [
        ("tide:seats=5,deck=50", "60 cards; deck=50"),
        ("tide:tides=11", "tides=11 gives 22"),
        ("tide:seats=3,rounds=4", "more than seats=3"),
        ("tide:rounds=6", "from 1 to 5, or 'seats'"),
        ("tide:high-card=higher", "high-card"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(spec: str, match: str) -> None:
    with pytest.raises(SpecError, match=match):
        game(spec)


def test_options_by_their_ids() -> None:
    case = {"families": ["A", "B", "C"], "options": {"OPT-21": "choose", "OPT-22": "shown"}}
    assert game(case_spec(case)).spec == "tide:seats=3,high-card=choose,left-over=shown"
    with pytest.raises(NotationError, match="OPT-07"):
        case_spec({"families": ["A", "B", "C"], "options": {"OPT-07": "own"}})


def test_the_page_is_made_from_the_code() -> None:
    page = game("tide").type.page(game("tide"))
    for words in ("1-12: no life preserver", "25-36: a life preserver", "OPT-21", "OPT-22", "rounds: 4"):
        assert words in page


def test_events_tell_the_story() -> None:
    playing = Playthrough(after("play 5", "play 2"))
    words = list(playing.play(11))
    words += playing.play(playing.state.parse_action("take 3"))
    told = [SMALL.text.event(SMALL, event(word)) for word in words]
    assert told == [
        "C commits 11",
        "A plays 5",
        "B plays 2",
        "C plays 11",
        "C, the highest, takes the tide card 3",
        "A, the second, takes the tide card 2",
        "C has the highest level and loses a life preserver: 0 left",
        "tide cards 1 and 4",
    ]


def test_a_commitment_is_told_to_its_seat_only() -> None:
    playing = Playthrough(start())
    playing.play(5)
    texts = [
        [SMALL.text.event(SMALL, event(word)) for word in playing.view(seat).events] for seat in range(3)
    ]
    assert texts == [["A commits 5"], ["A commits a card"], ["A commits a card"]]


def test_every_event_has_words() -> None:
    rules = game("tide:seats=4,deck=20,hand=4,tides=4,high-card=choose")
    playing, seed = Playthrough(rules.deal(1)), 1
    while not playing.state.is_over:
        seed = seed * 5 % 97
        playing.play(playing.state.legal_actions[seed % len(playing.state.legal_actions)])
    kinds = {event(word).kind for word in playing.events}
    assert kinds >= {story.COMMITTED, story.TOOK, story.LOST, story.SCORED, story.RECEIVED, story.FINISHED}
    for word in playing.events:
        assert rules.text.event(rules, event(word)) != "" or event(word).kind == story.RECEIVED


def test_cards_are_conserved() -> None:
    rules = game("tide:seats=4,deck=13,hand=3,tides=3,rounds=2")

    def dealt(state: State) -> list[tuple[int, int]]:
        row = state.row
        sizes = [(hand, int(row["n_dealt"][hand])) for hand in range(4)]
        cards = [card for hand in range(4) for card in cards_of(row["dealt"][hand])]
        assert len(set(cards)) == len(cards)
        return [*sizes, (-1, len(cards))]

    laws(rules, games=1, cards=dealt).require()


@pytest.mark.jit
def test_a_state_is_small() -> None:
    assert STATE.itemsize < 400
