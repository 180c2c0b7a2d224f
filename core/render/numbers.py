"""The printed hex numbers: at the top of each hex, or elsewhere in it when something runs through there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from core.hexgrid.hexes import Hex, hexes_of
from core.hexgrid.numbering import LabelError
from core.hexgrid.orientation import Orientation
from core.model.map import MapModel
from core.render.drawing import Floats, Item, Line, Rect, Texts
from core.render.fonts import CAPITALS, make_text, text_width
from core.render.geometry import lengths, point_at
from core.render.lattice import Lattice
from core.render.placement import Taken
from core.render.places import PlacedPlaces

NUMBER_SIZE = 0.135
_COLOUR = "#4d4739"
_HALO = "#f4efe0"
# Baselines, the usual one first; for flat hexes a side is at the top, for pointy ones a corner.
_FLAT = ((0.0, -0.33), (-0.2, -0.33), (0.2, -0.33), (0.0, 0.455), (-0.2, 0.455), (0.2, 0.455))
_POINTY = ((0.0, -0.36), (0.0, 0.45), (-0.3, -0.2), (0.3, -0.2), (-0.3, 0.29), (0.3, 0.29))
_STEPS = np.linspace(0.1, 1.0, 19)
Spot: TypeAlias = tuple[float, float]
# How far the middle of a line has to keep from the letters.
_CLEAR = 0.045


def usual_spot(lattice: Lattice) -> tuple[float, float]:
    """The baseline of a number that nothing disturbs."""
    return _spots(lattice)[0]


def _spots(lattice: Lattice) -> tuple[tuple[float, float], ...]:
    return _FLAT if lattice.layout.orientation is Orientation.FLAT else _POINTY


def number_texts(
    model: MapModel, lattice: Lattice, places: PlacedPlaces, words: Taken, outlines: Iterable[Item] = ()
) -> Texts:
    """The number of every hex, away from roads, rivers, signs and names.

    It gets a halo where it cannot be, and where one of the outlines of regions and zones crosses it.
    """
    crossed = _points(outlines)
    numbers = model.numbers
    ways = _ways(model)
    signs: dict[Hex, list[Rect]] = defaultdict(list)
    for place, style, x, y in places.rows:
        half = style.size / 2
        signs[place.hex].append(Rect(x - half, y - half, x + half, y + half))
    texts = []
    for h, (x, y) in zip(model.hexes, lattice.centres.tolist(), strict=True):
        try:
            text = numbers.label(h)
        except LabelError:
            continue  # a hex of a joined board may have no number of its own
        spot, free = _spots(lattice)[0], True
        if h in ways or h in signs or words.cost(_rect(text, x, y, spot)):
            lines = [np.vstack(((0.0, 0.0), _gate(lattice, d))) for d in ways.get(h, ())]
            near = [Rect(r.left - x, r.top - y, r.right - x, r.bottom - y) for r in signs.get(h, ())]
            named = [s for s in _spots(lattice) if words.cost(_rect(text, x, y, s))]
            rest = [s for s in _spots(lattice) if s not in named]
            chosen, free = _choose(text, lines, near, rest)
            spot = chosen or spot
        halo = _HALO if not free or crossed.cost(_rect(text, x, y, spot)) else None
        texts.append(make_text(text, x + spot[0], y + spot[1], NUMBER_SIZE, _COLOUR, fit=0.55, halo=halo))
    return Texts(texts)


def _points(outlines: Iterable[Item]) -> Taken:
    """Points along thin lines, close enough to each other that no line passes a number unseen."""
    taken = Taken()
    for item in outlines:
        for line in item.lines if isinstance(item, Line) else ():
            count = max(2, round(float(lengths(line)[-1]) / 0.08))
            for x, y in point_at(line, np.linspace(0, lengths(line)[-1], count)).tolist():
                taken.add(Rect(x, y, x, y))
    return taken


def _ways(model: MapModel) -> Mapping[Hex, set[int]]:
    """The directions in which something leaves the middle of a hex."""
    ways: dict[Hex, set[int]] = defaultdict(set)
    for link in model.paths:
        a, b = hexes_of(link.side)
        ways[a].add(link.side.d)
        ways[b].add(link.side.d + 3)
    return ways


def _gate(lattice: Lattice, d: int) -> Floats:
    middle: Floats = (lattice.corners[d - 1] + lattice.corners[d]) / 2
    return middle


def _choose(
    text: str, lines: Iterable[Floats], signs: list[Rect], spots: Sequence[Spot]
) -> tuple[Spot | None, bool]:
    """The first spot that neither line nor sign touches, and whether there is one; else the first spot."""
    points = np.concatenate(
        [line[0] + (line[1] - line[0]) * t for line in lines for t in _STEPS] or [[9.0, 9.0]]
    )
    points = points.reshape(-1, 2)
    for spot in spots:
        rect = _rect(text, 0.0, 0.0, spot)
        r = rect.grown(_CLEAR)
        hit = (
            (points[:, 0] > r.left)
            & (points[:, 0] < r.right)
            & (points[:, 1] > r.top)
            & (points[:, 1] < r.bottom)
        )
        if not hit.any() and not any(rect.overlaps(sign) for sign in signs):
            return spot, True
    return next(iter(spots), None), False


def _rect(text: str, x: float, y: float, spot: Spot) -> Rect:
    """The rectangle of a number whose hex has its centre at (x, y)."""
    half = min(0.55, text_width(text) * NUMBER_SIZE) / 2
    x, y = x + spot[0], y + spot[1]
    return Rect(x - half, y - CAPITALS * NUMBER_SIZE, x + half, y)
