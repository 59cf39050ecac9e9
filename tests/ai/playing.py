"""Playing games between bots, and views to try them on."""

from ai.bot import bot
from engine.rng import split
from engine.view import Playthrough


def views(game, seed):
    """The view of the seat to act, and the state, at every decision of a random game."""
    playthrough = Playthrough(game.deal(seed))
    while playthrough.state.legal:
        yield playthrough.view(playthrough.state.to_act), playthrough.state
        legal = playthrough.state.legal_actions
        playthrough.play(legal[split(seed, "path", len(playthrough.actions)) % len(legal)])


def one_game(game, bots, seed):
    """The returns of a game."""
    playthrough = Playthrough(game.deal(seed))
    while playthrough.state.legal:
        seat = playthrough.state.to_act
        decision = bots[seat].decide(playthrough.view(seat), split(seed, seat, len(playthrough.actions)))
        playthrough.play(decision.action)
    return playthrough.state.returns


def mean_return(one, others, game, games):
    """What a bot gets in a game against others, on the same deals in every seat."""
    total = 0.0
    for n in range(games):
        bots = [others] * game.seats
        bots[n % game.seats] = one
        total += one_game(game, bots, n // game.seats)[n % game.seats]
    return total / games


def share_of_wins(one, others, game, games):
    """`mean_return` of bots that are named."""
    return mean_return(bot(one, game), bot(others, game), game, games)
