"""TournamentSpec: everything that changes the results of a tournament, in one frozen value.

It is read from a TOML file or from flags, checked, and kept in canonical form. Its digest names the
conditions of play: game, rules version, kind, seed, limit, and whether search figures are kept. Who
takes part and how many deals are played is not in it: a game's key says which bots met (the pairing
number is made from their names and specs, tournament.schedule) and on which deal. So more deals, or one more
bot, add games to a tournament and leave those that are played where they are.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from math import comb
from pathlib import Path
from typing import Any

from ai import bot as bots
from engine.errors import SpecError, nearest
from engine.game import game, split_spec
from tournament.files import text_of

ROUND_ROBIN = "round-robin"
KINDS = (ROUND_ROBIN,)
MAX_BYTES, MAX_DEALS, MAX_BOTS, MAX_GAMES = 65_536, 1_000_000, 100, 10_000_000
MAX_LIMIT, MAX_SEED = 86_400_000, (1 << 63) - 1
UNSEEDED = -1
"""The seed of a tournament that names none; tournament.seeds gives it one."""
Trial = Callable[[list[str], str], None]
"""Called with the specs of bots and a game before users' bots are loaded; may raise BotError or SpecError."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


@dataclass(frozen=True)
class Entrant:
    """A bot as it takes part: the name it goes by and the spec it is made from."""

    name: str
    spec: str


@dataclass(frozen=True)
class TournamentSpec:
    """What is played, by whom and on what terms; make one with `load`, `read` or `check`."""

    game: str
    bots: tuple[Entrant, ...]
    deals: int = 50
    seed: int = 1
    kind: str = ROUND_ROBIN
    limit_milliseconds: int = 60_000
    """How long a bot may take for one decision."""
    record_search: bool = False
    """Keep the figures that bots give as their reasons."""
    name: str = "tournament"
    rules: int = 0
    """The version of the game's rules."""

    @cached_property
    def digest(self) -> str:
        """The name of the conditions of play, as 16 hexadecimal digits."""
        terms = (self.game, self.rules, self.kind, self.seed, self.limit_milliseconds, self.record_search)
        return blake2b(json.dumps(["tournament 1", *terms]).encode(), digest_size=8).hexdigest()

    @property
    def text(self) -> str:
        """The canonical text, a TOML file that `read` takes."""
        values = {key: getattr(self, key) for key in KEYS if key != "bots"}
        if self.seed == UNSEEDED:
            del values["seed"]
        lines = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        return "\n".join(
            [
                *lines,
                "",
                "[bots]",
                *(f"{json.dumps(each.name)} = {json.dumps(each.spec)}" for each in self.bots),
                "",
            ]
        )

    @property
    def is_reproducible(self) -> bool:
        """Do the same games come out anywhere? Not if a bot goes by the clock."""
        return all(split_spec(each.spec)[1].get("milliseconds", "0") == "0" for each in self.bots)

    def spec_of(self, name: str) -> str:
        """The spec of the bot of that name; raises SpecError."""
        found = {each.name: each.spec for each in self.bots}
        if name not in found:
            raise SpecError(f"no bot '{name}' takes part; {nearest(name, found)}")
        return found[name]


KEYS: Mapping[str, type] = {
    "name": str,
    "game": str,
    "rules": int,
    "kind": str,
    "deals": int,
    "seed": int,
    "limit_milliseconds": int,
    "record_search": bool,
    "bots": dict,
}
"""The keys of a spec file and the kinds of their values."""
BOUNDS = {
    "deals": (1, MAX_DEALS),
    "seed": (0, MAX_SEED),
    "limit_milliseconds": (1, MAX_LIMIT),
    "rules": (0, 1_000_000),
}
KIND_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table of name = spec"}


def load(path: Path, trial: Trial = lambda bots, game: None) -> TournamentSpec:
    """The tournament that a TOML file describes, checked; raises SpecError."""
    text = text_of(path, MAX_BYTES, "a tournament's file, a page of text")
    spec = read(text, where=f"'{path}'")
    trial([each.spec for each in spec.bots], spec.game)
    return check(spec)


def read(text: str, where: str = "the spec") -> TournamentSpec:
    """The tournament that a TOML text describes, as it stands: game and bots are not looked up."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SpecError(f"{where} is not TOML: {str(error)[:120] or 'nested too deeply'}") from None
    for key, value in table.items():
        if key not in KEYS:
            raise SpecError(f"{where} has an unknown key '{key[:40]}'; {nearest(key[:40], KEYS)}")
        if type(value) is not KEYS[key]:
            raise SpecError(f"{where}: {key} must be {KIND_NAMES[KEYS[key]]}")
    for key in ("game", "bots"):
        if key not in table:
            raise SpecError(f"{where} does not say '{key}'; {EXAMPLES[key]}")
    for name, spec in table["bots"].items():
        if not isinstance(spec, str):
            raise SpecError(f"{where}: bot '{name[:40]}' must be a text, its spec")
    entrants = tuple(Entrant(name, spec) for name, spec in table.pop("bots").items())
    _known_seed(table.get("seed", 0), where)
    return _bounded(TournamentSpec(bots=entrants, **{"seed": UNSEEDED, **table}), where)


EXAMPLES = {"game": 'write game = "kuhn"', "bots": 'write [bots] and lines such as first = "random"'}


def _bounded(spec: TournamentSpec, where: str) -> TournamentSpec:
    """The spec, if names, numbers and kind are within their bounds; raises SpecError."""
    for key, (low, high) in BOUNDS.items():
        if key == "seed" and spec.seed == UNSEEDED:
            continue
        if not low <= getattr(spec, key) <= high:
            raise SpecError(f"{where}: {key} must be from {low} to {high}")
    if spec.kind not in KINDS:
        raise SpecError(f"{where}: there is no kind '{spec.kind[:40]}'; {nearest(spec.kind[:40], KINDS)}")
    if len(spec.bots) > MAX_BOTS:
        raise SpecError(f"{where}: {len(spec.bots)} bots are too many; {MAX_BOTS} can take part")
    for each in spec.bots:
        if not NAME.fullmatch(each.name):
            raise SpecError(
                f"{where}: '{each.name[:40]}' cannot be a bot's name; it has 1 to 40 letters, digits and ._+-"
            )
    names = [each.name for each in spec.bots]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"{where}: two bots are named '{name}'; give each its own name")
    if not 1 <= len(spec.name) <= 80 or not spec.name.isprintable():
        raise SpecError(f"{where}: the name must have 1 to 80 printable characters")
    return spec


def _known_seed(seed: int, where: str) -> None:
    """Refuse the number that stands for no seed where somebody wrote it."""
    if seed == UNSEEDED:
        raise SpecError(f"{where}: seed must be from 0 to {MAX_SEED}; leave it out and one is drawn")


def check(spec: TournamentSpec, where: str = "the spec") -> TournamentSpec:
    """The same tournament in canonical form, if game and bots exist and fit; raises SpecError or BotError."""
    rules = game(spec.game)
    if spec.rules not in (0, rules.rules):
        raise SpecError(
            f"{where} is for version {spec.rules} of the rules of {rules.name}; this is version {rules.rules}"
        )
    _bounded(spec, where)
    entrants = tuple(Entrant(each.name, bots.canonical(each.spec)) for each in spec.bots)
    if len(entrants) < rules.seats:
        raise SpecError(
            f"{rules.spec} has {rules.seats} seats and there {_are(len(entrants))}; {_fitting(spec)}"
        )
    games = comb(len(entrants), rules.seats) * rules.seats * spec.deals
    if games > MAX_GAMES:
        most = MAX_GAMES // (games // spec.deals)
        hint = f"{most} deals would fit" if most else "take fewer bots"
        raise SpecError(f"{where} makes {games} games; {MAX_GAMES} is the most, {hint}")
    for each in entrants:
        bots.bot(each.spec, rules)
    return replace(spec, game=rules.spec, bots=entrants, rules=rules.rules)


def _are(count: int) -> str:
    return "is 1 bot" if count == 1 else f"are {count} bots"


def _fitting(spec: TournamentSpec) -> str:
    """What would fit: a form of the game with fewer seats, or how many bots are missing."""
    rules, count = game(spec.game), len(spec.bots)
    seats = next((option for option in rules.type.options if option.name == "seats"), None)
    fewer = [int(n) for n in seats.choices if n.isdecimal() and 2 <= int(n) <= count] if seats else []
    missing = rules.seats - count
    more = f"name {missing} more bot{'s' if missing > 1 else ''} (the same spec under another name will do)"
    return f"{more}, or play with seats={max(fewer)}" if fewer else more


def entrant(text: str) -> Entrant:
    """A bot as a flag names it: `NAME=SPEC`, or `SPEC` alone, which is then named as it is spelled.

    >>> entrant("strong=ismcts:iterations=500")
    Entrant(name='strong', spec='ismcts:iterations=500')
    >>> entrant("random")
    Entrant(name='random', spec='random')
    """
    name, equals, spec = text.partition("=")
    if equals and ":" not in name:
        return Entrant(name.strip(), spec.strip())
    return Entrant(re.sub(r"[^A-Za-z0-9._+-]", "-", text.strip())[:40], text.strip())


def planned(
    file: Path | None, flags: Mapping[str, Any], trial: Trial = lambda bots, game: None
) -> TournamentSpec:
    """The tournament of a file, of flags, or of a file with flags that come before it; raises SpecError.

    Flags are named as the keys of a file; `bots` is a row of texts for `entrant`; what is None is not given.
    """
    given = {key: value for key, value in flags.items() if value not in (None, [])}
    if "bots" in given:
        given["bots"] = tuple(entrant(text) for text in given["bots"])
    _known_seed(given.get("seed", 0), "the command")
    if file is not None:
        base = load(file, trial)
        if "game" in given:
            base = replace(base, rules=0)
        return _tried(replace(base, **given), trial)
    for key, flag in (("game", "--game"), ("bots", "--bot")):
        if key not in given:
            raise SpecError(f"name a tournament's file, or say {flag}: gonfalon tournament run --help")
    return _tried(TournamentSpec(**{"seed": UNSEEDED, **given}), trial)


def _tried(spec: TournamentSpec, trial: Trial) -> TournamentSpec:
    trial([each.spec for each in spec.bots], spec.game)
    return check(spec, "the command")


def split_specs(text: str) -> list[str]:
    """Specs in one text, separated by commas; a piece `name=value` belongs to the spec before it.

    >>> split_specs("ismcts:iterations=50,c=1,random")
    ['ismcts:iterations=50,c=1', 'random']
    """
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece.partition("=")[0]:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs
