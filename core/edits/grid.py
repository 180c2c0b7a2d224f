"""Edits of the grid itself: growing, cropping, shifting with everything on it, numbering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.edits.base import Composite, Edit, SetEntries, SetFields
from core.edits.guards import EditError
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, hexes_of
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model.map import Cell, MapHead, MapModel
from core.model.moving import Motion, moved_content, moved_map, shift


def resize(
    model: MapModel, left: int, top: int, right: int, bottom: int, fill: Cell | None = None
) -> Composite:
    """Add columns and rows at the four edges, or with negative numbers cut them off.

    Hexes keep their printed numbers where the numbering can go that low; otherwise numbering starts anew
    at its first number. New spots are filled with `fill`, or stay without a hex.
    """
    old = model.info.grid
    columns, rows = old.columns + left + right, old.rows + top + bottom
    if columns < 1 or rows < 1:
        raise EditError("nothing would be left of the grid")
    corner = old.hex_at(-left, -top)
    index = -left if old.orientation is Orientation.FLAT else -top
    grid = Grid(old.orientation, columns, rows, old.is_shifted(index))
    motion = Motion(0, corner, Hex(0, 0))
    target = _cropped(moved_map(model, motion), grid)
    if fill is not None:
        was_there = {motion(h) for h in old.hexes()}
        target.hexes.update({h: fill for h in grid.hexes() if h not in was_there})
    numbering = _numbering_kept(model.info.numbering, left, top, right, bottom).wide_enough(grid)
    head = replace(target.info, grid=grid, numbering=numbering)
    boxes = SetEntries("boxes", target.boxes)
    return Composite((*_rebuilt(model, target, head), boxes), "Resize map")


def shift_content(model: MapModel, columns: int, rows: int) -> Composite:
    """Move everything on the map by columns (an even number, as hexes are staggered) and rows; what
    leaves the grid is lost."""
    grid = model.info.grid
    staggered = columns if grid.orientation is Orientation.FLAT else rows
    if staggered % 2:
        raise EditError("the content can be shifted by an even number of staggered columns or rows only")
    step = grid.hex_at(columns, rows)
    target = _cropped(moved_content(model, shift(step.q, step.r)), grid)
    return Composite(_rebuilt(model, target, model.info), "Shift content")


def set_numbering(model: MapModel, numbering: Numbering) -> SetFields:
    """Print other numbers on the same hexes."""
    return SetFields("head", "numbering", {"map": numbering}, "Change numbering")


def _numbering_kept(numbering: Numbering, left: int, top: int, right: int, bottom: int) -> Numbering:
    first_column = numbering.first_column - (left if numbering.columns_from == "left" else right)
    first_row = numbering.first_row - (top if numbering.rows_from == "top" else bottom)
    if first_column < 0 or first_row < 0:
        return numbering
    return replace(numbering, first_column=first_column, first_row=first_row)


def _cropped(model: MapModel, grid: Grid) -> MapModel:
    hexes = {h: cell for h, cell in model.hexes.items() if h in grid}
    return MapModel(
        head=model.head,
        hexes=hexes,
        hexsides={k: v for k, v in model.hexsides.items() if any(h in hexes for h in hexes_of(k.side))},
        paths={k: v for k, v in model.paths.items() if any(h in hexes for h in hexes_of(k.side))},
        places={key: place for key, place in model.places.items() if place.hex in hexes},
        labels={key: label for key, label in model.labels.items() if label.hex in grid},
        boxes=model.boxes,
    )


_HANGING_ON_HEXES = ("hexsides", "paths", "places", "labels")


def _rebuilt(model: MapModel, target: MapModel, head: MapHead) -> tuple[Edit, ...]:
    """From what is there to the target: first what hangs on hexes goes, then hexes and grid change, then
    it comes back, so that nothing hangs in the air in between."""
    edits: list[Edit] = [_clear(getattr(model, layer), layer) for layer in _HANGING_ON_HEXES]
    edits.append(_clear(model.hexes, "hexes"))
    edits.append(SetEntries("head", {"map": head}))
    edits.append(SetEntries("hexes", target.hexes))
    edits += [SetEntries(layer, getattr(target, layer)) for layer in _HANGING_ON_HEXES]
    return tuple(edits)


def _clear(entries: Mapping[Any, Any], layer: str) -> SetEntries:
    return SetEntries(layer, dict.fromkeys(entries))
