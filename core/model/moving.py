"""Moving map content from hex to hex: for boards, pasted stamps and shifted grids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from core.hexgrid.hexes import Hex, Side, hexes_of, rotated, side_between
from core.hexgrid.layout import SQRT3, Layout, Point
from core.model.map import Box, Link, MapHead, MapModel, Underlay

Move: TypeAlias = Callable[[Hex], Hex]


def shift(dq: int, dr: int) -> Move:
    """Every hex moved by the same axial step."""
    return lambda h: Hex(h.q + dq, h.r + dr)


@dataclass(frozen=True, slots=True)
class Motion:
    """Everything turned by `turns` times 60 degrees anticlockwise about a hex, which comes onto another."""

    turns: int
    about: Hex
    onto: Hex

    def __call__(self, h: Hex) -> Hex:
        q, r = rotated(h, self.turns, self.about)
        return Hex(q + self.onto.q - self.about.q, r + self.onto.r - self.about.r)

    def vector(self, x: float, y: float) -> Point:
        """A vector of the plane turned along."""
        c, s = _COSINES[self.turns % 6], _SINES[self.turns % 6]
        return Point(x * c + y * s, y * c - x * s)

    def point(self, x: float, y: float, layout: Layout) -> Point:
        """A point of the plane carried along."""
        start, end = layout.centre(self.about), layout.centre(self.onto)
        dx, dy = self.vector(x - start.x, y - start.y)
        return Point(end.x + dx, end.y + dy)


_COSINES = (1.0, 0.5, -0.5, -1.0, -0.5, 0.5)
_SINES = (0.0, SQRT3 / 2, SQRT3 / 2, 0.0, -SQRT3 / 2, -SQRT3 / 2)


def turn(turns: int, about: Hex, onto: Hex) -> Motion:
    """Every hex turned by `turns` times 60 degrees anticlockwise about a hex, which comes onto another."""
    return Motion(turns, about, onto)


def moved_side(side: Side, move: Move) -> Side:
    """A side carried along with its two hexes."""
    a, b = hexes_of(side)
    return side_between(move(a), move(b))


def moved_link(link: Link, move: Move) -> Link:
    """A link carried along with its side."""
    return Link(moved_side(link.side, move), link.kind)


def moved_content(model: MapModel, move: Move) -> MapModel:
    """A copy of a map with everything that stands on hexes moved; head, regions and boxes stay."""
    return MapModel(
        head=dict(model.head),
        hexes={move(h): cell for h, cell in model.hexes.items()},
        hexsides={moved_link(link, move): feature for link, feature in model.hexsides.items()},
        paths={moved_link(link, move): feature for link, feature in model.paths.items()},
        places={key: replace(place, hex=move(place.hex)) for key, place in model.places.items()},
        regions=dict(model.regions),
        boxes=dict(model.boxes),
        labels={key: replace(label, hex=move(label.hex)) for key, label in model.labels.items()},
    )


def moved_map(model: MapModel, motion: Motion) -> MapModel:
    """A copy of a whole map moved, with what is measured in the plane.

    Texts stay upright: a label is carried along, but not turned.
    """
    layout = Layout(model.info.grid.orientation)
    moved = moved_content(model, motion)
    moved.head = {"map": moved_head(model.info, motion)}
    moved.boxes = {key: _moved_box(box, motion, layout) for key, box in model.boxes.items()}
    for key, label in moved.labels.items():
        dx, dy = motion.vector(label.dx, label.dy)
        moved.labels[key] = replace(label, dx=dx, dy=dy)
    return moved


def moved_head(info: MapHead, motion: Motion) -> MapHead:
    """The head of a map whose hexes have been moved."""
    geo = info.georeference
    if geo is not None:
        a, b, c, d, e, f = geo.affine
        (a, d), (b, e) = motion.vector(a, d), motion.vector(b, e)
        c, f = motion.point(c, f, Layout(info.grid.orientation))
        geo = replace(geo, affine=(a, b, c, d, e, f))
    return replace(info, georeference=geo, underlay=_moved_underlay(info, motion))


def _moved_underlay(info: MapHead, motion: Motion) -> Underlay | None:
    """The picture under the hexes, turned about its upper left corner and carried along."""
    underlay = info.underlay
    if underlay is None:
        return None
    x, y = motion.point(underlay.x, underlay.y, Layout(info.grid.orientation))
    return replace(underlay, x=x, y=y, rotation=(underlay.rotation - 60 * motion.turns) % 360)


def _moved_box(box: Box, motion: Motion, layout: Layout) -> Box:
    """The middle of the box is carried along; the box itself stays upright."""
    x, y = motion.point(box.x + box.width / 2, box.y + box.height / 2, layout)
    return replace(box, x=x - box.width / 2, y=y - box.height / 2)
