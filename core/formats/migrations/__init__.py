"""Bringing old documents up to date, one step file for each version of a format.

A step is a function `data -> data` registered in STEPS under the format and the version that it starts
from. Steps never import the current models: they must go on working when those change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.formats.kinds import Kind
from core.formats.validation import shown
from core.model.issue import DocumentError, Issue

Data = dict[str, Any]
STEPS: Mapping[tuple[str, int], Callable[[Data], Data]] = {}


def migrated(
    path: Path, kind: Kind, data: Data, steps: Mapping[tuple[str, int], Callable[[Data], Data]] = STEPS
) -> Data:
    """The data in the current version of its format; DocumentError when it is newer than this program."""
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _refused(
            path,
            f"has version {shown(version)} where a whole number from 1 to {kind.version} belongs: correct it",
        )
    if version > kind.version:
        message = f"was made by a newer version of Sandtable (file version {version}): update the program"
        raise _refused(path, message)
    while version < kind.version:
        data = {**_stepped(path, steps[kind.format, version], data), "version": version + 1}
        version += 1
    return data


def _stepped(path: Path, step: Callable[[Data], Data], data: Data) -> Data:
    """Steps trust the form of an old file, which nothing has checked."""
    try:
        return step(data)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        message = f"is damaged ({type(error).__name__}: {error}) and cannot be brought up to date"
        raise _refused(path, f"{message}: restore it from a copy") from error


def _refused(path: Path, message: str) -> DocumentError:
    return DocumentError([Issue("FILE011", "error", message, str(path), "version")], unreadable=True)
