"""Sets of hexes as areas of the plane."""

from __future__ import annotations

from collections.abc import Iterable, Set

from shapely.geometry import MultiPolygon, Polygon

from core.hexgrid.hexes import DIRECTIONS, Corner, Hex, Side, connected_groups, corner, neighbour, side
from core.hexgrid.layout import Layout


def boundary_sides(hexes: Set[Hex]) -> set[Side]:
    """The sides with exactly one of their two hexes in the set."""
    return {side(h, d) for h in hexes for d in DIRECTIONS if neighbour(h, d) not in hexes}


def boundary_rings(hexes: Set[Hex]) -> list[list[Corner]]:
    """The closed rings of corners around a set, each once, without repeating its first corner.

    Three hexes meet in a corner, so a boundary enters and leaves each corner once and cannot touch itself.
    """
    follows = {
        corner(h, d - 1): corner(h, d) for h in hexes for d in DIRECTIONS if neighbour(h, d) not in hexes
    }
    rings = []
    while follows:
        start = next(iter(follows))
        ring = [start]
        at = follows.pop(start)
        while at != start:
            ring.append(at)
            at = follows.pop(at)
        rings.append(ring)
    return rings


def outline(hexes: Iterable[Hex], layout: Layout) -> MultiPolygon:
    """The area covered by a set of hexes: one polygon for each group that hangs together, with its holes."""
    polygons = []
    for group in connected_groups(hexes):
        rings = [[layout.corner_point(c) for c in ring] for ring in boundary_rings(group)]
        outer = max(rings, key=lambda ring: Polygon(ring).area)
        polygons.append(Polygon(outer, [ring for ring in rings if ring is not outer]))
    return MultiPolygon(polygons)
