"""The compiled search and its slow reference: the same trees of every part, to the last bit."""

import numpy as np
import pytest

from ai.search.node import NOTHING, ROOT
from ai.search.room import NODES
from engine.game import game
from engine.jit import COMPILED
from tests.ai.auction import AUCTION
from tests.ai.hinted import HINTED
from tests.ai.playing import views
from tests.ai.reference import Search
from tests.ai.searching import bound, parts_of, searched, span, tree

KUHN, LEDUC = game("kuhn"), game("leduc")
ORIFLAMME = game("oriflamme:seats=3,rounds=2,aside=1,cards=Soldier+Spy+Heir+Ambush")
TIDE = game("tide:deck=12,hand=3,tides=3,rounds=2,seats=3")
CHOOSING = game("tide:deck=12,hand=3,tides=3,rounds=1,seats=4,high-card=choose")
GAMES = (KUHN, LEDUC, AUCTION, ORIFLAMME, TIDE, CHOOSING)
MIXED = "payoff="
FEW = 60 if COMPILED else 24
PER_GAME = {"kuhn": (9, 1), "leduc": (9, 1), "auction": (6, 1), "oriflamme": (4, 5), "tide": (4, 4)}
"""How many decisions of a game are looked at, and every which."""

TREES = ("single", "determinized,worlds=7", "multi", "keyed", "flat")
RULES = ("ucb1", "ucb1-tuned", "smooth,eta=0.5,decay=0.1", "regret,gamma=0.2", "exp3,gamma=0.3")
PLAIN = (
    *(f"tree={tree}" for tree in TREES),
    *(f"tree={tree},selection={rule}" for tree in ("single", "multi", "keyed") for rule in RULES),
    "tree=determinized,worlds=3,selection=regret",
    "tree=flat,selection=exp3",
    *(f"tree={tree},halving=yes" for tree in ("single", "multi", "keyed", "flat")),
    "tree=keyed,selection=smooth,halving=yes",
    "widen=1,power=0.5",
    "tree=keyed,widen=0.7,power=0.3,selection=regret",
    "urgency=0.6",
    "tree=multi,urgency=0.4,selection=ucb1-tuned",
    *(f"tree={tree},playout=mast" for tree in TREES),
    "playout=nast,tau=0.2",
    "tree=multi,playout=nast,selection=exp3",
    *(f"payoff={kind},weight={weight}" for kind in ("rank", "margin,scale=2") for weight in (0, 0.3)),
    "tree=keyed,payoff=margin,playout=mast",
    "backup=paranoid",
    "tree=keyed,backup=paranoid,payoff=rank,selection=regret",
    "tree=multi,fresh=0.5",
    "tree=keyed,fresh=0.5",
    "tree=keyed,fresh=0.9,selection=smooth",
)
SECRET = (
    *(f"simultaneous={rule}" for rule in RULES),
    *(f"tree={tree},simultaneous={rule}" for tree in ("multi", "keyed") for rule in RULES[2:]),
    "tree=determinized,worlds=3,simultaneous=exp3",
    "selection=smooth,simultaneous=regret",
)
STYLED = (
    "playout=style,style={},epsilon=0",
    "tree=multi,playout=style,style={},epsilon=0.4",
    "prior={}",
    "prior={},selection=puct,c=2",
    "tree=keyed,prior={},selection=puct,sharpness=0.5,widen=1",
    "tree=determinized,worlds=4,prior={},selection=regret",
)
CUT = ("cut=0", "cut=1", "tree=multi,cut=1,playout=mast", "tree=flat,halving=yes,cut=1")
WEIGHED = ("belief={},doubt=0.3", "tree=keyed,belief={},doubt=0", "tree=multi,belief={},fresh=0.4")


def cases():
    for rules in GAMES:
        hints = bound(rules).hints
        specs = [*PLAIN]
        if rules.zero_sum:  # what such a game pays does not mix
            specs = [f"{spec},weight=0" if MIXED in spec and "weight" not in spec else spec for spec in specs]
            specs = [spec for spec in specs if "weight=0.3" not in spec]
        if rules.name == "tide":
            specs += SECRET
        for each in hints.styles:
            specs += [spec.format(each) for spec in STYLED]
        if hints.stages:
            specs += CUT
        for each in hints.models:
            specs += [spec.format(each) for spec in WEIGHED]
        for spec in specs:
            yield pytest.param(rules, spec, id=f"{rules.spec if rules is not AUCTION else 'auction'} {spec}")


@pytest.mark.parametrize(("rules", "spec"), list(cases()))
def test_a_search_is_that_of_the_reference(rules, spec):
    count, every = PER_GAME[rules.name]
    for number, view in decisions(rules, 3, count, every):
        full = f"ismcts:iterations={FEW},{spec}" if "iterations" not in spec else f"ismcts:{spec}"
        room, found = searched(view, full, number)
        expected = Search(view, parts_of(rules, full), HINTED[rules.name], number).run()
        assert tree(room) == expected.figures()
        assert span(room) == expected.span
        assert (found.visits.tolist(), found.totals.tolist()) == expected.found()
        assert (found.work, found.best) == (expected.done, expected.best)


TIED = (*(f"selection={rule}" for rule in RULES[1:]), "playout=mast", "playout=nast", "urgency=0")


@pytest.mark.parametrize("spec", TIED)
def test_nothing_is_known_of_the_range_of_pay_offs_until_a_game_was_not_tied(spec):
    """Leduc poker is tied now and then; what is divided by the range has to wait."""
    view, full = next(views(LEDUC, 3))[0], f"ismcts:iterations=5,{spec}"
    tied = 0
    for seed in range(100):
        room, _ = searched(view, full, seed)
        expected = Search(view, parts_of(LEDUC, full), HINTED["leduc"], seed).run()
        assert tree(room) == expected.figures()
        tied += expected.tied > 0
    assert tied > 2


def decisions(rules, seed, count, every=1):
    """Views with a choice in a random game, so many and no two nearer than that."""
    seen = [view for view, _ in views(rules, seed) if len(view.legal_actions) > 1]
    return enumerate(seen[::every][:count])


@pytest.mark.parametrize("rules", [KUHN, AUCTION], ids=["kuhn", "auction"])
@pytest.mark.parametrize("spec", ["ismcts", "moismcts", "ismcts:tree=keyed", "pimc:worlds=5"])
def test_visits_and_availabilities_add_up(rules, spec):
    short, iterations = 0, 3 * FEW
    name, _, given = spec.partition(":")
    for view, _ in views(rules, 3):
        room, found = searched(view, f"{name}:iterations={iterations},{given}".rstrip(","), 3)
        nodes = room.nodes.view(np.ndarray)
        assert found.visits.sum() == iterations == nodes[ROOT]["visits"]
        for node in nodes[: room.progress[NODES]]:
            head, child = node["action"] == NOTHING, node["child"]
            while child != NOTHING:
                below = nodes[child]
                assert 1 <= below["visits"] <= below["available"]
                assert head or below["available"] <= node["visits"]
                short += not head and below["available"] < node["visits"] / 2
                child = below["sibling"]
    assert short > 0 or rules is KUHN or spec != "ismcts"  # Kuhn's are legal in all worlds or in none
