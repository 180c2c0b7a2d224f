"""Keys of entries become rows of the file: one form of place in all messages, with its line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.checks import check_file
from core.formats.documents import content_hash, load, save, text_of
from core.formats.places import Places
from core.formats.reading import read_document
from core.model.issue import Issue
from tests.samples import get_system, rich_map, rich_scenario, tiny_map


def placed(path: Path, place: str, message: str = "") -> tuple[str, str]:
    """The place of a finding, and the line of the file where it stands."""
    raw = read_document(path)
    issue = Places(raw, load(path)).located(Issue("X", "error", message, str(path), place))
    lines = path.read_text(encoding="utf-8").split("\n")
    return issue.path, lines[issue.line - 1].strip() if issue.line else ""


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    save(rich_map(), tmp_path / "rich.map.json")
    return tmp_path / "rich.map.json"


@pytest.fixture
def scenario_file(tmp_path: Path, map_file: Path) -> Path:
    save(rich_scenario(map_hash=content_hash(rich_map())), tmp_path / "x.scenario.json")
    return tmp_path / "x.scenario.json"


@pytest.mark.parametrize(
    ("place", "path", "line"),
    [
        ("hexes.A01.01.terrain", "hexes[2].terrain", '{"hex": "A01.01"'),
        ("hexes.A01.02", "hexes[1]", '{"hex": "A01.02"'),
        ("places.naples.kind", "places[1].kind", '{"id": "naples"'),
        ("hexsides.A02.01/A02.02.attributes", "hexsides[1].attributes", '{"side": "A02.01/A02.02"'),
        ("side A02.01/A02.02", "hexsides[1]", '{"side": "A02.01/A02.02"'),
        ("map.attributes", "attributes", '"attributes": '),
        ("grid.orientation", "grid.orientation", '"grid": '),
        ("hexes[3].terrain", "hexes[3].terrain", '{"hex": "A02.03"'),
        ("id", "id", '"id": '),
    ],
)
def test_places_in_a_map(place: str, path: str, line: str, map_file: Path) -> None:
    found = placed(map_file, place)
    assert found[0] == path
    assert found[1].startswith(line)


@pytest.mark.parametrize(
    ("place", "path", "line"),
    [
        ("units.r1.at", "units[1].at", '{"id": "r1"'),
        ("turns.10.weather", "turns[8].weather", '{"turn": 10'),
        ("options.pace.value", "options[1].value", '{"id": "pace"'),
        ("control.A01.01", "control[0].of", '{"of": "A01.01"'),
        ("control.A01.01.side", "control[0].side", '{"of": "A01.01"'),
        ("control.region:redland", "control[1].of", '{"of": "region:redland"'),
        ("scenario.attributes", "attributes", '"attributes": '),
        ("map.id", "map.id", '"map": '),
        ("first_turn", "first_turn", '"first_turn": '),
        ("markers", "markers", '"markers": '),
    ],
)
def test_places_in_a_scenario(place: str, path: str, line: str, scenario_file: Path) -> None:
    found = placed(scenario_file, place)
    assert found[0] == path
    assert found[1].startswith(line)


@pytest.mark.parametrize("place", ["", "line 3 column 4", "units.nobody.at", "side 0909/0910", "atlantis.x"])
def test_what_cannot_be_found_stays_as_it_is(place: str, scenario_file: Path) -> None:
    assert placed(scenario_file, place) == (place, "")


def rows(*sides: tuple[str, str]) -> list[dict[str, str]]:
    return [{"side": side, "kind": kind} for side, kind in sides]


@pytest.mark.parametrize(
    ("hexsides", "message", "row"),
    [
        (rows(("0202/0201", "river")), "river", 0),
        (rows(("0202 / 0201", "river")), "river", 0),
        (rows(("0201 S", "river")), "river", 0),
        (
            rows(("0201/0202", "river"), ("0202/0201", "rivr")),
            'unknown kind "rivr": did you mean "river"?',
            1,
        ),
        (rows(("0201/0202", "cliff"), ("0201/0202", "river")), "river and cliff cannot lie", 1),
    ],
)
def test_the_row_of_a_hexside(hexsides: list[dict[str, str]], message: str, row: int, tmp_path: Path) -> None:
    path = tmp_path / "tiny.map.json"
    data = json.loads(text_of(tiny_map())) | {"hexsides": hexsides}
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    assert placed(path, "side 0201/0202", message)[0] == f"hexsides[{row}]"


def test_a_number_without_its_letter_is_found(tmp_path: Path) -> None:
    path = tmp_path / "tiny.map.json"
    save(tiny_map(prefix="A"), path)
    text = path.read_text(encoding="utf-8").replace('{"hex": "A0202"', '{"hex": "0202"')
    path.write_text(text, encoding="utf-8")
    assert placed(path, "hexes.A0202.terrain")[1].startswith('{"hex": "0202"')


FAULTS: dict[str, Callable[[Any], object]] = {
    "format": lambda d: d["units"][2].update(at=7),
    "unknown field": lambda d: d["units"][2].update(size_="x"),
    "twice": lambda d: d["units"].append(d["units"][0]),
    "check": lambda d: d["units"][2].update(at="A99.99"),
    "control": lambda d: d["control"].append({"of": "A77.01", "side": "red"}),
    "turn": lambda d: d["turns"][4].update(weather="snow"),
    "map": lambda d: d["map"].update(id="atlantis"),
    "hash": lambda d: d["map"].update(hash="0" * 64),
    "system": lambda d: d.update(system="chess"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_every_finding_in_a_file_has_a_line_and_a_place_of_the_file(case: str, scenario_file: Path) -> None:
    data = json.loads(scenario_file.read_text(encoding="utf-8"))
    FAULTS[case](data)
    scenario_file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    issues = check_file(scenario_file, get_system).issues
    assert issues
    for issue in issues:
        assert issue.line > 1
        at: Any = data
        for step in issue.path.replace("[", ".").replace("]", "").split("."):
            at = at[int(step)] if isinstance(at, list) else at[step]
        assert str(issue).startswith(f"{scenario_file}:{issue.line}: {issue.path}")
