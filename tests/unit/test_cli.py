"""The `sandtable` command: what it prints, how it ends, and that bad input never ends in a traceback."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core import __version__, cli
from core.formats.documents import load, load_map, load_scenario, save
from core.formats.schemas import schema_files
from core.games import SYSTEMS, load_system
from core.model.board import BoardHead, BoardModel, Placement
from core.model.issue import DocumentError, Issue
from core.starters import MOST_HEXES, starter_map, starter_scenario
from tests.samples import names_in, open_folder

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = SYSTEMS[0]
LINE = re.compile(
    r"(?P<file>.+?): (?:(?P<place>.+?): )?(?P<severity>error|warning) (?P<code>[A-Z]+\d{3}): (?P<text>.+)"
)


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What was said of faults."""
        return self.err.splitlines()


Run = Callable[..., Result]


@pytest.fixture
def sandtable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["sandtable", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            cli.main()
        code = caught.value.code
        assert isinstance(code, int)
        return Result(code, *capfd.readouterr())

    return run


def process(*arguments: object, cwd: Path = ROOT, **options: Any) -> Result:
    """Runs a command as a person would, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "core.cli", *map(os.fsdecode, arguments)],
        capture_output="stdout" not in options,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        check=False,
        timeout=120,
        **options,
    )
    return Result(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())


def a_map(path: Path, columns: int = 4, rows: int = 3) -> Path:
    """A map of the first published system without a fault."""
    save(starter_map(path.name.split(".")[0], "", load_system(SYSTEM), columns, rows), path)
    return path


def a_scenario(path: Path, map_file: Path) -> Path:
    """A scenario on a map without a fault."""
    board = load_map(map_file)
    save(starter_scenario(path.name.split(".")[0], "", board.info, "", load_system(SYSTEM), 3), path)
    return path


def change(path: Path, how: Callable[[Any], object]) -> Path:
    """Change the data of a file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    how(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


# --- help and version -----------------------------------------------------------------------------


def test_version(sandtable: Run) -> None:
    assert sandtable("--version") == (0, f"sandtable {__version__}\n", "")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_teaches_the_first_commands(option: str, sandtable: Run) -> None:
    result = sandtable(option)
    assert result.code == 0
    commands = re.findall(r"sandtable (new map|render|check)\b", result.out)
    assert commands == ["new map", "render", "check"]


def test_the_commands_that_help_teaches_work(sandtable: Run) -> None:
    taught = re.findall(r"^\s*sandtable (.+?)\s*$", sandtable("--help").out, re.MULTILINE)
    assert len(taught) == 3
    for command in taught:
        assert sandtable(*command.split()).code == 0
    assert Path("coast.map.json").is_file()
    assert Path("coast.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "command", ["check", "render", "schema", "self-check", "new", "new map", "new scenario"]
)
def test_every_command_has_help(command: str, sandtable: Run) -> None:
    result = sandtable(*command.split(), "--help")
    assert result.code == 0
    assert "Usage: sandtable" in result.out


@pytest.mark.parametrize(
    "arguments", [["chekc"], ["check"], ["check", "--jsno", "x"], ["new"], ["new", "map"]]
)
def test_wrong_usage_is_explained(arguments: list[str], sandtable: Run) -> None:
    result = sandtable(*arguments)
    assert result.code == 2
    assert "Traceback" not in result.out + result.err
    assert "Usage" in result.out + result.err


# --- check ----------------------------------------------------------------------------------------


def test_a_clean_file(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    assert sandtable("check", path) == (0, f"{path}: no errors\n", "")


def test_warnings_are_shown_and_are_no_errors(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json").rename(tmp_path / "other.map.json")
    result = sandtable("check", path)
    assert (result.code, result.out) == (0, "")
    assert [LINE.fullmatch(line)["code"] for line in result.lines] == ["REF005"]  # type: ignore[index]


def no_such_side(data: Any) -> None:
    data["hexsides"] = [{"side": f"{data['hexes'][0]['hex']}/{data['hexes'][-1]['hex']}", "kind": "river"}]


def unit_nowhere(data: Any) -> None:
    system = load_system(SYSTEM)
    data["units"] = [
        {
            "id": "u",
            "name": "U",
            "type": system.unit_types[0].id,
            "nation": system.nations[0].id,
            "at": "9999",
        }
    ]


def bad_map(how: Callable[[Any], object]) -> Callable[[Path], Path]:
    return lambda folder: change(a_map(folder / "bad.map.json"), how)


def bad_bytes(how: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = a_map(folder / "bad.map.json")
        path.write_bytes(how(path.read_bytes()))
        return path

    return make


def misplaced_unit(folder: Path) -> Path:
    map_file = a_map(folder / "good.map.json")
    return change(a_scenario(folder / "bad.scenario.json", map_file), unit_nowhere)


def too_large(folder: Path) -> Path:
    with (folder / "large.map.json").open("wb") as file:
        file.truncate(200 * 2**20)
    return folder / "large.map.json"


def a_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.map.json")
    return folder / "pipe.map.json"


def a_directory(folder: Path) -> Path:
    (folder / "folder.map.json").mkdir()
    return folder / "folder.map.json"


def board_of_itself(folder: Path) -> Path:
    head = BoardHead("bad", "Bad", SYSTEM)
    save(BoardModel({"board": head}, {1: Placement("bad")}), folder / "bad.board.json")
    return folder / "bad.board.json"


# What makes the file, exit code, code of the message, words of it.
BAD: dict[str, tuple[Callable[[Path], Path], int, str, str]] = {
    "truncated": (bad_bytes(lambda b: b[:-30]), 2, "FILE007", "restore it from a copy or complete it"),
    "empty": (bad_bytes(lambda b: b""), 2, "FILE006", "restore it from a copy"),
    "deep": (bad_bytes(lambda b: b"[" * 100_000), 2, "FILE007", "mend it there or restore a copy"),
    "not UTF-8": (bad_bytes(lambda b: b.replace(b"Bad", b"B\xe4d")), 2, "FILE014", "save it as UTF-8"),
    "bom": (bad_bytes(lambda b: b"\xef\xbb\xbf" + b), 1, "FILE020", "save it as plain UTF-8"),
    "crlf": (bad_bytes(lambda b: b.replace(b"\n", b"\r\n")), 1, "FILE021", "save it with LF"),
    "newer": (bad_map(lambda d: d.update(version=2)), 2, "FILE011", "made by a newer version"),
    "unknown field": (bad_map(lambda d: d.update(hexsidse=[])), 1, "FMT002", 'did you mean "hexsides"?'),
    "wrong type": (bad_map(lambda d: d["grid"].update(columns="4")), 1, "FMT005", "write a whole number"),
    "duplicate hex": (bad_map(lambda d: d["hexes"].append(d["hexes"][0])), 1, "DOC001", "remove one"),
    "no hexside": (bad_map(no_such_side), 1, "DOC002", "the two hexes are not neighbours"),
    "unknown terrain": (bad_map(lambda d: d["hexes"][0].update(terrain="q")), 1, "MAP001", "known are"),
    "markup": (
        bad_map(lambda d: d["hexes"][0].update(terrain="x", hex="[red]:tada:[/x]")),
        1,
        "DOC002",
        "[/x]",
    ),
    "unknown system": (bad_map(lambda d: d.update(system="chess")), 1, "DOC003", "name one of the published"),
    "misplaced unit": (misplaced_unit, 1, "SCN003", "choose another space"),
    "too large": (too_large, 2, "FILE003", "join them on a board"),
    "directory": (a_directory, 2, "FILE002", "name a file in it"),
    "pipe": (a_pipe, 2, "FILE013", "name a file"),
    "not there": (lambda folder: folder / "none.map.json", 2, "FILE001", "check the name"),
    "board of itself": (board_of_itself, 1, "REF004", "take it out"),
}


def one_sentence(result: Result, path: Path, code: int, issue_code: str, words: str) -> None:
    """One line that names the file and the remedy."""
    assert "Traceback" not in result.out + result.err
    assert result.code == code
    assert result.out == ""
    (line,) = result.lines
    found = LINE.fullmatch(line)
    assert found, line
    assert (found["file"], found["severity"], found["code"]) == (str(path), "error", issue_code)
    assert words in found["text"]
    assert len(line) < 600


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_gets_one_sentence(case: str, sandtable: Run, tmp_path: Path) -> None:
    make, *expected = BAD[case]
    path = make(tmp_path)
    one_sentence(sandtable("check", path), path, *expected)


@pytest.mark.parametrize(
    "case", ["truncated", "unknown terrain", "misplaced unit", "markup", "pipe", "board of itself"]
)
def test_a_bad_file_gets_one_sentence_from_the_real_command(case: str, tmp_path: Path) -> None:
    make, *expected = BAD[case]
    path = make(tmp_path)
    one_sentence(process("check", path), path, *expected)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_in_json(case: str, sandtable: Run, tmp_path: Path) -> None:
    make, code, issue_code, words = BAD[case]
    path = make(tmp_path)
    result = sandtable("check", "--json", path)
    assert (result.code, result.err) == (code, "")
    said = json.loads(result.out)
    assert list(said) == ["files", "issues"]
    assert said["files"] == [str(path)]
    (issue,) = said["issues"]
    assert list(issue) == ["code", "severity", "file", "path", "hex", "message"]
    assert (issue["code"], issue["severity"], issue["file"]) == (issue_code, "error", str(path))
    assert words in issue["message"]


@pytest.mark.parametrize("case", BAD)
def test_the_other_commands_refuse_bad_files_too(case: str, sandtable: Run, tmp_path: Path) -> None:
    make, code, issue_code, _ = BAD[case]
    path = make(tmp_path)
    result = sandtable("render", path, "-o", tmp_path / "x.png")
    assert "Traceback" not in result.out + result.err
    if issue_code in ("FILE020", "FILE021", "MAP001", "SCN003"):
        return  # such files can be opened; whether they can be drawn is for the renderer
    assert result.code in (code, 2)
    (line,) = result.lines
    assert f"error {issue_code}: " in line
    assert not (tmp_path / "x.png").exists()


def test_several_files_and_the_worst_exit_code(sandtable: Run, tmp_path: Path) -> None:
    good = a_map(tmp_path / "good.map.json")
    wrong = change(a_map(tmp_path / "wrong.map.json"), lambda d: d.update(extra=1))
    gone = tmp_path / "gone.map.json"
    assert sandtable("check", good, good).code == 0
    assert sandtable("check", good, wrong).code == 1
    result = sandtable("check", gone, good, wrong)
    assert (result.code, result.out) == (2, f"{good}: no errors\n")
    assert [line.partition(":")[0] for line in result.lines] == [str(gone), str(wrong)]
    said = json.loads(sandtable("check", gone, good, wrong, "--json").out)
    assert said["files"] == [str(gone), str(good), str(wrong)]
    assert [issue["file"] for issue in said["issues"]] == [str(gone), str(wrong)]


def test_a_clean_file_in_json(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    result = sandtable("check", path, "--json")
    assert (result.code, json.loads(result.out)) == (0, {"files": [str(path)], "issues": []})


def test_all_faults_of_a_file_are_told_at_once(sandtable: Run, tmp_path: Path) -> None:
    path = change(a_map(tmp_path / "bad.map.json"), lambda d: [row.pop("terrain") for row in d["hexes"]])
    result = sandtable("check", path)
    assert len(result.lines) == 12
    assert all("FMT001" in line for line in result.lines)


@pytest.mark.parametrize("name", ["a[bold]b", "[red]", "x:tada:y", "a b", "ü", "a\\[b]", "$(x)", "a\nb"])
def test_odd_file_names_are_printed_as_they_are(name: str, sandtable: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.map.json"
    a_map(path)
    odd = path.rename(tmp_path / f"{name}.system")
    shown = str(odd).replace("\n", "\\n")
    result = sandtable("check", odd)
    assert result.code == 0
    assert result.err.startswith(f"{shown}: id: warning REF005: ")
    assert sandtable("check", f"{odd}x").err.startswith(f"{shown}x: error FILE001: ")


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"a\xffb.map.json")  # noqa: PTH118  bytes have no Path
    result = process("check", name)
    assert result.code == 2
    assert result.lines == [f"{tmp_path}/a\\udcffb.map.json: error FILE001: does not exist: check the name"]
    assert process("check", "--json", name).code == 2


def test_a_file_that_may_not_be_read() -> None:
    rights = "os.setgid(65534); os.setuid(65534)" if os.geteuid() == 0 else "pass"
    # The other user may be unable to load Python's own files: a first command loads all that is needed.
    program = (
        "import contextlib, io, os, sys; from core.cli import main\n"
        "silent = io.StringIO()\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(silent): main()\n"
        f"{rights}\n"
        "main()"
    )
    with open_folder() as folder:
        path = a_map(folder / "x.map.json")
        path.chmod(0)
        done = subprocess.run(
            [sys.executable, "-c", program, "check", str(path)],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
    if "Operation not permitted" in done.stderr:
        pytest.skip("this system does not let a process become another user")
    result = Result(done.returncode, done.stdout, done.stderr)
    one_sentence(result, path, 2, "FILE004", "change its permissions")


def test_output_that_nobody_reads(tmp_path: Path) -> None:
    path = change(a_map(tmp_path / "bad.map.json"), lambda d: [row.update(terrain="q") for row in d["hexes"]])
    for arguments in (["check", path, "--json"], ["--help"]):
        read, write = os.pipe()
        os.close(read)
        result = process(*arguments, stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert (result.code, result.err) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", [["--json"], []])
def test_output_to_a_full_disk(arguments: list[str], tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    with Path("/dev/full").open("wb") as full:
        result = process("check", path, *arguments, stdout=full, stderr=subprocess.PIPE)
    assert result.code == 2
    assert result.lines == ["output: error CLI006: No space left on device: free the place or choose another"]


# --- new ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_new_documents_are_valid_for_every_published_system(system: str, sandtable: Run) -> None:
    made = sandtable("new", "map", "coast", "--system", system, "--columns", 7, "--rows", 5)
    assert made == (0, "coast.map.json: no errors\n", "")
    model = load_map(Path("coast.map.json"))
    assert len(model.hexes) == 35
    assert (model.info.id, model.info.name, model.info.system) == ("coast", "Coast", system)
    usual = load_system(system).grid
    assert model.info.grid.orientation == usual.orientation
    assert model.info.numbering.shifted_number(model.info.grid) == usual.shifted

    made = sandtable("new", "scenario", "landing", "--map", "coast.map.json", "--turns", 4)
    assert made == (0, "landing.scenario.json: no errors\n", "")
    scenario = load_scenario(Path("landing.scenario.json"))
    assert (scenario.info.map.id, list(scenario.turns)) == ("coast", [1, 2, 3, 4])
    assert len(scenario.info.map.hash) == 64
    assert set(scenario.sides) == {side.id for side in load_system(system).sides}
    result = sandtable("check", "coast.map.json", "landing.scenario.json", "--json")
    assert (result.code, json.loads(result.out)["issues"]) == (0, [])


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
    assert result.code == 0
    assert load_scenario(tmp_path / "s.json").info.name == "[b]S[/b]"
    assert "REF002" in result.err  # the map is not found under its id: this is told at once


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


# --- schema ---------------------------------------------------------------------------------------


def test_schemas_are_compared_and_written(sandtable: Run, tmp_path: Path) -> None:
    count = len(schema_files())
    result = sandtable("schema")
    assert (result.code, len(result.lines)) == (1, count)
    assert result.lines[0].endswith("is not as this program says: run sandtable schema --write")
    assert sandtable("schema", "--write").out == f"Wrote {count} of {count} schemas to schemas\n"
    assert sandtable("schema") == (0, f"{count} schemas are up to date\n", "")
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "schemas").iterdir()}
    assert written == schema_files()


def test_only_stale_schemas_are_written(sandtable: Run, tmp_path: Path) -> None:
    sandtable("schema", "--write", "--folder", "x")
    stale = tmp_path / "x" / min(schema_files())
    stale.write_bytes(b"\xff")
    result = sandtable("schema", "--folder", "x")
    assert (result.code, [line.split()[0] for line in result.lines]) == (1, [f"x/{stale.name}"])
    assert sandtable("schema", "--write", "--folder", "x").out.startswith("Wrote 1 of ")
    assert sandtable("schema", "--folder", "x").code == 0


def test_schemas_cannot_be_written_into_a_file(sandtable: Run, tmp_path: Path) -> None:
    (tmp_path / "schemas").write_text("x", encoding="utf-8")
    result = sandtable("schema", "--write")
    assert result.code == 2
    assert result.lines == ["schemas: error CLI006: File exists: free the place or choose another"]


def test_the_schemas_of_the_project_are_up_to_date(sandtable: Run) -> None:
    assert sandtable("schema", "--folder", ROOT / "schemas").code == 0


# --- self-check, and no command at all ------------------------------------------------------------


def test_self_check(sandtable: Run) -> None:
    result = sandtable("self-check")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("All is well.\n")
    for system in SYSTEMS:
        assert f"ok   {system}/system.json" in result.out
    assert "FAIL" not in result.out


def test_self_check_tells_what_is_broken(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.map.json"
    bad.write_text("{", encoding="utf-8")
    monkeypatch.setattr(cli, "data_files", list)
    monkeypatch.setattr(cli, "bundled_documents", lambda: [bad])
    result = sandtable("self-check")
    assert result.code == 1
    assert "FAIL bad.map.json" in result.out
    assert result.out.endswith("1 of the checks failed.\n")
    assert result.lines[0].startswith(f"{bad}: ")


def test_a_broken_sample_is_not_drawn(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = change(a_map(tmp_path / "bad.map.json"), lambda d: d["hexes"][0].update(terrain="q"))
    monkeypatch.setattr(cli, "sample_map", lambda: bad)
    monkeypatch.setattr(cli, "render", lambda *_: pytest.fail("must not be drawn"))
    result = sandtable()
    assert (result.code, result.out) == (1, "")
    assert "MAP001" in result.err


def test_without_a_command_the_sample_is_checked_and_drawn(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    result = sandtable()
    assert (result.code, result.err) == (0, "")
    picture = re.search(r"^Picture of the sample map: (.+)$", result.out, re.MULTILINE)
    assert picture
    assert Path(picture[1]).read_bytes().startswith(b"\x89PNG")
    assert Path(picture[1]).is_relative_to(tmp_path)


# --- render ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<"), ("pdf", b"%PDF")])
def test_render(ending: str, start: bytes, sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    scenario = a_scenario(tmp_path / "s.scenario.json", path)
    for file in (path, scenario):
        target = tmp_path / f"x.{ending}"
        assert sandtable("render", file, "-o", target) == (0, f"Wrote {target}\n", "")
        assert target.read_bytes().startswith(start)
        target.unlink()


def test_a_layer_that_does_not_exist(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    result = sandtable("render", path, "-o", "x.png", "--without", "grit")
    assert result.code == 2
    (line,) = result.lines
    assert line.startswith('--without: error CLI002: no layer "grit": choose from terrain, ')


def test_a_scenario_without_its_map_cannot_be_drawn(sandtable: Run, tmp_path: Path) -> None:
    map_file = a_map(tmp_path / "good.map.json")
    scenario = a_scenario(tmp_path / "s.scenario.json", map_file)
    map_file.unlink()
    result = sandtable("render", scenario, "-o", "x.png")
    assert result.code == 1
    (line,) = result.lines
    assert line.startswith(f'{scenario}: map.id: error REF001: no map or board "good" found in ')


# --- errors that reach the top --------------------------------------------------------------------


@pytest.mark.parametrize(("unreadable", "code"), [(True, 2), (False, 1)])
def test_an_error_of_a_document_ends_the_command(
    unreadable: bool, code: int, sandtable: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise DocumentError(
            [Issue("A1", "error", "one"), Issue("A2", "error", "[two]")], unreadable=unreadable
        )

    monkeypatch.setattr(cli, "load", fail)
    result = sandtable("render", "x", "-o", "x.png")
    assert (result.code, result.lines) == (code, ["error A1: one", "error A2: [two]"])
