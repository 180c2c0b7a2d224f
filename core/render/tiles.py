"""The hexes of a PNG without drawing them one by one: each kind of hex is drawn once and copied by numpy.

For every pixel a template tells which hex it lies in and where in that hex. Hexes repeat after a whole number
of pixels in one direction, so one template serves the whole picture: downwards for flat hexes, to the right
for pointy ones.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.hexgrid.layout import Layout
from core.hexgrid.orientation import Orientation
from core.render.colours import rgb
from core.render.drawing import Floats, Glyph, Grid, Ground, Ints

Pixels = NDArray[np.uint32]
PaintTile = Callable[[Glyph, int, int], NDArray[np.uint8]]
# How many strengths of the grid line there are for its soft edges.
_LEVELS = 8


class Scale(NamedTuple):
    """Pixels across a hex, and the pixel on which the centre of Hex(0, 0) lies."""

    hex_px: int
    ox: int
    oy: int


class Located(NamedTuple):
    """For many pixels: axial coordinates of the hex, the pixel inside its tile, the strength of the grid."""

    q: Ints
    r: Ints
    inside: Ints
    level: Ints


class TileField:
    """The hexes of a picture, to be had strip by strip."""

    def __init__(
        self, ground: Ground, layout: Layout, scale: Scale, size: tuple[int, int], paper: str
    ) -> None:
        self.ground, self.layout, self.scale = ground, layout, scale
        self.width, self.height = size
        self.half = ceil(layout.radius * scale.hex_px) + 2
        self.paper = paper
        self.grid: Grid | None = None
        self._ready = False

    def prepare(self, grid: Grid | None, paint: PaintTile) -> None:
        """Draw every tile once, with the grid line in all strengths where the grid is wanted."""
        self.grid = grid
        side = 2 * self.half
        levels = _LEVELS if grid else 1
        atlas = np.empty((levels, len(self.ground.glyphs) + 1, side, side, 4), np.uint8)
        atlas[..., :] = (*rgb(self.paper), 255)
        for i, glyph in enumerate(self.ground.glyphs):
            atlas[0, i + 1] = paint(glyph, side, self.half)
        if grid:
            line = np.array((*rgb(grid.colour), 255), np.float64)
            for level in range(1, levels):
                share = grid.opacity * level / (levels - 1)
                atlas[level, 1:] = np.round(atlas[0, 1:] * (1 - share) + line * share)
        self._atlas: Pixels = atlas.reshape(-1, 4).view(np.uint32).ravel()
        self._level_step = atlas[0].size // 4
        self._table, self._q0, self._r0 = self._tile_table(side * side)
        self._template = self._flat_template() if self.layout.orientation is Orientation.FLAT else None
        self._ready = True

    def _tile_table(self, tile_size: int) -> tuple[Ints, int, int]:
        """Where the tile of each hex begins in the atlas, for every hex that the picture can show any of."""
        p, ox, oy = self.scale
        far = [
            self.layout.hex_at((x - ox) / p, (y - oy) / p)
            for x in (-2 * p, self.width + 2 * p)
            for y in (-2 * p, self.height + 2 * p)
        ]
        q0, q1 = min(h.q for h in far) - 2, max(h.q for h in far) + 2
        r0, r1 = min(h.r for h in far) - 2, max(h.r for h in far) + 2
        table = np.zeros((q1 - q0 + 1, r1 - r0 + 1), np.int64)
        q, r = self.ground.q - q0, self.ground.r - r0
        shown = (q >= 0) & (q < table.shape[0]) & (r >= 0) & (r < table.shape[1])
        table[q[shown], r[shown]] = (self.ground.which[shown] + 1) * tile_size
        return table, q0, r0

    def _locate(self, px: Ints, py: Ints) -> Located:
        """Which hex each pixel lies in, and where."""
        p, ox, oy = self.scale
        x, y = (px + 0.5 - ox) / p, (py + 0.5 - oy) / p
        q, r = _nearest(self.layout, x, y)
        cx, cy = self._centre(q, r)
        u = px - ox - np.floor(cx * p).astype(np.int64) + self.half
        v = py - oy - np.floor(cy * p).astype(np.int64) + self.half
        return Located(q, r, v * 2 * self.half + u, self._levels(x - cx, y - cy))

    def _centre(self, q: Ints, r: Ints) -> tuple[Floats, Floats]:
        at = self.layout.centres(q.ravel(), r.ravel())
        return at[:, 0].reshape(q.shape), at[:, 1].reshape(q.shape)

    def _levels(self, dx: Floats, dy: Floats) -> Ints:
        if not self.grid:
            return np.zeros(dx.shape, np.int64)
        corners = self.layout.corner_offsets()
        outward = [corners[d - 1] + corners[d] for d in range(3)]
        reach = np.maximum.reduce([np.abs(dx * n[0] + dy * n[1]) for n in outward])
        to_side = (0.5 - reach) * self.scale.hex_px
        half_line = max(0.5, self.grid.width * self.scale.hex_px / 2)
        strength: Floats = np.clip(half_line + 0.5 - to_side, 0, 1)
        return np.round(strength * (_LEVELS - 1)).astype(np.int64)

    def _flat_template(self) -> tuple[Ints, Ints, int]:
        """One hex height of pixels over the whole width: table positions, atlas offsets, least r."""
        p, _, oy = self.scale
        px, py = np.meshgrid(np.arange(self.width), np.arange(oy, oy + p))
        found = self._locate(px, py)
        least = int(found.r.min())
        at = (found.q - self._q0) * self._table.shape[1] + found.r - least
        return at, found.inside + found.level * self._level_step, least

    def strip(self, top: int, bottom: int) -> Pixels:
        """The pixels from row `top` to before row `bottom`, as red, green, blue, opaque in memory order."""
        rows = np.empty((bottom - top, self.width), np.uint32)
        if self._template is None:
            self._pointy_strip(top, rows)
            return rows
        at, offset, least = self._template
        p, _, oy = self.scale
        y = top
        while y < bottom:
            down, start = divmod(y - oy, p)
            end = min(p, start + bottom - y)
            table = self._table.ravel()[down + least - self._r0 :]
            index = table.take(at[start:end])
            index += offset[start:end]
            self._atlas.take(index, out=rows[y - top : y - top + end - start], mode="clip")
            y += end - start
        return rows

    def _pointy_strip(self, top: int, rows: Pixels) -> None:
        p, ox, _ = self.scale
        px, py = np.meshgrid(np.arange(ox, ox + p), np.arange(top, top + len(rows)))
        found = self._locate(px, py)
        row_length = self._table.shape[1]
        at = (found.q - self._q0) * row_length + found.r - self._r0
        first = -ceil(ox / p)
        count = ceil((self.width - (ox + first * p)) / p)
        steps = np.arange(first, first + count) * row_length
        offset = found.inside + found.level * self._level_step
        skip = -(ox + first * p)
        block = max(1, 400_000 // (count * p))
        for y in range(0, len(rows), block):
            index = self._table.ravel().take(at[y : y + block, None, :] + steps[:, None])
            index += offset[y : y + block, None, :]
            wide = self._atlas.take(index).reshape(len(index), -1)
            rows[y : y + block] = wide[:, skip : skip + self.width]


def _nearest(layout: Layout, x: Floats, y: Floats) -> tuple[Ints, Ints]:
    """The hexes that points lie in; as `Layout.hex_at`, for arrays."""
    (qx, qy), (rx, ry) = layout.centres(np.array([1, 0]), np.array([0, 1]))
    det = qx * ry - qy * rx
    fq, fr = (x * ry - y * rx) / det, (qx * y - qy * x) / det
    fs = -fq - fr
    q, r, s = np.round(fq), np.round(fr), np.round(fs)
    dq, dr, ds = np.abs(q - fq), np.abs(r - fr), np.abs(s - fs)
    q_worst = (dq > dr) & (dq > ds)
    r_worst = ~q_worst & (dr > ds)
    return (
        np.where(q_worst, -r - s, q).astype(np.int64),
        np.where(r_worst, -q - s, r).astype(np.int64),
    )
