"""What a document does not fulfil of its schema, in sentences. Called only when validation has failed."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.formats.base import COLOUR_PATTERN, ID_PATTERN, SOURCE_PATTERN
from core.formats.board_file import HASH_PATTERN
from core.formats.kinds import Kind
from core.model.issue import Issue

MOST_ISSUES = 100
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


def schema_issues(path: Path, kind: Kind, data: dict[str, Any]) -> list[Issue]:
    """The first findings, each with its place in the file and, in a row of hexes, the hex number."""
    try:
        kind.model.model_validate(data, strict=True)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    else:
        return [Issue("FMT009", "error", "does not fit its schema: compare it with the schema", str(path))]
    places = _by_place(errors, data)
    issues = [_issue(path, kind, data, place, found) for place, found in list(places.items())[:MOST_ISSUES]]
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


def _issue(path: Path, kind: Kind, data: Any, location: Place, errors: list[Any]) -> Issue:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location).lstrip(".")
    code, message = _sentence(kind, location, errors)
    row = data.get(location[0]) if location and isinstance(data, dict) else None
    entry = (
        row[location[1]]
        if isinstance(row, list) and len(location) > 1 and isinstance(location[1], int)
        else None
    )
    number = entry.get("hex") if isinstance(entry, dict) else None
    return Issue(code, "error", message, str(path), text, number if isinstance(number, str) else "")


def _sentence(kind: Kind, location: Place, errors: list[Any]) -> tuple[str, str]:
    name = str(location[-1]) if location else "document"
    if all(error["type"] in _TYPES for error in errors):
        wanted = " or ".join(dict.fromkeys(_TYPES[error["type"]] for error in errors))
        return "FMT005", f"{shown(errors[0]['input'])} does not fit: write {wanted}"
    error = next(error for error in errors if error["type"] not in _TYPES)
    match error["type"]:
        case "missing":
            return "FMT001", f"{shown(name)} is missing: add it"
        case "extra_forbidden":
            near = difflib.get_close_matches(name, [known for known in kind.field_names if known != name], 1)
            hint = f'did you mean "{near[0]}"?' if near else "remove it"
            return "FMT002", f"unknown field {shown(name)}: {hint}"
        case "literal_error":
            return "FMT003", f"{shown(error['input'])} is not allowed here: use {error['ctx']['expected']}"
        case "string_pattern_mismatch":
            pattern = error["ctx"]["pattern"]
            form = _FORMS.get(pattern, f"it must match {pattern}")
            return "FMT004", f"{shown(error['input'])} is not written as expected: {form}"
        case _:
            message = f"{error['msg'][0].lower()}{error['msg'][1:]}"
            return "FMT005", f"{shown(error['input'])} does not fit: {message}"


def shown(value: Any) -> str:
    """A value as it stands in the file, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
