"""Where names go: beside their signs, without covering each other, and nearer to their own than to others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, hypot, radians, sin

from core.render.drawing import Face, Rect, Text
from core.render.fonts import CAPITALS, DESCENT, make_text, text_width

_CELL = 2.0
# A name is taken to belong to another sign when that is not at least so much further away than its own.
_CLEARLY = 0.06


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name to be set beside a sign of some radius at a point. More important names choose first."""

    text: str
    x: float
    y: float
    radius: float
    size: float
    importance: float
    colour: str = "#1c1a17"
    face: Face = "regular"
    halo: str | None = None


class Taken:
    """Rectangles that are no longer free, kept in coarse cells so that asking stays quick."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Rect, float]]] = defaultdict(list)

    def add(self, rect: Rect, weight: float = 1.0) -> None:
        """Mark a rectangle as taken; `weight` tells how bad it is to cover it."""
        for cell in _cells(rect):
            self._cells[cell].append((rect, weight))

    def cost(self, rect: Rect) -> float:
        """How bad it is to cover a rectangle: the weight of everything taken, by covered area."""
        seen: set[Rect] = set()
        total = 0.0
        for cell in _cells(rect):
            for other, weight in self._cells.get(cell, ()):
                if other not in seen and rect.overlaps(other):
                    seen.add(other)
                    width = min(rect.right, other.right) - max(rect.left, other.left)
                    height = min(rect.bottom, other.bottom) - max(rect.top, other.top)
                    total += weight * (0.2 + width * height / max(1e-9, other.width * other.height))
        return total


class Signs:
    """The points of all signs, to be asked which lie near a rectangle."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for x, y in points:
            self._cells[int(x // _CELL), int(y // _CELL)].append((x, y))

    def misleading(self, rect: Rect, x: float, y: float) -> float:
        """How much a name in a rectangle seems to belong to another sign than the one at (x, y)."""
        own = _away(rect, x, y)
        others = (
            _away(rect, *point)
            for cell in _cells(rect.grown(own + _CLEARLY))
            for point in self._cells.get(cell, ())
            # Signs in the same hex share their name.
            if hypot(point[0] - x, point[1] - y) > 0.45
        )
        nearest = min(others, default=own + 1.0)
        return 2.5 + own - nearest if nearest < own + _CLEARLY else 0.0


def _away(rect: Rect, x: float, y: float) -> float:
    """The distance of a point from a rectangle."""
    return hypot(max(rect.left - x, 0.0, x - rect.right), max(rect.top - y, 0.0, y - rect.bottom))


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    for cx in range(int(rect.left // _CELL), int(rect.right // _CELL) + 1):
        for cy in range(int(rect.top // _CELL), int(rect.bottom // _CELL) + 1):
            yield cx, cy


def text_rects(text: Text) -> list[Rect]:
    """The rectangles that the letters of a text cover; several small ones where it is turned."""
    top, bottom = text.y - CAPITALS * text.size, text.y + DESCENT * text.size
    if not text.angle:
        return [Rect(text.left, top, text.left + text.width, bottom)]
    count = max(1, ceil(text.width / text.size))
    c, s = cos(radians(text.angle)), sin(radians(text.angle))
    half = 0.45 * text.size
    rects = []
    for i in range(count):
        along, down = text.left - text.x + text.width * (i + 0.5) / count, -0.3 * text.size
        x, y = text.x + along * c - down * s, text.y + along * s + down * c
        rects.append(Rect(x - half, y - half, x + half, y + half))
    return rects


def place_names(
    wanted: Sequence[Wanted], taken: Taken, bounds: Rect, signs: Signs | None = None
) -> list[Text]:
    """A text for every name, the most important ones first; each takes its place for the later ones."""
    placed = []
    for want in sorted(wanted, key=lambda w: (-w.importance, w.y, w.x, w.text)):
        rect = _best_spot(want, taken, bounds, signs)
        taken.add(rect, 3.0)
        baseline = rect.bottom - DESCENT * want.size
        placed.append(
            make_text(
                want.text,
                rect.left,
                baseline,
                want.size,
                want.colour,
                face=want.face,
                anchor="start",
                halo=want.halo,
            )
        )
    return placed


def _best_spot(want: Wanted, taken: Taken, bounds: Rect, signs: Signs | None) -> Rect:
    """The cheapest spot. Their own penalties grow, so most names need only the first."""
    best, least = None, 0.0
    for rect, penalty in sorted(_spots(want), key=lambda spot: spot[1]):
        if best is not None and least <= penalty:
            break
        price = taken.cost(rect) + penalty + outside(rect, bounds)
        if signs:
            price += signs.misleading(rect, want.x, want.y)
        if best is None or price < least:
            best, least = rect, price
    assert best is not None
    return best


def step_aside(text: Text, counters: Taken, taken: Taken, bounds: Rect) -> Text:
    """A free label where its author put it, or a little beside when a counter would cover it there.

    Where there is no free spot near by it stays: labels are drawn above counters.
    """

    def cost(moved: Text, others: Taken) -> float:
        return sum(others.cost(rect) + outside(rect, bounds) for rect in text_rects(moved))

    if cost(text, counters) == 0:
        return text
    best, least = text, cost(text, counters) + cost(text, taken)
    for distance in (0.15, 0.3, 0.45, 0.6):
        for turn in range(0, 360, 30):
            dx, dy = distance * cos(radians(turn)), distance * sin(radians(turn))
            moved = replace(text, x=text.x + dx, y=text.y + dy)
            price = cost(moved, counters) + cost(moved, taken) + 0.2 * distance
            if price < least:
                best, least = moved, price
    return best


def _spots(want: Wanted) -> Iterator[tuple[Rect, float]]:
    """The candidate rectangles around a sign with a small penalty for the less usual ones."""
    width, height = text_width(want.text, want.face) * want.size, (CAPITALS + DESCENT) * want.size
    gap = want.radius + 0.03
    near = 0.72 * gap
    for dx, dy, penalty in (
        (gap, -height * 0.55, 0.0),
        (-width / 2, gap, 0.02),
        (-width / 2, -gap - height, 0.04),
        (-gap - width, -height * 0.55, 0.06),
        (near, near * 0.6, 0.08),
        (near, -near * 0.6 - height, 0.08),
        (-near - width, near * 0.6, 0.1),
        (-near - width, -near * 0.6 - height, 0.1),
        (0.3 - width, gap, 0.12),
        (-0.3, gap, 0.12),
        (0.3 - width, -gap - height, 0.12),
        (-0.3, -gap - height, 0.12),
        (gap, -gap, 0.14),
        (gap, gap - height, 0.14),
        (-gap - width, -gap, 0.14),
        (-gap - width, gap - height, 0.14),
        (-width / 2, gap + 0.22, 0.3),
        (-width / 2, -gap - height - 0.22, 0.3),
        (gap + 0.2, -height * 0.55, 0.35),
        (-gap - 0.2 - width, -height * 0.55, 0.35),
    ):
        left, top = want.x + dx, want.y + dy
        yield Rect(left, top, left + width, top + height), penalty


def outside(rect: Rect, bounds: Rect) -> float:
    """How bad it is that a name leaves the map."""
    over = max(
        bounds.left - rect.left, rect.right - bounds.right, bounds.top - rect.top, rect.bottom - bounds.bottom
    )
    return 5 * over if over > 0 else 0.0
