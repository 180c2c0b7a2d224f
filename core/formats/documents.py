"""Opening and saving maps, boards and scenarios, and finding the maps that a scenario or board names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.formats.board_convert import board_from_data, board_text
from core.formats.map_convert import map_from_data, map_text
from core.formats.reading import RawDocument, paused_gc, read_document
from core.formats.saving import save_text
from core.formats.scenario_convert import scenario_from_data, scenario_text
from core.model.assembly import BoardError, assemble
from core.model.board import BoardModel
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

Document = MapModel | BoardModel | ScenarioModel


def load(path: Path) -> Document:
    """Any document; DocumentError with clear messages when it cannot be used."""
    return from_raw(read_document(path))


def from_raw(raw: RawDocument) -> Document:
    """The document of data that has been read."""
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
    """Where the maps of a document may lie: beside it, in "maps" of the folders above it, and bundled."""
    here = path.resolve().parent
    above = [
        folder
        for parent in (here, *here.parents[:3])
        for folder in (parent / "maps", parent / "maps" / "samples")
    ]
    folders = [here, *(folder for folder in above if _there(folder.is_dir)), *bundled]
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
