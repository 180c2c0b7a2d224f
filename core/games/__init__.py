"""The published systems: one folder for each, and the list of them. Nothing else in core names a system."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from core.formats.reading import read_document
from core.formats.system_file import SystemFile
from core.formats.tables_file import TablesFile

SYSTEMS = ("war_comes_early", "uswc", "westfront", "sicily", "war_storm")
_FOLDER = Path(__file__).parent


@cache
def load_system(system_id: str) -> SystemFile:
    """The vocabulary of a published system; KeyError when there is no such system."""
    return SystemFile.model_validate(_data(system_id, "system.json"))


@cache
def load_tables(system_id: str) -> TablesFile:
    """The tables of a published system; KeyError when there is no such system."""
    return TablesFile.model_validate(_data(system_id, "tables.json"))


def data_files() -> list[Path]:
    """The data files of all published systems."""
    return [_FOLDER / system / "data" / name for system in SYSTEMS for name in ("system.json", "tables.json")]


def _data(system_id: str, name: str) -> object:
    if system_id not in SYSTEMS:
        raise KeyError(system_id)
    return read_document(_FOLDER / system_id / "data" / name).data
