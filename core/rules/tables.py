"""Printed result tables: columns with lower bounds, shifts that stop at the outer columns, rows by roll."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ResultTable(Generic[R]):
    """`rows[roll][column]` is the result."""

    rows: Mapping[int, Sequence[R]]

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(next(iter(self.rows.values())))

    def shifted(self, column: int, shift: int) -> int:
        """A column after shifts to the right (+) or left (-), which stop at the outer columns."""
        return min(max(column + shift, 0), self.columns - 1)

    def result(self, column: int, roll: int) -> R:
        """The result; rolls beyond the first and last row read that row."""
        return self.rows[min(max(roll, min(self.rows)), max(self.rows))][column]


def column_for(value: float, bounds: Sequence[float]) -> int:
    """The column with the highest lower bound not above the value; below the first it is the first."""
    return max(bisect_right(bounds, value) - 1, 0)
