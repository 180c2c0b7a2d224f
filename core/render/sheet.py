"""The sheet around the hexes: title, frame, boxes off the map, panels, key, scale, note on assumed data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from core.formats.system_file import SystemFile
from core.model.map import Box, MapModel
from core.render.colours import mixed
from core.render.drawing import Fill, Floats, Glyph, Item, Line, Rect, Stamps, Text, Texts
from core.render.fonts import make_text, text_width, wrapped
from core.render.geometry import box, closed, poly
from core.render.keys import INK, Key
from core.render.lattice import Lattice
from core.render.panels import Laid, Section, lay_panels
from core.render.symbols import placed

PAPER = "#f6f2e7"
MARGIN = 0.45
_TITLE = 0.55
_TEXT = 0.24
_LEADING = 1.25
_ROW = 0.62
_SWATCH = 0.62
_NARROWEST = 7.0
# Text of the sheet is at least so many times as high as the smallest readable text.
_COMFORT = 1.7
# A sheet that had to grow more than this to be readable would be larger than the map: it is left out.
_LARGEST = 5.0


@dataclass
class Sheet:
    """The rectangle of the whole sheet and what stands on it outside the hexes."""

    rect: Rect
    items: list[Item] = field(default_factory=list)
    panels: list[Item] = field(default_factory=list)
    listed: Laid | None = None


@dataclass(frozen=True)
class Contents:
    """What a sheet has to say besides the map."""

    title: str
    keys: Sequence[Key] = ()
    notes: Sequence[str] = ()
    sections: Sequence[Section] = ()


def sheet_scale(smallest_text: float) -> float:
    """How much larger everything on the sheet is drawn, so that its words can be read; 0: not at all."""
    scale = max(1.0, _COMFORT * smallest_text / _TEXT)
    return scale if scale <= _LARGEST else 0.0


def make_sheet(
    model: MapModel,
    system: SystemFile,
    lattice: Lattice,
    shown: frozenset[str],
    contents: Contents,
    smallest_text: float = 0.0,
) -> Sheet:
    """Lay out the sheet around the map: title above, then panels, key, scale and notes below."""
    inner = lattice.bounds
    if "boxes" in shown:
        for space in model.boxes.values():
            inner = inner.joined(Rect(space.x, space.y, space.x + space.width, space.y + space.height))
    scale = sheet_scale(smallest_text)
    with_sheet = "sheet" in shown and scale > 0
    sections = contents.sections if "panels" in shown and scale > 0 else ()
    if not with_sheet and not sections:
        return Sheet(inner.grown(MARGIN))
    right = max(inner.right, inner.left + _NARROWEST * scale)
    sheet = Sheet(Rect(inner.left - MARGIN, inner.top - MARGIN, right + MARGIN, inner.bottom + MARGIN))
    bottom = inner.bottom
    if sections:
        laid = lay_panels(sections, system, inner.left, bottom + 0.25 * scale, right, scale)
        sheet.panels, sheet.listed, bottom = laid.items(scale), laid, laid.bottom
    top = inner.top
    if with_sheet:
        top = _add_title(sheet, contents.title, inner.left, inner.top, right, scale)
        bottom = _add_key(sheet, contents.keys, inner.left, bottom + MARGIN, right, scale)
        bottom = _add_foot(sheet, model, contents.notes, inner.left, bottom + 0.2 * scale, right, scale)
    sheet.rect = Rect(sheet.rect.left, top - MARGIN, sheet.rect.right, bottom + MARGIN)
    if with_sheet:
        edge = sheet.rect.grown(-0.14)
        frame = poly(
            edge.left, edge.top, edge.right, edge.top, edge.right, edge.bottom, edge.left, edge.bottom
        )
        sheet.items.append(Line(INK, 0.02, [closed(frame)], round_ends=False))
    return sheet


def _add_title(sheet: Sheet, title: str, left: float, bottom: float, right: float, scale: float) -> float:
    """Set the title in as many lines as it needs; returns its upper edge."""
    size = _TITLE * scale
    lines = wrapped(title, size, right - left, "bold")
    top = bottom - 0.15 * scale - len(lines) * size * _LEADING
    texts = [
        make_text(
            line, left, top + (i + 1) * size * _LEADING - 0.25 * size, size, INK, face="bold", anchor="start"
        )
        for i, line in enumerate(lines)
    ]
    sheet.items.append(Texts(texts))
    return top


def _add_key(sheet: Sheet, keys: Sequence[Key], left: float, top: float, right: float, scale: float) -> float:
    """Set the key in columns, long names in several lines; returns its lower edge."""
    if not keys:
        return top
    size, swatch, gap = _TEXT * scale, _SWATCH * scale, 0.14 * scale
    widest = max(text_width(key.name) for key in keys) * size + swatch + gap + 0.3 * scale
    columns = max(1, int((right - left) / min(widest, 5.2 * scale)))
    step = (right - left) / columns
    texts: list[Text] = []
    at: list[tuple[float, float]] = []
    y = top
    for start in range(0, len(keys), columns):
        row = [
            wrapped(key.name, size, step - swatch - gap - 0.1 * scale)
            for key in keys[start : start + columns]
        ]
        height = max(_ROW * scale, max(map(len, row)) * size * _LEADING + 0.1 * scale)
        for i, lines in enumerate(row):
            x = left + i * step
            at.append((x + swatch / 2, y + height / 2))
            first = y + height / 2 + 0.36 * size - (len(lines) - 1) * size * _LEADING / 2
            texts += [
                make_text(line, x + swatch + gap, first + j * size * _LEADING, size, INK, anchor="start")
                for j, line in enumerate(lines)
            ]
        y += height
    glyphs: list[Glyph] = [tuple(placed(op, scale, 0.0, 0.0) for op in key.ops) for key in keys]
    sheet.items.append(Stamps(glyphs, np.arange(len(keys)), np.array(at), 0.4 * scale))
    sheet.items.append(Texts(texts))
    return y


def _add_foot(
    sheet: Sheet, model: MapModel, notes: Sequence[str], left: float, top: float, right: float, scale: float
) -> float:
    """The scale bar and the notes; returns the lower edge."""
    size = _TEXT * scale
    hexes = 5 if right - left > 9 * scale else 2
    height = 0.1 * scale
    bars = [box(left + i + 0.5, top + height, 1.0, height) for i in range(hexes)]
    sheet.items += [
        Fill(INK, bars[::2]),
        Fill("#ffffff", bars[1::2]),
        Line(INK, 0.014 * scale, [closed(bar) for bar in bars], round_ends=False),
    ]
    words = f"{hexes} hexes"
    if (km := _km_across(model)) is not None:
        words += f" = {km * hexes:.3g} km"
    texts = [make_text(words, left + hexes + 0.18, top + height + 0.36 * size, size, INK, anchor="start")]
    bottom = top + 0.3 * scale
    for line in (line for note in notes for line in wrapped(note, size, right - left, "italic")):
        bottom += size * _LEADING
        texts.append(make_text(line, left, bottom, size, INK, face="italic", anchor="start"))
    sheet.items.append(Texts(texts))
    return bottom + (0.1 * scale if notes else 0.0)


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
            space.y + 0.3,
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
