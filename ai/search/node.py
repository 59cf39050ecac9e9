"""The tree as one array of nodes, linked by their places in it.

A node stands for an action that somebody chose after the actions above it; the first child and the next
sibling are links, so a node costs 32 bytes whatever the number of its children. Nothing is cleared between
searches: a node is written whole when it is taken, and the count of those taken starts again at 1.
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
        ("action", np.int32),
        ("child", np.int32),  # the newest one
        ("sibling", np.int32),  # the next older one
        ("mover", np.int32),  # who chose it
    ]
)


@part
def plant(nodes):
    """Begin a tree: the root, which nobody chose."""
    root = nodes[ROOT]
    root.total = 0.0
    root.visits = 0
    root.available = 0
    root.action = NOTHING
    root.child = NOTHING
    root.sibling = NOTHING
    root.mover = NOTHING


@part
def add_child(nodes, parent, place, action, mover):
    """Write a new node at `place`, as the first child of `parent`; it was available once, now."""
    node = nodes[place]
    node.total = 0.0
    node.visits = 0
    node.available = 1
    node.action = action
    node.child = NOTHING
    node.sibling = nodes[parent].child
    node.mover = mover
    nodes[parent].child = place


@part
def add_up(nodes, path, depth, pay):
    """Back a vector of pay-offs up a path: each node takes the entry of the seat that chose it (max^n)."""
    nodes[ROOT].visits += 1
    for i in range(depth):
        node = nodes[path[i]]
        node.visits += 1
        node.total += pay[node.mover]


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
        add_child(nodes, parent, place, action, mover + TRAIL)
        found = place
    return found


@part
def list_children(nodes, parent, mover, actions, visits, totals):
    """Write what is known of each child of a node that `mover` chose, oldest last; how many there are."""
    n = 0
    place = nodes[parent].child
    while place != NOTHING and n < len(actions):
        node = nodes[place]
        if node.mover == mover:
            actions[n] = node.action
            visits[n] = node.visits
            totals[n] = node.total
            n += 1
        place = node.sibling
    return n
