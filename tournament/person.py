"""A person at the table, against bots: sees what its seat sees, and chooses by number or in notation."""

from collections.abc import Callable

import numpy as np

from ai.bot import Bot, Decision, bot, guarded
from engine.errors import GonfalonError, SpecError
from engine.game import Game
from engine.rng import split
from engine.view import Playthrough, View
from tournament.story import told

Tell = Callable[[str], None]
Ask = Callable[[str], str]
"""Shows a prompt and returns what was typed; raises EOFError at the end of input."""


class Quit(Exception):
    """The person has left the table."""


def play(game: Game, seat: int, others: list[str], seed: int, tell: Tell, ask: Ask) -> None:
    """Play one game to its end, telling events as they happen; raises Quit."""
    specs = seated(game, seat, others)
    bots = {each: bot(spec, game) for each, spec in enumerate(specs) if each != seat}
    for each, player in enumerate(game.players):
        tell(f"{player}: {'you' if each == seat else specs[each]}")
    table = Playthrough(game.deal(split(seed, "deal")))
    while not table.state.is_over:
        mover = table.state.to_act
        if mover == seat:
            action = _choice(table.view(seat), tell, ask)
        else:
            step = len(table.actions)
            choose = _chooser(specs[mover], bots[mover])
            action = choose(table.view(mover), split(seed, "bot", mover, step))
        for line in told(game, table.play(action), seat):
            tell(f"  {line}")
    tell(str(table.view(seat)))
    best = max(table.state.scores)
    winners = [player for player, score in zip(game.players, table.state.scores) if score == best]
    standing = ", ".join(
        f"{player} {game.text.score(score)}" for player, score in zip(game.players, table.state.scores)
    )
    tell(f"{standing}. {'You win' if game.players[seat] in winners else 'You do not win'}.")


def seated(game: Game, seat: int, others: list[str]) -> list[str]:
    """The bot in each seat, none in the person's: in order, or one in all of them; raises SpecError."""
    if len(others) not in (1, game.seats - 1):
        raise SpecError(f"{game.spec} has {game.seats - 1} other seats; name one bot, or one for each")
    specs = others * (game.seats - 1) if len(others) == 1 else list(others)
    specs.insert(seat, "")
    return specs


def _choice(view: View, tell: Tell, ask: Ask) -> int:
    """The action a person chooses: a number of the list, or notation; asks until it is legal."""
    tell(f"\n{view}")
    for number, action in enumerate(view.legal_actions, 1):
        tell(f"{number:>4}  {view.format_action(action)}")
    while True:
        try:
            text = ask(f"{view.game.players[view.seat]}, your choice (a number, or q to quit): ").strip()
        except EOFError:
            raise Quit from None
        if text.lower() in ("q", "quit"):
            raise Quit
        if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= len(view.legal_actions):
            return view.legal_actions[int(text) - 1]
        try:
            return view.parse_action(text)
        except GonfalonError as error:
            tell(
                str(error) if text and not text.isdecimal() else f"type 1 to {len(view.legal_actions)}, or q"
            )


def choosers(game: Game, specs: list[str]) -> tuple[Callable[[View, int], int], ...]:
    """What chooses the actions of each seat, for traces; raises SpecError unless there is a bot for each."""
    if len(specs) != game.seats:
        raise SpecError(f"{game.spec} has {game.seats} seats; name {game.seats} bots, not {len(specs)}")
    return tuple(_chooser(spec, bot(spec, game)) for spec in specs)


def _chooser(spec: str, player: Bot) -> Callable[[View, int], int]:
    """What asks a bot for an action; raises BotError if a user's bot raises or answers anything else."""
    return lambda view, seed: guarded(spec, "asked", lambda: _action(player.decide(view, seed)))


def _action(decision: Decision) -> int:
    action = decision.action
    if not isinstance(action, int | np.integer):
        raise TypeError("an action is an integer")
    return int(action)
