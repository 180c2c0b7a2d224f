"""Panels beside the map: what of a scenario is not on it at the start, and what lies hidden in stacks.

A panel for each zone with the counters that its owner may put there, one for each arrival, a list of stacks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.formats.system_file import SystemFile
from core.model.scenario import Reinforcement, ScenarioModel, Unit
from core.render.counter import SIDE, Words, counter_glyph, words_of
from core.render.drawing import Fill, Floats, Glyph, Item, Line, Op, Rect, Stamps, Text, Texts
from core.render.fonts import make_text, one_line, wrapped
from core.render.geometry import closed, poly
from core.render.pieces import Pieces, Spaces
from core.render.symbols import placed
from core.render.zones import NEUTRAL, zone_colour

INK = "#2f2a22"
_GROUND = "#efe9d8"
_NARROWEST = 4.4
_HEAD, _TEXT, _TITLE = 0.24, 0.2, 0.32
_LEADING = 1.28
_PAD, _GAP = 0.14, 0.2
_CELL = SIDE + 0.06


@dataclass(frozen=True)
class Panel:
    """A heading, counters and lines of text; without a frame when there is no heading."""

    heading: str
    units: tuple[Unit, ...] = ()
    lines: tuple[str, ...] = ()
    colour: str = NEUTRAL


@dataclass(frozen=True)
class Section:
    """Panels under a common title."""

    title: str
    panels: tuple[Panel, ...]


def scenario_sections(
    scenario: ScenarioModel, system: SystemFile, spaces: Spaces, pieces: Pieces
) -> list[Section]:
    """What is to be listed; sections without panels are left out."""
    in_zones: dict[str, list[Unit]] = defaultdict(list)
    ordered = sorted(scenario.units.items(), key=lambda row: (row[1].order, row[0]))
    for _, unit in ordered:
        if unit.zone and not unit.at:
            in_zones[unit.zone].append(unit)
    zones = [
        Panel(
            zone.name, tuple(in_zones[key]), _side_line(zone.side, scenario), zone_colour(zone.side, system)
        )
        for key, zone in scenario.zones.items()
        if key in in_zones
    ]
    arriving = {unit for entry in scenario.reinforcements.values() for unit in entry.units}
    arrivals = [
        _arrival(entry, scenario, system, spaces)
        for _, entry in sorted(scenario.reinforcements.items(), key=lambda row: (row[1].turn, row[0]))
    ]
    nowhere = [
        unit
        for key, unit in ordered
        if (not unit.at and unit.zone not in scenario.zones and key not in arriving) or unit in pieces.lost
    ]
    stacks = [
        Panel("", lines=(f"{spaces.name(space)}: {', '.join(unit.name for unit in units)}",))
        for space, units in sorted(pieces.stacks.items())
    ]
    sections = [
        Section("Set up in zones", tuple(zones)),
        Section("Arrivals", tuple(arrivals)),
        Section("Stacks, from the bottom to the top", tuple(stacks)),
        Section("Others", (Panel("Neither on the map nor arriving", tuple(nowhere)),) if nowhere else ()),
    ]
    return [section for section in sections if section.panels]


def _side_line(side: str, scenario: ScenarioModel) -> tuple[str, ...]:
    name = scenario.sides[side].name if side in scenario.sides else side
    return (name,) if name else ()


def _arrival(entry: Reinforcement, scenario: ScenarioModel, system: SystemFile, spaces: Spaces) -> Panel:
    turn = scenario.turns.get(entry.turn)
    heading = f"Turn {entry.turn}" + (f": {turn.name or turn.date}" if turn else "")
    units = tuple(scenario.units[key] for key in entry.units if key in scenario.units)
    zone = scenario.zones.get(entry.zone)
    lines = []
    if entry.at:
        lines.append("At " + ", ".join(spaces.name(space) for space in entry.at))
    if entry.zone:
        lines.append(f"In zone {zone.name if zone else entry.zone}")
    if entry.condition:
        lines.append(f"Condition: {entry.condition}")
    sides = [scenario.nations[unit.nation].side for unit in units if unit.nation in scenario.nations]
    side = zone.side if zone and zone.side else next(iter(sides), "")
    return Panel(heading, units, tuple(lines), zone_colour(side, system))


@dataclass
class Laid:
    """Panels on the sheet."""

    bottom: float
    rings: list[Floats] = field(default_factory=list)
    bars: list[tuple[str, Floats]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    glyphs: list[Glyph] = field(default_factory=list)
    at: list[tuple[float, float]] = field(default_factory=list)
    units: list[tuple[Unit, float, float]] = field(default_factory=list)

    def items(self, scale: float) -> list[Item]:
        """What is drawn."""
        found: list[Item] = [
            Fill(_GROUND, self.rings),
            Line(INK, 0.014 * scale, [closed(ring) for ring in self.rings], round_ends=False),
        ]
        found += [Fill(colour, [bar]) for colour, bar in self.bars]
        found.append(Texts(self.texts))
        if self.glyphs:
            reach = 0.6 * scale
            found.append(Stamps(self.glyphs, np.arange(len(self.glyphs)), np.array(self.at), reach))
        return found


def lay_panels(
    sections: Sequence[Section], system: SystemFile, left: float, top: float, right: float, scale: float
) -> Laid:
    """Set panels in columns of equal width, each into the column that is shortest so far."""
    laid = Laid(top)
    words = words_of(system)
    count = max(1, int((right - left + _GAP * scale) / ((_NARROWEST + _GAP) * scale)))
    width = (right - left - (count - 1) * _GAP * scale) / count
    for section in sections:
        size = _TITLE * scale
        for line in wrapped(section.title, size, right - left, "bold"):
            laid.bottom += size * _LEADING
            laid.texts.append(
                make_text(line, left, laid.bottom - 0.3 * size, size, INK, face="bold", anchor="start")
            )
        ends = [laid.bottom + 0.06 * scale] * count
        for panel in section.panels:
            i = ends.index(min(ends))
            x = left + i * (width + _GAP * scale)
            ends[i] = _lay(panel, laid, Rect(x, ends[i], x + width, ends[i]), scale, words)
        laid.bottom = max(ends) + 0.1 * scale
    return laid


def _lay(panel: Panel, laid: Laid, place: Rect, scale: float, words: Words) -> float:
    """Set one panel under the top of a place; returns where the next one may begin."""
    framed = bool(panel.heading)
    pad = _PAD * scale if framed else 0.0
    x, y = place.left + pad, place.top + pad
    room = place.width - 2 * pad
    for line in wrapped(panel.heading, _HEAD * scale, room, "bold") if framed else ():
        y += _HEAD * scale * _LEADING
        laid.texts.append(
            make_text(line, x, y - 0.3 * _HEAD * scale, _HEAD * scale, INK, face="bold", anchor="start")
        )
    y = _lay_counters(panel.units, laid, x, y, room, scale, words)
    for line in (part for text in panel.lines for part in wrapped(one_line(text), _TEXT * scale, room)):
        y += _TEXT * scale * _LEADING
        laid.texts.append(make_text(line, x, y - 0.3 * _TEXT * scale, _TEXT * scale, INK, anchor="start"))
    if not framed:
        return y + 0.06 * scale
    y += pad
    laid.rings.append(poly(place.left, place.top, place.right, place.top, place.right, y, place.left, y))
    bar = place.left + 0.07 * scale
    laid.bars.append((panel.colour, poly(place.left, place.top, bar, place.top, bar, y, place.left, y)))
    return y + _GAP * scale


def _lay_counters(
    units: Sequence[Unit], laid: Laid, x: float, y: float, room: float, scale: float, words: Words
) -> float:
    cell = _CELL * scale
    columns = max(1, int((room + 0.06 * scale) / cell))
    for i, unit in enumerate(units):
        row, column = divmod(i, columns)
        at = (x + column * cell + SIDE * scale / 2, y + 0.05 * scale + row * cell + SIDE * scale / 2)
        ops: list[Op] = [placed(op, scale, 0.0, 0.0) for op in counter_glyph(unit, words)]
        laid.glyphs.append(tuple(ops))
        laid.at.append(at)
        laid.units.append((unit, at[0] - SIDE * scale / 2, at[1] - SIDE * scale / 2))
    return y + -(-len(units) // columns) * cell + (0.06 * scale if units else 0.0)
