"""What a person types to start this program: messages must name something that works."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

VARIABLE = "SANDTABLE_PROGRAM"  # set by run.py, which is called without anything being installed


def program() -> str:
    """The words before a command, e.g. "sandtable" or "python3 run.py"."""
    return os.environ.get(VARIABLE) or "sandtable"


def command(name: str, *files: Path | str) -> str:
    """A command as it can be typed, e.g. "sandtable check 'my map.map.json'"."""
    return " ".join([program(), name, *(shlex.quote(_near(Path(file))) for file in files)])


def _near(path: Path) -> str:
    """A file below the current folder without the way to it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):  # OSError: the current folder has been removed
        return str(path)
