"""PNG: size, colours where they belong, and the same picture however it is cut into strips."""

from __future__ import annotations

import zlib
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.hexgrid.hexes import Hex, side
from core.hexgrid.layout import Layout
from core.hexgrid.orientation import Orientation
from core.model.map import Feature, Link
from core.render import RenderOptions, raster, render
from core.render.colours import rgb
from core.render.sheet import MARGIN

GRIDS = [(orientation, shifted) for orientation in Orientation for shifted in (False, True)]
TERRAIN = frozenset({"terrain"})


def picture(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        assert image.mode == "RGB"
        return np.asarray(image)


def pixel_of(model, x: float, y: float, hex_px: int) -> tuple[int, int]:
    """Where a point of the plane is on a picture that shows nothing but the hexes and the margin."""
    layout = Layout(model.info.grid.orientation)
    corners = np.array([p for h in model.hexes for p in layout.polygon(h)])
    left, top = corners.min(axis=0) - MARGIN
    return int((x - left) * hex_px), int((y - top) * hex_px)


@pytest.mark.parametrize(("orientation", "shifted"), GRIDS)
@pytest.mark.parametrize("hex_px", [17, 32, 70])
def test_every_hex_has_its_colour_out_to_its_corners(
    make_map, system, tmp_path, orientation, shifted, hex_px
):
    model = make_map(orientation, shifted)
    target = tmp_path / "map.png"
    render(target, model, system, None, RenderOptions(hex_px=hex_px, layers=TERRAIN))
    pixels = picture(target)
    fills = {t.id: rgb(t.style.fill) for t in system.terrains}
    layout = Layout(orientation)
    for h, cell in model.hexes.items():
        centre = layout.centre(h)
        points = [
            centre,
            *(
                (centre.x + (x - centre.x) * 0.8, centre.y + (y - centre.y) * 0.8)
                for x, y in layout.polygon(h)
            ),
        ]
        for x, y in points:
            px, py = pixel_of(model, x, y, hex_px)
            assert tuple(pixels[py, px]) == fills[cell.terrain], (h, x, y)


@pytest.mark.parametrize(("orientation", "shifted"), GRIDS)
def test_a_river_is_on_its_side_and_on_no_other(make_map, system, tmp_path, orientation, shifted):
    model = make_map(orientation, shifted)
    h = model.info.grid.hex_at(2, 2)
    river = side(h, 1)
    model.hexsides = {Link(river, "river"): Feature()}
    target = tmp_path / "map.png"
    render(target, model, system, None, RenderOptions(hex_px=60, layers=frozenset({"terrain", "hexsides"})))
    pixels = picture(target).astype(int)
    blue = np.array(rgb("#2060c0"))
    layout = Layout(orientation)
    for d in range(6):
        (ax, ay), (bx, by) = layout.side_points(side(h, d))
        x, y = pixel_of(model, (ax + bx) / 2, (ay + by) / 2, 60)
        near = pixels[y - 5 : y + 6, x - 5 : x + 6]
        found = (np.abs(near - blue).sum(axis=2) < 12).any()
        assert found == (d == 1), d


def test_a_road_bends_inside_the_hex(make_map, system, tmp_path):
    model = make_map()
    h = model.info.grid.hex_at(2, 2)
    model.paths = {Link(side(h, d), "road"): Feature() for d in (0, 2)}
    target = tmp_path / "map.png"
    render(target, model, system, None, RenderOptions(hex_px=80, layers=frozenset({"terrain", "paths"})))
    pixels = picture(target).astype(int)
    ys, xs = np.nonzero(np.abs(pixels - np.array(rgb("#a03020"))).sum(axis=2) < 12)
    cx, cy = pixel_of(model, *Layout(Orientation.FLAT).centre(h), 80)
    distance = min(hypot(x - cx, y - cy) for x, y in zip(xs.tolist(), ys.tolist(), strict=True))
    assert 0 < distance < 0.3 * 80  # it cuts the corner, but not by much
    for d in (0, 2):
        (ax, ay), (bx, by) = Layout(Orientation.FLAT).side_points(side(h, d))
        gate = pixel_of(model, (ax + bx) / 2, (ay + by) / 2, 80)
        assert min(hypot(x - gate[0], y - gate[1]) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)) < 3


@pytest.mark.parametrize("hex_px", [30, 64])
def test_grid_lines_darken_the_sides(make_map, system, tmp_path, hex_px):
    model = make_map()
    model.hexes = {h: model.hexes[Hex(0, 0)] for h in model.hexes}
    target = tmp_path / "map.png"
    render(target, model, system, None, RenderOptions(hex_px=hex_px, layers=frozenset({"terrain", "grid"})))
    pixels = picture(target).astype(int).sum(axis=2)
    layout = Layout(Orientation.FLAT)
    h = model.info.grid.hex_at(2, 2)
    cx, cy = pixel_of(model, *layout.centre(h), hex_px)
    for d in range(6):
        (ax, ay), (bx, by) = layout.side_points(side(h, d))
        x, y = pixel_of(model, (ax + bx) / 2, (ay + by) / 2, hex_px)
        assert pixels[y - 1 : y + 2, x - 1 : x + 2].min() < pixels[cy, cx] - 60


def test_the_picture_is_the_same_in_one_strip_and_in_many(full_map, system, scenario, tmp_path, monkeypatch):
    whole, cut = tmp_path / "whole.png", tmp_path / "cut.png"
    options = RenderOptions(hex_px=48)
    render(whole, full_map, system, scenario, options)
    monkeypatch.setattr(raster, "STRIP_PIXELS", 20_000)
    render(cut, full_map, system, scenario, options)
    # AGG rounds coordinates to 1/256 of a pixel, which can change the soft edge of a line by a shade.
    assert np.abs(picture(whole).astype(int) - picture(cut)).max() <= 3


def test_resolution_tells_the_scale(make_map, system, tmp_path):
    target = tmp_path / "map.png"
    render(target, make_map(), system, None, RenderOptions(hex_mm=20, dpi=100))
    with Image.open(target) as image:
        hex_px = round(20 / 25.4 * 100)
        assert image.info["dpi"][0] == pytest.approx(hex_px / 20 * 25.4, rel=1e-3)


def test_hex_px_overrides_millimetres(make_map, system, tmp_path):
    sizes = []
    for hex_mm in (10, 40):
        target = tmp_path / f"{hex_mm}.png"
        render(target, make_map(), system, None, RenderOptions(hex_mm=hex_mm, hex_px=20, layers=TERRAIN))
        sizes.append(picture(target).shape)
    assert sizes[0] == sizes[1]
    corners = np.array([p for h in make_map().hexes for p in Layout(Orientation.FLAT).polygon(h)])
    width, height = (np.ptp(corners, axis=0) + 2 * MARGIN) * 20
    assert sizes[0][:2] == (np.ceil(height), np.ceil(width))


def test_missing_hexes_show_the_paper(make_map, system, tmp_path):
    model = make_map()
    h = model.info.grid.hex_at(2, 2)
    del model.hexes[h]
    target = tmp_path / "map.png"
    render(target, model, system, None, RenderOptions(hex_px=30, layers=frozenset({"terrain", "grid"})))
    x, y = pixel_of(model, *Layout(Orientation.FLAT).centre(h), 30)
    assert tuple(picture(target)[y, x]) == rgb("#f6f2e7")


def test_numbers_are_left_out_where_nobody_could_read_them(make_map, system, tmp_path):
    with_numbers, without = frozenset({"terrain", "numbers"}), TERRAIN
    for hex_px, drawn in ((24, False), (60, True)):
        pictures = []
        for i, layers in enumerate((with_numbers, without)):
            target = tmp_path / f"{hex_px}-{i}.png"
            render(target, make_map(), system, None, RenderOptions(hex_px=hex_px, layers=layers))
            pictures.append(picture(target))
        assert (pictures[0] != pictures[1]).any() == drawn


def test_packed_strips_make_one_sound_stream(full_map, system, tmp_path, monkeypatch):
    monkeypatch.setattr(raster, "STRIP_PIXELS", 20_000)
    target = tmp_path / "map.png"
    render(target, full_map, system, None, RenderOptions(hex_px=48))
    data = target.read_bytes()
    packed, at = b"", 8
    while at < len(data):
        length, name = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(name + body) == int.from_bytes(data[at + 8 + length : at + 12 + length])
        packed += body if name == b"IDAT" else b""
        at += 12 + length
    height, width, _ = picture(target).shape
    assert len(zlib.decompress(packed)) == height * (3 * width + 1)  # raises when the checksum is wrong


def test_counters_lie_where_the_scenario_puts_them(full_map, system, scenario, tmp_path):
    target = tmp_path / "map.png"
    layers = frozenset({"terrain", "units", "boxes"})
    render(target, full_map, system, scenario, RenderOptions(hex_px=80, layers=layers))
    pixels = picture(target)
    with_counter, guard = rgb("#c08060"), rgb("#401010")
    x, y = pixel_of(full_map, *Layout(Orientation.FLAT).centre(full_map.numbers.parse("0203")), 80)
    patch = pixels[y - 34 : y + 34, x - 34 : x + 34].reshape(-1, 3)
    # The upper counter of the stack covers most of the lower one, but not its edge.
    upper, lower = ((patch == colour).all(axis=1).sum() for colour in (guard, with_counter))
    assert upper > 5 * lower > 50
    space = full_map.boxes["reserve"]
    x, y = pixel_of(full_map, space.x + 0.46, space.y + 0.76, 80)
    assert (pixels[y - 25 : y + 25, x - 25 : x + 25] == with_counter).all(axis=2).sum() > 500
