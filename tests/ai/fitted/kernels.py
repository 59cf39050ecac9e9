"""The fitted parts as Python may call them; kernels, so that they are compiled once for all tests."""

from ai.fitted import oriflamme, tide
from engine.jit import kernel


@kernel
def oriflamme_estimate(states, out):
    """The estimate of the first state; its stage."""
    oriflamme.estimate(states[0], out)
    return oriflamme.stage(states[0])


@kernel
def oriflamme_weigh(states, seat, model):
    """The weight of the first state."""
    return oriflamme.weigh(states[0], seat, model)


@kernel
def tide_estimate(states, out):
    """The estimate of the first state; its stage."""
    tide.estimate(states[0], out)
    return tide.stage(states[0])
