"""The explicit random generator: splitmix64 in a one-element uint64 array.

The stream is the same compiled, interpreted and in C. `split` makes seeds: one stream for each purpose,
named by a path, so that no result depends on the order in which things happen.
"""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from engine.jit import part

U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
STEP = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
MASK = (1 << 64) - 1


def split(seed: int, *path: int | str) -> int:
    """A new seed for a purpose: 64 bits of BLAKE2b over the seed and a path of names and numbers.

    >>> split(7, "deal", 3) == split(7, "deal", 3)
    True
    >>> split(7, "deal", 3) != split(7, "bot", 3)
    True
    """
    text = "/".join([str(seed), *(f"{type(step).__name__[0]}{step}" for step in path)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"gonfalon").digest(), "little")


def new_rng(seed: int) -> NDArray[np.uint64]:
    """A generator, which the kernels advance in place."""
    return np.array([seed & MASK], np.uint64)


@part
def rand_below(rng, n):
    """A uniform integer in range(n), n < 2**32 (bias below n / 2**32)."""
    x = rng[0] + STEP
    rng[0] = x
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    x = x ^ (x >> U31)
    return np.int64(((x >> U32) * np.uint64(n)) >> U32)


@part
def rand_unit(rng):
    """A uniform float64 in [0, 1), of 32 bits."""
    return rand_below(rng, 4294967295) / 4294967295.0


@part
def shuffle(items, start, stop, rng):
    """Permute items[start:stop] in place, each order equally likely."""
    for i in range(stop - 1, start, -1):
        j = start + rand_below(rng, i - start + 1)
        items[i], items[j] = items[j], items[i]
