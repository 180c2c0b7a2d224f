"""The rectangle of columns and rows that a map is printed on. The only code that knows offset rows.

Column and row are counted from 0 at the upper left; printed numbers are the business of `numbering`.
Hex(0, 0) is the upper left hex of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.hexgrid.hexes import Hex
from core.hexgrid.orientation import Orientation


@dataclass(frozen=True, slots=True)
class Grid:
    """`first_shifted`: the first column (FLAT) sits half a hex lower than the second, or the first row
    (POINTY) half a hex further east."""

    orientation: Orientation
    columns: int
    rows: int
    first_shifted: bool = False

    def hex_at(self, column: int, row: int) -> Hex:
        """The hex in a column and row; both may lie outside the grid."""
        if self.orientation is Orientation.FLAT:
            return Hex(column, row - self._half(column))
        return Hex(column - self._half(row), row)

    def column_row(self, h: Hex) -> tuple[int, int]:
        """Column and row of a hex; both may lie outside the grid."""
        if self.orientation is Orientation.FLAT:
            return h.q, h.r + self._half(h.q)
        return h.q + self._half(h.r), h.r

    def is_shifted(self, index: int) -> bool:
        """Whether the column (FLAT) or row (POINTY) with that index is one of the shifted ones."""
        return (index % 2 == 0) == self.first_shifted

    def __contains__(self, h: object) -> bool:
        if not isinstance(h, Hex):
            return False
        column, row = self.column_row(h)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def hexes(self) -> Iterator[Hex]:
        """Every hex of the rectangle, row by row."""
        return (self.hex_at(column, row) for row in range(self.rows) for column in range(self.columns))

    def _half(self, index: int) -> int:
        """How far axial coordinates have run ahead of the row (or column) at that index."""
        return index // 2 if not self.first_shifted else (index + 1) // 2
