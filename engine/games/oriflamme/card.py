"""What a card is: a kind, and the functions ("hooks") that carry its text. A hook left out does the
usual thing.

A hook answers DONE, AGAIN (resolve `state.effect`, which it has changed) or a phase to ask its player
for. It reads `state.actor`, `state.acting` and `state.spot` for the acting card, marks victims with
`doom`, and never calls the flow.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.games.oriflamme import effects

CHARACTER, INTRIGUE = "Character", "Intrigue"

Hook = Callable[..., Any]


@dataclass(frozen=True)
class Card:
    """One card: what it is called, what it says, and the functions that do it."""

    kind: int
    name: str
    """As notation writes it."""
    type: str
    box: str
    rule: Hook
    """The function whose docstring is the card's text (first line) with a worked example."""
    source: str
    resolve: Hook = effects.nothing  # (state): the text begins
    revealed: Hook = effects.take_points  # (state, slot): where its points go when it is turned up
    may_reveal: Hook = effects.always  # (state, slot) -> bool
    targets: Hook = effects.nobody  # (state) -> the columns that may be chosen, as bits
    chosen: Hook = effects.no_choice  # (state, choice): like resolve
    after: Hook = effects.nothing  # (state): the rest, once the eliminations are done
    prize: Hook = effects.no_prize  # (state, family) -> points paid beside the one for eliminating it
    eliminated: Hook = effects.no_text  # (state, family): it was eliminated; family controlled it
    round_start: Hook = effects.no_text  # (state, family): it lies in the family's reserve
    game_end: Hook = effects.no_text  # (state, family): it lies in the family's reserve

    @property
    def text(self) -> str:
        """The rule of the card, in a sentence."""
        return (self.rule.__doc__ or "").strip().splitlines()[0]


def hooks(cards: tuple[Card, ...], name: str) -> tuple[list[tuple[int, Hook]], Hook]:
    """[(mask of kinds, function)] for the cards that define a hook, and what the others do."""
    usual: Hook = Card.__dataclass_fields__[name].default  # type: ignore[assignment]
    masks: dict[Any, int] = {}
    for card in cards:
        function = getattr(card, name)
        if function is not usual:
            masks[function] = masks.get(function, 0) | 1 << card.kind
    return [(mask, function) for function, mask in masks.items()], usual
