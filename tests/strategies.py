"""What tests draw from: all games with their options, positions met in random play, and broken texts."""

from collections.abc import Iterator

from hypothesis import strategies as st

from engine.errors import SpecError
from engine.game import GAMES, game, game_type
from engine.rng import split
from engine.state import State
from engine.view import Playthrough


def variants(name: str) -> list[str]:
    """Specs of a game: the usual one, and one for each other value of each option that makes a game."""
    kind = game_type(name)
    found = [name]
    for option in kind.options:
        for value in option.choices:
            try:
                spec = game(f"{name}:{option.name}={value}").spec
            except SpecError:
                continue
            if spec not in found:
                found.append(spec)
    return found


VARIANTS = tuple(spec for name in GAMES for spec in variants(name))
"""Every game with every listed value of every option."""


def playthroughs(spec: str, games: int, seed: int = 0) -> Iterator[Playthrough]:
    """Random games, each given at every decision and at its end."""
    rules = game(spec)
    for number in range(games):
        own = split(seed, spec, number)
        playing = Playthrough(rules.deal(split(own, "deal")))
        while True:
            yield playing
            legal = playing.state.legal_actions
            if not legal:
                break
            playing.play(legal[split(own, "choice", len(playing.actions)) % len(legal)])


def states(spec: str, games: int, seed: int = 0) -> Iterator[State]:
    """The states of random games."""
    for playing in playthroughs(spec, games, seed):
        yield playing.state


@st.composite
def positions(draw: st.DrawFn, specs: tuple[str, ...] = VARIANTS) -> State:
    """A position of a random game."""
    rules = game(draw(st.sampled_from(specs)))
    state = rules.deal(draw(st.integers(0, 1 << 32)))
    for choice in draw(st.lists(st.integers(0, 255), max_size=120)):
        if state.is_over:
            break
        state = state.play(state.legal_actions[choice % len(state.legal_actions)])
    return state


@st.composite
def broken_texts(draw: st.DrawFn, specs: tuple[str, ...] = VARIANTS) -> tuple[str, str]:
    """A spec, and a position of that game in which some characters or words were changed."""
    state = draw(positions(specs))
    text = str(state)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        until = min(len(text), place + draw(st.integers(0, 6)))
        words = text.split()
        piece = draw(st.text(max_size=4) | st.sampled_from([*words, "0", "|", "/", "+", "-", "?", ""]))
        text = text[:place] + piece + text[until:]
    return state.game.spec, text
