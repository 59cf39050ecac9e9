"""Flat Monte Carlo: playouts of each action from the same worlds, and sequential halving.

The budget is shared out evenly over ceil(log2(actions)) rounds; after each the worse half of the actions is
dropped, so the last round compares two. Source: Karnin, Koren, Somekh, "Almost Optimal Exploration in
Multi-Armed Bandits", 2013.
"""

from ai.search.playout import make_playout, uniform
from engine.jit import inlined, nanoseconds, part


@part
def rank(order, alive, visits, totals):
    """Sort the first `alive` of `order` by mean, best first; equal ones keep their order."""
    for i in range(1, alive):
        one = order[i]
        mean = totals[one] / visits[one]
        j = i - 1
        while j >= 0 and totals[order[j]] / visits[order[j]] < mean:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = one


def make_flat(game, policy=uniform):
    """Bind the search to the rules of a game, and to a policy for playouts."""
    determinize, play_from = game.determinize, make_playout(game, policy)

    @inlined
    def flat(root, seat, actions, iterations, duration, rng, room):
        """Share out so many playouts, or so many nanoseconds (0: no limit), over `actions`.

        Every action gets one playout at least. Figures stand in the order of `actions`; answers how many
        playouts were done.
        """
        state, pay = room.states[0], room.pay
        order, visits, totals = room.actions, room.visits, room.totals
        begun = nanoseconds() if duration > 0 else 0
        alive = len(actions)
        rounds = 0
        while 1 << rounds < alive:
            rounds += 1
        for i in range(alive):
            order[i] = i
            visits[i] = 0
            totals[i] = 0.0
        done = 0
        for turn in range(rounds):
            worlds = max(1, (iterations - done) // ((rounds - turn) * alive))
            ends = begun + duration * (turn + 1) // rounds
            for world in range(worlds):
                if world > 0 and duration > 0 and nanoseconds() >= ends:
                    break
                room.states[1] = root[0]
                determinize(room.states[1], seat, rng, room.items)
                for i in range(alive):
                    room.states[0] = room.states[1]
                    play_from(state, actions[order[i]], room.legal, pay, room.span, rng)
                    visits[order[i]] += 1
                    totals[order[i]] += pay[seat]
                    done += 1
            rank(order, alive, visits, totals)
            alive = (alive + 1) // 2
        return done

    return flat
