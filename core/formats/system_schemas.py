"""JSON Schemas of maps and scenarios of one system: the general ones with its words and attributes filled in.

They are for text editors, which then offer terrains, unit types and so on with their meaning. Files are
validated against the general schemas; that words exist is told by `core.checks`, with better messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from core.formats.kinds import KINDS
from core.formats.system_file import AttributeKind, Entry, SystemFile
from core.hexgrid.orientation import Orientation

Schema = dict[str, Any]

# Row, field, and the list of the system whose ids it may hold.
_WORDS = {
    "sandtable.map": (
        ("HexRow", "terrain", "terrains"),
        ("HexRow", "features", "features"),
        ("HexsideRow", "kind", "hexsides"),
        ("PathRow", "kind", "paths"),
        ("PlaceRow", "kind", "places"),
        ("RegionRow", "kind", "regions"),
        ("BoxRow", "kind", "boxes"),
    ),
    "sandtable.scenario": (
        ("UnitRow", "type", "unit_types"),
        ("UnitRow", "nation", "nations"),
        ("UnitRow", "size", "unit_sizes"),
        ("NationRow", "id", "nations"),
        ("FormationRow", "nation", "nations"),
        ("MarkerRow", "kind", "markers"),
        ("OptionRow", "id", "options"),
        ("TurnRow", "weather", "weathers"),
    ),
}
# Rows whose attributes the system lists once for all of them.
_ATTRIBUTES = {
    "sandtable.map": (("HexRow", "hex_attributes"),),
    "sandtable.scenario": (
        ("UnitRow", "unit_attributes"),
        ("SideRow", "side_attributes"),
        ("NationRow", "nation_attributes"),
        ("TurnRow", "turn_attributes"),
        ("ZoneRow", "zone_attributes"),
        ("VictoryRow", "victory_attributes"),
        ("ReinforcementRow", "reinforcement_attributes"),
        ("FormationRow", "formation_attributes"),
    ),
}
_OF_THE_WHOLE = {"sandtable.map": "map_attributes", "sandtable.scenario": "scenario_attributes"}
_TYPES = {"whole": "integer", "number": "number", "text": "string", "flag": "boolean", "list": "array"}


def system_schema(format_name: str, system: SystemFile) -> Schema:
    """The schema of a format for the documents of one system."""
    schema = deepcopy(KINDS[format_name].model.model_json_schema())
    rows = schema["$defs"]
    schema["title"] = f"{schema['title']} of {system.name}"
    schema["properties"]["system"] = {"const": system.id, "description": "The game system"}
    for row, field, words in _WORDS[format_name]:
        entries: list[Entry] = getattr(system, words)
        properties = rows[row]["properties"]
        properties[field] = _one_of(properties[field], entries)
        if field == "kind":
            rows[row]["allOf"] = [_if_kind(entry, system) for entry in entries]
    for row, attributes in _ATTRIBUTES[format_name]:
        rows[row]["properties"]["attributes"] = _attributes(getattr(system, attributes), system)
    schema["properties"]["attributes"] = _attributes(getattr(system, _OF_THE_WHOLE[format_name]), system)
    return schema


def _one_of(general: Schema, entries: Iterable[Entry]) -> Schema:
    """A field that holds one of the words, or a list of them, instead of any text."""
    words = [{"const": e.id, "title": e.name, "description": _meaning(e)} for e in entries]
    kept: Schema = {key: general[key] for key in ("title", "description", "default") if key in general}
    if general.get("type") == "array":
        return {**kept, "type": "array", "items": {"oneOf": words}} if words else {**kept, "maxItems": 0}
    if "default" in general:
        words.append({"const": general["default"], "title": "none", "description": "Not given"})
    return {**kept, "oneOf": words} if words else {**kept, "not": {}}


def _meaning(entry: Entry) -> str:
    rule = f" [{entry.rule}]" if entry.rule else ""
    return f"{entry.text}{rule}{' (assumed)' if entry.assumed else ''}".strip()


def _if_kind(entry: Any, system: SystemFile) -> Schema:
    """What the attributes of a row of one kind may be."""
    attributes = _attributes(entry.attributes, system)
    return {
        "if": {"properties": {"kind": {"const": entry.id}}},
        "then": {"properties": {"attributes": attributes}},
    }


def _attributes(kinds: Iterable[AttributeKind], system: SystemFile) -> Schema:
    kinds = list(kinds)
    schema: Schema = {
        "type": "object",
        "description": "Further values, as the system has them",
        "properties": {kind.id: _value(kind, system) for kind in kinds},
        "additionalProperties": False,
    }
    if required := [kind.id for kind in kinds if kind.required]:
        schema["required"] = required
    return schema


def _value(kind: AttributeKind, system: SystemFile) -> Schema:
    schema: Schema = {"title": kind.name, "description": _meaning(kind)}
    if kind.type == "direction":
        schema["enum"] = list(Orientation(system.grid.orientation).compass)
    elif kind.type == "choice":
        schema["enum"] = kind.choices
    else:
        schema["type"] = _TYPES[kind.type]
    limits = {"minimum": kind.minimum, "maximum": kind.maximum}
    return schema | {name: limit for name, limit in limits.items() if limit is not None}
