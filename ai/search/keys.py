"""Places in a tree by what a seat has seen: a hash table from a 64-bit key to the head of its node.

A key is a fold of the events that the seat has seen since the root (multi-observer search), or a digest
of all that it knows (keyed search). Two different keys are equal with a chance of one in 10**19 a pair.
Nothing is cleared between searches: an entry of an older search counts as empty.
"""

import numpy as np

from ai.search.node import plant
from engine.events import EVENTS, EVERYONE, SEERS_SHIFT, seen
from engine.jit import kernel, part, record

KEY = record([("key", np.uint64), ("place", np.int32), ("search", np.int32)])
FOLD, TURN = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@part
def fold(key, word):
    """A new key from a key and a 64-bit word."""
    key = (key ^ np.uint64(word)) * FOLD
    return key ^ (key >> TURN)


@part
def begin_folds(folds, seats, stranger):
    """Nothing has been seen; `stranger` is a seat whose hidden cards are not its own, or -1."""
    for seat in range(seats):
        folds[seat] = fold(FOLD, seat + 1)
    if stranger >= 0:
        folds[stranger] = fold(folds[stranger], 255)


@part
def fold_events(log, folds, seats):
    """Fold what was told into the key of each seat, as it saw it, and forget it."""
    for i in range(EVENTS, EVENTS + log[0]):
        word = log[i]
        if (word >> SEERS_SHIFT) & EVERYONE == EVERYONE:
            for seat in range(seats):
                folds[seat] = fold(folds[seat], word)
        else:
            for seat in range(seats):
                folds[seat] = fold(folds[seat], seen(word, seat))
    log[0] = 0


@part
def digest(words, first, n):
    """A key from n words."""
    key = FOLD
    for i in range(first, first + n):
        key = fold(key, words[i])
    return key


@part
def find(table, key, search):
    """Where the entry of a key is, or is to be."""
    last = len(table) - 1
    i = np.int64(key >> np.uint64(1)) & last
    while table[i].search == search and table[i].key != key:
        i = (i + 1) & last
    return i


@part
def head_of(table, nodes, key, search, fresh):
    """The head for a key; planted at `fresh` if there is none yet."""
    entry = table[find(table, key, search)]
    if entry.search != search:
        entry.key = key
        entry.search = search
        entry.place = fresh
        plant(nodes, fresh)
    return int(entry.place)


@kernel
def rehash(old, new, search):
    """Enter what a search has found in a larger table."""
    for i in range(len(old)):
        if old[i].search == search:
            entry = new[find(new, old[i].key, search)]
            entry.key = old[i].key
            entry.place = old[i].place
            entry.search = search
