"""What somebody probably meant who wrote a hex or hexside that is not there. Used only for messages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from core.formats.rows import REMEDY, whole_numbers
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, direction_between, neighbours
from core.hexgrid.numbering import GridLabels, LabelError, Labels, Numbering
from core.hexgrid.orientation import Orientation

MOST_NAMES = 12
_BETWEEN = re.compile(r"\s*[-–—,;:|_+&>\\]+\s*|\s+to\s+|\s+")
Exists = Callable[[Hex], bool]


def nearest_number(text: str, labels: Labels, exists: Exists) -> str:
    """The printed number of a hex that exists and is written nearly like the text, or ""."""
    for candidate in _candidates(text, labels):
        if (found := _parsed(candidate, labels)) is not None and exists(found):
            return labels.label(found)
    return ""


def nearest_name(text: str, names: Iterable[str]) -> str:
    """The name that is written nearly like the text, or ""."""
    known = {name.lower(): name for name in names}
    near = difflib.get_close_matches(text.lower(), known, 1)
    return known[near[0]] if near else ""


def listed(names: Iterable[str]) -> str:
    """Some names for a message."""
    every = list(names)
    more = f" and {len(every) - MOST_NAMES} more" if len(every) > MOST_NAMES else ""
    return ", ".join(every[:MOST_NAMES]) + more


class MapHints:
    """Better messages on the hexes and hexsides of one map file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @cached_property
    def _labels(self) -> GridLabels:
        return _labels(self._data)

    @cached_property
    def _there(self) -> set[Hex]:
        rows = self._data.get("hexes", [])
        return {found for row in rows if (found := _parsed(row["hex"], self._labels)) is not None}

    def message(self, message: str, row: dict[str, Any]) -> str:
        """A message on a row of the file, with what was probably meant there."""
        reason = message.removesuffix(REMEDY)
        if "side" in row:
            return self._side_message(row["side"], reason)
        there = self._there
        fits = (lambda h: h not in there) if "terrain" in row else there.__contains__  # a new hex, or an old
        meant = nearest_number(row["hex"], self._labels, fits)
        return f'{reason}: did you mean "{meant}"?' if meant else message

    def _side_message(self, text: str, reason: str) -> str:
        labels, there = self._labels, self._there
        first, slash, second = (part.strip() for part in text.partition("/"))
        if not slash:
            if meant := _as_pair(text, labels, there):
                return f'{reason.partition(";")[0]}: did you mean "{meant}"?'
            if ";" in reason:  # it says how to write a hexside
                return f"{reason} (directions here are {', '.join(labels.grid.orientation.compass)})"
            return f"{reason}{REMEDY}"
        a, b = (_parsed(part, labels) for part in (first, second))
        if a is None or b is None or a not in there or b not in there:
            names = [nearest_number(part, labels, there.__contains__) for part in (first, second)]
            return f'{reason}: did you mean "{"/".join(names)}"?' if all(names) else f"{reason}{REMEDY}"
        around = listed(sorted(labels.label(h) for h in neighbours(a) if h in there))
        return f"{reason} (those of {first} are {around or 'none'}): correct one of the two"


def _as_pair(text: str, labels: GridLabels, there: set[Hex]) -> str:
    """Two neighbours that are joined by something else than "/"."""
    for cut in _BETWEEN.finditer(text):
        parts = text[: cut.start()], text[cut.end() :]
        a, b = (_parsed(part, labels) for part in parts)
        if a is None or b is None or not {a, b} <= there or direction_between(a, b) is None:
            continue
        return "/".join(parts)
    return ""


def _labels(data: dict[str, Any]) -> GridLabels:
    numbering = Numbering(**whole_numbers(data.get("numbering", {})))
    part = whole_numbers(data["grid"])
    grid = Grid(Orientation(part["orientation"]), part["columns"], part["rows"])
    if numbering.shifted_number(grid) != part["shifted"]:
        grid = Grid(grid.orientation, grid.columns, grid.rows, first_shifted=True)
    return GridLabels(grid, numbering)


def _candidates(text: str, labels: Labels) -> Iterator[str]:
    """Ways to write a number: other digits before it, a letter or a separator that was left out."""
    letters = "".join(re.findall(r"[A-Za-z]", text))
    numbers = re.findall(r"\d+", text)
    numbering = labels.numbering if isinstance(labels, GridLabels) else Numbering()
    prefixes = dict.fromkeys([letters, letters.upper(), numbering.prefix])
    for prefix in prefixes:
        for body in _bodies(numbers, numbering):
            yield prefix + body


def _bodies(numbers: list[str], numbering: Numbering) -> Iterator[str]:
    first, last = numbering.column_digits, numbering.row_digits
    if numbering.order == "RRCC":
        first, last = last, first
    if len(numbers) == 1:
        digits = numbers[0].zfill(first + last)
        numbers = [digits[:-last], digits[-last:]]
    if len(numbers) == 2:
        yield numbers[0].zfill(first) + numbering.separator + numbers[1].zfill(last)


def _parsed(text: str, labels: Labels) -> Hex | None:
    try:
        return labels.parse(text)
    except LabelError:
        return None
