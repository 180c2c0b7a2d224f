"""`sandtable check`: what it prints, how it ends, and that bad input never ends in a traceback."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import (
    BAD,
    LINE,
    ROOT,
    SYSTEM,
    Result,
    Run,
    a_map,
    a_scenario,
    change,
    process,
)
from tests.samples import open_folder


def test_a_clean_file(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    assert sandtable("check", path) == (0, f"{path}: no errors\n", "")


def test_warnings_are_shown_and_are_no_errors(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json").rename(tmp_path / "other.map.json")
    result = sandtable("check", path)
    assert (result.code, result.out) == (0, f"{path}: no errors, 1 warning\n")
    assert [LINE.fullmatch(line)["code"] for line in result.lines] == ["REF005"]  # type: ignore[index]


def one_sentence(result: Result, path: Path, code: int, issue_code: str, words: str) -> None:
    """One line that names the file and the remedy."""
    assert "Traceback" not in result.out + result.err
    assert (result.code, result.out) == (code, f"{path}: 1 error\n")
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
    (line,) = [line for line in result.lines if " see: " not in line]
    assert f"error {issue_code}: " in line
    assert not (tmp_path / "x.png").exists()


def test_several_files_and_the_worst_exit_code(sandtable: Run, tmp_path: Path) -> None:
    good = a_map(tmp_path / "good.map.json")
    wrong = change(a_map(tmp_path / "wrong.map.json"), lambda d: d.update(extra=1))
    gone = tmp_path / "gone.map.json"
    assert sandtable("check", good, good).code == 0
    assert sandtable("check", good, wrong).code == 1
    result = sandtable("check", gone, good, wrong)
    assert (result.code, result.out) == (2, f"{gone}: 1 error\n{good}: no errors\n{wrong}: 1 error\n")
    assert [line.partition(":")[0] for line in result.lines] == [str(gone), str(wrong)]
    said = json.loads(sandtable("check", gone, good, wrong, "--json").out)
    assert said["files"] == [str(gone), str(good), str(wrong)]
    assert [issue["file"] for issue in said["issues"]] == [str(gone), str(wrong)]


def test_a_finding_names_the_line_of_its_row(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines, 1) if "hex" in line and "0203" in line)
    lines[number - 1] = lines[number - 1].replace("clear", "claer")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (line,) = sandtable("check", path).lines
    found = LINE.fullmatch(line)
    assert found
    assert (found["file"], found["line"]) == (str(path), str(number))
    assert re.fullmatch(r"hexes\[\d+\]\.terrain \(hex 0203\)", found["place"])


def test_a_folder_is_checked_with_all_below_it(sandtable: Run, tmp_path: Path) -> None:
    (tmp_path / "a" / "deep").mkdir(parents=True)
    a_scenario(tmp_path / "a" / "deep" / "s.scenario.json", a_map(tmp_path / "a" / "good.map.json"))
    (tmp_path / "a" / "package.json").write_text("{}", encoding="utf-8")
    (tmp_path / "a" / "tables.json").write_text("{}", encoding="utf-8")  # of another program
    (tmp_path / "a" / ".git").mkdir()
    (tmp_path / "a" / ".git" / "x.map.json").write_text("{", encoding="utf-8")
    result = sandtable("check", "a")
    assert (result.code, result.err) == (0, "")
    assert result.out == "a/deep/s.scenario.json: no errors\na/good.map.json: no errors\n"
    said = json.loads(sandtable("check", "a", "--json").out)
    assert said["files"] == ["a/deep/s.scenario.json", "a/good.map.json"]


def test_the_data_of_a_system_is_found_in_a_folder(sandtable: Run) -> None:
    result = sandtable("check", ROOT / "core" / "games" / SYSTEM)
    assert (result.code, [Path(line).name for line in result.out.splitlines()]) == (
        0,
        ["system.json: no errors", "tables.json: no errors"],
    )


def test_a_clean_file_in_json(sandtable: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path / "good.map.json")
    result = sandtable("check", path, "--json")
    assert (result.code, json.loads(result.out)) == (0, {"files": [str(path)], "issues": []})


def test_all_faults_of_a_file_are_told_at_once(sandtable: Run, tmp_path: Path) -> None:
    path = change(a_map(tmp_path / "bad.map.json"), lambda d: [row.pop("terrain") for row in d["hexes"]])
    result = sandtable("check", path)
    (line,) = result.lines
    assert line.startswith(f"{path}:1: hexes[0].terrain (hex ")
    assert re.search(
        r"FMT001: \"terrain\" is missing: add it \(and 11 more hexes: (\w+, ){7}\w+ \.\.\.\)$", line
    )
    assert result.out == f"{path}: 12 errors\n"
    assert len(json.loads(sandtable("check", path, "--json").out)["issues"]) == 12


@pytest.mark.parametrize("name", ["a[bold]b", "[red]", "x:tada:y", "a b", "ü", "a\\[b]", "$(x)", "a\nb"])
def test_odd_file_names_are_printed_as_they_are(name: str, sandtable: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.map.json"
    a_map(path)
    odd = path.rename(tmp_path / f"{name}.system")
    shown = str(odd).replace("\n", "\\n")
    result = sandtable("check", odd)
    assert result.code == 0
    assert result.err.startswith(f"{shown}:4: id: warning REF005: ")
    assert sandtable("check", f"{odd}x").err.startswith(f"{shown}x: error FILE001: ")


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"a\xffb.map.json")  # noqa: PTH118  bytes have no Path
    result = process("check", name)
    assert result.code == 2
    assert result.lines == [f"{tmp_path}/a\\udcffb.map.json: error FILE001: does not exist: check the name"]
    assert result.out == f"{tmp_path}/a\\udcffb.map.json: 1 error\n"
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
