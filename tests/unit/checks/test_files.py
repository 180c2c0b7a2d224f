"""Checking whole files with what they refer to."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.checks import FileReport, check_file
from core.formats.documents import content_hash, save, text_of
from core.model.board import Overlay, Placement
from core.model.issue import Issue
from tests.samples import (
    board,
    get_system,
    rich_map,
    rich_scenario,
    set_hex,
    system_data,
    tables_data,
    tiny_map,
    tiny_scenario,
)


def report_of(path: Path, *bundled: Path) -> FileReport:
    return check_file(path, get_system, bundled)


def codes(path: Path) -> list[tuple[str, str]]:
    return [(issue.code, issue.path) for issue in report_of(path).issues]


def saved(document: Any, path: Path) -> Path:
    save(document, path)
    return path


def test_good_files_are_clean(tmp_path: Path) -> None:
    model = rich_map()
    saved(model, tmp_path / "rich.map.json")
    scenario = saved(rich_scenario(map_hash=content_hash(model)), tmp_path / "landing.scenario.json")
    parts = board(Placement("rich", content_hash(model)))
    whole = saved(parts, tmp_path / "board.board.json")
    for path in (tmp_path / "rich.map.json", scenario, whole):
        report = report_of(path)
        assert (report.issues, report.has_errors, report.unreadable) == ([], False, False)


@pytest.mark.parametrize("data", [system_data(), tables_data()], ids=["system", "tables"])
def test_data_of_systems_can_be_checked(data: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert report_of(path).issues == []
    path.write_text(json.dumps(data | {"extra": 1}), encoding="utf-8")
    assert codes(path) == [("FMT002", "extra")]


def test_an_unreadable_file(tmp_path: Path) -> None:
    report = report_of(tmp_path / "none.map.json")
    assert [issue.code for issue in report.issues] == ["FILE001"]
    assert report.unreadable


def test_a_file_against_its_schema_is_readable_but_wrong(tmp_path: Path) -> None:
    path = tmp_path / "x.map.json"
    path.write_text('{"format": "sandtable.map", "version": 1}', encoding="utf-8")
    report = report_of(path)
    assert (report.has_errors, report.unreadable) == (True, False)
    assert [issue.path for issue in report.issues] == ["id", "name", "system", "grid"]


def test_marks_of_other_editors_come_first(tmp_path: Path) -> None:
    path = saved(tiny_map(), tmp_path / "tiny.map.json")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert codes(path) == [("FILE020", ""), ("FILE021", "")]
    assert report_of(path).has_errors


def test_marks_of_other_editors_are_told_beside_other_faults(tmp_path: Path) -> None:
    model = tiny_map()
    set_hex(model, "0101", terrain="x")
    path = saved(model, tmp_path / "tiny.map.json")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert codes(path) == [("FILE020", ""), ("MAP001", "hexes[0].terrain")]


def test_an_unknown_system(tmp_path: Path) -> None:
    path = saved(tiny_map(), tmp_path / "tiny.map.json")
    path.write_text(path.read_text().replace("test_system", "chess"), encoding="utf-8")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.path) == ("DOC003", "system")
    assert issue.message == 'unknown system "chess": name one of the published systems'


def test_a_warning_is_no_error(tmp_path: Path) -> None:
    path = saved(tiny_map(), tmp_path / "other.map.json")
    report = report_of(path)
    assert report.issues == [
        Issue(
            "REF005",
            "warning",
            'has the id "tiny", so others look for tiny.map.json: rename the file or change the id',
            str(path),
            "id",
            line=4,
        )
    ]
    assert not report.has_errors


def test_a_board_under_another_name(tmp_path: Path) -> None:
    saved(tiny_map(), tmp_path / "tiny.map.json")
    path = saved(board(Placement("tiny")), tmp_path / "other.board.json")
    assert codes(path) == [("REF005", "id")]


# --- scenarios ------------------------------------------------------------------------------------


def test_a_scenario_without_its_map(tmp_path: Path) -> None:
    path = saved(tiny_scenario(), tmp_path / "clash.scenario.json")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.path, issue.file, issue.line) == ("REF001", "map.id", str(path), 7)
    assert issue.message.startswith(f'no map or board "tiny" found in {tmp_path}, ')
    assert issue.message.count(": ") == 1
    assert issue.message.endswith(": correct the id or add tiny.map.json")


def test_a_scenario_with_a_broken_map(tmp_path: Path) -> None:
    path = saved(tiny_scenario(), tmp_path / "clash.scenario.json")
    (tmp_path / "tiny.map.json").write_text("{", encoding="utf-8")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.line) == ("REF002", 7)
    told = f"sandtable check {tmp_path / 'tiny.map.json'}"
    assert issue.message == f'its map "tiny" cannot be used: mend the map, its errors are shown by: {told}'


def test_a_scenario_on_a_map_that_has_changed(tmp_path: Path) -> None:
    model = rich_map()
    path = saved(rich_scenario(map_hash=content_hash(model)), tmp_path / "landing.scenario.json")
    set_hex(model, "A03.02", terrain="wood")
    saved(model, tmp_path / "rich.map.json")
    report = report_of(path)
    assert report.issues == [
        Issue(
            "REF003",
            "warning",
            f'was made for another state of map "rich": look it over, then type: sandtable tidy {path}',
            str(path),
            "map.hash",
            line=8,
        )
    ]


def test_a_scenario_on_a_board(tmp_path: Path) -> None:
    saved(tiny_map("west", prefix="A"), tmp_path / "west.map.json")
    saved(tiny_map("east", prefix="B"), tmp_path / "east.map.json")
    parts = board(Placement("west"), Placement("east", column=4))
    saved(parts, tmp_path / "board.board.json")
    scenario = tiny_scenario("board")
    scenario.units["b1"] = type(scenario.units["b1"])("9th", "armour", "blueland", at="B0403")
    path = saved(scenario, tmp_path / "clash.scenario.json")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.path) == ("SCN003", "units[1].at")
    assert issue.message.startswith('no hex of this board is called "0101"')


def test_a_map_from_the_bundle(tmp_path: Path) -> None:
    (tmp_path / "bundle").mkdir()
    (tmp_path / "own").mkdir()
    saved(tiny_map(), tmp_path / "bundle" / "tiny.map.json")
    path = saved(tiny_scenario(), tmp_path / "own" / "clash.scenario.json")
    assert report_of(path, tmp_path / "bundle").issues == []
    assert [issue.code for issue in report_of(path).issues] == ["REF001"]


def test_a_wrong_system_is_the_only_thing_that_is_told(tmp_path: Path) -> None:
    data = json.loads(text_of(tiny_scenario())) | {"system": "test_sistem"}
    data["units"].append(data["units"][0])
    path = tmp_path / "clash.scenario.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    (issue,) = check_file(path, get_system, (), ("other", "test_system")).issues
    assert (issue.code, issue.path, issue.line) == ("DOC003", "system", 1)
    assert issue.message == (
        'unknown system "test_sistem": did you mean "test_system"? The systems are other, test_system'
    )


def test_of_a_scenario_on_a_map_of_another_system_nothing_else_is_told(tmp_path: Path) -> None:
    model = tiny_map()
    model.head["map"] = replace(model.info, system="other")
    saved(model, tmp_path / "tiny.map.json")
    scenario = tiny_scenario()
    scenario.units["b1"] = replace(scenario.units["b1"], type="x", at="9999")
    assert codes(saved(scenario, tmp_path / "clash.scenario.json")) == [("SCN001", "map.id")]


def test_a_name_in_the_place_of_a_number_is_not_called_a_hex(tmp_path: Path) -> None:
    saved(rich_map(), tmp_path / "rich.map.json")
    scenario = rich_scenario()
    scenario.control["redland"] = scenario.control["region:redland"]
    (issue,) = report_of(saved(scenario, tmp_path / "landing.scenario.json")).issues
    assert (issue.code, issue.path, issue.hex) == ("SCN003", "control[1].of", "")
    assert 'under "control" written "region:redland"' in issue.message


def test_faults_on_a_board_with_overlays_are_told_of_the_board(tmp_path: Path) -> None:
    """A hex under an overlay has the number of the map below it: its file cannot be told for sure."""
    saved(tiny_map("west", prefix="A"), tmp_path / "west.map.json")
    patch = tiny_map("patch", 1, 1)
    set_hex(patch, "0101", terrain="x")
    saved(patch, tmp_path / "patch.map.json")
    parts = board(Placement("west"), overlays=(Overlay("patch", "0101", "A0202"),))
    path = saved(parts, tmp_path / "board.board.json")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.file, issue.hex) == ("MAP001", str(path), "A0202")


# --- boards ---------------------------------------------------------------------------------------


def test_a_board_without_its_map(tmp_path: Path) -> None:
    path = saved(board(Placement("atlantis")), tmp_path / "board.board.json")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.path, issue.file) == ("REF001", "maps", str(path))


def test_a_board_made_of_itself(tmp_path: Path) -> None:
    path = saved(board(Placement("board")), tmp_path / "board.board.json")
    (issue,) = report_of(path).issues
    assert (issue.code, issue.path, issue.file) == ("REF004", "maps", str(path))
    assert issue.message == 'board "board" is made of itself: take it out'


def test_parts_that_do_not_fit(tmp_path: Path) -> None:
    saved(tiny_map(), tmp_path / "tiny.map.json")
    path = saved(board(Placement("tiny"), Placement("tiny", column=4)), tmp_path / "board.board.json")
    assert codes(path) == [("BRD001", "maps")]


def test_faults_on_the_maps_of_a_board(tmp_path: Path) -> None:
    model = tiny_map(prefix="A")
    set_hex(model, "A0101", terrain="x")
    saved(model, tmp_path / "tiny.map.json")
    path = saved(board(Placement("tiny")), tmp_path / "board.board.json")
    (issue,) = report_of(path).issues  # told of the map that has the hex, not of the board
    assert (issue.code, issue.path, issue.line) == ("MAP001", "hexes[0].terrain", 10)
    assert issue.file == str(tmp_path / "tiny.map.json")


def test_parts_of_a_board_that_have_changed(tmp_path: Path) -> None:
    saved(tiny_map("west", prefix="A"), tmp_path / "west.map.json")
    saved(tiny_map("patch", 1, 1), tmp_path / "patch.map.json")
    good, old = content_hash(tiny_map("west", prefix="A")), "0" * 64
    parts = board(Placement("west", old), overlays=(Overlay("patch", "0101", "A0202", old),))
    path = saved(parts, tmp_path / "board.board.json")
    assert codes(path) == [("REF003", "maps[0].hash"), ("REF003", "overlays[0].hash")]
    parts = board(Placement("west", good), overlays=(Overlay("patch", "0101", "A0202"),))
    saved(parts, path)
    assert codes(path) == []
