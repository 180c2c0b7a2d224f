"""The map: layers of immutable entries. Layers change only through `core.edits`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from core.hexgrid.addresses import Addresses
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, Side
from core.hexgrid.numbering import GridLabels, Labels, Numbering, SideLabels, TableLabels
from core.model.facts import NO_ATTRIBUTES, NO_SOURCES, Attributes, Source, Sources


class Link(NamedTuple):
    """One kind of thing on a side: a hexside feature along it, or a path across it."""

    side: Side
    kind: str


PLAIN_NUMBERING = Numbering()


def numbering_error(grid: Grid, numbering: Numbering) -> str:
    """Why two hexes of the grid would have the same printed number, or ""."""
    if numbering.order == "CCRR":
        name, digits = "row_digits", numbering.row_digits
        greatest = numbering.first_row + grid.rows - 1
    else:
        name, digits = "column_digits", numbering.column_digits
        greatest = numbering.first_column + grid.columns - 1
    needed = len(str(greatest))
    if needed <= digits:
        return ""
    return f'"{name}" is {digits}, too few for number {greatest}: set it to {needed}'


@dataclass(frozen=True, slots=True)
class Georeference:
    """Where the map lies on the earth.

    `crs` is a PROJ string, or "lonlat" for degrees. `affine` (a, b, c, d, e, f) takes its coordinates
    (u, v) to the plane of the hex layout with across = 1: x = a*u + b*v + c, y = d*u + e*v + f.
    """

    crs: str
    affine: tuple[float, float, float, float, float, float]
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Underlay:
    """A picture under the hexes to trace from; place and width in hexes across."""

    image: str
    x: float = 0.0
    y: float = 0.0
    width: float = 10.0
    rotation: float = 0.0
    opacity: float = 0.5


@dataclass(frozen=True, slots=True)
class MapHead:
    """What is said of the map as a whole."""

    id: str
    name: str
    system: str
    grid: Grid
    numbering: Numbering = PLAIN_NUMBERING
    named_addresses: bool = False
    north: str = ""
    source: Source | None = None
    notes: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    georeference: Georeference | None = None
    underlay: Underlay | None = None
    schema: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is in one hex. A hex exists when it has a cell."""

    terrain: str
    elevation: int = 0
    features: frozenset[str] = frozenset()
    regions: frozenset[str] = frozenset()
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Feature:
    """A hexside feature or a path: what it is stands in its Link, here are its particulars."""

    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Place:
    """A city, port, fort, airfield ... in a hex."""

    kind: str
    hex: Hex
    name: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Region:
    """A country, sea area, zone ...; which hexes belong to it is told by their cells."""

    kind: str
    name: str
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Box:
    """A space off the hexes. Place and size on the sheet are in hexes across."""

    kind: str
    name: str
    x: float = 0.0
    y: float = 0.0
    width: float = 4.0
    height: float = 3.0
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Label:
    """Free text on the map, hung on a hex with an offset in hexes across."""

    text: str
    hex: Hex
    dx: float = 0.0
    dy: float = 0.0
    size: float = 0.5
    angle: float = 0.0
    style: str = "plain"


@dataclass(slots=True)
class MapModel:
    """A map. Every field is a layer: a dict from keys to immutable entries; `head` has the one key "map"."""

    entry_types: ClassVar[Mapping[str, type]] = {
        "head": MapHead,
        "hexes": Cell,
        "hexsides": Feature,
        "paths": Feature,
        "places": Place,
        "regions": Region,
        "boxes": Box,
        "labels": Label,
    }
    head: dict[str, MapHead]
    hexes: dict[Hex, Cell] = field(default_factory=dict)
    hexsides: dict[Link, Feature] = field(default_factory=dict)
    paths: dict[Link, Feature] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    regions: dict[str, Region] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    # A board joined from several maps keeps the printed numbers of each.
    joined_numbers: TableLabels | None = None

    @property
    def info(self) -> MapHead:
        """The head."""
        return self.head["map"]

    @property
    def numbers(self) -> Labels:
        """The printed hex numbers."""
        return self.joined_numbers or GridLabels(self.info.grid, self.info.numbering)

    @property
    def side_numbers(self) -> SideLabels:
        """The names of hexsides."""
        return SideLabels(self.numbers, self.info.grid.orientation, self.hexes.__contains__)

    @property
    def addresses(self) -> Addresses:
        """Hexes named after places, such as "Naples W1"."""
        names: Mapping[str, Hex] = {p.name: p.hex for p in self.places.values() if p.name}
        return Addresses(self.info.grid.orientation, names)

    def hexes_in(self, region: str) -> set[Hex]:
        """The hexes that belong to a region."""
        return {h for h, cell in self.hexes.items() if region in cell.regions}
