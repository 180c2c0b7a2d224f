"""Where in its file a finding stands: one way to write the place, as JSON tools count, and the line.

Conversion and checks name entries by their keys ("units.ge_1.at", "hexes.0104.terrain", "side 0104/0105"),
because a model has no rows. Here these become "units[3].at" of the file that was read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.formats.locating import Step, path_text
from core.formats.reading import RawDocument
from core.hexgrid.numbering import GridLabels, LabelError, SideLabels
from core.model.issue import Issue
from core.model.map import MapModel

_KEYS = {"hexes": "hex", "hexsides": "side", "paths": "side", "turns": "turn", "control": "of"}
_OWN_FIELD = {"control": ("of",)}  # what is said of the entry is said of its key
Rows = Mapping[str, int | list[int]]  # by the keys of their entries
_BRACKET = re.compile(r"\[(\d+)\]")


class Places:
    """The places of one file. `model` is needed for numbers that the file writes in another way."""

    def __init__(self, raw: RawDocument, model: Any = None) -> None:
        self._raw, self._model = raw, model
        self._written: dict[str, Rows] = {}
        self._meant: dict[str, Rows] = {}

    def located(self, issue: Issue) -> Issue:
        """The finding with its place in the file; unchanged where it cannot be found there."""
        return self.found(issue) or issue

    def found(self, issue: Issue) -> Issue | None:
        """The finding with its place in the file, or None where its entry is not in the file."""
        if not issue.path or issue.line:
            return None
        steps = self._steps(issue.path, issue.message)
        if steps is None:
            return None
        return replace(issue, path=path_text(steps), line=self._raw.locator.line(steps))

    def _steps(self, path: str, message: str) -> tuple[Step, ...] | None:
        if path.startswith("side "):
            return self._link(path.removeprefix("side "), message)
        layer, _, rest = path.partition(".")
        if rest and isinstance(self._raw.data.get(layer), list):
            return self._entry(layer, rest, message)
        steps = _steps_written(path, self._raw.data)
        # What is said of the whole stands at the top of the file.
        if steps is None and self._raw.kind.format == f"sandtable.{layer}":
            return tuple(rest.split(".")) if rest else ("attributes",)
        return steps

    def _entry(self, layer: str, rest: str, message: str) -> tuple[Step, ...] | None:
        """A row by its key, which may itself hold full stops, and perhaps a field of it."""
        parts = rest.split(".")
        splits = [(".".join(parts[:end]), tuple(parts[end:])) for end in range(len(parts), 0, -1)]
        for rows_of in (self._written_rows, self._meant_rows):
            for key, named in splits:
                if rows := _listed(rows_of(layer).get(key)):
                    field = named or _OWN_FIELD.get(layer, ())
                    return (layer, self._chosen(layer, rows, message, field[:1]), *field)
        return None

    def _link(self, name: str, message: str) -> tuple[Step, ...] | None:
        """The row of a hexside or path; the message names its kind."""
        found = [(layer, row) for layer in ("hexsides", "paths") for row in self._rows_of(layer, name)]
        return min(found, key=lambda place: self._named_at(message, *place), default=None)

    def _chosen(self, layer: str, rows: list[int], message: str, field: tuple[str, ...]) -> int:
        """One of several rows on one hexside: that with the field, or that whose kind is named."""
        data = self._raw.data[layer]
        with_field = [row for row in rows if all(name in data[row] for name in field)] or rows
        return min(with_field, key=lambda row: self._named_at(message, layer, row))

    def _named_at(self, message: str, layer: str, row: int) -> int:
        """Where a message names the kind of a row: the first kind is the one that it is about."""
        kind = self._raw.data[layer][row].get("kind", "")
        found = kind and re.search(rf"(?<![\w.-]){re.escape(kind)}(?![\w-])", message)
        return found.start() if found else len(message)

    def _rows_of(self, layer: str, key: str) -> list[int]:
        written = _listed(self._written_rows(layer).get(key))
        return written or _listed(self._meant_rows(layer).get(key))

    def _written_rows(self, layer: str) -> Rows:
        """The rows of a layer by their keys as the file writes them."""
        if layer not in self._written:
            rows, key = self._raw.data.get(layer, []), _KEYS.get(layer, "id")
            plain = {str(row[key]): i for i, row in enumerate(rows)}  # quick, as a map has many hexes
            self._written[layer] = _side_rows(rows) if key == "side" else plain
        return self._written[layer]

    def _meant_rows(self, layer: str) -> Rows:
        """The rows by the usual form of their numbers, e.g. "413" as "A413". It takes long: only at need."""
        if layer not in self._meant:
            self._meant[layer] = {}
            if isinstance(self._model, MapModel) and layer in ("hexes", "hexsides", "paths"):
                self._meant[layer] = self._usual_names(layer, self._model)
        return self._meant[layer]

    def _usual_names(self, layer: str, model: MapModel) -> Rows:
        info = model.info
        numbers = GridLabels(info.grid, info.numbering)
        sides = SideLabels(numbers, info.grid.orientation, model.hexes.__contains__)
        usual: dict[str, list[int]] = {}
        for i, row in enumerate(self._raw.data.get(layer, [])):
            try:
                if layer == "hexes":
                    name = numbers.label(numbers.parse(row["hex"]))
                else:
                    name = sides.label(sides.parse(row["side"]))
            except LabelError:
                continue
            usual.setdefault(name, []).append(i)
        return usual


def _side_rows(rows: list[Any]) -> Rows:
    """Several rows may lie on one hexside; all other keys are there once."""
    found: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        pair = (part.strip() for part in row["side"].split("/"))
        found.setdefault("/".join(sorted(pair)), []).append(i)
    return found


def _listed(rows: int | list[int] | None) -> list[int]:
    if rows is None:
        return []
    return [rows] if isinstance(rows, int) else rows


def _steps_written(path: str, data: Any) -> tuple[Step, ...] | None:
    """A path that is already written as in the file, such as "maps[0].hash"; its last step may be missing."""
    steps: list[Step] = []
    at, rest = data, path
    while rest:
        if found := _BRACKET.match(rest):
            step: Step = int(found[1])
            rest = rest[found.end() :].removeprefix(".")
        else:
            name, mark, after = re.match(r"([^.\[]+)([.\[]?)(.*)", rest, re.DOTALL).groups()  # type: ignore[union-attr]
            step, rest = name, after if mark != "[" else "[" + after
        steps.append(step)
        is_there = step in at if isinstance(at, dict) else isinstance(at, list) and _has(at, step)
        if not is_there:
            return tuple(steps) if not rest and isinstance(at, dict) and len(steps) > 1 else None
        at = at[step]
    return tuple(steps)


def _has(rows: list[Any], step: Step) -> bool:
    return isinstance(step, int) and step < len(rows)
