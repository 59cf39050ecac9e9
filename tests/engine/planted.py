"""Games with a fault planted into each, and bots that cheat: the laws must find them by name."""

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ai.bot import Decision
from engine.events import EVENTS, SEERS_SHIFT
from engine.game import Game
from engine.rng import new_rng
from engine.state import scratch
from engine.view import View

Rows = NDArray[Any]
Log = NDArray[np.int64] | None

Plant = Callable[[Game], Game]

SMALL = "oriflamme:seats=2,families=1,cards=Soldier+Spy+Heir+Ambush,aside=1,rounds=2"
PLANTED: dict[str, tuple[str, str, Plant]] = {}
"""Name of the fault: the law that must find it, the game it is planted into, and how."""


def planted(law: str, spec: str = "kuhn") -> Callable[[Plant], Plant]:
    def note(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = (law, spec, plant)
        return plant

    return note


def kernels(game: Game, **changed: Callable[..., Any]) -> Game:
    return replace(game, kernels=game.kernels._replace(**changed))


# ---------------------------------------------------------------- views and worlds


@planted("views_show_nothing_hidden")
def a_view_that_shows_the_other_card(game: Game) -> Game:
    def observe(states: Rows, seat: int, views: Rows) -> None:
        game.kernels.observe(states, seat, views)
        views["card"][0, 1 - seat] = states["card"][0, 1 - seat]

    return kernels(game, observe=observe)


@planted("views_show_nothing_hidden", SMALL)
def a_hidden_card_in_a_byte_that_nobody_reads(game: Game) -> Game:
    def observe(states: Rows, seat: int, views: Rows) -> None:
        game.kernels.observe(states, seat, views)
        views["victims"][0, 0] = states["kind"][0, 0]

    return kernels(game, observe=observe)


@planted("views_tell_who_acts")
def a_view_that_keeps_the_turn_to_itself(game: Game) -> Game:
    def observe(states: Rows, seat: int, views: Rows) -> None:
        game.kernels.observe(states, seat, views)
        views["to_act"][0] = -1

    return kernels(game, observe=observe)


@planted("views_tell_the_result")
def a_view_that_never_shows_the_cards(game: Game) -> Game:
    def observe(states: Rows, seat: int, views: Rows) -> None:
        game.kernels.observe(states, seat, views)
        views["card"][0, 1 - seat] = -1

    return kernels(game, observe=observe)


@planted("worlds_are_legal")
def a_world_with_unknown_cards(game: Game) -> Game:
    return kernels(game, determinize=lambda views, seat, rng, items, out: game.kernels.legal(views, out))


@planted("worlds_are_drawn_by_seed")
def a_world_that_depends_on_the_world_before(game: Game) -> Game:
    calls = count()

    def determinize(views: Rows, seat: int, rng: object, items: object, out: object) -> Any:
        return game.kernels.determinize(views, seat, new_rng(next(calls)), items, out)

    return kernels(game, determinize=determinize)


# ---------------------------------------------------------------- events


def retold(game: Game, change: Callable[[NDArray[np.int64]], None]) -> Game:
    """The game with the words of its log changed after each action."""

    def step(states: Rows, action: int, out: object, log: Log) -> Any:
        n = game.kernels.step(states, action, out, log)
        if log is not None:
            change(log)
        return n

    return kernels(game, step=step)


@planted("views_change_by_events")
def an_action_that_nobody_is_told_of(game: Game) -> Game:
    def forget(log: NDArray[np.int64]) -> None:
        log[0] = 0

    return retold(game, forget)


@planted("views_change_by_events", SMALL)
def an_event_that_shows_everyone_the_card(game: Game) -> Game:
    def show(log: NDArray[np.int64]) -> None:
        for place in range(EVENTS, EVENTS + int(log[0])):
            log[place] |= 0xFF << SEERS_SHIFT

    return retold(game, show)


@planted("events_are_told")
def an_event_without_words(game: Game) -> Game:
    wordless: Any = lambda game, event: None  # noqa: E731
    return replace(game, text=game.text._replace(event=wordless))


# ---------------------------------------------------------------- play


@planted("someone_can_act")
def a_seat_that_is_asked_for_ever(game: Game) -> Game:
    return kernels(game, to_act=lambda states: 0)


@planted("it_ends_in_time")
def a_bound_that_is_too_low(game: Game) -> Game:
    return replace(game, max_decisions=1)


@planted("actions_are_listed")
def actions_in_any_order(game: Game) -> Game:
    def legal(states: Rows, out: NDArray[np.int64]) -> Any:
        n = game.kernels.legal(states, out)
        out[:n] = np.roll(out[:n], 1)  # not as `setup` and `step` list them
        return n

    return kernels(game, legal=legal)


@planted("asking_changes_nothing")
def scores_that_touch_the_state(game: Game) -> Game:
    def scores(states: Rows, out: object) -> None:
        game.kernels.scores(states, out)
        states["n"][0] += 1

    return kernels(game, scores=scores)


@planted("states_are_independent")
def a_game_with_a_memory_of_its_own(game: Game) -> Game:
    calls = count()

    def step(states: Rows, action: int, out: object, log: Log) -> Any:
        n = game.kernels.step(states, action, out, log)
        states["n"][0] = next(calls) % 100
        return n

    return kernels(game, step=step)


@planted("illegal_actions_are_refused")
def an_illegal_action_that_is_played(game: Game) -> Game:
    def step(states: Rows, action: int, out: object, log: Log) -> Any:
        return game.kernels.step(states, max(action, 0), out, log)

    return kernels(game, step=step)


@planted("illegal_actions_are_refused")
def a_refusal_that_leaves_a_trace(game: Game) -> Game:
    def step(states: Rows, action: int, out: object, log: Log) -> Any:
        n = game.kernels.step(states, action, out, log)
        states["paid"][0] += n < 0
        return n

    return kernels(game, step=step)


@planted("results_are_paid")
def returns_from_nowhere(game: Game) -> Game:
    def returns(states: Rows, out: NDArray[np.float64]) -> None:
        out[:] = (2.0, -1.0)

    return kernels(game, returns=returns)


@planted("results_are_paid")
def scores_that_praise_the_loser(game: Game) -> Game:
    def scores(states: Rows, out: NDArray[np.int64]) -> None:
        game.kernels.scores(states, out)
        out[: game.seats] *= -1

    return kernels(game, scores=scores)


@planted("games_are_replayed")
def a_replay_without_its_last_action(game: Game) -> Game:
    def replay(states: Rows, actions: NDArray[np.int64], out: object) -> Any:
        return game.kernels.replay(states, actions[:-1], out) + 1

    return kernels(game, replay=replay)


@planted("deals_are_checked")
def a_deal_that_nobody_looks_at(game: Game) -> Game:
    return replace(game, check_deal=lambda game, deal: "")


@planted("deals_are_checked")
def a_deal_that_may_have_a_card_twice(game: Game) -> Game:
    return replace(game, check_deal=lambda game, deal: "" if all(0 <= card < 3 for card in deal) else "no")


# ---------------------------------------------------------------- texts


@planted("positions_are_written")
def a_reader_that_stops_before_the_end(game: Game) -> Game:
    def parse(game: Game, text: str) -> Any:
        return read(game, text.rpartition(" ")[0] if text.endswith(("pass", "bet")) else text)

    read = game.text.parse
    return replace(game, text=game.text._replace(parse=parse))


@planted("actions_are_written")
def two_actions_of_one_name(game: Game) -> Game:
    return replace(game, text=game.text._replace(action=lambda game, row, action: "pass"))


@planted("values_travel")
def a_game_that_nobody_can_find(game: Game) -> Game:
    return replace(game, type=replace(game.type, name="nowhere"))


@planted("cards_are_conserved", SMALL)
def a_card_that_vanishes(game: Game) -> Game:
    def step(states: Rows, action: int, out: object, log: Log) -> Any:
        n = game.kernels.step(states, action, out, log)
        states["aside"][0] = 0
        return n

    return kernels(game, step=step)


# ---------------------------------------------------------------- bots


class Peeks:
    """Looks into the engine's working room, where the position was that its view was made of."""

    def decide(self, view: View, seed: int) -> Decision:
        return by_bytes(view, bytes(scratch(view.game).raw))


class Climbs:
    """Climbs to its callers and looks at the state that they hold."""

    def decide(self, view: View, seed: int) -> Decision:
        frame = sys._getframe(1)
        return by_bytes(view, frame.f_locals["state"].data)


class Tipped:
    """Looks at what the referee left in a global."""

    def decide(self, view: View, seed: int) -> Decision:
        return by_bytes(view, LEFT["state"])


LEFT: dict[str, bytes] = {}


def careless(game: Game) -> Game:
    """The game with a referee that leaves the state that it last showed in a global."""

    def observe(states: Rows, seat: int, views: Rows) -> None:
        LEFT["state"] = states.tobytes()
        game.kernels.observe(states, seat, views)

    return kernels(game, observe=observe)


def by_bytes(view: View, data: bytes) -> Decision:
    return Decision(view.legal_actions[crc32(data) % len(view.legal_actions)])


class Moody:
    """Decides otherwise every time."""

    def __init__(self) -> None:
        self.calls = count()

    def decide(self, view: View, seed: int) -> Decision:
        return Decision(view.legal_actions[next(self.calls) % len(view.legal_actions)])


class Lawless:
    """Chooses what is not legal."""

    def decide(self, view: View, seed: int) -> Decision:
        return Decision(-1)
