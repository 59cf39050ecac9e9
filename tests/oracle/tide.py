"""Turn the Tide once more, slow and plain, from the rule text (A7, D20, OPT-21, OPT-22) and the notation.

It shares nothing with the engine: numbers, lists and dictionaries, written for reading.
"""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

SEATS = "ABCDE"
BANDS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(1, 2), Fraction(0))


def life_preservers(cards: list[int], deck: int = 60) -> int:
    """Life preservers of a hand: its cards' values added up, rounded down."""
    values = {card: BANDS[5 * (card - 1) // deck] for card in range(1, deck + 1)}
    return int(sum((values[card] for card in cards), Fraction(0)))


@dataclass
class Player:
    """A player in a round."""

    hand: list[int]
    dealt: list[int]
    """All cards of the hand that is played in this round."""
    tokens: int
    points: int = 0
    level: int | None = None
    out: bool = False
    played: list[int] = field(default_factory=list)
    chosen: int | None = None


@dataclass
class Game:
    """A position."""

    players: dict[str, Player]
    tides: list[list[int]]
    """The tide cards still to come: of this round, of the next ..."""
    number: int = 1
    rounds: int = 0
    deck: int = 60
    choose: bool = False
    offer: list[int] = field(default_factory=list)
    taker: str | None = None
    """Who is to choose a tide card."""
    over: bool = False


def start(
    hands: dict[str, list[int]], tides: list[list[int]], *, choose: bool = False, deck: int = 60
) -> Game:
    """The first position of a deal."""
    players = {
        name: Player(hand=list(cards), dealt=list(cards), tokens=life_preservers(cards, deck))
        for name, cards in hands.items()
    }
    game = Game(players, [list(each) for each in tides], rounds=len(tides), deck=deck, choose=choose)
    offer(game)
    return game


def offer(game: Game) -> None:
    """HAND 1: reveal two tide cards."""
    game.offer = sorted([game.tides[0].pop(0), game.tides[0].pop(0)])


def in_round(game: Game) -> list[str]:
    """The active players, in seat order."""
    return [name for name, player in game.players.items() if not player.out]


def asked(game: Game) -> str | None:
    """Who is to decide."""
    if game.over:
        return None
    if game.taker:
        return game.taker
    return next(name for name in in_round(game) if game.players[name].chosen is None)


def legal(game: Game) -> list[str]:
    """What may be done."""
    name = asked(game)
    if name is None:
        return []
    if game.taker:
        return [f"take {card}" for card in game.offer]
    return [f"play {card}" for card in sorted(game.players[name].hand)]


def play(before: Game, action: str) -> Game:
    """The position after an action; the one before stays as it is."""
    assert action in legal(before), (action, legal(before))
    game = deepcopy(before)
    name = asked(game)
    assert name is not None
    verb, card = action.split()
    if verb == "take":
        game.taker = None
        take(game, int(card))
        return game
    game.players[name].chosen = int(card)
    if all(game.players[each].chosen is not None for each in in_round(game)):
        for each in in_round(game):
            player = game.players[each]
            assert player.chosen is not None
            player.hand.remove(player.chosen)
            player.played.append(player.chosen)
            player.chosen = None
        if game.choose and game.offer[0] != game.offer[1]:
            game.taker = ranking(game)[0]
        else:
            take(game, game.offer[0])
    return game


def ranking(game: Game) -> list[str]:
    """The active players, the highest card of this hand first."""
    return sorted(in_round(game), key=lambda name: -game.players[name].played[-1])


def take(game: Game, own: int) -> None:
    """HAND 3 to 5: the highest bidder takes one tide card, the second the other; who is highest pays."""
    first, second = ranking(game)[:2]
    rest = list(game.offer)
    rest.remove(own)
    game.players[first].level, game.players[second].level = own, rest[0]
    highest = max(game.players[name].level or 0 for name in in_round(game))
    for name in in_round(game):
        player = game.players[name]
        if (player.level or 0) == highest:
            if player.tokens:
                player.tokens -= 1
            else:
                player.out, player.level = True, None
    remaining = in_round(game)
    if len(remaining) > 2 and game.players[remaining[0]].hand:
        offer(game)
    else:
        end_round(game)


def end_round(game: Game) -> None:
    """Score the round, pass the hands to the left, or end the game."""
    levels = [game.players[name].level or 0 for name in in_round(game)]
    for player in game.players.values():
        if player.out:
            player.points -= 1
        else:
            player.points += player.tokens + ((player.level or 0) == min(levels))
    if game.number == game.rounds:
        game.over, game.offer = True, []
        return
    names = list(game.players)
    dealt = [game.players[name].dealt for name in names]
    for seat, name in enumerate(names):
        cards = dealt[seat - 1]
        player = game.players[name]
        game.players[name] = Player(
            list(cards), list(cards), life_preservers(cards, game.deck), points=player.points
        )
    game.number += 1
    game.tides.pop(0)
    offer(game)


def winners(game: Game) -> list[str]:
    """Who has most points."""
    best = max(player.points for player in game.players.values())
    return [name for name, player in game.players.items() if player.points == best]


# ---------------------------------------------------------------- notation
def text(game: Game) -> str:
    """The position as notation writes it."""
    lines = [f"round {game.number} tide {' '.join(map(str, game.offer)) or '- -'}"]
    for name, player in game.players.items():
        lines.append(
            f"{' '.join([name, *map(str, sorted(player.hand))])} | {' '.join(map(str, player.played))} | "
            f"{player.level or '-'} | {player.tokens} | {player.points}{' | out' if player.out else ''}"
        )
    return "\n".join(lines)


# ---------------------------------------------------------------- worked cases
Case = dict[str, Any]


def load_cases(path: Path) -> list[Case]:
    """The Turn the Tide cases of a file."""
    return [case for case in tomllib.loads(path.read_text())["case"] if case["game"] == "tide"]


def case_game(case: Case) -> Game:
    """The position before the first action."""
    players = {}
    for name in case["families"]:
        hand = list(case.get("hand", {}).get(name, []))
        played = list(case.get("played", {}).get(name, []))
        level = case.get("level", {}).get(name, "-")
        players[name] = Player(
            hand=hand,
            dealt=[*hand, *played],
            tokens=case.get("tokens", {}).get(name, life_preservers([*hand, *played])),
            points=case.get("points", {}).get(name, 0),
            level=None if level == "-" else level,
            out=name in case.get("out", []),
            played=played,
        )
    some = sorted([*range(1, 13)] * 2)
    later = [list(some) for _ in range(len(players))]
    game = Game(players, [[*case.get("tide", []), *some], *later], case["round"], len(players))
    game.choose = case.get("options", {}).get("OPT-21") == "choose"
    game.offer = sorted(case["offer"]) if "offer" in case else []
    if not game.offer:
        offer(game)
    return game


def run_case(case: Case) -> list[str]:
    """What differs from a case; an empty list is a pass."""
    game = case_game(case)
    faults = []
    wanted_legal = {0: case.get("legal"), **{int(n): each for n, each in case.get("legal_after", {}).items()}}
    for number, action in enumerate([None, *case.get("actions", [])]):
        if action is not None:
            name, _, what = action.partition(" ")
            if name != asked(game) or what not in legal(game):
                return [*faults, f"{action}: {asked(game)} is asked, {legal(game)}"]
            game = play(game, what)
        wanted = wanted_legal.get(number)
        if wanted is not None and sorted(wanted) != sorted(legal(game)):
            faults.append(f"legal after {number}: {legal(game)}, expected {wanted}")
    found: dict[str, Any] = {
        "hand": {name: sorted(player.hand) for name, player in game.players.items()},
        "played": {name: player.played for name, player in game.players.items()},
        "level": {name: player.level or "-" for name, player in game.players.items()},
        "tokens": {name: player.tokens for name, player in game.players.items()},
        "points": {name: player.points for name, player in game.players.items()},
        "out": [name for name, player in game.players.items() if player.out],
        "round": game.number,
        "offer": game.offer,
        "winners": winners(game) if game.over else [],
    }
    for key, wanted in case.get("end", {}).items():
        if isinstance(wanted, dict):
            for name, each in wanted.items():
                each = sorted(each) if key == "hand" else each
                if found[key][name] != each:
                    faults.append(f"end.{key}.{name}: {found[key][name]}, expected {each}")
        elif found[key] != (sorted(wanted) if isinstance(wanted, list) else wanted):
            faults.append(f"end.{key}: {found[key]}, expected {wanted}")
    return faults


# ---------------------------------------------------------------- traces
def check_trace(lines: list[str]) -> list[str]:
    """Replay one game of a trace; what differs at the first line that differs."""
    head, *decisions, last = [json.loads(line) for line in lines]
    choose = head["options"].get("OPT-21") == "choose"
    game = start(head["hands"], head["tides"], choose=choose, deck=head.get("deck", 60))
    if len(head["hands"]) != head["seats"] or head["position"] != text(game):
        return [f"line 1: {head['position']}, expected {text(game)}"]
    for number, record in enumerate(decisions, 2):
        if record["player"] != asked(game) or sorted(record["legal"]) != sorted(legal(game)):
            return [f"line {number}: {asked(game)} is asked, {legal(game)}"]
        game = play(game, record["action"])
        if record["position"] != text(game):
            return [f"line {number}: {record['position']}, expected {text(game)}"]
    points = {name: player.points for name, player in game.players.items()}
    wanted = {"over": game.over, "points": points, "winners": winners(game)}
    return [] if last == wanted else [f"last line: {last}, expected {wanted}"]
