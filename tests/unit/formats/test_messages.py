"""What is said of documents that do not fit their schema."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.formats.documents import text_of
from core.formats.kinds import KINDS
from core.formats.validation import MOST_ISSUES, schema_issues, shown
from core.model.issue import Issue
from tests.samples import rich_board, rich_map, rich_scenario, system_data

SAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "map": lambda: json.loads(text_of(rich_map())),
    "board": lambda: json.loads(text_of(rich_board())),
    "scenario": lambda: json.loads(text_of(rich_scenario())),
    "system": system_data,
}


def issues_of(kind: str, change: Callable[[Any], object]) -> list[Issue]:
    data = SAMPLES[kind]()
    change(data)
    return schema_issues(Path("x.json"), KINDS[f"sandtable.{kind}"], data)


def rename(path: str, name: str) -> Callable[[Any], object]:
    """Give what is at a path another name."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[name] = data.pop(last)

    return change


def put(path: str, value: Any) -> Callable[[Any], object]:
    """Set what is at a path such as "hexes.2.terrain"."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[last] = value

    return change


MESSAGES = {
    "missing": ("map", lambda d: d["hexes"][3].pop("terrain"), "FMT001", "hexes[3].terrain", "add it"),
    "missing_at_top": ("scenario", lambda d: d.pop("map"), "FMT001", "map", '"map" is missing: add it'),
    "misspelt": (
        "map",
        put("hexes.0.elevatoin", 1),
        "FMT002",
        "hexes[0].elevatoin",
        'did you mean "elevation"?',
    ),
    "unknown": ("map", put("wheather", 1), "FMT002", "wheather", 'unknown field "wheather": remove it'),
    "capital": ("map", put("hexes.0.Elevation", 1), "FMT002", "hexes[0].Elevation", 'mean "elevation"?'),
    "there_already": (
        "map",
        put("hexes.0.terrains", 1),
        "FMT002",
        "hexes[0].terrains",
        "remove it (known here",
    ),
    "meant": ("scenario", put("units.0.hex", "0101"), "FMT002", "units[0].hex", 'did you mean "at"?'),
    "meant_name": ("map", rename("places.0.kind", "terrain"), "FMT002", "places[0].terrain", 'mean "kind"?'),
    "meant_kind": ("scenario", rename("units.1.type", "kind"), "FMT002", "units[1].kind", 'mean "type"?'),
    "known_elsewhere": ("board", put("maps.0.anchor", "x"), "FMT002", "maps[0].anchor", "remove it"),
    "no_choice": (
        "map",
        put("grid.orientation", "up"),
        "FMT003",
        "grid.orientation",
        "use 'flat' or 'pointy'",
    ),
    "rotation": ("board", put("maps.1.rotation", 60), "FMT003", "maps[1].rotation", "60 is not allowed"),
    "true_rotation": ("board", put("maps.1.rotation", False), "FMT005", "maps[1].rotation", "a whole number"),
    "no_id": ("map", put("id", "ü!"), "FMT004", "id", "use small letters, digits and _ . -"),
    "two_words": ("map", put("id", "Rich Map"), "FMT004", "id", 'did you mean "rich_map"?'),
    "capitals": ("map", put("id", "Rich"), "FMT004", "id", 'did you mean "rich"? Ids have small letters'),
    "colour": ("system", put("sides.0.colour", "red"), "FMT004", "sides[0].colour", '"#7fa05a"'),
    "hash": ("board", put("maps.0.hash", "abc"), "FMT004", "maps[0].hash", "use 64 digits"),
    "source": ("map", put("source", "hearsay"), "FMT004", "source", "begin with rulebook, derived"),
    "prefix": (
        "map",
        put("numbering.prefix", "1"),
        "FMT004",
        "numbering.prefix",
        "it must match ^[A-Za-z]*$",
    ),
    "one_source": (
        "map",
        put("hexes.2.source.elevation", "?"),
        "FMT004",
        "hexes[2].source.elevation",
        "begin",
    ),
    "source_type": ("map", put("hexes.2.source", 5), "FMT005", "hexes[2].source", "an object {...}"),
    "text": ("map", put("name", 5), "FMT005", "name", '5 does not fit: write a text in "quotes"'),
    "empty_name": ("map", put("name", ""), "FMT005", "name", "at least 1 character"),
    "whole": ("map", put("grid.columns", "4"), "FMT005", "grid.columns", "a whole number"),
    "half": (
        "map",
        put("grid.columns", 4.5),
        "FMT005",
        "grid.columns",
        "4.5 does not fit: write a whole number",
    ),
    "true_number": ("map", put("grid.columns", True), "FMT005", "grid.columns", "true does not fit"),
    "too_many": ("map", put("grid.columns", 2001), "FMT005", "grid.columns", "less than or equal to 2000"),
    "too_few": ("map", put("grid.rows", 0), "FMT005", "grid.rows", "greater than or equal to 1"),
    "negative": ("map", put("boxes.0.width", -1), "FMT005", "boxes[0].width", "greater than 0"),
    "flag": ("map", put("named_addresses", 1), "FMT005", "named_addresses", "write true or false"),
    "no_list": ("map", put("hexes", {}), "FMT005", "hexes", "{} does not fit: write a list [...]"),
    "no_object": ("map", put("hexes.1", "0101"), "FMT005", "hexes[1]", "write an object {...}"),
    "null": ("map", put("hexes.1", None), "FMT005", "hexes[1]", "null does not fit: write an object {...}"),
    "affine": (
        "map",
        put("georeference.affine", [1, 2]),
        "FMT005",
        "georeference.affine",
        "at least 6 items",
    ),
    "attribute": (
        "map",
        put("attributes.edition", {"x": 1}),
        "FMT005",
        "attributes.edition",
        'write a text in "quotes" or true or false or a whole number or a number or a list [...]',
    ),
    "in_list": (
        "map",
        put("attributes.sheets.1", None),
        "FMT005",
        "attributes.sheets[1]",
        "null does not fit",
    ),
    "called_str": ("map", put("attributes.str", None), "FMT005", "attributes.str", "null does not fit"),
    "no_unit": ("scenario", put("reinforcements.0.units", []), "FMT005", "reinforcements[0].units", "1 item"),
    "effect": (
        "system",
        put("terrains.0.effects.foot", {"valeu": 1}),
        "FMT002",
        "terrains[0].effects.foot.valeu",
        'did you mean "value"?',
    ),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_a_message_names_the_place_and_the_remedy(case: str) -> None:
    kind, change, code, place, words = MESSAGES[case]
    issue = issues_of(kind, change)[0]
    assert (issue.code, issue.path) == (code, place)
    assert words in issue.message
    assert ": " in issue.message or code == "FMT002"


@pytest.mark.parametrize("case", [case for case in MESSAGES if case != "effect"])
def test_one_fault_gets_one_message(case: str) -> None:
    kind, change, *_ = MESSAGES[case]
    assert len(issues_of(kind, change)) == 1


def test_a_fault_in_a_hex_names_its_number() -> None:
    (issue,) = issues_of("map", put("hexes.1.terrain", 7))
    assert issue.hex == "A01.02"
    assert issues_of("map", put("hexes.1.hex", 102))[0].hex == ""


def test_a_good_neighbour_is_not_blamed() -> None:
    """The reference to the earth is right and must not be named when something else is wrong."""
    assert [issue.path for issue in issues_of("map", put("north", 5))] == ["north"]


def test_many_faults_are_counted_and_the_first_are_shown() -> None:
    row = {"hex": "A01.01", "terrain": "Clear"}
    issues = issues_of("map", put("hexes", [row] * 250))
    assert len(issues) == MOST_ISSUES + 1
    assert issues[-1].code == "FMT010"
    assert issues[-1].message.startswith("has 250 such errors, the first 100 are shown")


def test_exactly_as_many_faults_as_are_shown() -> None:
    row = {"hex": "A01.01", "terrain": "Clear"}
    assert len(issues_of("map", put("hexes", [row] * MOST_ISSUES))) == MOST_ISSUES


def test_a_fault_that_only_the_schema_sees_is_still_told() -> None:
    """Cannot happen as long as pydantic and the schema agree; if it does, there is a message."""
    assert [issue.code for issue in issues_of("map", lambda d: None)] == ["FMT009"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", '"a"'), ("é\n", '"é\\n"'), (None, "null"), (True, "true"), (1.5, "1.5"), ([1, {}], "[1, {}]")],
)
def test_values_are_shown_as_in_the_file(value: object, text: str) -> None:
    assert shown(value) == text


def test_long_values_are_cut() -> None:
    assert shown("x" * 59) == '"' + "x" * 56 + "..."
    assert len(shown("x" * 58)) == 60
    assert len(shown(list(range(1000)))) == 60
