"""Zones of a scenario on the map: tinted hexes with an outline in the colour of their side."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.formats.system_file import SideKind, SystemFile
from core.hexgrid.hexes import Hex
from core.model.scenario import BOX_PREFIX, ScenarioModel, Zone
from core.render.drawing import Fill, Floats, Glyph, Item, Line
from core.render.geometry import box, chained, closed, dashed
from core.render.ground import entries
from core.render.pieces import Spaces
from core.render.regions import boundary, new_edges, region_lines

NEUTRAL = "#7a7468"
_TINT = 0.1
_LINE = 0.04
_DASH = (0.16, 0.07)
_LONGEST = 60


@dataclass(frozen=True)
class DrawnZone:
    """A zone with its name, its colour and the centres of its hexes."""

    name: str
    colour: str
    at: Floats


@dataclass
class Zones:
    """All zones of a scenario that are on the map."""

    drawn: list[DrawnZone] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


def zone_colour(side: str, system: SystemFile) -> str:
    """The colour of a side; that of nobody is grey."""
    sides = entries(system, "sides", SideKind)
    return sides[side].colour if side in sides else NEUTRAL


def make_zones(scenario: ScenarioModel, system: SystemFile, spaces: Spaces, shown: frozenset[str]) -> Zones:
    """Tints first, then outlines; those of several zones lie inside each other."""
    zones = Zones()
    lattice = spaces.lattice
    index = {h: i for i, h in enumerate(spaces.model.hexes)} if scenario.zones else {}
    regions = region_lines(spaces.model, system, lattice)[1] if "regions" in shown else defaultdict(list)
    tints: list[Item] = []
    lines: list[Item] = []
    for i, zone in enumerate(scenario.zones.values()):
        colour = zone_colour(zone.side, system)
        mask = _mask(zone, index, spaces)
        at = lattice.centres[mask]
        if len(at):
            zones.drawn.append(DrawnZone(zone.name, colour, at))
            tints.append(Fill(colour, list(at[:, None, :] + lattice.corners), _TINT))
            edges = boundary(mask, lattice, 0.085 + 0.05 * (i % 3), at_edge=True)
            if zone.regions and not zone.spaces:
                # It has the outlines of its regions already. Zones may share sides with each other.
                edges = new_edges(edges, colour, defaultdict(list, {k: list(v) for k, v in regions.items()}))
            strokes = dashed(chained(edges, _LONGEST), _DASH)
            lines.append(Line(colour, _LINE, strokes, 0.9, round_ends=False))
        lines += _box_lines(zone, colour, spaces)
    zones.items = [*tints, *lines]
    return zones


def _mask(zone: Zone, index: dict[Hex, int], spaces: Spaces) -> NDArray[np.bool_]:
    mask = np.zeros(len(index), np.bool_)
    wanted = set(zone.regions)
    for i, cell in enumerate(spaces.lattice.cells if wanted else ()):
        mask[i] = not wanted.isdisjoint(cell.regions)
    for space in zone.spaces:
        h = None if space.startswith(BOX_PREFIX) else spaces.hex(space)
        if h is not None:
            mask[index[h]] = True
    return mask


def _box_lines(zone: Zone, colour: str, spaces: Spaces) -> list[Item]:
    boxes = spaces.model.boxes
    keys = [space.removeprefix(BOX_PREFIX) for space in zone.spaces if space.startswith(BOX_PREFIX)]
    rings = [
        box(b.x + b.width / 2, b.y + b.height / 2, b.width - 0.1, b.height - 0.1)
        for b in (boxes[key] for key in keys if key in boxes)
    ]
    return [Line(colour, _LINE, dashed([closed(ring) for ring in rings], _DASH), 0.9)] if rings else []


def zone_sign(colour: str) -> Glyph:
    """A zone in the key."""
    ring = box(0, 0, 0.5, 0.4)
    return (
        Fill(colour, [ring], 2 * _TINT),
        Line(colour, _LINE, dashed([closed(ring)], (0.12, 0.06)), round_ends=False),
    )
