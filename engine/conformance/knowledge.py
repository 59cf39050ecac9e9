"""The laws of knowledge: a seat's view is built from nothing but what that seat may know.

They compare the state with worlds: states drawn by `determinize` from a seat's view, so of equal views.
Whatever a view, an event or a bot gives away of the true state shows as a difference between the two.
"""

from typing import Any

import numpy as np

from engine.conformance.moment import Checks, Decides, Law, Moment
from engine.events import CARD_BITS, seen_by
from engine.rng import new_rng, rand_below, split
from engine.state import State
from engine.view import Playthrough, View, observe

OTHERS = 4
"""With how many actions of a world an action is compared, where one of them looks the same."""


def views_show_nothing_hidden(moment: Moment) -> Checks:
    """The views of two states that differ only in what a seat cannot know are equal, to the byte."""
    for view, world in zip(moment.views, moment.worlds, strict=True):
        if world.data != moment.state.data:
            other = observe(world, view.seat, view.events)
            yield other.data == view.data or f"seat {view.seat} sees {_difference(view, other)}"
            yield other == view or f"seat {view.seat} may choose {other.legal_actions} in a world"


def _difference(view: View, other: View) -> str:
    fields: tuple[str, ...] = view.game.state_type.names or ()
    names = [name for name in fields if not np.array_equal(view.row[name], other.row[name])]
    return f"what it cannot know in {', '.join(names) or 'the bytes between the fields'}"


def views_tell_who_acts(moment: Moment) -> Checks:
    """Every seat knows who is to act; the seat to act alone, and it at all times, has its legal actions."""
    acting = moment.state.to_act
    for view in moment.views:
        found = int(moment.game.kernels.to_act(view.rows))
        yield found == acting or f"seat {view.seat} takes {found} for the seat to act, it is {acting}"
        wanted = moment.state.legal_actions if view.seat == acting else ()
        yield view.legal_actions == wanted or f"seat {view.seat} may choose {view.legal_actions}"


def views_tell_the_result(moment: Moment) -> Checks:
    """When the game is over every seat knows the scores and the returns."""
    if moment.state.is_over:
        for view in moment.views:
            scores, returns = np.zeros(moment.game.seats, np.int64), np.zeros(moment.game.seats)
            moment.game.kernels.scores(view.rows, scores)
            moment.game.kernels.returns(view.rows, returns)
            found = tuple(scores.tolist()), tuple(returns.tolist())
            wanted = moment.state.scores, moment.state.returns
            yield found == wanted or f"seat {view.seat} sees {found}, it is {wanted}"


def worlds_are_drawn_by_seed(moment: Moment) -> Checks:
    """One seed draws one world from a view, and does not change the view."""
    for view, world in zip(moment.views, moment.worlds, strict=True):
        before = view.data
        again = view.determinize(split(moment.seed, "world", view.seat))
        yield again == world or f"seat {view.seat}: one seed draws two worlds"
        yield view.data == before or f"seat {view.seat}: drawing a world changes the view"


def worlds_are_legal(moment: Moment) -> Checks:
    """A world can be written and read, nothing in it is unknown, and it can be played to its end."""
    seat = split(moment.seed, "seat") % moment.game.seats  # one a decision: reading and playing take time
    world, text = moment.worlds[seat], str(moment.worlds[seat])
    yield "?" not in text or f"seat {seat}: unknown cards in {world!r}"
    read = moment.game.parse(text)
    yield read == world or f"seat {seat}: {world!r} is read as {read!r}"
    left, rng = moment.game.max_decisions - moment.decision, new_rng(moment.seed)
    while world.legal and left >= 0:
        world = world.play(world.legal_actions[int(rand_below(rng, len(world.legal_actions)))])
        left -= 1
    yield (world.is_over and world.to_act < 0) or f"seat {seat}: the world does not end in time"


def views_change_by_events(moment: Moment) -> Checks:
    """A seat's view tells two futures apart if and only if the seat saw different events.

    The state's next action is compared with actions of a world that the seat could not tell from the
    state: with the same one first, and, where no action there looks the same, with all of them. Events
    that show the same cards in another order or place tell no secret: two may fall in either order.
    """
    if moment.state.is_over:
        return
    acting, played = moment.state.to_act, _play(moment.state, moment.action)
    for seat, world in enumerate(moment.worlds):
        told, seen = _seen(*played, seat)
        matches = alike = tried = 0
        for action in _counterparts(world, moment.action, only=seat == acting):
            words, view = _seen(*_play(world, action), seat)
            yield (
                words != told
                or view == seen
                or f"seat {seat} is told the same of '{moment.state.format_action(moment.action)}' as, in a "
                f"world, of '{world.format_action(action)}', but sees a difference"
            )
            matches, tried = matches + (words == told), tried + 1
            alike += view == seen and _cards(words) != _cards(told)
            if matches and tried >= OTHERS:
                break
        yield (
            matches > 0
            or alike == 0
            or f"seat {seat} is told by '{moment.state.format_action(moment.action)}' what its view lacks"
        )


def _cards(words: tuple[int, ...]) -> list[int]:
    """The cards that a row of events shows."""
    return sorted(word & CARD_BITS for word in words)


def _counterparts(world: State, action: int, only: bool) -> tuple[int, ...]:
    others = () if only else tuple(each for each in world.legal_actions if each != action)
    return (action, *others) if action in world.legal_actions else others


def _play(state: State, action: int) -> tuple[State, tuple[int, ...]]:
    told = Playthrough(state)
    words = told.play(action)
    return told.state, words


def _seen(state: State, words: tuple[int, ...], seat: int) -> tuple[tuple[int, ...], View]:
    return tuple(seen_by(word, seat) for word in words), observe(state, seat)


def decides_by_its_view(moment: Moment) -> Checks:
    """A bot chooses a legal action, and with the same seed decides the same on a state and on a world."""
    if len(moment.state.legal_actions) > 1:
        seat = moment.state.to_act
        for bot in moment.bots:
            decision = _decide(bot, moment.state, moment.views[seat], moment.seed)
            legal = moment.state.legal_actions
            yield decision.action in legal or f"{bot!r} chooses {decision.action}, legal: {legal}"
            if moment.worlds[seat].data != moment.state.data:
                again = _decide(bot, moment.worlds[seat], moment.views[seat], moment.seed)
                yield decision == again or f"{bot!r} decides by what it cannot know: {decision}, {again}"


def _decide(bot: Decides, state: State, view: View, seed: int) -> Any:
    """Ask a bot right after its view was made: whoever looks behind the view finds this state there."""
    return bot.decide(observe(state, view.seat, view.events), seed)


LAWS_OF_KNOWLEDGE: tuple[Law, ...] = (
    views_show_nothing_hidden,
    views_tell_who_acts,
    views_tell_the_result,
    worlds_are_drawn_by_seed,
    worlds_are_legal,
    views_change_by_events,
)
