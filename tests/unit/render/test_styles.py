"""Everything a style can ask for draws something; every layer can be left out."""

from __future__ import annotations

import re
from typing import get_args

import numpy as np
import pytest
from PIL import Image

from core.formats.style import AreaStyle, LinePattern, LineStyle, Pattern, Shape, SymbolStyle
from core.hexgrid.layout import Layout
from core.hexgrid.orientation import Orientation
from core.render import RenderOptions, render
from core.render.drawing import Fill, Line, Text
from core.render.geometry import poly
from core.render.lines import line_items
from core.render.options import ALL_LAYERS, LAYERS, USUAL_LAYERS
from core.render.patterns import pattern_ops, variants_of
from core.render.raster import Canvas
from core.render.symbols import symbol_glyph
from core.render.unit_symbols import unit_symbol

HEX_PX = 60
UNIT_WORDS = [
    "infantry",
    "armour",
    "mechanized_infantry",
    "motorized_infantry",
    "cavalry",
    "artillery",
    "headquarters",
    "paratroop",
    "mountain",
    "fighter",
    "bomber",
    "air",
    "transport",
    "anti_aircraft",
    "anti_tank",
    "engineer",
    "machine_gun",
    "mortar",
    "reconnaissance",
    "supply",
    "fort",
    "combined_arms",
    "glider",
    "static_infantry",
    "amphibious_infantry",
    "self_propelled_artillery",
    "armoured_car",
    "motorcycle",
]


def drawn(ops) -> np.ndarray:
    """A white patch of a little more than a hex with something drawn on it."""
    size = 90
    canvas = Canvas(np.full((size, size), 0xFFFFFFFF, np.uint32), HEX_PX, (size / 2, size / 2))
    canvas.stamp(tuple(ops), 0.0, 0.0)
    return canvas.rgb()


def reach(ops) -> float:
    points = [
        p for op in ops if not isinstance(op, Text) for p in (op.rings if isinstance(op, Fill) else op.lines)
    ]
    return float(np.abs(np.concatenate(points)).max())


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("pattern", get_args(Pattern))
def test_patterns_draw_inside_the_hex(pattern, orientation):
    corners = Layout(orientation).corner_offsets()
    style = AreaStyle(fill="#ffffff", pattern=pattern, ink="#204020")
    pictures = set()
    for variant in range(variants_of(style)):
        ops = pattern_ops(style, variant, corners)
        picture = drawn(ops)
        assert (picture < 200).any() == (pattern != "none")
        pictures.add(picture.tobytes())
        if ops:
            across = np.array([corners[d - 1] + corners[d] for d in range(6)])
            points = [p for op in ops for p in (op.rings if isinstance(op, Fill) else op.lines)]
            assert (np.concatenate(points) @ across.T).max() < 0.5 + 1e-9
    assert len(pictures) == variants_of(style)


@pytest.mark.parametrize("shape", get_args(Shape))
def test_shapes_draw_within_their_size(shape):
    ops = symbol_glyph(SymbolStyle(shape=shape, fill="#ffcc00", ink="#102030", size=0.5))
    assert (drawn(ops) < 100).any()
    assert reach(ops) <= 0.5 * 0.56


@pytest.mark.parametrize("dash", [[], [0.1, 0.05], [0.1]])
@pytest.mark.parametrize("casing", [None, "#aaccee"])
@pytest.mark.parametrize("pattern", get_args(LinePattern))
def test_line_patterns_draw_along_the_line(pattern, casing, dash):
    style = LineStyle(colour="#204060", width=0.06, pattern=pattern, casing=casing, dash=dash)
    items = line_items(style, [poly(-0.5, 0, 0, 0.1, 0.5, 0)])
    ops = [item for item in items if isinstance(item, Fill | Line)]
    assert len(ops) == len(items)
    picture = drawn(ops)
    assert (picture[..., 0] < 60).any()
    assert reach(ops) < 0.6
    assert len(ops) > 1 or casing is None
    assert line_items(style, []) == []


@pytest.mark.parametrize("word", UNIT_WORDS)
def test_unit_symbols_are_known(word):
    ops = unit_symbol(word, "Some Type", 0.0, "#ffffff", "#000000")
    assert (drawn(ops) < 100).any()
    letters = [op.text for op in ops if isinstance(op, Text)]
    assert letters in ([], ["HQ"])


def test_unit_symbols_differ():
    pictures = {drawn(unit_symbol(word, "", 0.0, "#ffffff", "#000000")).tobytes() for word in UNIT_WORDS}
    same = {"cavalry": "reconnaissance", "fighter": "air", "air": "transport"}
    assert len(pictures) == len(UNIT_WORDS) - len(same)


def test_a_type_without_a_symbol_gets_letters():
    ops = unit_symbol("", "Border Guard", 0.0, "#ffffff", "#000000")
    assert [op.text for op in ops if isinstance(op, Text)] == ["BG"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_can_be_left_out(full_map, system, scenario, tmp_path, layer, ending):
    pictures = []
    for i, layers in enumerate((ALL_LAYERS, ALL_LAYERS - {layer})):
        target = tmp_path / f"{i}.{ending}"
        render(target, full_map, system, scenario, RenderOptions(hex_px=45, layers=layers))
        pictures.append(target.read_bytes())
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_can_stand_alone(full_map, system, scenario, tmp_path, layer):
    target = tmp_path / "map.png"
    render(target, full_map, system, scenario, RenderOptions(hex_px=45, layers=frozenset({layer})))
    with Image.open(target) as image:
        colours = image.getcolors(image.width * image.height)
    # Features and tints are part of the hexes, and without terrain there are none.
    assert len(colours) > (0 if layer == "features" else 1)


def test_assumed_facts_are_marked_on_request_and_always_told(full_map, system, tmp_path):
    texts = []
    for layers in (USUAL_LAYERS, ALL_LAYERS):
        target = tmp_path / "map.svg"
        render(target, full_map, system, None, RenderOptions(layers=layers))
        texts.append(target.read_text(encoding="utf-8"))
    assert "Contains assumed data" in texts[0]
    assert 'id="provenance"' not in texts[0]
    marks = texts[1].partition('<g id="provenance">')[2]
    assert len(re.findall(r'<use xlink:href="#provenance-', marks)) == 3  # one hex, one hexside, one place
    assert ">Assumed<" in texts[1]
    assert ">Without a mark: no source<" in texts[1]


def test_nothing_assumed_nothing_said(make_map, system, tmp_path):
    target = tmp_path / "map.svg"
    render(target, make_map(), system)
    assert "assumed" not in target.read_text(encoding="utf-8")
