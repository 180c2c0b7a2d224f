"""The small signs of places, hex features and markers: one function for each shape of a style.

A sign fits into a square of side 1 about the origin and is scaled by the size of its style.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.formats.style import SymbolStyle
from core.render.colours import mixed
from core.render.drawing import Fill, Floats, Glyph, Line, Op
from core.render.geometry import arc, box, circle, closed, poly

_OUTLINE = 0.07
SMALLEST_SIGN = 0.16


def feature_glyph(style: SymbolStyle, dx: float = 0.0, dy: float = 0.0) -> Glyph:
    """The sign of something in a hex, at least so large that it is seen."""
    size = max(style.size, SMALLEST_SIGN)
    return symbol_glyph(style.model_copy(update={"size": size}), dx, dy)


def symbol_glyph(style: SymbolStyle, dx: float = 0.0, dy: float = 0.0) -> Glyph:
    """The sign of a style, moved away from the origin by some hexes."""
    return tuple(placed(op, style.size, dx, dy) for op in _SHAPES[style.shape](style.fill, style.ink))


def placed(op: Op, scale: float, dx: float, dy: float) -> Op:
    """A polygon, line or text made larger and moved."""
    move = np.array([dx, dy])
    if isinstance(op, Fill):
        return Fill(op.colour, [ring * scale + move for ring in op.rings], op.opacity)
    if isinstance(op, Line):
        lines = [line * scale + move for line in op.lines]
        return Line(op.colour, op.width * scale, lines, op.opacity, op.round_ends)
    return replace(
        op,
        x=op.x * scale + dx,
        y=op.y * scale + dy,
        size=op.size * scale,
        width=op.width * scale,
        spacing=op.spacing * scale,
    )


def _outlined(ring: Floats, fill: str, ink: str) -> list[Op]:
    return [Fill(fill, [ring]), Line(ink, _OUTLINE, [closed(ring)])]


def _star_ring(points: int = 5, inner: float = 0.42) -> Floats:
    angles = np.arange(2 * points) * (np.pi / points) - np.pi / 2
    radii = np.where(np.arange(2 * points) % 2 == 0, 0.5, 0.5 * inner)
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def _hexagon(fill: str, ink: str) -> list[Op]:
    return _outlined(circle(0, 0, 0.5, 6), fill, ink)


def _circle(fill: str, ink: str) -> list[Op]:
    return _outlined(circle(0, 0, 0.46), fill, ink)


def _dot(fill: str, ink: str) -> list[Op]:
    # A light rim keeps a dot clear of the pattern that it stands on.
    return [Fill("#fbf8ef", [circle(0, 0, 0.5)]), Fill(ink, [circle(0, 0, 0.4)])]


def _ring(fill: str, ink: str) -> list[Op]:
    return [*_outlined(circle(0, 0, 0.46), fill, ink), Line(ink, _OUTLINE, [closed(circle(0, 0, 0.26))])]


def _square(fill: str, ink: str) -> list[Op]:
    return _outlined(box(0, 0, 0.86, 0.86), fill, ink)


def _diamond(fill: str, ink: str) -> list[Op]:
    return _outlined(poly(0, -0.5, 0.5, 0, 0, 0.5, -0.5, 0), fill, ink)


def _triangle(fill: str, ink: str) -> list[Op]:
    return _outlined(poly(0, -0.46, 0.48, 0.4, -0.48, 0.4), fill, ink)


def _star(fill: str, ink: str) -> list[Op]:
    return _outlined(_star_ring(), fill, ink)


def _cross(fill: str, ink: str) -> list[Op]:
    a, b = 0.15, 0.46
    ring = poly(-a, -b, a, -b, a, -a, b, -a, b, a, a, a, a, b, -a, b, -a, a, -b, a, -b, -a, -a, -a)
    return _outlined(ring, fill, ink)


def _anchor(fill: str, ink: str) -> list[Op]:
    lines = [
        poly(0, -0.26, 0, 0.44),
        poly(-0.2, -0.1, 0.2, -0.1),
        arc(0, 0.02, 0.38, 0.42, 0.03, 0.47, 13),
        closed(circle(0, -0.36, 0.1, 12)),
    ]
    tips = [poly(-0.48, 0.2, -0.38, 0.0, -0.26, 0.16), poly(0.48, 0.2, 0.38, 0.0, 0.26, 0.16)]
    return [Line(fill, 0.22, lines), Line(ink, 0.1, lines), Fill(ink, tips)]


def _factory(fill: str, ink: str) -> list[Op]:
    outline = poly(
        -0.48, 0.42, -0.48, -0.05, -0.42, -0.05, -0.42, -0.48, -0.26, -0.48, -0.26, -0.05, -0.2, 0.02,
        0.02, -0.14, 0.02, 0.02, 0.25, -0.14, 0.25, 0.02, 0.48, -0.14, 0.48, 0.42,
    )  # fmt: skip
    windows = [box(x, 0.22, 0.12, 0.12) for x in (-0.2, 0.06, 0.3)]
    return [*_outlined(outline, fill, ink), Fill(ink, windows)]


def _aircraft(fill: str, ink: str) -> list[Op]:
    outline = poly(
        0, -0.5, 0.07, -0.36, 0.08, -0.14, 0.5, 0.06, 0.5, 0.16, 0.08, 0.08, 0.06, 0.3, 0.2, 0.4, 0.2, 0.47,
        0, 0.43, -0.2, 0.47, -0.2, 0.4, -0.06, 0.3, -0.08, 0.08, -0.5, 0.16, -0.5, 0.06, -0.08, -0.14,
        -0.07, -0.36,
    )  # fmt: skip
    return [Fill(fill, [outline]), Line(ink, 0.055, [closed(outline)])]


def _fort(fill: str, ink: str) -> list[Op]:
    bastions = _star_ring(4, 0.62) * 1.04
    return [*_outlined(bastions, fill, ink), Fill(ink, [box(0, 0, 0.26, 0.26)])]


def _flag(fill: str, ink: str) -> list[Op]:
    cloth = poly(-0.26, -0.46, 0.44, -0.34, 0.18, -0.18, 0.44, 0.0, -0.26, 0.06)
    return [*_outlined(cloth, fill, ink), Line(ink, 0.09, [poly(-0.28, -0.46, -0.28, 0.46)])]


def _pick(fill: str, ink: str) -> list[Op]:
    lines = []
    for side in (-1, 1):
        lines += [
            poly(-0.34 * side, 0.42, 0.28 * side, -0.3),
            arc(0.12 * side, -0.12, 0.38, 0.36, 0.62, 0.96),
        ]
    return [Line(fill, 0.2, lines), Line(ink, 0.09, lines)]


def _derrick(fill: str, ink: str) -> list[Op]:
    legs = [poly(-0.34, 0.46, 0, -0.42, 0.34, 0.46)]
    bars = [poly(-0.12, -0.1, 0.12, -0.1, -0.24, 0.2, 0.24, 0.2, -0.34, 0.46), poly(-0.24, 0.2, 0.34, 0.46)]
    return [
        Fill(fill, [poly(-0.34, 0.46, 0, -0.42, 0.34, 0.46)]),
        Line(ink, 0.08, legs),
        Line(ink, 0.055, bars),
    ]


def _tower(fill: str, ink: str) -> list[Op]:
    outline = poly(
        -0.22, 0.46, -0.18, -0.16, -0.28, -0.16, -0.28, -0.46, -0.13, -0.46, -0.13, -0.34, -0.06, -0.34,
        -0.06, -0.46, 0.06, -0.46, 0.06, -0.34, 0.13, -0.34, 0.13, -0.46, 0.28, -0.46,
        0.28, -0.16, 0.18, -0.16, 0.22, 0.46,
    )  # fmt: skip
    return _outlined(outline, fill, ink)


def _bunker(fill: str, ink: str) -> list[Op]:
    dome = np.vstack((arc(0, 0.22, 0.48, 0.56, 0.5, 1.0, 13), poly(0.48, 0.36, -0.48, 0.36)))
    return [*_outlined(dome, fill, ink), Fill(ink, [box(0, 0.04, 0.5, 0.12)])]


def _wire(fill: str, ink: str) -> list[Op]:
    xs = (-0.34, 0.0, 0.34)
    crosses = [
        line
        for x in xs
        for line in (poly(x - 0.13, -0.15, x + 0.13, 0.15), poly(x - 0.13, 0.15, x + 0.13, -0.15))
    ]
    lines = [*crosses, poly(-0.5, 0, 0.5, 0)]
    return [Line(fill, 0.16, lines), Line(ink, 0.06, lines)]


def _mine(fill: str, ink: str) -> list[Op]:
    spikes = [
        poly(0.28 * x, 0.28 * y, 0.46 * x, 0.46 * y)
        for x, y in ((0, -1), (0.87, -0.5), (-0.87, -0.5), (1, 0.3), (-1, 0.3))
    ]
    return [Line(ink, 0.1, spikes), *_outlined(circle(0, 0.05, 0.3), fill, ink)]


def _bridge(fill: str, ink: str) -> list[Op]:
    rails = [
        poly(-0.5, -0.3, -0.34, -0.16, 0.34, -0.16, 0.5, -0.3),
        poly(-0.5, 0.3, -0.34, 0.16, 0.34, 0.16, 0.5, 0.3),
    ]
    return [Fill(fill, [box(0, 0, 0.8, 0.34)]), Line(ink, 0.1, rails)]


def _arrow(fill: str, ink: str) -> list[Op]:
    ring = poly(0, -0.48, 0.36, -0.06, 0.14, -0.06, 0.14, 0.46, -0.14, 0.46, -0.14, -0.06, -0.36, -0.06)
    return _outlined(ring, fill, ink)


def _crown(fill: str, ink: str) -> list[Op]:
    ring = poly(-0.46, -0.34, -0.22, 0.0, 0.0, -0.44, 0.22, 0.0, 0.46, -0.34, 0.38, 0.38, -0.38, 0.38)
    return _outlined(ring, fill, ink)


def _smoke(fill: str, ink: str) -> list[Op]:
    puffs = [(-0.22, 0.14, 0.22), (0.2, 0.16, 0.2), (0.0, -0.06, 0.26), (0.14, -0.28, 0.16)]
    rings = [circle(x, y, r, 14) for x, y, r in puffs]
    return [Line(ink, 0.12, [closed(ring) for ring in rings]), Fill(fill, rings)]


def _chit(fill: str, ink: str) -> list[Op]:
    shadow = box(0.04, 0.04, 0.9, 0.9)
    return [Fill(mixed(fill, "#000000", 0.5), [shadow], 0.5), *_outlined(box(0, 0, 0.9, 0.9), fill, ink)]


_SHAPES: dict[str, Callable[[str, str], list[Op]]] = {
    "circle": _circle,
    "dot": _dot,
    "ring": _ring,
    "square": _square,
    "diamond": _diamond,
    "triangle": _triangle,
    "star": _star,
    "cross": _cross,
    "hexagon": _hexagon,
    "anchor": _anchor,
    "factory": _factory,
    "aircraft": _aircraft,
    "fort": _fort,
    "flag": _flag,
    "pick": _pick,
    "derrick": _derrick,
    "tower": _tower,
    "bunker": _bunker,
    "wire": _wire,
    "mine": _mine,
    "bridge": _bridge,
    "arrow": _arrow,
    "crown": _crown,
    "smoke": _smoke,
    "chit": _chit,
}
