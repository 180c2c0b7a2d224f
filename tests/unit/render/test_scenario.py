"""The picture of a scenario is its whole set-up: zones, panels, stacks, boxes, control, and a key."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from core.hexgrid.hexes import hexes_of, side
from core.model.facts import Origin, Source, Sources
from core.model.map import Box, Cell, Feature, Label, Link, Region
from core.model.scenario import Control, Unit
from core.render import RenderOptions, render
from core.render.drawing import Fill, Line, Rect, Stamps, texts_of
from core.render.keys import KeyMaker
from core.render.lattice import Lattice
from core.render.numbers import number_texts
from core.render.options import ALL_LAYERS, USUAL_LAYERS
from core.render.pieces import Spaces, box_grid, control_items, make_pieces
from core.render.placement import Taken, text_rects
from core.render.places import PlacedPlaces
from core.render.provenance import Survey, survey
from core.render.regions import region_items
from core.render.scene import describe
from core.render.sides import hexside_items
from core.render.zones import make_zones


def all_texts(drawing):
    return [text for layer in drawing.layers for item in layer.items for text in texts_of(item)]


def layer(drawing, name):
    return next(layer for layer in drawing.layers if layer.name == name)


def texts_in(drawing, name) -> set[str]:
    return {text.text for item in layer(drawing, name).items for text in texts_of(item)}


def test_panels_list_what_is_not_on_the_map(full_map, system, scenario):
    drawing = describe(full_map, system, scenario)
    found = texts_in(drawing, "panels")
    assert {"Set up in zones", "Northern line", "Zone Corps"} <= found
    assert {"Arrivals", "Turn 2: August II", "Later Corps", "Condition: The bridge is open"} <= found
    assert {"At 0101, Reserve", "In zone Northern line"} <= found
    assert "0203: 1st Corps, Guards" in found
    assert {"Neither on the map nor arriving", "Lost Corps"} <= found
    assert "2nd Corps" not in found  # it stands in its box for all to see


def test_panels_lie_on_the_sheet_below_the_map(full_map, system, scenario):
    drawing = describe(full_map, system, scenario)
    bounds = Lattice(full_map).bounds
    for item in layer(drawing, "panels").items:
        for ring in item.rings if isinstance(item, Fill) else ():
            assert ring[:, 1].min() > bounds.bottom
            assert drawing.sheet.left < ring[:, 0].min()
            assert ring[:, 0].max() < drawing.sheet.right
            assert ring[:, 1].max() < drawing.sheet.bottom


def test_zones_are_tinted_outlined_and_named(full_map, system, scenario):
    drawing = describe(full_map, system, scenario)
    zones = layer(drawing, "zones").items
    tint = next(item for item in zones if isinstance(item, Fill))
    assert tint.colour == "#c02020"
    assert len(tint.rings) == 2
    assert tint.opacity < 0.3
    outline = next(item for item in zones if isinstance(item, Line))
    points = np.concatenate(list(outline.lines))
    at = np.concatenate(tint.rings)
    assert (points.min(axis=0) > at.min(axis=0)).all()
    assert (points.max(axis=0) < at.max(axis=0)).all()
    assert "Northern line" in texts_in(drawing, "labels")


def test_stacks_in_hexes_tell_how_many(full_map, system, scenario):
    pieces = make_pieces(scenario, system, Spaces(full_map, Lattice(full_map)))
    numbers = [
        op.text for item in pieces.items for glyph in item.glyphs for op in glyph if hasattr(op, "text")
    ]
    assert numbers.count("2") == 1
    assert [unit.name for unit in pieces.stacks["0203"]] == ["1st Corps", "Guards"]


@pytest.mark.parametrize("count", [1, 4, 6, 9, 40])
def test_counters_in_boxes_stay_inside_and_apart(full_map, system, scenario, count):
    full_map.boxes = {"reserve": Box("holding", "Reserve", 7.0, 0.0, 2.4, 1.6)}
    scenario.markers = {}
    scenario.units = {f"u{i}": Unit(f"{i}", "infantry", "redland", at="box:reserve") for i in range(count)}
    pieces = make_pieces(scenario, system, Spaces(full_map, Lattice(full_map)))
    for i, rect in enumerate(pieces.covered):
        assert rect.left >= 7.0
        assert rect.right <= 9.4
        assert rect.top >= 0.3
        assert rect.bottom <= 1.6
        assert not any(rect.overlaps(other) for other in pieces.covered[:i])
    scale, _, room = box_grid(full_map.boxes["reserve"], count)
    assert scale >= 0.7
    words = [op.text for glyph in pieces.items[0].glyphs for op in glyph if hasattr(op, "text")]
    assert (f"+{count - room + 1}" in words) == (count > room)
    assert ("box:reserve" in pieces.stacks) == (count > room)


def test_the_key_names_everything_on_the_picture(full_map, system, scenario):
    scenario.control["0101"] = Control("red")
    keys = KeyMaker(full_map, system, Lattice(full_map), USUAL_LAYERS, scenario).keys()
    names = [key.name for key in keys]
    assert {"Country", "Smoke (marker)", "Out Of Supply (marker)", "Controlled by Red", "Redland"} <= set(
        names
    )
    assert {"Redland: Guard", "Region controlled by Red", "Zone: Red", "Bridge", "Elevation 2"} <= set(names)
    assert all(key.ops for key in keys)
    assert len(names) == len(set(names))
    without = KeyMaker(full_map, system, Lattice(full_map), frozenset({"terrain"}), scenario).keys()
    assert {key.name for key in without} == {"Plain", "Wood"}


def test_a_feature_without_a_sign_is_not_in_the_key(full_map, system):
    bare = system.features[0].model_copy(update={"style": None})
    changed = system.model_copy(update={"features": [bare, *system.features[1:]]})
    changed.__dict__.pop("by_id", None)
    keys = KeyMaker(full_map, changed, Lattice(full_map), USUAL_LAYERS).keys()
    names = {key.name for key in keys}
    assert "Ruins" in names
    assert "Mine" not in names


def test_control_discs_keep_off_names_and_counters(full_map, system, scenario):
    spaces = Spaces(full_map, Lattice(full_map))
    x, y = spaces.lattice.centre(spaces.hex("0101"))
    taken = Taken()
    taken.add(Rect(x - 0.6, y, x + 0.6, y + 0.5), 3.0)
    scenario.control = {"0101": Control("red")}
    (stamps,) = control_items(scenario, system, spaces, taken)
    assert isinstance(stamps, Stamps)
    assert stamps.at[0, 1] < y - 0.05


def test_free_labels_step_aside_for_counters(make_map, system, scenario):
    model = make_map(columns=9, rows=9)
    h = model.numbers.parse("0203")
    model.labels = {"l": Label("Bay", h, size=0.2)}
    scenario.units = {"u1": Unit("1st Corps", "infantry", "redland", at="0203")}
    scenario.markers = {}
    (text,) = [text for text in all_texts(describe(model, system, scenario)) if text.text == "Bay"]
    pieces = make_pieces(scenario, system, Spaces(model, Lattice(model)))
    assert not any(rect.overlaps(other) for rect in text_rects(text) for other in pieces.covered)
    (still,) = [text for text in all_texts(describe(model, system)) if text.text == "Bay"]
    assert (still.x, still.y - 0.07) == pytest.approx(Lattice(model).centre(h))
    names = [layer.name for layer in describe(model, system, scenario).layers]
    assert names.index("labels") > names.index("units")


def test_hexsides_are_drawn_in_the_order_of_the_system(full_map, system):
    colours = [
        item.colour for item in hexside_items(full_map, system, Lattice(full_map)) if isinstance(item, Line)
    ]
    assert colours.index("#2060c0") < colours.index("#604020")
    turned = system.model_copy(update={"hexsides": system.hexsides[::-1]})
    turned.__dict__.pop("by_id", None)
    colours = [
        item.colour for item in hexside_items(full_map, turned, Lattice(full_map)) if isinstance(item, Line)
    ]
    assert colours.index("#2060c0") > colours.index("#604020")


def test_regions_do_not_draw_a_line_twice(make_map, system):
    """Two regions of one kind share a border: one line, not two beside each other."""
    model = make_map()
    model.regions = {"west": Region("country", "West"), "east": Region("country", "East")}
    model.hexes = {h: Cell("plain", regions=frozenset({"west" if h.q < 3 else "east"})) for h in model.hexes}
    lattice = Lattice(model)

    def length() -> float:
        items = region_items(model, system, lattice)
        return sum(np.hypot(*np.diff(line, axis=0).T).sum() for item in items for line in item.lines)

    both = length()
    del model.regions["east"]
    assert both == pytest.approx(length())
    west = {h for h, cell in model.hexes.items() if "west" in cell.regions}
    sides = {side(h, d) for h in west for d in range(6)}
    model.hexsides = {Link(s, "cliff"): Feature() for s in sides if sum(h in west for h in hexes_of(s)) == 1}
    # A cliff has the colour of a border here: the region adds nothing.
    assert system.hexsides[1].style.colour == system.regions[0].style.colour
    assert length() == 0


def test_marks_tell_origins_and_leave_the_usual_one_out(full_map, system, scenario, tmp_path):
    found = survey(full_map, scenario)
    assert found.unmarked == "none"
    assert set(found.kinds) == {"none", Origin.ASSUMED}
    rulebook = Sources({"": Source(Origin.RULEBOOK, "3.1"), "size": Source(Origin.VERIFIED)})
    scenario.units["u5"] = replace(scenario.units["u5"], sources=rulebook)
    scenario.units["u1"] = replace(scenario.units["u1"], sources=rulebook)
    target = tmp_path / "map.svg"
    render(target, full_map, system, scenario, RenderOptions(layers=ALL_LAYERS))
    svg = target.read_text(encoding="utf-8")
    assert ">From the rulebook<" in svg
    marks = svg.partition('<g id="provenance">')[2]
    assert len(re.findall(r'<use xlink:href="#provenance-0-3"', marks)) == 2  # on the map and in a panel
    full_map.head["map"] = replace(full_map.info, source=Source(Origin.DERIVED))
    assert survey(full_map).unmarked is Origin.DERIVED
    full_map.hexes = full_map.hexsides = full_map.paths = full_map.places = {}
    assert survey(full_map) == Survey()


def test_rivers_and_roads_end_on_the_edge_of_the_map(make_map, system):
    model = make_map()
    h = model.info.grid.hex_at(2, 0)
    outer = [d for d in range(6) if sum(x in model.hexes for x in hexes_of(side(h, d))) == 1]
    model.paths = {Link(side(h, outer[0]), "road"): Feature()}
    drawing = describe(model, system)
    lines = [item for item in layer(drawing, "paths").items if isinstance(item, Line)]
    assert lines
    assert not any(line.round_ends for line in lines)  # cut off square where it leaves
    a, b = (np.array(p) for p in drawing.layout.side_points(side(h, outer[0])))
    ends = [end for line in lines for points in line.lines for end in (points[0], points[-1])]
    assert min(np.hypot(*(end - (a + b) / 2)) for end in ends) < 1e-9
    inner = next(d for d in range(6) if d not in outer and {(d + 1) % 6, (d - 1) % 6} & set(outer))
    model.hexsides = {Link(side(h, inner), "river"): Feature()}
    lattice = Lattice(model)
    edge = {tuple(np.round(p, 6)) for line in lattice.outline for p in line}
    rivers = [item for item in hexside_items(model, system, lattice) if isinstance(item, Line)]
    ends = {tuple(np.round(e, 6)) for item in rivers for line in item.lines for e in (line[0], line[-1])}
    assert ends & edge


def test_pdf_properties_are_true(full_map, system, scenario, tmp_path):
    target = tmp_path / "map.pdf"
    render(target, full_map, system, scenario)
    data = target.read_bytes()
    assert b"Test Battle" in data
    assert b"Scenario for Test" in data
    for made_up in (b"CreationDate", b"ModDate", b"anonymous", b"unspecified", b"/Author"):
        assert made_up not in data


def test_outlines_of_zones_are_whole_unless_regions_draw_them(make_map, system, scenario):
    model = make_map()
    spaces = Spaces(model, Lattice(model))
    h = spaces.hex("0303")
    model.hexsides = {Link(side(h, d), "river"): Feature() for d in range(6)}
    river_blue = {"blue": replace(scenario.zones["north"], side="blue", spaces=("0303",))}
    scenario.zones = river_blue
    length = 0.0
    for item in make_zones(scenario, system, spaces, USUAL_LAYERS).items:
        if isinstance(item, Line):
            length += sum(np.hypot(*np.diff(line, axis=0).T).sum() for line in item.lines)
    around = 6 * (spaces.lattice.layout.radius - 0.085 * 1.1547)
    assert length == pytest.approx(around * 0.16 / 0.23, rel=0.02)  # the strokes of the dashes


def test_numbers_under_outlines_get_a_halo(make_map, system):
    model = make_map(columns=3, rows=1)
    lattice = Lattice(model)
    places = PlacedPlaces(model, system, lattice)
    usual = number_texts(model, lattice, places, Taken()).items
    assert [text.halo for text in usual] == [None] * 3
    x, y = usual[1].x, usual[1].y
    line = Line("#604020", 0.03, [np.array([(x - 0.4, y - 0.05), (x + 0.1, y - 0.05)])])
    crossed = number_texts(model, lattice, places, Taken(), [line]).items
    assert [text.halo is None for text in crossed] == [True, False, True]
    assert [(text.x, text.y) for text in crossed] == [(text.x, text.y) for text in usual]
