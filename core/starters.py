"""New documents that are valid from the start, made from the vocabulary of a system."""

from __future__ import annotations

from dataclasses import replace

from pydantic import TypeAdapter, ValidationError

from core.formats.base import Id
from core.formats.system_file import SystemFile
from core.hexgrid.grid import Grid
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model.board import BoardHead
from core.model.issue import DocumentError, Issue
from core.model.map import Cell, MapHead, MapModel
from core.model.scenario import Faction, MapReference, Nation, ScenarioHead, ScenarioModel, Turn

MOST_HEXES = 1_000_000  # the files of larger maps would be too large to open


def starter_map(map_id: str, name: str, system: SystemFile, columns: int, rows: int) -> MapModel:
    """A map with the grid of the published maps, filled with the system's first terrain."""
    _check_id(map_id)
    if columns * rows > MOST_HEXES:
        message = (
            f"{columns} x {rows} hexes are more than the {MOST_HEXES} of one map: join several on a board"
        )
        raise DocumentError([Issue("CLI005", "error", message)], unreadable=True)
    usual = system.grid
    numbering = _wide_enough(Numbering(**usual.numbering.model_dump()), columns, rows)
    grid = Grid(Orientation(usual.orientation), columns, rows)
    if numbering.shifted_number(grid) != usual.shifted:
        grid = Grid(grid.orientation, columns, rows, first_shifted=True)
    head = MapHead(map_id, name or _title(map_id), system.id, grid, numbering, usual.named_addresses)
    cell = Cell(system.terrains[0].id)
    return MapModel({"map": head}, dict.fromkeys(grid.hexes(), cell))


def starter_scenario(
    scenario_id: str, name: str, board: MapHead | BoardHead, board_hash: str, system: SystemFile, turns: int
) -> ScenarioModel:
    """A scenario with the system's sides and nations and a calendar, without units."""
    _check_id(scenario_id)
    reference = MapReference(board.id, board_hash)
    sides = {side.id: Faction(side.name) for side in system.sides}
    return ScenarioModel(
        {"scenario": ScenarioHead(scenario_id, name or _title(scenario_id), system.id, reference)},
        turns={number: Turn(f"Turn {number}") for number in range(1, turns + 1)},
        sides=sides,
        nations={n.id: Nation(n.side if n.side in sides else "") for n in system.nations},
    )


def _wide_enough(numbering: Numbering, columns: int, rows: int) -> Numbering:
    """The numbering with enough digits for its greatest numbers."""
    column, row = numbering.first_column + columns - 1, numbering.first_row + rows - 1
    return replace(
        numbering,
        column_digits=max(numbering.column_digits, len(str(column))),
        row_digits=max(numbering.row_digits, len(str(row))),
    )


def _title(document_id: str) -> str:
    return document_id.replace("_", " ").replace("-", " ").strip().capitalize() or document_id


def _check_id(document_id: str) -> None:
    try:
        TypeAdapter(Id).validate_python(document_id)
    except ValidationError:
        message = f'"{document_id}" cannot be an id: use small letters, digits and _ . -, e.g. "north_coast"'
        raise DocumentError([Issue("CLI004", "error", message)], unreadable=True) from None
