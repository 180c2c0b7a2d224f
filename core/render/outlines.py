"""Letters as outlines, read from the TrueType tables of the bundled fonts.

An SVG names a font but cannot count on it: some viewers ignore embedded fonts, others the length that a text
should have. Outlines look the same in all of them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from core.render.drawing import Face, Text
from core.render.fonts import font_file, text_width

_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 1, 2, 4, 8, 16, 32
_WORDS, _XY, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 1, 2, 8, 32, 64, 128


class Point(NamedTuple):
    """A point of an outline in font units, y upwards; `on` the curve or a handle beside it."""

    x: float
    y: float
    on: bool


def units(face: Face) -> int:
    """Font units in a font of height 1."""
    return int(font_file(face).unitsPerEm)


@cache
def outline_path(letters: str, face: Face) -> str:
    """The outline of some letters as SVG path data in font units, y downwards; empty for a space."""
    file = font_file(face)
    parts = []
    for i, c in enumerate(letters):
        start = round(text_width(letters[:i], face) * units(face))
        glyph = file.charToGlyph.get(ord(c))
        if glyph is not None:
            parts += [_contour(points, start) for points in _contours(face, glyph)]
    return "".join(parts)


def outline_parts(text: Text) -> Iterator[tuple[str, float]]:
    """The parts that an SVG draws once and uses often, with their distance from the beginning of the text.

    Letters, but two figures at a time: most of the text on a map are hex numbers.
    """
    letters = list(letter_starts(text))
    i = 0
    while i < len(letters):
        c, start = letters[i]
        pair = i + 1 < len(letters) and not text.spacing and (c + letters[i + 1][0]).isdecimal()
        part = c + letters[i + 1][0] if pair else c
        if not part.isspace():
            yield part, start
        i += len(part)


def letter_starts(text: Text) -> Iterator[tuple[str, float]]:
    """Each letter with its distance from the beginning of the text, in hexes."""
    run = text_width(text.text, text.face) * text.size
    given = text.width - text.spacing * max(0, len(text.text) - 1)
    stretch = given / run if run else 1.0
    for i, c in enumerate(text.text):
        # Up to and with this letter less the letter itself: that includes the kerning before it.
        before = text_width(text.text[: i + 1], text.face) - text_width(c, text.face)
        yield c, before * text.size * stretch + i * text.spacing


def _contours(face: Face, glyph: int) -> list[list[Point]]:
    file = font_file(face)
    start, end = file.glyphPos[glyph], file.glyphPos[glyph + 1]
    data: bytes = file.get_table("glyf")[start:end]
    if not data:
        return []
    count = struct.unpack_from(">h", data)[0]
    return _simple(data, count) if count >= 0 else list(_composed(face, data))


def _simple(data: bytes, count: int) -> list[list[Point]]:
    ends = struct.unpack_from(f">{count}H", data, 10)
    at = 10 + 2 * count
    at += 2 + struct.unpack_from(">H", data, at)[0]  # hinting is of no use here
    total = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < total:
        flag = data[at]
        at += 1
        repeat = 1
        if flag & _REPEAT:
            repeat += data[at]
            at += 1
        flags += [flag] * repeat
    xs, at = _coordinates(data, at, flags, _X_SHORT, _X_SAME)
    ys, at = _coordinates(data, at, flags, _Y_SHORT, _Y_SAME)
    points = [Point(x, y, bool(f & _ON)) for x, y, f in zip(xs, ys, flags, strict=True)]
    starts = [0, *(end + 1 for end in ends[:-1])]
    return [points[a : b + 1] for a, b in zip(starts, ends, strict=True)]


def _coordinates(data: bytes, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    values = []
    value = 0
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += struct.unpack_from(">h", data, at)[0]
            at += 2
        values.append(value)
    return values, at


def _composed(face: Face, data: bytes) -> Iterator[list[Point]]:
    """A letter made of others, such as one with an accent."""
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack_from(">HH", data, at)
        dx, dy = struct.unpack_from(">hh" if flags & _WORDS else ">bb", data, at + 4)
        at += 8 if flags & _WORDS else 6
        a, b, c, d = 1.0, 0.0, 0.0, 1.0
        if flags & _SCALE:
            a = d = struct.unpack_from(">h", data, at)[0] / 16384
            at += 2
        elif flags & _TWO_SCALES:
            a, d = (v / 16384 for v in struct.unpack_from(">hh", data, at))
            at += 4
        elif flags & _MATRIX:
            a, b, c, d = (v / 16384 for v in struct.unpack_from(">hhhh", data, at))
            at += 8
        if not flags & _XY:
            dx = dy = 0  # joined at points: no letter of the bundled fonts is
        for points in _contours(face, glyph):
            yield [Point(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in points]


def _contour(points: list[Point], start: int) -> str:
    """One closed curve. Between two handles there is a point that the font leaves out."""
    full: list[Point] = []
    for i, point in enumerate(points):
        before = points[i - 1]
        if not point.on and not before.on:
            full.append(Point((before.x + point.x) / 2, (before.y + point.y) / 2, True))
        full.append(point)
    first = next((i for i, point in enumerate(full) if point.on), None)
    if first is None:
        return ""
    full = full[first:] + full[:first]
    parts = [f"M{_pair(full[0], start)}"]
    for i, point in enumerate(full[1:], 1):
        if not point.on:
            parts.append(f"Q{_pair(point, start)} {_pair(full[(i + 1) % len(full)], start)}")
        elif full[i - 1].on:
            parts.append(f"L{_pair(point, start)}")
    return "".join(parts) + "z"


def _pair(point: Point, start: int) -> str:
    return f"{round(point.x) + start} {round(-point.y)}"
