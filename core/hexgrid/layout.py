"""Where hexes lie in the plane, and which hex, side and corner a point is nearest to.

x grows to the east and y to the south. `across` is the distance between opposite sides of a hex: the size
that counter and map makers speak of. The centre of Hex(0, 0) is the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, pi, sin, sqrt, tau
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.hexgrid.hexes import Corner, Hex, Side, corner, corners_of, hexes_of, side
from core.hexgrid.orientation import Orientation

Floats = NDArray[np.float64]
SQRT3 = sqrt(3.0)


class Point(NamedTuple):
    """A point of the plane."""

    x: float
    y: float


class Pick(NamedTuple):
    """What lies under a point: the hex, and its nearest side and corner."""

    hex: Hex
    side: Side
    corner: Corner


# Plane vectors of the axial steps q and r for across = 1, and the angle of direction 0 (y down).
_BASIS = {
    Orientation.FLAT: ((SQRT3 / 2, 0.5), (0.0, 1.0)),
    Orientation.POINTY: ((1.0, 0.0), (0.5, SQRT3 / 2)),
}
_ANGLE_OF_0 = {Orientation.FLAT: pi / 6, Orientation.POINTY: 0.0}


@dataclass(frozen=True, slots=True)
class Layout:
    """Hex <-> plane for one orientation and size."""

    orientation: Orientation
    across: float = 1.0

    @property
    def radius(self) -> float:
        """Distance from centre to corner, which is also the length of a side."""
        return self.across / SQRT3

    def centre(self, h: Hex) -> Point:
        """The centre of a hex."""
        (qx, qy), (rx, ry) = _BASIS[self.orientation]
        return Point((h.q * qx + h.r * rx) * self.across, (h.q * qy + h.r * ry) * self.across)

    def centres(self, q: NDArray[np.int64], r: NDArray[np.int64]) -> Floats:
        """The centres of many hexes as an array of shape (n, 2)."""
        centres: Floats = np.column_stack((q, r)) @ np.array(_BASIS[self.orientation]) * self.across
        return centres

    def corner_offsets(self) -> Floats:
        """The six corners around a centre, in order of `hexes.corner`, shape (6, 2)."""
        angles = _ANGLE_OF_0[self.orientation] - (np.arange(6) + 0.5) * (tau / 6)
        return np.column_stack((np.cos(angles), np.sin(angles))) * self.radius

    def corner_point(self, c: Corner) -> Point:
        """Where a corner lies."""
        x, y = self.centre(c.hex)
        angle = _ANGLE_OF_0[self.orientation] - (c.i + 0.5) * (tau / 6)
        return Point(x + cos(angle) * self.radius, y + sin(angle) * self.radius)

    def polygon(self, h: Hex) -> list[Point]:
        """The six corner points of a hex."""
        x, y = self.centre(h)
        return [Point(x + dx, y + dy) for dx, dy in self.corner_offsets().tolist()]

    def side_points(self, s: Side) -> tuple[Point, Point]:
        """The two ends of a side."""
        a, b = corners_of(s)
        return self.corner_point(a), self.corner_point(b)

    def link_points(self, s: Side) -> tuple[Point, Point]:
        """The centres of the two hexes that share a side: where a path across it runs."""
        a, b = hexes_of(s)
        return self.centre(a), self.centre(b)

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that a point lies in."""
        (qx, qy), (rx, ry) = _BASIS[self.orientation]
        x, y, det = x / self.across, y / self.across, qx * ry - qy * rx
        return _nearest_hex((x * ry - y * rx) / det, (qx * y - qy * x) / det)

    def pick(self, x: float, y: float) -> Pick:
        """The hex that a point lies in, with the side and the corner nearest to the point."""
        h = self.hex_at(x, y)
        cx, cy = self.centre(h)
        sixth = (_ANGLE_OF_0[self.orientation] - atan2(y - cy, x - cx)) / (tau / 6)
        return Pick(h, side(h, round(sixth)), corner(h, round(sixth - 0.5)))


def _nearest_hex(fq: float, fr: float) -> Hex:
    fs = -fq - fr
    q, r, s = round(fq), round(fr), round(fs)
    dq, dr, ds = abs(q - fq), abs(r - fr), abs(s - fs)
    if dq > dr and dq > ds:
        q = -r - s
    elif dr > ds:
        r = -q - s
    return Hex(q, r)
