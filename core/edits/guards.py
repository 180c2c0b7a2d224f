"""What no edit may do to a model: leave it in a state that could not be saved and opened again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.hexgrid.hexes import Hex, hexes_of
from core.model import Model
from core.model.map import MapModel, numbering_error


class EditError(ValueError):
    """An edit that cannot be applied; the message says why. The model is unchanged."""


def check_entries(model: Model, layer: str, entries: Mapping[Any, Any]) -> None:
    """Raise EditError when the entries do not belong into the layer or would leave others in the air."""
    wanted = model.entry_types[layer]
    for key, entry in entries.items():
        if entry is not None and not isinstance(entry, wanted):
            raise EditError(f'{entry!r} is no entry of layer "{layer}"')
        if layer == "head" and (entry is None or key not in model.head):
            raise EditError("the head of a document can be changed, but not removed or doubled")
    if isinstance(model, MapModel):
        _check_map(model, layer, entries)


def _check_map(model: MapModel, layer: str, entries: Mapping[Any, Any]) -> None:
    added = {key: entry for key, entry in entries.items() if entry is not None}
    match layer:
        case "head":
            for head in added.values():
                _check_in_grid(model.hexes, head.grid)
                if message := numbering_error(head.grid, head.numbering):
                    raise EditError(message)
        case "hexes":
            _check_in_grid(added, model.info.grid)
            _check_nothing_left(model, {key for key, entry in entries.items() if entry is None})
        case "hexsides" | "paths":
            if stray := [link for link in added if not any(h in model.hexes for h in hexes_of(link.side))]:
                raise EditError(f"{stray[0]} touches no hex of the map")
        case "places":
            if stray := [place for place in added.values() if place.hex not in model.hexes]:
                place = stray[0]
                raise EditError(
                    f"{place.name or place.kind} would stand in {place.hex}, which does not exist"
                )
        case "labels":
            _check_in_grid((label.hex for label in added.values()), model.info.grid)


def _check_in_grid(hexes: Iterable[Hex], grid: Any) -> None:
    for h in hexes:
        if h not in grid:
            raise EditError(f"{h} lies outside the grid of the map")


def _check_nothing_left(model: MapModel, removed: set[Hex]) -> None:
    if not removed:
        return
    if place := next((place for place in model.places.values() if place.hex in removed), None):
        raise EditError(f"{place.name or place.kind} stands in a hex that would be removed")
    for link in (*model.hexsides, *model.paths):
        if any(h in removed for h in hexes_of(link.side)) and not any(
            h in model.hexes and h not in removed for h in hexes_of(link.side)
        ):
            raise EditError(f"{link.kind} lies on a hex that would be removed")
