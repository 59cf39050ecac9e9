"""Values and best responses once more, slowly: recursion over states, by views, and no arrays."""

from functools import cached_property

from engine.view import Playthrough


def say(text):
    """Shown by `pytest -s`: what came out, and not only that it was right."""
    print(text)  # noqa: T201


class Enumerated:
    """A small game, looked at whole. A policy is a dictionary: view -> action -> chance."""

    def __init__(self, game):
        self.game = game

    @cached_property
    def deals(self):
        total = sum(weight for _, weight in self.game.all_deals(self.game))
        return [(deal, weight / total) for deal, weight in self.game.all_deals(self.game)]

    def after(self, deal, actions):
        playing = Playthrough(self.game.start(deal))
        for action in actions:
            playing.play(action)
        return playing

    def expected(self, policy):
        """What each seat gets."""
        totals = [0.0] * self.game.seats

        def visit(deal, actions, chance):
            playing = self.after(deal, actions)
            if playing.state.is_over:
                for seat, each in enumerate(playing.state.returns):
                    totals[seat] += chance * each
                return
            for action, share in policy[playing.view(playing.state.to_act)].items():
                visit(deal, (*actions, action), chance * share)

        for deal, chance in self.deals:
            visit(deal, (), chance)
        return tuple(totals)

    def best(self, policy, seat):
        """What the best response of a seat gets: by what it holds possible at each of its decisions."""
        return self.of([(deal, (), chance) for deal, chance in self.deals], policy, seat)

    def of(self, held, policy, seat):
        """The same from histories (deal, actions, how likely as far as the others go) on."""
        total, by_view = 0.0, {}
        waiting = list(held)
        while waiting:
            deal, actions, chance = waiting.pop()
            playing = self.after(deal, actions)
            if playing.state.is_over:
                total += chance * playing.state.returns[seat]
            elif playing.state.to_act == seat:
                by_view.setdefault(playing.view(seat), []).append((deal, actions, chance))
            else:
                for action, share in policy[playing.view(playing.state.to_act)].items():
                    if share > 0:
                        waiting.append((deal, (*actions, action), chance * share))
        for view, here in by_view.items():
            total += max(
                self.of([(deal, (*actions, action), chance) for deal, actions, chance in here], policy, seat)
                for action in view.legal_actions
            )
        return total
