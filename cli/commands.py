"""Groups of commands, and their errors: one line on standard error and an exit code."""

import errno
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from cli.answers import colours, shown
from engine.errors import GonfalonError, InterruptedRunError

MOST = 2000
"""Characters of an error."""


class Commands(TyperGroup):
    """Turns the project's errors into one line on standard error and an exit code."""

    def make_context(self, *given: Any, **named: Any) -> Any:
        """Read the words before the command's name."""
        with _told():
            return super().make_context(*given, **named)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        with _told():
            found = super().invoke(ctx)
            sys.stdout.flush()  # an answer that cannot be written is an error
            return found


@contextmanager
def _told() -> Iterator[None]:
    """Tell an error in one line, and end with its exit code."""
    try:
        yield
    except typer.TyperException as error:
        raise _misused(error) from None
    except GonfalonError as error:
        say(error.code, str(error))
        raise typer.Exit(error.exit_code) from None
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        say("disk_full", "no space left to write to; nothing that was stored before is lost")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        say(InterruptedRunError.code, "interrupted")
        raise typer.Exit(InterruptedRunError.exit_code) from None


def _misused(error: Any) -> Exception:
    """What ends the program, once a wrong word was told; a noun alone asks for its help, and gets it."""
    message = error.format_message()
    if "\n" in message:
        return error  # type: ignore[no-any-return]
    where = f" ('{error.ctx.command_path} --help' tells what is right)" if getattr(error, "ctx", None) else ""
    say("usage", f"{message.rstrip('.')}{where}")
    return typer.Exit(error.exit_code)


def say(code: str, message: str) -> None:
    """An error in one line on standard error."""
    message = shown(message, MOST)
    if "--json" in sys.argv:
        typer.echo(json.dumps({"error": code, "message": message}), err=True)
    else:
        typer.secho(f"error: {message}", err=True, fg="red" if colours() else None)


def group(text: str, cls: type[TyperGroup] | None = None) -> typer.Typer:
    """Commands under one noun."""
    return typer.Typer(
        help=text,
        cls=cls,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
