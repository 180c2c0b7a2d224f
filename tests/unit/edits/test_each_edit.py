"""Every builder of edits once: it does what its name says, and its inverse takes that back."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from core.edits import Edit, SetEntries, forces, grid, hexes, links, named, remove
from core.hexgrid.hexes import Hex, hexes_of, side, side_between
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model import Model
from core.model.facts import Attributes, Origin, Source
from core.model.map import Box, Cell, Feature, Label, Link, MapModel, Place, Region
from core.model.scenario import (
    Faction,
    Marker,
    Nation,
    Reinforcement,
    ScenarioModel,
    Turn,
    Unit,
    Victory,
    Zone,
)
from tests.property.test_edits import start_map, start_scenario

A, B, C = Hex(0, 0), Hex(0, 1), Hex(0, 2)
AB, BC = side_between(A, B), side_between(B, C)
RIVER, ROAD = Link(AB, "river"), Link(AB, "road")
BRIDGED = Feature(Attributes({"bridge": True}))


def terrain_count(terrain: str) -> Callable[[MapModel], int]:
    return lambda model: sum(cell.terrain == terrain for cell in model.hexes.values())


MAP_CASES: list[tuple[str, Callable[[MapModel], Edit], Callable[[MapModel], Any], Any]] = [
    ("paint", lambda m: hexes.paint_terrain({A: "x"}), lambda m: m.hexes[A].terrain, "x"),
    ("elevation", lambda m: hexes.set_elevation({A: 2}), lambda m: m.hexes[A].elevation, 2),
    ("feature", lambda m: hexes.add_feature(m, [A], "town"), lambda m: m.hexes[A].features, {"town"}),
    (
        "attribute",
        lambda m: hexes.set_hex_attribute(m, [A], "vp", 1),
        lambda m: m.hexes[A].attributes["vp"],
        1,
    ),
    ("replace", lambda m: hexes.replace_terrain(m, "clear", "x"), lambda m: m.hexes[A].terrain, "x"),
    ("replace some", lambda m: hexes.replace_terrain(m, "clear", "x", [A, B]), terrain_count("x"), 1),
    ("add hex", lambda m: hexes.add_hexes({A: Cell("new")}), lambda m: m.hexes[A], Cell("new")),
    ("remove hex", lambda m: hexes.remove_hexes(m, [A]), lambda m: A in m.hexes or "town" in m.places, False),
    (
        "lay river",
        lambda m: links.lay("hexsides", [BC], "river"),
        lambda m: Link(BC, "river") in m.hexsides,
        True,
    ),
    ("lift river", lambda m: links.lift("hexsides", [AB], "river"), lambda m: RIVER in m.hexsides, False),
    ("route", lambda m: links.lay_route([A, B, C], "rail"), lambda m: Link(BC, "rail") in m.paths, True),
    ("erase", lambda m: links.erase_sides(m, "paths", [AB]), lambda m: ROAD in m.paths, False),
    ("erase sides", lambda m: links.erase_sides(m, "hexsides", [AB]), lambda m: RIVER in m.hexsides, False),
    (
        "bridge",
        lambda m: links.set_link_attribute(m, "hexsides", [RIVER], "bridge", None),
        lambda m: m.hexsides[RIVER],
        Feature(),
    ),
    (
        "path attribute",
        lambda m: links.set_link_attribute(m, "paths", [ROAD], "bridge", True),
        lambda m: m.paths[ROAD],
        BRIDGED,
    ),
    ("move place", lambda m: named.move_place("town", B), lambda m: m.places["town"].hex, B),
    ("add place", lambda m: named.add_place(m, Place("fort", A)), lambda m: m.places["fort"].kind, "fort"),
    (
        "add region",
        lambda m: named.add_region(m, Region("sea", "Bay")),
        lambda m: m.regions["bay"].kind,
        "sea",
    ),
    (
        "assign",
        lambda m: named.assign_region(m, [A], "south"),
        lambda m: m.hexes[A].regions,
        {"north", "south"},
    ),
    (
        "assign alone",
        lambda m: named.assign_region_alone(m, [A], "south"),
        lambda m: m.hexes[A].regions,
        {"south"},
    ),
    ("release", lambda m: named.release_region(m, [A], "north"), lambda m: m.hexes[A].regions, set()),
    ("remove region", lambda m: named.remove_region(m, "north"), lambda m: m.hexes_in("north"), set()),
    (
        "add box",
        lambda m: named.add_box(m, Box("track", "Turn track")),
        lambda m: m.boxes["turn_track"].kind,
        "track",
    ),
    ("add label", lambda m: named.add_label(m, Label("Alps", A)), lambda m: m.labels["alps"].hex, A),
    ("move label", lambda m: named.move_label(m, "sea", A, 0.5, 0), lambda m: m.labels["sea"].dx, 0.5),
    (
        "source",
        lambda m: named.set_source(m, "hexes", [A], "", Source(Origin.VERIFIED)),
        lambda m: m.hexes[A].sources.of("terrain"),
        Source(Origin.VERIFIED),
    ),
    (
        "rename",
        lambda m: named.rename_id(m, "places", "town", "city"),
        lambda m: m.places["city"].name,
        "Town",
    ),
    (
        "numbering",
        lambda m: grid.set_numbering(m, Numbering(first_row=7)),
        lambda m: m.numbers.label(A),
        "0107",
    ),
    ("resize", lambda m: grid.resize(m, 0, 0, 1, 0, Cell("x")), lambda m: m.info.grid.columns, 6),
    (
        "shift",
        lambda m: grid.shift_content(m, 2, 0),
        lambda m: m.info.grid.column_row(m.places["town"].hex),
        (2, 0),
    ),
    ("remove", lambda m: remove("boxes", ["reserve"]), lambda m: dict(m.boxes), {}),
]

SCENARIO_CASES: list[tuple[str, Callable[[ScenarioModel], Edit], Callable[[ScenarioModel], Any], Any]] = [
    ("add unit", lambda s: forces.add_units(s, [Unit("9", "inf", "ge")]), lambda s: "ge_9" in s.units, True),
    ("place", lambda s: forces.place_units({"u2": "0102"}), lambda s: s.units["u2"].at, "0102"),
    (
        "zone",
        lambda s: forces.put_units_in_zone(["u1"], "z"),
        lambda s: (s.units["u1"].at, s.units["u1"].zone),
        ("", "z"),
    ),
    ("remove", lambda s: forces.remove_units(s, ["u2"]), lambda s: list(s.reinforcements), ["r2", "r3"]),
    (
        "formation",
        lambda s: forces.move_units_to_formation(["u3"], "army"),
        lambda s: s.units["u3"].formation,
        "army",
    ),
    (
        "schedule",
        lambda s: forces.schedule(s, Reinforcement(1, ("u3",))),
        lambda s: s.reinforcements["turn_1"].turn,
        1,
    ),
    ("reschedule", lambda s: forces.reschedule(["r1"], 1), lambda s: s.reinforcements["r1"].turn, 1),
    ("calendar", lambda s: forces.set_turns(s, {5: Turn("Five")}), lambda s: list(s.turns), [5]),
    ("side", lambda s: forces.set_side("red", Faction("Reds")), lambda s: s.sides["red"].name, "Reds"),
    ("nation", lambda s: forces.set_nation("fr", Nation("blue")), lambda s: s.nations["fr"].side, "blue"),
    ("control", lambda s: forces.set_control(["0101"], ""), lambda s: dict(s.control), {}),
    (
        "take control",
        lambda s: forces.set_control(["0202"], "blue"),
        lambda s: s.control["0202"].side,
        "blue",
    ),
    (
        "marker",
        lambda s: forces.add_marker(s, Marker("fort", "0102")),
        lambda s: s.markers["fort_2"].at,
        "0102",
    ),
    ("zones", lambda s: forces.add_zone(s, Zone("West")), lambda s: s.zones["west"].name, "West"),
    (
        "victory",
        lambda s: forces.add_victory(s, Victory("red", "Win")),
        lambda s: s.victory["red_victory"].text,
        "Win",
    ),
    ("option", lambda s: forces.set_option("fog", True), lambda s: s.options, {"fog": True}),
    ("notes", lambda s: forces.set_notes("n"), lambda s: s.info.notes, "n"),
    (
        "renumber",
        lambda s: forces.renumber_spaces(s, {"0101": "0909"}),
        lambda s: (
            s.units["u1"].at,
            *s.control,
            s.zones["z"].spaces,
            s.reinforcements["r1"].at,
            s.victory["v"].spaces,
        ),
        ("0909", "0909", ("0909", "0102"), ("0909",), ("0909",)),
    ),
]


def does_and_undoes(model: Model, build: Any, look: Any, expected: Any) -> None:
    before = copy.deepcopy(model)
    assert look_or_none(look, model) != expected
    inverse, change = build(model).apply(model)
    assert look(model) == expected
    assert change.layers
    inverse.apply(model)
    assert model == before


def look_or_none(look: Any, model: Model) -> Any:
    try:
        return look(model)
    except KeyError:
        return None


@pytest.mark.parametrize(
    ("build", "look", "expected"), [c[1:] for c in MAP_CASES], ids=[c[0] for c in MAP_CASES]
)
def test_map_edit(build: Any, look: Any, expected: Any) -> None:
    does_and_undoes(start_map(Orientation.FLAT, first_shifted=False), build, look, expected)


@pytest.mark.parametrize(
    ("build", "look", "expected"), [c[1:] for c in SCENARIO_CASES], ids=[c[0] for c in SCENARIO_CASES]
)
def test_scenario_edit(build: Any, look: Any, expected: Any) -> None:
    does_and_undoes(start_scenario(), build, look, expected)


def test_removing_a_feature() -> None:
    model = start_map(Orientation.POINTY, first_shifted=True)
    hexes.add_feature(model, [A], "town").apply(model)
    hexes.remove_feature(model, [A], "town").apply(model)
    assert model.hexes[A].features == set()


def test_strokes_of_whole_entries_merge() -> None:
    first, later = links.lay("paths", [AB], "rail", stroke=4), links.lift("paths", [AB], "rail", stroke=4)
    assert first.merge(later) == SetEntries("paths", {Link(AB, "rail"): None}, "Add rail", 4)


def test_nothing_changed_is_nothing_reported() -> None:
    model = start_map(Orientation.FLAT, first_shifted=False)
    _, change = hexes.paint_terrain({A: model.hexes[A].terrain}).apply(model)
    assert change.layers == change.keys("hexes") == frozenset()


def test_a_link_on_the_edge_keeps_its_hex() -> None:
    model = start_map(Orientation.FLAT, first_shifted=False)
    edge = side(A, 2)
    assert sum(h in model.hexes for h in hexes_of(edge)) == 1
    hexes.remove_hexes(model, [A]).apply(model)
    assert all(link.side != edge for link in model.paths)
