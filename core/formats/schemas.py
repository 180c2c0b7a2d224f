"""The JSON Schemas of all formats, generated from the pydantic models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.formats.kinds import KINDS, Kind
from core.formats.system_file import SystemFile
from core.formats.system_schemas import system_schema
from core.formats.writing import pretty

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: Kind) -> dict[str, Any]:
    """The JSON Schema of a format."""
    return {"$schema": DRAFT, "$id": f"urn:{kind.format}:{kind.version}", **kind.model.model_json_schema()}


def schema_files(systems: Iterable[SystemFile] = ()) -> dict[str, str]:
    """File name and text of every schema: one for each format, and those of maps and scenarios of systems."""
    files = {f"{kind.format.replace('.', '-')}.schema.json": schema_of(kind) for kind in KINDS.values()}
    for system in systems:
        for kind in ("map", "scenario"):
            name = f"{system.id}/{kind}.schema.json"
            head = {"$schema": DRAFT, "$id": f"urn:sandtable.{kind}:{system.id}"}
            files[name] = {**head, **system_schema(f"sandtable.{kind}", system)}
    return {name: pretty(schema) + "\n" for name, schema in files.items()}
