"""Printed hex numbers <-> hexes: "2413", "A413", "A1412", and sides written "2911/2912" or "3815 SW"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, Side, direction_between, hexes_of, side
from core.hexgrid.orientation import Orientation


class LabelError(ValueError):
    """A label that names no hex or side; the message says why."""


class Labels(Protocol):
    """Names of hexes."""

    def label(self, h: Hex) -> str:
        """The printed name of a hex."""
        ...

    def parse(self, text: str) -> Hex:
        """The hex of a printed name; LabelError when there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a map prints its hex numbers.

    The part printed last always has its fixed number of digits, so a leading part of one digit or two
    ("A413", "A1412") can be told apart.
    """

    order: Literal["CCRR", "RRCC"] = "CCRR"
    column_digits: int = 2
    row_digits: int = 2
    first_column: int = 1
    first_row: int = 1
    prefix: str = ""
    separator: str = ""
    columns_from: Literal["left", "right"] = "left"
    rows_from: Literal["top", "bottom"] = "top"

    def column_number(self, grid: Grid, column: int) -> int:
        """The printed number of a column counted from 0 at the left."""
        return self.first_column + (column if self.columns_from == "left" else grid.columns - 1 - column)

    def row_number(self, grid: Grid, row: int) -> int:
        """The printed number of a row counted from 0 at the top."""
        return self.first_row + (row if self.rows_from == "top" else grid.rows - 1 - row)

    def shifted_number(self, grid: Grid) -> Literal["even", "odd"]:
        """Whether the columns (FLAT) or rows (POINTY) that are shifted carry even or odd numbers."""
        number = self.column_number if grid.orientation is Orientation.FLAT else self.row_number
        return "even" if (number(grid, 0) % 2 == 0) == grid.first_shifted else "odd"

    def wide_enough(self, grid: Grid) -> Numbering:
        """The same numbering with enough digits for the greatest numbers of a grid."""
        column, row = self.first_column + grid.columns - 1, self.first_row + grid.rows - 1
        return replace(
            self,
            column_digits=max(self.column_digits, len(str(column))),
            row_digits=max(self.row_digits, len(str(row))),
        )


class GridLabels:
    """The labels of one grid under one numbering."""

    def __init__(self, grid: Grid, numbering: Numbering) -> None:
        self.grid, self.numbering = grid, numbering
        n = numbering
        self._columns = [f"{n.column_number(grid, c):0{n.column_digits}d}" for c in range(grid.columns)]
        self._rows = [f"{n.row_number(grid, r):0{n.row_digits}d}" for r in range(grid.rows)]
        self._column_of = {text: c for c, text in enumerate(self._columns)}
        self._row_of = {text: r for r, text in enumerate(self._rows)}
        # A one-hex prefix such as the map letter may be left out where the map is plain.
        self._pattern = re.compile(
            rf"(?:{re.escape(n.prefix)})?(\d+?){re.escape(n.separator)}(\d{{{self._last}}})"
        )

    @property
    def _last(self) -> int:
        n = self.numbering
        return n.row_digits if n.order == "CCRR" else n.column_digits

    def label(self, h: Hex) -> str:
        if h not in self.grid:
            raise LabelError(f"{h} lies outside the grid")
        column, row = self.grid.column_row(h)
        return self.label_at(column, row)

    def label_at(self, column: int, row: int) -> str:
        """The label of a column and row counted from 0 at the upper left."""
        n = self.numbering
        first, last = self._columns[column], self._rows[row]
        if n.order == "RRCC":
            first, last = last, first
        return f"{n.prefix}{first}{n.separator}{last}"

    def parse(self, text: str) -> Hex:
        found = self._pattern.fullmatch(text)
        if found is None:
            raise LabelError(f'"{text}" is not a hex number of the form {self.label_at(0, 0)}')
        column, row = found.groups() if self.numbering.order == "CCRR" else found.groups()[::-1]
        if column not in self._column_of or row not in self._row_of:
            raise LabelError(f'hex "{text}" lies outside the grid {self.extent}')
        return self.grid.hex_at(self._column_of[column], self._row_of[row])

    def table(self) -> dict[str, Hex]:
        """Every label of the grid with its hex: quicker than `parse` when a whole map is read."""
        hex_at, label_at = self.grid.hex_at, self.label_at
        return {label_at(c, r): hex_at(c, r) for c in range(self.grid.columns) for r in range(self.grid.rows)}

    @property
    def extent(self) -> str:
        """The numbers of the upper left and lower right hex, for messages."""
        return f"{self.label_at(0, 0)} to {self.label_at(self.grid.columns - 1, self.grid.rows - 1)}"


@dataclass(frozen=True, slots=True)
class TableLabels:
    """Labels listed one by one, as on a board joined from several maps. A hex may have several."""

    names: Mapping[Hex, str]
    hexes: Mapping[str, Hex]

    def label(self, h: Hex) -> str:
        if h not in self.names:
            raise LabelError(f"{h} has no number on this board")
        return self.names[h]

    def parse(self, text: str) -> Hex:
        if text not in self.hexes:
            raise LabelError(f'no hex of this board is called "{text}"')
        return self.hexes[text]


@dataclass(frozen=True, slots=True)
class SideLabels:
    """Names of sides: "2911/2912" between two hexes of the map, "3815 SW" on its edge."""

    labels: Labels
    orientation: Orientation
    exists: Callable[[Hex], bool] = field(repr=False)

    def label(self, s: Side) -> str:
        a, b = hexes_of(s)
        if self.exists(a) and self.exists(b):
            return "/".join(sorted((self.labels.label(a), self.labels.label(b))))
        if self.exists(a):
            return f"{self.labels.label(a)} {self.orientation.compass[s.d]}"
        return f"{self.labels.label(b)} {self.orientation.compass[s.d + 3]}"

    def parse(self, text: str) -> Side:
        if "/" in text:
            a, b = (self.labels.parse(part.strip()) for part in text.split("/", 1))
            d = direction_between(a, b)
            if d is None:
                raise LabelError(f'"{text}" is no hexside: the two hexes are not neighbours')
            return side(a, d)
        name, _, compass = text.rpartition(" ")
        d = self.orientation.direction(compass)
        if not name or d is None:
            raise LabelError(
                f'"{text}" is no hexside; write it as two hexes "a/b" or a hex and a direction "a N"'
            )
        return side(self.labels.parse(name), d)
