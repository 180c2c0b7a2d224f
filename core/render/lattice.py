"""All hexes of a map as arrays, with the way from each to its neighbours. Made once for every drawing."""

from __future__ import annotations

from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from core.hexgrid.hexes import STEPS, Hex
from core.hexgrid.layout import Layout
from core.model.map import Cell, MapModel
from core.render.drawing import Floats, Ints, Rect


def point_keys(points: Floats) -> Ints:
    """A whole number for each point, the same for points that differ only by rounding."""
    x, y = np.round(np.asarray(points, np.float64).reshape(-1, 2) * 256).astype(np.int64).T
    return np.asarray((x << 32) + y, np.int64)


class Lattice:
    """The hexes of a map in the order of its cells."""

    def __init__(self, model: MapModel) -> None:
        self.layout = Layout(model.info.grid.orientation)
        self.cells: list[Cell] = list(model.hexes.values())
        flat = np.fromiter(chain.from_iterable(model.hexes), np.int64, 2 * len(self.cells))
        self.q, self.r = flat[::2].copy(), flat[1::2].copy()
        self.centres: Floats = self.layout.centres(self.q, self.r)
        self.corners: Floats = self.layout.corner_offsets()

    @cached_property
    def _dense(self) -> tuple[Ints, int, int]:
        """Hex indexes in a rectangle of axial coordinates with a rim of -1, and where it starts."""
        q0, r0 = int(self.q.min()) - 1, int(self.r.min()) - 1
        table = np.full((int(self.q.max()) - q0 + 2, int(self.r.max()) - r0 + 2), -1, np.int64)
        table[self.q - q0, self.r - r0] = np.arange(len(self.q))
        return table, q0, r0

    def neighbours(self, d: int) -> Ints:
        """The index of the neighbour in direction `d` of every hex, -1 where there is none."""
        if not len(self.q):
            return np.empty(0, np.int64)
        table, q0, r0 = self._dense
        step = STEPS[d]
        return table[self.q + step.q - q0, self.r + step.r - r0]

    def sides(self, which: NDArray[np.bool_], d: int) -> tuple[Floats, Floats]:
        """The two ends of the side in direction `d` of some hexes, anticlockwise."""
        at = self.centres[which]
        return at + self.corners[d - 1], at + self.corners[d]

    @cached_property
    def outline(self) -> list[Floats]:
        """The sides on the edge of the map."""
        found = []
        for d in range(6):
            a, b = self.sides(self.neighbours(d) < 0, d)
            found += list(np.stack((a, b), axis=1))
        return found

    @cached_property
    def edge_keys(self) -> Ints:
        """Keys of the corners on the edge of the map."""
        return point_keys(np.array(self.outline))

    @property
    def bounds(self) -> Rect:
        """The rectangle around all hexes."""
        if not len(self.q):
            return Rect(-0.5, -0.5, 0.5, 0.5)
        (left, top), (right, bottom) = self.centres.min(axis=0), self.centres.max(axis=0)
        dx, dy = self.corners.max(axis=0)
        return Rect(float(left - dx), float(top - dy), float(right + dx), float(bottom + dy))

    def centre(self, h: Hex) -> tuple[float, float]:
        """The centre of one hex."""
        return self.layout.centre(h)
