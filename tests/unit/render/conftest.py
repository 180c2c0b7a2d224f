"""A small vocabulary and small maps for the tests of rendering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.formats.system_file import SystemFile
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, side
from core.hexgrid.orientation import Orientation
from core.model.facts import Attributes, Origin, Source, Sources
from core.model.map import Box, Cell, Feature, Label, Link, MapHead, MapModel, Place, Region
from core.model.scenario import (
    Control,
    Faction,
    MapReference,
    Marker,
    Nation,
    Reinforcement,
    ScenarioHead,
    ScenarioModel,
    Turn,
    Unit,
    Zone,
)

FILLS = {"plain": "#ddccaa", "wood": "#88aa66", "rock": "#997755", "sea": "#aaccee"}
RIVER, ROAD = "#2060c0", "#a03020"


def entry(key: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": key.replace("_", " ").title(), **more}


def system_data() -> dict[str, Any]:
    data: dict[str, Any] = {name: [] for name, f in SystemFile.model_fields.items() if f.is_required()}
    line = {"colour": "#604020", "width": 0.05}
    data |= {
        "format": "sandtable.system",
        "version": 1,
        "id": "test",
        "name": "Test",
        "grid": {"orientation": "flat", "shifted": "even", "hex_mm": 16},
        "elevation": {"minimum": 0, "maximum": 2, "tints": ["#e0e0c0", "#d0b080", "#a07040"]},
        "sides": [entry("red", colour="#c02020"), entry("blue", colour="#2020c0")],
        "terrains": [
            entry(key, style={"fill": fill, "pattern": "none"}, water=key == "sea")
            for key, fill in FILLS.items()
        ],
        "features": [
            entry("mine", style={"shape": "pick", "size": 0.2}),
            entry("ruins", area={"fill": "#cccccc", "pattern": "stones"}),
        ],
        "hexsides": [
            entry("river", style={"colour": RIVER, "width": 0.1}),
            entry("cliff", style={**line, "pattern": "teeth"}),
        ],
        "paths": [
            entry("road", style={"colour": ROAD, "width": 0.08, "casing": "#ffffff"}),
            entry("rail", style={"colour": "#101010", "width": 0.05, "pattern": "rail"}),
        ],
        "places": [
            entry("city", style={"shape": "square", "size": 0.32}),
            entry("town", style={"shape": "circle", "size": 0.2}),
        ],
        "regions": [entry("country", style={**line, "dash": [0.1, 0.05]})],
        "boxes": [entry("holding")],
        "unit_types": [
            entry("infantry", symbol="infantry", values={"move": 4}),
            entry("odd_band", symbol="unheard_of"),
        ],
        "unit_sizes": [entry("corps", mark="XXX")],
        "unit_attributes": [entry("strength", type="whole"), entry("move", type="whole")],
        "counter_figures": ["strength", "move"],
        "nations": [
            entry(
                "redland",
                counter={"fill": "#c08060", "ink": "#000000"},
                variants=[entry("guard", counter={"fill": "#401010", "ink": "#ffffff"})],
            )
        ],
        "markers": [
            entry("smoke", style={"shape": "smoke"}),
            entry("out_of_supply", style={"shape": "chit"}),
        ],
    }
    return data


@pytest.fixture(scope="session")
def system() -> SystemFile:
    return SystemFile.model_validate(system_data())


MakeMap = Callable[..., MapModel]


@pytest.fixture
def make_map() -> MakeMap:
    """An empty map: terrain chosen by column and row, so that no two neighbours look alike."""

    def make(
        orientation: Orientation = Orientation.FLAT,
        first_shifted: bool = False,
        columns: int = 6,
        rows: int = 5,
    ) -> MapModel:
        grid = Grid(orientation, columns, rows, first_shifted)
        names = list(FILLS)
        hexes = {}
        for h in grid.hexes():
            column, row = grid.column_row(h)
            hexes[h] = Cell(names[(column + 2 * row) % len(names)])
        return MapModel({"map": MapHead("test_map", "Test Map & Co", "test", grid)}, hexes)

    return make


@pytest.fixture
def full_map(make_map: MakeMap) -> MapModel:
    """A map with something of everything."""
    model = make_map()
    grid = model.info.grid
    a, b, c = (grid.hex_at(column, 2) for column in (1, 2, 3))
    assumed = Sources({"": Source(Origin.ASSUMED)})
    land = {
        h: Cell("plain", elevation=h.q % 3, regions=frozenset({"west"} if h.q < 3 else ()))
        for h in model.hexes
    }
    model.hexes = land
    model.hexes[a] = Cell("wood", features=frozenset({"mine", "ruins"}), sources=assumed)
    bridge = Feature(Attributes({"bridge": True}))
    model.hexsides = {Link(side(b, d), "river"): bridge if d == 1 else Feature() for d in (0, 1, 2)}
    model.hexsides[Link(side(c, 5), "cliff")] = Feature(sources=assumed)
    for kind in ("road", "rail"):
        model.paths |= {Link(side(a, d), kind): Feature() for d in (0, 3)}
    model.places = {
        "p1": Place("city", b, "Łódź"),
        "p2": Place("town", c, "Żory", sources=assumed),
        "p3": Place("town", c, "Żory harbour"),
    }
    model.regions = {"west": Region("country", "West")}
    model.boxes = {"reserve": Box("holding", "Reserve", 7.0, 0.0, 3.0, 2.0)}
    model.labels = {
        "l1": Label("Great <Plain>", grid.hex_at(4, 3), angle=20),
        "l2": Label("Sound", a, style="water"),
    }
    return model


@pytest.fixture
def scenario() -> ScenarioModel:
    """Counters in a stack, in a box, in a zone, arriving and nowhere."""
    head = ScenarioHead("s", "Test Battle", "test", MapReference("test_map"))
    model = ScenarioModel({"scenario": head})
    model.sides = {"red": Faction("Red")}
    model.nations = {"redland": Nation("red")}
    model.control = {"0101": Control("red"), "region:west": Control("red")}
    strong = Attributes({"strength": 7})
    model.units = {
        "u1": Unit("1st Corps", "infantry", "redland", "corps", at="0203", attributes=strong),
        "u2": Unit("Guards", "odd_band", "redland", at="0203", attributes=Attributes({"variant": "guard"})),
        "u3": Unit("2nd Corps", "infantry", "redland", at="box:reserve"),
        "u4": Unit("Lost Corps", "infantry", "nowhere", at="9999"),
        "u5": Unit("Later Corps", "infantry", "redland"),
        "u6": Unit("Zone Corps", "infantry", "redland", zone="north"),
    }
    model.zones = {"north": Zone("Northern line", "red", ("0501", "0502", "box:reserve"))}
    model.turns = {2: Turn("August II")}
    model.reinforcements = {
        "r1": Reinforcement(2, ("u5",), ("0101", "box:reserve"), "north", "The bridge is open")
    }
    model.markers = {
        "m1": Marker("smoke", "0202"),
        "m2": Marker("out_of_supply", "0203"),
        "m3": Marker("unknown", "box:reserve"),
        "m4": Marker("smoke", "box:nowhere"),
    }
    return model


@pytest.fixture
def middle() -> Hex:
    return Hex(2, 1)
