"""Edits of hexsides and paths: both are kinds of things on sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from core.edits.base import SetEntries, SetFields
from core.hexgrid.hexes import Hex, Side, side_between
from core.model.facts import Value
from core.model.map import Feature, Link, MapModel

LinkLayer = Literal["hexsides", "paths"]
PLAIN = Feature()


def lay(
    layer: LinkLayer, sides: Iterable[Side], kind: str, feature: Feature = PLAIN, stroke: int = 0
) -> SetEntries:
    """Put a river, a border, a road ... on sides."""
    return SetEntries(layer, {Link(side, kind): feature for side in sides}, f"Add {kind}", stroke)


def lift(layer: LinkLayer, sides: Iterable[Side], kind: str, stroke: int = 0) -> SetEntries:
    """Take a river, a border, a road ... off sides."""
    return SetEntries(layer, {Link(side, kind): None for side in sides}, f"Remove {kind}", stroke)


def lay_route(route: Sequence[Hex], kind: str, feature: Feature = PLAIN, stroke: int = 0) -> SetEntries:
    """Lay a path along neighbouring hexes."""
    return lay("paths", [side_between(a, b) for a, b in pairwise(route)], kind, feature, stroke)


def erase_sides(model: MapModel, layer: LinkLayer, sides: Iterable[Side], stroke: int = 0) -> SetEntries:
    """Take everything off sides."""
    gone = set(sides)
    links = model.hexsides if layer == "hexsides" else model.paths
    return SetEntries(layer, {link: None for link in links if link.side in gone}, "Erase", stroke)


def set_link_attribute(
    model: MapModel, layer: LinkLayer, links: Iterable[Link], name: str, value: Value | None
) -> SetFields:
    """Set or remove one attribute, such as a bridge."""
    features = model.hexsides if layer == "hexsides" else model.paths
    values = {link: features[link].attributes.with_value(name, value) for link in links}
    return SetFields(layer, "attributes", values, f"Set {name}")
