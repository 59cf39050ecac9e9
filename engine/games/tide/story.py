"""The events of Turn the Tide: their kinds, and what a log needs to begin."""

from engine.jit import part

(
    COMMITTED,  # seat, card (its seat only)
    PLAYED,  # seat, card: a commitment is revealed
    TOOK,  # seat, value: tide card; why: 1 the highest bidder, 2 the second
    LOST,  # seat, value: life preservers left
    OUT,  # seat: eliminated for the round
    SCORED,  # seat, value: points of the round; why: 1 with the bonus of the lowest level
    ROUND,  # value: number of the round
    PASSED,  # seat that gets the hand of its right neighbour, value: its life preservers
    RECEIVED,  # seat, card (its seat only): a card of that hand
    OFFERED,  # place: the lower tide card, value: the higher one
    FINISHED,
) = range(1, 12)


@part
def listen(state, log):
    """From now on tell what happens; nothing is told by comparing here."""
    log[0] = 0
