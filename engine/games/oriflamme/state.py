"""The state of an Oriflamme game: one flat record, and the words for its small integers.

A *slot* is a place in the record for one card of the queue: slot = family * FAMILY + a number. The
queue lists the top slot of every *column* (a stack, numbered from 0 at the front); `below` leads
down a stack. A card that leaves the queue leaves its slot cleared, so equal positions have equal
bytes (`canonical` numbers the slots anew in the order of the queue).

A *family* is a colour, a *seat* a player: one family each, or two in the official two-player game,
where seat = family >> pair.
"""

import numpy as np

from engine.jit import record

SEATS, FAMILIES, FAMILY, DECK, DRAW = 5, 5, 8, 10, 14
KINDS = 62
"""Room for kinds. Actions are numbered by it, so it never changes."""
# A family has eight cards in the queue at most: six placed, one for a bribed Informer (its Bribery has left),
# the Twin, and one that an Impersonation puts down before it leaves. Two families a seat: three in hand and
# one drawn after each of five rounds. So six rounds are the most that can be played.
SLOTS = FAMILIES * FAMILY
FAMILY_BITS = 3
assert 1 << FAMILY_BITS == FAMILY

(
    ARCHER,
    SOLDIER,
    SPY,
    HEIR,
    LORD,
    SHAPESHIFTER,
    ASSASSINATION,
    ROYAL_DECREE,
    CONSPIRACY,
    AMBUSH,
    EMPRESS,
    INFORMER,
    JUDGE,
    FANATIC,
    DIPLOMAT,
    DESERTER,
    REBELLION,
    EXTORTION,
    INFILTRATION,
    DEAL,
    QUEEN,
    PRINCE,
    TWIN,
    CUTTHROAT,
    APOTHECARY,
    FELON,
    SCHEMER,
    IMPERSONATION,
    PLOT,
    TRAP,
    BRIBERY,
) = range(31)

NOTHING = -1
UNKNOWN = -1
"""The kind of a card that a view does not know."""
UNKNOWN_DRAW = 62
"""The same in a draw deck, whose entries are 1 + kind + 64 * colour (0: no card)."""
COLOUR = 64

UNPLAYED, FACE_DOWN, FACE_UP = range(3)  # status of a slot

# Marks on a card, as bits: a Verdict token; may not be activated before the next round; a Bribery token;
# face down, but all know what it is; placed before its family's Informer (Shapeshifter) came back into
# the hand, so it is not that card.
VERDICT, WAITING, BRIBED, KNOWN, NOT_INFORMER, NOT_SHAPESHIFTER = (1 << i for i in range(6))
VERDICTS = 5
"""The Verdict tokens that exist (A3)."""

# Phases: what `to_act` has to choose.
PLACE, REVEAL, TARGET, GAP, MODE, EXCHANGE, TWIN_PLACE, OVER, RESOLVING = range(
    9
)  # RESOLVING: go on, no choice
# Answers of a card's hook, besides a phase to ask for: the text is done; resolve `effect` from its
# start; a choice was made, so ask the card what it does with it.
DONE, AGAIN, CHOSEN = -1, -2, -3

# Actions. Placement: (colour * KINDS + kind) * PLACES + where (0 front, 1 back, 2 + column: on it).
PLACES = 42
FRONT, BACK, ON = 0, 1, 2
KEEP_IT = 2 * KINDS * PLACES
REVEAL_IT = KEEP_IT + 1
TARGET_0 = REVEAL_IT + 1  # + column
GAP_0 = TARGET_0 + SLOTS  # + column before which it goes; the number of columns is the end
ONTO_0 = GAP_0 + SLOTS + 1  # + column onto which it goes
MODE_0 = ONTO_0 + SLOTS  # + 0 or 1
EXCHANGE_0 = MODE_0 + 2  # + kind
TWIN_0 = EXCHANGE_0 + KINDS  # + where
N_ACTIONS = TWIN_0 + PLACES
MAX_LEGAL = 256
MAX_DECISIONS = 400

STATE = record(
    [
        ("targets", np.int64),  # columns that may be chosen, as bits, while a target is asked for
        ("doomed", np.int64),  # columns that the running text eliminates; 0 between actions
        ("purse", np.int16, (SEATS,)),
        ("hand", np.int64, (FAMILIES,)),  # by family, kinds as bits, like the piles that follow
        ("aside", np.int64, (FAMILIES,)),
        ("pile", np.int64, (FAMILIES,)),
        ("reserve", np.int64, (FAMILIES,)),
        ("not_aside", np.int64, (FAMILIES,)),  # hidden, but all know that it is not set aside
        ("held", np.int8, (FAMILIES,)),  # how many cards the hand has, which all see
        ("hidden", np.int8, (FAMILIES,)),  # how many are set aside face down
        ("queue", np.int8, (SLOTS,)),
        ("kind", np.int8, (SLOTS,)),
        ("below", np.int8, (SLOTS,)),  # slot + 1 of the card under it, or 0
        ("points", np.int8, (SLOTS,)),
        ("status", np.int8, (SLOTS,)),
        ("control", np.int8, (SLOTS,)),  # the family that the card counts as
        ("marks", np.int8, (SLOTS,)),
        ("deal", np.int8, (FAMILIES,)),  # points on a reserved Deal
        ("draw", np.int8, (2 * DRAW,)),  # two players: a deck a seat, top first
        ("kinds", np.int8, (DECK,)),  # what the game is played with, ascending
        ("victims", np.int8, (2 * FAMILIES,)),  # kind, family of those just eliminated
        ("n_victims", np.int8),
        ("unpaid", np.int8),  # victims that no point is paid for
        ("n_waiting", np.int8),
        ("verdicts", np.int8),  # tokens in the supply
        ("twins", np.int8),  # families whose Twin is set aside, as bits
        ("mode", np.int8),  # which of two texts was chosen
        ("fresh", np.int8),  # 1: the acting card was revealed just now
        ("plotting", np.int8),  # 2: a Plot is to use its first Character, 1: its points, 0: none
        ("plot", np.int8),  # points left on it
        ("plotter", np.int8),  # its family
        ("n_kinds", np.int8),
        ("seats", np.int8),
        ("families", np.int8),
        ("pair", np.int8),  # 1: two families a seat
        ("rounds", np.int8),
        ("turn", np.int8),  # rounds done
        ("first", np.int8),  # the seat with the tile
        ("placed", np.int8),  # cards placed this round
        ("laid", np.int8),  # two players: families placed this round, as bits
        ("phase", np.int8),
        ("to_act", np.int8),
        ("n_columns", np.int8),
        ("pointer", np.int8),  # the column that is being resolved
        ("current", np.int8),  # the slot that the pointer found there, or NOTHING once it has left
        ("spot", np.int8),  # the column of the acting card
        ("actor", np.int8),  # the slot of the acting card
        ("acting", np.int8),  # the family it acts for
        ("effect", np.int8),  # whose text it follows, a kind, or NOTHING
        ("picked", np.int8),  # a column that the text remembers, or NOTHING
        # The rules that may be chosen (part C); 0 is the default of each.
        ("own_ambush", np.int8),  # OPT-01: 1 second
        ("lord", np.int8),  # OPT-02: 1 top
        ("copied_heir", np.int8),  # OPT-03: 1 only, 2 heir
        ("self_target", np.int8),  # OPT-05: 1 no
        ("spy_own", np.int8),  # OPT-06: 1 no
        ("decree_onto", np.int8),  # OPT-07: 1 own, 2 anywhere
        ("apothecary", np.int8),  # OPT-11: 1 no
        ("tie_break", np.int8),  # OPT-16: 1 all
        ("bare_rebellion", np.int8),  # OPT-17: 1 yes
        ("extortion", np.int8),  # OPT-18: 1 all
        ("deal_income", np.int8),  # OPT-19: 1 used
        ("colours", np.int8),  # OPT-20: 1 each
        ("first_stack", np.int8),  # OPT-30: 1 yes
    ]
)

TIE_BREAKERS = 64
"""A score is a purse times this, and the cards in the queue that break ties, which are always fewer."""

RULES = (
    "own_ambush",
    "lord",
    "copied_heir",
    "self_target",
    "spy_own",
    "decree_onto",
    "apothecary",
    "tie_break",
    "bare_rebellion",
    "extortion",
    "deal_income",
    "colours",
    "first_stack",
)
"""The fields that hold rule options, in the order in which the parameters give them."""

# Parameters: seats, families a seat, rounds, cards set aside, kinds, 1 if the kinds are drawn from the
# five piles of A5, the rules, then the kinds, or else how many of each pile and which.
P_SEATS, P_PAIR, P_ROUNDS, P_ASIDE, P_KINDS, P_DRAWN, P_RULES = range(7)
P_DECK = P_RULES + len(RULES)

PILES = (
    (1, (CONSPIRACY, PLOT, DEAL)),
    (1, (AMBUSH, TRAP, EXTORTION)),
    (2, (ROYAL_DECREE, ASSASSINATION, IMPERSONATION, BRIBERY, REBELLION, INFILTRATION)),
    (2, (SOLDIER, ARCHER, CUTTHROAT, APOTHECARY, DESERTER, JUDGE)),
    (4, (HEIR, LORD, SPY, SHAPESHIFTER, QUEEN, PRINCE, SCHEMER, FELON, EMPRESS, INFORMER, DIPLOMAT, FANATIC)),
)
"""The combined game (A5): how many kinds are drawn from which pile."""

CHARACTERS = sum(
    1 << kind
    for kind in (
        *(
            ARCHER,
            SOLDIER,
            SPY,
            HEIR,
            LORD,
            SHAPESHIFTER,
            EMPRESS,
            INFORMER,
            JUDGE,
            FANATIC,
            DIPLOMAT,
            DESERTER,
        ),
        *(QUEEN, PRINCE, TWIN, CUTTHROAT, APOTHECARY, FELON, SCHEMER),
        *range(31, 47),  # cards to come
    )
)
"""The kinds that are Characters, as bits; the others are Intrigues."""
