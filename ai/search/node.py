"""The tree as one array of nodes, linked by their places in it.

A node stands for an action that somebody chose after the actions above it; the first child and the next
sibling are links, so a node costs 32 bytes whatever the number of its children. Nothing is cleared between
searches: a node is written whole when it is taken, and the count of those taken starts again at 1.

A *head* is a node that nobody chose: the root, the root of another world, or the place of a seat that has
seen the same (ai.search.keys). A *trail* leads on from a secret choice and has no figures.
"""

import numpy as np

from engine.jit import part, record

ROOT, NOTHING = 0, -1
TRAIL = 64
"""Added to the seat in the nodes of a trail, which no selection looks at."""
NODE = record(
    [
        ("total", np.float64),  # pay-offs of the seat that chose it, added up
        ("visits", np.int32),
        ("available", np.int32),  # how often it could be chosen when its parent was passed, itself counted
        ("extra", np.float32),  # what the rule of selection keeps besides: see ai.search.selection
        ("child", np.int32),  # the newest one
        ("sibling", np.int32),  # the next older one
        ("action", np.int16),
        ("mover", np.int16),  # who chose it
    ]
)


@part
def plant(nodes, place):
    """Write a head, below which a tree begins."""
    head = nodes[place]
    head.total = 0.0
    head.visits = 0
    head.available = 0
    head.extra = 0.0
    head.child = NOTHING
    head.sibling = NOTHING
    head.action = NOTHING
    head.mover = NOTHING


@part
def add_child(nodes, parent, place, action, mover, extra):
    """Write a new node at `place`, as the first child of `parent`; it was available once, now."""
    node = nodes[place]
    node.total = 0.0
    node.visits = 0
    node.available = 1
    node.extra = extra
    node.child = NOTHING
    node.sibling = nodes[parent].child
    node.action = action
    node.mover = mover
    nodes[parent].child = place


@part
def follow(nodes, parent, place, action, mover):
    """The trail below a node for a secret choice, a new one at `place` if there is none yet.

    A trail has no figures. It leads to where all have chosen, so that what follows stands below the choices
    of all, while the figures of each choice stand where the first of them was made.
    """
    found = nodes[parent].child
    while found != NOTHING and not (nodes[found].action == action and nodes[found].mover == mover + TRAIL):
        found = nodes[found].sibling
    if found == NOTHING:
        add_child(nodes, parent, place, action, mover + TRAIL, 0.0)
        found = place
    return found


@part
def collect(nodes, head, mover, mark, actions, visits, totals):
    """Add up, by action, what is known of the children that `mover` chose, over a chain of heads.

    `mark` is used and left with numbers below 0, which no stamp ever is.
    """
    for i in range(len(actions)):
        mark[actions[i]] = -1 - i
        visits[i] = 0
        totals[i] = 0.0
    while head != NOTHING:
        place = nodes[head].child
        while place != NOTHING:
            node = nodes[place]
            if node.mover == mover and mark[node.action] < 0:
                i = -1 - mark[node.action]
                visits[i] += node.visits
                totals[i] += node.total
            place = node.sibling
        head = nodes[head].sibling
