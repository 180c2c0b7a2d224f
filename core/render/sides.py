"""Hexside features: rivers that run on through corners, straits, borders, and the crossings on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

import numpy as np

from core.formats.style import LineStyle
from core.formats.system_file import HexsideKind, SystemFile
from core.hexgrid.hexes import Side, corners_of, hexes_of
from core.model.map import Feature, MapModel
from core.render.colours import is_bluish
from core.render.drawing import Fill, Floats, Glyph, Item, Line, Stamps
from core.render.geometry import Edge, box, chained, noise, poly, smooth
from core.render.ground import entries
from core.render.lattice import Lattice, point_keys
from core.render.lines import Cut, cuts, line_items

UNKNOWN = LineStyle(colour="#c02080", width=0.07, dash=[0.1, 0.06])
CROSSINGS = ("bridge", "ford", "ferry")
# How far natural lines may leave the exact side, in hexes.
_CORNER_PLAY = 0.045
_SIDE_PLAY = 0.05
_WIDE = 0.12


def hexside_items(model: MapModel, system: SystemFile, lattice: Lattice) -> list[Item]:
    """All hexside features in the order of the system, later kinds above, then the crossings."""
    kinds = entries(system, "hexsides", HexsideKind)
    order = {kind: i for i, kind in enumerate(kinds)}
    by_kind: dict[str, list[Side]] = defaultdict(list)
    for link in model.hexsides:
        by_kind[link.kind].append(link.side)
    items: list[Item] = []
    for kind in sorted(by_kind, key=lambda k: order.get(k, len(order))):
        style = kinds[kind].style if kind in kinds else UNKNOWN
        if style.pattern == "teeth":
            items += line_items(style, downhill_lines(by_kind[kind], model, lattice))
            continue
        lines = side_lines(by_kind[kind], style, lattice)
        items += line_items(style, lines, _cut_ends(lines, style, lattice))
    return items + _crossings(model, kinds, lattice)


def _cut_ends(lines: Sequence[Floats], style: LineStyle, lattice: Lattice) -> list[Cut]:
    """Where lines end square: at the edge of the map, and wide water everywhere, or it would bulge."""
    if style.width >= _WIDE and is_bluish(style.colour):
        return [(True, True)] * len(lines)
    return cuts(lines, lattice.edge_keys)


def side_lines(sides: Sequence[Side], style: LineStyle, lattice: Lattice) -> list[Floats]:
    """The lines along some sides; water meanders a little, everything else runs straight."""
    flat = np.fromiter(chain.from_iterable((s.hex.q, s.hex.r, s.d) for s in sides), np.int64, 3 * len(sides))
    q, r, d = flat.reshape(-1, 3).T
    centres = lattice.layout.centres(q, r)
    a, b = centres + lattice.corners[d - 1], centres + lattice.corners[d]
    ends = [corners_of(s) for s in sides]
    if not (is_bluish(style.colour) and style.pattern == "plain"):
        return chained([Edge(*e, p) for e, p in zip(ends, np.stack((a, b), axis=1), strict=True)])
    # What runs off the map ends exactly on its edge.
    a = a + _play([e[0] for e in ends]) * ~np.isin(point_keys(a), lattice.edge_keys)[:, None]
    b = b + _play([e[1] for e in ends]) * ~np.isin(point_keys(b), lattice.edge_keys)[:, None]
    across = np.column_stack((b[:, 1] - a[:, 1], a[:, 0] - b[:, 0])) / lattice.layout.radius
    bends = [(noise(q * 3 + d, r, salt) - 0.5)[:, None] * 2 * _SIDE_PLAY * across for salt in (21, 22)]
    points = np.stack((a, a + (b - a) / 3 + bends[0], a + (b - a) * 2 / 3 + bends[1], b), axis=1)
    return [smooth(line, 3) for line in chained([Edge(*e, p) for e, p in zip(ends, points, strict=True)])]


def downhill_lines(sides: Sequence[Side], model: MapModel, lattice: Lattice) -> list[Floats]:
    """Sides one by one, each with the lower of its two hexes on the left: that is where teeth point."""
    lines = []
    for s in sides:
        line = np.array(lattice.layout.side_points(s))
        near, far = (model.hexes.get(h) for h in hexes_of(s))
        # As stored, a side has its own hex on the left.
        own_is_higher = near is not None and far is not None and near.elevation > far.elevation
        lines.append(line[::-1] if own_is_higher else line)
    return lines


def _play(corners: list[tuple[tuple[int, int], int]]) -> Floats:
    """How far each corner is moved: the same for every line that passes it."""
    flat = np.fromiter(chain.from_iterable((h[0], h[1], i) for h, i in corners), np.int64, 3 * len(corners))
    q, r, i = flat.reshape(-1, 3).T
    return (np.column_stack((noise(q * 2 + i, r, 31), noise(q * 2 + i, r, 32))) - 0.5) * 2 * _CORNER_PLAY


def crossing_of(feature: Feature) -> str | None:
    """Which crossing a hexside feature says it has, by the name or the value of one of its attributes."""
    for name, value in feature.attributes.items():
        word = name if value is True else value if isinstance(value, str) else ""
        for crossing in CROSSINGS:
            if crossing in word and "no" not in word.split("_"):
                return crossing
    return None


def _crossings(model: MapModel, kinds: dict[str, HexsideKind], lattice: Lattice) -> list[Item]:
    at, which = [], []
    for link, feature in model.hexsides.items():
        crossing = crossing_of(feature) if feature.attributes else None
        if crossing:
            (ax, ay), (bx, by) = lattice.layout.side_points(link.side)
            at.append(((ax + bx) / 2, (ay + by) / 2))
            which.append(CROSSINGS.index(crossing) * 3 + link.side.d)
    if not at:
        return []
    glyphs = [crossing_glyph(crossing, lattice, d) for crossing in CROSSINGS for d in range(3)]
    return [Stamps(glyphs, np.array(which, np.int64), np.array(at), 0.3)]


def crossing_glyph(crossing: str, lattice: Lattice, d: int) -> Glyph:
    """A crossing over the side in direction `d`: the way across is the first axis."""
    along = (lattice.corners[d] - lattice.corners[d - 1]) / lattice.layout.radius
    axes = np.vstack((np.array([-along[1], along[0]]), along))
    if crossing == "bridge":
        deck = box(0, 0, 0.22, 0.1) @ axes
        rails = [
            poly(-0.15, s * 0.085, -0.11, s * 0.055, 0.11, s * 0.055, 0.15, s * 0.085) @ axes for s in (-1, 1)
        ]
        return Fill("#f4efe2", [deck]), Line("#2b2620", 0.024, rails)
    if crossing == "ford":
        dots = [box(x, 0, 0.045, 0.11) @ axes for x in (-0.1, 0.0, 0.1)]
        return (Fill("#f4efe2", [box(0, 0, 0.3, 0.15) @ axes], 0.75), Fill("#5b4a33", dots))
    boat = poly(-0.15, -0.05, 0.15, -0.05, 0.09, 0.06, -0.09, 0.06)
    return (
        Fill("#f4efe2", [boat * 1.35], 0.9),
        Fill("#2b2620", [boat]),
        Line("#2b2620", 0.02, [poly(0, -0.05, 0, -0.13)]),
    )
