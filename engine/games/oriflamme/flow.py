"""The flow of play. Cards never call it: they answer (DONE, AGAIN or a phase) and mark victims, and the
flow acts on that. So every hook has one call site, nothing is recursive, and only the flow tells the
log. The loop is the state machine of part A2 of the rules.
"""

from engine.events import EVERYONE, tell
from engine.games.oriflamme.card import hooks
from engine.games.oriflamme.cards import CARDS
from engine.games.oriflamme.effects import new_slot, open_gap, remove
from engine.games.oriflamme.moving import last_place, may_go
from engine.games.oriflamme.state import (
    AGAIN,
    CHOSEN,
    COLOUR,
    DONE,
    DRAW,
    EXCHANGE,
    FACE_DOWN,
    FAMILY_BITS,
    FRONT,
    GAP,
    INFILTRATION,
    KINDS,
    MODE,
    NOTHING,
    ON,
    OVER,
    PLACE,
    PLOT,
    REVEAL,
    SLOTS,
    TARGET,
    TWIN,
    TWIN_PLACE,
    WAITING,
)
from engine.games.oriflamme.story import (
    CHOSE,
    DREW,
    ELIMINATED,
    ELIMINATION,
    EXCHANGED,
    FINAL,
    FINISHED,
    INCOME,
    MOVED,
    PLACED,
    ROUND,
    TARGETED,
    TEXT,
    TWIN_CAME,
    VICTIM,
    heard,
    tell_changes,
)
from engine.jit import dispatch, inlined, part

resolve = dispatch(*hooks(CARDS, "resolve"))
revealed = dispatch(*hooks(CARDS, "revealed"))
may_reveal = dispatch(*hooks(CARDS, "may_reveal"))
targets_of = dispatch(*hooks(CARDS, "targets"))
chosen = dispatch(*hooks(CARDS, "chosen"))
after = dispatch(*hooks(CARDS, "after"))
prize = dispatch(*hooks(CARDS, "prize"))
eliminated = dispatch(*hooks(CARDS, "eliminated"))
round_start = dispatch(*hooks(CARDS, "round_start"))
game_end = dispatch(*hooks(CARDS, "game_end"))


@part
def waits(state, column):
    """Is it a card that an Informer put down this round?"""
    return column < state.n_columns and state.marks[state.queue[column]] & WAITING != 0


@part
def lowest(bits):
    """The place of the lowest bit."""
    place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


@part
def only_place(state):
    """Where the picked card goes if there is one place only, else NOTHING."""
    found = NOTHING
    for choice in range(last_place(state)):
        if may_go(state, choice):
            if found != NOTHING:
                return NOTHING
            found = choice
    return found


@part
def carry_out(state, log):
    """Eliminate the doomed (A2.1): all leave, then the gains, then the victims' own texts in queue order."""
    killer = state.acting
    pay = 0
    for column in range(state.n_columns - 1, -1, -1):
        if (state.doomed >> column) & 1:
            slot = state.queue[column]
            tell(
                log,
                ELIMINATED,
                killer >> state.pair,
                column,
                state.kind[slot],
                slot >> FAMILY_BITS,
                EVERYONE,
                0,
            )
            state.victims[2 * state.n_victims] = state.kind[slot]
            state.victims[2 * state.n_victims + 1] = state.control[slot]
            state.n_victims += 1
            pay += 1 + prize(state.kind[slot], state, state.control[slot])
            if state.status[slot] == FACE_DOWN and (state.reserve[killer] >> INFILTRATION) & 1:
                pay += 2
            remove(state, column)
            heard(state, log, slot)
    state.doomed = 0
    state.purse[killer >> state.pair] += pay - state.unpaid
    state.unpaid = 0
    tell_changes(state, log, ELIMINATION, state.effect)
    for i in range(state.n_victims - 1, -1, -1):
        eliminated(state.victims[2 * i], state, state.victims[2 * i + 1])
        tell_changes(state, log, VICTIM, state.victims[2 * i])


@part
def draw_cards(state, log):
    """Two players: each draws two cards of the own deck."""
    for seat in range(state.seats):
        for _ in range(2):
            card = state.draw[seat * DRAW]
            if card != 0:
                family = 2 * seat + (card - 1) // COLOUR
                kind = (card - 1) % COLOUR
                state.hand[family] |= 1 << kind
                state.held[family] += 1
                for i in range(DRAW - 1):
                    state.draw[seat * DRAW + i] = state.draw[seat * DRAW + i + 1]
                state.draw[seat * DRAW + DRAW - 1] = 0
                tell(log, DREW, seat, 0, kind, family, 1 << seat, 0)


@part
def end_round(state, log):
    """The whole queue is resolved: draw, pass the tile, go on to the next placements or to the end."""
    if state.pair == 1:
        draw_cards(state, log)
    state.turn += 1
    state.placed = 0
    state.laid = 0
    state.first = (state.first + 1) % state.seats
    state.pointer = 0
    state.spot = 0
    state.current = NOTHING
    state.actor = NOTHING
    state.acting = 0
    state.effect = NOTHING
    state.picked = NOTHING
    state.targets = 0
    if state.n_waiting > 0:
        for slot in range(SLOTS):
            state.marks[slot] &= ~WAITING
        state.n_waiting = 0
    over = state.turn == state.rounds
    if over:
        state.phase = OVER
        state.to_act = NOTHING
        tell(log, FINISHED, 0, 0, 0, 0, EVERYONE, 0)
    else:
        state.phase = PLACE
        state.to_act = state.first
        tell(log, ROUND, state.first, 0, 0, state.turn + 1, EVERYONE, 0)
    for family in range(state.families):
        reserve = state.reserve[family]
        kind = 0
        while reserve != 0:
            if reserve & 1:
                if over:
                    game_end(kind, state, family)
                else:
                    round_start(kind, state, family)
                tell_changes(state, log, FINAL if over else INCOME, kind)
            reserve >>= 1
            kind += 1


@part
def tell_choice(state, log, choice):
    """Tell a choice of a card of the queue, or of its new place."""
    me = state.acting >> state.pair
    if state.phase == TARGET:
        tell(log, TARGETED, me, choice, state.effect, 0, EVERYONE, state.spot + 1)
    elif state.phase == GAP:
        tell(log, MOVED, me, state.picked, state.effect, choice, EVERYONE, state.spot + 1)
    elif state.phase == TWIN_PLACE:
        tell(log, TWIN_CAME, me, state.spot, TWIN, choice, EVERYONE, 0)
    elif state.phase == EXCHANGE and choice != NOTHING:
        back = (state.actor >> FAMILY_BITS) * KINDS + state.kind[state.actor]
        tell(log, EXCHANGED, me, state.spot, choice, back, 1 << me, 0)
    else:
        tell(log, CHOSE, me, state.spot, state.effect, max(choice, 0), EVERYONE, 0)


@part
def ask_player(state, log):
    """The acting card's player has to choose; what the text did before that is told first."""
    state.to_act = state.acting >> state.pair
    tell_changes(state, log, TEXT, state.effect)


@inlined
def advance(state, log, answer, choice):  # noqa: C901, PLR0915 - the state machine of A2: one call site a hook
    """Play on from an answer up to the next decision, or to the end of the game."""
    while True:
        if answer == CHOSEN:
            tell_choice(state, log, choice)
            answer = chosen(state.effect, state, choice)
        elif answer == AGAIN:
            answer = resolve(state.effect, state)
        elif answer == TARGET:
            targets = targets_of(state.effect, state)
            answer = DONE
            if targets != 0:
                state.phase = TARGET
                if targets & (targets - 1):
                    state.targets = targets
                    ask_player(state, log)
                    return
                choice = lowest(targets)
                answer = CHOSEN
        elif answer == GAP:
            state.phase = GAP
            choice = only_place(state)
            if choice == NOTHING:
                ask_player(state, log)
                return
            answer = CHOSEN
        elif answer >= MODE:
            state.phase = answer
            ask_player(state, log)
            return
        else:
            if state.effect != NOTHING:
                tell_changes(state, log, TEXT, state.effect)
                if state.doomed != 0:
                    carry_out(state, log)
                after(state.effect, state)
                tell_changes(state, log, TEXT, state.effect)
                for i in range(2 * state.n_victims):
                    state.victims[i] = 0
                state.n_victims = 0
                state.mode = 0
                state.fresh = 0
                state.picked = NOTHING
                if state.plotting != 0:
                    state.effect = PLOT
                    state.actor = NOTHING
                    state.acting = state.plotter
                    state.spot = state.pointer
                    answer = AGAIN
                    continue
                state.plotter = 0
            if state.pointer < state.n_columns and state.queue[state.pointer] == state.current:
                state.pointer += 1
            while state.n_waiting > 0 and waits(state, state.pointer):
                state.pointer += 1
            if state.pointer >= state.n_columns:
                end_round(state, log)
                return
            slot = state.queue[state.pointer]
            state.current = slot
            state.actor = slot
            state.acting = state.control[slot]
            state.spot = state.pointer
            state.picked = NOTHING
            state.effect = NOTHING
            if state.status[slot] == FACE_DOWN:
                state.phase = REVEAL
                state.to_act = state.acting >> state.pair
                return
            state.effect = state.kind[slot]
            answer = AGAIN


@part
def place(state, family, kind, where, log):
    """Lay a card face down; the next player's turn."""
    slot = new_slot(state, family)
    me = state.to_act
    state.hand[family] ^= 1 << kind
    state.held[family] -= 1
    state.kind[slot] = kind
    state.status[slot] = FACE_DOWN
    state.points[slot] = 0
    state.control[slot] = family
    if where >= ON:
        state.below[slot] = state.queue[where - ON] + 1
        state.queue[where - ON] = slot
    elif where == FRONT:
        open_gap(state, 0, slot)
    else:
        open_gap(state, state.n_columns, slot)
    heard(state, log, slot)
    column = where - ON if where >= ON else (0 if where == FRONT else state.n_columns - 1)
    tell(log, PLACED, me, column, kind, family, 1 << me, 1 if where >= ON else 0)
    state.placed += 1
    if state.pair == 1:
        state.laid |= 1 << family
    state.to_act = me + 1 if me + 1 < state.seats else 0
