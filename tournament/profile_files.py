"""A profile as a file: for speedscope, or as one page that needs nothing else."""

import json
from html import escape
from typing import Any

from tournament.profile_figures import Group, Profile, Search
from tournament.profile_report import summary

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
COLOURS = ("#4e79a7", "#59a14f", "#edc948", "#f28e2b", "#e15759", "#9c9c9c")
WIDTH, HEIGHT, LEFT, FOOT = 720, 220, 70, 40
"""Pixels of a drawing, and of its margins."""


def speedscope(profile: Profile) -> str:
    """The profile in speedscope's form: a sample for each phase of each decision, in the order of play."""
    frames: dict[str, int] = {}
    samples: list[list[int]] = []
    weights: list[float] = []

    def add(seconds: float, *stack: str) -> None:
        samples.append([frames.setdefault(name, len(frames)) for name in stack])
        weights.append(max(seconds, 0.0))

    names = profile.search.names if profile.search else ()
    for each in profile.told:
        under = ("games", "decisions", each.kind)
        for name, seconds in zip(names, each.search):
            add(seconds, *under, "search", name)
        add(each.seconds - sum(each.search), *under)
    for part in profile.parts:
        if part.name != "decisions":
            add(part.seconds, "games", part.name)
    found: dict[str, Any] = {
        "$schema": SCHEMA,
        "name": f"{profile.bot} at {profile.game}",
        "exporter": "gonfalon",
        "activeProfileIndex": 0,
        "shared": {"frames": [{"name": name} for name in frames]},
        "profiles": [
            {
                "type": "sampled",
                "name": f"{profile.bot} at {profile.game}",
                "unit": "seconds",
                "startValue": 0,
                "endValue": sum(weights),
                "samples": samples,
                "weights": weights,
            }
        ],
    }
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def page(profile: Profile) -> str:
    """The profile as a page of HTML with drawings, which loads nothing."""
    title = escape(f"{profile.bot} at {profile.game}")
    body = [f"<h1>{title}</h1>", f"<pre>{escape(summary(profile))}</pre>"]
    if profile.search:
        body += _drawings(profile.search)
    seconds = {part.name: part.seconds for part in profile.parts}
    body += ["<h2>Seconds by part of the games</h2>", _bars(seconds)]
    style = (
        "body{font:14px sans-serif;margin:2em;max-width:60em}pre{white-space:pre-wrap}"
        "svg{display:block}h2{font-size:1.1em}"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _drawings(search: Search) -> list[str]:
    stages = search.stages
    by = stages[0].name.split()[0] if stages else ""
    return [
        "<h2>Nanoseconds an iteration by phase</h2>",
        _stacked((search.whole, *search.kinds), search.names),
        f"<h2>The same by {by}</h2>",
        _stacked(stages, search.names),
        f"<h2>Iterations a second by {by}</h2>",
        _curve({each.name.split()[-1]: each.iterations_a_second for each in stages}),
        "<h2>Timed iterations by depth of their leaf</h2>",
        _bars({str(depth): float(count) for depth, count in enumerate(search.depths)}),
        f"<h2>Strength of the choice: the best action's share of the visits, by {by}</h2>",
        _curve({each.name.split()[-1]: each.strength for each in stages}),
    ]


def _svg(inside: list[str], height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-size="11">{"".join(inside)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _rect(x: float, y: float, width: float, height: float, colour: str, words: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" '
        f'fill="{colour}"><title>{escape(words)}</title></rect>'
    )


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _axis(most: float) -> list[str]:
    """A line at the highest value and one at 0."""
    line = '<line x1="{0}" y1="{2}" x2="{1}" y2="{2}" stroke="#ccc"/>'
    lines = [line.format(LEFT, WIDTH, y) for y in (12, HEIGHT - FOOT)]
    return [*lines, _text(LEFT - 4, 16, _short(most), "end"), _text(LEFT - 4, HEIGHT - FOOT, "0", "end")]


def _places(names: list[str]) -> tuple[float, list[str]]:
    """The width of a place, and the names below, not so many that they meet."""
    wide, every = (WIDTH - LEFT) / max(len(names), 1), 1 + len(names) // 24
    return wide, [
        _text(LEFT + wide * (i + 0.5), HEIGHT - FOOT + 14, name)
        for i, name in enumerate(names)
        if i % every == 0
    ]


def _bars(values: dict[str, float]) -> str:
    most = max(values.values(), default=0.0) or 1.0
    wide, names = _places(list(values))
    high = HEIGHT - FOOT - 12
    bars = [
        _rect(
            LEFT + wide * (i + 0.1),
            HEIGHT - FOOT - high * value / most,
            wide * 0.8,
            high * value / most,
            COLOURS[0],
            f"{name}: {_short(value)}",
        )
        for i, (name, value) in enumerate(values.items())
    ]
    return _svg([*_axis(most), *bars, *names])


def _curve(values: dict[str, float]) -> str:
    most = max(values.values(), default=0.0) or 1.0
    wide, names = _places(list(values))
    high = HEIGHT - FOOT - 12
    points = [
        (LEFT + wide * (i + 0.5), HEIGHT - FOOT - high * value / most)
        for i, value in enumerate(values.values())
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[0]}">'
        f"<title>{escape(name)}: {_short(value)}</title></circle>"
        for (x, y), (name, value) in zip(points, values.items())
    ]
    drawn = f'<polyline points="{line}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>'
    return _svg([*_axis(most), drawn, *dots, *names])


def _stacked(groups: tuple[Group, ...], names: tuple[str, ...]) -> str:
    """A row a group, its phases one after the other."""
    most = max((sum(each.phases) for each in groups), default=0.0) or 1.0
    left, parts = 170, list[str]()
    for i, (name, colour) in enumerate(zip(names, COLOURS)):
        parts += [_rect(left + 90 * i, 2, 10, 10, colour, name), _text(left + 90 * i + 14, 11, name, "start")]
    for row, each in enumerate(groups):
        x, y = float(left), 24.0 + 20 * row
        parts.append(_text(left - 6, y + 12, each.name, "end"))
        for name, value, colour in zip(names, each.phases, COLOURS):
            wide = (WIDTH - left - 60) * value / most
            parts.append(_rect(x, y, wide, 16, colour, f"{each.name}, {name}: {_short(value)} ns"))
            x += wide
        parts.append(_text(x + 4, y + 12, f"{_short(sum(each.phases))} ns", "start"))
    return _svg(parts, 30 + 20 * len(groups))
