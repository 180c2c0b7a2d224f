"""The system file: the vocabulary of one published game as data.

Palettes, checks, schemas of attributes and the look of maps and counters are all made from it. It is used
in memory as it is: it is small and never edited there.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from core.formats.base import AsWhole, AttributeValues, Colour, FileModel, Id, Name, Scalar, Whole
from core.formats.map_file import NumberingPart
from core.formats.style import AreaStyle, CounterStyle, LineStyle, SymbolStyle

Rule = Annotated[str, Field("", description="Rule sections, e.g. 11.3, 11.4")]
Text = Annotated[str, Field("", description="The effect in a sentence, in our own words")]


class Effect(FileModel):
    """One number or word of the terrain effects chart."""

    value: Scalar | None = Field(description="The effect; null means not allowed")
    rule: Rule
    assumed: bool = Field(False, description="Reconstructed, not printed")


class Entry(FileModel):
    """What every word of the vocabulary has."""

    id: Id
    name: Name
    rule: Rule
    text: Text
    assumed: bool = Field(False, description="The entry itself is ours, not the rulebook's")


class EffectColumn(Entry):
    """A column of the terrain effects chart.

    A unit pays the column that names the first of its own classes to be named at all: a mountain unit of
    the classes mountain and foot pays "mountain" where there is such a column.
    """

    moves: list[Id] = Field([], description="Unit classes whose movement cost stands in this column")


Effects = Annotated[
    dict[str, Effect | Scalar | None],
    Field(
        default_factory=dict,
        description="Terrain effects by column id; a plain value is printed, not assumed",
    ),
]


class AttributeKind(Entry):
    """A value that an entry of a map or scenario may carry."""

    type: Literal["whole", "number", "text", "flag", "choice", "direction", "list"] = Field(
        description="What kind of value it is"
    )
    minimum: float | None = Field(None, description="Least number allowed")
    maximum: float | None = Field(None, description="Greatest number allowed")
    choices: list[str] = Field([], description="The values to choose from")
    required: bool = Field(False, description="Must be given")
    unit_types: list[Id] = Field([], description="For units: only these types have it; empty means all")


Attributes = Annotated[list[AttributeKind], Field([], description="Values that such an entry may carry")]


class SideKind(Entry):
    """A side of the war."""

    colour: Colour


class Terrain(Entry):
    """A base terrain: each hex has exactly one."""

    water: bool = Field(False, description="Open water: no land in the hex")
    style: AreaStyle = Field(description="How it is drawn")
    effects: Effects


class FeatureKind(Entry):
    """Something a hex may have besides its base terrain."""

    terrains: list[Id] = Field([], description="Base terrains that allow it; empty means all")
    style: SymbolStyle | None = Field(None, description="Sign drawn in the hex")
    area: AreaStyle | None = Field(None, description="Filling laid over the base terrain")
    effects: Effects


class ElevationScale(FileModel):
    """The levels of the ground."""

    name: str = Field("Elevation", description="What the rules call it")
    minimum: Whole = Field(0, description="Lowest level")
    maximum: Whole = Field(0, description="Highest level")
    rule: Rule
    text: Text
    assumed: bool = Field(False, description="The scale is ours, not the rulebook's")
    tints: list[Colour] = Field([], description="Tints from the lowest to the highest level")


class HexsideKind(Entry):
    """Something along hexsides."""

    blocks: bool = Field(False, description="No ground movement across")
    excludes: list[Id] = Field([], description="Kinds that cannot lie on the same side")
    on_edge: bool = Field(True, description="May lie on the edge of the map")
    water: bool = Field(False, description="May lie between two hexes of open water")
    style: LineStyle = Field(description="How it is drawn")
    effects: Effects
    attributes: Attributes


class PathKind(Entry):
    """Something that runs from hex to hex."""

    leaves_map: bool = Field(True, description="May run off the edge of the map")
    water: bool = Field(False, description="May run through open water")
    style: LineStyle = Field(description="How it is drawn")
    effects: Effects
    attributes: Attributes


class PlaceKind(Entry):
    """Something at a point in a hex."""

    coastal: bool = Field(False, description="Only in a hex that touches the sea")
    water: bool = Field(False, description="May lie in open water")
    named: bool = Field(True, description="Has a name")
    style: SymbolStyle = Field(description="How it is drawn")
    effects: Effects
    attributes: Attributes


class RegionKind(Entry):
    """A kind of area."""

    exclusive: bool = Field(False, description="A hex belongs to at most one region of this kind")
    water: bool = Field(False, description="Made of water hexes")
    style: LineStyle = Field(description="How it is drawn")
    attributes: Attributes


class BoxKind(Entry):
    """A kind of space off the hexes."""

    attributes: Attributes


class UnitType(Entry):
    """A type of unit."""

    classes: list[Id] = Field([], description="Classes that rules speak of, e.g. mechanized")
    water: bool = Field(False, description="May be set up in open water")
    symbol: str = Field("", description="NATO symbol of the counter, e.g. infantry, armour, headquarters")
    values: AttributeValues
    assumed_values: list[Id] = Field(
        [], description="Names of the values that are reconstructed, not printed"
    )


class UnitSize(Entry):
    """A size of unit."""

    mark: str = Field("", description="Size mark of the counter, e.g. XXX")


class CounterVariant(Entry):
    """Other colours for some units of a nation."""

    counter: CounterStyle = Field(description="Colours of the counters")


class NationKind(Entry):
    """A nationality."""

    side: str = Field("", description="Side that it usually belongs to")
    counter: CounterStyle = Field(description="Colours of the counters")
    variants: list[CounterVariant] = Field([], description="Other colours for some of its units")


class MarkerKind(Entry):
    """A kind of marker."""

    count: Annotated[int, Field(ge=0), AsWhole] | None = Field(
        None, description="How many there are; null: no limit or not known"
    )
    on: list[Literal["hex", "box", "unit", "track"]] = Field(["hex"], description="Where it may lie")
    style: SymbolStyle = Field(description="How it is drawn")
    effects: Effects
    attributes: Attributes


class OptionKind(Entry):
    """A switch that a scenario may set."""

    type: Literal["whole", "number", "text", "flag", "choice"] = Field(
        description="What kind of value it has"
    )
    choices: list[str] = Field([], description="The values to choose from")
    default: Scalar = Field(description="The value where a scenario says nothing")


class Weather(Entry):
    """A kind of weather."""


class GridDefaults(FileModel):
    """The grid of the published maps."""

    orientation: Literal["flat", "pointy"] = Field(
        description="flat: a side faces north, columns are straight; pointy: a corner does, rows are straight"
    )
    shifted: Literal["even", "odd"] = Field(
        description="Printed numbers of the columns half a hex lower, or of the rows half a hex further east"
    )
    numbering: NumberingPart = Field(NumberingPart(), description="How hex numbers are printed")
    named_addresses: bool = Field(
        False, description='Whether hexes are called after places, e.g. "Naples W1"'
    )
    hex_mm: float = Field(
        16.0, gt=0, description="Distance between opposite sides of a printed hex in millimetres"
    )
    rule: Rule
    text: Text
    assumed: bool = Field(False, description="Reconstructed, not printed")


EntryT = TypeVar("EntryT", bound=Entry)


class SystemFile(FileModel):
    """The vocabulary of one published game."""

    format: Literal["sandtable.system"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    id: Id
    name: Name
    publication: str = Field("", description="Edition that the rules come from")
    about: str = Field("", description="What the game is about")
    grid: GridDefaults = Field(description="The grid of the published maps")
    elevation: ElevationScale | None = Field(None, description="The levels of the ground, if there are any")
    sides: list[SideKind] = Field(description="The sides of the war")
    effect_columns: list[EffectColumn] = Field(description="Columns of the terrain effects chart")
    terrains: list[Terrain] = Field(
        min_length=1, description="Base terrains; new maps are filled with the first"
    )
    features: list[FeatureKind] = Field(description="What a hex may have besides its base terrain")
    hex_attributes: Attributes
    hexsides: list[HexsideKind] = Field(description="What may lie along hexsides")
    paths: list[PathKind] = Field(description="What may run from hex to hex")
    places: list[PlaceKind] = Field(description="What may stand at a point in a hex")
    regions: list[RegionKind] = Field(description="Kinds of areas")
    boxes: list[BoxKind] = Field(description="Kinds of spaces off the hexes")
    unit_types: list[UnitType] = Field(description="Types of units")
    unit_sizes: list[UnitSize] = Field(description="Sizes of units")
    unit_attributes: Attributes
    counter_figures: list[Id] = Field(
        [], description="Unit attributes that counters print in large figures, in order"
    )
    nations: list[NationKind] = Field(description="Nationalities")
    markers: list[MarkerKind] = Field(description="Kinds of markers")
    weathers: list[Weather] = Field(description="Kinds of weather")
    options: list[OptionKind] = Field(description="Switches that a scenario may set")
    map_attributes: Attributes
    scenario_attributes: Attributes
    side_attributes: Attributes
    nation_attributes: Attributes
    turn_attributes: Attributes
    zone_attributes: Attributes
    victory_attributes: Attributes
    reinforcement_attributes: Attributes
    formation_attributes: Attributes

    @cached_property
    def by_id(self) -> dict[str, dict[str, Entry]]:
        """Every list of entries as a mapping from id to entry, under the name of the list."""
        lists = {name: getattr(self, name) for name in type(self).model_fields}
        return {
            name: {entry.id: entry for entry in entries}
            for name, entries in lists.items()
            if isinstance(entries, list) and all(isinstance(entry, Entry) for entry in entries)
        }
