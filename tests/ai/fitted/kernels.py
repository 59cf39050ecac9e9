"""The fitted parts as Python may call them; kernels, so that they are compiled once for all tests."""

from ai.fitted import oriflamme, tide
from engine.games.oriflamme.rules import determinize
from engine.games.oriflamme.state import FACE_DOWN
from engine.jit import kernel
from engine.rng import rand_unit


@kernel
def oriflamme_estimate(states, out):
    """The estimate of the first state; its stage."""
    oriflamme.estimate(states[0], out)
    return oriflamme.stage(states[0])


@kernel
def tide_estimate(states, out):
    """The estimate of the first state; its stage."""
    tide.estimate(states[0], out)
    return tide.stage(states[0])


@kernel
def oriflamme_bounds(states, views, seat, model, out):
    """The likelihood of the first state, and the ceiling by the state and by a view of it."""
    out[0] = oriflamme.likelihood(states[0], seat, model)
    out[1] = oriflamme.ceiling(states[0], seat, model)
    out[2] = oriflamme.ceiling(views[0], seat, model)


@kernel
def oriflamme_sample(views, seat, model, worlds, work, rng, items, counts):
    """Sample worlds by rejection: count the kinds in each slot; how many were accepted."""
    accepted = 0
    state = work[0]
    bound = oriflamme.ceiling(views[0], seat, model)
    for _ in range(worlds):
        work[0] = views[0]
        determinize(state, seat, rng, items)
        if rand_unit(rng) * bound < oriflamme.likelihood(state, seat, model):
            accepted += 1
            for slot in range(len(counts)):
                if state.status[slot] == FACE_DOWN:
                    counts[slot, state.kind[slot]] += 1
    return accepted
