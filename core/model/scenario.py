"""The scenario: who fights, with what, where and when. Layers change only through `core.edits`.

Spaces are written as on the map ("2413", "Naples W1", "box:reserve"), not as hexes: a scenario can then be
opened, compared and mended without its map. `core.checks` tells when a space does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from core.model.facts import NO_ATTRIBUTES, NO_SOURCES, Attributes, Source, Sources, Value

Space: TypeAlias = str
BOX_PREFIX = "box:"


@dataclass(frozen=True, slots=True)
class MapReference:
    """The map or board that a scenario is played on: its id, and the content it was made for."""

    id: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioHead:
    """What is said of the scenario as a whole."""

    id: str
    name: str
    system: str
    map: MapReference
    description: str = ""
    notes: str = ""
    first_turn: int = 1
    source: Source | None = None
    attributes: Attributes = NO_ATTRIBUTES
    schema: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the calendar, keyed by its number."""

    name: str
    date: str = ""
    weather: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Faction:
    """A side of the war."""

    name: str
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation of the system that takes part: on which side, and with which numbers."""

    side: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Control:
    """Who controls a hex ("2413") or a region ("region:france") at the start."""

    side: str
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on the map or in a box at the start."""

    kind: str
    at: Space
    side: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Formation:
    """A node of the order of battle."""

    name: str
    nation: str = ""
    parent: str = ""
    order: int = 0
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter. `at` is where it starts, `zone` where its owner may put it; neither: it arrives later."""

    name: str
    type: str
    nation: str
    size: str = ""
    formation: str = ""
    order: int = 0
    at: Space = ""
    zone: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Units that arrive on a turn, in one of the spaces or in a zone, perhaps on a condition."""

    turn: int
    units: tuple[str, ...]
    at: tuple[Space, ...] = ()
    zone: str = ""
    condition: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a side may set up or enter: hexes, regions and boxes together."""

    name: str
    side: str = ""
    spaces: tuple[Space, ...] = ()
    regions: tuple[str, ...] = ()
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Victory:
    """One condition or one source of victory points."""

    side: str
    text: str
    points: float = 0.0
    spaces: tuple[Space, ...] = ()
    regions: tuple[str, ...] = ()
    attributes: Attributes = NO_ATTRIBUTES
    sources: Sources = NO_SOURCES


@dataclass(slots=True)
class ScenarioModel:
    """A scenario. Every field is a layer; `head` has the one key "scenario"."""

    entry_types: ClassVar[Mapping[str, type | tuple[type, ...]]] = {
        "head": ScenarioHead,
        "options": (str, int, float, bool),
        "turns": Turn,
        "sides": Faction,
        "nations": Nation,
        "control": Control,
        "markers": Marker,
        "formations": Formation,
        "units": Unit,
        "reinforcements": Reinforcement,
        "zones": Zone,
        "victory": Victory,
    }
    head: dict[str, ScenarioHead]
    options: dict[str, Value] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    sides: dict[str, Faction] = field(default_factory=dict)
    nations: dict[str, Nation] = field(default_factory=dict)
    control: dict[str, Control] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    formations: dict[str, Formation] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    reinforcements: dict[str, Reinforcement] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    victory: dict[str, Victory] = field(default_factory=dict)

    @property
    def info(self) -> ScenarioHead:
        """The head."""
        return self.head["scenario"]
