"""Edits of what has an id: places, regions, boxes and labels of a map, and ids themselves."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace

from core.edits.base import Composite, Edit, SetEntries, SetFields, layer_of, put, remove
from core.edits.guards import EditError
from core.hexgrid.hexes import Hex
from core.model import Model
from core.model.facts import Source, Value
from core.model.map import Box, Label, MapModel, Place, Region


def fresh_id(name: str, taken: Container[str]) -> str:
    """A readable id that is not taken yet: "New York" becomes new_york, then new_york_2."""
    base = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "item"
    number = 1
    found = base
    while found in taken:
        number += 1
        found = f"{base}_{number}"
    return found


def add_place(model: MapModel, place: Place) -> SetEntries:
    """Add a place under a fresh id."""
    return put("places", fresh_id(place.name or place.kind, model.places), place, f"Add {place.kind}")


def move_place(key: str, to: Hex, stroke: int = 0) -> SetFields:
    """Move a place to another hex."""
    return SetFields("places", "hex", {key: to}, "Move place", stroke)


def add_region(model: MapModel, region: Region) -> SetEntries:
    """Add a region under a fresh id; it has no hexes yet."""
    return put("regions", fresh_id(region.name, model.regions), region, f"Add {region.kind}")


def assign_region(model: MapModel, hexes: Iterable[Hex], region: str, stroke: int = 0) -> SetFields:
    """Put hexes into a region."""
    values = {h: model.hexes[h].regions | {region} for h in hexes}
    return SetFields("hexes", "regions", values, "Assign to region", stroke)


def assign_region_alone(model: MapModel, hexes: Iterable[Hex], region: str, stroke: int = 0) -> SetFields:
    """Put hexes into a region and take them out of all others of its kind, as countries need it."""
    rivals = {key for key, other in model.regions.items() if other.kind == model.regions[region].kind}
    values = {h: (model.hexes[h].regions - rivals) | {region} for h in hexes}
    return SetFields("hexes", "regions", values, "Assign to region", stroke)


def release_region(model: MapModel, hexes: Iterable[Hex], region: str, stroke: int = 0) -> SetFields:
    """Take hexes out of a region."""
    values = {h: model.hexes[h].regions - {region} for h in hexes}
    return SetFields("hexes", "regions", values, "Take out of region", stroke)


def remove_region(model: MapModel, region: str) -> Composite:
    """Remove a region and its membership of every hex."""
    edits: tuple[Edit, ...] = (
        release_region(model, model.hexes_in(region), region),
        remove("regions", [region]),
    )
    return Composite(edits, "Remove region")


def add_box(model: MapModel, box: Box) -> SetEntries:
    """Add a box under a fresh id."""
    return put("boxes", fresh_id(box.name, model.boxes), box, "Add box")


def add_label(model: MapModel, label: Label) -> SetEntries:
    """Add a label under a fresh id."""
    return put("labels", fresh_id(label.text, model.labels), label, "Add label")


def move_label(model: MapModel, key: str, to: Hex, dx: float, dy: float, stroke: int = 0) -> SetEntries:
    """Pull a label to another spot."""
    return SetEntries("labels", {key: replace(model.labels[key], hex=to, dx=dx, dy=dy)}, "Move label", stroke)


def set_attribute(model: Model, layer: str, keys: Iterable[str], name: str, value: Value | None) -> SetFields:
    """Set or remove one attribute of entries of any layer that has attributes."""
    entries = layer_of(model, layer)
    values = {key: entries[key].attributes.with_value(name, value) for key in keys}
    return SetFields(layer, "attributes", values, f"Set {name}")


def set_source(
    model: Model, layer: str, keys: Iterable[object], field: str, source: Source | None
) -> SetFields:
    """Say where a field ("": the whole entry) comes from."""
    entries = layer_of(model, layer)
    values = {key: entries[key].sources.with_value(field, source) for key in keys}
    return SetFields(layer, "sources", values, "Set source")


def rename_id(model: Model, layer: str, old: str, new: str) -> SetEntries:
    """Give an entry another id. References to it are the caller's business."""
    entries = layer_of(model, layer)
    if new in entries:
        raise EditError(f'"{new}" is there already')
    return SetEntries(layer, {old: None, new: entries[old]}, "Rename")
