"""Edits one by one: what they do on a small map and scenario, and what they refuse."""

from __future__ import annotations

import copy

import pytest

from core.edits import (
    Composite,
    EditError,
    SetEntries,
    SetFields,
    forces,
    grid,
    hexes,
    links,
    named,
    put,
    set_field,
)
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, side, side_between
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model import Model
from core.model.facts import Attributes, Origin, Source
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
    Faction,
    Formation,
    MapReference,
    Reinforcement,
    ScenarioHead,
    ScenarioModel,
    Unit,
)

A, B = Hex(0, 0), Hex(0, 1)
SIDE = side_between(A, B)


@pytest.fixture
def model() -> MapModel:
    board = Grid(Orientation.FLAT, 3, 3)
    return MapModel(
        {"map": MapHead("m", "M", "s", board)},
        {h: Cell("clear") for h in board.hexes()},
        {Link(SIDE, "river"): Feature()},
        {},
        {"town": Place("city", A, "Town")},
        {
            "north": Region("country", "North"),
            "south": Region("country", "South"),
            "sea": Region("sea", "Sea"),
        },
    )


@pytest.fixture
def scenario() -> ScenarioModel:
    return ScenarioModel({"scenario": ScenarioHead("s", "S", "x", MapReference("m"))})


def refused(model: Model, edit: object, message: str) -> None:
    before = copy.deepcopy(model)
    with pytest.raises(EditError, match=message):
        edit.apply(model)  # type: ignore[attr-defined]
    assert model == before


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (SetEntries("weather", {}), 'no layer "weather"'),
        (SetEntries("hexes", {A: "clear"}), 'no entry of layer "hexes"'),
        (SetEntries("hexes", {Hex(9, 9): Cell("clear")}), "outside the grid"),
        (SetEntries("hexes", {A: None}), "Town stands in a hex that would be removed"),
        (SetEntries("head", {"map": None}), "not removed"),
        (set_field("head", "map", "grid", Grid(Orientation.FLAT, 2, 2)), "outside the grid"),
        (put("places", "x", Place("port", Hex(9, 9))), "port would stand in"),
        (links.lay("hexsides", [side(Hex(9, 9), 0)], "river"), "touches no hex"),
        (named.add_label(MapModel({}), Label("Far", Hex(9, 9))), "outside the grid"),
        (SetFields("places", "hex", {"nowhere": A}), "there is no 'nowhere'"),
        (SetFields("places", "colour", {"town": "red"}), 'no field "colour"'),
        (Composite((hexes.paint_terrain({A: "woods"}), SetEntries("head", {"map": None}))), "not removed"),
    ],
)
def test_refused_edits_leave_the_map_alone(model: MapModel, edit: object, message: str) -> None:
    refused(model, edit, message)


def test_hexes_with_links_only_on_them_cannot_be_removed(model: MapModel) -> None:
    named.move_place("town", Hex(1, 0)).apply(model)
    refused(model, SetEntries("hexes", {A: None, B: None}), "river lies on a hex that would be removed")


def test_removing_hexes_takes_places_and_links_along(model: MapModel) -> None:
    hexes.remove_hexes(model, [A, B, Hex(50, 50)]).apply(model)
    assert A not in model.hexes and not model.places and not model.hexsides
    assert len(model.hexes) == 7


def test_painting_keeps_everything_else_in_the_hex(model: MapModel) -> None:
    hexes.set_elevation({A: 3}).apply(model)
    hexes.paint_terrain({A: "woods"}).apply(model)
    assert model.hexes[A] == Cell("woods", elevation=3)


def test_edits_merge_within_a_stroke_only() -> None:
    first, second = hexes.paint_terrain({A: "woods"}, 1), hexes.paint_terrain({B: "woods"}, 1)
    assert first.merge(second) == hexes.paint_terrain({A: "woods", B: "woods"}, 1)
    assert first.merge(hexes.paint_terrain({B: "woods"}, 2)) is None
    assert hexes.paint_terrain({A: "woods"}).merge(hexes.paint_terrain({B: "woods"})) is None
    assert first.merge(hexes.set_elevation({B: 1}, 1)) is None
    river, road = (
        links.lay("hexsides", [SIDE], "river", stroke=1),
        links.lay("paths", [SIDE], "road", stroke=1),
    )
    assert river.merge(road) is None
    assert Composite((river,), stroke=1).merge(Composite((road,), stroke=1)) == Composite(
        (river, road), stroke=1
    )
    assert Composite((river,), stroke=1).merge(river) is None


def test_a_place_named_twice_gets_a_fresh_id(model: MapModel) -> None:
    named.add_place(model, Place("city", B, "Town")).apply(model)
    assert set(model.places) == {"town", "town_2"}
    assert named.fresh_id("São Paulo!", ()) == "s_o_paulo"
    assert named.fresh_id("…", ()) == "item"


def test_countries_exclude_each_other_but_not_the_sea(model: MapModel) -> None:
    named.assign_region(model, [A], "north").apply(model)
    named.assign_region(model, [A], "sea").apply(model)
    named.assign_region_alone(model, [A], "south").apply(model)
    assert model.hexes[A].regions == {"south", "sea"}
    assert model.hexes_in("south") == {A}


def test_attributes_and_sources_of_any_layer(model: MapModel) -> None:
    named.set_attribute(model, "places", ["town"], "vp", 5).apply(model)
    named.set_source(model, "places", ["town"], "vp", Source(Origin.ASSUMED, "G27")).apply(model)
    assert model.places["town"].attributes == Attributes({"vp": 5})
    assert model.places["town"].sources.of("vp") == Source(Origin.ASSUMED, "G27")
    assert model.places["town"].sources.of("name") is None
    named.set_attribute(model, "places", ["town"], "vp", None).apply(model)
    assert not model.places["town"].attributes


def test_renaming_an_id(model: MapModel) -> None:
    named.rename_id(model, "regions", "sea", "bay").apply(model)
    assert "bay" in model.regions and "sea" not in model.regions
    with pytest.raises(EditError, match="there already"):
        named.rename_id(model, "regions", "bay", "north")


class TestGrid:
    def test_growing_keeps_printed_numbers_where_it_can(self, model: MapModel) -> None:
        model.head["map"] = MapHead("m", "M", "s", model.info.grid, model.info.numbering)
        set_field("head", "map", "numbering", Numbering(first_column=5)).apply(model)
        town = model.numbers.label(model.places["town"].hex)
        grid.resize(model, 1, 0, 0, 1, Cell("sea")).apply(model)
        assert model.numbers.label(model.places["town"].hex) == town == "0501"
        assert (model.info.grid.columns, model.info.grid.rows) == (4, 4)
        assert sum(cell.terrain == "sea" for cell in model.hexes.values()) == 16 - 9

    def test_growing_beyond_zero_starts_the_numbers_anew(self, model: MapModel) -> None:
        grid.resize(model, 2, 0, 0, 0).apply(model)
        assert model.numbers.label(model.places["town"].hex) == "0301"

    def test_cropping_takes_along_what_stood_there(self, model: MapModel) -> None:
        inverse, _ = grid.resize(model, -1, 0, 0, 0).apply(model)
        assert not model.places and not model.hexsides and len(model.hexes) == 6
        inverse.apply(model)
        assert model.places["town"].hex == A and len(model.hexes) == 9

    def test_neighbours_stay_neighbours(self, model: MapModel) -> None:
        grid.resize(model, 1, 1, 0, 0).apply(model)
        (link,) = model.hexsides
        assert link.kind == "river"
        assert model.side_numbers.label(link.side) == "0101/0102"
        assert model.info.numbering.first_column == model.info.numbering.first_row == 0

    def test_numbers_get_more_digits_when_they_need_them(self, model: MapModel) -> None:
        grid.resize(model, 0, 0, 0, 100).apply(model)
        assert model.numbers.label(model.places["town"].hex) == "01001"

    def test_too_few_digits_are_refused(self, model: MapModel) -> None:
        refused(
            model, grid.set_numbering(model, Numbering(first_row=98)), "too few for number 100: set it to 3"
        )

    def test_what_is_measured_in_the_plane_moves_along(self, model: MapModel) -> None:
        """Boxes, picture and georeference keep their place beside the hexes."""
        set_field("head", "map", "georeference", Georeference("lonlat", (1, 0, 0, 0, 1, 0))).apply(model)
        set_field("head", "map", "underlay", Underlay("scan.png", 1.0, 2.0)).apply(model)
        named.add_box(model, Box("holding", "Box", 5.0, 6.0)).apply(model)
        inverse, _ = grid.resize(model, 0, 1, 0, 0).apply(model)
        assert model.boxes["box"] == Box("holding", "Box", 5.0, 7.0)
        assert model.info.underlay == Underlay("scan.png", 1.0, 3.0)
        assert model.info.georeference == Georeference("lonlat", (1, 0, 0, 0, 1, 1))
        inverse.apply(model)
        assert model.boxes["box"].y == 6.0

    def test_nothing_left(self, model: MapModel) -> None:
        with pytest.raises(EditError, match="nothing would be left"):
            grid.resize(model, -3, 0, 0, 0)

    def test_shifting_by_an_odd_number_of_staggered_columns(self, model: MapModel) -> None:
        with pytest.raises(EditError, match="even number"):
            grid.shift_content(model, 1, 0)
        grid.shift_content(model, 0, 1).apply(model)
        assert model.numbers.label(model.places["town"].hex) == "0102"

    def test_numbers_counted_from_the_far_edges_are_kept(self, model: MapModel) -> None:
        counted = Numbering(columns_from="right", rows_from="bottom", first_column=3, first_row=3)
        set_field("head", "map", "numbering", counted).apply(model)
        before = model.numbers.label(model.places["town"].hex)
        grid.resize(model, 1, 1, 2, 2, Cell("clear")).apply(model)
        assert model.numbers.label(model.places["town"].hex) == before


class TestForces:
    def test_removing_a_unit_cancels_its_arrival(self, scenario: ScenarioModel) -> None:
        forces.add_units(scenario, [Unit("1", "inf", "ge"), Unit("2", "inf", "ge")]).apply(scenario)
        forces.schedule(scenario, Reinforcement(2, ("ge_1", "ge_2"))).apply(scenario)
        forces.remove_units(scenario, ["ge_1"]).apply(scenario)
        assert scenario.reinforcements["turn_2"].units == ("ge_2",)
        forces.remove_units(scenario, ["ge_2"]).apply(scenario)
        assert not scenario.units and not scenario.reinforcements

    def test_removing_a_formation_moves_what_is_below_up(self, scenario: ScenarioModel) -> None:
        for name, parent in (("Army", ""), ("Corps", "army"), ("Division", "corps")):
            forces.add_formation(scenario, Formation(name, parent=parent)).apply(scenario)
        forces.add_units(scenario, [Unit("1", "inf", "ge", formation="corps")]).apply(scenario)
        forces.remove_formation(scenario, "corps").apply(scenario)
        assert scenario.formations["division"].parent == "army"
        assert scenario.units["ge_1"].formation == "army"

    def test_a_formation_cannot_stand_under_itself(self, scenario: ScenarioModel) -> None:
        for name, parent in (("Army", ""), ("Corps", "army")):
            forces.add_formation(scenario, Formation(name, parent=parent)).apply(scenario)
        with pytest.raises(EditError, match="under itself"):
            forces.move_formation(scenario, "army", "corps")
        assert forces.move_formation(scenario, "corps", "gone").values == {"corps": "gone"}

    def test_sides_are_checked_for_their_type(self, scenario: ScenarioModel) -> None:
        refused(scenario, SetEntries("sides", {"red": Formation("Red")}), "no entry of layer")
        forces.set_side("red", Faction("Red")).apply(scenario)
        assert scenario.sides["red"].name == "Red"

    def test_one_and_true_are_different_values_of_an_option(self, scenario: ScenarioModel) -> None:
        forces.set_option("fog", 1).apply(scenario)
        _, change = forces.set_option("fog", True).apply(scenario)
        assert scenario.options["fog"] is True and change.keys("options") == {"fog"}
