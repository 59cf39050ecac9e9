"""A game of the tests: three seats bid hidden cards, one after the other, for prizes in an unknown order.

It has what Kuhn poker lacks: a third seat, hidden actions, more than two of them, and shares of a win; and
hints of every kind. Rules, entries and bindings stand in one file, so that their cache's name covers all.
"""

import numpy as np

from ai.bindings import Binding
from ai.search.hints import Hints
from ai.search.search import make_search
from engine.events import EVERYONE, tell
from engine.game import Game, GameType, Kernels, Text
from engine.jit import hot_kernel, kernel, part, record
from engine.rng import rand_below, shuffle

CARDS, SEATS, NONE, UNKNOWN = 4, 3, -1, -2
N_ACTIONS, MAX_LEGAL, MAX_DECISIONS = CARDS, CARDS, CARDS * SEATS
BID = 1

STATE = record(
    [
        ("score", np.int16, (SEATS,)),
        ("hand", np.int16, (SEATS,)),
        ("prize", np.int8, (CARDS,)),
        ("bid", np.int8, (SEATS,)),
        ("turn", np.int8),
        ("to_act", np.int8),
    ]
)


@part
def draw(parameters, rng, deal):
    for i in range(CARDS):
        deal[i] = i
    shuffle(deal, 0, CARDS, rng)


@part
def setup(state, parameters, deal):
    for i in range(CARDS):
        state.prize[i] = deal[i]
    for seat in range(SEATS):
        state.score[seat] = 0
        state.hand[seat] = (1 << CARDS) - 1
        state.bid[seat] = NONE
    state.turn = 0
    state.to_act = 0


@part
def to_act(state):
    return state.to_act


@part
def legal_actions(state, out):
    n = 0
    for card in range(CARDS):
        if state.to_act >= 0 and (state.hand[state.to_act] >> card) & 1:
            out[n] = card
            n += 1
    return n


@part
def apply(state, action, log):
    me = state.to_act
    tell(log, BID, me, 0, action, 0, 1 << me, 0)
    state.hand[me] ^= 1 << action
    state.bid[me] = action
    state.to_act = me + 1
    if me < SEATS - 1:
        return
    high = max(state.bid[0], state.bid[1], state.bid[2])
    bidders = 0
    for seat in range(SEATS):
        tell(log, BID, seat, 1, state.bid[seat], 0, EVERYONE, 0)
        bidders += state.bid[seat] == high
    for seat in range(SEATS):
        if bidders == 1 and state.bid[seat] == high:
            state.score[seat] += state.prize[state.turn] + 1
        state.bid[seat] = NONE
    state.turn += 1
    state.to_act = 0 if state.turn < CARDS else -1


@part
def scores(state, out):
    for seat in range(SEATS):
        out[seat] = state.score[seat]


@part
def returns(state, out):
    best = max(state.score[0], state.score[1], state.score[2])
    winners = 0
    for seat in range(SEATS):
        winners += state.score[seat] == best
    for seat in range(SEATS):
        out[seat] = 1.0 / winners if state.score[seat] == best else 0.0


@part
def observe(state, seat, view):
    for i in range(CARDS):
        view.prize[i] = state.prize[i] if i <= state.turn else UNKNOWN
    for each in range(SEATS):
        view.score[each] = state.score[each]
        view.hand[each] = state.hand[each]
        view.bid[each] = state.bid[each]
        if each != seat and state.bid[each] != NONE:
            view.hand[each] |= 1 << state.bid[each]
            view.bid[each] = UNKNOWN
    view.turn = state.turn
    view.to_act = state.to_act


@part
def determinize(state, seat, rng, items):
    n = 0
    seen = 0
    for i in range(min(state.turn + 1, CARDS)):
        seen |= 1 << state.prize[i]
    for card in range(CARDS):
        if not (seen >> card) & 1:
            items[n] = card
            n += 1
    shuffle(items, 0, n, rng)
    for i in range(n):
        state.prize[state.turn + 1 + i] = items[i]
    for each in range(SEATS):
        if state.bid[each] == UNKNOWN:
            n = 0
            for card in range(CARDS):
                if (state.hand[each] >> card) & 1:
                    items[n] = card
                    n += 1
            state.bid[each] = items[rand_below(rng, n)]
            state.hand[each] ^= 1 << state.bid[each]


@part
def listen(state, log):
    log[0] = 0


class Rules:
    """What a search is bound to: this file could not name itself as a module."""

    to_act, legal_actions, apply, observe, listen = to_act, legal_actions, apply, observe, listen
    determinize, returns, scores = determinize, returns, scores
    N_ACTIONS = N_ACTIONS


@part
def score(state, seat, action, style):
    """Fits bids the card nearest to the prize, climbs a higher card than the last."""
    if style == 0:
        return -abs(action - state.prize[state.turn]) / 2.0
    return float(action)


@part
def stage(state):
    return state.turn


@part
def estimate(state, out):
    """In proportion to the scores."""
    whole = 0.0
    for seat in range(SEATS):
        whole += state.score[seat] + 1.0
    for seat in range(SEATS):
        out[seat] = (state.score[seat] + 1.0) / whole


@part
def weigh(state, seat, model):
    """Bold opponents bid high cards rather than low ones; impossible ones would never have played so."""
    weight = 1.0
    for each in range(SEATS):
        if each != seat and state.bid[each] != NONE:
            weight *= (1.0 + state.bid[each]) / CARDS
    return weight if model == 0 else 0.0


HINTS = Hints(
    unit=1.0,
    styles=("fits", "climbs"),
    score=score,
    stages="turns",
    stage=stage,
    estimate=estimate,
    models=("bold", "impossible"),
    weigh=weigh,
)


@kernel
def kernel_draw(parameters, rng, deal):
    draw(parameters, rng, deal)


@kernel
def kernel_setup(states, parameters, deal, out):
    setup(states[0], parameters, deal)
    return legal_actions(states[0], out)


@kernel
def kernel_step(states, action, out, log):
    n = legal_actions(states[0], out)
    for i in range(n):
        if out[i] == action:
            if log is not None:
                listen(states[0], log)
            apply(states[0], action, log)
            return legal_actions(states[0], out)
    return -1


@kernel
def kernel_legal(states, out):
    return legal_actions(states[0], out)


@kernel
def kernel_observe(states, seat, views):
    observe(states[0], seat, views[0])


@kernel
def kernel_determinize(views, seat, rng, items, out):
    determinize(views[0], seat, rng, items)
    return legal_actions(views[0], out)


@kernel
def kernel_to_act(states):
    return to_act(states[0])


@kernel
def kernel_scores(states, out):
    scores(states[0], out)


@kernel
def kernel_returns(states, out):
    returns(states[0], out)


_search = make_search(Rules, HINTS)


@hot_kernel
def search(root, seat, plans, actions, rng, room, log, extras, phases):
    return _search(root, seat, plans, actions, rng, room, log, extras, phases)


BINDING = Binding(search, kernel_returns, HINTS)


def _never(*_):
    raise NotImplementedError


AUCTION = Game(
    type=GameType("auction", "Auction", (), _never, _never),
    options={},
    seats=SEATS,
    rules=1,
    kernels=Kernels(
        kernel_draw,
        kernel_setup,
        kernel_step,
        kernel_legal,
        kernel_observe,
        kernel_determinize,
        kernel_to_act,
        kernel_scores,
        kernel_returns,
        replay=_never,
        playouts=_never,
    ),
    text=Text(
        players=lambda game: ("A", "B", "C"),
        format=lambda game, row: f"{row.prize} {row.score} {row.hand} {row.bid}",
        parse=_never,
        action=lambda game, row, action: f"bid {action}",
        pattern=r"bid \d",
        event=_never,
        position=_never,
        head=_never,
        end=_never,
    ),
    state_type=STATE,
    parameters=np.zeros(1, np.int64),
    deal_size=CARDS,
    check_deal=lambda game, deal: "" if sorted(deal) == list(range(CARDS)) else "each prize once is wanted",
    n_actions=N_ACTIONS,
    max_legal=MAX_LEGAL,
    max_decisions=MAX_DECISIONS,
)
