"""How strong the bots are: plays the duels that docs/strength.md is made of, and writes that page.

    python -m benchmarks.strength play [SECTION ...] [--deals N]   play what is missing
    python -m benchmarks.strength write                            write docs/strength.md, its plot if it can

Seeds begin at 9000 and were used for nothing else: no part was chosen, and no number fitted, on these deals.
What was played stands in benchmarks/history/strength.json; a duel that stands there is not played again.
"""

import argparse
import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

from ai.search.presets import PRESETS
from benchmarks.ceiling import ceiling
from benchmarks.duels import Duel, duel
from benchmarks.strength_page import page, plot

HISTORY = Path(__file__).parent / "history" / "strength.json"
DOCS = Path(__file__).parent.parent / "docs"
SEED = 9000

GAMES = {
    "oriflamme:seats=4": ("greedy", "aggressor"),
    "oriflamme:set=alliance,seats=4": ("greedy", "aggressor"),
    "tide:seats=4": ("greedy", "counter"),
}
"""The games, with two bots that do not search."""
SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)

Pair = tuple[str, str, str]


def _expert(game: str, budget: str, **changed: str) -> str:
    """The expert's parts spelt out, with some of them changed."""
    chosen = PRESETS[game.partition(":")[0]] | {name: value for name, value in changed.items() if value}
    chosen = {name: value for name, value in chosen.items() if changed.get(name) != ""}
    return "ismcts:" + ",".join([budget, *(f"{name}={value}" for name, value in chosen.items())])


def ladder(game: str) -> list[Pair]:
    """Each rung against the one below it, 1,000 iterations a decision."""
    greedy, style = GAMES[game]
    budget = "iterations=1000"
    rungs = [
        "random",
        greedy,
        style,
        f"flat:{budget}",
        f"pimc:{budget}",
        f"ismcts:{budget}",
        f"moismcts:{budget}",
    ]
    pairs = [(game, upper, lower) for lower, upper in pairwise(rungs[:4])]
    pairs += [(game, each, f"flat:{budget}") for each in rungs[4:]]
    return [
        *pairs,
        (game, f"expert:{budget}", f"flat:{budget}"),
        (game, f"expert:{budget}", f"ismcts:{budget}"),
        (game, _expert(game, budget, tree="determinized"), f"flat:{budget}"),
        *((game, f"{tree}:{budget}", f"pimc:{budget}") for tree in ("moismcts", "expert")),
    ]


def rungs(game: str) -> list[Pair]:
    """The trees against flat Monte Carlo and against each other, 10,000 iterations a decision."""
    budget = "iterations=10000"
    flat, each_world = f"flat:{budget}", f"pimc:{budget},worlds=100"
    return [
        (game, flat, GAMES[game][1]),
        (game, each_world, flat),
        (game, _expert(game, budget, tree="determinized", worlds="100"), flat),
        *((game, f"{tree}:{budget}", each_world) for tree in ("ismcts", "moismcts", "expert")),
    ]


def second(game: str) -> list[Pair]:
    """The expert against a textbook search, a second a decision."""
    return [(game, "expert:milliseconds=1000", "ismcts:milliseconds=1000")]


def time(game: str) -> list[Pair]:
    """The expert against the textbook searches, a tenth of a second a decision."""
    budget = "milliseconds=100"
    return [(game, f"expert:{budget}", f"{each}:{budget}") for each in ("flat", "ismcts")]


def parts(game: str) -> list[Pair]:
    """The expert with one part changed, against the expert; the same iterations, or the same time."""
    name = game.partition(":")[0]
    style = "aggressor" if name == "oriflamme" else "counter"
    share = {"payoff": "", "weight": ""}
    changes: list[dict[str, str]] = [
        {"tree": "flat", "halving": "yes"},
        {"tree": "single"},
        {"tree": "determinized"},
        {"tree": "keyed"},
        {"halving": "yes"},
        share,
        {"payoff": "margin"},
        {"weight": "0.5"},
        {"belief": "", "doubt": ""},
        {"belief": "styles"},
        {"doubt": "0.5"},
        share | {"cut": "0"},
        share | {"cut": "1" if name == "oriflamme" else "12"},
        share | {"cut": "2" if name == "oriflamme" else "24"},
        {"selection": "ucb1-tuned"},
        {"selection": "puct", "prior": style},
        {"selection": "smooth"},
        *([{"simultaneous": rule} for rule in ("regret", "exp3")] if name == "tide" else []),
        {"playout": "style", "style": style},
        {"playout": "mast"},
        {"playout": "nast"},
        {"prior": style},
        {"prior": style, "widen": "2"},
        {"backup": "paranoid"},
        {"fresh": "0.5"},
        {"final": "value"},
        {"final": "mixed"},
        {"endgame": ""},
        {"c": "0.35"},
        {"c": "1.4"},
    ]
    budget = "milliseconds=8"
    usual, pairs = _expert(game, budget), list[Pair]()
    for change in changes:
        other = _expert(game, budget, **change)
        if sorted(other.split(",")) != sorted(usual.split(",")) and _legal(game, other):
            pairs.append((game, other, usual))
    return list(dict.fromkeys(pairs))


def _legal(game: str, spec: str) -> bool:
    from ai.bot import bot
    from engine.errors import SpecError
    from engine.game import game as rules

    try:
        bot(spec, rules(game))
    except SpecError:
        return False
    return True


def scaling(game: str) -> list[Pair]:
    """The expert by iterations, against itself with 1,000."""
    return [(game, f"expert:iterations={n}", "expert:iterations=1000") for n in SIZES if n != 1_000]


SECTIONS = {
    "time": time,
    "second": second,
    "ladder": ladder,
    "rungs": rungs,
    "parts": parts,
    "scaling": scaling,
}
DEALS = {
    "time": (24, 36),
    "second": (4, 4),
    "ladder": (60, 40),
    "rungs": (12, 8),
    "parts": (30, 16),
    "scaling": (12, 5),
}
"""By section, of Oriflamme and of Turn the Tide, a game of which is three times as long."""
QUICK_DEALS, CEILING_DEALS = 200, 40
"""Of bots that do not search, whose games take no time; and of the search that sees all cards."""


def read() -> dict[str, list[dict[str, object]]]:
    """What was played, by section."""
    return json.loads(HISTORY.read_text(encoding="utf-8")) if HISTORY.exists() else {}


def keep(section: str, row: dict[str, object]) -> None:
    """Add a duel to what was played."""
    played = read()
    played.setdefault(section, []).append(row)
    HISTORY.parent.mkdir(exist_ok=True)
    HISTORY.write_text(json.dumps(played, indent=1) + "\n", encoding="utf-8")


def play(section: str, deals: int | None, only: str) -> None:
    """Play the duels of a section that are missing, of the games that begin so."""
    done = {(row["game"], row["first"], row["second"]) for row in read().get(section, [])}
    for game in (each for each in GAMES if each.startswith(only)):
        for number, (_, first, second) in enumerate(SECTIONS[section](game)):
            if (game, first, second) not in done:
                found = duel(
                    game, first, second, deals or _deals(section, game, first, second), SEED + number
                )
                keep(section, asdict(found) | {"game": game, "first": first, "second": second})
                print(section, found.told(), flush=True)


def _deals(section: str, game: str, first: str, second: str) -> int:
    """How many deals a duel has."""
    if ":" not in first + second:
        return QUICK_DEALS
    return DEALS[section][game.startswith("tide")]


def play_ceiling(deals: int | None) -> None:
    """The search that sees all cards against the same one without sight."""
    done = {row["game"] for row in read().get("ceiling", [])}
    for game in GAMES:
        if game not in done:
            found = ceiling(game, deals or CEILING_DEALS, SEED)
            keep("ceiling", asdict(found))
            print("ceiling", found.told(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--only", default="", help="games whose spec begins so")
    options = parser.parse_args()
    if options.what == "write":
        played = {name: [Duel(**row) for row in rows] for name, rows in read().items()}  # type: ignore[arg-type]
        (DOCS / "strength.md").write_text(page(played), encoding="utf-8")
        if "scaling" in played:
            (DOCS / "strength.svg").write_text(plot(played["scaling"]), encoding="utf-8")
        return
    for section in options.sections or [*SECTIONS, "ceiling"]:
        if section == "ceiling":
            play_ceiling(options.deals)
        else:
            play(section, options.deals, options.only)


if __name__ == "__main__":
    main()
