"""Outlines of regions, a little inside their hexes so that two neighbours both show, and their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.formats.style import LineStyle
from core.formats.system_file import HexsideKind, RegionKind, SystemFile
from core.model.map import MapModel
from core.render.colours import similar
from core.render.drawing import Floats, Item
from core.render.geometry import Edge, chained
from core.render.ground import entries
from core.render.lattice import Lattice, point_keys
from core.render.lines import line_items

UNKNOWN = LineStyle(colour="#c02080", width=0.04, dash=[0.12, 0.08])
_LONGEST = 40


Drawn: TypeAlias = dict[frozenset[Hashable], list[str]]


def region_items(model: MapModel, system: SystemFile, lattice: Lattice) -> list[Item]:
    """The outlines of all regions."""
    return region_lines(model, system, lattice)[0]


def region_lines(model: MapModel, system: SystemFile, lattice: Lattice) -> tuple[list[Item], Drawn]:
    """The outlines of all regions, and the colours of the lines that now lie along each side.

    Several kinds lie inside each other.

    A side on which a line of nearly the same colour lies already, of another region or of a hexside feature,
    is left out: two thin lines beside each other would look like a mistake.
    """
    kinds = entries(system, "regions", RegionKind)
    drawn = _hexside_colours(model, system, lattice)
    order = {kind: i for i, kind in enumerate(kinds)}
    lines: dict[str, list[Floats]] = {}
    masks = region_masks(model, lattice)
    for key in sorted(masks, key=lambda k: order.get(model.regions[k].kind, len(order))):
        kind = model.regions[key].kind
        style = kinds[kind].style if kind in kinds else UNKNOWN
        inset = style.width / 2 + 0.012 + 0.05 * (order.get(kind, 0) % 3)
        edges = boundary(masks[key], lattice, inset)
        free = new_edges(edges, style.colour, drawn)
        lines.setdefault(kind, []).extend(chained(free, _LONGEST))
    items = [
        item
        for kind, found in lines.items()
        for item in line_items(kinds[kind].style if kind in kinds else UNKNOWN, found)
    ]
    return items, drawn


def new_edges(edges: Sequence[Edge], colour: str, drawn: Drawn) -> list[Edge]:
    """The edges where no line of nearly the same colour lies yet; they are noted as drawn."""
    free = [e for e in edges if not any(similar(colour, c) for c in drawn[frozenset((e.a, e.b))])]
    for edge in free:
        drawn[frozenset((edge.a, edge.b))].append(colour)
    return free


def _hexside_colours(model: MapModel, system: SystemFile, lattice: Lattice) -> Drawn:
    """The colours of the lines along each side, by the corners of the side."""
    kinds = entries(system, "hexsides", HexsideKind)
    drawn: Drawn = defaultdict(list)
    if not model.regions:
        return drawn
    for link in model.hexsides:
        if link.kind in kinds:
            ends = point_keys(np.array(lattice.layout.side_points(link.side))).tolist()
            drawn[frozenset(ends)].append(kinds[link.kind].style.colour)
    return drawn


def region_masks(model: MapModel, lattice: Lattice) -> dict[str, NDArray[np.bool_]]:
    """For each region of the map that has hexes, which hexes these are."""
    members: dict[str, list[int]] = {}
    for i, cell in enumerate(lattice.cells):
        for key in cell.regions:
            members.setdefault(key, []).append(i)
    masks = {}
    for key in model.regions:
        if key in members:
            masks[key] = np.zeros(len(lattice.cells), np.bool_)
            masks[key][members[key]] = True
    return masks


def outline(mask: NDArray[np.bool_], lattice: Lattice, inset: float) -> list[Floats]:
    """The boundary of some hexes as lines, moved inside; the edge of the map is no boundary."""
    return chained(boundary(mask, lattice, inset), _LONGEST)


def boundary(mask: NDArray[np.bool_], lattice: Lattice, inset: float, at_edge: bool = False) -> list[Edge]:
    """The sides around some hexes, moved inside. `at_edge`: those on the edge of the map too."""
    inside = np.append(mask, False)  # index -1, no neighbour, is outside
    edges: list[Edge] = []
    for d in range(6):
        beyond = lattice.neighbours(d)
        here = mask & ((beyond >= 0) | at_edge) & ~inside[beyond]
        ends = []
        for corner, other in ((d - 1, d - 1), (d, d + 1)):
            # Two hexes of the region at a corner: away from the one outside; one hex: towards its centre.
            two = inside[lattice.neighbours(other % 6)][here]
            reach = lattice.corners[corner % 6]
            shift = np.where(two[:, None], _inward(reach, lattice, d), _inward(reach, lattice, None))
            ends.append((lattice.centres[here] + reach, shift * inset * 1.1547))
        (a, shift_a), (b, shift_b) = ends
        keys_a, keys_b = (point_keys(p).tolist() for p in (a, b))
        points = np.stack((a + shift_a, b + shift_b), axis=1)
        edges += [Edge(*edge) for edge in zip(keys_a, keys_b, points, strict=True)]
    return edges


def _inward(corner: Floats, lattice: Lattice, d: int | None) -> Floats:
    """The direction from a corner to the centre of its hex, or away from the hex beyond side d."""
    if d is None:
        return -corner / lattice.layout.radius
    beyond = lattice.corners[d - 1] + lattice.corners[d]
    away: Floats = (corner - beyond) / lattice.layout.radius
    return away
