"""The bundled fonts: where their files are and how long a text runs. The same on every machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import ImageFont

from core.render.drawing import Anchor, Face, Text

_FOLDER = Path(__file__).parent / "fonts"
FILES: dict[Face, Path] = {
    "regular": _FOLDER / "Lato-Regular.ttf",
    "bold": _FOLDER / "Lato-Bold.ttf",
    "italic": _FOLDER / "Lato-Italic.ttf",
}
# Height of capitals and depth of descenders for a font of height 1.
CAPITALS = 0.72
DESCENT = 0.21
_MEASURE = 400.0


@cache
def font(face: Face, size: float) -> ImageFont.FreeTypeFont:
    """A font for Pillow; the plain layout engine, because the other one is not on every machine."""
    return ImageFont.truetype(FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def text_width(text: str, face: Face = "regular") -> float:
    """How long a text runs in a font of height 1."""
    return font(face, _MEASURE).getlength(text) / _MEASURE


def one_line(text: str) -> str:
    """A text without line breaks and other characters that cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text)


def make_text(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str = "#000000",
    *,
    face: Face = "regular",
    anchor: Anchor = "middle",
    halo: str | None = None,
    angle: float = 0.0,
    fit: float | None = None,
) -> Text:
    """A line of text on a baseline; set smaller where it would run longer than `fit`."""
    text = one_line(text)
    width = text_width(text, face)
    if fit is not None and width * size > fit:
        size = fit / width
    return Text(text, x, y, size, width * size, colour, face, anchor, halo, angle)
