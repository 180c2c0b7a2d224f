"""What happens in a game, told line by line, and how it ended."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from rich.markup import escape

from core.cli.printing import counted, out
from core.engine import Entry, Result, active_sides
from core.engine.record import Session
from core.model.issue import printable

NEW_TURN = "Game turn "  # begins the line with which a turn begins
INDENT = "    "  # of what does not fit on a line


class Teller:
    """Prints the log of one game as it grows."""

    def __init__(self) -> None:
        self._begun = False

    def tell(self, entries: Iterable[Entry], result: Result | None) -> None:
        """More lines; that with the result is left to `tell_end`."""
        last = Entry(result.reason, result.rule) if result else None
        for entry in entries:
            if entry == last:
                continue
            if self._begun and entry.text.startswith(NEW_TURN):
                sys.stdout.write("\n")
            sys.stdout.write(f"{wrapped(printable(str(entry)))}\n")
            self._begun = True


def tell_end(session: Session[Any], names: Mapping[str, str], turns: int = 0) -> None:
    """The result, or who is to choose where the game is not over. `names` are those of the sides."""
    result: Result | None = session.state.result
    length = counted(len(session.actions), "action") + (f" on {counted(turns, 'turn')}" if turns else "")
    if result is None:
        sides = " and ".join(names.get(side, side) for side in active_sides(session.game, session.state))
        said = f"Not over after {length}: the choice is with {sides}."
    else:
        section = f" [{result.rule}]" if result.rule else ""
        winner = names.get(result.winner, result.winner) or "Nobody"
        said = f"{winner[0].upper()}{winner[1:]} wins after {length}: {result.reason}{section}"
    out.print(escape(wrapped(printable(said))), style="bold")


def wrapped(line: str) -> str:
    """A line folded for the terminal; as it is where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return line
    width = max(shutil.get_terminal_size().columns, 20)
    return textwrap.fill(line, width, subsequent_indent=INDENT, break_on_hyphens=False)
