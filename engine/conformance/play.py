"""The laws of play: what holds of the states, actions and texts of every game."""

import pickle
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.conformance.moment import Checks, Law, Moment
from engine.errors import GameOverError, GonfalonError, IllegalActionError, SpecError
from engine.events import CAPACITY, new_log
from engine.game import Game
from engine.jit import room
from engine.state import State
from engine.view import Playthrough
from engine.words import NOBODY

FEW = 16
"""How many legal actions of a decision are looked at one by one."""


def rows_of(state: State) -> "np.ndarray[Any, Any]":
    """The record of a state as kernels take it, in room of its own."""
    rows = room(state.game.state_type)
    rows.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(state.data, np.uint8)
    return rows


def raised(function: Callable[..., Any], *arguments: Any) -> type[Exception] | None:
    """What kind of error of ours a call raises."""
    try:
        function(*arguments)
    except GonfalonError as error:
        return type(error)
    return None


def someone_can_act(moment: Moment) -> Checks:
    """Until a game is over a seat is to act and has a legal action; then there is neither."""
    state = moment.state
    seat, n = int(moment.game.kernels.to_act(rows_of(state))), len(state.legal_actions)
    if seat == NOBODY:
        yield n == 0 or f"nobody is to act, but {n} actions are legal"
    else:
        yield 0 <= seat < moment.game.seats or f"seat {seat} is to act of {moment.game.seats}"
        yield n > 0 or f"seat {seat} is to act and has no legal action"


def it_ends_in_time(moment: Moment) -> Checks:
    """A game is over after `max_decisions` decisions at the latest."""
    left = moment.game.max_decisions - moment.decision
    yield left > 0 or moment.state.is_over or f"not over after {moment.game.max_decisions} decisions"


def actions_are_listed(moment: Moment) -> Checks:
    """Legal actions are distinct, within their bounds, and always in the same order."""
    game, legal = moment.game, moment.state.legal_actions
    out = np.zeros(game.max_legal, np.int64)
    yield len(legal) <= game.max_legal or f"{len(legal)} legal actions, {game.max_legal} at most"
    yield len(set(legal)) == len(legal) or f"actions stand twice in {legal}"
    yield all(0 <= each < game.n_actions for each in legal) or f"{legal}: not below {game.n_actions}"
    n = int(game.kernels.legal(rows_of(moment.state), out))
    yield tuple(out[:n].tolist()) == legal or f"{legal}, asked again {out[:n].tolist()}"


def asking_changes_nothing(moment: Moment) -> Checks:
    """Whoever asks a state for something leaves its bytes as they were."""
    game, state = moment.game, moment.state
    kernels, rows, out = game.kernels, rows_of(state), np.zeros(game.max_legal + game.seats, np.int64)
    questions: dict[str, Callable[[], object]] = {
        "legal": lambda: kernels.legal(rows, out),
        "to_act": lambda: kernels.to_act(rows),
        "scores": lambda: kernels.scores(rows, out),
        "returns": lambda: kernels.returns(rows, np.zeros(game.seats)),
        "observe": lambda: kernels.observe(rows, moment.decision % game.seats, room(game.state_type)),
        "format": lambda: game.text.format(game, rows[0]),
        "position": lambda: game.text.position(game, rows[0]),
    }
    for name, ask in questions.items():
        ask()
        yield rows.tobytes() == state.data or f"{name} changes the state"


def states_are_independent(moment: Moment) -> Checks:
    """Playing on from a state leaves it alone; the same action gives the same state, told or not."""
    state, legal = moment.state, moment.state.legal_actions
    before = (state.data, state.legal)
    stride = max(1, len(legal) // FEW)
    for action in legal[moment.decision % stride :: stride]:
        told = Playthrough(state)
        told.play(action)
        after = state.play(action)
        after.play(after.legal_actions[0]) if after.legal else None
        yield (state.data, state.legal) == before or f"action {action} changes the state it leaves"
        yield state.play(action) == after or f"action {action} does not give the same state again"
        yield told.state == after or f"action {action} gives another state when it is told"


def illegal_actions_are_refused(moment: Moment) -> Checks:
    """An action that is not legal raises its error and leaves everything as it was."""
    state, playing = moment.state, moment.playing
    legal, n = set(state.legal_actions), moment.game.n_actions
    wanted = GameOverError if state.is_over else IllegalActionError
    others = tuple(action for action in range(n) if action not in legal)
    seat = moment.decision % moment.game.seats
    for action in (-1, n, *([moment.pick(others, "illegal")] if others else [])):
        before = (state, tuple(playing.events), tuple(playing.actions))
        found = raised(state.play, action), raised(playing.play, action)
        yield found == (wanted, wanted) or f"action {action} is not refused: {found}"
        after = (playing.state, tuple(playing.events), tuple(playing.actions))
        yield after == before or f"the refused action {action} leaves a trace"
        rows = rows_of(state)
        answer = moment.game.kernels.step(rows, action, np.zeros(moment.game.max_legal, np.int64), new_log())
        yield (answer < 0 and rows.tobytes() == state.data) or f"step plays {action}: {answer}"
    yield playing.view(seat) == moment.views[seat] or f"seat {seat} sees a refused action"


def positions_are_written(moment: Moment) -> Checks:
    """What `format` writes of a state, `parse` reads as that state."""
    read = moment.game.parse(str(moment.state))
    yield read == moment.state or f"{moment.state!r} is read as {read!r}"


def actions_are_written(moment: Moment) -> Checks:
    """Each legal action has a text of its own, well formed, that is read as that action."""
    state, pattern = moment.state, moment.game.text.pattern
    for action in state.legal_actions:
        text = state.format_action(action)
        yield re.fullmatch(pattern, text) is not None or f"'{text}' is not of the form {pattern}"
        yield state.parse_action(text) == action or f"'{text}' is not read as {action}"


def values_travel(moment: Moment) -> Checks:
    """Games, states and views come out of pickling as they went in."""
    for value in (moment.game, moment.state, moment.views[0]):
        copy = pickle.loads(pickle.dumps(value))
        yield (copy == value and hash(copy) == hash(value)) or f"{value!r} becomes {copy!r}"


def results_are_paid(moment: Moment) -> Checks:
    """At the end returns add up to what their kind says, and who has most returns has the best score."""
    if moment.state.is_over:
        returns, scores = moment.state.returns, moment.state.scores
        total = 0.0 if moment.game.zero_sum else 1.0
        yield abs(sum(returns) - total) < 1e-9 or f"returns {returns} add up to {sum(returns)}"
        if not moment.game.zero_sum:
            yield all(0 <= each <= 1 for each in returns) or f"returns {returns} are no shares"
        best = [each == max(returns) for each in returns]
        yield best == [each == max(scores) for each in scores] or f"returns {returns}, scores {scores}"


def games_are_replayed(moment: Moment) -> Checks:
    """`replay` plays all actions to the same state, and stops at the first that is not legal."""
    if moment.state.is_over:
        game, actions, out = moment.game, moment.playing.actions, np.zeros(moment.game.max_legal, np.int64)
        rows = rows_of(moment.first)
        played = int(game.kernels.replay(rows, np.array(actions, np.int64), out))
        yield played == len(actions) or f"{played} of {len(actions)} actions are replayed"
        yield rows.tobytes() == moment.state.data or "the replay ends in another state"
        half = len(actions) // 2
        wrong = np.array([*actions[:half], game.n_actions, *actions[half:]], np.int64)
        played = int(game.kernels.replay(rows_of(moment.first), wrong, out))
        yield played == half or f"{played} actions are replayed where {half} were legal"


def deals_are_checked(moment: Moment) -> Checks:
    """A deal of the same seed is the same; a broken one is refused, or is a deal that can be written."""
    if moment.decision:
        return
    game = moment.game
    deal = game.draw(moment.seed)
    yield deal == game.draw(moment.seed) or "one seed gives two deals"
    yield raised(game.start, deal) is None or f"{deal} is drawn and refused"
    broken = [deal[:-1], (*deal, 0), ()]
    for place in range(len(deal)):
        broken += [(*deal[:place], number, *deal[place + 1 :]) for number in (-1, 100, 2**40)]
    for each in broken:
        yield raised(game.start, each) is SpecError or f"{each} is not refused"
    for place in range(1, len(deal)):
        doubled = (*deal[:place], deal[0], *deal[place + 1 :])
        if raised(game.start, doubled) is None:
            yield _is_written(game, doubled) or f"{doubled} is no deal and is not refused"


def _is_written(game: Game, deal: tuple[int, ...]) -> bool:
    state = game.start(deal)
    try:
        return game.parse(str(state)) == state
    except GonfalonError:
        return False


def events_are_told(moment: Moment) -> Checks:
    """The events of an action fit into a log, and each can be put in words as any seat sees it."""
    from engine.events import event, seen_by

    if moment.state.is_over:
        return
    game, told = moment.game, Playthrough(moment.state)
    words = told.play(moment.action)
    yield len(words) <= CAPACITY or f"{len(words)} events, {CAPACITY} at most"
    for word in words:
        texts = [game.text.event(game, event(seen_by(word, seat))) for seat in range(game.seats)]
        yield all(isinstance(text, str) for text in texts) or f"event {event(word)} has no words"


def cards_are_conserved(moment: Moment) -> Checks:
    """No card comes or goes: not in play, not in a determinization."""
    if moment.cards is not None:
        wanted = Counter(moment.cards(moment.first))
        for what, state in (("the state", moment.state), *(("a world", each) for each in moment.worlds)):
            found = Counter(moment.cards(state))
            yield found == wanted or f"{what} lacks {wanted - found} and has {found - wanted} more"


LAWS_OF_PLAY: tuple[Law, ...] = (
    someone_can_act,
    it_ends_in_time,
    actions_are_listed,
    asking_changes_nothing,
    states_are_independent,
    illegal_actions_are_refused,
    positions_are_written,
    actions_are_written,
    values_travel,
    results_are_paid,
    games_are_replayed,
    deals_are_checked,
    events_are_told,
)
