"""Where the time of a search goes, measured as it runs: the clock is read where one phase ends.

One iteration in so many is timed, so that a search is slowed by less than 3 %. A search that is not
profiled has None in place of the array, and nothing of this is compiled into it.
"""

from engine.jit import nanoseconds, part

DETERMINIZE, SELECT, EXPAND, PLAYOUT, BACK_UP = range(5)
PHASES = ("determinize", "select", "expand", "playout", "back up")
SINCE, EVERY, NEXT, LEFT, DICE, MOST, KEPT, SPOILED = range(5, 13)
"""Places after those of the phases: the last reading; one run of iterations in how many is timed, on average,
where the next begins, how many are left of it, and a number to draw it by, since turns that come in rounds
must not be met always alike; laps of a longer iteration are left out, as something else had the processor;
iterations whose laps were kept, and those left out."""
TIMED, DEEPEST, DEPTH, CHOICES, STEPS = range(13, 18)
"""Iterations timed, and over these, so that the rest pays for a few branches only: the deepest leaf, depths
added up, legal actions added up over the tree's steps, how many steps those were."""
LOOKS = 18
"""From here on: by phase, the looks at the clock that ended its laps. What a look costs is within its lap."""
HELD, SEEN = 23, 28
"""From here on: laps of the iteration at hand, by phase; its looks."""
DEPTHS = 33
"""From here on: iterations by the depth of their leaf, the last for all that are deeper."""
ROOM = DEPTHS + 64
RUN, WARM = 20, 4
"""Iterations timed in a row, and the first of them, left out: the processor has yet to learn the way."""


@part
def settle(phases):
    """Keep the laps of the iteration before, unless it was one to warm up or something came between."""
    whole = 0
    for i in range(SEEN - HELD):
        whole += phases[HELD + i]
    spoiled = whole > phases[MOST]
    warm = RUN - WARM <= phases[LEFT] < RUN
    if phases[TIMED] > 0 and not warm:
        phases[SPOILED] += spoiled
        phases[KEPT] += not spoiled
    for i in range(SEEN - HELD):
        phases[i] += 0 if spoiled or warm else phases[HELD + i]
        phases[LOOKS + i] += 0 if spoiled or warm else phases[SEEN + i]
        phases[HELD + i] = 0
        phases[SEEN + i] = 0


@part
def begin_laps(phases, done):
    """Is this iteration timed? Then from now on."""
    if phases is not None:
        if done >= phases[NEXT]:
            settle(phases)
            phases[LEFT] -= 1
            if phases[LEFT] <= 0:
                phases[LEFT] = RUN
                phases[DICE] = (phases[DICE] * 1103515245 + 12345) % (1 << 31)
                phases[NEXT] = done + 1 + RUN * ((phases[DICE] >> 8) % (2 * phases[EVERY] - 1))
            phases[TIMED] += 1
            phases[SINCE] = nanoseconds()
            return True
    return False


@part
def lap(phases, timed, phase):
    """The time since the last reading went to a phase."""
    if phases is not None:
        if timed:
            now = nanoseconds()
            phases[HELD + phase] += now - phases[SINCE]
            phases[SEEN + phase] += 1
            phases[SINCE] = now


@part
def note_step(phases, timed, n):
    """Count a step down the tree that had n legal actions."""
    if phases is not None:
        if timed:
            phases[CHOICES] += n
            phases[STEPS] += 1


@part
def note_leaf(phases, timed, depth):
    """Count an iteration by the depth it reached."""
    if phases is not None:
        if timed:
            phases[DEEPEST] = max(phases[DEEPEST], depth)
            phases[DEPTH] += depth
            phases[min(DEPTHS + depth, len(phases) - 1)] += 1
