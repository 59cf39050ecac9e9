"""The ten cards of Alliance."""

from engine.games.oriflamme.card import CHARACTER, INTRIGUE, Card
from engine.games.oriflamme.effects import (
    adjacent,
    ask,
    clear,
    column_of,
    depart,
    doom,
    downs,
    everybody,
    gain,
    is_character,
    leave,
    new_slot,
    opponents,
    reserve,
    shows_character,
    strike,
    take_one,
)
from engine.games.oriflamme.state import (
    DEAL,
    DESERTER,
    DIPLOMAT,
    DONE,
    EMPRESS,
    EXCHANGE,
    EXTORTION,
    FACE_DOWN,
    FACE_UP,
    FAMILY,
    FAMILY_BITS,
    FANATIC,
    INFILTRATION,
    INFORMER,
    JUDGE,
    KNOWN,
    MODE,
    NOT_INFORMER,
    NOT_SHAPESHIFTER,
    NOTHING,
    REBELLION,
    TARGET,
    VERDICT,
    WAITING,
)
from engine.jit import part


@part
def empress(state):
    """Gain 2 points, and put a point on a face-down card of another player.

    >>> told("R.Empress+ | B.Judge-1 | R.Judge-0", "B keep", "R keep", set="alliance")
    'R.Empress+ | B.Judge-3 | R.Judge-1  R+2'
    """
    gain(state, state.acting, 2)
    return TARGET


@part
def empress_targets(state):
    """The face-down cards of other players."""
    return downs(state, state.acting, True)


@part
def empress_chosen(state, choice):
    """The point comes from the supply."""
    state.points[state.queue[choice]] += 1
    return DONE


@part
def collect(state):
    """Gain as many points as lie on the adjacent face-down cards of other families; they stay there."""
    around = adjacent(state) & downs(state, state.acting, True)
    for column in range(state.n_columns):
        if (around >> column) & 1:
            gain(state, state.acting, state.points[state.queue[column]])


@part
def informer(state):
    """Gain as many points as lie on the adjacent face-down cards of others; or take it back for a hand card.

    The hand card lies face down in its place, without points, and is not activated this round.

    >>> told("G.Judge-2 | R.Informer+ | R.Judge-3", "G keep", "R collect", "R keep", set="alliance")
    'G.Judge-3 | R.Informer+ | R.Judge-4  R+3'
    """
    if state.hand[state.acting] != 0:
        return EXCHANGE
    collect(state)
    return DONE


@part
def informer_chosen(state, choice):
    """NOTHING: collect; a kind: exchange for it. The card goes back to its printed owner (D1)."""
    if choice == NOTHING:
        collect(state)
        return DONE
    slot = state.actor
    owner = slot >> FAMILY_BITS
    me = state.acting
    # Everybody knows from now on that what lies face down, or aside, is not the card that was taken back.
    state.not_aside[owner] |= 1 << state.kind[slot]
    state.hand[owner] |= 1 << state.kind[slot]
    state.held[owner] += 1
    state.hand[me] ^= 1 << choice
    state.held[me] -= 1
    new = new_slot(state, me)
    state.kind[new] = choice
    state.status[new] = FACE_DOWN
    state.control[new] = me
    state.marks[new] = WAITING
    state.n_waiting += 1
    mark = NOT_INFORMER if state.kind[slot] == INFORMER else NOT_SHAPESHIFTER
    for each in range(owner * FAMILY, (owner + 1) * FAMILY):
        if state.status[each] == FACE_DOWN:
            state.marks[each] |= mark
    state.below[new] = state.below[slot]
    state.queue[column_of(state, slot)] = new
    clear(state, slot)
    return DONE


@part
def marked(state):
    """The columns whose top bears a Verdict token."""
    found = 0
    for column in range(state.n_columns):
        if state.marks[state.queue[column]] & VERDICT:
            found |= 1 << column
    return found


@part
def judge(state):
    """Gain 1 point and put a Verdict token on a card; or eliminate a card with one.

    >>> told("R.Judge+ | B.Empress-1 | G.Judge+", "R target 2", "B keep", "G condemn", set="alliance")
    'R.Judge+ | G.Judge+  R+1 G+1'
    """
    if marked(state) != 0:
        return MODE
    state.mode = 0
    gain(state, state.acting, 1)
    return TARGET


@part
def judge_targets(state):
    """A card bears one token at most; those in the supply are five less those out."""
    if state.mode == 1:
        return marked(state)
    return everybody(state) & ~marked(state) if state.verdicts > 0 else 0


@part
def judge_chosen(state, choice):
    """First which of the two, then the card."""
    if state.phase == MODE:
        state.mode = choice
        if choice == 0:
            gain(state, state.acting, 1)
        return TARGET
    if state.mode == 1:
        doom(state, choice)
    else:
        state.marks[state.queue[choice]] |= VERDICT
        state.verdicts -= 1
    return DONE


@part
def fanatic(state):
    """Gain 1 point, and 1 more if no other revealed card of your family is in the queue.

    >>> told("R.Fanatic+ | B.Fanatic+ | B.Judge+", "B target 1", set="alliance")
    'R.Fanatic+(V) | B.Fanatic+ | B.Judge+  R+2 B+2'
    """
    alone = 1
    for column in range(state.n_columns):
        another = state.queue[column]
        if (
            another != state.actor
            and state.status[another] == FACE_UP
            and state.control[another] == state.acting
        ):
            alone = 0
    gain(state, state.acting, 1 + alone)
    return DONE


@part
def diplomat(state):
    """Gain 1 point and put 2 on another revealed Diplomat; or gain all points on this card and discard it.

    >>> told("R.Diplomat+{2} | B.Diplomat+", "R bestow", "B withdraw", set="alliance")
    'R.Diplomat+{2}  R+1 B+2'
    """
    return MODE


@part
def diplomat_targets(state):
    """The other revealed Diplomats."""
    found = 0
    for column in range(state.n_columns):
        another = state.queue[column]
        if another != state.actor and state.status[another] == FACE_UP and state.kind[another] == DIPLOMAT:
            found |= 1 << column
    return found


@part
def diplomat_chosen(state, choice):
    """First which of the two, then the Diplomat."""
    if state.phase == MODE:
        if choice == 0:
            gain(state, state.acting, 1)
            return TARGET
        gain(state, state.acting, state.points[state.actor])
        leave(state)
        return DONE
    state.points[state.queue[choice]] += 2
    return DONE


@part
def deserter(state):
    """Eliminate an adjacent card, 1 more for a Character; discarded beside no revealed Character.

    >>> told("R.Deserter+ | B.Informer-2 | G.Fanatic+", set="alliance")
    'R.Deserter+ | G.Fanatic+  R+2 G+2'
    """
    if state.n_victims > 0 and is_character(state.victims[0]):
        gain(state, state.acting, 1)
    if (
        state.actor != NOTHING
        and not shows_character(state, state.spot - 1)
        and not shows_character(state, state.spot + 1)
    ):
        leave(state)
    return DONE


@part
def rebellion_may_be_revealed(state, slot):
    """It takes a point to reveal it, unless OPT-17 says yes."""
    return state.points[slot] > 0 or state.bare_rebellion == 1


@part
def rebellion_revealed(state, slot):
    """One point of those on it goes to the supply."""
    state.mode = 1
    if state.points[slot] > 0:
        state.mode = 0
        gain(state, state.control[slot], state.points[slot] - 1)
        state.points[slot] = 0
    return DONE


@part
def rebellion(state):
    """Pay a point of those on it and eliminate both adjacent cards; then it is turned face down again.

    >>> told("B.Fanatic+ | R.Rebellion-3 | G.Empress-1", "R reveal", round=4, set="alliance")
    'R.Rebellion-0  R+4 B+2'
    """
    if state.mode == 0:
        state.doomed |= adjacent(state)
    return DONE


@part
def rebellion_after(state):
    """Turned down again; everybody knows what it is."""
    if state.actor != NOTHING:
        state.status[state.actor] = FACE_DOWN
        state.marks[state.actor] |= KNOWN
    return DONE


@part
def extortion(state, family):
    """Revealed by you: gain 1. Eliminated by an opponent: gain 2 for each card of that family in the queue.

    Then each face-down card of that family loses a point.

    >>> told("R.Deserter+ | B.Extortion-1 | R.Informer-2 | R.Fanatic-0", "R keep", "R keep", set="alliance")
    'R.Informer-2 | R.Fanatic-1  R+1 B+6'
    """
    if not opponents(state, family, state.acting):
        return DONE
    for column in range(state.n_columns):
        slot = state.queue[column]
        while slot != NOTHING:
            if state.control[slot] == state.acting:
                gain(state, family, 2)
                if state.status[slot] == FACE_DOWN and state.points[slot] > 0:
                    state.points[slot] -= 1
            slot = state.below[slot] - 1 if state.extortion == 1 else NOTHING
    return DONE


@part
def infiltration(state):
    """Put a point on each own face-down card; from now on eliminating a face-down card pays 2 more.

    >>> told("R.Infiltration-1 | R.Judge-0", "R reveal", "R keep", set="alliance")
    'R.Judge-2  R+1'
    """
    mine = downs(state, state.acting, False)
    for column in range(state.n_columns):
        if (mine >> column) & 1:
            state.points[state.queue[column]] += 1
    reserve(state)
    return DONE


@part
def deal_revealed(state, slot):
    """Its points stay on it."""
    return DONE


@part
def deal(state):
    """Reserve it with its points: gained every round if you have a card in the queue, and at the end.

    >>> told("R.Deal-2 | B.Judge-0", "R reveal", "B keep", round=6, set="alliance")
    'B.Judge-1  R+2'
    """
    state.deal[state.actor >> FAMILY_BITS] = state.points[state.actor]
    reserve(state)
    return DONE


@part
def deal_round_start(state, family):
    """The income needs a card that counts as the family's on top in the queue (D9); OPT-19 used: once."""
    for column in range(state.n_columns):
        if state.control[state.queue[column]] == family:
            gain(state, family, state.deal[family])
            if state.deal_income == 1:
                state.deal[family] = 0
            return DONE
    return DONE


@part
def deal_game_end(state, family):
    """The points on it are gained."""
    gain(state, family, state.deal[family])
    return DONE


ALLIANCE = (
    Card(
        EMPRESS,
        "Empress",
        CHARACTER,
        "alliance",
        empress,
        "S0",
        resolve=empress,
        targets=empress_targets,
        chosen=empress_chosen,
    ),
    Card(
        INFORMER,
        "Informer",
        CHARACTER,
        "alliance",
        informer,
        "S0; OPT-33, D1, D2",
        resolve=informer,
        chosen=informer_chosen,
    ),
    Card(
        JUDGE,
        "Judge",
        CHARACTER,
        "alliance",
        judge,
        "S0; OPT-13, 14, 15, D15",
        resolve=judge,
        targets=judge_targets,
        chosen=judge_chosen,
    ),
    Card(FANATIC, "Fanatic", CHARACTER, "alliance", fanatic, "S0", resolve=fanatic),
    Card(
        DIPLOMAT,
        "Diplomat",
        CHARACTER,
        "alliance",
        diplomat,
        "S0",
        resolve=diplomat,
        targets=diplomat_targets,
        chosen=diplomat_chosen,
    ),
    Card(
        DESERTER,
        "Deserter",
        CHARACTER,
        "alliance",
        deserter,
        "S0; OPT-25",
        resolve=ask,
        targets=adjacent,
        chosen=strike,
        after=deserter,
    ),
    Card(
        REBELLION,
        "Rebellion",
        INTRIGUE,
        "alliance",
        rebellion,
        "S0; OPT-17, D5, D6, D10",
        may_reveal=rebellion_may_be_revealed,
        revealed=rebellion_revealed,
        resolve=rebellion,
        after=rebellion_after,
    ),
    Card(
        EXTORTION,
        "Extortion",
        INTRIGUE,
        "alliance",
        extortion,
        "S0; OPT-18, D8",
        revealed=take_one,
        resolve=depart,
        eliminated=extortion,
    ),
    Card(
        INFILTRATION,
        "Infiltration",
        INTRIGUE,
        "alliance",
        infiltration,
        "S0; OPT-26, 35",
        resolve=infiltration,
    ),
    Card(
        DEAL,
        "Deal",
        INTRIGUE,
        "alliance",
        deal,
        "S0; OPT-19, D9, D11",
        revealed=deal_revealed,
        resolve=deal,
        round_start=deal_round_start,
        game_end=deal_game_end,
    ),
)
