"""The map file: its pydantic models. Conversion to and from the map model is in `map_convert`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.formats.base import (
    AsWhole,
    AttributeValues,
    FileModel,
    HexNumber,
    Id,
    Name,
    SchemaReference,
    SideName,
    SourceField,
    SourceText,
    Whole,
)

MAP_FORMAT = "sandtable.map"
MAP_VERSION = 1
FAR = 10_000  # hexes across: beyond every sheet
Coordinate = Annotated[float, Field(ge=-FAR, le=FAR)]
Length = Annotated[float, Field(gt=0, le=FAR)]


class GridPart(FileModel):
    """The rectangle of hexes and how they stand."""

    orientation: Literal["flat", "pointy"] = Field(
        description="flat: a side faces north, columns are straight; pointy: a corner does, rows are straight"
    )
    columns: Whole = Field(ge=1, le=2000, description="Number of columns")
    rows: Whole = Field(ge=1, le=2000, description="Number of rows")
    shifted: Literal["even", "odd"] = Field(
        description="Printed numbers of the columns half a hex lower, or of the rows half a hex further east"
    )


class NumberingPart(FileModel):
    """How hex numbers are printed."""

    order: Literal["CCRR", "RRCC"] = Field("CCRR", description="Column before row, or row before column")
    column_digits: Whole = Field(2, ge=1, le=5, description="Least number of digits of the column")
    row_digits: Whole = Field(2, ge=1, le=5, description="Least number of digits of the row")
    first_column: Whole = Field(1, ge=0, le=9999, description="Number of the first column")
    first_row: Whole = Field(1, ge=0, le=9999, description="Number of the first row")
    prefix: str = Field(
        "", pattern=r"^[A-Za-z]*$", description='Letters before the number, e.g. the map letter "A"'
    )
    separator: str = Field("", pattern=r"^[.,\- ]?$", description="Character between column and row")
    columns_from: Literal["left", "right"] = Field("left", description="Where column numbers begin")
    rows_from: Literal["top", "bottom"] = Field("top", description="Where row numbers begin")


class GeoreferencePart(FileModel):
    """Where the map lies on the earth."""

    crs: str = Field(
        min_length=1,
        description='PROJ string, or "lonlat" for degrees',
        examples=["+proj=aeqd +lat_0=51 +lon_0=16"],
    )
    affine: list[float] = Field(
        min_length=6,
        max_length=6,
        description="a to f with x = a*u + b*v + c and y = d*u + e*v + f, in hexes across from the first hex",
    )
    source: SourceField


class UnderlayPart(FileModel):
    """A picture under the hexes to trace from."""

    image: str = Field(min_length=1, description="File name of the picture, relative to the map file")
    x: Coordinate = Field(0.0, description="Left edge in hexes across")
    y: Coordinate = Field(0.0, description="Upper edge in hexes across")
    width: Length = Field(10.0, description="Width in hexes across")
    rotation: float = Field(0.0, ge=-360, le=360, description="Degrees clockwise")
    opacity: float = Field(0.5, ge=0, le=1, description="0 is invisible, 1 is solid")


class RegionRow(FileModel):
    """A country, sea area, zone ...; hexes name the regions that they belong to."""

    id: Id
    kind: Id = Field(description="Kind of region, from the system")
    name: Name
    attributes: AttributeValues
    source: SourceField


class BoxRow(FileModel):
    """A space off the hexes, such as a holding box."""

    id: Id
    kind: Id = Field(description="Kind of box, from the system")
    name: Name
    x: Coordinate = Field(0.0, description="Left edge in hexes across")
    y: Coordinate = Field(0.0, description="Upper edge in hexes across")
    width: Length = Field(4.0, description="Width in hexes across")
    height: Length = Field(3.0, description="Height in hexes across")
    attributes: AttributeValues
    source: SourceField


class HexRow(FileModel):
    """One hex. A hex of the grid that has no line does not exist."""

    hex: HexNumber
    terrain: Id = Field(description="Base terrain, from the system")
    elevation: Whole = Field(0, ge=-100, le=1000, description="Level of the ground")
    features: list[Id] = Field([], description="What else is in the hex, from the system")
    regions: list[Id] = Field([], description="Ids of the regions that the hex belongs to")
    attributes: AttributeValues
    source: SourceField


class HexsideRow(FileModel):
    """Something along a hexside: a river, a strait, a border."""

    side: SideName
    kind: Id = Field(description="Kind of hexside, from the system")
    attributes: AttributeValues
    source: SourceField


class PathRow(FileModel):
    """Something that crosses a hexside from hex to hex: a road, a railway, a river through hexes."""

    side: SideName
    kind: Id = Field(description="Kind of path, from the system")
    attributes: AttributeValues
    source: SourceField


class PlaceRow(FileModel):
    """A city, port, fort, airfield ... in a hex."""

    id: Id
    kind: Id = Field(description="Kind of place, from the system")
    hex: HexNumber
    name: str = Field("", description="The name that is shown")
    attributes: AttributeValues
    source: SourceField


class LabelRow(FileModel):
    """Free text on the map."""

    id: Id
    text: str = Field(min_length=1, description="What is written")
    hex: HexNumber
    dx: Coordinate = Field(0.0, description="Offset to the east from the centre of the hex, in hexes across")
    dy: Coordinate = Field(0.0, description="Offset to the south from the centre of the hex, in hexes across")
    size: float = Field(0.5, gt=0, le=20, description="Height of the letters in hexes across")
    angle: float = Field(0.0, ge=-360, le=360, description="Degrees clockwise")
    style: Literal["plain", "bold", "italic", "spaced"] = Field("plain", description="How it is written")


class MapFile(FileModel):
    """A hex map for one of the game systems."""

    schema_: SchemaReference
    format: Literal["sandtable.map"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    id: Id
    name: Name
    system: Id = Field(description="The game system whose terrain and features the map uses")
    source: Annotated[
        SourceText | None, Field(None, description="Source of everything that names none of its own")
    ]
    north: str = Field("", description="Compass direction of the hexes that points north, where it is not up")
    notes: str = Field("", description="Remarks for readers")
    attributes: AttributeValues
    grid: GridPart = Field(description="The rectangle of hexes and how they stand")
    numbering: NumberingPart = Field(NumberingPart(), description="How hex numbers are printed")
    named_addresses: bool = Field(
        False, description='Whether hexes are called after places, e.g. "Naples W1"'
    )
    georeference: GeoreferencePart | None = Field(None, description="Where the map lies on the earth")
    underlay: UnderlayPart | None = Field(None, description="A picture under the hexes to trace from")
    regions: list[RegionRow] = Field([], description="Countries, sea areas, zones")
    boxes: list[BoxRow] = Field([], description="Spaces off the hexes")
    hexes: list[HexRow] = Field([], description="The hexes, one on a line")
    hexsides: list[HexsideRow] = Field([], description="What lies along hexsides")
    paths: list[PathRow] = Field([], description="What runs from hex to hex")
    places: list[PlaceRow] = Field([], description="What is at a point in a hex")
    labels: list[LabelRow] = Field([], description="Free text on the map")
