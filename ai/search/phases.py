"""Where the time of a search goes, measured as it runs: the clock is read where one phase ends.

One iteration in so many is timed, so that a search is slowed by less than 3 %. A search that is not
profiled has None in place of the array, and nothing of this is compiled into it.
"""

from engine.jit import nanoseconds, part

DETERMINIZE, SELECT, EXPAND, PLAYOUT, BACK_UP = range(5)
PHASES = ("determinize", "select", "expand", "playout", "back up")
SINCE, EVERY, NEXT, TIMED, DEEPEST, DEPTH, CHOICES, STEPS = range(5, 13)
"""Places after those of the phases: the last reading, one iteration in how many is timed, which is the next,
how many were. The others are of timed iterations too, so that the rest pays for a few branches only: the
deepest leaf, depths added up, legal actions added up over the tree's steps, and how many steps those were."""
LAPS = 13
"""From here on: laps by phase, since each of them holds the cost of a look at the clock."""
DEPTHS = 18
"""From here on: timed iterations by the depth of their leaf, the last for all that are deeper."""
ROOM = DEPTHS + 64


@part
def begin_laps(phases, done):
    """Is this iteration timed? Then from now on."""
    if phases is not None:
        if done == phases[NEXT]:
            phases[NEXT] += phases[EVERY]
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
            phases[phase] += now - phases[SINCE]
            phases[LAPS + phase] += 1
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
