"""The kernels and the slow reference play the same games: same deal, same choices, same positions."""

from random import Random

import numpy as np
import pytest

from engine.cases import FAIL, PASS, run_case, run_file
from engine.conformance.play import rows_of
from engine.game import Game, game
from engine.jit import room
from engine.rng import new_rng, split
from engine.state import State
from engine.trace import traces
from tests.oracle import tide as oracle
from tests.oracle.test_oracle_tide import CASES, FILE

SPECS = [
    f"tide:seats={seats},high-card={high},left-over={left}"
    for seats in (3, 4, 5)
    for high in ("lower", "choose")
    for left in ("box", "shown")
]


def small(chance: Random) -> str:
    """A spec of a small game, or of one with fewer rounds."""
    seats, hand = chance.randint(3, 5), chance.randint(1, 5)
    deck, tides = chance.randint(seats * hand, 60), chance.randint(hand, 12)
    rounds, high = chance.randint(1, seats), chance.choice(["lower", "choose"])
    return f"tide:seats={seats},hand={hand},deck={deck},tides={tides},rounds={rounds},high-card={high}"


def reference(rules: Game, state: State) -> oracle.Game:
    """The reference at the first position of a deal."""
    head = rules.text.head(rules, state)
    return oracle.start(
        head["hands"],
        head["tides"],
        choose=rules.options["high-card"] == "choose",
        deck=int(rules.options["deck"]),
    )


def same(what: str, state: State, position: oracle.Game) -> None:
    """Fail where the two positions differ, or what may be done in them."""
    rules = state.game
    assert rules.text.position(rules, state.row) == oracle.text(position), what
    assert [state.format_action(action) for action in state.legal_actions] == oracle.legal(position), what
    asked = rules.players[state.to_act] if not state.is_over else None
    assert asked == oracle.asked(position), what
    if state.is_over:
        assert state.scores == tuple(player.points for player in position.players.values()), what
        won = oracle.winners(position)
        shares = [1 / len(won) if name in won else 0.0 for name in rules.players]
        assert list(state.returns) == pytest.approx(shares), what


def choose(state: State, seed: int, n: int) -> int:
    """An action: seed by seed all equally likely, or rather the highest card, or the lowest."""
    legal = state.legal_actions
    if seed % 3 and split(seed, "mood", n) % 4:
        return legal[-1] if seed % 3 == 1 else legal[0]
    return legal[split(seed, "choice", n) % len(legal)]


def play_together(spec: str, seed: int) -> None:
    """Play one game on both sides, comparing after every action."""
    state = game(spec).deal(split(seed, "deal"))
    position, start, done = reference(state.game, state), repr(state), list[str]()
    while True:
        same(f"{start} after {done}", state, position)
        if state.is_over:
            return
        action = choose(state, seed, len(done))
        done.append(state.format_action(action))
        position = oracle.play(position, done[-1])
        state = state.play(action)


@pytest.mark.parametrize("spec", SPECS)
def test_whole_games(spec: str) -> None:
    play_together(spec, len(spec))


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_many_whole_games(spec: str) -> None:
    for seed in range(100, 115):
        play_together(spec, seed)


def test_small_games() -> None:
    chance = Random("small")
    for seed in range(25):
        play_together(small(chance), seed)


@pytest.mark.jit
def test_more_small_games() -> None:
    chance = Random("more")
    for seed in range(100, 250):
        play_together(small(chance), seed)


def test_a_reference_with_another_rule_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The positive control: a level of an eliminated player that stayed would come to light."""

    def careless(position: oracle.Game) -> None:
        for player in position.players.values():
            player.points += player.tokens if not player.out else 0
        position.over, position.offer = True, []

    monkeypatch.setattr(oracle, "end_round", careless)
    found = 0
    for seed in range(6):
        try:
            play_together("tide:seats=3,hand=2,deck=12,tides=3,rounds=1", seed)
        except AssertionError:
            found += 1
    assert found > 0


def test_worked_cases() -> None:
    results = run_file(FILE)
    assert [(each.ident, each.lines) for each in results if each.status != PASS] == []
    assert len(results) == len(CASES) >= 18


def test_a_case_that_is_wrong_fails() -> None:
    rules = game("tide:seats=3")
    case = next(case for case in CASES if case["id"] == "P36")
    run = rules.text.case
    assert run is not None
    assert run(rules, case) == []
    assert run(rules, {**case, "end": {"tokens": {"A": 2}}}) == ["tokens of A: 2 wanted, 1 found"]
    assert run(rules, {**case, "end": {"luck": 2}}) == ["end.luck is not a part of a position"]
    assert run(rules, {**case, "legal": ["play 1"]}) != []
    assert run(rules, {**case, "actions": ["B play 60"]}) == ["action 1 'B play 60': A is asked, not B"]
    assert run(rules, {**case, "actions": ["A play 2"]}) != []


@pytest.mark.parametrize(
    "change",
    [
        {"round": 4},
        {"round": 0},
        {"tokens": {"A": 1000}},
        {"points": {"A": -1000}},
        {"hand": {"A": [61], "B": [2], "C": [3]}},
        {"hand": {"A": [1]}},
        {"hand": {"D": [1]}},
        {"offer": [1, 2, 3]},
        {"offer": [0, 2]},
        {"options": {"OPT-99": "yes"}},
    ],
)
def test_a_case_that_cannot_be_fails(change: dict[str, object]) -> None:
    case = next(case for case in CASES if case["id"] == "P36")
    result = run_case({**case, **change})
    assert result.status == FAIL
    assert "malformed" not in result.lines[0]


@pytest.mark.parametrize("spec", ["tide", "tide:seats=3,high-card=choose", "tide:deck=20,hand=4,tides=5"])
def test_traces(spec: str) -> None:
    lines = list(traces(game(spec), 2, 5))
    starts = [n for n, line in enumerate(lines) if '"trace"' in line]
    assert len(starts) == 2
    assert oracle.check_trace(lines[: starts[1]]) == []
    assert oracle.check_trace(lines[starts[1] :]) == []
    lines[3] = lines[3].replace("| 0", "| 1")
    assert oracle.check_trace(lines[: starts[1]]) != []


@pytest.mark.jit
@pytest.mark.parametrize(("seats", "mean", "most"), [(3, 88, 144), (4, 189, 240), (5, 296, 360)])
def test_lengths_of_games(seats: int, mean: float, most: int) -> None:
    """E: mean decisions of random games of which a third have random options, and the bounds."""
    found = []
    for high in ("lower", "choose"):
        rules = game(f"tide:seats={seats},high-card={high}")
        rows, out = room(rules.state_type), np.zeros(rules.max_legal, np.int64)
        deal = np.zeros(rules.deal_size, np.int64)
        decisions, _ = rules.kernels.playouts(rows, rules.parameters, 2000, new_rng(seats), deal, out)
        found.append(decisions / 2000)
    assert rules.max_decisions == most
    assert found[0] * 5 / 6 + found[1] / 6 == pytest.approx(mean, rel=0.02)


@pytest.mark.jit
def test_bounds_of_points_and_tokens() -> None:
    rules = game("tide:seats=5,high-card=choose")
    tokens = points = 0
    for seed in range(10):
        state = rules.deal(seed)
        for n in range(rules.max_decisions):
            if state.is_over:
                break
            tokens = max(tokens, *state.row["tokens"].tolist())
            state = state.play(choose(state, seed, n))
        assert all(-rules.seats <= score <= 99 for score in state.scores)
        points = max(points, *state.scores)
        assert rows_of(state)[0]["offer"].tolist() == [0, 0]
    assert 4 <= tokens <= 12
    assert points > 5
