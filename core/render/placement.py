"""Where names go: beside their signs, without covering each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.render.drawing import Face, Rect, Text
from core.render.fonts import CAPITALS, DESCENT, make_text, text_width

_CELL = 2.0


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


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    for cx in range(int(rect.left // _CELL), int(rect.right // _CELL) + 1):
        for cy in range(int(rect.top // _CELL), int(rect.bottom // _CELL) + 1):
            yield cx, cy


def place_names(wanted: Sequence[Wanted], taken: Taken, bounds: Rect) -> list[Text]:
    """A text for every name, the most important ones first; each takes its place for the later ones."""
    placed = []
    for want in sorted(wanted, key=lambda w: (-w.importance, w.y, w.x, w.text)):
        spots = list(_spots(want))
        costs = [taken.cost(rect) + penalty + _outside(rect, bounds) for rect, penalty in spots]
        rect, _ = spots[costs.index(min(costs))]
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
        (-width / 2, gap + 0.22, 0.3),
        (-width / 2, -gap - height - 0.22, 0.3),
        (gap + 0.2, -height * 0.55, 0.35),
        (-gap - 0.2 - width, -height * 0.55, 0.35),
    ):
        left, top = want.x + dx, want.y + dy
        yield Rect(left, top, left + width, top + height), penalty


def _outside(rect: Rect, bounds: Rect) -> float:
    """Names should not leave the map."""
    over = max(
        bounds.left - rect.left, rect.right - bounds.right, bounds.top - rect.top, rect.bottom - bounds.bottom
    )
    return 5 * over if over > 0 else 0.0
