"""The drawing: what is to be drawn where, in hexes across, made once and used by every backend.

The centre of Hex(0, 0) is the origin, x grows to the east and y to the south. Curves and dashes are already
broken up into straight pieces: a backend only has to fill polygons, stroke lines and set text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.hexgrid.layout import Layout

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Face = Literal["regular", "bold", "italic"]
Anchor = Literal["start", "middle", "end"]


class Rect(NamedTuple):
    """A rectangle of the plane."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Rect:
        """The rectangle with a margin added on every side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def joined(self, other: Rect) -> Rect:
        """The least rectangle around both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def overlaps(self, other: Rect) -> bool:
        """Whether the two have an area in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def _boxes(parts: Sequence[Floats]) -> Floats:
    """Left, top, right, bottom of each of many point lists."""
    if not parts:
        return np.empty((0, 4))
    points = np.concatenate(parts)
    starts = np.cumsum([0, *(len(part) for part in parts[:-1])])
    return np.hstack((np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)))


def _hits(boxes: Floats, rect: Rect) -> Ints:
    """Which of the boxes touch a rectangle."""
    left, top, right, bottom = boxes.T
    inside = (left <= rect.right) & (right >= rect.left) & (top <= rect.bottom) & (bottom >= rect.top)
    return np.flatnonzero(inside).astype(np.int64)


@dataclass(frozen=True)
class Fill:
    """Polygons of one colour. Each is closed and simple; holes do not occur."""

    colour: str
    rings: Sequence[Floats]
    opacity: float = 1.0

    @cached_property
    def boxes(self) -> Floats:
        return _boxes(self.rings)

    @property
    def reach(self) -> float:
        """How far outside its boxes it can show."""
        return 0.0

    def within(self, rect: Rect) -> list[Floats]:
        """The polygons that show in a rectangle."""
        return [self.rings[i] for i in _hits(self.boxes, rect)]


@dataclass(frozen=True)
class Line:
    """Polylines of one colour and width; one that ends where it begins is a ring and has no ends.

    `round_ends`: half a disc beyond each end, else cut off square.
    """

    colour: str
    width: float
    lines: Sequence[Floats]
    opacity: float = 1.0
    round_ends: bool = True

    @cached_property
    def boxes(self) -> Floats:
        return _boxes(self.lines)

    @property
    def reach(self) -> float:
        """How far outside its boxes it can show."""
        return self.width

    def within(self, rect: Rect) -> list[Floats]:
        """The lines that show in a rectangle."""
        return [self.lines[i] for i in _hits(self.boxes, rect.grown(self.reach))]


@dataclass(frozen=True)
class Text:
    """A line of text. `y` is its baseline, `size` the height of the font, `width` how long it runs.

    `spacing` is added after every letter but the last; `missing` are the letters that the fonts do not have
    and that stand in `text` as a question mark.
    """

    text: str
    x: float
    y: float
    size: float
    width: float
    colour: str = "#000000"
    face: Face = "regular"
    anchor: Anchor = "middle"
    halo: str | None = None
    angle: float = 0.0
    opacity: float = 1.0
    spacing: float = 0.0
    missing: str = ""

    @property
    def left(self) -> float:
        """Where it begins, before it is turned."""
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]

    @cached_property
    def box(self) -> Rect:
        """The rectangle that it can show in, also when turned."""
        if self.angle:
            reach = self.width + self.size
            return Rect(self.x - reach, self.y - reach, self.x + reach, self.y + reach)
        return Rect(self.left, self.y - self.size, self.left + self.width, self.y + 0.3 * self.size)


def is_ring(line: Floats) -> bool:
    """Whether a line ends where it begins."""
    return len(line) > 2 and bool((line[0] == line[-1]).all())


Op: TypeAlias = Fill | Line | Text
Glyph: TypeAlias = tuple[Op, ...]


@dataclass(frozen=True)
class Texts:
    """Many lines of text."""

    items: Sequence[Text]

    @cached_property
    def boxes(self) -> Floats:
        return np.array([text.box for text in self.items], dtype=np.float64).reshape(-1, 4)

    def within(self, rect: Rect) -> list[Text]:
        """The texts that show in a rectangle."""
        return [self.items[i] for i in _hits(self.boxes, rect.grown(0.1))]


@dataclass(frozen=True)
class Stamps:
    """Small pictures, each drawn about the origin, set at many points: `glyphs[which[i]]` at `at[i]`.

    `reach` is the greatest distance of anything in a glyph from its origin.
    """

    glyphs: Sequence[Glyph]
    which: Ints
    at: Floats
    reach: float = 0.8

    def within(self, rect: Rect) -> Iterator[tuple[int, float, float]]:
        """(glyph, x, y) of those that show in a rectangle, in drawing order."""
        x, y = self.at[:, 0], self.at[:, 1]
        r = rect.grown(self.reach)
        inside = (x >= r.left) & (x <= r.right) & (y >= r.top) & (y <= r.bottom)
        for i in np.flatnonzero(inside):
            yield int(self.which[i]), float(x[i]), float(y[i])


@dataclass(frozen=True)
class Ground(Stamps):
    """The hexes themselves, each with one of few tiles: a whole hex of one colour with small signs on it.

    Glyphs have no text and begin with the filled hex, so that a backend may draw each only once.
    """

    q: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    r: Ints = field(default_factory=lambda: np.empty(0, np.int64))


@dataclass(frozen=True)
class Grid:
    """The lines around all hexes, whose centres are `at`; `corners` is a hex about the origin."""

    colour: str
    width: float
    opacity: float
    at: Floats
    corners: Floats

    @cached_property
    def line(self) -> Line:
        """Three sides of every hex as one line; the others belong to its neighbours or to the map's edge."""
        lines = list(self.at[:, None, :] + self.corners[[5, 0, 1, 2]])
        return Line(self.colour, self.width, lines, self.opacity, round_ends=False)


Item: TypeAlias = Fill | Line | Texts | Stamps | Grid


def texts_of(item: Item) -> Iterator[Text]:
    """Every text of an item; those of its small pictures once."""
    if isinstance(item, Texts):
        yield from item.items
    elif isinstance(item, Stamps):
        yield from (op for glyph in item.glyphs for op in glyph if isinstance(op, Text))


@dataclass(frozen=True, slots=True)
class Layer:
    """What a caller can have or leave out, drawn in the order of its items."""

    name: str
    items: Sequence[Item]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole sheet."""

    title: str
    layout: Layout
    sheet: Rect
    paper: str
    layers: Sequence[Layer]
    subject: str = ""
    author: str = ""
