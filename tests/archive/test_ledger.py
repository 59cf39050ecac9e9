"""The chain: an entry vouches for all before it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.ledger import GENESIS, append, check, digest, first_wrong, link

GAMES = [(f"3f0c9a1122334455-0-{number}-0", bytes([number]) * 9) for number in range(20)]
CHAIN = list(append(0, GENESIS, GAMES))
HEAD = CHAIN[-1].hash


def test_a_chain_that_was_written_holds():
    assert first_wrong(CHAIN, 20, HEAD) is None
    assert first_wrong([], 0, GENESIS) is None


def test_an_entry_is_a_hash_over_the_one_before_it_the_key_and_the_digest():
    assert CHAIN[0].hash == link(GENESIS, GAMES[0][0], digest(GAMES[0][1]))
    assert CHAIN[7].hash == link(CHAIN[6].hash, GAMES[7][0], digest(GAMES[7][1]))
    assert len({GENESIS, *(each.hash for each in CHAIN)}) == 21


def test_it_does_not_matter_in_how_many_parts_a_chain_is_written():
    first = list(append(0, GENESIS, GAMES[:8]))
    assert first + list(append(8, first[-1].hash, GAMES[8:])) == CHAIN


def test_these_hashes_are_those_of_the_first_version():
    """Ledgers are kept for ever: how a hash is made never changes."""
    assert GENESIS.hex() == "2d692525efe85a35b17e3bfa43af03475f49bf60447c001cc6391cde277c0d2d"
    assert HEAD.hex() == "fba310704882685563f094c51dd6ea84bdf2a3e388edce54d20473a722a10373"


@given(st.integers(0, 19), st.sampled_from(("key", "digest", "hash")))
def test_the_first_wrong_entry_is_named(index, name):
    entry = CHAIN[index]
    value = entry.key + "1" if name == "key" else bytes(32)
    chain = [*CHAIN[:index], replace(entry, **{name: value}), *CHAIN[index + 1 :]]
    assert first_wrong(chain, 20, HEAD) == entry.number
    assert len(list(check(chain, 20, HEAD))) == (
        2 if name == "hash" else 1
    )  # a hash is wrong for the next, too


def test_an_entry_changed_with_its_hash_is_seen_by_the_next_and_the_last_by_the_head():
    for index, where in ((4, 6), (19, 20)):
        entry, before = CHAIN[index], CHAIN[index - 1]
        forged = replace(entry, key="other", hash=link(before.hash, "other", entry.digest))
        chain = [*CHAIN[:index], forged, *CHAIN[index + 1 :]]
        assert first_wrong(chain, 20, HEAD) == where


@given(st.integers(0, 19))
def test_a_missing_entry_is_named(index):
    assert first_wrong([*CHAIN[:index], *CHAIN[index + 1 :]], 20, HEAD) == index + 1


@pytest.mark.parametrize("length", [0, 1, 19])
def test_a_tail_that_is_cut_off_is_seen(length):
    assert first_wrong(CHAIN[:length], 20, HEAD) == length + 1


def test_an_entry_that_the_head_does_not_know_is_named():
    more = [*CHAIN, *append(20, HEAD, [("late", b"x")])]
    assert first_wrong(more, 20, HEAD) == 21


def test_entries_in_another_order_are_seen():
    swapped = [*CHAIN[:3], replace(CHAIN[4], number=4), replace(CHAIN[3], number=5), *CHAIN[5:]]
    assert first_wrong(swapped, 20, HEAD) == 4
