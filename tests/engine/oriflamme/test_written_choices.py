"""A written position says what is asked: it is refused, or a card there could ask it and play can go on."""

import os
from random import Random

import pytest

from engine.errors import NotationError
from engine.game import game
from engine.games.oriflamme.card import Card
from engine.games.oriflamme.cards import CARDS, NAMES
from engine.games.oriflamme.state import FACE_UP, NOTHING
from engine.jit import COMPILED
from engine.rng import split
from engine.state import State
from tests.strategies import states

SPECS = (
    "oriflamme:seats=3",
    "oriflamme:seats=2",
    "oriflamme:seats=3,set=alliance",
    "oriflamme:seats=3,set=ablaze",
    "oriflamme:seats=3,set=combined,decree-onto=anywhere",
)
NO_TARGETS = Card.__dataclass_fields__["targets"].default
ASKS = {
    "target": {card.name for card in CARDS if card.targets is not NO_TARGETS},
    "gap": {"RoyalDecree"},
    "mode": {"Judge", "Diplomat", "Plot"},
    "exchange": {"Informer"},
    "twin": {"Prince"},
}
"""Which cards ask for what."""
CHECKED = not COMPILED or os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0")
"""A kernel trusts its position, and would write beyond its room: it plays only where that is seen."""

HEADS = 4
"""How many first lines are tried on a position."""


def head(chance: Random) -> str:
    """What the first line of a position may say is asked, sense or nonsense."""
    phase = chance.choice([*ASKS, *ASKS, "reveal", "place"])
    number, points, slot = (str(chance.randint(0, 9)) for _ in range(3))
    words = [phase, number]
    if phase in ASKS:
        names = chance.choice([sorted(ASKS[phase]), sorted(NAMES.values())])
        by = chance.choice(["", "", "by -", f"by {slot}"])
        words += [chance.choice(names), *([by] if by else [])]
        words += [f"picked {slot}"] if phase == "gap" else []
        words += ["mode 1"] if chance.random() < 0.2 else []
        words += [f"plot {points} {chance.choice('RBGK')}"] if by else []
    return " ".join(words)


def could_be_asked(state: State, head: str) -> bool:
    """Is it for a card that asks this, on a face-up card of that name or a Shapeshifter?"""
    words, row = head.split(), state.row
    if words[0] not in ASKS:
        return True
    actor = int(row["actor"])
    acting = NAMES[int(row["kind"][actor])] if actor != NOTHING else "Plot"
    return (
        words[2] in ASKS[words[0]]
        and acting in (words[2], "Shapeshifter")
        and (actor == NOTHING or int(row["status"][actor]) == FACE_UP)
        and int(words[1]) > 0
    )


def check(state: State, what: str) -> bool:
    """Ask something else in a position; is that read?"""
    first, _, rest = str(state).partition("\n")
    try:
        read = state.game.parse(f"{' '.join(first.split()[:4])} {what}\n{rest}")
    except NotationError:
        return False
    assert could_be_asked(read, what), f"{what} in {state!r}"
    assert state.game.parse(str(read)) == read
    assert len({read.format_action(action) for action in read.legal_actions}) == len(read.legal_actions) > 0
    for n in range(read.game.max_decisions if CHECKED else 0):
        if read.is_over:
            return True
        read = read.play(read.legal_actions[split(n, what) % len(read.legal_actions)])
    assert read.is_over or not CHECKED
    return True


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_asked_could_be_asked(spec: str) -> None:
    chance, read = Random(spec), 0
    for state in states(spec, games=2 if COMPILED else 1):
        read += sum(check(state, head(chance)) for _ in range(HEADS))
    assert read > (10 if COMPILED else 2)


ELSEWHERE = """round 2 first R {}
queue R.Shapeshifter+ | B.Spy+ | G.Heir-0
R 1 | Archer Soldier Spy Heir Lord Assassination | RoyalDecree Conspiracy Ambush | - | -
B 1 | Archer Soldier Heir Lord Shapeshifter Assassination | RoyalDecree Conspiracy Ambush | - | -
G 1 | Archer Soldier Spy Lord Shapeshifter Assassination | RoyalDecree Conspiracy Ambush | - | -
"""


@pytest.mark.parametrize("what", ["mode 1 Judge", "mode 2 Plot by - plot 4 B"])
def test_what_is_asked_is_for_a_card_of_the_game(what: str) -> None:
    rules = game("oriflamme:seats=3")
    assert rules.parse(ELSEWHERE.format("reveal 3"))
    with pytest.raises(NotationError):
        rules.parse(ELSEWHERE.format(what))


PLOTTING = """round 2 first R {}
queue B.Queen+ | R.Prince+ | R.Queen+
R 1 | Cutthroat Apothecary Felon Schemer Impersonation | Trap Bribery | Plot | -
B 1 | Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
G 1 | Queen Prince Cutthroat Apothecary Felon Schemer Impersonation | Plot Trap Bribery | - | -
"""


@pytest.mark.parametrize("what", ["mode 0 Plot by - plot 1 R", "twin 1 Prince by 2 plot 1 R"])
def test_what_a_plot_asks_could_be_asked(what: str) -> None:
    rules = game("oriflamme:seats=3,set=ablaze")
    assert rules.parse(PLOTTING.format("mode 1 Plot by - plot 1 R"))
    with pytest.raises(NotationError):
        rules.parse(PLOTTING.format(what))
