"""A finding about a document: what is wrong, where, and what to do. The one shape for all messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
LONGEST = 1000  # characters of a message that are shown


@dataclass(frozen=True, slots=True)
class Issue:
    """`path` is the place inside the file, e.g. "hexes[12].terrain"; `hex` a printed number, or "".

    `line` is the line of the file where it stands, counted from 1; 0 when there is none.
    """

    code: str
    severity: Severity
    message: str
    file: str = ""
    path: str = ""
    hex: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = self.path.removeprefix(f"line {self.line}").lstrip()  # the line stands beside the file
        where = " ".join(part for part in (place, f"(hex {self.hex})" if self.hex else "") if part)
        message = self.message  # its end is kept when it is cut: it says what to do
        if len(message) > LONGEST:
            message = f"{message[: LONGEST - 300]} ... {message[-295:]}"
        file = f"{self.file}:{self.line}" if self.file and self.line else self.file
        parts = (file, where, f"{self.severity} {self.code}: {message}")
        return printable(": ".join(part for part in parts if part))


def printable(text: str) -> str:
    """Text from a file for a terminal: on one line, and without characters that would steer the terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class DocumentError(Exception):
    """A document that cannot be used, with everything that was found wrong with it.

    `unreadable`: not even its text could be understood.
    """

    def __init__(self, issues: list[Issue], *, unreadable: bool = False) -> None:
        super().__init__("\n".join(map(str, issues)))
        self.issues, self.unreadable = issues, unreadable
