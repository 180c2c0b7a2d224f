"""Helps for checks: words that the system must know, and values of attributes."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from core.checks.registry import Finding
from core.formats.system_file import AttributeKind
from core.model.facts import Attributes, Value

MOST_WORDS = 40


# Where a word that nobody knows yet can be added by a designer; all others are the system's.
_OWN = {
    "region": '"regions" of the map',
    "zone": '"zones"',
    "formation": '"formations"',
    "unit": '"units"',
    "side": '"sides"',
}


def unknown_word(what: str, word: str, known: Iterable[str]) -> str:
    """A sentence on a word that the system does not have, with the nearest one that it has."""
    words = frozenset(known)
    return f'unknown {what} "{word}": {_hint(word, words) if words else _none_known(what)}'


@lru_cache(maxsize=1000)
def _hint(word: str, known: frozenset[str]) -> str:
    """Remembered, as a large map may say the same wrong word in every hex."""
    words = sorted(known)
    if near := difflib.get_close_matches(word, words, 1):
        return f'did you mean "{near[0]}"?'
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return f"known are {', '.join(words[:MOST_WORDS])}{more}"


def _none_known(what: str) -> str:
    if what in _OWN:
        return f"there is none yet, add it to {_OWN[what]}"
    if what == "attribute":
        return "nothing of this kind has attributes, remove it"
    return "this system has none, remove it"


def attribute_findings(
    attributes: Attributes, kinds: Iterable[AttributeKind], path: str, hex_number: str = ""
) -> Iterator[Finding]:
    """Attributes that the system does not have, values that do not fit, required ones that are missing."""
    known = {kind.id: kind for kind in kinds}
    for name, value in attributes.items():
        if name not in known:
            yield Finding(unknown_word("attribute", name, known), f"{path}.attributes", hex_number)
        elif message := value_error(value, known[name]):
            yield Finding(f"{name}: {message}", f"{path}.attributes", hex_number)
    for kind in known.values():
        if kind.required and kind.id not in attributes:
            yield Finding(f'attribute "{kind.id}" is missing: add it', path, hex_number)


_TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "whole": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "text": ((str,), 'a text in "quotes"'),
    "flag": ((bool,), "true or false"),
    "choice": ((str,), 'a word in "quotes"'),
    "direction": ((str,), 'a direction in "quotes"'),
    "list": ((tuple,), "a list [...]"),
}


def value_error(value: Value, kind: Any) -> str:
    """Why a value does not fit its kind of attribute or option, or ""."""
    types, wanted = _TYPES[kind.type]
    if not isinstance(value, types) or isinstance(value, bool) != (kind.type == "flag"):
        return f"{json.dumps(value, ensure_ascii=False)} does not fit: write {wanted}"
    if kind.choices and value not in kind.choices and kind.type == "choice":
        return f'"{value}" is not allowed here: choose from {", ".join(kind.choices)}'
    minimum, maximum = getattr(kind, "minimum", None), getattr(kind, "maximum", None)
    if isinstance(value, int | float) and minimum is not None and value < minimum:
        return f"{value} is too small: give at least {minimum:g}"
    if isinstance(value, int | float) and maximum is not None and value > maximum:
        return f"{value} is too great: give at most {maximum:g}"
    return ""
