"""Where the time of a search goes, measured as it runs: the clock is read where one phase ends.

A search that is given None in place of the array is not measured, and nothing of this is compiled into it.
One that is measured is that same search nearly all the time: it pauses for a few iterations, which a second
kernel does with the clock in its hand, and goes on. So what is measured is what runs otherwise.
"""

from engine.jit import nanoseconds, part

DETERMINIZE, SELECT, EXPAND, PLAYOUT, BACK_UP = range(5)
PHASES = ("determinize", "select", "expand", "playout", "back up")
SINCE, WARMING, MOST, KEPT, SPOILED = range(5, 10)
"""Places after those of the phases: the last reading; iterations to come that are left out, since the
processor has yet to learn the way; laps of a longer iteration are left out too, as something else had the
processor; iterations whose laps were kept, and those left out for their length."""
TIMED, DEEPEST, DEPTH, CHOICES, STEPS = range(10, 15)
"""Iterations timed, and over these: the deepest leaf, depths added up, legal actions added up over the tree's
steps, how many steps those were."""
LOOKS = 15
"""From here on: by phase, the looks at the clock that ended its laps. What a look costs is within its lap."""
HELD, SEEN = 20, 25
"""From here on: laps of the iteration at hand, by phase; its looks."""
DEPTHS = 30
"""From here on: iterations by the depth of their leaf, the last for all that are deeper."""
ROOM = DEPTHS + 64


@part
def begin_laps(phases):
    """An iteration is timed from now on."""
    if phases is not None:
        phases[TIMED] += 1
        phases[SINCE] = nanoseconds()


@part
def lap(phases, phase):
    """The time since the last reading went to a phase."""
    if phases is not None:
        now = nanoseconds()
        phases[HELD + phase] += now - phases[SINCE]
        phases[SEEN + phase] += 1
        phases[SINCE] = now


@part
def note_step(phases, n):
    """Count a step down the tree that had n legal actions."""
    if phases is not None:
        phases[CHOICES] += n
        phases[STEPS] += 1


@part
def end_laps(phases, depth):
    """An iteration reached a depth. Keep its laps, unless it was to warm up or something came between."""
    if phases is not None:
        phases[DEEPEST] = max(phases[DEEPEST], depth)
        phases[DEPTH] += depth
        phases[min(DEPTHS + depth, len(phases) - 1)] += 1
        whole = 0
        for i in range(SEEN - HELD):
            whole += phases[HELD + i]
        warm, spoiled = phases[WARMING] > 0, whole > phases[MOST]
        phases[WARMING] -= warm
        kept = not (warm or spoiled)
        phases[KEPT] += kept
        phases[SPOILED] += spoiled and not warm
        for i in range(SEEN - HELD):
            phases[i] += phases[HELD + i] if kept else 0
            phases[LOOKS + i] += phases[SEEN + i] if kept else 0
            phases[HELD + i] = 0
            phases[SEEN + i] = 0
