"""What a document does not fulfil of its schema, in sentences. Called only when validation has failed."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.formats.base import COLOUR_PATTERN, ID_PATTERN, SOURCE_PATTERN
from core.formats.board_file import HASH_PATTERN
from core.formats.kinds import Kind
from core.formats.locating import Locator, path_text
from core.formats.shapes import fields_at
from core.model.issue import Issue

MOST_ISSUES = 100
MOST_FIELDS = 12  # that are listed in a message
Place = tuple[int | str, ...]
_TYPES = {
    "string_type": 'a text in "quotes"',
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "list_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "none_required": "null",
}
_FORMS = {
    ID_PATTERN: 'use small letters, digits and _ . -, as in "coastal_road"',
    COLOUR_PATTERN: 'write a colour as "#7fa05a"',
    SOURCE_PATTERN: 'begin with rulebook, derived, assumed or verified, as in "rulebook 11.4"',
    HASH_PATTERN: "use 64 digits and letters a to f, or leave it out",
}
# What people write for a field that has another name in its row.
_MEANT = {
    "hex": ("at", "of", "spaces", "anchor"),
    "position": ("at", "hex", "side", "of"),
    "location": ("at", "hex", "side", "of"),
    "space": ("at", "of", "spaces"),
    "at": ("hex", "of", "spaces", "side"),
    "hexes": ("spaces", "at"),
    "hexside": ("side",),
    "edge": ("side",),
    "between": ("side",),
    "terrain": ("kind",),
    "type": ("kind", "terrain"),
    "kind": ("type", "terrain"),
    "category": ("kind", "type"),
    "title": ("name", "text"),
    "label": ("name", "text"),
    "text": ("name", "notes"),
    "name": ("text",),
    "country": ("nation", "regions"),
    "nationality": ("nation",),
    "region": ("regions",),
    "feature": ("features",),
    "owner": ("side", "nation"),
    "player": ("side",),
    "faction": ("side",),
    "controller": ("side",),
    "height": ("elevation",),
    "level": ("elevation",),
    "number": ("hex", "turn"),
    "unit": ("units",),
    "echelon": ("size",),
    "parent": ("formation",),
    "hq": ("formation", "parent"),
    "comment": ("notes",),
    "comments": ("notes",),
    "note": ("notes",),
    "description": ("text", "notes"),
    "origin": ("source",),
    "provenance": ("source",),
}


def schema_issues(
    path: Path, kind: Kind, data: dict[str, Any], locator: Locator | None = None
) -> list[Issue]:
    """The first findings, each with its place in the file and, in a row of hexes, the hex number."""
    try:
        kind.model.model_validate(data, strict=True)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    else:
        return [Issue("FMT009", "error", "does not fit its schema: compare it with the schema", str(path))]
    places = _without_renamed(kind, _by_place(errors, data), data)
    issues = [
        _issue(path, kind, data, place, found, locator.line(place) if locator else 0)
        for place, found in list(places.items())[:MOST_ISSUES]
    ]
    if len(places) > MOST_ISSUES:
        message = f"has {len(places)} such errors, the first {MOST_ISSUES} are shown: correct these first"
        issues.append(Issue("FMT010", "error", message, str(path)))
    return issues


def _by_place(errors: list[Any], data: Any) -> dict[Place, list[Any]]:
    """The errors at each place. Where one branch of a union got further into the data, what the other
    branches say of the whole is left out."""
    places: dict[Place, list[Any]] = {}
    for error in errors:
        places.setdefault(_plain_location(error, data), []).append(error)
    passed = {place[:end] for place in places for end in range(len(place))}
    return {
        place: found
        for place, found in places.items()
        if place not in passed or any(error["type"] not in _TYPES for error in found)
    }


def _plain_location(error: Any, data: Any) -> Place:
    """The location without the names of union branches, which mean nothing to a person."""
    plain: list[int | str] = []
    at: Any = data
    loc = error["loc"]
    for i, step in enumerate(loc):
        missing = i == len(loc) - 1 and error["type"] == "missing"
        if isinstance(at, dict) and isinstance(step, str) and (step in at or missing):
            at = at.get(step)
        elif isinstance(at, list) and isinstance(step, int) and step < len(at):
            at = at[step]
        else:
            continue
        plain.append(step)
    return tuple(plain)


def _without_renamed(kind: Kind, places: dict[Place, list[Any]], data: Any) -> dict[Place, list[Any]]:
    """Where a field has the wrong name, that the right one is missing is not said as well."""
    renamed = {
        (*place[:-1], meant)
        for place, errors in places.items()
        if errors[0]["type"] == "extra_forbidden" and (meant := _field_meant(kind, place, data))
    }
    return {
        place: errors
        for place, errors in places.items()
        if place not in renamed or errors[0]["type"] != "missing"
    }


def _issue(path: Path, kind: Kind, data: Any, location: Place, errors: list[Any], line: int) -> Issue:
    code, message = _sentence(kind, location, errors, data)
    row = data.get(location[0]) if location and isinstance(data, dict) else None
    entry = (
        row[location[1]]
        if isinstance(row, list) and len(location) > 1 and isinstance(location[1], int)
        else None
    )
    number = entry.get("hex") if isinstance(entry, dict) else None
    hex_number = number if isinstance(number, str) else ""
    return Issue(code, "error", message, str(path), path_text(location), hex_number, line)


def _sentence(kind: Kind, location: Place, errors: list[Any], data: Any) -> tuple[str, str]:
    name = str(location[-1]) if location else "document"
    if all(error["type"] in _TYPES for error in errors):
        wanted = " or ".join(dict.fromkeys(_TYPES[error["type"]] for error in errors))
        return "FMT005", f"{shown(errors[0]['input'])} does not fit: write {wanted}"
    error = next(error for error in errors if error["type"] not in _TYPES)
    match error["type"]:
        case "missing":
            return "FMT001", f"{shown(name)} is missing: add it"
        case "extra_forbidden":
            return "FMT002", f"unknown field {shown(name)}: {_field_hint(kind, location, data)}"
        case "literal_error":
            return "FMT003", f"{shown(error['input'])} is not allowed here: use {error['ctx']['expected']}"
        case "string_pattern_mismatch":
            pattern = error["ctx"]["pattern"]
            form = _FORMS.get(pattern, f"it must match {pattern}")
            small = re.sub(r"\s+", "_", error["input"].strip().lower())
            if pattern == ID_PATTERN and re.fullmatch(ID_PATTERN, small):
                form = f'did you mean "{small}"? Ids have small letters, digits and _ . -'
            return "FMT004", f"{shown(error['input'])} is not written as expected: {form}"
        case _:
            message = f"{error['msg'][0].lower()}{error['msg'][1:]}"
            return "FMT005", f"{shown(error['input'])} does not fit: {message}"


def _field_hint(kind: Kind, location: Place, data: Any) -> str:
    if meant := _field_meant(kind, location, data):
        return f'did you mean "{meant}"?'
    known = fields_at(kind.model, location[:-1])
    return f"remove it (known here are {', '.join(known)})" if 0 < len(known) <= MOST_FIELDS else "remove it"


def _field_meant(kind: Kind, location: Place, data: Any) -> str:
    """The field of this row that an unknown one stands for, or ""; never one that the row has already."""
    row = data
    for step in location[:-1]:
        row = row[step]
    name = str(location[-1])
    free = [field for field in fields_at(kind.model, location[:-1]) if field not in row]
    if near := difflib.get_close_matches(name.lower(), free, 1, 0.75):
        return near[0]
    if meant := [field for field in _MEANT.get(name.lower(), ()) if field in free]:
        return meant[0]
    return next(iter(difflib.get_close_matches(name.lower(), free, 1)), "")


def shown(value: Any) -> str:
    """A value as it stands in the file, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
