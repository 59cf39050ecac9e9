"""The last two hands of Turn the Tide, solved.

In the last round all have held all hands, so each seat knows them all. With two cards left in each, the
second is forced by the first: all that can still be decided is one simultaneous game of two choices a seat.
Its pay-offs are exact: every joint choice is played out with every pair of tide cards that can be offered
last. They are what the plan of the search seeks (ai.search.payoff), for every seat its own: all seats are
taken to seek the same kind, as in a search with max^n. That is so with a paranoid back-up too, which has no
say here: in the last two hands nobody is taken to play against the searcher at a cost.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.bot import Decision, sole
from ai.endgames.simultaneous import Equilibrium
from ai.endgames.simultaneous import solve as solve_game
from ai.search.hints import NO_HINTS
from ai.search.payoff import make_payoff
from engine.games.tide import rules
from engine.games.tide.rules import apply
from engine.games.tide.state import PLAY, TIDE_CARDS, count, is_active, lowest, next_active
from engine.jit import kernel, part
from engine.jit import room as records
from engine.rng import new_rng, rand_unit, split
from engine.view import View

CARDS = 2
"""How many cards a seat may have left."""
WITH_EXTRAS = True
"""In place of the search's extras, without which it knows no pay-off but shares."""
_write_pay = make_payoff(rules, NO_HINTS)  # a game that is over needs no estimate


@part
def play_on(state, joint):
    """Play a joint choice (bit i: the i-th seat still in it plays its higher card first), then the rest."""
    for _ in range(count(state.active)):
        cards = state.hand[state.to_act]
        if joint & 1:
            cards &= cards - 1
        joint >>= 1
        apply(state, lowest(cards), None)
    while state.to_act >= 0:
        apply(state, lowest(state.hand[state.to_act]), None)


@kernel
def play_out(root, work, plans, tallies, pay, out):
    """The mean pay-off by joint choice and seat, over all pairs of tide cards that may come last.

    Reads of `root` only what a seat knows that knows all hands; commitments are taken back.
    """
    state = work[0]
    known = root[0]
    n = count(known.active)
    total = 0.0
    for one in range(known.tides):
        for two in range(one, known.tides):
            copies = (known.left >> (2 * one)) & 3
            others = (known.left >> (2 * two)) & 3
            ways = copies * others if one != two else copies * (copies - 1) // 2
            if ways == 0:
                continue
            total += ways
            for joint in range(1 << n):
                work[0] = root[0]
                for seat in range(state.seats):
                    state.choice[seat] = 0
                state.to_act = next_active(state, 0)
                top = state.turn * TIDE_CARDS + state.drawn
                state.tide[top] = 1 + one
                state.tide[top + 1] = 1 + two
                play_on(state, joint)
                _write_pay(state, True, plans[0], pay, tallies, WITH_EXTRAS)
                for seat in range(state.seats):
                    out[joint, seat] += ways * pay[seat]
    for joint in range(1 << n):
        for seat in range(known.seats):
            out[joint, seat] /= total


@kernel
def draw_unit(rng):
    """A number in [0, 1)."""
    return rand_unit(rng)


@kernel
def is_last_choice(views):
    """Has each seat of the last round two cards left, all of them known, and no tide card to take?"""
    view = views[0]
    if view.turn + 1 < view.rounds or view.phase != PLAY or view.may_choose == 1:
        return False
    for seat in range(view.seats):
        if is_active(view, seat):
            hand = (seat - view.turn + view.seats) % view.seats
            left = view.n_dealt[hand] - view.n_played[seat]
            if left != CARDS or count(view.hand[seat]) != CARDS:
                return False
    return True


def seats_of(view: View) -> list[int]:
    """The seats still in the round."""
    return [seat for seat in range(view.game.seats) if int(view.row["active"]) >> seat & 1]


def tensor(view: View, plans: Any) -> NDArray[np.float64]:
    """What a plan seeks, by joint choice and seat; bit i: the i-th seat still in it plays high first."""
    game = view.game
    out = np.zeros((1 << len(seats_of(view)), game.seats))
    work, tallies, pay = records(game.state_type), np.zeros(game.seats, np.int64), np.zeros(game.seats)
    play_out(view.rows, work, plans, tallies, pay, out)
    return out


def equilibrium(view: View, plans: Any) -> Equilibrium | None:
    """The solution of the last two hands, by seat still in the round; None where they have not come yet."""
    if not is_last_choice(view.rows):
        return None
    return solve_game(np.ascontiguousarray(tensor(view, plans)[:, seats_of(view)]))


def solve(view: View, seed: int, plans: Any) -> Decision | None:
    """The decision of the last two hands, drawn from the seat's mixture; None where they have not come yet.

    `plans` is the search's plan, of which the pay-off counts, in a one-element array. `visits` are chances in
    thousandths; `values` have the scale of the search's: every pay-off of this game is from 0 to 1.
    """
    if not view.legal_actions:
        return None
    if len(view.legal_actions) == 1:
        return sole(view)
    found = equilibrium(view, plans)
    if found is None:
        return None
    place = seats_of(view).index(view.seat)
    high = float(found.chances[place])
    second = float(draw_unit(new_rng(split(seed, "endgame")))) < high
    return Decision(
        view.legal_actions[int(second)],
        view.legal_actions,
        (round(1000 * (1 - high)), round(1000 * high)),
        tuple(found.values[place].tolist()),
        1 << len(found.chances),
    )
