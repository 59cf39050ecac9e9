"""The ten cards of the base game. The first line of each card's function is its rule, and then an
example: a position before and after the whole row is resolved (`told` in cases.py of this game).
"""

from engine.games.oriflamme.card import CHARACTER, INTRIGUE, Card
from engine.games.oriflamme.effects import (
    adjacent,
    any_card,
    ask,
    depart,
    gain,
    leave,
    lose,
    opponents,
    other,
    strike,
    take_one,
    top,
)
from engine.games.oriflamme.moving import move
from engine.games.oriflamme.state import (
    AGAIN,
    AMBUSH,
    ARCHER,
    ASSASSINATION,
    CONSPIRACY,
    DONE,
    FACE_UP,
    GAP,
    HEIR,
    LORD,
    NOTHING,
    ROYAL_DECREE,
    SHAPESHIFTER,
    SOLDIER,
    SPY,
    TARGET,
)
from engine.jit import part


@part
def archer(state):
    """Eliminate the first or the last card of the queue, your own or the Archer itself too.

    >>> told("R.Archer+ | B.Lord-1 | R.Heir-2", "R target 3", "B keep")
    'R.Archer+ | B.Lord-2  R+1'
    """
    return (1 | 1 << state.n_columns >> 1) & any_card(state)


@part
def soldier(state, choice):
    """Eliminate an adjacent card, your own too if there is no other.

    >>> told("B.Lord+ | R.Soldier+ | G.Heir+", "R target 1")
    'R.Soldier+ | G.Heir+  R+1 B+1 G+2'
    """
    return strike(state, choice)


@part
def spy_targets(state):
    """The neighbours; with OPT-06 no, an own one only where no other player's is."""
    around = adjacent(state)
    if state.spy_own == 1:
        foreign = 0
        for column in (state.spot - 1, state.spot + 1):
            slot = top(state, column)
            if slot != NOTHING and opponents(state, state.control[slot], state.acting):
                foreign |= 1 << column
        if foreign != 0:
            return foreign
    return around


@part
def spy(state, choice):
    """Steal a point from the purse of the player of an adjacent card.

    >>> told("R.Spy+ | B.Archer-3", "B keep")
    'R.Spy+ | B.Archer-4  R+1 B-1'
    """
    victim = state.control[state.queue[choice]]
    if opponents(state, victim, state.acting):
        gain(state, state.acting, lose(state, victim, 1))
    return DONE


@part
def heir(state):
    """Gain 2 points if no other revealed Heir is in the queue.

    A Shapeshifter that copies it bears its own name: another revealed Shapeshifter spoils it (OPT-03).

    >>> told("R.Heir+ | B.Spy-0 / B.Heir+", "B keep")
    'R.Heir+ | B.Spy-1 / B.Heir+  R+2'
    """
    name = state.kind[state.actor]
    namesakes = 0
    heirs = 0
    for column in range(state.n_columns):
        another = state.queue[column]
        if another != state.actor and state.status[another] == FACE_UP:
            if state.kind[another] == name:
                namesakes += 1
            if state.kind[another] == HEIR:
                heirs += 1
    spoiled = namesakes > 0
    if name != HEIR and state.copied_heir != 0:
        spoiled = heirs > 1 or (state.copied_heir == 1 and spoiled)
    if not spoiled:
        gain(state, state.acting, 2)
    return DONE


@part
def kin(state, column):
    """How many cards of the acting family lie in a column: covered ones count, unless OPT-02 says top."""
    slot = top(state, column)
    count = 0
    while slot != NOTHING:
        if state.control[slot] == state.acting:
            count += 1
        slot = state.below[slot] - 1 if state.lord == 0 else NOTHING
    return count


@part
def lord(state):
    """Gain 1 point, and 1 more for each adjacent card of your family, revealed or not, covered or not.

    >>> told("R.Spy+ / R.Heir+ | R.Lord+ | B.Archer-0", "B keep")
    'R.Spy+ / R.Heir+ | R.Lord+ | B.Archer-1  R+3'
    """
    gain(state, state.acting, 1 + kin(state, state.spot - 1) + kin(state, state.spot + 1))
    return DONE


@part
def shapeshifter_targets(state):
    """The neighbours that lie face up."""
    found = 0
    for column in (state.spot - 1, state.spot + 1):
        slot = top(state, column)
        if slot != NOTHING and state.status[slot] == FACE_UP:
            found |= 1 << column
    return found


@part
def shapeshifter(state, choice):
    """Use the ability of an adjacent revealed card as if it stood on this card.

    Copying another Shapeshifter does nothing.

    >>> told("R.Shapeshifter+ | B.Heir+ | G.Heir+")
    'R.Shapeshifter+ | B.Heir+ | G.Heir+  R+2'
    """
    kind = state.kind[state.queue[choice]]
    if kind == SHAPESHIFTER:
        return DONE
    state.effect = kind
    state.fresh = 0
    return AGAIN


@part
def assassination(state, choice):
    """Eliminate any card of the queue, then discard this card.

    >>> told("B.Lord-1 | R.Assassination-0 / R.Soldier+ | G.Spy+", "B keep", "R reveal", "R target 1")
    'R.Soldier+  R+2'
    """
    return strike(state, choice)


@part
def royal_decree(state, choice):
    """Move another card of the queue to any place but onto a card, then discard this card.

    >>> told("B.Heir+ | R.RoyalDecree-0 | G.Spy-1", "R reveal", "R target 1", "R gap end", "G keep")
    'G.Spy-2 | B.Heir+  B+4'
    """
    if state.phase == TARGET:
        state.picked = choice
        return GAP
    move(state, choice)
    return DONE


@part
def conspiracy(state, slot):
    """When you reveal it gain twice the points on it, then discard it.

    >>> told("R.Conspiracy-3 | B.Spy-0", "R reveal", "B keep")
    'B.Spy-1  R+6'
    """
    gain(state, state.control[slot], 2 * state.points[slot])
    state.points[slot] = 0
    return DONE


@part
def ambush(state, family):
    """Eliminated by an opponent: gain 4 and discard the attacker; revealed by you: gain only 1.

    Eliminated by an own card: 1 point and both are discarded; with OPT-01 second nothing but the elimination.

    >>> told("R.Soldier-1 | B.Ambush-3", "R reveal")
    '  R+2 B+4'
    """
    own = not opponents(state, family, state.acting)
    if own and state.own_ambush == 1:
        return DONE
    gain(state, family, 1 if own else 4)
    leave(state)
    return DONE


BASE = (
    Card(
        ARCHER,
        "Archer",
        CHARACTER,
        "base",
        archer,
        "S2, S3, S4, R2; OPT-05",
        resolve=ask,
        targets=archer,
        chosen=strike,
    ),
    Card(
        SOLDIER,
        "Soldier",
        CHARACTER,
        "base",
        soldier,
        "S2, S3, S4, R2",
        resolve=ask,
        targets=adjacent,
        chosen=soldier,
    ),
    Card(
        SPY,
        "Spy",
        CHARACTER,
        "base",
        spy,
        "S2, S3; OPT-06",
        resolve=ask,
        targets=spy_targets,
        chosen=spy,
    ),
    Card(HEIR, "Heir", CHARACTER, "base", heir, "S2, S3, S4, J; OPT-03", resolve=heir),
    Card(LORD, "Lord", CHARACTER, "base", lord, "S2, S3, R1; OPT-02", resolve=lord),
    Card(
        SHAPESHIFTER,
        "Shapeshifter",
        CHARACTER,
        "base",
        shapeshifter,
        "S2, S3, R1, R2, J; OPT-03",
        resolve=ask,
        targets=shapeshifter_targets,
        chosen=shapeshifter,
    ),
    Card(
        ASSASSINATION,
        "Assassination",
        INTRIGUE,
        "base",
        assassination,
        "S2, S3, S4, R2; OPT-05",
        resolve=ask,
        targets=any_card,
        chosen=assassination,
        after=depart,
    ),
    Card(
        ROYAL_DECREE,
        "RoyalDecree",
        INTRIGUE,
        "base",
        royal_decree,
        "S2, S3, R1, R2; OPT-07, 08, 09",
        resolve=ask,
        targets=other,
        chosen=royal_decree,
        after=depart,
    ),
    Card(
        CONSPIRACY,
        "Conspiracy",
        INTRIGUE,
        "base",
        conspiracy,
        "S2, S3, J",
        revealed=conspiracy,
        resolve=depart,
    ),
    Card(
        AMBUSH,
        "Ambush",
        INTRIGUE,
        "base",
        ambush,
        "S2, S3, S4, R1, R2; OPT-01, 04",
        revealed=take_one,
        resolve=depart,
        eliminated=ambush,
    ),
)
