"""Small signs that fill a hex: trees, hills, reeds ... one function for each pattern of a style.

Every pattern has some variants, so that neighbouring hexes of one terrain do not look stamped. Signs stay
inside the hex: a backend may draw a hex with its pattern once and copy it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

import numpy as np
from shapely.geometry import LineString, Polygon

from core.formats.style import AreaStyle
from core.render.colours import mixed
from core.render.drawing import Fill, Floats, Line, Op
from core.render.geometry import arc, box, circle, noise, poly

VARIANTS = 6
# Signs keep away from the hex number at the top.
_NUMBER_BELOW, _NUMBER_BESIDE = -0.22, 0.27
_RULED = ("none", "dots", "hatch", "crosshatch", "stripes", "orchard")
Painter = Callable[[AreaStyle, int, Floats], list[Op]]


def pattern_ops(style: AreaStyle, variant: int, corners: Floats) -> list[Op]:
    """The signs of a style on a hex with the given corners about the origin."""
    return _PAINTERS[style.pattern](style, variant, corners)


def variants_of(style: AreaStyle) -> int:
    """How many different pictures a pattern has; ruled patterns have one, so that they join up."""
    return 1 if style.pattern in _RULED else VARIANTS


def _spots(variant: int, spacing: float, reach: float, jitter: float = 0.05, keep: float = 1.0) -> Floats:
    """Points of a loose lattice in a disc, from the top down so that lower signs cover higher ones."""
    i, j = (a.ravel() for a in np.meshgrid(np.arange(-8, 9), np.arange(-8, 9)))
    shift = noise([1, 2], [variant, variant], 77) - 0.5
    x = (i + j / 2 + shift[0]) * spacing + (noise(i, j, variant * 3 + 1) - 0.5) * jitter
    y = (j * 0.866 + shift[1]) * spacing + (noise(i, j, variant * 3 + 2) - 0.5) * jitter
    inside = (x * x + y * y <= reach * reach) & (noise(i, j, variant * 3 + 3) < keep)
    inside &= (y > _NUMBER_BELOW) | (np.abs(x) > _NUMBER_BESIDE)
    spots = np.column_stack((x, y))[inside]
    ordered: Floats = spots[np.argsort(spots[:, 1], kind="stable")]
    return ordered


def _scattered(sign: Callable[[float, float, float], list[Op]], spots: Floats) -> list[Op]:
    """A sign at each spot; it gets x, y and a number from 0 to 1 for small differences."""
    chance = noise(np.arange(len(spots)), np.round(spots[:, 0] * 1000), 5).tolist()
    return [op for (x, y), c in zip(spots.tolist(), chance, strict=True) for op in sign(x, y, c)]


def _ruled(corners: Floats, angle: float, spacing: float, inset: float = 0.97) -> list[Floats]:
    """Parallel lines across the hex."""
    hexagon = Polygon(corners * inset)
    along = np.array([cos(radians(angle)), sin(radians(angle))])
    across = np.array([-along[1], along[0]])
    lines = []
    for k in range(-int(0.6 / spacing), int(0.6 / spacing) + 1):
        middle = across * (k * spacing)
        cut = hexagon.intersection(LineString([middle - along, middle + along]))
        if not cut.is_empty and cut.length > 0.02:
            lines.append(np.array(cut.coords))
    return lines


def _trees(style: AreaStyle, variant: int, spacing: float, keep: float) -> list[Op]:
    dark, light = mixed(style.ink, style.fill, 0.15), mixed(style.ink, style.fill, 0.5)

    def tree(x: float, y: float, c: float) -> list[Op]:
        r = 0.056 + 0.022 * c
        return [
            Fill(dark, [circle(x, y, r, 12)]),
            Fill(light, [circle(x - 0.3 * r, y - 0.35 * r, 0.55 * r, 10)]),
        ]

    return _scattered(tree, _spots(variant, spacing, 0.39, 0.08, keep))


def _hill(style: AreaStyle, size: float) -> Callable[[float, float, float], list[Op]]:
    def hill(x: float, y: float, c: float) -> list[Op]:
        w = size * (0.85 + 0.3 * c)
        crest = arc(x, y, w, 0.8 * w, 0.52, 0.98, 9)
        slope = [
            arc(x + 0.15 * w, y + 0.05 * w, w * f, 0.7 * w * f, 0.80, 0.95, 4) for f in (0.72, 0.45)
        ]  # a few strokes on the side away from the light
        ground = Fill(mixed(style.fill, style.ink, 0.12), [crest])
        return [ground, Line(style.ink, 0.016, [crest]), Line(style.ink, 0.011, slope)]

    return hill


def _peak(style: AreaStyle, size: float, snow: bool) -> Callable[[float, float, float], list[Op]]:
    def peak(x: float, y: float, c: float) -> list[Op]:
        w, h = size * (0.9 + 0.25 * c), size * (1.5 + 0.4 * c)
        lean = (c - 0.5) * 0.3 * w
        top = (x + lean, y - h / 2)
        left, right, foot = (x - w, y + h / 2), (x + w, y + h / 2), (x + 0.15 * w, y + h / 2)
        kink = (x + lean * 0.4 - 0.05 * w, y)
        ops: list[Op] = [
            Fill(mixed(style.fill, "#ffffff", 0.35), [poly(*top, *left, *foot, *kink)]),
            Fill(mixed(style.ink, style.fill, 0.35), [poly(*top, *right, *foot, *kink)]),
        ]
        if snow:
            tip = [
                (top[0] + (end[0] - top[0]) * 0.42, top[1] + (end[1] - top[1]) * 0.42)
                for end in (left, right)
            ]
            ops.append(Fill("#ffffff", [poly(*top, *tip[0], *(kink[0], top[1] + h * 0.3), *tip[1])]))
        return [*ops, Line(style.ink, 0.016, [poly(*left, *top, *right)])]

    return peak


def _reeds(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def tuft(x: float, y: float, c: float) -> list[Op]:
        h = 0.07 + 0.03 * c
        blades = [
            poly(x + d * 0.4, y, x + d, y - h * f) for d, f in ((-0.035, 0.7), (0.0, 1.0), (0.035, 0.7))
        ]
        return [Line(style.ink, 0.014, [*blades, poly(x - 0.065, y, x + 0.065, y)])]

    return _scattered(tuft, _spots(variant, 0.21, 0.37, 0.06, 0.85))


def _waves(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def wave(x: float, y: float, c: float) -> list[Op]:
        t = np.linspace(-1, 1, 13)
        w = 0.075 + 0.02 * c
        return [Line(style.ink, 0.014, [np.column_stack((x + t * w, y + 0.016 * np.sin(t * 6.28)))])]

    return _scattered(wave, _spots(variant, 0.27, 0.36, 0.09, 0.7))


def _buildings(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def block(x: float, y: float, c: float) -> list[Op]:
        w, h = 0.10 + 0.05 * c, 0.13 - 0.04 * c
        return [Fill(style.ink, [box(x, y, w, h)])]

    return _scattered(block, _spots(variant, 0.165, 0.37, 0.025, 0.93))


def _houses(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def house(x: float, y: float, c: float) -> list[Op]:
        w, h = 0.05 + 0.01 * c, 0.04
        wall = mixed(style.ink, "#ffffff", 0.6)
        roof = poly(x - w * 1.25, y - h, x, y - h - 0.05, x + w * 1.25, y - h)
        return [Fill(wall, [box(x, y, 2 * w, 2 * h)]), Fill(style.ink, [roof, box(x, y + 0.5 * h, 0.025, h)])]

    return _scattered(house, _spots(variant, 0.25, 0.33, 0.09, 0.8))


def _stones(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def stone(x: float, y: float, c: float) -> list[Op]:
        r = 0.018 + 0.028 * c
        outline = (
            circle(x, y, r, 6) + (noise(np.arange(6), np.full(6, int(c * 999)), 3)[:, None] - 0.5) * r * 0.7
        )
        return [Fill(mixed(style.ink, style.fill, 0.2 + 0.4 * c), [outline])]

    return _scattered(stone, _spots(variant, 0.13, 0.38, 0.08, 0.6))


def _furrows(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def field(x: float, y: float, c: float) -> list[Op]:
        angle = radians(30 * round(c * 5))
        along, across = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)])
        at = np.array([x, y])
        rows = [
            np.vstack((at - along * 0.08 + across * k, at + along * 0.08 + across * k))
            for k in (-0.05, 0.0, 0.05)
        ]
        return [Line(style.ink, 0.013, rows)]

    return _scattered(field, _spots(variant, 0.235, 0.36, 0.05, 0.85))


def _orchard(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    rows = [(x * 0.15, y * 0.15) for y in range(-2, 3) for x in range(-2, 3) if abs(x) + abs(y) < 4]
    return [Fill(style.ink, [circle(x, y, 0.035, 10) for x, y in rows])]


def _dunes(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def dune(x: float, y: float, c: float) -> list[Op]:
        w = 0.08 + 0.03 * c
        return [
            Line(
                style.ink,
                0.014,
                [arc(x, y, w, 0.4 * w, 0.55, 0.95), arc(x + w, y, w * 0.5, 0.25 * w, 0.5, 0.85)],
            )
        ]

    return _scattered(dune, _spots(variant, 0.24, 0.35, 0.08, 0.8))


def _broken(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    def crag(x: float, y: float, c: float) -> list[Op]:
        w = 0.04 + 0.025 * c
        edge = poly(
            x - w, y + 0.5 * w, x - 0.2 * w, y - 0.7 * w, x + 0.3 * w, y - 0.2 * w, x + w, y + 0.6 * w
        )
        return [
            Line(style.ink, 0.016, [edge]),
            Line(style.ink, 0.012, [poly(x + 0.3 * w, y - 0.2 * w, x, y + 0.7 * w)]),
        ]

    return _scattered(crag, _spots(variant, 0.19, 0.37, 0.09, 0.75))


def _dots(style: AreaStyle, _variant: int, _corners: Floats) -> list[Op]:
    spots = [(x * 0.1 + (y % 2) * 0.05, y * 0.0866) for y in range(-5, 6) for x in range(-5, 6)]
    return [Fill(style.ink, [circle(x, y, 0.014, 8) for x, y in spots if x * x + y * y < 0.43**2])]


def _hatch(angles: tuple[float, ...], spacing: float, width: float) -> Painter:
    def paint(style: AreaStyle, _variant: int, corners: Floats) -> list[Op]:
        return [
            Line(style.ink, width, [line for a in angles for line in _ruled(corners, a, spacing)], 0.8, False)
        ]

    return paint


def _with_hills(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    return _scattered(_hill(style, 0.105), _spots(variant, 0.25, 0.31, 0.07, 0.85))


def _with_peaks(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    return _scattered(_peak(style, 0.115, False), _spots(variant, 0.27, 0.29, 0.06, 0.9))


def _with_high_peaks(style: AreaStyle, variant: int, _corners: Floats) -> list[Op]:
    return _scattered(_peak(style, 0.15, True), _spots(variant, 0.33, 0.27, 0.06))


_PAINTERS: dict[str, Painter] = {
    "none": lambda style, variant, corners: [],
    "dots": _dots,
    "hatch": _hatch((-45.0,), 0.085, 0.014),
    "crosshatch": _hatch((-45.0, 45.0), 0.1, 0.012),
    "stripes": _hatch((0.0,), 0.1, 0.018),
    "trees": lambda style, variant, corners: _trees(style, variant, 0.135, 0.94),
    "sparse_trees": lambda style, variant, corners: _trees(style, variant, 0.23, 0.7),
    "hills": _with_hills,
    "peaks": _with_peaks,
    "high_peaks": _with_high_peaks,
    "reeds": _reeds,
    "waves": _waves,
    "buildings": _buildings,
    "houses": _houses,
    "stones": _stones,
    "furrows": _furrows,
    "orchard": _orchard,
    "dunes": _dunes,
    "broken": _broken,
}
