"""The parts of a search as options of a bot, and the plan they make; illegal combinations are refused."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ai.bindings import Binding
from ai.search.budget import budget, options, whole
from ai.search.hints import all_open
from ai.search.plan import (
    DETERMINIZED,
    EXP3,
    FLAT,
    KEYED,
    MARGIN,
    MAST,
    MULTI,
    NAST,
    PAYOFFS,
    PLAYOUTS,
    PUCT,
    REGRET,
    RULES,
    SHARE,
    SMOOTH,
    STYLE,
    TREES,
    TUNED,
    UCB1,
    blank,
)
from engine.errors import SpecError
from engine.game import Game, Option

FINALS = ("visits", "value", "mixed")
"""How the action is chosen: most visited, best mean, or drawn among those nearly as much visited."""
EXACT = "exact"


class Parts(NamedTuple):
    """What complete options name, for a game."""

    plans: Any
    """The plan, in a one-element array; the budget of one thread."""
    listens: bool
    """Does the kernel take a log?"""
    extras: bool
    """Does it take room for more than the plain parts?"""
    final: str
    near: float
    """Of the largest count of visits, what an action must have at least to be drawn."""
    threads: int
    endgame: bool

    @property
    def grows(self) -> bool:
        """Is there a tree below the root?"""
        return int(self.plans["tree"][0]) != FLAT

    @property
    def keyed(self) -> bool:
        """Are places found by key?"""
        return int(self.plans["tree"][0]) in (MULTI, KEYED)


_NUMBER = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?", re.IGNORECASE)


def number(least: float, most: float) -> Callable[[str], str]:
    """A reader of numbers, for an option: each has one form."""

    def read(text: str) -> str:
        if not _NUMBER.fullmatch(text) or not least <= float(text) <= most:
            raise ValueError(f"a number from {least:g} to {most:g} is wanted")
        return f"{float(text) + 0.0:.12g}"  # no minus zero

    return read


def _number(name: str, text: str, usual: str, least: float, most: float) -> Option:
    return Option(name, text, (usual,), read=number(least, most))


def _named(text: str) -> str:
    if not text or not all(each.isalnum() or each in "-_" for each in text):
        raise ValueError("a name is wanted")
    return text


def _stages(text: str) -> str:
    if text == "no":
        return text
    try:
        return whole(0, 1000)(text)
    except ValueError:
        raise ValueError("'no' or a whole number from 0 to 1,000 is wanted") from None


def search_options(iterations: int, **usual: str) -> tuple[Option, ...]:
    """All options of a search, with the defaults of one bot where they differ from the plain ones."""
    all_options = (
        *options(iterations),
        Option("threads", "Root-parallel threads; figures are added up.", ("1",), read=whole(1, 64)),
        Option("tree", "What the tree is made of.", TREES),
        Option("worlds", "Trees of a determinized search.", ("20",), read=whole(1, 10_000)),
        Option("selection", "How it goes down where all see what is chosen.", RULES),
        Option("simultaneous", "How it goes down where several choose at once.", ("same", *RULES)),
        _number("c", "How much it explores, for pay-offs from 0 to 1.", "0.7", 0, 100),
        _number("gamma", "Least share of exploration (smooth, regret, exp3).", "0.1", 0, 1),
        _number("eta", "Largest share of exploration (smooth).", "0.9", 0, 1),
        _number("decay", "How fast that share falls (smooth).", "0.001", 0, 100),
        _number("widen", "Children a node may have for one visit; 0: all at once.", "0", 0, 1000),
        _number("power", "The power of the visits by which they grow.", "0.5", 0, 1),
        _number("urgency", "What an untried action is worth; 1000: it goes first.", "1000", 0, 1000),
        Option("halving", "Sequential halving at the root.", ("no", "yes")),
        Option("payoff", "What is sought: a share of the win, a rank, a margin.", PAYOFFS),
        _number("weight", "The share of the win in a mixture with rank or margin.", "0.5", 0, 1),
        _number("scale", "Points of margin that count for much.", "4", 0.01, 10_000),
        Option("backup", "Each seat for itself, or all against the searcher.", ("max-n", "paranoid")),
        Option("playout", "How games are played on below the tree.", PLAYOUTS),
        Option(
            "style",
            "For playout=style: hoarder, aggressor (oriflamme), ducker, counter (tide).",
            ("none",),
            read=_named,
        ),
        _number("epsilon", "Share of random actions (playout=style).", "0.1", 0, 1),
        _number("tau", "Temperature of mast and nast.", "0.5", 0.001, 1000),
        Option("cut", "Rounds or tricks after which a playout is estimated.", ("no",), read=_stages),
        Option("prior", "A style, as above, that says what to try first.", ("none",), read=_named),
        _number("sharpness", "How much a point of its score counts.", "1", 0, 1000),
        Option(
            "belief",
            "A model of opponents that weighs the worlds: styles, search (oriflamme).",
            ("none",),
            read=_named,
        ),
        _number("doubt", "The share of worlds that are not weighed.", "0.2", 0, 1),
        _number("fresh", "Share of worlds with the searcher's own hidden cards drawn anew.", "0", 0, 0.99),
        Option("final", "Which action is played.", FINALS),
        _number("near", "Share of the most visits that counts as near (final=mixed).", "0.5", 0, 1),
        Option("endgame", "Solve the last decisions exactly where the game can.", ("no", EXACT)),
    )
    return tuple(
        Option(each.name, each.text, each.choices, read=each.read, default=usual[each.name])
        if each.name in usual
        else each
        for each in all_options
    )


ONE_OF = ("iterations", "milliseconds")


def _index(chosen: Mapping[str, str], name: str, offered: tuple[str, ...], game: Game) -> int:
    """The number of what an option names among what the game offers; -1 for none."""
    value = chosen[name]
    if value == "none":
        return -1
    if value not in offered:
        there = f"it has {' and '.join(offered)}" if offered else "it has none"
        raise SpecError(f"{name}={value}: {game.name} has no such {name}; {there}")
    return offered.index(value)


def parts(chosen: Mapping[str, str], game: Game, bound: Binding) -> Parts:
    """The parts that complete options name; raises SpecError for those that do not go together."""
    hints, spent = bound.hints, budget(chosen)
    threads = int(chosen["threads"])
    plans = blank(max(1, -(-spent.iterations // threads)), spent.duration)
    row = plans[0]
    tree, playout, payoff = (
        TREES.index(chosen["tree"]),
        PLAYOUTS.index(chosen["playout"]),
        PAYOFFS.index(chosen["payoff"]),
    )
    row["tree"], row["playout"], row["payoff"] = tree, playout, payoff
    row["worlds"] = int(chosen["worlds"])
    row["rule"] = RULES.index(chosen["selection"])
    row["secret"] = row["rule"] if chosen["simultaneous"] == "same" else RULES.index(chosen["simultaneous"])
    for name in (
        "c", "gamma", "eta", "decay", "widen", "power", "weight", "scale", "epsilon", "tau",
        "sharpness", "doubt", "fresh",
    ):  # fmt: skip
        row[name] = float(chosen[name])
    row["urgency"] = np.inf if float(chosen["urgency"]) >= 1000 else float(chosen["urgency"])
    row["halving"], row["paranoid"] = chosen["halving"] == "yes", chosen["backup"] == "paranoid"
    share = 1.0 if payoff == SHARE else float(chosen["weight"])
    row["total"] = 1.0 - share if game.zero_sum else 1.0
    row["cut"] = -1 if chosen["cut"] == "no" else int(chosen["cut"])
    row["style"] = _index(chosen, "style", hints.styles, game)
    row["prior"] = _index(chosen, "prior", hints.styles, game)
    row["belief"] = _index(chosen, "belief", hints.models, game)
    found = Parts(
        plans,
        listens=tree == MULTI,
        extras=tree == KEYED
        or row["rule"] != UCB1
        or row["secret"] != UCB1
        or payoff != SHARE
        or playout > 0
        or row["cut"] >= 0
        or row["prior"] >= 0
        or row["belief"] >= 0
        or row["fresh"] > 0,
        final=chosen["final"],
        near=float(chosen["near"]),
        threads=threads,
        endgame=chosen["endgame"] == EXACT,
    )
    _refuse(chosen, found, game, bound)
    return found


def _refuse(chosen: Mapping[str, str], found: Parts, game: Game, bound: Binding) -> None:
    """Raise SpecError for parts that do not go together."""
    row = found.plans[0]
    tree, spent = int(row["tree"]), budget(chosen)
    wrong = ""
    if spent.duration == 0 and tree == DETERMINIZED and row["worlds"] > row["iterations"]:
        least = row["worlds"] * found.threads
        wrong = f"tree=determinized needs an iteration a world, in each thread: iterations={least} or more"
    elif tree == DETERMINIZED and row["halving"]:
        wrong = "halving=yes needs one root; tree=determinized has one a world"
    elif row["fresh"] > 0 and not found.keyed:
        wrong = "fresh needs nodes by what a seat knows: tree=multi or tree=keyed"
    elif row["fresh"] > 0 and row["halving"]:
        wrong = "fresh and halving=yes exclude each other: the root's actions differ by world"
    elif row["cut"] >= 0 and not bound.hints.stages:
        wrong = f"cut: playouts of {game.name} cannot be cut; it has no estimate"
    elif row["cut"] >= 0 and row["payoff"] != SHARE:
        wrong = "cut estimates shares of the win; it goes with payoff=share"
    elif row["playout"] == STYLE and row["style"] < 0:
        wrong = f"playout=style needs style=; {game.name} has {' and '.join(bound.hints.styles) or 'none'}"
    elif PUCT in (row["rule"], row["secret"]) and row["prior"] < 0:
        wrong = f"puct needs prior=; {game.name} has {' and '.join(bound.hints.styles) or 'none'}"
    elif found.endgame and bound.solve is None:
        wrong = f"endgame=exact: {game.name} has no solver of its end"
    elif game.zero_sum and row["payoff"] != SHARE and row["weight"] > 0:
        wrong = (
            f"payoff={chosen['payoff']} needs weight=0: what {game.name} pays is no share, and does not mix"
        )
    else:
        wrong = _idle(chosen, found, bound)
    if wrong:
        raise SpecError(wrong)


USUAL = {each.name: each.usual for each in search_options(1)}
"""By option, its value where no bot and nobody names another."""


def _idle(chosen: Mapping[str, str], found: Parts, bound: Binding) -> str:
    """What is wrong with an option that would change nothing beside the others; empty if there is none."""
    row, at_once = found.plans[0], bound.hints.secrecy is not all_open
    halved = bool(row["halving"])
    field = bool(row["tree"] == FLAT and halved)
    rules = {int(row["rule"]), *([int(row["secret"])] if at_once else [])}
    drawn = not field and bool(rules & {SMOOTH, REGRET, EXP3})
    smooth = not field and SMOOTH in rules
    needs = {
        "worlds": (row["tree"] == DETERMINIZED, "tree=determinized"),
        "selection": (not field, "halving=no, or a tree below the root"),
        "simultaneous": (not field, "halving=no, or a tree below the root"),
        "c": (not field and bool(rules & {UCB1, TUNED, PUCT, SMOOTH}), "ucb1, ucb1-tuned, puct or smooth"),
        "gamma": (drawn, "smooth, regret or exp3"),
        "eta": (smooth, "smooth"),
        "decay": (smooth, "smooth"),
        "widen": (not field, "halving=no, or a tree below the root"),
        "power": (row["widen"] > 0, "widen="),
        "urgency": (not field and bool(rules & {UCB1, TUNED, PUCT}), "ucb1, ucb1-tuned or puct"),
        "payoff": (row["payoff"] == SHARE or row["weight"] < 1, "weight below 1"),
        "weight": (row["payoff"] != SHARE, "payoff=rank or payoff=margin"),
        "scale": (row["payoff"] == MARGIN, "payoff=margin"),
        "backup": (row["tree"] != FLAT, "a tree in which others choose: not tree=flat"),
        "playout": (row["cut"] != 0, "cut=no, or a cut after a round or more"),
        "style": (row["playout"] == STYLE, "playout=style"),
        "epsilon": (row["playout"] == STYLE, "playout=style"),
        "tau": (row["playout"] in (MAST, NAST), "playout=mast or playout=nast"),
        "prior": (not field, "halving=no, or a tree below the root"),
        "sharpness": (not field and PUCT in rules, "puct"),
        "belief": (row["doubt"] < 1, "doubt below 1"),
        "doubt": (row["belief"] >= 0, "belief="),
        "final": (not halved, "halving=no: what halving leaves is played"),
        "near": (found.final == "mixed", "final=mixed"),
    }
    for name, (is_used, what) in needs.items():
        if not is_used and chosen[name] != USUAL[name]:
            return f"{name}={chosen[name]} changes nothing here: it needs {what}"
    return ""
