"""The list of commands, and what happens when one fails: a sentence, not a traceback."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer
from rich.markup import escape

from core import __version__
from core.cli import checking, documents, pictures, playing, words
from core.cli.printing import ERRORS, OK, UNREADABLE, err, out, print_issues
from core.games import SYSTEMS
from core.model.issue import DocumentError, Issue
from core.program import program

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
new_app = typer.Typer(help="Begin a new map or scenario that is valid from the start.", no_args_is_help=True)
app.command()(checking.check)
app.command("render")(pictures.render_command)
app.add_typer(new_app, name="new")
app.command("play")(playing.play_command)
app.command()(playing.simulate)
app.command()(playing.replay)
app.command()(documents.tidy)
app.command("words")(words.words)
app.command()(checking.schema)
app.command("self-check")(checking.self_check)
new_app.command("map")(documents.new_map)
new_app.command("scenario")(documents.new_scenario)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """The main job, when no command is given."""
    if show_version:
        out.print(f"sandtable {__version__}")
        raise typer.Exit(OK)
    if context.invoked_subcommand is None:
        pictures.show_sample()


def main() -> None:
    """Run the command; what is wrong with the input becomes a sentence, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file name may hold what no terminal can show
    app.info.help = _help()
    try:
        try:
            app(prog_name=program())
        finally:
            sys.stdout.flush()
    except DocumentError as error:
        print_issues(error.issues)
        sys.exit(UNREADABLE if error.unreadable else ERRORS)
    except BrokenPipeError:  # the reader of our output has left; there is nobody to tell
        _drop_output()
        sys.exit(ERRORS)
    except OSError as error:
        if error.filename is None:
            _drop_output()
        message = f"{error.strerror or error}: free the place or choose another"
        err.print(escape(str(Issue("CLI006", "error", message, str(error.filename or "output")))))
        sys.exit(UNREADABLE)


def _help() -> str:
    """Made when it is needed: what has to be typed depends on how the program was started."""
    name = escape(program())
    return (
        "Sandtable: maps and scenarios for hex-and-counter wargames.\n\n"
        "Start with a new map, look at it, check it:\n\n"
        f"  {name} new map coast --system {SYSTEMS[0]}\n\n"
        f"  {name} render coast.map.json -o coast.png\n\n"
        f"  {name} check coast.map.json\n\n"
        "Without a command it checks and draws a bundled sample map."
    )


def _drop_output() -> None:
    """Nothing more can be written: keep Python from trying once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
