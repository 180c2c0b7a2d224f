"""Edits of what is in hexes: terrain, elevation, features, attributes; adding and removing hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.edits.base import Composite, Edit, SetEntries, SetFields
from core.hexgrid.hexes import Hex, hexes_of
from core.model.facts import Value
from core.model.map import Cell, MapModel


def paint_terrain(cells: Mapping[Hex, str], stroke: int = 0) -> SetFields:
    """Give each hex its terrain. A random choice of terrains is made by the caller."""
    return SetFields("hexes", "terrain", dict(cells), "Paint terrain", stroke)


def set_elevation(cells: Mapping[Hex, int], stroke: int = 0) -> SetFields:
    """Give each hex its level."""
    return SetFields("hexes", "elevation", dict(cells), "Set elevation", stroke)


def add_feature(model: MapModel, hexes: Iterable[Hex], feature: str, stroke: int = 0) -> SetFields:
    """Put a feature into hexes."""
    values = {h: model.hexes[h].features | {feature} for h in hexes}
    return SetFields("hexes", "features", values, "Add feature", stroke)


def remove_feature(model: MapModel, hexes: Iterable[Hex], feature: str, stroke: int = 0) -> SetFields:
    """Take a feature out of hexes."""
    values = {h: model.hexes[h].features - {feature} for h in hexes}
    return SetFields("hexes", "features", values, "Remove feature", stroke)


def set_hex_attribute(model: MapModel, hexes: Iterable[Hex], name: str, value: Value | None) -> SetFields:
    """Set or remove one attribute of hexes."""
    values = {h: model.hexes[h].attributes.with_value(name, value) for h in hexes}
    return SetFields("hexes", "attributes", values, f"Set {name}")


def replace_terrain(model: MapModel, old: str, new: str, among: Iterable[Hex] | None = None) -> SetFields:
    """Every hex of one terrain becomes another, on the whole map or among some hexes."""
    hexes = model.hexes if among is None else among
    return SetFields(
        "hexes",
        "terrain",
        {h: new for h in hexes if model.hexes[h].terrain == old},
        f"Replace {old} by {new}",
    )


def add_hexes(cells: Mapping[Hex, Cell], stroke: int = 0) -> SetEntries:
    """Make hexes exist, or replace all that is in them."""
    return SetEntries("hexes", dict(cells), "Add hexes", stroke)


def remove_hexes(model: MapModel, hexes: Iterable[Hex]) -> Composite:
    """Make hexes not exist, with the places in them and with links that would then touch no hex."""
    gone = set(hexes)
    left = model.hexes.keys() - gone
    edits: list[Edit] = [
        SetEntries("places", {key: None for key, place in model.places.items() if place.hex in gone}),
        *(
            SetEntries(
                layer, {link: None for link in links if not any(h in left for h in hexes_of(link.side))}
            )
            for layer, links in (("hexsides", model.hexsides), ("paths", model.paths))
        ),
        SetEntries("hexes", {h: None for h in gone if h in model.hexes}),
    ]
    return Composite(tuple(edits), "Remove hexes")
