"""Help, version, the main job, and errors that reach the top."""

import re
from pathlib import Path

import pytest

from core import __version__
from core.cli import checking, pictures
from core.cli import documents as document_commands
from core.games import SYSTEMS
from core.model.issue import DocumentError, Issue
from tests.command import Run, a_map, bad_bytes, change, process


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
    "command",
    ["check", "render", "schema", "self-check", "new", "new map", "new scenario", "tidy", "words"],
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


def test_messages_name_what_can_be_typed(tmp_path: Path) -> None:
    called = {"SANDTABLE_PROGRAM": "python3 ../run.py"}
    result = process("--help", env=called)
    assert "Usage: python3 ../run.py [OPTIONS]" in result.out
    assert re.findall(r"^\s*python3 \.\./run\.py (new|render|check)\b", result.out, re.MULTILINE) == [
        "new",
        "render",
        "check",
    ]
    assert "sandtable" not in result.out
    assert "Usage: python3 ../run.py render" in process("render", "--help", env=called).out
    assert "python3 ../run.py schema --write" in process("schema", env=called, cwd=tmp_path).err
    path = bad_bytes(lambda b: b"\xef\xbb\xbf" + b)(tmp_path)
    assert f"type: python3 ../run.py tidy {path}" in process("check", path, env=called).err


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
    monkeypatch.setattr(checking, "data_files", list)
    monkeypatch.setattr(checking, "bundled_documents", lambda: [bad])
    result = sandtable("self-check")
    assert result.code == 1
    assert "FAIL bad.map.json" in result.out
    assert result.out.endswith("1 of the checks failed.\n")
    assert result.lines[0].startswith(f"{bad}:1: ")


def test_a_broken_sample_is_not_drawn(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = change(a_map(tmp_path / "bad.map.json"), lambda d: d["hexes"][0].update(terrain="q"))
    monkeypatch.setattr(pictures, "sample_map", lambda: bad)
    monkeypatch.setattr(pictures, "render", lambda *_: pytest.fail("must not be drawn"))
    result = sandtable()
    assert (result.code, result.out) == (1, f"{bad}: 1 error\n")
    assert "MAP001" in result.err


def test_without_a_command_the_sample_is_checked_and_drawn(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    result = sandtable()
    assert (result.code, result.err) == (0, "")
    picture = tmp_path / "sandtable_sample.png"
    assert f"\nWrote a picture of the sample map: {picture}\n" in result.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "See sandtable --help" in result.out
    assert not (tmp_path / "cache").exists()


def test_where_no_picture_can_be_written_it_goes_to_the_cache(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "sandtable_sample.png").mkdir()
    result = sandtable()
    assert (result.code, result.err) == (0, "")
    said = re.search(r"^Wrote a picture of the sample map: (.+)$", result.out, re.MULTILINE)
    assert said
    assert Path(said[1]).parent != tmp_path
    assert Path(said[1]).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("unreadable", "code"), [(True, 2), (False, 1)])
def test_an_error_of_a_document_ends_the_command(
    unreadable: bool, code: int, sandtable: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise DocumentError(
            [Issue("A1", "error", "one"), Issue("A2", "error", "[two]")], unreadable=unreadable
        )

    monkeypatch.setattr(document_commands, "load", fail)
    result = sandtable("new", "scenario", "x", "-m", "x")
    assert (result.code, result.lines) == (code, ["error A1: one", "error A2: [two]"])
