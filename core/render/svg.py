"""The SVG backend: one group for each layer, whole numbers in thousandths of a hex, printed to exact scale.

Lines and polygons of one look are one path, and each kind of hex and each letter is drawn once and used many
times, so that large maps stay small files. Letters are outlines; the words stand beside them as invisible
text, so that they can still be searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from itertools import groupby
from typing import BinaryIO
from xml.sax.saxutils import escape

import numpy as np

from core.render.drawing import (
    Drawing,
    Face,
    Fill,
    Floats,
    Glyph,
    Grid,
    Ground,
    Item,
    Line,
    Stamps,
    Text,
    Texts,
    is_ring,
    texts_of,
)
from core.render.fonts import one_line
from core.render.outlines import outline_parts, outline_path, units

UNIT = 1000
# Fills are drawn this much wider, or the background shows through between them as hairlines.
_SEAM = 14
_STYLE = (
    "text{font-family:Lato,sans-serif;white-space:pre}"
    ".line{fill:none;stroke-linejoin:round}.round{stroke-linecap:round}.halo{stroke-linejoin:round}"
)
_HALO = 0.2


def write_svg(drawing: Drawing, file: BinaryIO, hex_mm: float) -> None:
    """Write the drawing as SVG."""
    out = TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=False)
    for part in _document(drawing, hex_mm):
        out.write(part)
    out.flush()
    out.detach()


def _document(drawing: Drawing, hex_mm: float) -> Iterator[str]:
    sheet = drawing.sheet
    left, top = _n(sheet.left), _n(sheet.top)
    width, height = _n(sheet.right) - left, _n(sheet.bottom) - top
    mm = hex_mm / UNIT
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'width="{width * mm:.6g}mm" height="{height * mm:.6g}mm" viewBox="{left} {top} {width} {height}">\n'
    )
    yield f"<title>{escape(one_line(drawing.title))}</title>\n<style>{_STYLE}</style>\n"
    yield from _letters(drawing)
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{drawing.paper}"/>\n'
    for layer in drawing.layers:
        yield f'<g id="{layer.name}">\n'
        for i, item in enumerate(layer.items):
            yield from _item(item, f"{layer.name}-{i}")
        yield "</g>\n"
    yield "</svg>\n"


def _item(item: Item, name: str) -> Iterator[str]:
    match item:
        case Fill() | Line():
            yield _shape(item)
        case Texts():
            yield from _texts(item.items)
        case Ground():
            yield from _ground(item, name)
        case Stamps():
            yield from _stamps(item.glyphs, item, name)
        case Grid():
            yield _shape(item.line)


def _n(value: float) -> int:
    return round(value * UNIT)


def _path(lines: Iterable[Floats], polygons: bool = False) -> str:
    """Lines as path data: an absolute start, then steps."""
    parts = []
    for line in lines:
        ring = not polygons and is_ring(line)
        points = np.round((line[:-1] if ring else line) * UNIT).astype(np.int64)
        close = "z" if polygons or ring else ""
        x, y = points[0].tolist()
        steps = " ".join(map(str, np.diff(points, axis=0).ravel().tolist()))
        parts.append(f"M{x} {y}l{steps}{close}")
    return "".join(parts)


def _shape(op: Fill | Line) -> str:
    if isinstance(op, Fill):
        opacity = f' fill-opacity="{op.opacity:g}"' if op.opacity < 1 else ""
        return (
            f'<path fill="{op.colour}"{opacity} d="{_path(op.rings, polygons=True)}"/>\n'
            if len(op.rings)
            else ""
        )
    opacity = f' stroke-opacity="{op.opacity:g}"' if op.opacity < 1 else ""
    ends = "line round" if op.round_ends else "line"
    pen = f'stroke="{op.colour}" stroke-width="{_n(op.width)}"{opacity}'
    return f'<path class="{ends}" {pen} d="{_path(op.lines)}"/>\n' if len(op.lines) else ""


def _letters(drawing: Drawing) -> Iterator[str]:
    """Every letter that the drawing uses, once."""
    texts = (text for layer in drawing.layers for item in layer.items for text in texts_of(item))
    used = {(text.face, part) for text in texts for part, _ in outline_parts(text)}
    yield "<defs>\n"
    for face, part in sorted(used):
        yield f'<path id="{_id(face, part)}" d="{outline_path(part, face)}"/>\n'
    yield "</defs>\n"


def _id(face: Face, letters: str) -> str:
    return face[0] + "-".join(str(ord(c)) for c in letters)


def _texts(texts: Sequence[Text]) -> Iterator[str]:
    """Texts of one look share a group, and so do the words that stand unseen beside their outlines."""
    for (colour, opacity), group in groupby(texts, key=lambda text: (text.colour, text.opacity)):
        alike = list(group)
        faint = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
        yield f'<g fill="{colour}"{faint}>\n'
        yield from map(_outlines, alike)
        yield "</g>\n"
    for size, group in groupby(texts, key=lambda text: _n(text.size)):
        yield f'<g fill="none" font-size="{size}">\n'
        yield from map(_words, group)
        yield "</g>\n"


def _outlines(text: Text) -> str:
    """The outlines of the letters, and the halo of all of them below."""
    scale = text.size / units(text.face)
    uses = "".join(
        f'<use xlink:href="#{_id(text.face, part)}"' + (f' x="{round(start / scale)}"/>' if start else "/>")
        for part, start in outline_parts(text)
    )
    if not uses:
        return ""
    if text.angle:
        move = (
            f"translate({_n(text.x)} {_n(text.y)})rotate({text.angle:g})translate({_n(text.left - text.x)} 0)"
        )
    else:
        move = f"translate({_n(text.left)} {_n(text.y)})"
    place = f'transform="{move}scale({scale * UNIT:.4g})"'
    halo = ""
    if text.halo:
        pen = f'stroke="{text.halo}" stroke-width="{round(_HALO * units(text.face))}"'
        halo = f'<g class="halo" {place} fill="{text.halo}" {pen}>{uses}</g>'
    return f"{halo}<g {place}>{uses}</g>\n"


def _words(text: Text) -> str:
    turn = f' transform="rotate({text.angle:g} {_n(text.x)} {_n(text.y)})"' if text.angle else ""
    return f'<text x="{_n(text.left)}" y="{_n(text.y)}"{turn}>{escape(text.text)}</text>\n'


def _op(op: Fill | Line | Text) -> str:
    return "".join(_texts([op])) if isinstance(op, Text) else _shape(op)


def _ground(ground: Ground, name: str) -> Iterator[str]:
    """All hexes of one colour as one path, then the signs on them."""
    fills: dict[str, list[int]] = {}
    corners: Floats | None = None
    for i, glyph in enumerate(ground.glyphs):
        first = glyph[0]
        assert isinstance(first, Fill)
        corners = first.rings[0]
        fills.setdefault(first.colour, []).append(i)
    if corners is None:
        return
    steps = " ".join(map(str, np.diff(np.round(corners * UNIT).astype(np.int64), axis=0).ravel().tolist()))
    for colour, tiles in fills.items():
        at = ground.at[np.isin(ground.which, tiles)] + corners[0]
        starts = np.round(at * UNIT).astype(np.int64).tolist()
        data = "".join(f"M{x} {y}l{steps}z" for x, y in starts)
        yield f'<path fill="{colour}" stroke="{colour}" stroke-width="{_SEAM}" d="{data}"/>\n'
    yield from _stamps([glyph[1:] for glyph in ground.glyphs], ground, name)


def _stamps(glyphs: Sequence[Glyph], stamps: Stamps, name: str) -> Iterator[str]:
    used = set(stamps.which.tolist())
    yield "<defs>\n"
    for i, glyph in enumerate(glyphs):
        if glyph and i in used:
            yield f'<g id="{name}-{i}">\n' + "".join(map(_op, glyph)) + "</g>\n"
    yield "</defs>\n"
    points = np.round(stamps.at * UNIT).astype(np.int64).tolist()
    for which, (x, y) in zip(stamps.which.tolist(), points, strict=True):
        if glyphs[which]:
            yield f'<use xlink:href="#{name}-{which}" x="{x}" y="{y}"/>\n'
