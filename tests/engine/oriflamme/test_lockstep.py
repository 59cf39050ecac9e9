"""The kernels and the slow reference play the same games: same deal, same choices, same positions."""

from random import Random

import pytest

from engine.game import Game, game
from engine.games.oriflamme.options import COMBINED, IDENTS
from engine.perft import perft
from engine.rng import split
from engine.state import State
from tests.engine.test_counts import PERFT
from tests.oracle import flow
from tests.oracle.names import ABLAZE, ALLIANCE, BASE
from tests.oracle.trace import comparable

EVERY = ("base", "alliance", "ablaze", COMBINED)
BOXES = {"base": BASE, "alliance": ALLIANCE, "ablaze": ABLAZE, COMBINED: [*BASE, *ALLIANCE, *ABLAZE]}


def with_options(spec: str, chance: Random) -> str:
    """A spec with a value for every rule option."""
    chosen = [f"{rule.option.name}={chance.choice(rule.values)}" for rule in IDENTS.values()]
    return ",".join([spec, *chosen])


def small(cards: str, chance: Random) -> str:
    """A spec of a small game: some cards of a set, set aside a few or none."""
    seats, families = chance.choice([("2", "1"), ("3", "usual"), ("4", "usual"), ("5", "usual")])
    if cards == "base" and chance.random() < 0.3:
        seats, families = "2", "2"
    kinds = chance.sample(BOXES[cards], chance.randint(2, 6))
    aside = chance.randint(0, len(kinds) - 1)
    rounds = chance.randint(1, len(kinds) - aside)
    return (
        f"oriflamme:seats={seats},families={families},cards={'+'.join(kinds)},aside={aside},rounds={rounds}"
    )


def reference(rules: Game, state: State) -> flow.Position:
    """The reference at the first position of a deal."""
    found = rules.text.position(rules, state.row)
    head = rules.text.head(rules, state)
    return flow.start(
        list(rules.players),
        head["set"],
        head["options"],
        hands=found["hand"],
        asides=found["aside"],
        decks=found["deck"],
        rounds=int(rules.options["rounds"]),
    )


def same(what: str, state: State, position: flow.Position) -> None:
    """Fail where the two positions differ, or what may be done in them."""
    rules, row = state.game, state.row
    found, wanted = rules.text.position(rules, row), flow.as_json(position)
    assert comparable(found) == comparable(wanted), what
    assert state.is_over == flow.is_over(position), what
    if state.is_over:
        best = max(state.scores)
        winners = [name for name, score in zip(rules.players, state.scores, strict=True) if score == best]
        assert winners == flow.winners(position), what
        shares = [1 / len(winners) if name in winners else 0.0 for name in rules.players]
        assert list(state.returns) == pytest.approx(shares), what
    else:
        assert rules.players[state.to_act] == flow.player(position), what
        assert sorted(map(state.format_action, state.legal_actions)) == sorted(flow.legal(position)), what


def choose(state: State, seed: int, n: int) -> int:
    """An action: seed by seed all equally likely, or rather keeping, or rather revealing and stacking."""
    legal = state.legal_actions
    mood = (("",), ("keep", "back"), ("reveal", " on "))[seed % 3]
    liked = tuple(each for each in legal if any(word in state.format_action(each) for word in mood))
    if liked and split(seed, "mood", n) % 4:
        legal = liked
    return legal[split(seed, "choice", n) % len(legal)]


def play_together(spec: str, seed: int) -> None:
    """Play one game on both sides."""
    state = game(spec).deal(split(seed, "deal"))
    play_on(state, reference(state.game, state), seed)


def play_on(state: State, position: flow.Position, seed: int) -> None:
    """Play to the end on both sides, comparing after every action."""
    start, done = repr(state), list[str]()
    while True:
        same(f"{start} after {done}", state, position)
        if state.is_over:
            return
        action = choose(state, seed, len(done))
        done.append(state.format_action(action))
        position = flow.play(position, done[-1])
        state = state.play(action)


TABLES = [(which, seats) for which in EVERY for seats in (2, 3, 4, 5) if which == "base" or seats > 2]


@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_games_of_every_set(which: str, seats: int) -> None:
    chance = Random(f"{which} {seats}")
    for seed in range(4):
        spec = f"oriflamme:set={which},seats={seats}"
        play_together(spec if seed % 2 else with_options(spec, chance), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_many_games_of_every_set(which: str, seats: int) -> None:
    chance = Random(f"many {which} {seats}")
    for seed in range(100, 160):
        play_together(with_options(f"oriflamme:set={which},seats={seats}", chance), seed)


@pytest.mark.parametrize("which", EVERY)
def test_small_games(which: str) -> None:
    chance = Random(f"small {which}")
    for seed in range(12):
        play_together(with_options(small(which, chance), chance), seed)


@pytest.mark.jit
@pytest.mark.parametrize("which", EVERY)
def test_more_small_games(which: str) -> None:
    chance = Random(f"more {which}")
    for seed in range(100, 180):
        play_together(with_options(small(which, chance), chance), seed)


def test_a_reference_with_another_rule_differs() -> None:
    """The positive control: a rule that only one side plays by comes to light."""
    found = 0
    for seed in range(12):
        rules = game("oriflamme:seats=3,cards=Lord+Heir+Spy,aside=0,rounds=3")
        state = rules.deal(seed)
        position = reference(game("oriflamme:seats=3,cards=Lord+Heir+Spy,aside=0,rounds=3,lord=top"), state)
        try:
            play_on(state, position, seed)
        except AssertionError:
            found += 1
    assert found > 0


def paths(position: flow.Position, depth: int) -> list[int]:
    """How many positions of the reference lie at each depth; an ended game counts once, where it ends."""
    counts, layer = [1], [position]
    for _ in range(depth):
        layer = [flow.play(each, action) for each in layer for action in flow.legal(each)]
        counts.append(len(layer))
    return counts


@pytest.mark.parametrize("spec", [spec for spec in PERFT if spec.startswith("oriflamme")])
def test_the_reference_has_as_many_positions(spec: str) -> None:
    state, depth = game(spec).deal(1), PERFT[spec] - 1
    assert paths(reference(state.game, state), depth) == perft(state, depth)
