"""Files of every version of the formats are opened for ever, and the current version byte by byte.

The golden files are never changed: when a format gets a new version, a folder is added.
"""

from pathlib import Path

import pytest

from core.formats.documents import Document, content_hash, load, save, text_of
from core.formats.kinds import KINDS
from tests.samples import rich_board, rich_map, rich_scenario

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
MAP_HASH = "a427582a8875d05be4ad82048b6e226b1fdd77455b482ada63c5c3d02ecac62a"
EXPECTED: dict[str, Document] = {
    "rich.map.json": rich_map(),
    "rich.board.json": rich_board(),
    "rich.scenario.json": rich_scenario(map_hash=MAP_HASH),
}


@pytest.mark.parametrize("version", range(1, 1 + max(kind.version for kind in KINDS.values())))
@pytest.mark.parametrize("name", EXPECTED)
def test_a_golden_file_is_opened_as_expected(version: int, name: str) -> None:
    assert load(GOLDEN / f"v{version}" / name) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_opening_and_saving_a_current_file_leaves_its_bytes_alone(name: str, tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS.values() if name.endswith(kind.ending))
    path = GOLDEN / f"v{kind.version}" / name
    save(load(path), tmp_path / name)
    assert (tmp_path / name).read_bytes() == path.read_bytes()
    assert text_of(EXPECTED[name]).encode() == path.read_bytes()


def test_content_hashes_stay_what_they_were() -> None:
    """A scenario notes the hash of its map: another way of making it would warn about every scenario."""
    assert content_hash(rich_map()) == MAP_HASH
