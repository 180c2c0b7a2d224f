"""`sandtable render`."""

from pathlib import Path
from typing import Any

import pytest

from core.cli import pictures
from core.games import load_system
from core.render.options import LAYERS
from tests.command import SYSTEM, Run, a_map, a_scenario, change, misplaced_unit


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<"), ("pdf", b"%PDF")])
def test_render(ending: str, start: bytes, sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    scenario = a_scenario(tmp_path / "s.scenario.json", path)
    for file in (path, scenario):
        target = tmp_path / f"x.{ending}"
        assert sandtable("render", file, "-o", target) == (0, f"Wrote {target}\n", "")
        assert target.read_bytes().startswith(start)
        target.unlink()


@pytest.mark.parametrize("given", [["sheet,numbers"], ["sheet", "--without", "numbers"], ["sheet, numbers,"]])
def test_layers_are_left_out(
    given: list[str], sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(pictures, "render", lambda *arguments: asked.append(arguments[-1]) or [])
    path = a_map(tmp_path / "good.map.json")
    assert sandtable("render", path, "-o", "x.png", "--without", *given).code == 0
    assert asked[0].layers == frozenset(LAYERS) - {"sheet", "numbers", "provenance"}


def test_marks_of_provenance_are_asked_for_and_not_left_out(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    assert sandtable("render", path, "-o", "x.png", "--provenance").code == 0
    result = sandtable("render", path, "-o", "x.png", "--without", "provenance")
    assert result.code == 2
    assert "provenance" not in result.err.partition("choose from")[2]


def test_pixels_are_told_in_one_way(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    result = sandtable("render", path, "-o", "x.png", "--hex-px", 20, "--dpi", 100)
    assert (result.code, (tmp_path / "x.png").exists()) == (2, False)
    assert result.lines == [
        "--hex-px and --dpi: error CLI007: both say how many pixels a hex gets: leave out one of them"
    ]


def test_a_picture_of_a_file_with_errors_says_so(sandtable: Run, tmp_path: Path) -> None:
    path = change(
        a_map(tmp_path / "good.map.json"), lambda d: d["hexes"][0].update(terrain="q", elevation=99)
    )
    result = sandtable("render", path, "-o", "x.png")
    assert (result.code, result.out) == (0, "Wrote x.png\n")
    assert result.lines == ["2 errors in the file, see: sandtable check good.map.json"]
    assert (tmp_path / "x.png").is_file()


def test_a_picture_without_some_units_says_so(sandtable: Run, tmp_path: Path) -> None:
    path = misplaced_unit(tmp_path)
    kind = load_system(SYSTEM).markers[0].id
    markers = [{"id": f"m{i}", "kind": kind, "at": "box:nowhere"} for i in range(2)]
    change(path, lambda d: d.update(markers=markers))
    errors = sandtable("check", path).out.split()[1]
    result = sandtable("render", path, "-o", "x.png")
    assert (result.code, result.out) == (0, "Wrote x.png\n")
    assert result.lines == [
        f"{errors} errors in the file, 1 unit and 2 markers not drawn as there is no such space, "
        "see: sandtable check bad.scenario.json"
    ]


def test_a_picture_of_a_file_with_warnings_says_nothing(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json").rename(tmp_path / "other.map.json")
    assert sandtable("render", path, "-o", "x.png") == (0, "Wrote x.png\n", "")


def test_a_layer_that_does_not_exist(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    result = sandtable("render", path, "-o", "x.png", "--without", "grit")
    assert result.code == 2
    (line,) = result.lines
    assert line.startswith('--without: error CLI002: no layer "grit": choose from terrain, ')


def test_a_scenario_without_its_map_cannot_be_drawn(sandtable: Run, tmp_path: Path) -> None:
    map_file = a_map(tmp_path / "good.map.json")
    scenario = a_scenario(tmp_path / "s.scenario.json", map_file)
    map_file.unlink()
    result = sandtable("render", scenario, "-o", "x.png")
    assert result.code == 1
    (line,) = result.lines
    assert line.startswith(f'{scenario}:7: map.id: error REF001: no map or board "good" found in ')
