"""Scenario file <-> scenario model. Spaces stay as written: a scenario is read without its map."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from core.formats.base import attributes_json, attributes_of, source_of, source_text, sources_of, sources_text
from core.formats.rows import Findings, Row, plain
from core.formats.writing import compact, document_text
from core.model.facts import Attributes, Sources
from core.model.scenario import (
    Control,
    Faction,
    Formation,
    MapReference,
    Marker,
    Nation,
    Reinforcement,
    ScenarioHead,
    ScenarioModel,
    Turn,
    Unit,
    Victory,
    Zone,
)

# Layer, entry type, and the field of the row that is the key. Rows have the fields of the entry.
_LAYERS: tuple[tuple[str, Any, str], ...] = (
    ("turns", Turn, "turn"),
    ("sides", Faction, "id"),
    ("nations", Nation, "id"),
    ("control", Control, "of"),
    ("zones", Zone, "id"),
    ("formations", Formation, "id"),
    ("units", Unit, "id"),
    ("reinforcements", Reinforcement, "id"),
    ("markers", Marker, "id"),
    ("victory", Victory, "id"),
)


def scenario_from_data(data: dict[str, Any], file: str) -> ScenarioModel:
    """The scenario model of data that fits the schema; DocumentError lists ids that are there twice."""
    findings = Findings(file)
    layers: dict[str, Any] = {
        layer: findings.keyed(layer, data.get(layer, []), key, _key_reader(key), _entry_reader(entry, key))
        for layer, entry, key in _LAYERS
    }
    options = findings.keyed(
        "options", data.get("options", []), "id", _key_reader("id"), _key_reader("value")
    )
    findings.raise_if_any()
    return ScenarioModel(head={"scenario": _head(data)}, options=options, **layers)


def scenario_text(model: ScenarioModel) -> str:
    """The scenario as the text of its file."""
    rows = {"options": [compact({"id": key, "value": value}) for key, value in sorted(model.options.items())]}
    for layer, _, key in _LAYERS:
        entries = sorted(getattr(model, layer).items())
        rows[layer] = [compact({key: name, **_entry_row(entry)}) for name, entry in entries]
    return document_text(_head_data(model.info), rows)


_WHOLE = ("turn", "order")


def _key_reader(key: str) -> Any:
    return (lambda row: int(row[key])) if key in _WHOLE else (lambda row: row[key])


def _entry_reader(entry: Any, key: str) -> Any:
    return lambda row: entry(**{name: value for name, value in map(_from_json, row.items()) if name != key})


def _from_json(item: tuple[str, Any]) -> tuple[str, Any]:
    name, value = item
    if name == "attributes":
        return name, attributes_of(value)
    if name == "source":
        return "sources", sources_of(value)
    if name in _WHOLE:
        return name, int(value)
    return name, tuple(value) if isinstance(value, list) else value


def _entry_row(entry: Any) -> Row:
    row: Row = {}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if field.default is not MISSING and value == field.default:
            continue
        if isinstance(value, Sources):
            row["source"] = sources_text(value)
        elif isinstance(value, Attributes):
            row["attributes"] = attributes_json(value)
        else:
            row[field.name] = list(value) if isinstance(value, tuple) else value
    return row


def _head(data: dict[str, Any]) -> ScenarioHead:
    return ScenarioHead(
        schema=data.get("$schema", ""),
        id=data["id"],
        name=data["name"],
        system=data["system"],
        map=MapReference(**data["map"]),
        description=data.get("description", ""),
        notes=data.get("notes", ""),
        first_turn=int(data.get("first_turn", 1)),
        source=source_of(data.get("source")),
        attributes=attributes_of(data.get("attributes", {})),
    )


def _head_data(info: ScenarioHead) -> dict[str, Any]:
    return plain(
        **{"$schema": info.schema},
        format="sandtable.scenario",
        version=1,
        id=info.id,
        name=info.name,
        system=info.system,
        map=plain(id=info.map.id, hash=info.map.hash),
        source=source_text(info.source),
        description=info.description,
        notes=info.notes,
        first_turn=info.first_turn if info.first_turn != 1 else None,
        attributes=attributes_json(info.attributes),
    )
