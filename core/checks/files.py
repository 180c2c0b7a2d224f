"""Checking a file from its bytes to its rules, with everything that it refers to."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.checks.registry import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, ScenarioSubject, run_checks
from core.formats.documents import Document, MapLibrary, from_raw, join, library_for
from core.formats.places import Places
from core.formats.reading import RawDocument, read_document
from core.formats.system_file import SystemFile
from core.model.board import BoardModel, Overlay, Placement
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.program import command

GetSystem = Callable[[str], SystemFile]
ONLY_FORM = ("sandtable.system", "sandtable.tables", "sandtable.game")  # have no rules to be checked by
OTHER_SYSTEM = "SCN001"  # a scenario on a map of another system: every word that follows would be wrong


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


def check_file(
    path: Path, get_system: GetSystem, bundled_maps: tuple[Path, ...] = (), systems: Iterable[str] = ()
) -> FileReport:
    """Everything that is wrong with a file. `get_system` raises KeyError for a system not in `systems`."""
    report = FileReport(path)
    try:
        raw = read_document(path)
        report.issues += raw.oddities
        if raw.kind.format in ONLY_FORM:
            return report
        system = system_of(raw, get_system, systems)
        document = from_raw(raw)
        report.issues += check_document(raw, document, system, library_for(path, bundled_maps))
    except DocumentError as error:
        report.issues += error.issues
        report.unreadable = error.unreadable
    return report


def system_of(raw: RawDocument, get_system: GetSystem, systems: Iterable[str] = ()) -> SystemFile:
    """The system of a document; DocumentError with the list of systems when there is no such one."""
    name = raw.data["system"]
    try:
        return get_system(name)
    except KeyError:
        known = tuple(systems)
        near = difflib.get_close_matches(name, known, 1)
        hint = f'did you mean "{near[0]}"? The systems are' if near else "name one of"
        message = f'unknown system "{name}": {hint} {", ".join(known) or "the published systems"}'
        issue = Issue("DOC003", "error", message, str(raw.path), "system", line=raw.locator.line(["system"]))
        raise DocumentError([issue]) from None


def check_document(
    raw: RawDocument, document: Document, system: SystemFile, library: MapLibrary
) -> list[Issue]:
    """What is wrong with a document that could be opened, with lines of its file."""
    places = Places(raw, document)
    if isinstance(document, MapModel):
        issues = list(run_checks(MAP_CHECKS, MapSubject(document, system), str(raw.path)))
        issues += _misnamed(document.info.id, ".map.json", raw.path)
    elif isinstance(document, BoardModel):
        issues = _check_board(document, system, raw.path, library)
        issues += _misnamed(document.info.id, ".board.json", raw.path)
    else:
        issues = _check_scenario(document, system, raw.path, library)
    return [places.located(issue) for issue in issues]


def _check_board(board: BoardModel, system: SystemFile, path: Path, library: MapLibrary) -> list[Issue]:
    try:
        joined = join(board, library, path)
    except DocumentError as error:
        return error.issues
    issues = list(run_checks(MAP_CHECKS, MapSubject(joined, system), str(path)))
    if issues and not board.overlays:  # an overlay takes the numbers of what it covers
        issues = _in_parts(issues, [placement.map for _, placement in sorted(board.maps.items())], library)
    parts: list[tuple[str, Placement | Overlay]] = [
        (f"maps[{i - 1}].hash", part) for i, part in board.maps.items()
    ]
    parts += [(f"overlays[{i - 1}].hash", part) for i, part in board.overlays.items()]
    for place, part in parts:
        issues += _stale(part.map, part.hash, place, path, library)
    return issues


def _in_parts(issues: list[Issue], map_ids: list[str], library: MapLibrary) -> list[Issue]:
    """What is wrong with an entry of a board is told of the map file that has this entry."""
    files = [(map_id, path) for map_id in dict.fromkeys(map_ids) if (path := library.find(map_id))]
    parts = [(map_id, path, Places(read_document(path), library.get(map_id))) for map_id, path in files]
    return [next(_parts_with(issue, parts), issue) for issue in issues]


def _parts_with(issue: Issue, parts: list[tuple[str, Path, Places]]) -> Iterator[Issue]:
    if "." not in issue.path and not issue.path.startswith("side "):
        return  # of the board as a whole
    for map_id, path, places in parts:
        own = replace(issue, file=str(path), path=issue.path.replace(f".{map_id}/", ".", 1))
        if found := places.found(own):
            yield found


def _check_scenario(
    scenario: ScenarioModel, system: SystemFile, path: Path, library: MapLibrary
) -> list[Issue]:
    reference = scenario.info.map
    try:
        model = library.get(reference.id)
    except DocumentError as error:
        return [_no_map(reference.id, error, path)]
    issues = list(run_checks(SCENARIO_CHECKS, ScenarioSubject(scenario, model, system), str(path)))
    if foreign := [issue for issue in issues if issue.code == OTHER_SYSTEM]:
        return foreign
    return issues + _stale(reference.id, reference.hash, "map.hash", path, library)


def _no_map(map_id: str, error: DocumentError, path: Path) -> Issue:
    """One sentence with one remedy: what is wrong inside the map is told when the map is checked."""
    first = error.issues[0]
    if not first.file:
        return replace(first, file=str(path), path="map.id")
    message = f'its map "{map_id}" cannot be used: mend the map, its errors are shown by'
    return Issue("REF002", "error", f"{message}: {command('check', first.file)}", str(path), "map.id")


def _misnamed(map_id: str, ending: str, path: Path) -> list[Issue]:
    wanted = f"{map_id}{ending}"
    if path.name == wanted:
        return []
    message = f'has the id "{map_id}", so others look for {wanted}: rename the file or change the id'
    return [Issue("REF005", "warning", message, str(path), "id")]


def _stale(map_id: str, noted_hash: str, place: str, path: Path, library: MapLibrary) -> list[Issue]:
    if not noted_hash or noted_hash == library.hash_of(map_id):
        return []
    message = f'was made for another state of map "{map_id}": look it over, then type'
    return [Issue("REF003", "warning", f"{message}: {command('tidy', path)}", str(path), place)]
