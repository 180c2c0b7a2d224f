"""Bytes to data: readable JSON of a known format and version that fits its schema, or a clear message."""

from __future__ import annotations

import gc
import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson

from core.formats.broken_json import what_is_wrong
from core.formats.kinds import KINDS, Kind
from core.formats.locating import Locator, Step, path_text
from core.formats.migrations import migrated
from core.formats.validation import schema_issues, shown
from core.model.issue import DocumentError, Issue
from core.program import command

SIZE_LIMIT = 128 * 1024 * 1024
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class RawDocument:
    """Data that fits its schema, with its text and what is odd about it."""

    path: Path
    kind: Kind
    data: dict[str, Any]
    oddities: list[Issue]
    content: bytes = field(default=b"{}", repr=False)

    @cached_property
    def locator(self) -> Locator:
        """Finds the lines of this file."""
        return Locator(self.content.decode())


def read_document(path: Path) -> RawDocument:
    """Read, migrate and validate a document; DocumentError with clear messages when that fails."""
    content = _read_bytes(path)
    oddities = _text_oddities(path, content)
    text = content.removeprefix(BOM)
    data = _parse(path, text)
    _refuse_doubled_fields(path, text, data)
    kind = _kind_of(path, data)
    data = migrated(path, kind, data)
    if not _validator(kind.format).is_valid(data):
        raise DocumentError(schema_issues(path, kind, data, Locator(text.decode())))
    return RawDocument(path, kind, data, oddities, text)


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise _unreadable(path, "FILE002", "is a directory, not a file: name a file in it")
        if not stat.S_ISREG(status.st_mode):  # reading a pipe or device may never end
            raise _unreadable(path, "FILE013", "is a device or a pipe, not a file: name a file")
        if status.st_size > SIZE_LIMIT:
            raise _too_large(path, status.st_size)
        with path.open("rb") as file:
            content = file.read(SIZE_LIMIT + 1)
        if len(content) > SIZE_LIMIT:  # it grew, or the system does not tell its size
            raise _too_large(path, len(content))
        return content
    except (FileNotFoundError, ValueError):  # ValueError: a name that no file can have
        raise _unreadable(path, "FILE001", "does not exist: check the name") from None
    except PermissionError:
        raise _unreadable(path, "FILE004", "may not be read by you: change its permissions") from None
    except OSError as error:
        raise _unreadable(
            path, "FILE005", f"cannot be read ({error.strerror or error}): check the name and the disk"
        ) from None


def _too_large(path: Path, size: int) -> DocumentError:
    return _unreadable(
        path,
        "FILE003",
        f"has {size // 2**20} MB, more than the {SIZE_LIMIT // 2**20} MB that a document may have: "
        "split the map into several and join them on a board",
    )


def _text_oddities(path: Path, content: bytes) -> list[Issue]:
    found = []
    if content.startswith(BOM):
        found.append(("FILE020", "starts with a byte order mark: save it as plain UTF-8", 1))
    if b"\r\n" in content:
        line = content.count(b"\n", 0, content.index(b"\r\n")) + 1
        found.append(("FILE021", "has Windows line ends (CRLF): save it with LF", line))
    remedy = f"or type: {command('tidy', path)}"
    return [
        Issue(code, "error", f"{message}, {remedy}", str(path), line=line) for code, message, line in found
    ]


def _parse(path: Path, content: bytes) -> dict[str, Any]:
    try:
        with paused_gc():
            data = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise _broken(path, content, error) from None
    if not isinstance(data, dict):
        raise _unreadable(path, "FILE008", f"holds {shown(data)}, not a document {{...}}: name another file")
    return data


def _broken(path: Path, content: bytes, error: orjson.JSONDecodeError) -> DocumentError:
    if not content.strip():
        return _unreadable(path, "FILE006", "is empty: restore it from a copy")
    line, place = error.lineno, f"line {error.lineno} column {error.colno}"
    try:
        text = content.decode()
        ends_early = error.pos >= len(text.rstrip())
    except UnicodeDecodeError as bad:
        ends_early = bad.end == len(content) and bad.reason == "unexpected end of data"
        line = content.count(b"\n", 0, bad.start) + 1
        place = f"line {line}"
        if not ends_early:
            return _unreadable(path, "FILE014", "is not UTF-8 text: save it as UTF-8", place, line)
    if ends_early:
        message = "ends in the middle: restore it from a copy or complete it"
        return _unreadable(path, "FILE007", message, place, line)
    return _unreadable(path, "FILE007", what_is_wrong(text, error), place, line)


def _refuse_doubled_fields(path: Path, content: bytes, data: dict[str, Any]) -> None:
    """A field given twice would be lost without a word. Counting is quick; only odd files are read again."""
    try:
        again = orjson.dumps(data)
    except orjson.JSONEncodeError:
        raise _unreadable(
            path, "FILE007", "is nested too deeply for a document: mend it or restore a copy"
        ) from None
    if content.count(b'"') == again.count(b'"') and b"\\u0022" not in content:
        return
    try:
        json.loads(content, object_pairs_hook=_once_each, parse_int=str)
    except _DoubledError:
        steps, line = Locator(content.decode()).doubled()
        raise DocumentError([_doubled_issue(path, data, steps, line)]) from None


class _DoubledError(Exception):
    """Some object gives a field twice."""


def _once_each(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise _DoubledError


def _doubled_issue(path: Path, data: Any, steps: tuple[Step, ...], line: int) -> Issue:
    row = data
    for step in steps[:-1]:
        row = row[step]
    entry = next((f" of {shown(row[key])}" for key in ("id", "side") if key in row), "")
    number = row.get("hex")
    message = f"{shown(steps[-1])}{entry} is given twice: remove one"
    hex_number = number if isinstance(number, str) else ""
    return Issue("FILE015", "error", message, str(path), path_text(steps), hex_number, line)


def _kind_of(path: Path, data: dict[str, Any]) -> Kind:
    found = data.get("format")
    if not isinstance(found, str) or found not in KINDS:
        known = ", ".join(KINDS)
        said = f"says format {shown(found)}" if found is not None else 'has no "format"'
        raise _unreadable(
            path, "FILE009", f"{said}, so it is not a Sandtable file: known formats are {known}", "format"
        )
    return KINDS[found]


def _unreadable(path: Path, code: str, message: str, place: str = "", line: int = 0) -> DocumentError:
    return DocumentError([Issue(code, "error", message, str(path), place, line=line)], unreadable=True)


@cache
def _validator(format_name: str) -> Any:
    return jsonschema_rs.validator_for(KINDS[format_name].model.model_json_schema())


@contextmanager
def paused_gc() -> Iterator[None]:
    """Without pauses for garbage collection: building a large document makes no garbage but many objects."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
