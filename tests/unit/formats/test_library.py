"""Finding maps by their ids, and joining boards from files."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.formats.documents import MapLibrary, content_hash, join, library_for, load, map_of, save
from core.model.board import BoardModel, Placement
from core.model.issue import DocumentError
from core.model.map import MapModel
from tests.samples import board, rich_map, tiny_map, tiny_scenario


def issue_of(library: MapLibrary, map_id: str) -> tuple[str, str]:
    with pytest.raises(DocumentError) as caught:
        library.get(map_id)
    (issue,) = caught.value.issues
    return issue.code, issue.message


def test_a_map_is_found_by_its_id(tmp_path: Path) -> None:
    save(tiny_map(), tmp_path / "tiny.map.json")
    library = MapLibrary((tmp_path,))
    assert library.find("tiny") == tmp_path / "tiny.map.json"
    assert library.get("tiny") == tiny_map()
    assert library.hash_of("tiny") == content_hash(tiny_map())
    assert library.get("tiny") is library.get("tiny")


def test_earlier_folders_come_first(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    save(tiny_map(columns=1), tmp_path / "b" / "tiny.map.json")
    library = MapLibrary((tmp_path / "none", tmp_path / "a", tmp_path / "b"))
    assert library.get("tiny") == tiny_map(columns=1)
    save(tiny_map(columns=2), tmp_path / "a" / "tiny.map.json")
    assert MapLibrary(library.folders).get("tiny") == tiny_map(columns=2)


def test_a_map_that_is_nowhere(tmp_path: Path) -> None:
    code, message = issue_of(MapLibrary((tmp_path, tmp_path / "x")), "atlantis")
    assert code == "REF001"
    assert message == (
        f'no map or board "atlantis" found in {tmp_path}, {tmp_path / "x"}: '
        "correct the id or add atlantis.map.json"
    )
    assert MapLibrary((tmp_path,)).hash_of("atlantis") == ""


def test_a_folder_with_the_name_of_a_map_is_no_map(tmp_path: Path) -> None:
    (tmp_path / "x.map.json").mkdir()
    assert MapLibrary((tmp_path,)).find("x") is None


def test_an_id_too_long_for_a_file_name_is_simply_not_found(tmp_path: Path) -> None:
    assert MapLibrary((tmp_path,)).find("x" * 300) is None


def test_a_scenario_under_the_name_of_a_map(tmp_path: Path) -> None:
    save(tiny_scenario(), tmp_path / "x.map.json")
    assert issue_of(MapLibrary((tmp_path,)), "x") == ("FILE012", "is not a map or board: name another file")


def test_a_board_is_joined_from_its_maps(tmp_path: Path) -> None:
    save(tiny_map("west", prefix="A"), tmp_path / "west.map.json")
    save(tiny_map("east", prefix="B"), tmp_path / "east.map.json")
    parts = board(Placement("west"), Placement("east", column=4))
    save(parts, tmp_path / "board.board.json")
    joined = MapLibrary((tmp_path,)).get("board")
    assert isinstance(joined, MapModel)
    assert len(joined.hexes) == 24
    path = tmp_path / "board.board.json"
    document = load(path)
    assert isinstance(document, BoardModel)
    assert join(document, MapLibrary((tmp_path,)), path) == joined


def test_boards_of_boards(tmp_path: Path) -> None:
    for name in "abc":
        save(tiny_map(name, prefix=name.upper()), tmp_path / f"{name}.map.json")
    inner = board(Placement("a"), Placement("b", column=4), board_id="inner")
    save(inner, tmp_path / "inner.board.json")
    save(board(Placement("inner"), Placement("c", column=8)), tmp_path / "outer.board.json")
    joined = MapLibrary((tmp_path,)).get("outer")
    assert {joined.numbers.label(h)[0] for h in joined.hexes} == {"A", "B", "C"}


@pytest.mark.parametrize("names", [["x"], ["x", "y"], ["x", "y", "z"]])
def test_boards_made_of_each_other(names: list[str], tmp_path: Path) -> None:
    for name, part in zip(names, names[1:] + names[:1], strict=True):
        save(board(Placement(part), board_id=name), tmp_path / f"{name}.board.json")
    code, message = issue_of(MapLibrary((tmp_path,)), "x")
    circle = ", ".join(f'"{name}"' for name in names)
    said = "is made of itself: take it out" if len(names) == 1 else "are made of each other: take one out"
    assert (code, message) == ("REF004", f"board{'s' if len(names) > 1 else ''} {circle} {said}")


def test_only_the_boards_of_the_circle_are_named(tmp_path: Path) -> None:
    for name, part in (("x", "y"), ("y", "y")):
        save(board(Placement(part), board_id=name), tmp_path / f"{name}.board.json")
    assert issue_of(MapLibrary((tmp_path,)), "x") == ("REF004", 'board "y" is made of itself: take it out')


def test_a_map_may_be_asked_for_again_after_a_failure(tmp_path: Path) -> None:
    library = MapLibrary((tmp_path,))
    assert issue_of(library, "tiny")[0] == "REF001"
    save(tiny_map(), tmp_path / "tiny.map.json")
    assert library.get("tiny") == tiny_map()


def test_a_board_names_itself_where_a_part_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "board.board.json"
    with pytest.raises(DocumentError) as caught:
        join(board(Placement("atlantis")), MapLibrary((tmp_path,)), path)
    (issue,) = caught.value.issues
    assert (issue.code, issue.file, issue.path) == ("REF001", str(path), "maps")


def test_a_broken_part_is_named_itself(tmp_path: Path) -> None:
    (tmp_path / "west.map.json").write_text("{", encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        join(board(Placement("west")), MapLibrary((tmp_path,)), tmp_path / "board.board.json")
    (issue,) = caught.value.issues
    assert (issue.code, issue.file) == ("FILE007", str(tmp_path / "west.map.json"))
    assert caught.value.unreadable


def test_parts_that_do_not_fit_are_told_of_the_board(tmp_path: Path) -> None:
    save(tiny_map("west"), tmp_path / "west.map.json")
    path = tmp_path / "board.board.json"
    with pytest.raises(DocumentError) as caught:
        join(board(Placement("west"), Placement("west", column=4)), MapLibrary((tmp_path,)), path)
    (issue,) = caught.value.issues
    assert (issue.code, issue.file, issue.path) == ("BRD001", str(path), "maps")


def test_the_map_of_each_kind_of_document(tmp_path: Path) -> None:
    save(rich_map(), tmp_path / "rich.map.json")
    library, path = MapLibrary((tmp_path,)), tmp_path / "x"
    assert map_of(rich_map(), path, library) == rich_map()
    assert map_of(tiny_scenario("rich"), path, library) == rich_map()
    assert len(map_of(board(Placement("rich")), path, library).hexes) == len(rich_map().hexes)
    with pytest.raises(DocumentError) as caught:
        map_of(tiny_scenario("atlantis"), path, library)
    assert [(issue.file, issue.path) for issue in caught.value.issues] == [(str(path), "map.id")]


def test_maps_are_looked_for_beside_the_file_above_it_and_in_the_bundle(tmp_path: Path) -> None:
    scenario = tmp_path / "a" / "scenarios" / "one" / "x.scenario.json"
    scenario.parent.mkdir(parents=True)
    for folder in ("a/maps", "a/maps/samples", "maps", "bundle"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    library = library_for(scenario, (tmp_path / "bundle",))
    assert library.folders == (
        scenario.parent,
        tmp_path / "a" / "scenarios",
        tmp_path / "a",
        tmp_path / "a" / "maps",
        tmp_path / "a" / "maps" / "samples",
        tmp_path,
        tmp_path / "maps",
        tmp_path / "bundle",
    )


def test_a_folder_is_searched_once(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    folders = library_for(tmp_path / "maps" / "x.board.json", (tmp_path / "maps",)).folders
    assert folders.count(tmp_path / "maps") == 1
    assert len(set(folders)) == len(folders)


def test_a_library_finds_maps_by_file_name_whatever_their_own_id(tmp_path: Path) -> None:
    model = tiny_map()
    model.head["map"] = replace(model.info, id="other")
    save(model, tmp_path / "tiny.map.json")
    assert MapLibrary((tmp_path,)).get("tiny").info.id == "other"
