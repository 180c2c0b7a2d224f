"""The bundled fonts: where their files are, how long a text runs, where it breaks. The same everywhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from unicodedata import normalize

from PIL import ImageFont
from reportlab.pdfbase.ttfonts import TTFontFile

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
# Between the letters of a spaced text, for a font of height 1.
SPACED = 0.28
REPLACEMENT = "?"
_MEASURE = 400.0


@cache
def font(face: Face, size: float) -> ImageFont.FreeTypeFont:
    """A font for Pillow; the plain layout engine, because the other one is not on every machine."""
    return ImageFont.truetype(FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def font_file(face: Face) -> TTFontFile:
    """The tables of a font."""
    return TTFontFile(str(FILES[face]))


@cache
def text_width(text: str, face: Face = "regular") -> float:
    """How long a text runs in a font of height 1."""
    return font(face, _MEASURE).getlength(text) / _MEASURE


@cache
def _letter(c: str, face: Face) -> str:
    """A character as the font can print it: itself, the same in plainer form, or a question mark."""
    known = font_file(face).charToGlyph
    if ord(c) in known:
        return c
    plainer = "".join(part for part in normalize("NFKD", c) if ord(part) in known)
    return plainer or ("" if not c.isprintable() else REPLACEMENT)


def one_line(text: str) -> str:
    """A text without line breaks and other characters that cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text)


def printable(text: str, face: Face = "regular") -> tuple[str, str]:
    """A text on one line in letters that the font has, and the letters that it lacks."""
    text = one_line(text)
    if text.isascii():
        return text, ""
    missing = [
        c for c in text if ord(c) not in font_file(face).charToGlyph and _letter(c, face) == REPLACEMENT
    ]
    return "".join(_letter(c, face) for c in text), "".join(dict.fromkeys(missing))


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
    spaced: bool = False,
) -> Text:
    """A line of text on a baseline; set smaller where it would run longer than `fit`."""
    text, missing = printable(text, face)
    spacing = SPACED if spaced else 0.0
    width = text_width(text, face) + spacing * max(0, len(text) - 1)
    if fit is not None and width * size > fit:
        size = fit / width
    return Text(
        text, x, y, size, width * size, colour, face, anchor, halo, angle, 1.0, spacing * size, missing
    )


def wrapped(text: str, size: float, width: float, face: Face = "regular") -> list[str]:
    """A text broken into lines between words, and inside a word that is longer than a line."""
    lines = [""]
    for word in one_line(text).split():
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(joined, face) * size <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for c in word:
            if lines[-1] and text_width(lines[-1] + c, face) * size > width:
                lines.append("")
            lines[-1] += c
    return lines
