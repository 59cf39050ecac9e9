"""What may be chosen of a game of Oriflamme: its size, its cards, and the rules of part C."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import SpecError, nearest
from engine.game import Option
from engine.games.oriflamme.cards import BOXES, KIND_OF, NAMES
from engine.games.oriflamme.state import AMBUSH, DECK, P_DECK, PILES, RULES, TWIN

ALL, COMBINED = "all", "combined"


def _number(low: int, high: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high} is wanted")
        return str(int(text))

    return read


def _cards(text: str) -> str:
    if text == ALL:
        return text
    names = text.split("+")
    for name in names:
        if name not in KIND_OF:
            raise ValueError(f"there is no card '{name}'; {nearest(name, KIND_OF)}")
        if KIND_OF[name] == TWIN:
            raise ValueError("a Twin is never in a hand; it comes with Prince")
    if len(set(names)) < len(names) or not 2 <= len(names) <= DECK:
        raise ValueError(f"two to {DECK} different cards are wanted, joined by +")
    return "+".join(sorted(names, key=KIND_OF.__getitem__))


def _boxes(text: str) -> str:
    names = text.split("+")
    for name in names:
        if name not in BOXES:
            raise ValueError(f"there is no box '{name}'; {nearest(name, BOXES)}")
    return "+".join(box for box in BOXES if box in names)


@dataclass(frozen=True)
class Rule:
    """A rule option of part C: its field in the state, its id, and the values as case files write them."""

    field: str
    option: Option
    values: tuple[str, ...]


def _rule(field: str, name: str, ident: str, values: str, text: str, source: str) -> Rule:
    choices = tuple(values.split())
    return Rule(field, Option(name, text, choices, ident, source), choices)


RULE_OPTIONS = (
    _rule(
        "own_ambush",
        "own-ambush",
        "OPT-01",
        "first second",
        "An own card eliminates an own Ambush: 1 point more and both are discarded (first edition), or "
        "nothing more (second).",
        "S3, R1 / R2",
    ),
    _rule(
        "lord",
        "lord",
        "OPT-02",
        "covered top",
        "A Lord beside a stack counts every card of it, or only its top.",
        "S3, S2, R1 / R2, J",
    ),
    _rule(
        "copied_heir",
        "copied-heir",
        "OPT-03",
        "shapeshifter only heir",
        "A Shapeshifter that copies an Heir gains nothing if another Shapeshifter is revealed; also if "
        "another Heir is; or only if another Heir is.",
        "S3, R1, R2, J / S2; D3",
    ),
    _rule(
        "self_target",
        "self-target",
        "OPT-05",
        "yes no",
        "Archer and Assassination may choose themselves.",
        "R2, S2, S3, S4 / J, JF; D21",
    ),
    _rule(
        "spy_own",
        "spy-own",
        "OPT-06",
        "yes no",
        "A Spy may choose an own neighbour although a foreign one exists.",
        "literal / S3, JF; D21",
    ),
    _rule(
        "decree_onto",
        "decree-onto",
        "OPT-07",
        "never own anywhere",
        "A Royal Decree may put its card onto another: never, on one of the same family, on any.",
        "R2 / J / S2, S3, S4; D4",
    ),
    _rule(
        "apothecary",
        "apothecary-itself",
        "OPT-11",
        "yes no",
        "An Apothecary may choose itself.",
        "literal; D21",
    ),
    _rule(
        "tie_break",
        "tie-break",
        "OPT-16",
        "tops all",
        "Ties are broken by the uncovered cards in the queue, or by all.",
        "S0 / S2, S4, R1, J",
    ),
    _rule(
        "bare_rebellion",
        "bare-rebellion",
        "OPT-17",
        "no yes",
        "A Rebellion may be revealed without a point on it, to no effect.",
        "S0; D10",
    ),
    _rule(
        "extortion",
        "extortion",
        "OPT-18",
        "tops all",
        "An Extortion counts the uncovered cards of the attacker's family, or all.",
        "ruling; D8",
    ),
    _rule(
        "deal_income",
        "deal-income",
        "OPT-19",
        "stay used",
        "The points of a reserved Deal are paid every round and once more at the end, or only once.",
        "S0; D11",
    ),
    _rule(
        "colours",
        "two-player-placement",
        "OPT-20",
        "any each",
        "Two players: the two cards of a round are of any colour, or one of each.",
        "JP / DB",
    ),
    _rule(
        "first_stack",
        "first-round-stacking",
        "OPT-30",
        "no yes",
        "Cards may be stacked in the first round.",
        "R1 / JP unsaid",
    ),
)
assert tuple(rule.field for rule in RULE_OPTIONS) == RULES

OPTIONS = (
    Option("seats", "How many play.", ("2", "3", "4", "5"), default="4"),
    Option("set", "Which box is played, or ten kinds drawn from several (A5).", (*BOXES, COMBINED)),
    Option(
        "boxes",
        "The boxes that a combined game is drawn from, joined by +.",
        ("base+alliance+ablaze", "base+alliance"),
        read=_boxes,
    ),
    Option(
        "cards",
        "Only these cards, joined by +, in place of the box's ten: for small games.",
        (ALL, "Soldier+Spy+Heir+Ambush"),
        read=_cards,
    ),
    Option("aside", "How many cards of a family are set aside.", ("3", "0 to 8"), read=_number(0, 8)),
    Option("rounds", "How many rounds are played.", ("6", "1 to 6"), read=_number(1, 6)),
    Option(
        "families",
        "How many families a seat plays: usual is two at two seats (the official variant), else one.",
        ("usual", "1", "2"),
        source="DB, JP",
    ),
    Option("edition", "The box's edition: second sets own-ambush=second and lord=top.", ("first", "second")),
    *(rule.option for rule in RULE_OPTIONS),
)
IDENTS = {rule.option.ident: rule for rule in RULE_OPTIONS}


def expand(given: dict[str, str]) -> dict[str, str]:
    """Write an edition as the options that it sets, where they are not named themselves."""
    if given.get("edition") == "second":
        given = {"own-ambush": "second", "lord": "top", **given}
        del given["edition"]
    return given


def is_drawn(options: Mapping[str, str]) -> bool:
    """Are the kinds drawn with the deal?"""
    return options["cards"] == ALL and options["set"] == COMBINED


def kinds_of(options: dict[str, str]) -> tuple[int, ...]:
    """The kinds that every family plays, ascending; for a combined game those that may be drawn."""
    if options["cards"] != ALL:
        return tuple(KIND_OF[name] for name in options["cards"].split("+"))
    boxes = options["boxes"].split("+") if is_drawn(options) else [options["set"]]
    return tuple(sorted(card.kind for box in boxes for card in BOXES[box] if card.kind != TWIN))


def fits_piles(kinds: tuple[int, ...], options: dict[str, str]) -> bool:
    """Could these kinds have been drawn for that combined game?"""
    allowed = set(kinds_of(options))
    return set(kinds) <= allowed and all(len(set(kinds) & set(pile)) == size for size, pile in PILES)


def parameters_of(options: dict[str, str]) -> NDArray[np.int64]:
    """What the kernels are told of a game; raises SpecError where sizes do not fit together."""
    seats, aside, rounds = (int(options[name]) for name in ("seats", "aside", "rounds"))
    kinds = kinds_of(options)
    pair = int(options["families"] == "2" or (options["families"] == "usual" and seats == 2))
    if pair and seats != 2:
        raise SpecError(f"families=2 is the game of two; with seats={seats} each seat plays one family")
    drawn = is_drawn(options)
    if pair and (options["set"] != "base" or any(kind > AMBUSH for kind in kinds)):
        raise SpecError("the two-player game has base cards only; families=1 plays others with two seats")
    size = DECK if drawn else len(kinds)
    if rounds > size - aside:
        raise SpecError(
            f"{size} cards less {aside} set aside are {size - aside} to play; "
            f"rounds={rounds} does not fit: choose rounds and aside so that rounds + aside <= {size}"
        )
    values = [rule.values.index(options[rule.option.name]) for rule in RULE_OPTIONS]
    last = [sum(1 << kind for kind in set(pile) & set(kinds)) for _, pile in PILES] if drawn else kinds
    row = [seats, pair, rounds, aside, size, int(drawn), *values, *last]
    return np.array(row + [0] * (P_DECK + DECK - len(row)), np.int64)


def idents(options: dict[str, str]) -> dict[str, str]:
    """The rule options that differ from their defaults, by id, as traces write them."""
    return {
        rule.option.ident: options[rule.option.name]
        for rule in RULE_OPTIONS
        if options[rule.option.name] != rule.option.usual
    }


def names(kinds: tuple[int, ...]) -> list[str]:
    """The names of kinds."""
    return [NAMES[kind] for kind in kinds]
