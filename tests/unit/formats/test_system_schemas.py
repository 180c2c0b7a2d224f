"""Schemas of single systems: they know the words, accept the samples and refuse what the system lacks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from core.bundle import bundled_documents
from core.formats.schemas import schema_files
from core.formats.system_schemas import system_schema
from core.games import SYSTEMS, load_system

ROOT = Path(__file__).resolve().parents[3]
SYSTEM_DOCUMENTS = [path for path in bundled_documents() if not path.name.endswith(".board.json")]


def validator(data: dict[str, Any]) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(system_schema(data["format"], load_system(data["system"])))


def test_schema_files_of_systems_are_as_the_code_says() -> None:
    wanted = {name: text for name, text in schema_files(map(load_system, SYSTEMS)).items() if "/" in name}
    written = {
        path.relative_to(ROOT / "schemas").as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "schemas").glob("*/*.json")
    }
    assert written == wanted
    assert len(wanted) == 2 * len(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("kind", ["sandtable.map", "sandtable.scenario"])
def test_schemas_are_valid_schemas(system: str, kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(system_schema(kind, load_system(system)))


@pytest.mark.parametrize("path", SYSTEM_DOCUMENTS, ids=lambda path: path.name)
def test_bundled_documents_fit_the_schema_of_their_system(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    if len(data.get("hexes", ())) > 500:  # the reference validator is slow; every hex says the same
        data["hexes"] = data["hexes"][::50]
    assert [error.message for error in validator(data).iter_errors(data)] == []


def damaged_terrain(data: dict[str, Any]) -> None:
    data["hexes"][0]["terrain"] = "no_such_terrain"


def damaged_attribute(data: dict[str, Any]) -> None:
    data["hexes"][0]["attributes"] = {"no_such_attribute": 1}


def damaged_place(data: dict[str, Any]) -> None:
    data["places"][0]["attributes"] = {"no_such_attribute": 1}


def damaged_system(data: dict[str, Any]) -> None:
    data["system"] = "another"


@pytest.mark.parametrize("damage", [damaged_terrain, damaged_attribute, damaged_place, damaged_system])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_system_lacks_is_refused(system: str, damage: Callable[[dict[str, Any]], None]) -> None:
    sample = min((ROOT / "maps" / "samples").glob(f"{system}_sample*.map.json"))
    data = json.loads(sample.read_text(encoding="utf-8"))
    check = validator(data)
    assert check.is_valid(data)
    damage(data)
    assert not check.is_valid(data)


def test_words_carry_their_meaning() -> None:
    system = load_system(SYSTEMS[0])
    terrain = system_schema("sandtable.map", system)["$defs"]["HexRow"]["properties"]["terrain"]
    first = system.terrains[0]
    assert terrain["oneOf"][0]["const"] == first.id
    assert first.text in terrain["oneOf"][0]["description"]
    assert {word["const"] for word in terrain["oneOf"]} == {entry.id for entry in system.terrains}
