"""Checking a file from its bytes to its rules, with everything that it refers to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.checks.registry import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, ScenarioSubject, run_checks
from core.formats.documents import MapLibrary, from_raw, join, library_for
from core.formats.reading import read_document
from core.formats.system_file import SystemFile
from core.model.board import BoardModel, Overlay, Placement
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

GetSystem = Callable[[str], SystemFile]


@dataclass
class FileReport:
    """What was found in one file."""

    path: Path
    issues: list[Issue] = field(default_factory=list)
    unreadable: bool = False

    @property
    def has_errors(self) -> bool:
        """Whether anything but warnings was found."""
        return any(issue.severity == "error" for issue in self.issues)


def check_file(path: Path, get_system: GetSystem, bundled_maps: tuple[Path, ...] = ()) -> FileReport:
    """Everything that is wrong with a file. `get_system` raises KeyError for an unknown system."""
    report = FileReport(path)
    try:
        raw = read_document(path)
        report.issues += raw.oddities
        if raw.kind.format in ("sandtable.system", "sandtable.tables"):
            return report
        document = from_raw(raw)
        report.issues += _check_document(document, path, get_system, library_for(path, bundled_maps))
    except DocumentError as error:
        report.issues += error.issues
        report.unreadable = error.unreadable
    return report


def _check_document(document: Any, path: Path, get_system: GetSystem, library: MapLibrary) -> list[Issue]:
    file = str(path)
    try:
        system = get_system(document.info.system)
    except KeyError:
        message = f'unknown system "{document.info.system}": name one of the published systems'
        return [Issue("DOC003", "error", message, file, "system")]
    if isinstance(document, MapModel):
        issues = list(run_checks(MAP_CHECKS, MapSubject(document, system), file))
        return issues + _misnamed(document.info.id, ".map.json", path)
    if isinstance(document, BoardModel):
        issues = _check_board(document, system, path, library)
        return issues + _misnamed(document.info.id, ".board.json", path)
    return _check_scenario(document, system, path, library)


def _check_board(board: BoardModel, system: SystemFile, path: Path, library: MapLibrary) -> list[Issue]:
    try:
        joined = join(board, library, path)
    except DocumentError as error:
        return error.issues
    issues = list(run_checks(MAP_CHECKS, MapSubject(joined, system), str(path)))
    parts: list[tuple[str, Placement | Overlay]] = [
        (f"maps[{i - 1}].hash", part) for i, part in board.maps.items()
    ]
    parts += [(f"overlays[{i - 1}].hash", part) for i, part in board.overlays.items()]
    for place, part in parts:
        issues += _stale(part.map, part.hash, place, path, library)
    return issues


def _check_scenario(
    scenario: ScenarioModel, system: SystemFile, path: Path, library: MapLibrary
) -> list[Issue]:
    reference = scenario.info.map
    try:
        model = library.get(reference.id)
    except DocumentError as error:
        first = error.issues[0]
        message = f'its map "{reference.id}" cannot be used ({first.message}): mend or replace the map'
        return [Issue("REF002", "error", message, str(path), "map.id")]
    issues = list(run_checks(SCENARIO_CHECKS, ScenarioSubject(scenario, model, system), str(path)))
    return issues + _stale(reference.id, reference.hash, "map.hash", path, library)


def _misnamed(map_id: str, ending: str, path: Path) -> list[Issue]:
    wanted = f"{map_id}{ending}"
    if path.name == wanted:
        return []
    message = f'has the id "{map_id}", so others look for {wanted}: rename the file or change the id'
    return [Issue("REF005", "warning", message, str(path), "id")]


def _stale(map_id: str, noted_hash: str, place: str, path: Path, library: MapLibrary) -> list[Issue]:
    if not noted_hash or noted_hash == library.hash_of(map_id):
        return []
    message = f'was made for another state of map "{map_id}": look it over and save it again'
    return [Issue("REF003", "warning", message, str(path), place)]
