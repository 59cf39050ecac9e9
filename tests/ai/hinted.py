"""What games know beside their rules, as the reference asks for it: plainly, or by kernels of one line."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ai.bindings.oriflamme import HINTS as ORIFLAMME
from ai.bindings.tide import HINTS as TIDE
from engine.games.tide.state import PLAY
from engine.jit import kernel
from tests.ai.auction import CARDS, SEATS

OPEN, SECRET, LAST_SECRET = 0, 1, 2
_oriflamme_score, _oriflamme_stage, _oriflamme_estimate, _oriflamme_weigh, _oriflamme_ceiling = (
    ORIFLAMME.score, ORIFLAMME.stage, ORIFLAMME.estimate, ORIFLAMME.weigh, ORIFLAMME.ceiling,
)  # fmt: skip
_tide_score, _tide_stage, _tide_estimate, _tide_weigh = TIDE.score, TIDE.stage, TIDE.estimate, TIDE.weigh


@kernel
def oriflamme_score(states, seat, action, style):
    return _oriflamme_score(states[0], seat, action, style)


@kernel
def oriflamme_stage(states):
    return _oriflamme_stage(states[0])


@kernel
def oriflamme_estimate(states, out):
    _oriflamme_estimate(states[0], out)


@kernel
def oriflamme_weigh(states, seat, model):
    return _oriflamme_weigh(states[0], seat, model)


@kernel
def oriflamme_ceiling(states, seat, model):
    return _oriflamme_ceiling(states[0], seat, model)


@kernel
def tide_score(states, seat, action, style):
    return _tide_score(states[0], seat, action, style)


@kernel
def tide_stage(states):
    return _tide_stage(states[0])


@kernel
def tide_estimate(states, out):
    _tide_estimate(states[0], out)


@kernel
def tide_weigh(states, seat, model):
    return _tide_weigh(states[0], seat, model)


class Hinted(NamedTuple):
    """The hints of a game, over worlds of the reference."""

    unit: float = 1.0
    secrecy: Callable = lambda world: OPEN
    score: Callable | None = None
    stage: Callable = lambda world: 0
    estimate: Callable | None = None
    weigh: Callable | None = None
    ceiling: Callable = lambda view, seat, model: 1.0


def auction_score(world, seat, action, style):
    row = world.rows[0]
    return -abs(action - int(row["prize"][row["turn"]])) / 2 if style == 0 else float(action)


def auction_estimate(world):
    whole = sum(score + 1.0 for score in world.scores)
    return [(score + 1.0) / whole for score in world.scores]


def auction_weigh(world, seat, model):
    weight = 1.0
    for each in range(SEATS):
        bid = int(world.rows[0]["bid"][each])
        if each != seat and bid >= 0:
            weight *= (1 + bid) / CARDS
    return weight if model == 0 else 0.0


def tide_secrecy(world):
    """The same as in the binding, by the seats that are still to play."""
    row = world.rows[0]
    if row["phase"] != PLAY:
        return OPEN
    later = any(int(row["active"]) >> seat & 1 for seat in range(world.mover + 1, 5))
    return SECRET if later else LAST_SECRET


def _estimated(estimate):
    def asked(world):
        out = np.zeros(world.game.seats)
        estimate(world.rows, out)
        return out.tolist()

    return asked


HINTED = {
    "kuhn": Hinted(),
    "leduc": Hinted(),
    "auction": Hinted(
        score=auction_score,
        stage=lambda world: int(world.rows[0]["turn"]),
        estimate=auction_estimate,
        weigh=auction_weigh,
    ),
    "oriflamme": Hinted(
        ORIFLAMME.unit,
        score=lambda world, *asked: float(oriflamme_score(world.rows, *asked)),
        stage=lambda world: int(oriflamme_stage(world.rows)),
        estimate=_estimated(oriflamme_estimate),
        weigh=lambda world, *asked: float(oriflamme_weigh(world.rows, *asked)),
        ceiling=lambda view, *asked: float(oriflamme_ceiling(view.rows, *asked)),
    ),
    "tide": Hinted(
        TIDE.unit,
        secrecy=tide_secrecy,
        score=lambda world, *asked: float(tide_score(world.rows, *asked)),
        stage=lambda world: int(tide_stage(world.rows)),
        estimate=_estimated(tide_estimate),
        weigh=lambda world, *asked: float(tide_weigh(world.rows, *asked)),
    ),
}
