"""SVG and PDF: exact scale, valid files, text as text."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest

from benchmarks.synthetic import synthetic_map, synthetic_system
from core.hexgrid.layout import SQRT3
from core.hexgrid.orientation import Orientation
from core.render import RenderOptions, render

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def hexagons(data: str) -> np.ndarray:
    """The polygons of SVG path data of the form M x y l dx dy ... z."""
    rings = []
    for start, steps in re.findall(r"M(-?\d+ -?\d+)l([-\d ]+)z", data):
        first = np.array(start.split(), float)
        moves = np.array(steps.split(), float).reshape(-1, 2)
        rings.append(first + np.vstack(([0, 0], np.cumsum(moves, axis=0))))
    return np.array(rings)


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("hex_mm", [16.0, 21.5])
def test_svg_is_to_scale(make_map, system, tmp_path, orientation, hex_mm):
    model = make_map(orientation)
    target = tmp_path / "map.svg"
    render(target, model, system, None, RenderOptions(hex_mm=hex_mm))
    root = ET.parse(target).getroot()
    width, height = (float(root.get(name).removesuffix("mm")) for name in ("width", "height"))
    _, _, view_width, view_height = map(float, root.get("viewBox").split())
    mm = width / view_width
    assert mm == pytest.approx(height / view_height, rel=1e-4)
    terrain = root.find(f"{SVG}g[@id='terrain']")
    rings = np.concatenate([hexagons(path.get("d")) for path in terrain.findall(f"{SVG}path")])
    assert len(rings) == len(model.hexes)
    extents = np.ptp(rings, axis=1).mean(axis=0) * mm
    across, along = (extents[1], extents[0]) if orientation is Orientation.FLAT else extents
    assert across == pytest.approx(hex_mm, rel=2e-3)
    assert along == pytest.approx(hex_mm * 2 / SQRT3, rel=2e-3)


def test_svg_uses_the_size_of_the_system(make_map, system, tmp_path):
    sizes = []
    for options in (RenderOptions(), RenderOptions(hex_mm=system.grid.hex_mm)):
        target = tmp_path / "map.svg"
        render(target, make_map(), system, None, options)
        sizes.append(ET.parse(target).getroot().get("width"))
    assert sizes[0] == sizes[1]


def test_svg_groups_layers_and_keeps_text(full_map, system, scenario, tmp_path):
    target = tmp_path / "map.svg"
    render(target, full_map, system, scenario, RenderOptions())
    root = ET.parse(target).getroot()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    groups = [g.get("id") for g in root.findall(f"{SVG}g")]
    assert groups[:2] == ["terrain", "grid"]
    assert {"hexsides", "paths", "places", "labels", "numbers", "boxes", "units", "sheet"} <= set(groups)
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert {
        "Test Battle",
        "Łódź",
        "Żory",
        "Great <Plain>",
        "0101",
        "Reserve",
        "1st Corps",
        "Later Corps",
        "7-4",
        "XXX",
        "Wood",
    } <= texts
    used = {element.get(HREF).removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used <= set(ids)


def test_svg_of_a_large_map_stays_small(tmp_path):
    target = tmp_path / "map.svg"
    render(target, synthetic_map(100, 100), synthetic_system(), None, RenderOptions())
    assert target.stat().st_size < 4_000_000
    ET.parse(target)


def pdf_streams(path: Path) -> list[str]:
    found = []
    for body in re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL):
        try:
            data = body.strip()
            packed = (
                base64.a85decode(data, adobe=False)
                if not data.endswith(b"~>")
                else base64.a85decode(b"<~" + data, adobe=True)
            )
            found.append(zlib.decompress(packed).decode("latin-1"))
        except (ValueError, zlib.error):
            continue
    return found


@pytest.mark.parametrize("hex_mm", [16.0, 21.5])
def test_pdf_is_to_scale(make_map, system, tmp_path, hex_mm):
    model = make_map()
    target = tmp_path / "map.pdf"
    render(target, model, system, None, RenderOptions(hex_mm=hex_mm, layers=frozenset({"terrain"})))
    point = hex_mm / 25.4 * 72
    page = next(text for text in pdf_streams(target) if " cm" in text and " l " in text)
    scale = [float(n) for n in re.findall(r"(?:[-\d.]+ ){6}cm", page)[-1].split()[:6]]
    assert scale[0] == pytest.approx(point, rel=1e-6)
    assert scale[3] == pytest.approx(-point, rel=1e-6)
    ring = re.search(r"n ((?:[-\d.]+ ){2}m (?:(?:[-\d.]+ ){2}l ){5})", page).group(1)
    numbers = np.array([float(n) for n in re.findall(r"-?[\d.]+", ring)]).reshape(-1, 2)
    width, height = np.ptp(numbers, axis=0) * scale[0] / 72 * 25.4
    assert height == pytest.approx(hex_mm, rel=1e-4)
    assert width == pytest.approx(hex_mm * 2 / SQRT3, rel=1e-4)
    box = re.search(rb"/MediaBox \[ ([\d. ]+)\]", target.read_bytes()).group(1).split()
    corners = np.array([0.0, 0.0, *np.ptp(_corners(model), axis=0) + 0.9]) * point
    assert [float(n) for n in box] == pytest.approx(corners.tolist(), rel=1e-4)


def _corners(model) -> np.ndarray:
    from core.hexgrid.layout import Layout

    return np.array([p for h in model.hexes for p in Layout(model.info.grid.orientation).polygon(h)])


def test_pdf_embeds_its_fonts(full_map, system, scenario, tmp_path):
    target = tmp_path / "map.pdf"
    render(target, full_map, system, scenario, RenderOptions())
    data = target.read_bytes()
    assert data.startswith(b"%PDF-")
    for name in (b"Lato-Regular", b"Lato-Bold"):
        assert re.search(rb"/FontName /[A-Z]+\+" + name, data)
    assert b"/FontFile2" in data
