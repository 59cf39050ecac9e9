"""Records to damage, and what a refusal is."""

import time
from dataclasses import replace

import msgpack
import pytest

from archive.codec import pack, seal
from archive.fields import Fields
from archive.record import Times
from engine.errors import ReplayError
from tests.archive.games import played

FIRST = played(1)
MARKED = played(2, fault=True)
SEARCHED = played(3, search=True)
TOLD = replace(
    SEARCHED, search=(None, *(replace(each, worlds=300 + n) for n, each in enumerate(SEARCHED.search[1:])))
)
"""With the number of worlds in its search figures."""
TIMED = Times((12.5, 0.0), (7.25, 0.0), (7250, 0, 5250))


def refused(call, *arguments):
    """The one line with which something is refused, in next to no time."""
    start = time.process_time()
    with pytest.raises(ReplayError) as caught:
        call(*arguments)
    assert time.process_time() - start < 2
    text = str(caught.value)
    assert text
    assert text.isprintable()
    assert len(text) < 400
    return text


def items(replay):
    """What the frame of a replay holds, to change and write again."""
    return list(msgpack.unpackb(pack(replay), use_list=False))


def changed(replay, **values):
    """The bytes of a replay with some of its items replaced, its checksum right."""
    found = items(replay)
    for name, value in values.items():
        found[1 + Fields._fields.index(name)] = value
    return seal(msgpack.packb(found))
