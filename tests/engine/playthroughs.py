"""A random game as text for people: each position, how each seat sees it, what may be done, what happened.

Lines that did not change are left out; of a seat's view stand only lines that are not as in the position.
"""

from collections.abc import Iterator

from engine.events import event, seen_by
from engine.game import game
from engine.rng import split
from engine.view import Playthrough


def playthrough(spec: str, seed: int) -> Iterator[str]:
    """The lines of the random game of a seed."""
    rules = game(spec)
    playing = Playthrough(rules.deal(split(seed, "deal")))
    before: dict[str, list[str]] = {}
    yield f"game {spec}"
    yield f"seed {seed}"
    while True:
        state, n = playing.state, len(playing.actions)
        yield ""
        yield f"== {n}"
        yield from _positions(playing, before)
        if state.is_over:
            yield f"scores {' '.join(map(str, state.scores))}"
            yield f"returns {' '.join(f'{each:g}' for each in state.returns)}"
            return
        player = rules.players[state.to_act]
        yield f"{player} may: {', '.join(map(state.format_action, state.legal_actions))}"
        action = state.legal_actions[split(seed, "choice", n) % len(state.legal_actions)]
        yield f"{player} does: {state.format_action(action)}"
        for word in playing.play(action):
            yield from _event(playing, word)


def _positions(playing: Playthrough, before: dict[str, list[str]]) -> Iterator[str]:
    """The position, and under each player's name what that seat sees otherwise, as far as it is new."""
    lines = str(playing.state).split("\n")
    yield from _news("", lines, before)
    for seat, player in enumerate(playing.state.game.players):
        seen = str(playing.view(seat)).split("\n")
        other = [line if line not in lines else "" for line in seen]
        yield from _news(f"{player} sees: ", other, before)


def _news(head: str, lines: list[str], before: dict[str, list[str]]) -> Iterator[str]:
    old = before.get(head, [])
    before[head] = lines
    for n, line in enumerate(lines):
        if line and (n >= len(old) or line != old[n]):
            yield head + line


def _event(playing: Playthrough, word: int) -> Iterator[str]:
    """What happened, and for those who see less of it what they see."""
    rules = playing.state.game
    whole = rules.text.event(rules, event(word))
    others: dict[str, list[str]] = {}
    for seat, player in enumerate(rules.players):
        text = rules.text.event(rules, event(seen_by(word, seat)))
        if text != whole:
            others.setdefault(text, []).append(player)
    if whole:
        yield f"> {whole}" + "".join(f" [{' '.join(who)}: {text}]" for text, who in others.items())
