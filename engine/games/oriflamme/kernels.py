"""What Python calls of Oriflamme. One file for each game: numba's cache goes by file and function."""

import numpy as np

from engine.game import Kernels
from engine.games.oriflamme import rules
from engine.games.oriflamme.flow import targets_of
from engine.games.oriflamme.state import TARGET
from engine.jit import kernel, part
from engine.rng import new_rng, rand_below

NO_ACTIONS, NO_PARAMETERS, NO_DEAL, NO_RNG = (*(np.zeros(0, np.int64) for _ in range(3)), new_rng(0))
"""What `play_on` is given for that which it has no use for."""
NO_PARAMETERS.flags.writeable = False  # as those of games are: it is part of the type that kernels see


@part
def is_among(out, n, action):
    """Is an action one of the first `n`?"""
    i = 0
    while i < n and out[i] != action:
        i += 1
    return i < n


@kernel
def draw(parameters, rng, deal):
    rules.draw(parameters, rng, deal)


@kernel
def setup(states, parameters, deal, out):
    rules.setup(states[0], parameters, deal)
    return rules.legal_actions(states[0], out)


@kernel
def legal(states, out):
    return rules.legal_actions(states[0], out)


@kernel
def step(states, action, out, log):
    state = states[0]
    if not is_among(out, rules.legal_actions(state, out), action):
        return -1
    if log is not None:
        rules.listen(state, log)
    rules.apply(state, action, log)
    rules.canonical(state)
    return rules.legal_actions(state, out)


@kernel
def observe(states, seat, views):
    rules.observe(states[0], seat, views[0])


@kernel
def determinize(views, seat, rng, items, out):
    rules.determinize(views[0], seat, rng, items)
    return rules.legal_actions(views[0], out)


@kernel
def to_act(states):
    return rules.to_act(states[0])


@kernel
def scores(states, out):
    rules.scores(states[0], out)


@kernel
def returns(states, out):
    rules.returns(states[0], out)


@kernel
def play_on(states, actions, parameters, games, rng, deal, out):
    """Play so many random games; or, if none, the actions. One call of `apply`, so one copy of the rules."""
    state = states[0]
    decisions = 0
    check = 0
    for _ in range(games if games > 0 else 1):
        if games > 0:
            rules.draw(parameters, rng, deal)
            rules.setup(state, parameters, deal)
        while rules.to_act(state) >= 0 and (games > 0 or decisions < len(actions)):
            n = rules.legal_actions(state, out)
            if games > 0:
                action = out[rand_below(rng, n)]
            else:
                action = actions[decisions]
                if not is_among(out, n, action):
                    return decisions, 0
            rules.apply(state, action, None)
            decisions += 1
        if games > 0:
            rules.scores(state, out)
            for seat in range(state.seats):
                check = (check * 31 + out[seat]) % 1000003
    rules.canonical(state)
    return decisions, check


def replay(states, actions, out):
    return play_on(states, actions, NO_PARAMETERS, 0, NO_RNG, NO_DEAL, out)[0]


def playouts(states, parameters, games, rng, deal, out):
    return play_on(states, NO_ACTIONS, parameters, games, rng, deal, out)


@kernel
def aim(states, out):
    """Work out what may be chosen in a position that was written down; how much it is."""
    if states[0].phase == TARGET:
        states[0].targets = targets_of(states[0].effect, states[0])
    return rules.legal_actions(states[0], out)


KERNELS = Kernels(
    draw=draw,
    setup=setup,
    step=step,
    legal=legal,
    observe=observe,
    determinize=determinize,
    to_act=to_act,
    scores=scores,
    returns=returns,
    replay=replay,
    playouts=playouts,
)
