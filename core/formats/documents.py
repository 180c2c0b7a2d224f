"""Opening and saving maps, boards and scenarios, and finding the maps that a scenario or board names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.formats.board_convert import board_from_data, board_text
from core.formats.hints import MapHints
from core.formats.map_convert import map_from_data, map_text
from core.formats.places import Places
from core.formats.reading import RawDocument, paused_gc, read_document
from core.formats.saving import save_text
from core.formats.scenario_convert import scenario_from_data, scenario_text
from core.model.assembly import BoardError, assemble
from core.model.board import BoardModel
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

Document = MapModel | BoardModel | ScenarioModel
FOLDERS_UP = 3
_HEX_PLACE = re.compile(r"(\w+)\[(\d+)\]\.(?:hex|side)")


def load(path: Path) -> Document:
    """Any document; DocumentError with clear messages when it cannot be used."""
    return from_raw(read_document(path))


def from_raw(raw: RawDocument) -> Document:
    """The document of data that has been read; DocumentError when it contradicts itself."""
    try:
        return _converted(raw)
    except DocumentError as error:
        raise DocumentError(_explained(raw, error.issues), unreadable=error.unreadable) from None


def _converted(raw: RawDocument) -> Document:
    file = str(raw.path)
    with paused_gc():
        match raw.kind.format:
            case "sandtable.map":
                return map_from_data(raw.data, file)
            case "sandtable.board":
                return board_from_data(raw.data)
            case "sandtable.scenario":
                return scenario_from_data(raw.data, file)
            case _:
                raise _not_a(raw.path, "map, board or scenario")


def _explained(raw: RawDocument, issues: list[Issue]) -> list[Issue]:
    """The findings with their lines, and with what was probably meant."""
    places, hints = Places(raw), MapHints(raw.data)
    found = []
    for issue in map(places.located, issues):
        row = _HEX_PLACE.fullmatch(issue.path) if issue.code == "DOC002" else None
        if row and raw.kind.format == "sandtable.map":
            message = hints.message(issue.message, raw.data[row[1]][int(row[2])])
            found.append(replace(issue, message=message))
        else:
            found.append(issue)
    return found


def load_map(path: Path) -> MapModel:
    """A map; DocumentError when the file holds something else."""
    document = load(path)
    if not isinstance(document, MapModel):
        raise _not_a(path, "map")
    return document


def load_scenario(path: Path) -> ScenarioModel:
    """A scenario; DocumentError when the file holds something else."""
    document = load(path)
    if not isinstance(document, ScenarioModel):
        raise _not_a(path, "scenario")
    return document


def text_of(document: Document) -> str:
    """The text of the file of a document."""
    if isinstance(document, MapModel):
        return map_text(document)
    if isinstance(document, BoardModel):
        return board_text(document)
    return scenario_text(document)


def save(document: Document, path: Path) -> None:
    """Save atomically; DocumentError when that fails, and then an existing file is as it was."""
    save_text(path, text_of(document))


def content_hash(document: Document) -> str:
    """What a scenario notes down of its map, to notice that the map has changed since."""
    return hashlib.sha256(text_of(document).encode()).hexdigest()


def with_present_hashes(document: Document, library: MapLibrary) -> tuple[Document, list[str]]:
    """A document with the hashes that its maps have now, and the ids of the maps whose hash was another.

    Where none was noted, none is added; that of a map that cannot be found or opened stays.
    """
    renewed: list[str] = []

    def present(map_id: str, noted: str) -> str:
        try:
            now = noted and library.hash_of(map_id)
        except DocumentError:
            now = ""
        if now and now != noted:
            renewed.append(map_id)
        return now or noted

    if isinstance(document, BoardModel):
        maps = {key: replace(m, hash=present(m.map, m.hash)) for key, m in document.maps.items()}
        overlays = {key: replace(o, hash=present(o.map, o.hash)) for key, o in document.overlays.items()}
        document = replace(document, maps=maps, overlays=overlays)
    elif isinstance(document, ScenarioModel):
        info = document.info
        reference = replace(info.map, hash=present(info.map.id, info.map.hash))
        document = replace(document, head={"scenario": replace(info, map=reference)})
    return document, list(dict.fromkeys(renewed))


@dataclass
class MapLibrary:
    """Finds maps and boards by id in some folders, by the file name <id>.map.json or <id>.board.json."""

    folders: tuple[Path, ...]
    _known: dict[str, MapModel] = field(default_factory=dict)
    _opening: list[str] = field(default_factory=list)

    def find(self, map_id: str) -> Path | None:
        """The file of a map or board, or None."""
        for folder in self.folders:
            for ending in (".map.json", ".board.json"):
                if _there((path := folder / f"{map_id}{ending}").is_file):
                    return path
        return None

    def get(self, map_id: str) -> MapModel:
        """The map, or the board joined from its maps; DocumentError when there is none or it does not fit."""
        if map_id in self._opening:
            raise _made_of_itself(self._opening[self._opening.index(map_id) :])
        if map_id not in self._known:
            self._opening.append(map_id)
            try:
                self._known[map_id] = self._load(map_id)
            finally:
                self._opening.pop()
        return self._known[map_id]

    def hash_of(self, map_id: str) -> str:
        """The content hash of the file of a map or board, or "" when there is none."""
        path = self.find(map_id)
        return content_hash(load(path)) if path else ""

    def _load(self, map_id: str) -> MapModel:
        path = self.find(map_id)
        if path is None:
            places = ", ".join(map(str, self.folders))
            message = f'no map or board "{map_id}" found in {places}: correct the id or add {map_id}.map.json'
            raise DocumentError([Issue("REF001", "error", message)])
        document = load(path)
        if isinstance(document, BoardModel):
            return join(document, self, path)
        if isinstance(document, MapModel):
            return document
        raise _not_a(path, "map or board")


def _made_of_itself(circle: list[str]) -> DocumentError:
    names = ", ".join(f'"{name}"' for name in circle)
    if len(circle) == 1:
        message = f"board {names} is made of itself: take it out"
    else:
        message = f"boards {names} are made of each other: take one out"
    return DocumentError([Issue("REF004", "error", message)])


def join(board: BoardModel, library: MapLibrary, path: Path) -> MapModel:
    """A board as one map; DocumentError when its parts do not fit together."""
    try:
        return assemble(board, library.get)
    except BoardError as error:
        raise DocumentError([Issue("BRD001", "error", str(error), str(path), "maps")]) from error
    except DocumentError as error:
        raise _placed(error, path, "maps") from error


def map_of(document: Document, path: Path, library: MapLibrary) -> MapModel:
    """The map that a document is, is joined from or is played on; DocumentError when it cannot be used."""
    if isinstance(document, MapModel):
        return document
    if isinstance(document, BoardModel):
        return join(document, library, path)
    try:
        return library.get(document.info.map.id)
    except DocumentError as error:
        raise _placed(error, path, "map.id") from error


def _placed(error: DocumentError, path: Path, place: str) -> DocumentError:
    """What is said of a file that cannot be found is said of the file that names it."""
    issues = [issue if issue.file else replace(issue, file=str(path), path=place) for issue in error.issues]
    return DocumentError(issues, unreadable=error.unreadable)


def library_for(path: Path, bundled: Iterable[Path] = ()) -> MapLibrary:
    """Where the maps of a document may lie: beside it, in the folders above it, in their "maps", bundled."""
    here = path.resolve().parent
    around = [
        folder
        for parent in (here, *here.parents[:FOLDERS_UP])
        for folder in (parent, parent / "maps", parent / "maps" / "samples")
    ]
    folders = [here, *(folder for folder in around if _there(folder.is_dir)), *bundled]
    return MapLibrary(tuple(dict.fromkeys(folders)))


def _there(test: Callable[[], bool]) -> bool:
    """A test for a file, where one that may not be looked at counts as not being there."""
    try:
        return test()
    except OSError:
        return False


def _not_a(path: Path, wanted: str) -> DocumentError:
    return DocumentError(
        [Issue("FILE012", "error", f"is not a {wanted}: name another file", str(path))],
        unreadable=True,
    )
