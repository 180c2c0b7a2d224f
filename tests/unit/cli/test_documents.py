"""`sandtable new` and `sandtable tidy`."""

import json
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from core.formats.documents import content_hash, load, load_map, load_scenario, save
from core.games import SYSTEMS, load_system
from core.model.board import BoardHead, BoardModel, Placement
from core.starters import MOST_HEXES, starter_map
from tests.command import (
    ROOT,
    SYSTEM,
    Run,
    a_map,
    a_scenario,
    change,
    process,
)
from tests.samples import names_in


@pytest.mark.parametrize("system", SYSTEMS)
def test_new_documents_are_valid_for_every_published_system(system: str, sandtable: Run) -> None:
    made = sandtable("new", "map", "coast", "--system", system, "--columns", 7, "--rows", 5)
    assert made == (0, "Wrote coast.map.json\n", "")
    model = load_map(Path("coast.map.json"))
    assert len(model.hexes) == 35
    assert (model.info.id, model.info.name, model.info.system) == ("coast", "Coast", system)
    usual = load_system(system).grid
    assert model.info.grid.orientation == usual.orientation
    assert model.info.numbering.shifted_number(model.info.grid) == usual.shifted

    made = sandtable("new", "scenario", "landing", "--map", "coast.map.json", "--turns", 4)
    assert made == (0, "Wrote landing.scenario.json\n", "")
    scenario = load_scenario(Path("landing.scenario.json"))
    assert (scenario.info.map.id, list(scenario.turns)) == ("coast", [1, 2, 3, 4])
    assert len(scenario.info.map.hash) == 64
    assert set(scenario.sides) == {side.id for side in load_system(system).sides}
    result = sandtable("check", "coast.map.json", "landing.scenario.json", "--json")
    assert (result.code, json.loads(result.out)["issues"]) == (0, [])


def test_a_new_map_with_numbers_of_its_own(sandtable: Run) -> None:
    numbers = ["--prefix", "B", "--first-column", 41, "--first-row", 0]
    assert sandtable("new", "map", "x", "-s", SYSTEM, "--columns", 3, "--rows", 2, *numbers).code == 0
    model = load_map(Path("x.map.json"))
    labels = {model.numbers.label(h) for h in model.hexes}
    assert labels == {f"B4{c}0{r}" for c in (1, 2, 3) for r in (0, 1)}


@pytest.mark.parametrize("prefix", ["1", "A1", "Ä", " "])
def test_a_prefix_that_is_no_letter(prefix: str, sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", SYSTEM, "--prefix", prefix)
    assert (result.code, names_in(Path())) == (2, [])
    assert "error CLI009: " in result.err


def test_a_new_scenario_finds_its_map_in_a_folder_above(sandtable: Run, tmp_path: Path) -> None:
    a_map(tmp_path / "coast.map.json")
    (tmp_path / "one" / "two").mkdir(parents=True)
    target = Path("one", "two", "s.scenario.json")
    assert sandtable("new", "scenario", "s", "-m", "coast.map.json", "-o", target) == (
        0,
        f"Wrote {target}\n",
        "",
    )


def test_a_new_scenario_far_from_its_map_is_told_of(sandtable: Run, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    a_map(tmp_path / "a" / "coast.map.json")
    result = sandtable("new", "scenario", "s", "-m", "a/coast.map.json")
    assert (result.code, result.out) == (1, "Wrote s.scenario.json\ns.scenario.json: 1 error\n")
    assert 'error REF001: no map or board "coast" found in ' in result.err


@pytest.mark.parametrize("size", [(1, 1), (150, 2), (2, 150)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_new_maps_of_any_size_can_be_opened(system: str, size: tuple[int, int], tmp_path: Path) -> None:
    model = starter_map("x", "", load_system(system), *size)
    save(model, tmp_path / "x.map.json")
    assert load(tmp_path / "x.map.json") == model


def test_new_documents_under_chosen_names(sandtable: Run, tmp_path: Path) -> None:
    arguments = ["new", "map", "coast", "-s", SYSTEM, "--name", "The Coast", "-o", tmp_path / "a.map.json"]
    assert sandtable(*arguments).code == 0
    assert load_map(tmp_path / "a.map.json").info.name == "The Coast"
    result = sandtable("new", "scenario", "s", "-m", "a.map.json", "--name", "[b]S[/b]", "-o", "s.json")
    assert load_scenario(tmp_path / "s.json").info.name == "[b]S[/b]"
    assert result.code == 1  # the map is not found under its id: this is told at once
    assert result.out == "Wrote s.json\ns.json: 1 error\n"
    assert "s.json:7: map.id: error REF001: " in result.err


def test_a_new_scenario_on_a_board(sandtable: Run, tmp_path: Path) -> None:
    a_map(tmp_path / "good.map.json")
    save(BoardModel({"board": BoardHead("b", "B", SYSTEM)}, {1: Placement("good")}), Path("b.board.json"))
    assert sandtable("new", "scenario", "s", "-m", "b.board.json").code == 0
    assert load_scenario(tmp_path / "s.scenario.json").info.map.id == "b"


def test_new_never_overwrites(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "coast.map.json")
    before = path.read_bytes()
    result = sandtable("new", "map", "coast", "-s", SYSTEM)
    assert result.code == 2
    assert result.lines == ["coast.map.json: error CLI001: is there already: choose another name with -o"]
    result = sandtable("new", "scenario", "s", "-m", "coast.map.json", "-o", "coast.map.json")
    assert (result.code, path.read_bytes()) == (2, before)


@pytest.mark.parametrize(
    "bad_id", ["Coast", "", "a b", "../x", "/tmp/x", "_x", ".x", "é", "x\n", "[b]x[/b]", "x" * 101, "a/b"]
)
def test_bad_ids_are_refused(bad_id: str, sandtable: Run, tmp_path: Path) -> None:
    a_map(tmp_path / "good.map.json")
    for arguments in (["map", bad_id, "-s", SYSTEM], ["scenario", bad_id, "-m", "good.map.json"]):
        result = sandtable("new", *arguments)
        assert result.code == 2
        (line,) = result.lines
        assert line.startswith("error CLI004: ")
        assert "cannot be an id: use small letters, digits and _ . -" in line
    assert names_in(tmp_path) == ["good.map.json"]


@pytest.mark.parametrize("good_id", ["a", "0", "north_coast", "a.b-c", "x" * 100])
def test_good_ids_are_taken(good_id: str, sandtable: Run) -> None:
    assert sandtable("new", "map", good_id, "-s", SYSTEM, "--rows", 1).code == 0
    assert load_map(Path(f"{good_id}.map.json")).info.id == good_id


def test_an_unknown_system(sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", "chess")
    assert result.code == 2
    (line,) = result.lines
    assert line == f'system: error DOC003: unknown system "chess": name one of {", ".join(SYSTEMS)}'


@pytest.mark.parametrize("option", ["--columns=0", "--columns=2001", "--rows=-1", "--rows=x"])
def test_impossible_sizes(option: str, sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", SYSTEM, option)
    assert (result.code, names_in(Path())) == (2, [])
    assert "Traceback" not in result.err


def test_a_map_too_large_to_be_opened_again_is_not_begun(sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", SYSTEM, "--columns", 2000, "--rows", 2000)
    assert (result.code, names_in(Path())) == (2, [])
    assert result.lines == [
        f"error CLI005: 2000 x 2000 hexes are more than the {MOST_HEXES} of one map: join several on a board"
    ]


def test_a_scenario_cannot_be_played_on_a_scenario(sandtable: Run, tmp_path: Path) -> None:
    a_scenario(tmp_path / "s.scenario.json", a_map(tmp_path / "good.map.json"))
    result = sandtable("new", "scenario", "t", "-m", "s.scenario.json")
    assert result.code == 2
    assert result.lines == ["s.scenario.json: error CLI003: is a scenario, not a map or board: name a map"]


def test_a_new_scenario_on_a_map_that_is_not_there(sandtable: Run) -> None:
    result = sandtable("new", "scenario", "s", "-m", "none.map.json")
    assert (result.code, result.lines) == (
        2,
        ["none.map.json: error FILE001: does not exist: check the name"],
    )


def test_a_folder_that_is_not_there(sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", SYSTEM, "-o", "none/x.map.json")
    assert result.code == 2
    assert result.lines == [
        "none/x.map.json: error FILE010: could not be saved (No such file or directory), "
        "nothing was written: create the folder or choose another place"
    ]


def test_a_file_name_that_is_too_long(sandtable: Run) -> None:
    result = sandtable("new", "map", "x", "-s", SYSTEM, "-o", "x" * 300)
    assert result.code == 2
    (line,) = result.lines
    assert "File name too long" in line


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    result = process("new", "map", "x", "-s", SYSTEM, "--name", b"K\xf6ln", cwd=tmp_path)
    assert result.code == 2
    (line,) = result.lines
    assert line.startswith("x.map.json: error FILE016: could not be saved: the character after ")
    assert names_in(tmp_path) == []


def test_a_full_disk(tmp_path: Path) -> None:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    result = process("new", "map", "x", "-s", SYSTEM, cwd=tmp_path, preexec_fn=limit)
    assert result.code == 2
    assert result.lines == [
        "x.map.json: error FILE010: could not be saved (File too large), nothing was written: "
        "free some space on the disk or choose another place"
    ]
    assert names_in(tmp_path) == []


def test_tidy_brings_a_file_into_form(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    before = path.read_bytes()
    assert sandtable("tidy", path) == (0, f"{path}: is tidy already\n", "")
    change(path, lambda d: d["hexes"].reverse())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b", ", b",\r\n"))
    result = sandtable("tidy", path)
    changes = "byte order mark removed, Windows line ends replaced, entries put in order"
    assert result == (0, f"{path}: {changes}\n", "")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("oddity", "said"),
    [
        (lambda b: b"\xef\xbb\xbf" + b, "byte order mark removed"),
        (lambda b: b.replace(b"\n", b"\r\n"), "Windows line ends replaced"),
        (lambda b: b.replace(b", ", b","), "entries put in order"),
    ],
)
def test_tidy_says_only_what_it_changed(
    oddity: Callable[[bytes], bytes], said: str, sandtable: Run, tmp_path: Path
) -> None:
    path = a_map(tmp_path / "good.map.json")
    before = path.read_bytes()
    path.write_bytes(oddity(before))
    assert sandtable("tidy", path).out == f"{path}: {said}\n"
    assert path.read_bytes() == before


def test_tidy_renews_the_hash_of_the_map(sandtable: Run, tmp_path: Path) -> None:
    map_file = a_map(tmp_path / "good.map.json")
    sandtable("new", "scenario", "s", "-m", map_file)
    old = content_hash(load(map_file))
    head = BoardHead("b", "B", SYSTEM)
    save(BoardModel({"board": head}, {1: Placement("good", old)}), Path("b.board.json"))
    change(map_file, lambda d: d.update(name="Other"))
    sandtable("tidy", map_file)
    for name in ("s.scenario.json", "b.board.json"):
        assert "warning REF003" in sandtable("check", name).err
        assert sandtable("tidy", name) == (0, f'{name}: hash of map "good" renewed\n', "")
        assert sandtable("check", name) == (0, f"{name}: no errors\n", "")


def test_tidy_adds_no_hash_and_keeps_that_of_a_lost_map(sandtable: Run, tmp_path: Path) -> None:
    map_file = a_map(tmp_path / "good.map.json")
    bare = a_scenario(tmp_path / "bare.scenario.json", map_file)
    sandtable("new", "scenario", "s", "-m", map_file)
    map_file.write_text("{", encoding="utf-8")
    said = f"{bare}: is tidy already\ns.scenario.json: is tidy already\n"
    assert sandtable("tidy", bare, "s.scenario.json") == (0, said, "")
    map_file.unlink()
    assert sandtable("tidy", bare, "s.scenario.json") == (0, said, "")


def test_tidy_refuses_what_cannot_be_loaded_and_goes_on(sandtable: Run, tmp_path: Path) -> None:
    good = a_map(tmp_path / "good.map.json")
    bad = change(a_map(tmp_path / "bad.map.json"), lambda d: d["hexes"].append(d["hexes"][0]))
    before = bad.read_bytes()
    result = sandtable("tidy", bad, good)
    assert (result.code, result.out, bad.read_bytes()) == (1, f"{good}: is tidy already\n", before)
    assert "DOC001" in result.err
    assert sandtable("tidy", "none.map.json", bad).code == 2
    system = ROOT / "core" / "games" / SYSTEM / "data" / "system.json"
    assert "FILE012" in sandtable("tidy", system).err
