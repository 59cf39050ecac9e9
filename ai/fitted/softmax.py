"""From scores to shares of the win."""

import math

from engine.jit import part


@part
def share_out(out, seats, sharpness):
    """Turn the scores of seats into shares that add up to 1: their softmax."""
    best = out[0]
    for seat in range(1, seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = math.exp(sharpness * (out[seat] - best))
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
