"""The scenario file: its pydantic models. Conversion to and from the model is in `scenario_convert`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.formats.base import (
    AsWhole,
    AttributeValues,
    FileModel,
    Id,
    Name,
    Scalar,
    SchemaReference,
    SourceField,
    SourceText,
    Whole,
)
from core.formats.board_file import Hash

LAST_TURN = 9999
MOST_SISTERS = 1_000_000
SpaceName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description='A hex number, an address such as "Naples W1", or "box:" and the id of a box',
        examples=["2413", "box:reserve"],
    ),
]


class MapReferencePart(FileModel):
    """The map or board that the scenario is played on."""

    id: Id
    hash: Hash = ""


class OptionRow(FileModel):
    """A switch of the system that this scenario sets."""

    id: Id
    value: Scalar = Field(description="The value that it has here")


class TurnRow(FileModel):
    """A turn of the calendar."""

    turn: Whole = Field(ge=0, le=LAST_TURN, description="Number of the turn")
    name: Name
    date: str = Field("", description="First day of the turn, e.g. 1943-07-10")
    weather: str = Field("", description="Weather that the scenario prescribes, from the system")
    attributes: AttributeValues
    source: SourceField


class SideRow(FileModel):
    """A side of the war."""

    id: Id
    name: Name
    attributes: AttributeValues
    source: SourceField


class NationRow(FileModel):
    """A nation of the system that takes part."""

    id: Id = Field(description="Nation, from the system")
    side: str = Field("", description="Id of its side; empty while it is neutral")
    attributes: AttributeValues
    source: SourceField


class ControlRow(FileModel):
    """Who controls a hex or a region at the start."""

    of: str = Field(
        min_length=1, max_length=200, description='A hex number, or "region:" and the id of a region'
    )
    side: str = Field(description="Id of the side")
    source: SourceField


class MarkerRow(FileModel):
    """A marker on the map or in a box at the start."""

    id: Id
    kind: Id = Field(description="Kind of marker, from the system")
    at: SpaceName
    side: str = Field("", description="Id of the side that owns it")
    attributes: AttributeValues
    source: SourceField


class FormationRow(FileModel):
    """A node of the order of battle."""

    id: Id
    name: Name
    nation: str = Field("", description="Nation, from the system")
    parent: str = Field("", description="Id of the formation above it")
    order: Whole = Field(0, ge=-MOST_SISTERS, le=MOST_SISTERS, description="Place among its sisters")
    attributes: AttributeValues
    source: SourceField


class UnitRow(FileModel):
    """A counter."""

    id: Id
    name: Name
    type: Id = Field(description="Type of unit, from the system")
    nation: Id = Field(description="Nation, from the system")
    size: str = Field("", description="Size, from the system")
    formation: str = Field("", description="Id of the formation that it belongs to")
    order: Whole = Field(0, ge=-MOST_SISTERS, le=MOST_SISTERS, description="Place among its sisters")
    at: str = Field(
        "",
        max_length=200,
        description="Space where it starts; empty when it is placed in a zone or arrives later",
    )
    zone: str = Field("", description="Id of the zone where its owner may place it")
    attributes: AttributeValues
    source: SourceField


class ReinforcementRow(FileModel):
    """Units that arrive during the game."""

    id: Id
    turn: Whole = Field(ge=0, le=LAST_TURN, description="Turn of arrival")
    units: list[Id] = Field(min_length=1, description="Ids of the units")
    at: list[SpaceName] = Field([], description="Spaces of arrival; the owner chooses among them")
    zone: str = Field("", description="Id of the zone of arrival")
    condition: str = Field("", description="What must be true for the arrival, in words")
    attributes: AttributeValues
    source: SourceField


class ZoneRow(FileModel):
    """Where a side may set up or enter."""

    id: Id
    name: Name
    side: str = Field("", description="Id of the side; empty for every side")
    spaces: list[SpaceName] = Field([], description="Hexes and boxes of the zone")
    regions: list[Id] = Field([], description="Ids of regions that belong to the zone as a whole")
    attributes: AttributeValues
    source: SourceField


class VictoryRow(FileModel):
    """A condition of victory or a source of victory points."""

    id: Id
    side: str = Field(description="Id of the side that profits")
    text: str = Field(min_length=1, description="The condition in words")
    points: float = Field(0.0, description="Victory points that it gives")
    spaces: list[SpaceName] = Field([], description="Spaces that it is about")
    regions: list[Id] = Field([], description="Ids of regions that it is about")
    attributes: AttributeValues
    source: SourceField


class ScenarioFile(FileModel):
    """A scenario for one of the game systems."""

    schema_: SchemaReference
    format: Literal["sandtable.scenario"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    id: Id
    name: Name
    system: Id = Field(description="The game system")
    map: MapReferencePart = Field(description="The map or board that the scenario is played on")
    source: Annotated[
        SourceText | None, Field(None, description="Source of everything that names none of its own")
    ]
    description: str = Field("", description="What the scenario is about")
    notes: str = Field("", description="Designer's notes")
    first_turn: Whole = Field(1, ge=0, le=LAST_TURN, description="Number of the turn on which play begins")
    attributes: AttributeValues
    options: list[OptionRow] = Field([], description="Switches of the system that are set here")
    turns: list[TurnRow] = Field([], description="The calendar")
    sides: list[SideRow] = Field([], description="The sides of the war")
    nations: list[NationRow] = Field([], description="The nations that take part")
    control: list[ControlRow] = Field([], description="Who controls what at the start")
    zones: list[ZoneRow] = Field([], description="Where sides may set up or enter")
    formations: list[FormationRow] = Field([], description="The order of battle above the units")
    units: list[UnitRow] = Field([], description="The counters, one on a line")
    reinforcements: list[ReinforcementRow] = Field([], description="What arrives during the game")
    markers: list[MarkerRow] = Field([], description="Markers on the map at the start")
    victory: list[VictoryRow] = Field([], description="How the game is won")
