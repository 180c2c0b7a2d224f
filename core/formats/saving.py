"""Saving that never damages an existing file."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.model.issue import DocumentError, Issue

_REMEDIES = {
    errno.ENOSPC: "free some space on the disk or choose another place",
    errno.EDQUOT: "free some space on the disk or choose another place",
    errno.EFBIG: "free some space on the disk or choose another place",
    errno.EACCES: "change the permissions or choose another place",
    errno.EPERM: "change the permissions or choose another place",
    errno.ENOENT: "create the folder or choose another place",
}


def save_text(path: Path, text: str) -> None:
    """Save a text as UTF-8; DocumentError when that fails, and then an existing file is as it was."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        raise DocumentError([_text_issue(path, error)], unreadable=True) from None
    save_file(path, lambda file: file.write(content))


def save_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let `write` fill a file so that at every moment either the old or the new content is there, whole.

    The new content goes to a file beside the old one, is forced to disk, and takes its name last.
    DocumentError when that fails; whatever goes wrong, the old file stays and no other is left.
    """
    try:
        target = _followed(path)
        mode = _mode_of(target)
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(mode)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_directory(target.parent)
    except OSError as error:
        raise DocumentError([_save_issue(path, error)], unreadable=True) from error


def _followed(path: Path) -> Path:
    """The file that a link leads to."""
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError as error:  # links that lead in a circle
        raise OSError(errno.ELOOP, str(error)) from error


def _mode_of(target: Path) -> int:
    """The permissions for the new file: those of the old one. Renaming would pass over a write protection
    and put a file in the place of a device, so both are refused here."""
    if not target.exists():
        return 0o666 & ~_umask()
    if not target.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    return target.stat().st_mode & 0o777


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_directory(directory: Path) -> None:
    """Make the new name itself last through a power failure, where the system can do that.

    The file is saved by now: a folder that may not be opened is no reason to say otherwise.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _save_issue(path: Path, error: OSError) -> Issue:
    reason = error.strerror or str(error)
    try:
        kept = "the old file is unchanged" if path.exists() else "nothing was written"
    except OSError:
        kept = "nothing was written"
    remedy = _REMEDIES.get(error.errno or 0, "choose another place")
    return Issue("FILE010", "error", f"could not be saved ({reason}), {kept}: {remedy}", str(path))


def _text_issue(path: Path, error: UnicodeEncodeError) -> Issue:
    around = error.object[max(0, error.start - 20) : error.start]
    message = f"could not be saved: the character after {around!r} cannot be written: replace it"
    return Issue("FILE016", "error", message, str(path))
