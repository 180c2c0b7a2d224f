"""The sheet around the hexes: title, frame, boxes off the map, key of signs, scale, note on assumed data."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from core.formats.style import AreaStyle
from core.formats.system_file import FeatureKind, HexsideKind, PathKind, PlaceKind, SystemFile
from core.model.map import Box, MapModel
from core.render.colours import mixed
from core.render.drawing import Fill, Floats, Glyph, Item, Line, Op, Rect, Stamps, Text, Texts
from core.render.fonts import make_text, text_width
from core.render.geometry import box, closed, poly
from core.render.ground import TilePainter, entries
from core.render.lattice import Lattice
from core.render.lines import line_items
from core.render.patterns import variants_of
from core.render.provenance import MARK, has_assumed
from core.render.symbols import placed, symbol_glyph

PAPER = "#f6f2e7"
INK = "#2f2a22"
MARGIN = 0.45
_TITLE = 0.55
_TEXT = 0.24
_ROW = 0.62
_SWATCH = 0.62
_HEX_SCALE = 0.5


@dataclass
class Sheet:
    """The rectangle of the whole sheet and what stands on it outside the hexes."""

    rect: Rect
    items: list[Item] = field(default_factory=list)


@dataclass(frozen=True)
class _Key:
    """One entry of the key: a sign in a space of fixed size, and its name."""

    name: str
    ops: Glyph

    @property
    def width(self) -> float:
        return _SWATCH + 0.14 + text_width(self.name) * _TEXT + 0.4


def make_sheet(
    model: MapModel, system: SystemFile, lattice: Lattice, shown: frozenset[str], title: str
) -> Sheet:
    """Lay out the sheet around the map."""
    inner = lattice.bounds
    if "boxes" in shown:
        for space in model.boxes.values():
            inner = inner.joined(Rect(space.x, space.y, space.x + space.width, space.y + space.height))
    rect = inner.grown(MARGIN)
    if "sheet" not in shown:
        return Sheet(rect)
    rect = Rect(rect.left, rect.top - _TITLE - 0.15, max(rect.right, rect.left + 6.0), rect.bottom)
    sheet = Sheet(rect)
    heading = make_text(
        title,
        inner.left,
        rect.top + MARGIN + 0.42,
        _TITLE,
        INK,
        face="bold",
        anchor="start",
        fit=rect.width - 2 * MARGIN,
    )
    bottom = _add_key(
        sheet, _keys(model, system, lattice, shown), inner.left, inner.bottom + MARGIN, rect.right - MARGIN
    )
    bottom = _add_foot(sheet, model, shown, inner.left, bottom + 0.2, rect.right - MARGIN)
    sheet.items.append(Texts([heading]))
    sheet.rect = Rect(rect.left, rect.top, rect.right, bottom + MARGIN)
    edge = sheet.rect.grown(-0.14)
    frame = poly(edge.left, edge.top, edge.right, edge.top, edge.right, edge.bottom, edge.left, edge.bottom)
    sheet.items.append(Line(INK, 0.02, [closed(frame)], round_ends=False))
    return sheet


def _add_key(sheet: Sheet, keys: list[_Key], left: float, top: float, right: float) -> float:
    """Set the key in rows; returns its lower edge."""
    if not keys:
        return top
    texts: list[Text] = []
    widest = max(key.width for key in keys)
    columns = max(1, int((right - left) / widest))
    step = max(widest, (right - left) / columns if columns < len(keys) else widest)
    at = []
    for i, key in enumerate(keys):
        row, column = divmod(i, columns)
        x, y = left + column * step, top + row * _ROW
        at.append((x + _SWATCH / 2, y + _ROW / 2))
        room = right - x - _SWATCH - 0.14
        texts.append(
            make_text(
                key.name,
                x + _SWATCH + 0.14,
                y + _ROW / 2 + 0.36 * _TEXT,
                _TEXT,
                INK,
                anchor="start",
                fit=room,
            )
        )
    sheet.items.append(Stamps([key.ops for key in keys], np.arange(len(keys)), np.array(at), 0.4))
    sheet.items.append(Texts(texts))
    return top + -(-len(keys) // columns) * _ROW


def _keys(model: MapModel, system: SystemFile, lattice: Lattice, shown: frozenset[str]) -> list[_Key]:
    """A sign for every word of the system that is on the map, in the order of the system."""
    keys: list[_Key] = []
    cells = {(cell.terrain, cell.features) for cell in lattice.cells}
    painter = TilePainter(system, lattice.corners, frozenset(shown - {"elevation"}))
    if "terrain" in shown:
        used = {terrain for terrain, _ in cells}
        for terrain in (t for t in painter.terrains.values() if t.id in used):
            glyph = _fullest(painter, terrain.id, terrain.style)
            keys.append(_Key(terrain.name, _swatch(glyph, lattice.corners)))
    if "features" in shown:
        found = {feature for _, features in cells for feature in features}
        for feature in (f for f in entries(system, "features", FeatureKind).values() if f.id in found):
            keys.append(_Key(feature.name, _feature_sign(feature, painter, lattice.corners)))
    if "hexsides" in shown:
        keys += _line_keys(entries(system, "hexsides", HexsideKind), {link.kind for link in model.hexsides})
    if "paths" in shown:
        keys += _line_keys(entries(system, "paths", PathKind), {link.kind for link in model.paths})
    if "places" in shown:
        there = {place.kind for place in model.places.values()}
        for kind in (k for k in entries(system, "places", PlaceKind).values() if k.id in there):
            keys.append(_Key(kind.name, symbol_glyph(kind.style)))
    return [key for key in keys if key.ops]


def _fullest(painter: TilePainter, terrain: str, style: AreaStyle) -> Glyph:
    """The variant of a hex with the most signs on it."""
    kind = (terrain, 0, frozenset[str]())
    return max((painter.glyph(kind, style, variant) for variant in range(variants_of(style))), key=len)


def _swatch(glyph: Glyph, corners: Floats) -> Glyph:
    """A hex made to fit into the key, with a thin line around it."""
    ops: list[Op] = [placed(op, _HEX_SCALE, 0, 0) for op in glyph]
    return (*ops, Line(INK, 0.014, [closed(corners * _HEX_SCALE)], 0.7))


def _feature_sign(feature: FeatureKind, painter: TilePainter, corners: Floats) -> Glyph:
    if feature.area:
        return _swatch(_fullest(painter, "", feature.area), corners)
    return symbol_glyph(feature.style) if feature.style else ()


def _line_keys(kinds: dict[str, HexsideKind] | dict[str, PathKind], used: set[str]) -> list[_Key]:
    keys = []
    for kind in kinds.values():
        if kind.id in used:
            half = 0.3 - kind.style.width / 2
            sample = poly(-half, 0.0, half, 0.0)
            ops = tuple(item for item in line_items(kind.style, [sample]) if isinstance(item, Fill | Line))
            keys.append(_Key(kind.name, ops))
    return keys


def _add_foot(
    sheet: Sheet, model: MapModel, shown: frozenset[str], left: float, top: float, right: float
) -> float:
    """The scale bar and the note on assumed data; returns the lower edge."""
    hexes = 5 if right - left > 9 else 2
    bars = [box(left + i + 0.5, top + 0.1, 1.0, 0.1) for i in range(hexes)]
    sheet.items += [
        Fill(INK, bars[::2]),
        Fill("#ffffff", bars[1::2]),
        Line(INK, 0.014, [closed(bar) for bar in bars], round_ends=False),
    ]
    scale = f"{hexes} hexes"
    if (km := _km_across(model)) is not None:
        scale += f" = {km * hexes:.3g} km"
    texts = [make_text(scale, left + hexes + 0.18, top + 0.19, 0.24, INK, anchor="start")]
    bottom = top + 0.3
    if has_assumed(model):
        x = left + 0.1
        note = (
            "assumed data"
            if "provenance" in shown
            else "Contains assumed data, not confirmed by the published game"
        )
        if "provenance" in shown:
            sheet.items.append(Stamps([MARK], np.zeros(1, np.int64), np.array([[x, bottom + 0.24]]), 0.2))
            x += 0.2
        texts.append(
            make_text(note, x, bottom + 0.32, 0.24, INK, face="italic", anchor="start", fit=right - x)
        )
        bottom += 0.45
    sheet.items.append(Texts(texts))
    return bottom


def _km_across(model: MapModel) -> float | None:
    """Kilometres across a hex, where the map lies on the earth in a projection of metres."""
    geo = model.info.georeference
    if geo is None or geo.crs == "lonlat":
        return None
    a, b, _, d, e, _ = geo.affine
    area = abs(a * e - b * d)
    return 1 / sqrt(area) / 1000 if area else None


def box_items(model: MapModel) -> list[Item]:
    """The boxes off the map with their names."""
    if not model.boxes:
        return []
    fills = [_ring(space) for space in model.boxes.values()]
    texts = [
        make_text(
            space.name,
            space.x + 0.1,
            space.y + 0.32,
            0.24,
            INK,
            face="bold",
            anchor="start",
            fit=space.width - 0.2,
        )
        for space in model.boxes.values()
    ]
    return [
        Fill(mixed(PAPER, "#c9bf9f", 0.35), fills),
        Line(INK, 0.03, [closed(ring) for ring in fills], round_ends=False),
        Texts(texts),
    ]


def _ring(space: Box) -> Floats:
    return box(space.x + space.width / 2, space.y + space.height / 2, space.width, space.height)
