"""The PNG backend: draws a drawing strip by strip, so that a picture of any size needs little memory."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Any, BinaryIO

import aggdraw
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from core.render.drawing import (
    Drawing,
    Fill,
    Floats,
    Glyph,
    Grid,
    Ground,
    Item,
    Line,
    Rect,
    Stamps,
    Text,
    Texts,
    is_ring,
)
from core.render.fonts import font
from core.render.outlines import letter_starts
from core.render.png import PngWriter
from core.render.tiles import Pixels, Scale, TileField

# About so many pixels are drawn at a time.
STRIP_PIXELS = 3_000_000
# From this size on, grid lines are drawn one by one: there are few, and they look a little crisper.
_LINES_FROM_PX = 56
_HALO = 0.11
_THINNEST = 0.9
_STROKED_FROM_PX = 14


@lru_cache(maxsize=4096)
def _pen(colour: str, width: float, opacity: int) -> Any:
    return aggdraw.Pen(colour, width, opacity)


@lru_cache(maxsize=4096)
def _brush(colour: str, opacity: int) -> Any:
    return aggdraw.Brush(colour, opacity)


class Canvas:
    """A part of the picture. Lines are drawn by AGG and text by Pillow; it changes hands only when needed."""

    def __init__(self, pixels: Pixels, hex_px: int, origin: tuple[float, float]) -> None:
        self.height, self.width = pixels.shape
        self._bytes: bytes | None = pixels.tobytes()
        self._agg: Any = None
        self._image: Image.Image | None = None
        self.hex_px, self.origin = hex_px, np.array(origin)
        left, top = -self.origin / hex_px
        self.rect = Rect(left, top, left + self.width / hex_px, top + self.height / hex_px)

    def data(self) -> bytes:
        """The pixels as red, green, blue, opaque."""
        if self._agg is not None:
            return bytes(self._agg.tobytes())
        if self._image is not None:
            return self._image.tobytes()
        assert self._bytes is not None
        return self._bytes

    def rgb(self) -> NDArray[np.uint8]:
        """The pixels as an array of height x width x 3."""
        image = self._image or Image.frombuffer(
            "RGBA", (self.width, self.height), self.data(), "raw", "RGBA", 0, 1
        )
        return np.frombuffer(image.tobytes("raw", "RGB"), np.uint8).reshape(self.height, self.width, 3)

    def agg(self) -> Any:
        if self._agg is None:
            agg = aggdraw.Draw("RGBA", (self.width, self.height))
            agg.frombytes(self.data())
            self._agg, self._image, self._bytes = agg, None, None
        return self._agg

    def image(self) -> Image.Image:
        if self._image is None:
            image = Image.frombytes("RGBA", (self.width, self.height), self.data())
            self._agg, self._image, self._bytes = None, image, None
        return self._image

    def at(self, points: Floats) -> list[float]:
        """Points of the plane as pixel coordinates x, y, x, y ..."""
        flat: list[float] = (points * self.hex_px + self.origin).ravel().tolist()
        return flat

    def draw(self, item: Item | Text) -> None:
        """Draw what shows of an item."""
        match item:
            case Fill():
                self._fill(item, item.within(self.rect))
            case Line():
                self._line(item, item.within(self.rect))
            case Texts():
                for text in item.within(self.rect):
                    self._text(text)
            case Stamps():
                self._stamps(item)
            case Text():
                self._text(item)
            case Grid():
                self._line(item.line, item.line.within(self.rect))

    def _fill(self, fill: Fill, rings: list[Floats]) -> None:
        brush = _brush(fill.colour, round(fill.opacity * 255))
        for ring in rings:
            self.agg().polygon(self.at(ring), None, brush)

    def _line(self, line: Line, lines: list[Floats]) -> None:
        width = max(_THINNEST, line.width * self.hex_px)
        pen, brush = (
            _pen(line.colour, width, round(line.opacity * 255)),
            _brush(line.colour, round(line.opacity * 255)),
        )
        # AGG cuts lines off square; half a disc is added where it would be seen.
        half = width / 2 if line.round_ends and width > 2 and line.opacity == 1 else 0.0
        for points in lines:
            flat = self.at(points)
            if is_ring(points):
                self.agg().polygon(flat[:-2], pen)
                continue
            self.agg().line(flat, pen)
            if half:
                for x, y in (flat[:2], flat[-2:]):
                    self.agg().ellipse((x - half, y - half, x + half, y + half), None, brush)

    def _text(self, text: Text) -> None:
        px = text.size * self.hex_px
        x, y = self.at(np.array([[text.x, text.y]]))
        letters, halo, (dx, dy) = _letters(text, px, x % 1, y % 1)
        at = (floor(x) - dx, floor(y) - dy)
        if halo and text.halo:
            self.image().paste(text.halo, at, halo)
        self.image().paste(text.colour, at, letters)

    def _stamps(self, stamps: Stamps) -> None:
        apart = [any(isinstance(op, Text) for op in glyph) for glyph in stamps.glyphs]
        for which, x, y in stamps.within(self.rect):
            glyph = stamps.glyphs[which]
            if apart[which]:
                self._stamp_apart(glyph, x, y, stamps.reach)
            else:
                self.stamp(glyph, x, y)

    def stamp(self, glyph: Glyph, x: float, y: float) -> None:
        """Draw a small picture about a point."""
        here = self.origin
        self.origin = here + np.array([x, y]) * self.hex_px
        for op in glyph:
            match op:
                case Fill():
                    self._fill(op, list(op.rings))
                case Line():
                    self._line(op, list(op.lines))
                case Text():
                    self._text(op)
        self.origin = here

    def _stamp_apart(self, glyph: Glyph, x: float, y: float, reach: float) -> None:
        """The same on a piece of its own: going from lines to text and back costs by the size of a piece."""
        px, py = np.floor(self.at(np.array([[x - reach, y - reach]]))).astype(int).tolist()
        size = ceil(2 * reach * self.hex_px) + 2
        piece = self.image().crop((px, py, px + size, py + size))
        pixels = np.frombuffer(piece.tobytes(), np.uint32).reshape(size, size)
        part = Canvas(pixels, self.hex_px, (self.origin[0] - px, self.origin[1] - py))
        part.stamp(glyph, x, y)
        self.image().paste(part.image(), (px, py))


def _letters(
    text: Text, px: float, fx: float, fy: float
) -> tuple[Image.Image, Image.Image | None, tuple[int, int]]:
    """A text as a mask, a wider mask for its halo, and the pixel of both on which its anchor lies.

    `fx` and `fy` are where inside that pixel.
    """
    letters = _font_for(text, px)
    length = max(text.width * px / text.size, letters.getlength(text.text))
    before = (text.x - text.left) * px / text.size
    rim = ceil(px * _HALO) + 2
    size, at = (ceil(length) + 2 * rim, ceil(1.5 * px) + 2 * rim), (ceil(before) + rim, ceil(1.1 * px) + rim)
    if text.angle:  # room to turn about the anchor, which is then in the middle
        reach = ceil(length + px) + rim
        size, at = (2 * reach, 2 * reach), (reach, reach)
    mask = Image.new("L", size)
    start = (at[0] + fx - before, at[1] + fy)
    _write(mask, text, start, letters, 0.0)
    halo = None
    if text.halo and px < _STROKED_FROM_PX:  # quicker than stroking, and as good at this size
        halo = mask.filter(ImageFilter.MaxFilter(3))
    elif text.halo:
        halo = Image.new("L", size)
        _write(halo, text, start, letters, px * _HALO)
    if text.angle:
        mask = mask.rotate(-text.angle, Image.Resampling.BICUBIC)
        halo = halo.rotate(-text.angle, Image.Resampling.BICUBIC) if halo else None
    return mask, halo, at


def _font_for(text: Text, px: float) -> ImageFont.FreeTypeFont:
    """The font of a text. Small letters are set on whole pixels and may run too long: then smaller."""
    letters = font(text.face, round(px, 2))
    room = (text.width - text.spacing * max(0, len(text.text) - 1)) * px / text.size
    for share in (0.97, 0.94, 0.91):
        if letters.getlength(text.text) <= room + 1:
            break
        letters = font(text.face, round(px * share, 2))
    return letters


def _write(
    mask: Image.Image, text: Text, start: tuple[float, float], letters: ImageFont.FreeTypeFont, stroke: float
) -> None:
    draw = ImageDraw.Draw(mask)
    if not text.spacing:
        draw.text(start, text.text, 255, letters, "ls", stroke_width=stroke, stroke_fill=255)
        return
    px = letters.size / text.size
    for c, along in letter_starts(text):
        draw.text(
            (start[0] + along * px, start[1]), c, 255, letters, "ls", stroke_width=stroke, stroke_fill=255
        )


def paint_tile(hex_px: int) -> Any:
    """A painter of single tiles: the fill goes to the edge of the square, the signs about its middle."""

    def paint(glyph: Glyph, side: int, half: int) -> NDArray[np.uint8]:
        ground = glyph[0]
        assert isinstance(ground, Fill)
        start = Image.new("RGBA", (side, side), ground.colour)
        canvas = Canvas(np.frombuffer(start.tobytes(), np.uint32).reshape(side, side), hex_px, (half, half))
        canvas.stamp(glyph[1:], 0.0, 0.0)
        return np.frombuffer(canvas.data(), np.uint8).reshape(side, side, 4)

    return paint


def pixel_size(drawing: Drawing, hex_px: int) -> tuple[int, int]:
    """Width and height of the picture."""
    return ceil(drawing.sheet.width * hex_px), ceil(drawing.sheet.height * hex_px)


def write_png(drawing: Drawing, file: BinaryIO, hex_px: int, hex_mm: float) -> None:
    """Draw everything and write it as a PNG."""
    width, height = pixel_size(drawing, hex_px)
    scale = Scale(hex_px, round(-drawing.sheet.left * hex_px), round(-drawing.sheet.top * hex_px))
    items = [item for layer in drawing.layers for item in layer.items]
    field = _tile_field(drawing, items, scale, (width, height))
    rest = [item for item in items if not isinstance(item, Ground) and not (field and item is field.grid)]
    empty = Image.new("RGBA", (1, 1), drawing.paper).tobytes()
    rows = max(16, STRIP_PIXELS // width)
    with PngWriter(file, width, height, hex_px / hex_mm * 1000) as png:
        for top in range(0, height, rows):
            bottom = min(height, top + rows)
            if field:
                pixels = field.strip(top, bottom)
            else:
                pixels = np.full((bottom - top, width), np.frombuffer(empty, np.uint32)[0])
            canvas = Canvas(pixels, hex_px, (scale.ox, scale.oy - top))
            for item in rest:
                canvas.draw(item)
            png.write(canvas.rgb())


def _tile_field(drawing: Drawing, items: list[Item], scale: Scale, size: tuple[int, int]) -> TileField | None:
    ground = next((item for item in items if isinstance(item, Ground)), None)
    if ground is None or not len(ground.at):
        return None
    grid = (
        next((item for item in items if isinstance(item, Grid)), None)
        if scale.hex_px < _LINES_FROM_PX
        else None
    )
    field = TileField(ground, drawing.layout, scale, size, drawing.paper)
    field.prepare(grid, paint_tile(scale.hex_px))
    return field
