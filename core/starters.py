"""New documents that are valid from the start, made from the vocabulary of a system."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.formats.base import Id
from core.formats.system_file import AttributeKind, SystemFile
from core.hexgrid.grid import Grid
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model.board import BoardHead
from core.model.facts import Attributes, Value
from core.model.issue import DocumentError, Issue
from core.model.map import Cell, MapHead, MapModel
from core.model.scenario import Faction, MapReference, Nation, ScenarioHead, ScenarioModel, Turn

MOST_HEXES = 1_000_000  # the files of larger maps would be too large to open


def starter_map(
    map_id: str, name: str, system: SystemFile, columns: int, rows: int, **numbering: Any
) -> MapModel:
    """A map with the grid of the published maps, filled with the system's first terrain.

    `numbering` are fields of the numbering that are to be other than on the published maps.
    """
    _check_id(map_id)
    _check_prefix(numbering.get("prefix", ""))
    if columns * rows > MOST_HEXES:
        message = (
            f"{columns} x {rows} hexes are more than the {MOST_HEXES} of one map: join several on a board"
        )
        raise DocumentError([Issue("CLI005", "error", message)], unreadable=True)
    usual = system.grid
    grid = Grid(Orientation(usual.orientation), columns, rows)
    own = Numbering(**(usual.numbering.model_dump() | numbering)).wide_enough(grid)
    if own.shifted_number(grid) != usual.shifted:
        grid = Grid(grid.orientation, columns, rows, first_shifted=True)
    head = MapHead(
        map_id,
        name or _title(map_id),
        system.id,
        grid,
        own,
        usual.named_addresses,
        attributes=_required(system.map_attributes),
    )
    cell = Cell(system.terrains[0].id, attributes=_required(system.hex_attributes))
    return MapModel({"map": head}, dict.fromkeys(grid.hexes(), cell))


def starter_scenario(
    scenario_id: str, name: str, board: MapHead | BoardHead, board_hash: str, system: SystemFile, turns: int
) -> ScenarioModel:
    """A scenario with the system's sides and nations and a calendar, without units."""
    _check_id(scenario_id)
    head = ScenarioHead(
        scenario_id,
        name or _title(scenario_id),
        system.id,
        MapReference(board.id, board_hash),
        attributes=_required(system.scenario_attributes),
    )
    sides = {
        side.id: Faction(side.name, _required(system.side_attributes, i))
        for i, side in enumerate(system.sides)
    }
    of_turn, of_nation = _required(system.turn_attributes), _required(system.nation_attributes)
    return ScenarioModel(
        {"scenario": head},
        turns={number: Turn(f"Turn {number}", attributes=of_turn) for number in range(1, turns + 1)},
        sides=sides,
        nations={n.id: Nation(n.side if n.side in sides else "", of_nation) for n in system.nations},
    )


def _required(kinds: Iterable[AttributeKind], index: int = 0) -> Attributes:
    """Some value for each attribute that must be given; another choice for each index, as for two sides."""
    return Attributes({kind.id: _some_value(kind, index) for kind in kinds if kind.required})


def _some_value(kind: AttributeKind, index: int) -> Value:
    match kind.type:
        case "whole" | "number":
            least = kind.minimum if kind.minimum is not None else min(0, kind.maximum or 0)
            return ceil(least)
        case "flag":
            return False
        case "list":
            return ()
        case "choice" if kind.choices:
            return kind.choices[index % len(kind.choices)]
        case _:
            return ""


def _title(document_id: str) -> str:
    return document_id.replace("_", " ").replace("-", " ").strip().capitalize() or document_id


def _check_id(document_id: str) -> None:
    try:
        TypeAdapter(Id).validate_python(document_id)
    except ValidationError:
        message = f'"{document_id}" cannot be an id: use small letters, digits and _ . -, e.g. "north_coast"'
        raise DocumentError([Issue("CLI004", "error", message)], unreadable=True) from None


def _check_prefix(prefix: str) -> None:
    if re.fullmatch("[A-Za-z]*", prefix) is None:
        message = f'"{prefix}" cannot stand before hex numbers: use letters, e.g. "A"'
        raise DocumentError([Issue("CLI009", "error", message, path="--prefix")], unreadable=True)
