"""Board file <-> board model."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from core.formats.base import source_of, source_text
from core.formats.rows import plain, whole_numbers
from core.formats.writing import compact, document_text
from core.model.board import BoardHead, BoardModel, Overlay, Placement


def board_from_data(data: dict[str, Any]) -> BoardModel:
    """The board model of data that fits the schema."""
    head = BoardHead(
        schema=data.get("$schema", ""),
        id=data["id"],
        name=data["name"],
        system=data["system"],
        north=data.get("north", ""),
        notes=data.get("notes", ""),
        source=source_of(data.get("source")),
    )
    return BoardModel(
        head={"board": head},
        maps={i: Placement(**whole_numbers(row)) for i, row in enumerate(data["maps"], 1)},
        overlays={i: Overlay(**whole_numbers(row)) for i, row in enumerate(data.get("overlays", []), 1)},
    )


def board_text(model: BoardModel) -> str:
    """The board as the text of its file."""
    info = model.info
    head = plain(
        **{"$schema": info.schema},
        format="sandtable.board",
        version=1,
        id=info.id,
        name=info.name,
        system=info.system,
        source=source_text(info.source),
        north=info.north,
        notes=info.notes,
    )
    rows = {
        "maps": [compact(_row(model.maps[key], Placement(""))) for key in sorted(model.maps)],
        "overlays": [
            compact(_row(model.overlays[key], Overlay("", "", ""))) for key in sorted(model.overlays)
        ],
    }
    return document_text(head, rows)


def _row(entry: Placement | Overlay, usual: Placement | Overlay) -> dict[str, Any]:
    default = asdict(usual)
    return {name: value for name, value in asdict(entry).items() if value != default[name]}
