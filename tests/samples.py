"""Tiny documents for tests: a made-up system, and maps, boards and scenarios that use its words.

Tests must not break when the data of a published system change, so they use this one.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.checks import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, ScenarioSubject, run_checks
from core.formats.system_file import SystemFile
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, side_between
from core.hexgrid.numbering import GridLabels, Numbering, SideLabels
from core.hexgrid.orientation import Orientation
from core.model.board import BoardHead, BoardModel, Overlay, Placement
from core.model.facts import Attributes, Origin, Source, Sources
from core.model.issue import Issue
from core.model.map import (
    Box,
    Cell,
    Feature,
    Georeference,
    Label,
    Link,
    MapHead,
    MapModel,
    Place,
    Region,
    Underlay,
)
from core.model.scenario import (
    Control,
    Faction,
    Formation,
    MapReference,
    Marker,
    Nation,
    Reinforcement,
    ScenarioHead,
    ScenarioModel,
    Turn,
    Unit,
    Victory,
    Zone,
)

SYSTEM_ID = "test_system"
AREA = {"fill": "#aabbcc"}
LINE = {"colour": "#334455"}
SYMBOL = {"shape": "dot"}
COUNTER = {"fill": "#ffffff", "ink": "#000000"}


def word(word_id: str, **fields: Any) -> dict[str, Any]:
    """An entry of the vocabulary."""
    return {"id": word_id, "name": word_id.capitalize(), **fields}


def system_data() -> dict[str, Any]:
    """The made-up system as the data of its file; a fresh copy at each call."""
    return json.loads(json.dumps(_system_data()))  # also shared parts are copied


def _system_data() -> dict[str, Any]:
    strength = word("strength", type="whole", minimum=0, maximum=20, required=True, unit_types=["infantry"])
    return {
        "format": "sandtable.system",
        "version": 1,
        "id": SYSTEM_ID,
        "name": "Test system",
        "grid": {"orientation": "flat", "shifted": "even", "rule": "1.1"},
        "elevation": {"minimum": 0, "maximum": 3, "tints": ["#ffffff", "#eeeeee"]},
        "sides": [word("red", colour="#ff0000"), word("blue", colour="#0000ff")],
        "effect_columns": [word("foot", moves=["foot"])],
        "terrains": [
            word("clear", style=AREA, effects={"foot": 1}),
            word("wood", style={**AREA, "pattern": "trees"}, effects={"foot": {"value": 2, "assumed": True}}),
            word("sea", water=True, style=AREA, effects={"foot": None}),
        ],
        "features": [word("village", terrains=["clear"], style=SYMBOL), word("ruin", area=AREA)],
        "hex_attributes": [
            word("cover", type="whole", minimum=0, maximum=5),
            word("flow", type="direction"),
            word("density", type="number"),
            word("mined", type="flag"),
            word("soil", type="choice", choices=["sand", "clay"]),
            word("tags", type="list"),
        ],
        "hexsides": [
            word("river", excludes=["cliff"], style=LINE, attributes=[word("bridge", type="flag")]),
            word("cliff", style=LINE),
            word("coast", blocks=True, on_edge=False, style=LINE),
        ],
        "paths": [
            word(
                "road", leaves_map=False, style=LINE, attributes=[word("lanes", type="whole", required=True)]
            ),
            word("track", style=LINE),
            word("ferry", water=True, style=LINE),
        ],
        "places": [
            word("city", style=SYMBOL, attributes=[word("value", type="whole", minimum=1)]),
            word("port", coastal=True, named=False, style=SYMBOL),
        ],
        "regions": [
            word("country", exclusive=True, style=LINE, attributes=[word("capital", type="text")]),
            word("zone", style=LINE),
        ],
        "boxes": [word("holding", attributes=[word("size", type="whole")])],
        "unit_types": [word("infantry", classes=["foot"]), word("armour", values={"speed": 8})],
        "unit_sizes": [word("division", mark="XX")],
        "unit_attributes": [strength, word("steps", type="whole")],
        "nations": [
            word("redland", side="red", counter=COUNTER),
            word("blueland", side="blue", counter=COUNTER),
        ],
        "markers": [word("fort", count=2, style=SYMBOL, attributes=[word("level", type="whole")])],
        "weathers": [word("dry"), word("mud")],
        "options": [word("fog", type="flag", default=False), word("pace", type="whole", default=1)],
        "map_attributes": [
            word("edition", type="whole"),
            word("draft", type="flag"),
            word("sheets", type="list"),
            word("scale", type="number"),
        ],
        "scenario_attributes": [word("players", type="whole")],
        "nation_attributes": [word("morale", type="whole")],
        "side_attributes": [word("supply", type="whole")],
        "turn_attributes": [word("season", type="text")],
        "zone_attributes": [word("limit", type="whole")],
        "victory_attributes": [word("level", type="text")],
        "reinforcement_attributes": [word("by", type="choice", choices=["sea", "rail"])],
        "formation_attributes": [word("leader", type="text")],
    }


@cache
def test_system() -> SystemFile:
    """The made-up system."""
    return SystemFile.model_validate(system_data())


test_system.__test__ = False  # type: ignore[attr-defined]  it is no test


def get_system(system_id: str) -> SystemFile:
    """Finds the made-up system only, as `check_file` wants it."""
    if system_id != SYSTEM_ID:
        raise KeyError(system_id)
    return test_system()


def tables_data() -> dict[str, Any]:
    """A tables file; a fresh copy at each call."""
    table = {"id": "crt", "title": "Combat", "rule": "7.1", "rows": [{"roll": 1, "1:1": "AR"}], "values": {}}
    return {"format": "sandtable.tables", "version": 1, "system": SYSTEM_ID, "tables": [table]}


def game_data() -> dict[str, Any]:
    """A saved game of a made-up system; a fresh copy at each call."""
    return {
        "$schema": "x",
        "format": "sandtable.game",
        "version": 1,
        "origin": {
            "system": SYSTEM_ID,
            "system_version": 2,
            "scenario": "rich",
            "scenario_file": "rich.scenario.json",
            "scenario_hash": "0" * 64,
            "seed": 7,
            "script": [6, 1],
        },
        "bots": {"red": "greedy"},
        "count": 2,
        "fingerprint": "0123456789abcdef",
        "position": {
            "board": {"turn": 1, "where": {"r1": 5}},
            "dice": {"seed": 7, "drawn": 0, "script": [1]},
            "stack": [{"node": "turn"}, {"node": "combat", "data": {"side": "red", "hit": [3]}}],
            "result": {"winner": "red", "reason": "Blue is beaten", "rule": "9.1"},
        },
        "log": [
            {"text": "An attack", "rule": "7.1", "dice": [6], "sides": ["red"]},
            {"text": "The losses", "modifiers": [{"value": -1.5, "reason": "a river", "rule": "7.2"}]},
        ],
        "actions": [
            {"side": "red", "verb": "attack", "unit": "r1", "space": "A01.02"},
            {"side": "blue", "verb": "retreat", "option": "north"},
        ],
    }


def names_in(folder: Path) -> list[str]:
    """The names of the files in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, for tests of permissions; no other folder is changed for it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if any(not parent.stat().st_mode & 0o001 for parent in folder.parents):
            pytest.skip("other users cannot reach the folder for temporary files")
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            folder.chmod(0o755)  # so that it can be removed


# --- maps -----------------------------------------------------------------------------------------


def tiny_map(
    map_id: str = "tiny",
    columns: int = 4,
    rows: int = 3,
    orientation: Orientation = Orientation.FLAT,
    *,
    first_shifted: bool = False,
    **numbering: Any,
) -> MapModel:
    """A map of clear hexes without a fault."""
    grid = Grid(orientation, columns, rows, first_shifted)
    head = MapHead(map_id, map_id.capitalize(), SYSTEM_ID, grid, Numbering(**numbering))
    return MapModel({"map": head}, dict.fromkeys(grid.hexes(), Cell("clear")))


def at(model: MapModel, number: str) -> Hex:
    """The hex with a printed number."""
    return model.numbers.parse(number)


def link(model: MapModel, side: str, kind: str) -> Link:
    """The link of a kind on the side with that name."""
    info = model.info
    labels = SideLabels(
        GridLabels(info.grid, info.numbering), info.grid.orientation, model.hexes.__contains__
    )
    return Link(labels.parse(side), kind)


def set_hex(model: MapModel, number: str, **fields: Any) -> None:
    """Change some fields of a hex."""
    h = at(model, number)
    model.hexes[h] = replace(model.hexes[h], **fields)


def rich_map(map_id: str = "rich") -> MapModel:
    """A map that uses every field of the format, without a fault."""
    model = tiny_map(map_id, prefix="A", separator=".", rows_from="bottom")
    rule = Source(Origin.RULEBOOK, "11.4")
    model.head["map"] = replace(
        model.info,
        named_addresses=True,
        schema="../schemas/sandtable-map.schema.json",
        north="NE",
        source=Source(Origin.ASSUMED),
        notes='Notes with "quotes", ümlauts and\na new line',
        attributes=Attributes({"edition": 2, "draft": True, "sheets": ("A", "B"), "scale": 2.5}),
        georeference=Georeference("lonlat", (1.0, 0.0, -2.5, 0.0, 1.0, 3.25), Sources({"": rule})),
        underlay=Underlay("scan.png", -1.0, 0.5, 12.0, 1.5, 0.25),
    )
    del model.hexes[at(model, "A04.01")]
    set_hex(model, "A04.03", terrain="sea")
    set_hex(model, "A04.02", terrain="sea", regions=frozenset({"bay"}))
    set_hex(
        model,
        "A01.01",
        terrain="clear",
        elevation=2,
        features=frozenset({"village", "ruin"}),
        regions=frozenset({"redland", "north"}),
        attributes=Attributes({"cover": 3, "flow": "SE", "tags": ("x",)}),
        sources=Sources({"": rule, "elevation": Source(Origin.DERIVED, "relief")}),
    )
    a, b = at(model, "A02.01"), at(model, "A02.02")
    model.hexsides[Link(side_between(a, b), "river")] = Feature(
        Attributes({"bridge": True}), Sources({"": Source(Origin.VERIFIED)})
    )
    model.hexsides[link(model, "A01.03 NW", "cliff")] = Feature()
    model.paths[Link(side_between(a, b), "road")] = Feature(Attributes({"lanes": 2}))
    model.paths[link(model, "A01.03 N", "track")] = Feature()
    model.places["naples"] = Place("city", a, "Naples", Attributes({"value": 3}), Sources({"": rule}))
    model.places["harbour"] = Place("port", at(model, "A03.03"))
    model.regions["redland"] = Region("country", "Redland", Attributes({"capital": "Naples"}), Sources())
    model.regions["north"] = Region("zone", "Nörd", sources=Sources({"name": rule}))
    model.regions["bay"] = Region("zone", "Bay")
    model.boxes["reserve"] = Box("holding", "Reserve", 1.5, -4.0, 2.0, 1.0, Attributes({"size": 4}))
    model.labels["sea"] = Label("Mare Nostrum", at(model, "A04.01"), 0.5, -0.25, 0.75, -30.0, "spaced")
    model.labels["plain"] = Label("x", at(model, "A01.01"))
    return model


def map_issues(model: MapModel) -> list[Issue]:
    """What the checks find in a map of the made-up system."""
    return list(run_checks(MAP_CHECKS, MapSubject(model, test_system()), "x.map.json"))


# --- boards ---------------------------------------------------------------------------------------


def board(*maps: Placement, overlays: tuple[Overlay, ...] = (), board_id: str = "board") -> BoardModel:
    """A board of the made-up system."""
    return BoardModel(
        {"board": BoardHead(board_id, "Board", SYSTEM_ID)},
        dict(enumerate(maps, 1)),
        dict(enumerate(overlays, 1)),
    )


def rich_board() -> BoardModel:
    """A board that uses every field of the format."""
    model = board(
        Placement("west", "0" * 64),
        Placement("east", "", -4, 2, 180),
        overlays=(Overlay("patch", "0101", "A0203", "f" * 64, 5), Overlay("patch", "0101", "A0101")),
    )
    model.head["board"] = replace(
        model.info, north="S", notes="Zwei Karten", source=Source(Origin.RULEBOOK, "2.1"), schema="board.json"
    )
    return model


# --- scenarios ------------------------------------------------------------------------------------


def tiny_scenario(map_id: str = "tiny") -> ScenarioModel:
    """A scenario without a fault on `tiny_map`."""
    return ScenarioModel(
        {"scenario": ScenarioHead("clash", "Clash", SYSTEM_ID, MapReference(map_id))},
        turns={1: Turn("Turn 1"), 2: Turn("Turn 2")},
        sides={"red": Faction("Red"), "blue": Faction("Blue")},
        nations={"redland": Nation("red"), "blueland": Nation("blue")},
        units={
            "r1": Unit("1st", "infantry", "redland", at="0101", attributes=Attributes({"strength": 4})),
            "b1": Unit("9th", "armour", "blueland", at="0403"),
        },
    )


def rich_scenario(map_id: str = "rich", map_hash: str = "") -> ScenarioModel:
    """A scenario that uses every field of the format, without a fault on `rich_map`."""
    rule = Sources({"": Source(Origin.RULEBOOK, "20.1"), "name": Source(Origin.ASSUMED)})
    return ScenarioModel(
        {
            "scenario": ScenarioHead(
                "landing",
                "Landing",
                SYSTEM_ID,
                MapReference(map_id, map_hash),
                "What it is about",
                "Notes",
                2,
                Source(Origin.RULEBOOK, "20"),
                Attributes({"players": 2}),
                "scenario.json",
            )
        },
        options={"fog": True, "pace": 3},
        turns={
            2: Turn("July I", "1943-07-10", "dry", Attributes({"season": "summer"}), rule),
            3: Turn("July II"),
            10: Turn("Later", weather="mud"),
        }
        | {n: Turn(f"Turn {n}") for n in range(4, 10)},
        sides={"red": Faction("Red", Attributes({"supply": 5}), rule), "blue": Faction("Blue")},
        nations={"redland": Nation("red", Attributes({"morale": 3}), rule), "blueland": Nation("blue")},
        control={"A01.01": Control("red", rule), "region:redland": Control("red")},
        markers={"f1": Marker("fort", "A02.02", "red", Attributes({"level": 2}), rule)},
        formations={
            "army": Formation("Army", "redland", attributes=Attributes({"leader": "X"})),
            "corps": Formation("Corps", "redland", "army", 2, sources=rule),
        },
        units={
            "r1": Unit(
                "1st",
                "infantry",
                "redland",
                "division",
                "corps",
                1,
                "Naples",
                attributes=Attributes({"strength": 4}),
                sources=rule,
            ),
            "r2": Unit("2nd", "armour", "redland", at="box:reserve"),
            "r3": Unit("3rd", "armour", "blueland", zone="beach"),
            "b1": Unit("9th", "armour", "blueland"),
        },
        reinforcements={
            "first": Reinforcement(
                3,
                ("b1",),
                ("A01.02", "Naples NE1"),
                "beach",
                "if the port is taken",
                Attributes({"by": "sea"}),
                rule,
            )
        },
        zones={
            "beach": Zone(
                "Beach", "blue", ("A01.03", "box:reserve"), ("north",), Attributes({"limit": 3}), rule
            )
        },
        victory={
            "port": Victory(
                "red", "Hold it", 2.5, ("A03.03",), ("redland",), Attributes({"level": "major"}), rule
            )
        },
    )


def scenario_issues(scenario: ScenarioModel, model: MapModel) -> list[Issue]:
    """What the checks find in a scenario of the made-up system."""
    subject = ScenarioSubject(scenario, model, test_system())
    return list(run_checks(SCENARIO_CHECKS, subject, "x.scenario.json"))
