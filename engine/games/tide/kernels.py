"""What Python calls of Turn the Tide. One file for each game: numba's cache goes by file and function."""

from engine.game import Kernels
from engine.games.tide import dealing, rules
from engine.jit import kernel
from engine.rng import rand_below


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
    n = rules.legal_actions(state, out)
    for i in range(n):
        if out[i] == action:
            if log is not None:
                rules.listen(state, log)
            rules.apply(state, action, log)
            rules.canonical(state)
            return rules.legal_actions(state, out)
    return -1


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
def replay(states, actions, out):
    state = states[0]
    for played in range(len(actions)):
        n = rules.legal_actions(state, out)
        found = False
        for i in range(n):
            found = found or out[i] == actions[played]
        if not found:
            return played
        rules.apply(state, actions[played], None)
    rules.canonical(state)
    return len(actions)


@kernel
def playouts(states, parameters, games, rng, deal, out):
    state = states[0]
    decisions = 0
    check = 0
    for _ in range(games):
        rules.draw(parameters, rng, deal)
        rules.setup(state, parameters, deal)
        while rules.to_act(state) >= 0:
            n = rules.legal_actions(state, out)
            rules.apply(state, out[rand_below(rng, n)], None)
            decisions += 1
        rules.scores(state, out)
        for seat in range(state.seats):
            check = (check * 31 + out[seat]) % 1000003
    return decisions, check


@kernel
def weigh(states, parameters):
    """Work out what the hands of a position that was written down are worth."""
    dealing.weigh(states[0], parameters)


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
