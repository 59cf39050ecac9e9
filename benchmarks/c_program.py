"""The same game and search in C, built for a measurement and thrown away after it. Needs gcc."""

import ctypes
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).parent / "c" / "oriflamme.c"
STATE_BYTES, NODE_BYTES, N_ACTIONS = 512, 32, 386  # of the C program; the state has 198, rounded up


def build() -> ctypes.CDLL:
    """Compile and load it; the file is gone when this returns, the code stays loaded."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "oriflamme.so"
        command = ["gcc", "-O3", "-shared", "-fPIC", str(SOURCE), "-o", str(library), "-lm"]
        subprocess.run(command, check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.run_playouts.restype = ctypes.c_int64
    return loaded


def _address(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class CProgram:
    """The C program with the arrays that it works in."""

    def __init__(self, iterations: int) -> None:
        """Build it, with room for a search of so many iterations."""
        self._c = build()
        self._state = np.zeros(STATE_BYTES, np.uint8)
        self._seed, self._check = np.zeros(1, np.uint64), np.zeros(1, np.int64)
        self._tree = np.zeros(NODE_BYTES * (iterations + 2), np.uint8)
        self._visits, self._iterations = np.zeros(N_ACTIONS, np.int32), iterations

    def playouts(self, seats: int, games: int, seed: int = 7) -> int:
        """Deal and play random games; how many decisions they had."""
        self._seed[0] = seed
        arrays = _address(self._state), _address(self._seed), _address(self._check)
        return int(self._c.run_playouts(arrays[0], seats, ctypes.c_int64(games), arrays[1], arrays[2]))

    def search(self, seats: int, c: float = 0.7, seed: int = 7) -> int:
        """Deal a game and search its first position; how many nodes the tree has."""
        self._seed[0] = seed
        state, rng = _address(self._state), _address(self._seed)
        self._c.deal(state, seats, rng)
        tree, visits = _address(self._tree), _address(self._visits)
        return int(self._c.search(state, 0, self._iterations, ctypes.c_double(c), rng, tree, visits))
