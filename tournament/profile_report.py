"""A profile in words and as tables."""

from typing import Any

from tournament.profile_figures import Group, Profile, Search

TRUSTED, ASTRAY = 1.25, 0.05
"""The largest factor by which correcting looks may change the sum of the phases, and how far it may be from
the time measured from outside, for phases to be times."""


def summary(profile: Profile) -> str:
    """What matters most, in a few lines."""
    speed, found = profile.iterations_a_second, profile.search
    threads = found.threads if found else 1
    memory = "" if profile.peak_bytes is None else f"; memory at most {profile.peak_bytes / 1e6:,.0f} MB"
    lines = [
        f"{profile.bot}: {profile.games} games, {profile.decisions} decisions in {profile.seconds:.2f} s"
        + (
            f", {speed:,.0f} {'iterations' if found else 'units of its work'} a second"
            + (" of one thread" if threads > 1 else "")
            if speed
            else ""
        ),
        f"a decision: {profile.milliseconds_median:.3g} ms median, {profile.milliseconds_95:.3g} ms 95 %"
        + memory,
    ]
    if found:
        every = found.whole
        if threads > 1:
            lines.append(
                f"its {threads} threads one after the other: figures of searches are of one thread, "
                "the time of a decision is that of all"
            )
        lines += [
            f"an iteration: {every.nanoseconds:,.1f} ns, of which the phases tell {_told(found)}",
            *([warning] if (warning := doubt(found)) else []),
            f"cost of measuring: {found.cost:.1%} ({found.timed:,} iterations timed, one in "
            f"{found.every:,}; a look at the clock {found.look_nanoseconds:.0f} ns)",
            f"a search{' of one thread' if threads > 1 else ''}: {every.nodes:,.0f} nodes "
            f"(at most {found.nodes_most:,}), room for all {found.room_bytes:,} bytes; "
            f"depth {every.depth:.1f}, at most {every.deepest}; {every.actions:.1f} actions a step; "
            f"{every.worlds:,.0f} worlds",
        ]
    return "\n".join(lines)


def _told(search: Search) -> str:
    """What the phases add up to, and what they would without correcting what looks cost."""
    if search.look_nanoseconds == search.look_alone:
        return f"{search.accounted:.1%}, uncorrected"
    return (
        f"{search.accounted:.1%} ({search.uncorrected:.1%} uncorrected: with a look at the clock at "
        f"{search.look_alone:.1f} ns as alone, not {search.look_nanoseconds:.1f} ns)"
    )


def doubt(search: Search) -> str | None:
    """Why the phases are to be read as shares and not as times; None where they are not."""
    if not 1 / TRUSTED <= search.accounted / max(search.uncorrected, 1e-9) <= TRUSTED:
        return (
            "warning: iterations of this game are too short for looks at the clock "
            f"(a look is {search.look_alone:.0f} ns or more): read the phases as shares"
        )
    if abs(search.accounted - 1) > ASTRAY:
        return (
            "warning: the phases do not add up to the time measured from outside, as on a busy machine "
            "or with few iterations timed: read them as shares"
        )
    return None


LESSER = ("worlds", "actions", "begin and end", "back up", "best", "determinize", "nodes", "expand", "depth")
"""Columns of the groups of searches that a narrow terminal does without, the first ones first."""


def tables(profile: Profile) -> list[list[dict[str, Any]]]:
    """All figures as tables of rows."""
    parts = [
        {
            "part": each.name,
            "seconds": each.seconds,
            "share": each.share,
            "calls": each.calls,
            "microseconds": each.microseconds,
        }
        for each in profile.parts
    ]
    found = profile.search
    if found is None:
        return [parts]
    phases = [
        {"phase": name, "ns an iteration": value, "share": share}
        for name, value, share in zip(found.names, found.whole.phases, found.shares)
    ]
    depths = [
        {"depth": depth, "iterations timed": count, "share": count / max(sum(found.depths), 1)}
        for depth, count in enumerate(found.depths)
        if count
    ]
    return [parts, phases, *(_rows(found, groups) for groups in (found.kinds, found.stages)), depths]


def _rows(search: Search, groups: tuple[Group, ...]) -> list[dict[str, Any]]:
    return [
        {
            "searches of": each.name,
            "decisions": each.decisions,
            "iterations/s": round(each.iterations_a_second),
            **dict(zip(search.names, (round(value, 1) for value in each.phases))),
            "nodes": round(each.nodes),
            "depth": each.depth,
            "actions": each.actions,
            "worlds": round(each.worlds),
            "best": each.strength,
        }
        for each in groups
    ]
