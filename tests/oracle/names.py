"""The card names of each set in their fixed order, their types, and the rule options."""

BASE = ["Archer", "Soldier", "Spy", "Heir", "Lord", "Shapeshifter", "Assassination", "RoyalDecree",
        "Conspiracy", "Ambush"]  # fmt: skip
ALLIANCE = ["Empress", "Informer", "Judge", "Fanatic", "Diplomat", "Deserter", "Rebellion", "Extortion",
            "Infiltration", "Deal"]  # fmt: skip
# A4: the Twin is the eleventh card, never shuffled, so it is no part of the ten.
ABLAZE = ["Queen", "Prince", "Cutthroat", "Apothecary", "Felon", "Schemer", "Impersonation", "Plot", "Trap",
          "Bribery"]  # fmt: skip
SETS = {"base": BASE, "alliance": ALLIANCE, "ablaze": ABLAZE}
TWIN = "Twin"
ALL_NAMES = [*BASE, *ALLIANCE, *ABLAZE, TWIN]

CHARACTERS = frozenset({
    "Archer", "Soldier", "Spy", "Heir", "Lord", "Shapeshifter",
    "Empress", "Informer", "Judge", "Fanatic", "Diplomat", "Deserter",
    "Queen", "Prince", TWIN, "Cutthroat", "Apothecary", "Felon", "Schemer",
})  # fmt: skip

FAMILIES = ["R", "B", "G", "K", "Y"]
PAIRS = ["RB", "GK"]

VERDICT_TOKENS = 5
"""A3: five tokens shared by all."""

COMBINED_PILES = [
    (1, ["Conspiracy", "Plot", "Deal"]),
    (1, ["Ambush", "Trap", "Extortion"]),
    (2, ["RoyalDecree", "Assassination", "Impersonation", "Bribery", "Rebellion", "Infiltration"]),
    (2, ["Soldier", "Archer", "Cutthroat", "Apothecary", "Deserter", "Judge"]),
    (4, ["Heir", "Lord", "Spy", "Shapeshifter", "Queen", "Prince", "Schemer", "Felon", "Empress", "Informer",
         "Diplomat", "Fanatic"]),
]  # fmt: skip
"""A5: how many card types of a combined game are drawn from which pile."""

OPTIONS = {
    "OPT-01": ["first", "second"],
    "OPT-02": ["covered", "top"],
    "OPT-03": ["shapeshifter", "only", "heir"],
    "OPT-05": ["yes", "no"],
    "OPT-06": ["yes", "no"],
    "OPT-07": ["never", "own", "anywhere"],
    "OPT-11": ["yes", "no"],
    "OPT-16": ["tops", "all"],
    "OPT-17": ["no", "yes"],
    "OPT-18": ["tops", "all"],
    "OPT-19": ["stay", "used"],
    "OPT-20": ["any", "each"],
    "OPT-30": ["no", "yes"],
}
"""The rule options of Oriflamme and their values, the default first."""


def set_names(cards: str | list[str]) -> list[str]:
    """Give the card names of a set in their order; a list (combined or small game) keeps its own order."""
    names = SETS[cards] if isinstance(cards, str) else [name for name in cards if name != TWIN]
    unknown = [name for name in names if name not in ALL_NAMES]
    if unknown or len(set(names)) != len(names):
        raise ValueError(f"not a set of different known cards: {cards}")
    return list(names)


def full_options(options: dict[str, str] | None) -> dict[str, str]:
    """Complete the given rule options with the defaults, refusing unknown ones."""
    full = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in (options or {}).items():
        if value not in OPTIONS.get(name, []):
            raise ValueError(f"unknown option {name} = {value!r}")
        full[name] = value
    return full
