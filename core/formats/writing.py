"""Documents as text: stable order, one entry on a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

LINE_WIDTH = 120


def compact(value: Any) -> str:
    """A value on one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def pretty(value: Any, indent: str = "") -> str:
    """A value on one line where that fits, else its parts on lines of their own."""
    text = compact(value)
    if len(indent) + len(text) <= LINE_WIDTH or not isinstance(value, dict | list):
        return text
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{inner}{compact(key)}: {pretty(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + indent + "}"
    return "[\n" + ",\n".join(inner + pretty(part, inner) for part in value) + "\n" + indent + "]"


def document_text(head: Mapping[str, Any], rows: Mapping[str, Iterable[str]]) -> str:
    """A document: the head as key and value, then lists with one ready-made row on a line."""
    parts = [f"{compact(key)}: {pretty(value)}" for key, value in head.items()]
    for key, lines in rows.items():
        body = ",\n ".join(lines)
        if body:
            parts.append(f"{compact(key)}: [\n {body}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"
