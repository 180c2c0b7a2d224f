"""A map of any size for measuring: coherent terrain, rivers along hexsides, roads between towns.

The same size always gives the same map, on every machine.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from core.formats.system_file import SystemFile
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    Corner,
    Hex,
    Side,
    corner,
    corner_neighbours,
    corners_of,
    hexes_at,
    hexes_of,
    side_between,
    sides_at,
)
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model.map import Cell, Feature, Link, MapHead, MapModel, Place
from core.render.geometry import noise

# Upper limits of height and the terrain below them.
_STEPS = ((0.36, "sea"), (0.40, "marsh"), (0.55, "clear"), (0.60, "fields"), (0.66, "woods"), (0.74, "hills"))
_TOWN_SPACING = 9
_SPRINGS = 0.05


def _height(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Height of the ground from 0 to 1: smooth noise, large forms with smaller ones on them."""
    total, weights = np.zeros(np.shape(x)), 0.0
    for octave, (size, weight) in enumerate(((28.0, 1.0), (12.0, 0.6), (5.0, 0.25))):
        i, j = np.floor(x / size), np.floor(y / size)
        fx, fy = x / size - i, y / size - j
        fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
        corners = [[noise(i + di, j + dj, octave + 1) for dj in (0, 1)] for di in (0, 1)]
        left = corners[0][0] * (1 - fy) + corners[0][1] * fy
        right = corners[1][0] * (1 - fy) + corners[1][1] * fy
        total, weights = total + weight * (left * (1 - fx) + right * fx), weights + weight
    return total / weights


def _terrain(height: float) -> str:
    return next((name for limit, name in _STEPS if height < limit), "mountains")


def synthetic_map(columns: int, rows: int, orientation: Orientation = Orientation.FLAT) -> MapModel:
    """A map with land and sea, rivers, roads and towns."""
    grid, layout = Grid(orientation, columns, rows), Layout(orientation)
    hexes = list(grid.hexes())
    heights = _height(*layout.centres(*np.array(hexes).T).T).tolist()
    digits = max(2, len(str(max(columns, rows))))
    numbering = Numbering(column_digits=digits, row_digits=digits)
    head = MapHead(
        f"synthetic_{columns}x{rows}", f"Synthetic map {columns} x {rows}", "synthetic", grid, numbering
    )
    model = MapModel({"map": head})
    model.hexes = {h: Cell(_terrain(height)) for h, height in zip(hexes, heights, strict=True)}
    model.hexsides = {
        Link(s, "river"): Feature() for s in _rivers(model, dict(zip(hexes, heights, strict=True)))
    }
    towns = _towns(model, grid)
    model.places = {
        f"town_{i}": Place("city" if i % 7 == 0 else "town", h, f"Town {i}")
        for i, h in enumerate(towns.values())
    }
    model.paths = {Link(s, "road"): Feature() for s in _roads(model, towns)}
    return model


def _rivers(model: MapModel, heights: dict[Hex, float]) -> dict[Side, None]:
    """From springs in high ground always to the lowest next corner, until the sea, a hollow or a river."""
    q, r = np.array(list(heights)).T
    springs = [h for h, c in zip(heights, noise(q, r, 99), strict=True) if heights[h] > 0.58 and c < _SPRINGS]

    def level(c: Corner) -> float:
        return sum(heights.get(h, 1.0) for h in hexes_at(c))

    found: dict[Side, None] = {}
    for h in springs:
        at = corner(h, 0)
        while level(to := min(corner_neighbours(at), key=level)) < level(at):
            s = next(s for s in sides_at(at) if to in corners_of(s))
            if s in found or not _is_land(model, s):
                break
            found[s] = None
            at = to
    return found


def _is_land(model: MapModel, s: Side) -> bool:
    cells = [model.hexes.get(h) for h in hexes_of(s)]
    return all(cell is not None and cell.terrain != "sea" for cell in cells)


def _towns(model: MapModel, grid: Grid) -> dict[tuple[int, int], Hex]:
    """At most one town in each square of some hexes."""
    towns = {}
    for i in range(grid.columns // _TOWN_SPACING):
        for j in range(grid.rows // _TOWN_SPACING):
            dx, dy = (int(noise(i, j, salt)[0] * (_TOWN_SPACING - 2)) + 1 for salt in (7, 8))
            h = grid.hex_at(i * _TOWN_SPACING + dx, j * _TOWN_SPACING + dy)
            if h in model.hexes and model.hexes[h].terrain not in ("sea", "mountains"):
                towns[i, j] = h
    return towns


def _roads(model: MapModel, towns: dict[tuple[int, int], Hex]) -> dict[Side, None]:
    """Straight to the next town to the east and to the south, where no sea lies between."""
    found: dict[Side, None] = {}
    for (i, j), start in towns.items():
        for key in ((i + 1, j), (i, j + 1)):
            if key not in towns:
                continue
            way = line(start, towns[key])
            if all(h in model.hexes and model.hexes[h].terrain != "sea" for h in way):
                found.update((side_between(a, b), None) for a, b in pairwise(way))
    return found


def synthetic_system() -> SystemFile:
    """The vocabulary of the synthetic map."""

    def terrain(key: str, fill: str, pattern: str, ink: str, water: bool = False) -> dict[str, Any]:
        return {
            "id": key,
            "name": key.capitalize(),
            "water": water,
            "style": {"fill": fill, "pattern": pattern, "ink": ink},
        }

    lists = [name for name, field in SystemFile.model_fields.items() if field.is_required()]
    return SystemFile.model_validate(
        {name: [] for name in lists}
        | {
            "format": "sandtable.system",
            "version": 1,
            "id": "synthetic",
            "name": "Synthetic",
            "grid": {"orientation": "flat", "shifted": "even", "hex_mm": 16},
            "terrains": [
                terrain("sea", "#a9cbe0", "waves", "#7fb0cf", True),
                terrain("marsh", "#c3d6c0", "reeds", "#4f7f86"),
                terrain("clear", "#e6e4c3", "none", "#000000"),
                terrain("fields", "#e5d9a4", "furrows", "#b39a55"),
                terrain("woods", "#b9cf96", "trees", "#4b7340"),
                terrain("hills", "#d9c08d", "hills", "#8a6a3a"),
                terrain("mountains", "#b9a078", "peaks", "#5d4a30"),
            ],
            "hexsides": [{"id": "river", "name": "River", "style": {"colour": "#3f86c0", "width": 0.09}}],
            "paths": [
                {
                    "id": "road",
                    "name": "Road",
                    "style": {"colour": "#a8452e", "width": 0.05, "casing": "#f6efe0"},
                }
            ],
            "places": [
                {"id": "city", "name": "City", "style": {"shape": "square", "fill": "#2b2620", "size": 0.3}},
                {"id": "town", "name": "Town", "style": {"shape": "circle", "size": 0.2}},
            ],
        }
    )
