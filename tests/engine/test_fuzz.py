"""Whatever text is read as a position or an action, it is one, or NotationError says why not, and soon."""

from contextlib import suppress
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GonfalonError, IllegalActionError, NotationError
from engine.game import GAMES, game
from engine.rng import split
from engine.state import State
from tests.strategies import VARIANTS, broken_texts, positions

SECONDS = 2.0


def read(spec: str, text: str) -> State | None:
    """The position that a text is, if it is one; nothing but NotationError may be raised."""
    rules = game(spec)
    rules.deal(0)  # compiled by now
    start = thread_time()
    try:
        return rules.parse(text)
    except NotationError:
        return None
    finally:
        assert thread_time() - start < SECONDS


@given(st.sampled_from(VARIANTS), st.text())
def test_any_text_is_read_or_refused(spec: str, text: str) -> None:
    read(spec, text)


@given(broken_texts())
def test_a_changed_position_is_read_or_refused(changed: tuple[str, str]) -> None:
    state = read(*changed)
    if state is not None:
        assert read(changed[0], str(state)) == state
        assert len(set(map(state.format_action, state.legal_actions))) == len(state.legal_actions)


@given(broken_texts())
def test_what_is_read_can_be_played_to_the_end(changed: tuple[str, str]) -> None:
    state = read(*changed)
    for n in range(game(changed[0]).max_decisions if state is not None else 0):
        assert state is not None
        if state.is_over:
            return
        state = state.play(state.legal_actions[split(n, changed[1]) % len(state.legal_actions)])
    assert state is None or state.is_over, changed


@given(positions(), st.text(max_size=12))
def test_any_text_is_an_action_or_refused(state: State, text: str) -> None:
    with suppress(NotationError, IllegalActionError):
        assert state.parse_action(text) in state.legal_actions


@given(positions(), positions())
def test_actions_of_other_positions_are_well_formed(state: State, other: State) -> None:
    for action in other.legal_actions[:8]:
        try:
            assert state.parse_action(other.format_action(action)) in state.legal_actions
        except IllegalActionError:
            pass
        except NotationError:
            assert state.game.name != other.game.name


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "piece", ["R", "(", "0", " ", "|", "\n", "round 1 first R ", "1 | ", "?", "R.Heir-0 | "]
)
def test_a_long_text_is_refused_soon(name: str, piece: str) -> None:
    assert read(name, piece * (100_000 // len(piece))) is None
    state = game(name).deal(1)
    start = thread_time()
    with pytest.raises(GonfalonError):
        state.parse_action(piece * 2000 + "!")
    assert thread_time() - start < SECONDS
