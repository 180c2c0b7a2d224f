"""Paths from hex to hex: roads, rails, rivers in hexes, drawn as curves that cross sides at right angles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

import numpy as np

from core.formats.style import LineStyle
from core.formats.system_file import PathKind, SystemFile
from core.hexgrid.hexes import Hex, Side, hexes_of, side
from core.model.map import MapModel
from core.render.colours import is_bluish
from core.render.drawing import Floats, Ints, Item
from core.render.geometry import Edge, chained, noise
from core.render.ground import entries
from core.render.lattice import Lattice, point_keys
from core.render.lines import cuts, line_items

UNKNOWN = LineStyle(colour="#c02080", width=0.05, dash=[0.1, 0.06])
# Two kinds over one side run beside each other, this far apart.
_APART = 0.15
# How far a path without a place may keep from the middle of the hex.
_PLAY = 0.08
_STEPS = np.linspace(0, 1, 9)


def path_items(model: MapModel, system: SystemFile, lattice: Lattice) -> list[Item]:
    """All paths: water lowest, then in reverse order of the system, which lists the best first."""
    kinds = entries(system, "paths", PathKind)
    order = {kind: i for i, kind in enumerate(kinds)}
    by_kind: dict[str, list[Side]] = defaultdict(list)
    over: dict[Side, list[str]] = defaultdict(list)
    for link in sorted(model.paths, key=lambda link: order.get(link.kind, len(order))):
        by_kind[link.kind].append(link.side)
        over[link.side].append(link.kind)
    shared = {s: there for s, there in over.items() if len(there) > 1}
    styles = {kind: kinds[kind].style if kind in kinds else UNKNOWN for kind in by_kind}
    stops = {place.hex for place in model.places.values()}
    items: list[Item] = []
    for kind in sorted(by_kind, key=lambda k: (not is_bluish(styles[k].colour), -order.get(k, -1))):
        shifts = {s: there.index(kind) - (len(there) - 1) / 2 for s, there in shared.items() if kind in there}
        lines = path_lines(by_kind[kind], shifts, stops, model.hexes.keys(), lattice)
        items += line_items(styles[kind], lines, cuts(lines, _exits(by_kind[kind], shifts, model, lattice)))
    return items


def _exits(sides: Iterable[Side], shifts: dict[Side, float], model: MapModel, lattice: Lattice) -> Ints:
    """Keys of the points where paths leave the map."""
    leaving = [
        (h, s.d + 3 * i)
        for s in sides
        if sum(h in model.hexes for h in hexes_of(s)) == 1
        for i, h in enumerate(hexes_of(s))
        if h in model.hexes
    ]
    if not leaving:
        return np.empty(0, np.int64)
    _, points, _ = _gates([h for h, _ in leaving], [d for _, d in leaving], shifts, lattice)
    return point_keys(points)


def path_lines(
    sides: Iterable[Side], shifts: dict[Side, float], stops: set[Hex], exists: Iterable[Hex], lattice: Lattice
) -> list[Floats]:
    """The curves of one kind of path."""
    ways: dict[Hex, list[int]] = defaultdict(list)
    for s in sides:
        a, b = hexes_of(s)
        ways[a].append(s.d)
        ways[b].append(s.d + 3)
    known = set(exists)
    through = [(h, d) for h, d in ways.items() if h in known and len(d) == 2 and h not in stops]
    ending = [(h, d) for h, d in ways.items() if h in known and (len(d) != 2 or h in stops)]
    edges = _through(through, shifts, lattice) + _ending(ending, shifts, stops, lattice)
    return chained(edges)


def _gates(
    hexes: list[Hex], ways: list[int], shifts: dict[Side, float], lattice: Lattice
) -> tuple[list[Side], Floats, Floats]:
    """Where paths leave hexes: the sides, the points on them, and how far these are off the middle."""
    d = np.array(ways, np.int64)
    at = lattice.layout.centres(*np.array(hexes, np.int64).reshape(-1, 2).T)
    sides = [side(h, w) for h, w in zip(hexes, ways, strict=True)]
    # Measured along the side as it is stored, so that both its hexes agree.
    stored = np.array([s.d for s in sides], np.int64)
    along = (lattice.corners[stored] - lattice.corners[stored - 1]) / lattice.layout.radius
    off = along * np.array([shifts.get(s, 0.0) * _APART for s in sides])[:, None]
    return sides, at + (lattice.corners[d - 1] + lattice.corners[d]) / 2 + off, off


def _middles(hexes: list[Hex], lattice: Lattice, play: Floats) -> Floats:
    q, r = np.array(hexes, np.int64).reshape(-1, 2).T
    jitter = np.column_stack((noise(q, r, 41), noise(q, r, 42))) - 0.5
    return lattice.layout.centres(q, r) + jitter * 2 * play[:, None]


def _through(pieces: list[tuple[Hex, list[int]]], shifts: dict[Side, float], lattice: Lattice) -> list[Edge]:
    """Hexes that a path only passes: one curve from side to side."""
    if not pieces:
        return []
    hexes = [h for h, _ in pieces]
    sides_a, a, off_a = _gates(hexes, [d[0] for _, d in pieces], shifts, lattice)
    sides_b, b, off_b = _gates(hexes, [d[1] for _, d in pieces], shifts, lattice)
    middle = _middles(hexes, lattice, np.full(len(hexes), _PLAY)) + (off_a + off_b) / 2
    t = _STEPS[None, :, None]
    # A cubic whose inner points are pulled towards the middle leaves both sides at right angles.
    ca, cb = a + (middle - a) * 0.75, b + (middle - b) * 0.75
    curve = (
        (1 - t) ** 3 * a[:, None]
        + 3 * t * (1 - t) ** 2 * ca[:, None]
        + 3 * t**2 * (1 - t) * cb[:, None]
        + t**3 * b[:, None]
    )
    return [Edge(*edge) for edge in zip(sides_a, sides_b, curve, strict=True)]


def _ending(
    pieces: list[tuple[Hex, list[int]]], shifts: dict[Side, float], stops: set[Hex], lattice: Lattice
) -> list[Edge]:
    """Hexes where a path ends, forks or passes a place: from each side to the middle."""
    spokes = [(h, d) for h, ways in pieces for d in ways]
    if not spokes:
        return []
    hexes = [h for h, _ in spokes]
    sides, a, _ = _gates(hexes, [d for _, d in spokes], shifts, lattice)
    play = np.array([0.0 if h in stops else _PLAY for h in hexes])
    middle = _middles(hexes, lattice, play)
    ends: list[Hashable] = list(hexes)
    return [Edge(s, h, np.vstack((p, m))) for s, h, p, m in zip(sides, ends, a, middle, strict=True)]
