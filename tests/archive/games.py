"""Records of games to store: played ones, and whatever else a record may hold."""

from dataclasses import replace

from hypothesis import strategies as st

from archive.record import Ending, GameKey, Replay, SearchFigures, Times, place_with_fault, share
from engine.game import game
from engine.rng import split
from engine.state import digest
from engine.view import Playthrough

KUHN = game("kuhn")
TOURNAMENT = "3f0c9a1122334455"
TIMES = Times((1.5, 0.25), (1.0, 0.125))


def key(number, tournament=TOURNAMENT):
    return GameKey(tournament, number // 100, number // 2 % 50, number % 2)


def played(number, tournament=TOURNAMENT, fault=False, rules=KUHN, search=False):
    """A game between bots that choose at random; with `fault`, the second decision is not made."""
    deal = rules.draw(number)
    table = Playthrough(rules.start(deal))
    while not table.state.is_over and not (fault and len(table.actions) == 1):
        legal = table.state.legal_actions
        table.play(legal[split(number, len(table.actions)) % len(legal)])
    state, seats = table.state, range(rules.seats)
    culprit = state.to_act if fault else None
    placing = place_with_fault(state.scores, culprit)
    return Replay(
        key=key(number, tournament),
        game=rules.spec,
        rules=rules.rules,
        seats=tuple(f"bot{seat}" for seat in seats),
        bots=tuple(f"ismcts:iterations={500 + seat}" for seat in seats),
        seeds=tuple(split(number, "bot", seat) for seat in seats),
        deal=deal,
        actions=tuple(table.actions),
        final=digest(state),
        scores=state.scores,
        placing=placing,
        returns=share(placing) if fault else state.returns,
        ending=Ending.CRASH if fault else Ending.OVER,
        fault=culprit,
        reason="ValueError: no" if fault else "",
        search=tuple(SearchFigures((0, 1), (3, 4), (0.5, 0.25), 7) for _ in table.actions) if search else (),
    )


def some(start, stop, **options):
    return [(played(number, **options), TIMES) for number in range(start, stop)]


numbers = st.integers(-(1 << 63), (1 << 63) - 1)
counts = st.integers(0, (1 << 63) - 1)
reals = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(categories=("L", "M", "N", "P", "S"), include_characters=" "), max_size=30)


def row(items, **sizes):
    return st.lists(items, **sizes).map(tuple)


def rows(items, n):
    return row(items, min_size=n, max_size=n)


@st.composite
def figures(draw):
    n = draw(st.integers(0, 4))
    visits, values = (draw(st.sampled_from((0, n))) for _ in range(2))
    return SearchFigures(
        draw(rows(numbers, n)),
        draw(rows(numbers, visits)),
        draw(rows(reals, values)),
        draw(numbers),
        draw(st.just(0) | counts),
    )


@st.composite
def replays(draw):
    """Any replay that has the right types and sizes, whether or not such a game can be."""
    n = draw(st.integers(1, 5))
    return Replay(
        key=GameKey(draw(st.binary(min_size=8, max_size=8)).hex(), draw(counts), draw(counts), draw(counts)),
        game=draw(texts),
        rules=draw(counts),
        seats=draw(rows(texts, n)),
        bots=draw(rows(texts, n)),
        seeds=draw(rows(st.integers(0, (1 << 64) - 1), n)),
        deal=draw(row(numbers)),
        actions=draw(row(st.one_of(numbers, st.integers(-200, 200), st.integers(-40_000, 40_000)))),
        final=draw(st.binary(min_size=16, max_size=16)).hex(),
        scores=draw(rows(numbers, n)),
        placing=draw(rows(numbers, n)),
        returns=draw(rows(reals, n)),
        ending=draw(st.sampled_from(Ending)),
        fault=draw(st.none() | counts),
        reason=draw(texts),
        search=draw(row(st.none() | figures(), max_size=3)),
    )


GOLDEN = replace(played(17, search=True), key=GameKey("0123456789abcdef", 123456789012345, 1000, 1))
"""The game of the golden file of schema 1; see test_codec.py."""
GOLDEN_2 = replace(
    GOLDEN, search=(replace(GOLDEN.search[0], worlds=5), None, SearchFigures((), (), (), 0, 300))
)
"""The game of the golden file of schema 2."""
