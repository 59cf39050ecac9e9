"""How many positions lie at each depth: a count that no refactoring may change."""

from engine.state import State


def perft(state: State, depth: int) -> list[int]:
    """The number of paths of 0, 1, ... `depth` decisions; an ended game counts once, where it ends."""
    counts = [1]
    layer = {state: 1}
    for _ in range(depth):
        following: dict[State, int] = {}
        for each, paths in layer.items():
            for action in each.legal_actions:
                after = each.play(action)
                following[after] = following.get(after, 0) + paths
        counts.append(sum(following.values()))
        layer = following
    return counts
