"""Counters and markers of a scenario where they start: stacked in hexes, in rows in boxes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.formats.style import CounterStyle, SymbolStyle
from core.formats.system_file import MarkerKind, NationKind, SideKind, SystemFile, UnitSize, UnitType
from core.hexgrid.numbering import LabelError
from core.model.facts import Value
from core.model.map import MapModel
from core.model.scenario import BOX_PREFIX, Marker, ScenarioModel, Space, Unit
from core.render.colours import lightness, mixed
from core.render.drawing import Fill, Glyph, Item, Line, Op, Rect, Stamps
from core.render.fonts import make_text
from core.render.geometry import box, circle, closed
from core.render.ground import entries
from core.render.lattice import Lattice
from core.render.symbols import symbol_glyph
from core.render.unit_symbols import unit_symbol

SIDE = 0.68
_HALF = SIDE / 2
_REACH = 0.55
_MARKER_HALF = 0.17
_STEP = 0.055
_DEEPEST = 0.22  # a stack does not lean further than this, however high it is
_UNKNOWN = CounterStyle(fill="#d9d4c7", ink="#2b2620")
_UNKNOWN_MARKER = SymbolStyle(shape="chit", fill="#ffffff", ink="#c02080", size=0.3)
_MARKER_SPOTS = ((0.3, -0.12), (-0.3, -0.12), (0.3, 0.2), (-0.3, 0.2), (0.0, 0.36), (0.0, -0.36))


@dataclass(frozen=True)
class _Words:
    """The parts of the vocabulary that counters need."""

    types: dict[str, UnitType]
    sizes: dict[str, UnitSize]
    nations: dict[str, NationKind]
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Pieces:
    """Everything of a scenario that lies on the map, and which rectangles it covers."""

    items: Sequence[Item] = ()
    covered: Sequence[Rect] = ()


def make_pieces(scenario: ScenarioModel, model: MapModel, system: SystemFile, lattice: Lattice) -> Pieces:
    """Signs of control, then counters, then markers."""
    spaces = _Spaces(model, lattice)
    control = _control(scenario, system, spaces)
    counters = _counters(scenario, system, spaces, model)
    markers = _markers(scenario, system, spaces, model)
    covered = [*_rects(counters, _HALF), *_rects(markers, _MARKER_HALF)]
    return Pieces([*control, *counters, *markers], covered)


def _rects(items: Sequence[Stamps], half: float) -> list[Rect]:
    return [Rect(x - half, y - half, x + half, y + half) for item in items for x, y in item.at.tolist()]


class _Spaces:
    """Finds the points of spaces as scenarios write them."""

    def __init__(self, model: MapModel, lattice: Lattice) -> None:
        self.model, self.lattice = model, lattice
        self.numbers = model.numbers
        self.addresses = model.addresses if model.info.named_addresses else None

    def point(self, space: Space) -> tuple[float, float] | None:
        """The centre of a hex; None when the map has no such hex, which is for checks to tell."""
        for labels in (self.numbers, self.addresses):
            try:
                h = labels.parse(space) if labels else None
            except LabelError:
                continue
            if h in self.model.hexes and h is not None:
                return self.lattice.centre(h)
        return None


def _counters(scenario: ScenarioModel, system: SystemFile, spaces: _Spaces, model: MapModel) -> list[Stamps]:
    words = _Words(
        entries(system, "unit_types", UnitType),
        entries(system, "unit_sizes", UnitSize),
        entries(system, "nations", NationKind),
        tuple(system.counter_figures),
    )
    stacks: dict[Space, list[Unit]] = defaultdict(list)
    for _, unit in sorted(scenario.units.items(), key=lambda row: (row[1].order, row[0])):
        if unit.at:
            stacks[unit.at].append(unit)
    at: list[tuple[float, float]] = []
    glyphs: list[Glyph] = []
    for space, units in stacks.items():
        spots = _spots(space, len(units), spaces, model)
        if spots:
            at += spots
            glyphs += [counter_glyph(unit, words) for unit in units]
    return [Stamps(glyphs, np.arange(len(glyphs)), np.array(at), _REACH)] if glyphs else []


def _spots(space: Space, count: int, spaces: _Spaces, model: MapModel) -> list[tuple[float, float]]:
    """Where the counters of one space stand, the lowest first; none when the map has no such space."""
    if space.startswith(BOX_PREFIX):
        return _in_box(space.removeprefix(BOX_PREFIX), count, model)
    middle = spaces.point(space)
    if middle is None:
        return []
    step = min(_STEP, _DEEPEST / max(1, count - 1))
    start = -step * (count - 1) / 2
    return [(middle[0] + start + i * step, middle[1] + start + i * step) for i in range(count)]


def _in_box(key: str, count: int, model: MapModel) -> list[tuple[float, float]]:
    """Rows under the name of the box; they overlap where there is no room."""
    space = model.boxes.get(key)
    if space is None:
        return []
    left, top = space.x + 0.12 + _HALF, space.y + 0.42 + _HALF
    width, height = max(0.0, space.width - 0.24 - SIDE), max(0.0, space.height - 0.54 - SIDE)
    columns = min(count, max(1, int(width / (SIDE + 0.08)) + 1))
    rows = -(-count // columns)
    if rows > int(height / (SIDE + 0.08)) + 1:
        rows = int(height / (SIDE + 0.08)) + 1
        columns = -(-count // rows)
    dx = min(SIDE + 0.08, width / max(1, columns - 1))
    return [(left + i % columns * dx, top + i // columns * (SIDE + 0.08)) for i in range(count)]


def counter_glyph(unit: Unit, words: _Words) -> Glyph:
    """A counter: size, symbol, name and figures on the colours of its nation."""
    style = _style(unit, words)
    kind = words.types.get(unit.type)
    size = words.sizes.get(unit.size)
    ops: list[Op] = [
        Fill("#000000", [box(0.018, 0.022, SIDE, SIDE)], 0.35),
        Fill(style.fill, [box(0, 0, SIDE, SIDE)]),
        Line(mixed(style.fill, "#000000", 0.55), 0.014, [closed(box(0, 0, SIDE, SIDE))]),
    ]
    paper = (
        mixed(style.fill, "#ffffff", 0.45)
        if lightness(style.ink) < 0.5
        else mixed(style.fill, "#000000", 0.2)
    )
    if size and size.mark:
        ops.append(make_text(size.mark, 0.0, -0.228, 0.105, style.ink, face="bold", fit=SIDE - 0.1))
    ops += unit_symbol(
        kind.symbol if kind else "", kind.name if kind else unit.type, -0.095, paper, style.ink
    )
    ops.append(make_text(unit.name, 0.0, 0.122, 0.1, style.ink, fit=SIDE - 0.06))
    if figures := _figures(unit, kind, words):
        ops.append(make_text(figures, 0.0, 0.295, 0.185, style.ink, face="bold", fit=SIDE - 0.08))
    return tuple(ops)


def _style(unit: Unit, words: _Words) -> CounterStyle:
    nation = words.nations.get(unit.nation)
    if nation is None:
        return _UNKNOWN
    variants = {variant.id: variant.counter for variant in nation.variants}
    return variants.get(str(unit.attributes.get("variant", "")), nation.counter)


def _figures(unit: Unit, kind: UnitType | None, words: _Words) -> str:
    """What the counter prints in large figures: values of the unit, else those of its type."""

    def value(name: str) -> Value | None:
        found = unit.attributes.get(name)
        return found if found is not None or kind is None else _plain(kind.values.get(name))

    return "-".join(str(found) for name in words.figures if (found := value(name)) is not None)


def _plain(value: object) -> Value | None:
    return value if isinstance(value, str | int | float | bool) else None


def _markers(scenario: ScenarioModel, system: SystemFile, spaces: _Spaces, model: MapModel) -> list[Stamps]:
    kinds = entries(system, "markers", MarkerKind)
    at, glyphs = [], []
    used: dict[Space, int] = defaultdict(int)
    for marker in scenario.markers.values():
        point = _marker_point(marker, used[marker.at], spaces, model)
        if point:
            used[marker.at] += 1
            at.append(point)
            glyphs.append(_marker_glyph(kinds.get(marker.kind), marker))
    return [Stamps(glyphs, np.arange(len(glyphs)), np.array(at), 0.4)] if glyphs else []


def _marker_point(marker: Marker, index: int, spaces: _Spaces, model: MapModel) -> tuple[float, float] | None:
    if marker.at.startswith(BOX_PREFIX):
        space = model.boxes.get(marker.at.removeprefix(BOX_PREFIX))
        if space is None:
            return None
        # From the right, where counters come last.
        return space.x + space.width - 0.35 - 0.4 * (index % 6), space.y + space.height - 0.35
    middle = spaces.point(marker.at)
    dx, dy = _MARKER_SPOTS[index % len(_MARKER_SPOTS)]
    return (middle[0] + dx, middle[1] + dy) if middle else None


def _marker_glyph(kind: MarkerKind | None, marker: Marker) -> Glyph:
    style = kind.style if kind else _UNKNOWN_MARKER
    glyph = symbol_glyph(style)
    if style.shape != "chit":
        return glyph
    name = kind.name if kind else marker.kind
    letters = "".join(word[0] for word in name.replace("-", " ").split())[:2].upper()
    text = make_text(
        letters, 0.0, 0.17 * style.size, 0.5 * style.size, style.ink, face="bold", fit=0.75 * style.size
    )
    return (*glyph, text)


def _control(scenario: ScenarioModel, system: SystemFile, spaces: _Spaces) -> list[Stamps]:
    """A small disc in the colour of the side in every hex that the scenario gives to one."""
    sides = entries(system, "sides", SideKind)
    at, which = [], []
    order = list(sides)
    for space, control in scenario.control.items():
        point = spaces.point(space)
        if point and control.side in sides:
            at.append((point[0] - 0.33, point[1] + 0.2))
            which.append(order.index(control.side))
    disc = circle(0, 0, 0.07, 14)
    glyphs: list[Glyph] = [
        (Fill(side.colour, [disc]), Line("#ffffff", 0.016, [closed(disc)])) for side in sides.values()
    ]
    return [Stamps(glyphs, np.array(which, np.int64), np.array(at), 0.1)] if at else []
