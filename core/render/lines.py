"""How a line style becomes strokes and signs: casing, dashes, rail ties, teeth, dots, bars, arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.formats.style import LineStyle
from core.render.drawing import Fill, Floats, Ints, Item, Line
from core.render.geometry import circle, dashed, marks, poly
from core.render.lattice import point_keys

ARROW_SPACING = 0.5774  # one arrow for each hexside


Cut = tuple[bool, bool]


def line_items(style: LineStyle, lines: Sequence[Floats], cut: Sequence[Cut] = ()) -> list[Item]:
    """Everything needed to draw some lines in a style.

    `cut` tells for each line whether its beginning and its end are cut off square: it runs off the map there.
    """
    if not lines:
        return []
    items: list[Item] = []
    if style.casing:
        items += _strokes(style.casing, style.width * 1.35 + 0.025, lines, cut)
    if style.pattern != "plain":
        return items + _PAINTERS[style.pattern](style, lines)
    if style.dash:
        return [*items, Line(style.colour, style.width, dashed(lines, style.dash), round_ends=False)]
    return items + _strokes(style.colour, style.width, lines, cut)


def cuts(lines: Sequence[Floats], keys: Ints) -> list[Cut]:
    """Which ends of some lines lie on points with the given keys."""
    if not lines:
        return []
    ends = np.array([(line[0], line[-1]) for line in lines])
    return [(a, b) for a, b in np.isin(point_keys(ends), keys).reshape(-1, 2).tolist()]


def _strokes(colour: str, width: float, lines: Sequence[Floats], cut: Sequence[Cut]) -> list[Item]:
    """Lines with round ends except where they are cut."""
    if not any(a or b for a, b in cut):
        return [Line(colour, width, lines)]
    whole = [line for line, ends in zip(lines, cut, strict=True) if not any(ends)]
    part = [line for line, ends in zip(lines, cut, strict=True) if any(ends)]
    tips = [
        circle(float(line[-i, 0]), float(line[-i, 1]), width / 2, 16)
        for line, ends in zip(lines, cut, strict=True)
        if any(ends)
        for i in (0, 1)
        if not ends[i]
    ]
    items: list[Item] = [Line(colour, width, part, round_ends=False)]
    if tips:
        items.append(Fill(colour, tips))
    return [*items, Line(colour, width, whole)] if whole else items


def _along(lines: Sequence[Floats], spacing: float) -> tuple[Floats, Floats]:
    found = [marks(line, spacing) for line in lines]
    return np.concatenate([at for at, _ in found]), np.concatenate([normal for _, normal in found])


def _ticks(lines: Sequence[Floats], spacing: float, half: float) -> list[Floats]:
    at, normal = _along(lines, spacing)
    return list(np.stack((at - normal * half, at + normal * half), axis=1))


def _rail(style: LineStyle, lines: Sequence[Floats]) -> list[Item]:
    ties = _ticks(lines, max(0.11, 1.6 * style.width), 1.25 * style.width)
    return [
        Line(style.colour, 0.5 * style.width, lines),
        Line(style.colour, 0.42 * style.width, ties, round_ends=False),
    ]


def _bars(style: LineStyle, lines: Sequence[Floats]) -> list[Item]:
    bars = _ticks(lines, max(0.115, 1.8 * style.width), 1.1 * style.width)
    return [
        Line(style.colour, 0.35 * style.width, lines),
        Line(style.colour, 0.8 * style.width, bars, round_ends=False),
    ]


def _teeth(style: LineStyle, lines: Sequence[Floats]) -> list[Item]:
    at, normal = _along(lines, max(0.12, 1.9 * style.width))
    ahead = np.column_stack((-normal[:, 1], normal[:, 0])) * max(0.04, 0.7 * style.width)
    teeth = np.stack((at - ahead, at + normal * max(0.08, 1.5 * style.width), at + ahead), axis=1)
    return [Line(style.colour, 0.5 * style.width, lines), Fill(style.colour, list(teeth))]


def _dots(style: LineStyle, lines: Sequence[Floats]) -> list[Item]:
    at, _ = _along(lines, 2.4 * style.width)
    dot = circle(0, 0, 0.62 * style.width, 10)
    return [Fill(style.colour, list(at[:, None, :] + dot))]


def _arrows(style: LineStyle, lines: Sequence[Floats]) -> list[Item]:
    """A dashed line with an arrow to both sides across the middle of each hexside."""
    at, normal = _along(lines, ARROW_SPACING)
    ahead = np.column_stack((-normal[:, 1], normal[:, 0]))
    frame = np.stack((normal, ahead), axis=1)  # the arrow is drawn along the first axis
    shafts = [np.vstack((p - n * 0.17, p + n * 0.17)) for p, n in zip(at, normal, strict=True)]
    heads = [
        poly(0.25 * way, 0, 0.15 * way, 0.07, 0.15 * way, -0.07) @ axes + p
        for p, axes in zip(at, frame, strict=True)
        for way in (1, -1)
    ]
    strokes = dashed(lines, style.dash or [0.07, 0.06])
    return [
        Line(style.colour, 0.7 * style.width, strokes, round_ends=False),
        Line(style.colour, max(0.03, 0.7 * style.width), shafts, round_ends=False),
        Fill(style.colour, heads),
    ]


_PAINTERS: dict[str, Callable[[LineStyle, Sequence[Floats]], list[Item]]] = {
    "rail": _rail,
    "teeth": _teeth,
    "dots": _dots,
    "arrows": _arrows,
    "bars": _bars,
}
