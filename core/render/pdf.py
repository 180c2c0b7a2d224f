"""The PDF backend: one page of exactly the size of the sheet, with the fonts embedded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO

import numpy as np
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFInfo, PDFString
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

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
)
from core.render.fonts import FILES, one_line

POINTS_PER_MM = 72 / 25.4
# Fills are drawn this much wider, or the background shows through between them as hairlines.
_SEAM = 0.014
_ROUND, _BUTT = 1, 0
_STROKED, _FILLED = 1, 0
_NON_ZERO = 1  # polygons of one path may overlap


def write_pdf(drawing: Drawing, file: BinaryIO, hex_mm: float) -> None:
    """Write the drawing as PDF."""
    unit = hex_mm * POINTS_PER_MM
    sheet = drawing.sheet
    size = (sheet.width * unit, sheet.height * unit)
    # Invariant: no time of day in the file, so that the same map gives the same bytes.
    canvas = Canvas(file, pagesize=size, invariant=1, pageCompression=1)
    canvas._doc.info = _Info(drawing)
    page = _Page(canvas)
    canvas.setFillColor(HexColor(drawing.paper))
    canvas.rect(0, 0, *size, stroke=0, fill=1)
    # From here on lengths are in hexes and y grows downwards, as in the drawing.
    canvas.transform(unit, 0, 0, -unit, -sheet.left * unit, sheet.bottom * unit)
    canvas.setLineJoin(_ROUND)
    for layer in drawing.layers:
        for i, item in enumerate(layer.items):
            page.draw(item, f"{layer.name}-{i}")
    canvas.save()


class _Info(PDFInfo):  # type: ignore[misc]
    """What a viewer shows as properties: only what is known, and no date, because a date would be made up."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        words = {"Title": drawing.title, "Author": drawing.author, "Subject": drawing.subject}
        self.words = {name: one_line(text) for name, text in words.items() if text}

    def digest(self, md5object: Any) -> None:
        for text in self.words.values():
            md5object.update(text.encode())

    def format(self, document: Any) -> Any:
        entries = {name: PDFString(text) for name, text in self.words.items()}
        entries |= {"Creator": PDFString("Sandtable"), "Producer": PDFString("ReportLab")}
        return PDFDictionary(entries).format(document)


class _Page:
    """A page under way."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        for face, path in FILES.items():
            if _font_name(face) not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(_font_name(face), str(path)))

    def draw(self, item: Item, name: str) -> None:
        match item:
            case Fill() | Line():
                self.shape(item)
            case Texts():
                for text in item.items:
                    self.text(text)
            case Ground():
                self.ground(item, name)
            case Stamps():
                self.stamps(item.glyphs, item, name)
            case Grid():
                self.shape(item.line)

    def shape(self, op: Fill | Line) -> None:
        colour = HexColor(op.colour)
        if isinstance(op, Fill):
            self.canvas.setFillColor(colour)
            self.canvas.setFillAlpha(op.opacity)
            self.canvas.drawPath(self._path(op.rings, polygons=True), stroke=0, fill=1, fillMode=_NON_ZERO)
            return
        self.canvas.setStrokeColor(colour)
        self.canvas.setStrokeAlpha(op.opacity)
        self.canvas.setLineWidth(op.width)
        self.canvas.setLineCap(_ROUND if op.round_ends else _BUTT)
        self.canvas.drawPath(self._path(op.lines), stroke=1, fill=0)

    def _path(self, lines: Iterable[Floats], polygons: bool = False) -> Any:
        path = self.canvas.beginPath()
        for line in lines:
            ring = not polygons and is_ring(line)
            (x, y), *rest = np.round(line[:-1] if ring else line, 5).tolist()
            path.moveTo(x, y)
            for x, y in rest:
                path.lineTo(x, y)
            if polygons or ring:
                path.close()
        return path

    def text(self, text: Text) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(text.x, text.y)
        canvas.rotate(text.angle)
        canvas.scale(1, -1)  # the page is turned over so that y grows downwards; letters must not be
        if text.halo:
            canvas.saveState()  # how letters are drawn is part of the state and would otherwise stay
            canvas.setStrokeColor(HexColor(text.halo))
            canvas.setStrokeAlpha(1)
            canvas.setLineWidth(0.2 * text.size)
            canvas.setLineJoin(_ROUND)
            self._letters(text, _STROKED)
            canvas.restoreState()
        canvas.setFillColor(HexColor(text.colour))
        canvas.setFillAlpha(text.opacity)
        self._letters(text, _FILLED)
        canvas.restoreState()

    def _letters(self, text: Text, mode: int) -> None:
        line = self.canvas.beginText(text.left - text.x, 0)
        line.setFont(_font_name(text.face), text.size)
        line.setTextRenderMode(mode)
        # Kerning is part of the width of a text, but not of what is printed: fit it in.
        letters = text.width - text.spacing * max(0, len(text.text) - 1)
        plain = pdfmetrics.stringWidth(text.text, _font_name(text.face), text.size)
        stretch = letters / plain if plain else 1.0
        line.setHorizScale(100 * stretch)
        if text.spacing:
            line.setCharSpace(text.spacing / stretch)
        line.textOut(text.text)
        self.canvas.drawText(line)

    def ground(self, ground: Ground, name: str) -> None:
        """All hexes of one colour as one path, then the signs on them."""
        fills: dict[str, list[int]] = {}
        for i, glyph in enumerate(ground.glyphs):
            fills.setdefault(_hexagon(glyph).colour, []).append(i)
        for colour, tiles in fills.items():
            at = ground.at[np.isin(ground.which, tiles)]
            rings = at[:, None, :] + _hexagon(ground.glyphs[tiles[0]]).rings[0]
            self.canvas.setFillColor(HexColor(colour))
            self.canvas.setStrokeColor(HexColor(colour))
            self.canvas.setLineWidth(_SEAM)
            self.canvas.setFillAlpha(1)
            self.canvas.setStrokeAlpha(1)
            self.canvas.drawPath(self._path(rings, polygons=True), stroke=1, fill=1, fillMode=_NON_ZERO)
        self.stamps([glyph[1:] for glyph in ground.glyphs], ground, name)

    def stamps(self, glyphs: Sequence[Glyph], stamps: Stamps, name: str) -> None:
        """Pictures that are used often become forms: drawn once, then named."""
        counts = np.bincount(stamps.which, minlength=len(glyphs))
        forms = {i for i, glyph in enumerate(glyphs) if glyph and counts[i] > 1}
        for i in sorted(forms):
            reach = stamps.reach
            self.canvas.beginForm(f"{name}-{i}", -reach, -reach, reach, reach)
            self.canvas.setLineJoin(_ROUND)
            self.glyph(glyphs[i])
            self.canvas.endForm()
        # A form begins with the opacity of the page, whatever was drawn there last.
        self.canvas.setFillAlpha(1)
        self.canvas.setStrokeAlpha(1)
        for which, (x, y) in zip(stamps.which.tolist(), stamps.at.tolist(), strict=True):
            if not glyphs[which]:
                continue
            self.canvas.saveState()
            self.canvas.translate(x, y)
            if which in forms:
                self.canvas.doForm(f"{name}-{which}")
            else:
                self.glyph(glyphs[which])
            self.canvas.restoreState()

    def glyph(self, glyph: Glyph) -> None:
        for op in glyph:
            if isinstance(op, Text):
                self.text(op)
            else:
                self.shape(op)


def _hexagon(glyph: Glyph) -> Fill:
    first = glyph[0]
    assert isinstance(first, Fill)
    return first


def _font_name(face: Face) -> str:
    return FILES[face].stem
