"""Text on pictures: it fits, can be read, is spaced where it should be, and says when letters are missing."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from core.formats.style import CounterStyle
from core.hexgrid.hexes import Hex, side
from core.hexgrid.orientation import Orientation
from core.model.map import Feature, Label, Link
from core.model.scenario import Unit
from core.render import RenderOptions, render
from core.render.colours import READABLE, contrast, plate_for
from core.render.counter import _NAME_ROOM, SMALLEST_NAME, counter_glyph, fitted_name, words_of
from core.render.drawing import Fill, Rect, Text, texts_of
from core.render.fonts import FILES, font, make_text, text_width, wrapped
from core.render.outlines import letter_starts, outline_path, units
from core.render.placement import Signs, Taken, Wanted, place_names, text_rects
from core.render.raster import _font_for, _letters
from core.render.scene import describe

colours = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
names = st.text(st.sampled_from("abc ABC 12/."), min_size=1, max_size=40).filter(str.strip) | st.sampled_from(
    ["Hauptmann Apfelbaum", "18th Motorized Corps", "37mm AT gun", "88mm Flak36", "7th Flieger Division"]
)


def all_texts(drawing) -> list[Text]:
    return [text for layer in drawing.layers for item in layer.items for text in texts_of(item)]


@given(names, st.floats(0.5, 20))
def test_wrapped_lines_are_no_longer_than_allowed_and_lose_nothing(text, width):
    lines = wrapped(text, 0.24, max(width, 0.5))
    assert all(text_width(line) * 0.24 <= max(width, 0.5) or len(line) == 1 for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(text.split())


@given(names)
def test_names_on_counters_fit_without_becoming_too_small(name):
    short, size = fitted_name(name)
    assert size >= SMALLEST_NAME
    assert text_width(short) * size <= _NAME_ROOM + 1e-9


def test_numbers_in_names_are_not_cut():
    assert fitted_name("88mm Flak36")[0].endswith("36")
    assert fitted_name("18th Motorized Corps")[0] == "18th Mot Cps"


@given(colours, colours)
def test_ink_can_be_read_on_its_plate(fill, ink):
    plate = plate_for(fill, ink)
    assert contrast(plate, ink) >= READABLE
    assert plate == fill or contrast(fill, ink) < READABLE


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_counters_of_weak_contrast_get_a_plate(system):
    weak = CounterStyle(fill="#a9762f", ink="#ffffff")
    nation = system.nations[0].model_copy(update={"counter": weak, "id": "weak"})
    words = replace(words_of(system), nations={"weak": nation})
    glyph = counter_glyph(Unit("1st", "infantry", "weak"), words)
    fills = {op.colour for op in glyph if isinstance(op, Fill)}
    assert plate_for(weak.fill, weak.ink) in fills


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_spaced_labels_are_spaced(make_map, system, tmp_path, ending):
    pictures = []
    for style in ("plain", "spaced"):
        model = make_map()
        model.labels = {"l": Label("North", Hex(2, 1), style=style)}
        target = tmp_path / f"{style}.{ending}"
        render(target, model, system, None, RenderOptions(hex_px=40))
        pictures.append(target.read_bytes())
    assert pictures[0] != pictures[1]


def test_letters_of_spaced_texts_are_evenly_apart():
    plain, spaced = (make_text("Nordsee", 0, 0, 1.0, spaced=s) for s in (False, True))
    steps = [b - a for (_, a), (_, b) in zip(letter_starts(plain), letter_starts(spaced), strict=True)]
    assert np.diff(steps) == pytest.approx(np.full(6, steps[1]))
    assert spaced.width - plain.width == pytest.approx(steps[-1])


@pytest.mark.parametrize("letter", ["A", "g", "Ł", "ö", "%"])
@pytest.mark.parametrize("face", list(FILES))
def test_outlines_are_those_of_the_font(letter, face):
    size = 200
    numbers = np.array(re.findall(r"-?\d+", outline_path(letter, face)), float).reshape(-1, 2)
    scaled = numbers * size / units(face)
    picture = Image.new("L", (600, 600))
    ImageDraw.Draw(picture).text((200, 300), letter, 255, font(face, size), "ls")
    left, top, right, bottom = np.array(picture.getbbox()) - [200, 300, 200, 300]
    # Handles may lie a little outside the letter.
    assert scaled.min(axis=0) == pytest.approx([left, top], abs=9)
    assert scaled.max(axis=0) == pytest.approx([right, bottom], abs=9)


def test_missing_letters_are_replaced_and_told(make_map, system, tmp_path):
    model = make_map()
    model.labels = {"l": Label("北京 ﬁx", Hex(2, 1))}
    target = tmp_path / "map.svg"
    (issue,) = render(target, model, system)
    assert issue.severity == "warning"
    assert "北京" in issue.message
    assert ">?? fix<" in target.read_text(encoding="utf-8") or ">?? ﬁx<" in target.read_text(encoding="utf-8")
    model.labels = {}
    assert render(target, model, system) == []


@pytest.mark.parametrize("hex_px", [9, 20, 32, 94, 200])
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (12, 9)])
def test_no_text_leaves_the_sheet(make_map, system, scenario, size, hex_px):
    model = make_map(columns=size[0], rows=size[1])
    model.head["map"] = replace(model.info, name="A very long name of a small map " * 3)
    scenario.head["scenario"] = replace(scenario.info, name="Supercalifragilistic" * 4)
    for played in (None, scenario):
        drawing = describe(model, system, played, smallest_text=5 / hex_px)
        for layer in drawing.layers:
            for item in layer.items if layer.name in ("sheet", "panels") else ():
                for text in getattr(item, "items", ()):
                    assert drawing.sheet.grown(-0.14).joined(text_rects(text)[0]) == drawing.sheet.grown(
                        -0.14
                    )
                    assert text.size * hex_px >= 5


def test_png_text_is_not_cut_off():
    """Hinted letters run longer than measured; the last one must still be whole."""
    text = make_text(
        "Contains assumed data, not confirmed by the game", 0, 0, 0.24, face="italic", anchor="start"
    )
    for px in (9.0, 12.5, 20.0, 22.56):
        mask, _, _ = _letters(text, px, 0.0, 0.0)
        letters = _font_for(text, px)
        wide = Image.new("L", (mask.width * 2, 60))
        ImageDraw.Draw(wide).text((30, 40), text.text, 255, letters, "ls")
        left, _, right, _ = mask.getbbox()
        whole = wide.getbbox()
        assert right - left == whole[2] - whole[0]
        assert letters.getlength(text.text) <= text.width * px / text.size + 1


@pytest.mark.parametrize("orientation", list(Orientation))
def test_hex_numbers_step_aside_for_roads(make_map, system, orientation):
    model = make_map(orientation, columns=7, rows=7)
    h = model.info.grid.hex_at(3, 3)
    x, y = describe(model, system).layout.centre(h)
    model.paths = {Link(side(h, d), "road"): Feature() for d in range(6)}
    label = model.numbers.label(h)
    (text,) = [text for text in all_texts(describe(model, system)) if text.text == label]
    (rect,) = text_rects(text)
    corners = describe(model, system).layout.corner_offsets()
    gates = [(corners[d - 1] + corners[d]) / 2 + np.array([x, y]) for d in range(6)]
    ways = [np.linspace((x, y), gate, 30) for gate in gates]
    inside = [rect.left < px < rect.right and rect.top < py < rect.bottom for way in ways for px, py in way]
    assert text.halo or not any(inside)


def test_a_name_stands_nearer_to_its_own_sign_than_to_others():
    wanted = [Wanted("Tunis", 0, 0, 0.37, 0.19, 9), Wanted("Sousse", -0.3, 0.85, 0.1, 0.19, 1)]
    taken = Taken()
    taken.add(Rect(-0.37, -0.37, 0.37, 0.37), 4.0)
    points = [(want.x, want.y) for want in wanted]
    for text in place_names(wanted, taken, Rect(-9, -9, 9, 9), Signs(points)):
        (rect,) = text_rects(text)
        far = {
            want.text: np.hypot(
                max(rect.left - want.x, 0, want.x - rect.right),
                max(rect.top - want.y, 0, want.y - rect.bottom),
            )
            for want in wanted
        }
        assert min(far, key=far.get) == text.text
