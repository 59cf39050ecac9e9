"""The page of the game, made from the code: what it is, its cards, its options, its sources."""

import engine.games.oriflamme as package
from engine.game import Game
from engine.games.oriflamme.cards import BOXES
from engine.games.oriflamme.options import OPTIONS, kinds_of

SOURCES = {
    "S0": "Alliance rulebook with the compatibility sheet",
    "S2": "a summary of the base game",
    "S3": "a French review that quotes the cards, first edition",
    "S4": "the help of an online table",
    "RA": "the English Ablaze rulebook",
    "LX": "a French review of Ablaze",
    "R1": "the English rulebook, first edition",
    "R2": "card text of the second edition",
    "J": "rules of an open simulator",
    "JF": "code of an open server",
    "DB": "a news item on the official two-player rules",
    "JP": "a player's description of the official two-player rules",
}


def page(game: Game) -> str:
    """The page as text, headings marked as in Markdown."""
    summary = (package.__doc__ or "").strip()
    lines = [f"# {game.spec}", "", summary, "", "## Cards", ""]
    kinds = set(kinds_of(dict(game.options)))
    cards = [card for box in BOXES.values() for card in box if card.kind in kinds]
    lines += [f"- **{card.name}** ({card.type}): {card.text} [{card.source}]" for card in cards]
    lines += ["", "## Options", ""]
    for option in OPTIONS:
        ident = f" {option.ident}" if option.ident else ""
        source = f" [{option.source}]" if option.source else ""
        now = game.options[option.name]
        lines.append(f"- `{option.name}={now}`{ident}: {option.text}{source}")
        if option.read is None:
            lines.append(f"  values: {', '.join(option.choices)} (usual: {option.usual})")
    lines += ["", "## Sources", ""]
    lines += [f"- {code}: {what}" for code, what in SOURCES.items()]
    return "\n".join(lines)
