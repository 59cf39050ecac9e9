"""The page docs/strength.md and its plot, from the duels that were played."""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby

from benchmarks.duels import SEARCHES, Duel

HEAD = """# How strong the bots are

Made by `python -m benchmarks.strength play` and `write` from tournaments of Gonfalon; do not edit. In a duel two bots share the four
seats, two seats each; every deal is played in all four rotations of the seats. **Score** is how often a seat of the
first bot is placed ahead of a seat of the second, ties half: 0.5 is even. Brackets hold 95 % intervals (Student's,
over deals, since the games of a deal share its cards). A result is **clear** where even lies outside its interval.
Seeds were held out, but for the section that says so: nothing was chosen or fitted on these deals. Time budgets were measured on two shared cores,
all bots of a duel side by side. Two tables were played on after a first look, so their intervals are a little too narrow:
all rows of the ladder with 1,000 iterations (from 20 deals to 60, Turn the Tide from 12 to 40) but those of bots that do not search, and
at a tenth of a second the expert against `ismcts` at Turn the Tide (from 9 deals to 36).
"""

TITLES = {
    "time": (
        "The expert at a tenth of a second",
        "A decision has 100 ms for each bot. The expert seeks a high rank, which the score measures; `flat` and `ismcts` seek "
        "a share of the win, which stands beside it (0.5 is even there too), so an edge in rank need not show in wins.",
    ),
    "second": (
        "The expert at a second",
        "A decision has 1,000 ms for each bot. The expert has the same parts for all budgets.",
    ),
    "ladder": (
        "The ladder",
        "Each bot against the one below it, then the trees against flat Monte Carlo; 1,000 iterations a decision. "
        "`pimc` is the textbook search of a tree a world; with the expert's pay-off and beliefs it stands further below. "
        "An iteration is not the same work for each: see the first table for equal time.",
    ),
    "rungs": (
        "The ladder with more iterations",
        "10,000 iterations a decision. Below `pimc` the same with the expert's pay-off and beliefs; then the other trees "
        "against `pimc`.",
    ),
    "parts": (
        "What each part is worth",
        "The expert with one part changed, against the expert; 8 ms a decision. Below 0.5 the change hurts. What did "
        "not help is listed too. One table is a family of tests: at 95 % one row in twenty is clear by chance.",
    ),
    "pilots": (
        "What was tried while the expert was chosen",
        "Development deals, not held out: these results chose the expert's parts, so the best of them are too good. "
        "They are listed with what did not help, as 20 to 80 games each can tell.",
    ),
    "ceiling": (
        "The value of hidden information",
        "The same search with all cards in sight against the one without: no bot can have this, it is the ceiling.",
    ),
    "scaling": (
        "Strength by iterations",
        "The expert against itself with 1,000 iterations; bars are 95 % intervals.\n\n![Strength by iterations](strength.svg)",
    ),
}


OLDER = "†"


def _games(duel: Duel) -> str:
    """How many, marked where an older search played them."""
    return f"{duel.games}{OLDER * (max(SEARCHES) - duel.search)}"


def _older(played: Mapping[str, Sequence[Duel]]) -> list[str]:
    """What the marks mean, if there are any."""
    numbers = sorted({duel.search for duels in played.values() for duel in duels} - {max(SEARCHES)})
    if not numbers:
        return []
    told = [f"{OLDER * (max(SEARCHES) - each)} an older search played: {SEARCHES[each]}." for each in numbers]
    return [*told, f"Now {SEARCHES[max(SEARCHES)]}.", ""]


def _elo(duel: Duel) -> str:
    low, elo, high = duel.elo
    return f"{elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def _row(duel: Duel) -> str:
    clear = ("better" if duel.score > 0.5 else "worse") if duel.clear else ""
    return (
        f"| `{duel.first}` | `{duel.second}` | {duel.score:.3f} [{duel.low:.3f}, {duel.high:.3f}] | {_elo(duel)} "
        f"| {duel.wins:.3f} | {_games(duel)} | {clear} |"
    )


def _changes(duels: Sequence[Duel]) -> list[str]:
    """The table of parts: what differs from the expert, the best first."""
    usual = set(duels[0].second.partition(":")[2].split(","))
    lines = [
        f"The expert is `{duels[0].second}`.",
        "",
        "| changed | score | Elo | games | |",
        "|---|---|---|---|---|",
    ]
    for duel in sorted(duels, key=lambda each: -each.score):
        found = set(duel.first.partition(":")[2].split(","))
        gone = {each.partition("=")[0] for each in usual - found} - {
            each.partition("=")[0] for each in found - usual
        }
        changed = ", ".join([*sorted(found - usual), *(f"without {name}" for name in sorted(gone))])
        clear = ("better" if duel.score > 0.5 else "worse") if duel.clear else ""
        lines.append(
            f"| {changed} | {duel.score:.3f} [{duel.low:.3f}, {duel.high:.3f}] | {_elo(duel)} | {_games(duel)} | {clear} |"
        )
    return lines


def _pilots(duels: Sequence[Duel]) -> list[str]:
    """The table of what was tried."""
    lines = ["| first | second | score | Elo | games | clear |", "|---|---|---|---|---|---|"]
    for duel in sorted(duels, key=lambda each: (each.second, -each.score)):
        clear = ("better" if duel.score > 0.5 else "worse") if duel.clear else ""
        score = f"{duel.score:.3f} [{duel.low:.3f}, {duel.high:.3f}]"
        lines.append(
            f"| `{duel.first}` | `{duel.second}` | {score} | {_elo(duel)} | {_games(duel)} | {clear} |"
        )
    return lines


def page(played: Mapping[str, Sequence[Duel]]) -> str:
    """The whole page."""
    lines = [HEAD, *_older(played)]
    for section, (title, text) in TITLES.items():
        if not played.get(section):
            continue
        lines += [f"## {title}", "", text, ""]
        for game, rows in groupby(
            sorted(played[section], key=lambda each: each.game), lambda each: each.game
        ):
            duels = list(rows)
            lines += [f"### {game}", ""]
            if section == "parts":
                lines += _changes(duels)
            elif section == "pilots":
                lines += _pilots(duels)
            else:
                lines += [
                    "| first | second | score | Elo | first's wins | games | clear |",
                    "|---|---|---|---|---|---|---|",
                    *(_row(each) for each in duels),
                ]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM = 720, 360, 70, 40, 50
APART = 5
"""Between the curves at one place, so that their intervals can be told from each other."""
COLOURS = ("#b5442c", "#2c6fb5", "#3a8a3f")


def plot(duels: Sequence[Duel]) -> str:
    """Elo against iterations, a curve a game, with intervals."""
    points = [(each.game, int(each.first.partition("iterations=")[2]), each.elo) for each in duels]
    games = sorted({game for game, _, _ in points})
    points += [(game, 1000, (0.0, 0.0, 0.0)) for game in games]
    top = max([100.0, *(high for _, _, (_, _, high) in points)])
    low = min([-100.0, *(low for _, _, (low, _, _) in points)])

    def x(n: float) -> float:
        return LEFT + 8 + (WIDTH - LEFT - RIGHT - 8) * (math.log10(n) - 2) / 3

    def y(elo: float) -> float:
        return 15 + (HEIGHT - BOTTOM - 15) * (top - elo) / (top - low)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for n in (100, 1_000, 10_000, 100_000):
        out.append(f'<line x1="{x(n):.1f}" x2="{x(n):.1f}" y1="15" y2="{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        out.append(f'<text x="{x(n):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{n:,}</text>')
    step = 100 if top - low < 1000 else 200
    for elo in range(math.ceil(low / step) * step, int(top) + 1, step):
        out.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(elo):.1f}" y2="{y(elo):.1f}" stroke="#ddd"/>'
        )
        out.append(f'<text x="{LEFT - 8}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo:+d}</text>')
    for colour, game in zip(COLOURS, games, strict=False):
        aside = APART * (games.index(game) - (len(games) - 1) / 2)
        mine = sorted((x(n) + aside, elo) for name, n, elo in points if name == game)
        path = " ".join(f"{across:.1f},{y(elo[1]):.1f}" for across, elo in mine)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for across, (least, elo, most) in mine:
            out.append(
                f'<line x1="{across:.1f}" x2="{across:.1f}" y1="{y(least):.1f}" y2="{y(most):.1f}" stroke="{colour}"/>'
            )
            out.append(f'<circle cx="{across:.1f}" cy="{y(elo):.1f}" r="3.5" fill="{colour}"/>')
        place = 30 + 18 * games.index(game)
        out.append(f'<text x="{LEFT + 12}" y="{place}" fill="{colour}">{game}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">iterations a decision</text>')
    out.append(
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" text-anchor="middle">Elo</text>'
    )
    return "\n".join([*out, "</svg>", ""])
