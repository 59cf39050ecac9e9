"""Two ways of playing Oriflamme that a player would recognise.

What a style is: see ai.baselines.best.
"""

from ai.baselines.best import make_best
from ai.baselines.oriflamme import (
    GIFTS,
    HOARDS,
    INCOME,
    KILLERS,
    LURES,
    heirs,
    income,
    is_one_of,
    is_threatened,
    known_kind,
    prize,
    richest,
    seat_at,
    turns_left,
)
from ai.baselines.style import style_bot
from engine.games.oriflamme.state import (
    ASSASSINATION,
    DIPLOMAT,
    EXCHANGE,
    FACE_DOWN,
    FRONT,
    HEIR,
    INFORMER,
    KEEP_IT,
    KINDS,
    LORD,
    MODE,
    MODE_0,
    NOTHING,
    ON,
    PLACE,
    PLACES,
    PLOT,
    REVEAL,
    ROYAL_DECREE,
    SHAPESHIFTER,
    SPY,
    TARGET,
    TARGET_0,
)
from engine.jit import kernel, part


@part
def end_column(state, where):
    """The column that a card put at an end will lie beside, or NOTHING."""
    if state.n_columns == 0 or where >= ON:
        return NOTHING
    return 0 if where == FRONT else state.n_columns - 1


@part
def target_score(state, seat, column):
    """What a style gets out of choosing a column for the text that is running."""
    effect = state.effect
    if effect == SPY:
        other = seat_at(state, column)
        return float(state.purse[other]) if other != seat else -1.0
    if effect in (SHAPESHIFTER, PLOT):  # whose ability to use
        return income(state, column, state.kind[state.queue[column]])
    worth = prize(state, seat, column)
    return -worth if is_one_of(effect, GIFTS) else worth


@part
def mode_score(state, action):
    """Collect rather than exchange, condemn rather than mark, use rather than gain, withdraw 3 points."""
    second = state.effect != INFORMER and (state.effect != DIPLOMAT or state.points[state.actor] >= 3)
    return 1.0 if action == MODE_0 + second else 0.0


@part
def choice_score(state, seat, action):
    """What both styles think of a choice that a text asks for; they do not care about places."""
    if state.phase == TARGET:
        return target_score(state, seat, action - TARGET_0)
    if state.phase == MODE or state.phase == EXCHANGE:
        return mode_score(state, action)
    return 0.0


# ---------------------------------------------------------------- the hoarder
@part
def hoarder_waits(state, seat):
    """Does the hoarder leave its card face down once more?"""
    slot = state.actor
    kind = known_kind(state, seat, slot)
    points = state.points[slot]
    if turns_left(state, state.spot) <= 1:
        return False
    if is_one_of(kind, LURES):
        return True
    if points > 0 and is_threatened(state, state.spot):
        return False
    return points < (5 if is_one_of(kind, HOARDS) else 3)


@part
def hoarder_places(state, seat, kind, where):
    """What grows first, killers and earners when little time is left; beside own cards, never on points."""
    left = state.rounds - state.turn
    if left > 2:
        score = 4.0 if is_one_of(kind, HOARDS) else (3.0 if is_one_of(kind, LURES) else INCOME[kind])
    else:
        score = 3.0 if is_one_of(kind, KILLERS) else INCOME[kind]
    if where >= ON:
        under = state.queue[where - ON]
        return score - 1.0 - (state.points[under] if state.status[under] == FACE_DOWN else 2.0)
    beside = end_column(state, where)
    if beside != NOTHING and seat_at(state, beside) == seat:
        score += 0.5
    return score


@part
def hoarder_score(state, seat, action):
    """Let cards lie face down while points gather on them, and reveal late."""
    if state.phase == PLACE:
        return hoarder_places(state, seat, action // PLACES % KINDS, action % PLACES)
    if state.phase == REVEAL:
        return 1.0 if (action == KEEP_IT) == hoarder_waits(state, seat) else 0.0
    return choice_score(state, seat, action)


# ---------------------------------------------------------------- the aggressor
@part
def best_prize(state, seat, column):
    """The best prize beside a column."""
    best = -100.0
    for beside in (column - 1, column + 1):
        if 0 <= beside < state.n_columns:
            best = max(best, prize(state, seat, beside))
    return best


@part
def aggressor_strikes(state, seat):
    """Does the aggressor reveal its card now?"""
    kind = known_kind(state, seat, state.actor)
    if is_one_of(kind, LURES) or is_one_of(kind, HOARDS):
        return turns_left(state, state.spot) <= 1 or state.points[state.actor] >= 3
    if kind == ASSASSINATION:
        best = -100.0
        for column in range(state.n_columns):
            if column != state.spot:
                best = max(best, prize(state, seat, column))
        return best >= 3.0 or turns_left(state, state.spot) <= 1
    if is_one_of(kind, KILLERS):
        return best_prize(state, seat, state.spot) > 0
    if kind == HEIR:
        return income(state, state.spot, kind) > 0 or turns_left(state, state.spot) <= 1
    if kind == SPY:
        return richest(state, seat) > 0
    return True


@part
def aggressor_places(state, seat, kind, where):
    """Killers first, beside what is worth most to the others; what grows comes last.

    An Heir only while no other is face up, a Lord rather beside an own card: else they bring little.
    """
    score = 4.0 if is_one_of(kind, KILLERS) else INCOME[kind]
    if is_one_of(kind, HOARDS) or kind == ROYAL_DECREE:
        score = -1.0
    elif kind == HEIR and heirs(state) > 0:
        score = 0.0
    if where >= ON:
        return score - 2.0 + 0.2 * best_prize(state, seat, where - ON)
    beside = end_column(state, where)
    if beside == NOTHING:
        return score
    if kind == LORD and seat_at(state, beside) == seat:
        return score + 1.0
    return score + 0.2 * prize(state, seat, beside)


@part
def aggressor_score(state, seat, action):
    """Reveal killers at once, and strike where it hurts most."""
    if state.phase == PLACE:
        return aggressor_places(state, seat, action // PLACES % KINDS, action % PLACES)
    if state.phase == REVEAL:
        return 1.0 if (action != KEEP_IT) == aggressor_strikes(state, seat) else 0.0
    return choice_score(state, seat, action)


# ---------------------------------------------------------------- the bots
STYLES = ("hoarder", "aggressor")
"""Their names, by the number that `score` takes."""


@part
def score(state, seat, action, style):
    """How much a style likes an action."""
    return hoarder_score(state, seat, action) if style == 0 else aggressor_score(state, seat, action)


_policy = make_best(score)


@kernel
def choose(root, seat, legal, rng, style):
    """A style's action in a view."""
    return _policy(root[0], seat, legal, len(legal), rng, style)


HOARDER = style_bot(
    "hoarder",
    "Oriflamme: leaves its cards face down while points gather on them, and reveals late.",
    "oriflamme",
    choose,
    STYLES,
)
AGGRESSOR = style_bot(
    "aggressor",
    "Oriflamme: reveals killers at once and strikes where it hurts the richest.",
    "oriflamme",
    choose,
    STYLES,
)
