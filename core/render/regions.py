"""Outlines of regions, a little inside their hexes so that two neighbours both show, and their names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.formats.style import LineStyle
from core.formats.system_file import RegionKind, SystemFile
from core.model.map import MapModel
from core.render.drawing import Floats, Item
from core.render.geometry import Edge, chained
from core.render.ground import entries
from core.render.lattice import Lattice
from core.render.lines import line_items

UNKNOWN = LineStyle(colour="#c02080", width=0.04, dash=[0.12, 0.08])
_LONGEST = 40


def region_items(model: MapModel, system: SystemFile, lattice: Lattice) -> list[Item]:
    """The outlines of all regions; several kinds lie inside each other."""
    kinds = entries(system, "regions", RegionKind)
    masks = region_masks(model, lattice)
    lines: dict[str, list[Floats]] = {}
    for key, mask in masks.items():
        kind = model.regions[key].kind
        style = kinds[kind].style if kind in kinds else UNKNOWN
        inset = style.width / 2 + 0.012 + 0.05 * (list(kinds).index(kind) % 3 if kind in kinds else 0)
        lines.setdefault(kind, []).extend(outline(mask, lattice, inset))
    return [
        item
        for kind, found in lines.items()
        for item in line_items(kinds[kind].style if kind in kinds else UNKNOWN, found)
    ]


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
    """The boundary of some hexes, moved inside; the edge of the map is no boundary."""
    inside = np.append(mask, False)  # index -1, no neighbour, is outside
    edges: list[Edge] = []
    for d in range(6):
        beyond = lattice.neighbours(d)
        here = mask & (beyond >= 0) & ~inside[beyond]
        ends = []
        for corner, other in ((d - 1, d - 1), (d, d + 1)):
            # Two hexes of the region at a corner: away from the one outside; one hex: towards its centre.
            two = inside[lattice.neighbours(other % 6)][here]
            reach = lattice.corners[corner % 6]
            shift = np.where(two[:, None], _inward(reach, lattice, d), _inward(reach, lattice, None))
            ends.append((lattice.centres[here] + reach, shift * inset * 1.1547))
        (a, shift_a), (b, shift_b) = ends
        keys_a, keys_b = (map(tuple, np.round(p * 64).astype(np.int64).tolist()) for p in (a, b))
        points = np.stack((a + shift_a, b + shift_b), axis=1)
        edges += [Edge(*edge) for edge in zip(keys_a, keys_b, points, strict=True)]
    return chained(edges, _LONGEST)


def _inward(corner: Floats, lattice: Lattice, d: int | None) -> Floats:
    """The direction from a corner to the centre of its hex, or away from the hex beyond side d."""
    if d is None:
        return -corner / lattice.layout.radius
    beyond = lattice.corners[d - 1] + lattice.corners[d]
    away: Floats = (corner - beyond) / lattice.layout.radius
    return away
