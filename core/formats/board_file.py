"""The board file: several maps joined, with overlays."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.formats.base import AsWhole, FileModel, HexNumber, Id, Name, SchemaReference, SourceText, Whole

HASH_PATTERN = r"^([0-9a-f]{64})?$"
FURTHEST = 10_000  # far beyond any table, near enough to draw
Hash = Annotated[
    str, Field(pattern=HASH_PATTERN, description="Content hash of the map that this was made for")
]


class PlacementRow(FileModel):
    """A map on the board."""

    map: Id = Field(description="Id of the map")
    hash: Hash = ""
    column: Whole = Field(
        0,
        ge=-FURTHEST,
        le=FURTHEST,
        description="Board column of the upper left corner, counted from 0 like the first map's",
    )
    row: Whole = Field(
        0, ge=-FURTHEST, le=FURTHEST, description="Board row of the upper left corner, counted from 0"
    )
    rotation: Annotated[Literal[0, 180], AsWhole] = Field(0, description="Degrees by which the map is turned")


class OverlayRow(FileModel):
    """A small map laid over the board; it replaces what it covers."""

    map: Id = Field(description="Id of the small map")
    hash: Hash = ""
    anchor: HexNumber = Field(description="Hex of the small map ...")
    at: HexNumber = Field(description="... that comes onto this hex of the board")
    turns: Whole = Field(0, ge=0, le=5, description="How often it is turned by 60 degrees anticlockwise")


class BoardFile(FileModel):
    """A board joined from several maps."""

    schema_: SchemaReference
    format: Literal["sandtable.board"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    id: Id
    name: Name
    system: Id = Field(description="The game system of the maps")
    source: Annotated[SourceText | None, Field(None, description="Where the arrangement comes from")]
    north: str = Field("", description="Compass direction of the hexes that points north on this board")
    notes: str = Field("", description="Remarks for readers")
    maps: list[PlacementRow] = Field(
        min_length=1, description="The maps, in order; where two overlap the earlier decides"
    )
    overlays: list[OverlayRow] = Field([], description="Small maps laid over the board, in order")
