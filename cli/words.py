"""Arguments and options that several commands have."""

from typing import Annotated

import typer

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="Such as kuhn, or oriflamme:seats=3.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
ArchiveUrl = Annotated[
    str | None, typer.Option("--archive", metavar="URL", help="A path or a database's URL; GONFALON_ARCHIVE.")
]
Seed = Annotated[int, typer.Option(help="All chance comes from it.", min=0)]
Key = Annotated[
    str, typer.Argument(metavar="KEY", help="A game's key; its beginning will do if only one fits.")
]
