"""What may be chosen in a position."""

from engine.games.oriflamme.flow import may_reveal
from engine.games.oriflamme.moving import last_place, may_go
from engine.games.oriflamme.state import (
    EXCHANGE,
    EXCHANGE_0,
    GAP,
    GAP_0,
    KEEP_IT,
    KINDS,
    MODE,
    MODE_0,
    ON,
    PLACE,
    PLACES,
    RESOLVING,
    REVEAL,
    REVEAL_IT,
    TARGET,
    TARGET_0,
    TWIN_0,
    TWIN_PLACE,
)
from engine.jit import part


@part
def write_places(state, family, base, out, n):
    """Write where a card may be put: front, back, on a card its family controls; how many in all."""
    out[n] = base
    n += 1
    if state.n_columns == 0:
        return n
    out[n] = base + 1
    n += 1
    if state.turn > 0 or state.first_stack == 1:
        for column in range(state.n_columns):
            if state.control[state.queue[column]] == family:
                out[n] = base + 2 + column
                n += 1
    return n


@part
def write_placements(state, out):
    """Every card of the player's hands, everywhere it may be put."""
    n = 0
    for colour in range(1 + state.pair):
        family = (state.to_act << state.pair) + colour
        if state.colours == 1 and (state.laid >> family) & 1:
            continue  # OPT-20 each: the second card is of the other colour
        hand = state.hand[family]
        first = 0
        start = n
        count = 0
        for i in range(state.n_kinds):
            kind = state.kinds[i]
            if (hand >> kind) & 1:
                base = (colour * KINDS + kind) * PLACES
                if count == 0:  # listed once, then copied for the other cards: worth 8 % of playouts
                    n = write_places(state, family, base, out, n)
                    first = base
                    count = n - start
                else:
                    for j in range(count):
                        out[n + j] = out[start + j] + base - first
                    n += count
    return n


@part
def write_modes(state, out):
    """One of two texts, a hand card for an Informer, or a Twin's place."""
    n = 0
    phase = state.phase
    if phase == MODE:
        out[0] = MODE_0
        out[1] = MODE_0 + 1
        n = 2
    elif phase == EXCHANGE:
        out[0] = MODE_0
        n = 1
        hand = state.hand[state.acting]
        for kind in range(KINDS):
            if (hand >> kind) & 1:
                out[n] = EXCHANGE_0 + kind
                n += 1
    elif phase == TWIN_PLACE:
        out[0] = TWIN_0
        out[1] = TWIN_0 + 1
        n = 2
        for column in range(state.n_columns):
            slot = state.queue[column]
            if state.control[slot] == state.acting and slot != state.actor:
                out[n] = TWIN_0 + ON + column
                n += 1
    return n


@part
def legal_actions(state, out):
    """Write the legal actions in their fixed order; how many."""
    n = 0
    phase = state.phase
    if phase == PLACE:
        return write_placements(state, out)
    if phase == REVEAL:
        out[0] = KEEP_IT
        n = 1
        if may_reveal(state.kind[state.actor], state, state.actor):
            out[1] = REVEAL_IT
            n = 2
    elif phase == RESOLVING:
        out[0] = 0
        n = 1
    elif phase == TARGET:
        targets = state.targets
        column = TARGET_0
        while targets != 0:
            if targets & 1:
                out[n] = column
                n += 1
            targets >>= 1
            column += 1
    elif phase == GAP:
        for choice in range(last_place(state)):
            if may_go(state, choice):
                out[n] = GAP_0 + choice
                n += 1
    else:
        n = write_modes(state, out)
    return n
