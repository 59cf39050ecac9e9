"""What is believed of hidden cards: the sampler and the exact chances agree, and games bear them out."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2

from ai.bot import bot
from ai.fitted.oriflamme import MODELS, posterior
from ai.fitted.oriflamme_belief import LIKELIHOOD, bounded, family_posterior, hidden_cards, unseen_kinds
from engine.game import game
from engine.games.oriflamme.state import SLOTS
from engine.jit import room
from engine.rng import new_rng, split
from engine.view import ITEMS, Playthrough
from tests.ai.fitted.kernels import oriflamme_bounds, oriflamme_sample
from tests.ai.playing import views

PLAYERS = {"styles": ("hoarder", "aggressor"), "search": ("ismcts:iterations=200",)}
SPECS = ("oriflamme", "oriflamme:seats=3,set=alliance", "oriflamme:seats=3,set=ablaze", "oriflamme:seats=2")


def test_likelihoods_are_bounded():
    assert LIKELIHOOD.shape == (len(MODELS), 31, 7, 8)
    assert (LIKELIHOOD > 0).all()
    assert (LIKELIHOOD / LIKELIHOOD.max(axis=1, keepdims=True)).min() >= 0.05 - 1e-12
    assert bounded(np.array([[1e-9, 2.0, 1.0]]).reshape(1, 3, 1, 1)).ravel().tolist() == [0.1, 2.0, 1.0]


@pytest.mark.parametrize("spec", SPECS)
def test_a_weight_is_a_likelihood_below_a_ceiling_that_all_can_see(spec):
    out, low = np.zeros(3), 1.0
    for view, _ in views(game(spec), 5):
        for seed in range(3):
            world = view.determinize(seed)._rows().copy()
            for model in range(len(MODELS)):
                oriflamme_bounds(world, view.rows, view.seat, model, out)
                weight = out[0] / out[1]
                assert 0 < weight <= 1
                assert out[1] == out[2]
                low = min(low, weight)
    assert low < 0.5


def brute_force(row, family, table):
    """The chance of each kind in each slot, over all orders of the unseen cards."""
    kinds, places = unseen_kinds(row, family), hidden_cards(row, family)
    found = {slot: np.zeros(31) for slot in places}
    for cards in permutations(kinds, len(places)):
        weight = np.prod([table[kind, *places[slot]] for kind, slot in zip(cards, places, strict=True)])
        for kind, slot in zip(cards, places, strict=True):
            found[slot][kind] += weight
    return {slot: chances / chances.sum() for slot, chances in found.items()}


def test_exact_chances_are_those_of_all_orders():
    table = np.random.default_rng(3).random((31, 7, 8))
    rules, tried = game("oriflamme:seats=3,cards=Soldier+Spy+Heir+Ambush+Lord+Conspiracy,rounds=4,aside=2"), 0
    for view, _ in views(rules, 4):
        row = view.row
        for family in range(3):
            found, wanted = family_posterior(row, family, table), brute_force(row, family, table)
            assert found.keys() == wanted.keys()
            for slot, chances in found.items():
                assert chances == pytest.approx(wanted[slot])
                tried += 1
    assert tried > 50


@pytest.mark.parametrize("spec", SPECS)
def test_worlds_accepted_by_weight_agree_with_the_exact_chances(spec):
    rules, worlds, slots = game(spec), 30_000, 0
    every = [view for view, _ in views(rules, 8)]
    for number, view in enumerate(every[10 :: len(every) // 8]):
        model, counts = number % len(MODELS), np.zeros((SLOTS, 62), np.int64)
        accepted = oriflamme_sample(
            view.rows,
            view.seat,
            model,
            worlds,
            room(rules.state_type),
            new_rng(number),
            np.zeros(ITEMS, np.int64),
            counts,
        )
        assert accepted > 100
        for opponent in range(rules.seats):
            if opponent == view.seat:
                continue
            for slot, chances in posterior(view, opponent, model).items():
                seen, expected = counts[slot, :31], accepted * chances
                possible = expected > 0
                assert not seen[~possible].any()
                distance = ((seen - expected)[possible] ** 2 / expected[possible]).sum()
                assert chi2.sf(distance, max(possible.sum() - 1, 1)) > 1e-5
                slots += 1
    assert slots > 8


def positions(spec, model, games):
    """Views of games of a model's players that nothing was counted in, each with the state."""
    rules = game(spec)
    bots = [bot(name, rules) for name in PLAYERS[model]]
    for number in range(games):
        own = split(99, spec, number)
        playing = Playthrough(rules.deal(own))
        while playing.state.legal:
            seat, done = playing.state.to_act, len(playing.actions)
            view = playing.view(seat)
            if split(own, "look", done) % 5 == 0:
                yield view, playing.state
            player = bots[split(own, "bot", seat) % len(bots)]
            playing.play(player.decide(view, split(own, seat, done)).action)


@pytest.mark.jit
@pytest.mark.parametrize("model", ["styles", pytest.param("search", marks=pytest.mark.slow)])
def test_beliefs_are_better_than_uniform_in_games_of_the_players_they_model(model):
    said, true, kinds = [], [], []
    for spec, games in (("oriflamme", 14), ("oriflamme:seats=3,set=alliance", 8)):
        for view, state in positions(spec, model, games):
            row = state.row
            for opponent in range(state.game.seats):
                if opponent == view.seat:
                    continue
                unseen = unseen_kinds(view.row, opponent)
                for slot, chances in posterior(view, opponent, MODELS.index(model)).items():
                    said.append(chances[unseen])
                    true.append(unseen.index(int(row["kind"][slot])))
                    kinds.append(len(unseen))
    belief = -np.mean([np.log(chances[card]) for chances, card in zip(said, true, strict=True)])
    uniform = np.mean(np.log(kinds))
    lines = [f"{model}: log loss {belief:.4f}, uniform {uniform:.4f}, {len(said)} cards"]
    chance = np.concatenate(said)
    hit = np.concatenate([np.arange(len(c)) == card for c, card in zip(said, true, strict=True)])
    apart = 0.0
    for decile in range(10):
        inside = (np.minimum(chance * 10, 9).astype(int)) == decile
        if inside.any():
            apart += inside.mean() * abs(chance[inside].mean() - hit[inside].mean())
            lines.append(
                f"  said {chance[inside].mean():.3f} came {hit[inside].mean():.3f} of {inside.sum()}"
            )
    print("\n" + "\n".join(lines))  # noqa: T201 - for pytest -s
    assert belief < uniform
    assert apart < 0.05
