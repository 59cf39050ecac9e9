"""The worlds that a search looks at: uniform among all that agree with the view, or weighed.

Weighed worlds are drawn by rejection: a uniform one is kept with a chance of its weight over a bound. Where
MOST_TRIES were refused, one of these is drawn in proportion to their weights (importance resampling: Rubin
1987), as far as any has one. A share of `doubt` is not weighed, so that a wrong model of the opponents cannot
blind the search. In a share of `fresh` the searcher's own hidden cards are drawn anew, from what another
seat knows: opponents then answer what they can see, not the cards that the searcher holds.
"""

from ai.search.room import CEILING
from engine.jit import part
from engine.rng import rand_below, rand_unit

MOST_TRIES = 16


def make_draw(game, hints):
    """Bind the drawing of worlds to a game."""
    determinize, observe, weigh, bound = game.determinize, game.observe, hints.weigh, hints.ceiling

    @part
    def write_ceiling(span, plan, root, seat, extras):
        """Work out once what no weight of a world exceeds."""
        if extras is not None:
            if plan.belief >= 0:
                span[CEILING] = bound(root[0], seat, plan.belief)

    @part
    def draw_world(states, root, seat, seats, span, plan, rng, items, extras):
        """Write a world into states[1]; answers the seat whose own cards are not its own, or -1."""
        states[1] = root[0]
        if plan.peek == 1:
            return -1
        viewer = seat
        tries = 0
        sum_of_weights = 0.0
        if extras is not None:
            tries = 0 if plan.belief >= 0 and rand_unit(rng) >= plan.doubt else MOST_TRIES
        while True:
            determinize(states[1], viewer, rng, items)
            if extras is None:
                return -1
            if tries < MOST_TRIES:
                weight = weigh(states[1], seat, plan.belief)
                if weight <= span[CEILING] * rand_unit(rng):
                    tries += 1
                    sum_of_weights += weight
                    if rand_unit(rng) * sum_of_weights < weight:
                        states[3] = states[1]
                    if tries < MOST_TRIES or sum_of_weights <= 0.0:
                        states[1] = root[0]
                        continue
                    states[1] = states[3]
            if viewer != seat:
                return seat
            if plan.fresh <= 0.0 or rand_unit(rng) >= plan.fresh:
                return -1
            tries = MOST_TRIES
            viewer = (seat + 1 + rand_below(rng, seats - 1)) % seats
            observe(states[1], viewer, states[2])
            states[1] = states[2]

    return draw_world, write_ceiling
