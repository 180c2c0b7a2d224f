"""Counters and markers of a scenario where they start: stacked in hexes, in a grid in boxes; control."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.formats.system_file import MarkerKind, SideKind, SystemFile
from core.hexgrid.hexes import Hex
from core.hexgrid.numbering import LabelError
from core.model.map import Box, MapModel
from core.model.scenario import BOX_PREFIX, Marker, ScenarioModel, Space, Unit
from core.render.counter import SIDE, counter_glyph, marker_glyph, words_of
from core.render.drawing import Fill, Glyph, Item, Line, Rect, Stamps
from core.render.fonts import make_text
from core.render.geometry import circle, closed
from core.render.ground import entries
from core.render.lattice import Lattice
from core.render.placement import Taken

REGION_PREFIX = "region:"
BOX_HEAD = 0.42
_HALF = SIDE / 2
_REACH = 0.6
_MARKER_HALF = 0.17
_STEP = 0.055
_DEEPEST = 0.22  # a stack does not lean further than this, however high it is
_GAP = 0.06
# Counters in a box shrink to this, and no further: names must stay readable.
_SCALES = (1.0, 0.92, 0.84, 0.76, 0.7)
_MARKER_SPOTS = ((0.3, -0.12), (-0.3, -0.12), (0.3, 0.2), (-0.3, 0.2), (0.0, 0.36), (0.0, -0.36))
_CONTROL_SPOTS = (
    (-0.34, 0.2),
    (0.34, 0.2),
    (0.0, 0.4),
    (-0.34, -0.2),
    (0.34, -0.2),
    (-0.46, 0.0),
    (0.46, 0.0),
)


@dataclass
class Pieces:
    """Everything of a scenario that lies on the map, and which rectangles it covers."""

    items: list[Item] = field(default_factory=list)
    covered: list[Rect] = field(default_factory=list)
    stacks: dict[Space, list[Unit]] = field(default_factory=dict)
    crowded: set[Space] = field(default_factory=set)
    lost: list[Unit] = field(default_factory=list)
    corners: list[tuple[Unit, float, float]] = field(default_factory=list)

    def add(self, glyph: Glyph, at: tuple[float, float], half: float) -> None:
        self._glyphs.append(glyph)
        self._at.append(at)
        self.covered.append(Rect(at[0] - half, at[1] - half, at[0] + half, at[1] + half))

    _glyphs: list[Glyph] = field(default_factory=list)
    _at: list[tuple[float, float]] = field(default_factory=list)

    def finish(self) -> None:
        """Everything that was added becomes one item."""
        if self._glyphs:
            which = np.arange(len(self._glyphs))
            self.items.append(Stamps(self._glyphs, which, np.array(self._at), _REACH))


class Spaces:
    """Finds the hexes of spaces as scenarios write them."""

    def __init__(self, model: MapModel, lattice: Lattice) -> None:
        self.model, self.lattice = model, lattice
        self.numbers = model.numbers
        self.addresses = model.addresses if model.info.named_addresses else None

    def hex(self, space: Space) -> Hex | None:
        """The hex; None when the map has no such hex, which is for checks to tell."""
        for labels in (self.numbers, self.addresses):
            try:
                h = labels.parse(space) if labels else None
            except LabelError:
                continue
            if h in self.model.hexes and h is not None:
                return h
        return None

    def name(self, space: Space) -> str:
        """A space in words."""
        if not space.startswith(BOX_PREFIX):
            return space
        key = space.removeprefix(BOX_PREFIX)
        return self.model.boxes[key].name if key in self.model.boxes else key


def make_pieces(scenario: ScenarioModel, system: SystemFile, spaces: Spaces) -> Pieces:
    """Counters, then markers, then the numbers of counters in stacks."""
    pieces = Pieces()
    units: dict[Space, list[Unit]] = defaultdict(list)
    for _, unit in sorted(scenario.units.items(), key=lambda row: (row[1].order, row[0])):
        if unit.at:
            units[unit.at].append(unit)
    markers: dict[Space, list[Marker]] = defaultdict(list)
    for marker in scenario.markers.values():
        markers[marker.at].append(marker)
    badges: list[tuple[int, float, float]] = []
    for space in dict.fromkeys((*units, *markers)):
        _in_space(space, units.get(space, []), markers.get(space, []), pieces, badges, spaces, system)
    in_boxes = {space for space in units if space.startswith(BOX_PREFIX)}
    pieces.stacks = {
        space: there
        for space, there in units.items()
        if len(there) > 1 and there[0] not in pieces.lost and space not in in_boxes - pieces.crowded
    }
    for count, x, y in badges:
        pieces.add(_badge(str(count)), (x, y), 0.1)
    pieces.finish()
    return pieces


def _in_space(
    space: Space,
    units: list[Unit],
    markers: list[Marker],
    pieces: Pieces,
    badges: list[tuple[int, float, float]],
    spaces: Spaces,
    system: SystemFile,
) -> None:
    if space.startswith(BOX_PREFIX):
        box = spaces.model.boxes.get(space.removeprefix(BOX_PREFIX))
        if box is None:
            pieces.lost += units
        else:
            _in_box(box, units, markers, pieces, system)
            if len(units) + len(markers) > box_grid(box, len(units) + len(markers))[2]:
                pieces.crowded.add(space)
        return
    h = spaces.hex(space)
    if h is None:
        pieces.lost += units
        return
    words, kinds = words_of(system), entries(system, "markers", MarkerKind)
    x, y = spaces.lattice.centre(h)
    step = min(_STEP, _DEEPEST / max(1, len(units) - 1))
    start = -step * (len(units) - 1) / 2
    for i, unit in enumerate(units):
        at = (x + start + i * step, y + start + i * step)
        pieces.add(counter_glyph(unit, words), at, _HALF)
        pieces.corners.append((unit, at[0] - _HALF, at[1] - _HALF))
    for marker, (dx, dy) in zip(markers, _cycled(_MARKER_SPOTS, len(markers)), strict=True):
        pieces.add(marker_glyph(kinds.get(marker.kind), marker), (x + dx, y + dy), _MARKER_HALF)
    if len(units) > 1:
        badges.append((len(units), x - start + _HALF - 0.02, y - start - _HALF + 0.02))


def _cycled(spots: Sequence[tuple[float, float]], count: int) -> list[tuple[float, float]]:
    return [spots[i % len(spots)] for i in range(count)]


def _in_box(box: Box, units: list[Unit], markers: list[Marker], pieces: Pieces, system: SystemFile) -> None:
    """A grid under the name of the box; what finds no room even when shrunk is counted in the last field."""
    scale, columns, room = box_grid(box, len(units) + len(markers))
    words, kinds = words_of(system), entries(system, "markers", MarkerKind)
    things: list[tuple[Glyph, float]] = [
        (counter_glyph(unit, words, scale), SIDE * scale / 2) for unit in units
    ]
    things += [(marker_glyph(kinds.get(m.kind), m), _MARKER_HALF) for m in markers]
    if len(things) > room:
        left = len(things) - room + 1
        things = [*things[: room - 1], (_badge(f"+{left}", 0.22), SIDE * scale / 2)]
    cell = SIDE * scale + _GAP
    for i, (glyph, half) in enumerate(things):
        row, column = divmod(i, columns)
        x = box.x + 0.12 + (column + 0.5) * cell - _GAP / 2
        y = box.y + BOX_HEAD + (row + 0.5) * cell - _GAP / 2
        pieces.add(glyph, (x, y), half)
        if i < min(len(units), room - (len(units) + len(markers) > room)):
            pieces.corners.append((units[i], x - half, y - half))


def box_grid(box: Box, count: int) -> tuple[float, int, int]:
    """For so many counters in a box: their scale, how many stand in a row, and how many there is room for."""
    width, height = box.width - 0.2 + _GAP, box.height - BOX_HEAD - 0.06 + _GAP
    for scale in _SCALES:
        cell = SIDE * scale + _GAP
        columns, rows = max(1, int(width / cell)), max(1, int(height / cell))
        if columns * rows >= count:
            break
    return scale, columns, columns * rows


def _badge(text: str, size: float = 0.15) -> Glyph:
    """A number on a small disc."""
    disc = circle(0, 0, 0.68 * size, 18) * np.array([1.0 + 0.16 * (len(text) - 1), 1.0])
    return (
        Fill("#fffdf5", [disc]),
        Line("#2b2620", 0.014, [closed(disc)]),
        make_text(text, 0.0, 0.36 * size, size, "#1c1a17", face="bold"),
    )


def control_glyph(colour: str, whole_region: bool = False) -> Glyph:
    """The sign of control: a small disc, a larger one for a whole region."""
    radius = 0.12 if whole_region else 0.075
    disc = circle(0, 0, radius, 18)
    sign: Glyph = (Fill(colour, [disc]), Line("#ffffff", 0.022, [closed(disc)]))
    return (*sign, Line("#ffffff", 0.016, [closed(circle(0, 0, 0.065, 14))])) if whole_region else sign


def control_items(scenario: ScenarioModel, system: SystemFile, spaces: Spaces, taken: Taken) -> list[Item]:
    """A disc in the colour of the side in every hex or region that the scenario gives to one.

    It takes the free spot nearest to the lower left, so that no name or counter is covered.
    """
    sides = entries(system, "sides", SideKind)
    order = list(sides)
    at, which = [], []
    for space, control in scenario.control.items():
        region = space.removeprefix(REGION_PREFIX) if space.startswith(REGION_PREFIX) else ""
        centres = _middle_of(region, spaces) if region else [spaces.hex(space)]
        if control.side not in sides or not centres or centres[0] is None:
            continue
        radius = 0.12 if region else 0.075
        spots = [
            Rect(x + dx - radius, y + dy - radius, x + dx + radius, y + dy + radius)
            for h in centres
            if h is not None
            for x, y in [spaces.lattice.centre(h)]
            for dx, dy in _CONTROL_SPOTS
        ]
        costs = [taken.cost(spot) + 0.001 * i for i, spot in enumerate(spots)]
        spot = spots[costs.index(min(costs))]
        taken.add(spot, 2.0)
        at.append((spot.left + radius, spot.top + radius))
        which.append(2 * order.index(control.side) + bool(region))
    glyphs = [control_glyph(side.colour, whole) for side in sides.values() for whole in (False, True)]
    return [Stamps(glyphs, np.array(which, np.int64), np.array(at), 0.15)] if at else []


def _middle_of(region: str, spaces: Spaces) -> list[Hex | None]:
    """The hexes nearest to the middle of a region."""
    hexes = sorted(spaces.model.hexes_in(region))
    if not hexes:
        return []
    points = np.array([spaces.lattice.centre(h) for h in hexes])
    near = np.argsort(np.hypot(*(points - points.mean(axis=0)).T), kind="stable")[:5]
    return [hexes[i] for i in near]
