"""Laws of edits over random sequences: undo all is the start, redo all is the end, a merged stroke does
what its parts do, and every edit reports exactly what it changed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.edits import Composite, Edit, EditError, SetEntries, SetFields, forces, grid, hexes, links, named
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, neighbours, side, side_between
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model import Model
from core.model.facts import Attributes, Origin, Source
from core.model.map import Box, Cell, Feature, Label, Link, MapHead, MapModel, Place, Region
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

TERRAINS = ("clear", "woods", "marsh")


def start_map(orientation: Orientation, first_shifted: bool) -> MapModel:
    board = Grid(orientation, 5, 4, first_shifted)
    cells = {h: Cell(TERRAINS[i % 3], regions=frozenset({"north"})) for i, h in enumerate(board.hexes())}
    del cells[board.hex_at(2, 2)]
    a, b = board.hex_at(0, 0), board.hex_at(0, 1)
    return MapModel(
        {"map": MapHead("m", "M", "s", board)},
        cells,
        {Link(side_between(a, b), "river"): Feature(Attributes({"bridge": True}))},
        {Link(side_between(a, b), "road"): Feature(), Link(side(a, 2), "road"): Feature()},
        {"town": Place("city", a, "Town"), "port": Place("port", b)},
        {"north": Region("country", "North"), "south": Region("country", "South")},
        {"reserve": Box("holding", "Reserve")},
        {"sea": Label("Sea", b)},
    )


def start_scenario() -> ScenarioModel:
    return ScenarioModel(
        {"scenario": ScenarioHead("s", "S", "x", MapReference("m"))},
        turns={1: Turn("One"), 2: Turn("Two")},
        sides={"red": Faction("Red"), "blue": Faction("Blue")},
        nations={"ge": Nation("red")},
        control={"0101": Control("red")},
        markers={"fort": Marker("fort", "0101")},
        formations={"army": Formation("Army"), "corps": Formation("Corps", parent="army")},
        units={
            "u1": Unit("1", "inf", "ge", formation="corps", at="0101"),
            "u2": Unit("2", "inf", "ge", formation="army"),
            "u3": Unit("3", "inf", "ge"),
        },
        reinforcements={
            "r1": Reinforcement(2, ("u2",), ("0101",)),
            "r2": Reinforcement(2, ("u2", "u3")),
            "r3": Reinforcement(2, ("u3",)),
        },
        zones={"z": Zone("Z", "red", ("0101", "0102"))},
        victory={"v": Victory("red", "Hold", 3, ("0101",))},
    )


Draw = Callable[[st.SearchStrategy[Any]], Any]


def a_map_edit(draw: Draw, model: MapModel, stroke: int) -> Edit:
    """Some edit that fits the state of the map; it may turn out to change nothing."""
    board = model.info.grid
    spots = st.sampled_from(sorted(board.hexes()))
    there = sorted(model.hexes)
    some = sorted(draw(st.sets(st.sampled_from(there), max_size=4))) if there else []
    target = draw(spots)
    around = (
        [side(target, d) for d in draw(st.sets(st.integers(0, 5), max_size=3))] if target in there else []
    )
    terrain = draw(st.sampled_from(TERRAINS))
    kind = draw(st.sampled_from(["river", "road"]))
    layer = draw(st.sampled_from(["hexsides", "paths"]))
    choices: list[Callable[[], Edit]] = [
        lambda: hexes.paint_terrain(dict.fromkeys(some, terrain), stroke),
        lambda: hexes.set_elevation(dict.fromkeys(some, draw(st.integers(0, 3))), stroke),
        lambda: hexes.add_feature(model, some, "town", stroke),
        lambda: hexes.remove_feature(model, some, "town", stroke),
        lambda: hexes.set_hex_attribute(model, some, "value", draw(st.sampled_from([None, 1, 2]))),
        lambda: hexes.replace_terrain(model, terrain, "clear"),
        lambda: hexes.replace_terrain(model, terrain, "woods", some),
        lambda: hexes.add_hexes({target: Cell(terrain)}, stroke),
        lambda: hexes.remove_hexes(model, some),
        lambda: links.lay(layer, around, kind, stroke=stroke),
        lambda: links.lift(layer, around, kind, stroke),
        lambda: links.erase_sides(model, layer, around, stroke),
        lambda: links.lay_route([h for h in [target, *neighbours(target)][:2] if target in there], kind),
        lambda: links.set_link_attribute(
            model, "hexsides", sorted(model.hexsides)[:2], "ford", draw(st.booleans())
        ),
        lambda: links.set_link_attribute(model, "paths", sorted(model.paths)[:2], "ferry", None),
        lambda: named.set_source(model, "hexes", some, "terrain", Source(Origin.ASSUMED)),
        lambda: named.add_region(model, Region("zone", "Zone")),
        lambda: named.assign_region(model, some, "north", stroke),
        lambda: named.release_region(model, some, "north", stroke),
        lambda: named.remove_region(model, draw(st.sampled_from(["north", "south", "zone"]))),
        lambda: named.add_box(model, Box("holding", "Box")),
        lambda: named.add_label(model, Label("Text", target)),
        lambda: grid.set_numbering(model, Numbering(order=draw(st.sampled_from(["CCRR", "RRCC"])))),
        lambda: SetFields("head", "notes", {"map": draw(st.sampled_from(["", "a", "b"]))}, stroke=stroke),
        lambda: grid.shift_content(model, 2 * draw(st.integers(-1, 1)), 2 * draw(st.integers(-1, 1))),
        lambda: grid.resize(
            model,
            *(draw(st.integers(-1, 1)) for _ in range(4)),
            fill=draw(st.sampled_from([None, Cell("clear")])),
        ),
    ]
    if some:
        choices.append(
            lambda: named.add_place(model, Place("city", some[0], draw(st.sampled_from(["", "Town"]))))
        )
    if model.places and some:
        choices.append(lambda: named.move_place(min(model.places), some[0], stroke))
        choices.append(lambda: named.set_attribute(model, "places", list(model.places), "vp", 2))
        choices.append(lambda: named.rename_id(model, "places", min(model.places), "new"))
    if model.labels:
        choices.append(
            lambda: named.move_label(model, min(model.labels), target, 0.5, draw(st.floats(0, 1)), stroke)
        )
    if {"north", "south"} <= model.regions.keys():
        choices.append(lambda: named.assign_region_alone(model, some, "south", stroke))
    return draw(st.sampled_from(choices))()


def a_scenario_edit(draw: Draw, model: ScenarioModel, stroke: int) -> Edit:
    """Some edit that fits the state of the scenario."""
    spaces = st.sampled_from(["", "0101", "0102", "box:reserve"])
    units = sorted(model.units)
    some = sorted(draw(st.sets(st.sampled_from(units), max_size=2))) if units else []
    formation = draw(st.sampled_from(["", *sorted(model.formations)]))
    arrivals = sorted(model.reinforcements)[:1]
    turn = draw(st.integers(1, 3))
    choices: list[Callable[[], Edit]] = [
        lambda: forces.add_units(model, [Unit("7", "inf", "ge"), Unit("7", "inf", "ge")]),
        lambda: forces.add_units(model, [Unit("8", "inf", "ge")]),
        lambda: forces.place_units({unit: draw(spaces) for unit in some}, stroke),
        lambda: forces.put_units_in_zone(some, "z"),
        lambda: forces.remove_units(model, some),
        lambda: forces.add_formation(model, Formation("New", parent=formation)),
        lambda: forces.move_units_to_formation(some, formation),
        lambda: forces.schedule(model, Reinforcement(turn, ("u3",))),
        lambda: forces.reschedule(arrivals, turn, stroke),
        lambda: forces.set_turns(model, {turn: Turn(draw(st.sampled_from("ab")))}),
        lambda: forces.set_side("green", draw(st.sampled_from([None, Faction("Green")]))),
        lambda: forces.set_nation("fr", draw(st.sampled_from([None, Nation("blue")]))),
        lambda: forces.set_control([draw(spaces) or "0103"], draw(st.sampled_from(["", "red"])), stroke),
        lambda: forces.add_marker(model, Marker("fort", "0102")),
        lambda: forces.add_zone(model, Zone("Zone")),
        lambda: forces.add_victory(model, Victory("red", "Take")),
        lambda: forces.set_option("fog", draw(st.sampled_from([None, True, False]))),
        lambda: forces.set_notes(draw(st.sampled_from(["", "x"]))),
        lambda: forces.renumber_spaces(model, {"0101": "0102", "0102": "0101"}),
    ]
    if model.formations:
        choices.append(lambda: forces.remove_formation(model, min(model.formations)))
        if formation:
            choices.append(lambda: forces.move_formation(model, max(model.formations), formation))
    return draw(st.sampled_from(choices))()


def differences(before: Model, after: Model) -> dict[str, set[Any]]:
    found = {}
    for layer in before.entry_types:
        old, new = getattr(before, layer), getattr(after, layer)
        if keys := {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}:
            found[layer] = keys
    return found


def play(data: st.DataObject, model: Any, an_edit: Callable[[Draw, Any, int], Edit]) -> None:
    start = copy.deepcopy(model)
    done: list[Edit] = []
    inverses: list[Edit] = []
    for _ in range(data.draw(st.integers(1, 8))):
        before = copy.deepcopy(model)
        try:
            edit = an_edit(data.draw, model, data.draw(st.integers(0, 1)))
            inverse, change = edit.apply(model)
        except EditError:
            assert model == before
            continue
        assert {layer: change.keys(layer) for layer in change.layers} == differences(before, model)
        assert all(change.before[layer][key] == getattr(before, layer).get(key) for layer in change.layers
                   for key in change.keys(layer))  # fmt: skip
        done.append(edit)
        inverses.append(inverse)
    end = copy.deepcopy(model)
    for inverse in reversed(inverses):
        inverse.apply(model)
    assert model == start
    for edit in done:
        edit.apply(model)
    assert model == end


@given(st.data(), st.sampled_from(list(Orientation)), st.booleans())
def test_map_edits_undo_redo_and_report(data: st.DataObject, orientation: Orientation, shifted: bool) -> None:
    play(data, start_map(orientation, shifted), a_map_edit)


@given(st.data())
def test_scenario_edits_undo_redo_and_report(data: st.DataObject) -> None:
    play(data, start_scenario(), a_scenario_edit)


@given(st.data(), st.booleans())
def test_merged_stroke_does_what_its_parts_do(data: st.DataObject, on_map: bool) -> None:
    model: Any = start_map(Orientation.FLAT, False) if on_map else start_scenario()
    start = copy.deepcopy(model)
    an_edit: Any = a_map_edit if on_map else a_scenario_edit
    merged: Edit | None = None
    undo: Edit | None = None
    for _ in range(5):
        before = copy.deepcopy(model)
        try:
            edit = an_edit(data.draw, model, 1)
            together = edit if merged is None else merged.merge(edit)
            if together is None:
                continue
            inverse, _ = edit.apply(model)
        except EditError:
            assert model == before
            continue
        undo = inverse if undo is None else inverse.merge(undo)
        merged = together
    if merged is None:
        return
    assert undo is not None
    end = copy.deepcopy(model)
    again = copy.deepcopy(start)
    merged.apply(again)
    assert again == end
    undo.apply(model)
    assert model == start


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([None, "x", "y"])), max_size=8))
def test_composite_reports_the_net_change(steps: list[tuple[str, str | None]]) -> None:
    model = start_scenario()
    before = copy.deepcopy(model)
    edits = tuple(SetEntries("sides", {key: name and Faction(name)}) for key, name in steps)
    _, change = Composite(edits).apply(model)
    assert {layer: change.keys(layer) for layer in change.layers} == differences(before, model)


def test_hex_outside_is_refused_whole() -> None:
    model = start_map(Orientation.FLAT, False)
    before = copy.deepcopy(model)
    paint = hexes.paint_terrain({Hex(0, 0): "woods"})
    stray = hexes.add_hexes({Hex(99, 99): Cell("clear")})
    try:
        Composite((paint, stray)).apply(model)
    except EditError:
        assert model == before
    else:
        raise AssertionError("a hex outside the grid was accepted")
