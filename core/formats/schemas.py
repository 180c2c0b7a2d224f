"""The JSON Schemas of all formats, generated from the pydantic models."""

from __future__ import annotations

from typing import Any

from core.formats.kinds import KINDS, Kind
from core.formats.writing import pretty

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: Kind) -> dict[str, Any]:
    """The JSON Schema of a format."""
    return {"$schema": DRAFT, "$id": f"urn:{kind.format}:{kind.version}", **kind.model.model_json_schema()}


def schema_files() -> dict[str, str]:
    """File name and text of every schema."""
    return {
        f"{kind.format.replace('.', '-')}.schema.json": pretty(schema_of(kind)) + "\n"
        for kind in KINDS.values()
    }
