"""The page of the game, made from the code: what it is, its parts, its options, its sources."""

import engine.games.tide as package
from engine.game import Game
from engine.games.tide.options import OPTIONS
from engine.games.tide.state import P_DECK, P_HAND, P_ROUNDS, P_TIDES, halves

SOURCES = {
    "S4": "a description of the game",
    "TT1": "the English rulebook",
    "TT2": "a second English text of the rules",
    "TT3": "a list of the cards with their life preservers",
    "TT4": "reviews of other editions",
    "SdJ": "the page of the Spiel des Jahres jury",
}
WORTH = ("no life preserver", "half a life preserver", "a life preserver")


def _bands(deck: int) -> list[str]:
    """The Weather cards by what they are worth, in order."""
    lines: list[str] = []
    first = 1
    for card in range(1, deck + 1):
        here = int(halves(card, deck))
        if card == deck or int(halves(card + 1, deck)) != here:
            lines.append(f"- {first}-{card}: {WORTH[here]} each")
            first = card + 1
    return lines


def page(game: Game) -> str:
    """The page as text, headings marked as in Markdown."""
    sizes = {name: int(game.parameters[place]) for name, place in _SIZES.items()}
    lines = [f"# {game.spec}", "", (package.__doc__ or "").strip(), "", "## Parts", ""]
    lines += _bands(sizes["deck"])
    lines += [
        f"- tide cards: 1 to {sizes['tides']}, each twice, shuffled anew every round",
        f"- a hand: {sizes['hand']} cards, with the life preservers of its cards, rounded down",
        f"- rounds: {sizes['rounds']}",
        "",
        "## Options",
        "",
    ]
    for option in OPTIONS:
        ident = f" {option.ident}" if option.ident else ""
        source = f" [{option.source}]" if option.source else ""
        lines.append(f"- `{option.name}={game.options[option.name]}`{ident}: {option.text}{source}")
        if option.read is None:
            lines.append(f"  values: {', '.join(option.choices)} (usual: {option.usual})")
    lines += ["", "## Sources", ""]
    lines += [f"- {code}: {what}" for code, what in SOURCES.items()]
    return "\n".join(lines)


_SIZES = {"deck": P_DECK, "tides": P_TIDES, "hand": P_HAND, "rounds": P_ROUNDS}
