"""Writing a picture so that an existing file is replaced whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.model.issue import DocumentError, Issue


def write_whole(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Let `write` fill a file beside `path`, force it to disk and give it the name of `path` last.

    DocumentError when the file cannot be written; whatever goes wrong, the old file stays, no other is left.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(_mode_for(target))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        kept = "the old file is unchanged" if path.exists() else "nothing was written"
        message = f"could not be saved ({reason}); {kept}: free the place or choose another"
        raise DocumentError([Issue("FILE010", "error", message, str(path))], unreadable=True) from error


def _mode_for(target: Path) -> int:
    """The rights of the file that is replaced, or those that any new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
