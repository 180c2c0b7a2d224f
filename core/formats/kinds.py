"""The kinds of document there are: format name, file ending, version, pydantic model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel

from core.formats.board_file import BoardFile
from core.formats.game_file import GameFile
from core.formats.map_file import MapFile
from core.formats.scenario_file import ScenarioFile
from core.formats.system_file import SystemFile
from core.formats.tables_file import TablesFile


@dataclass(frozen=True)
class Kind:
    """One kind of document."""

    format: str
    version: int
    ending: str
    model: type[BaseModel]

    @cached_property
    def field_names(self) -> list[str]:
        """Every field name that occurs anywhere in the format, to guess what a misspelt one meant."""
        definitions = self.model.model_json_schema()
        parts = [definitions, *definitions.get("$defs", {}).values()]
        return sorted({name for part in parts for name in part.get("properties", {})})


KINDS = {
    kind.format: kind
    for kind in (
        Kind("sandtable.map", 1, ".map.json", MapFile),
        Kind("sandtable.board", 1, ".board.json", BoardFile),
        Kind("sandtable.scenario", 1, ".scenario.json", ScenarioFile),
        Kind("sandtable.system", 1, "system.json", SystemFile),
        Kind("sandtable.tables", 1, "tables.json", TablesFile),
        Kind("sandtable.game", 1, ".game.json", GameFile),
    )
}
