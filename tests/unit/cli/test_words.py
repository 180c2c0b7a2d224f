"""`sandtable words` and `sandtable schema`."""

import json
import re
from pathlib import Path

import pytest

from core.formats.schemas import schema_files
from core.games import SYSTEMS, load_system
from tests.command import (
    ROOT,
    SYSTEM,
    Run,
)


def test_words_lists_the_systems(sandtable: Run) -> None:
    result = sandtable("words")
    assert (result.code, result.err) == (0, "")
    for system in SYSTEMS:
        assert re.search(rf"^{system} +{re.escape(load_system(system).name)} ", result.out, re.MULTILINE)
    assert [row["id"] for row in json.loads(sandtable("words", "--json").out)] == list(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_lists_every_word_of_a_system(system: str, sandtable: Run) -> None:
    vocabulary = load_system(system).by_id
    overview = sandtable("words", system)
    assert (overview.code, overview.err) == (0, "")
    said = json.loads(sandtable("words", system, "--json").out)
    assert said == {kind: list(entries) for kind, entries in vocabulary.items()}
    for kind, entries in vocabulary.items():
        if entries:
            assert re.search(
                rf"^{kind} +{len(entries)} +{re.escape(next(iter(entries)))}", overview.out, re.M
            )
        result = sandtable("words", system, kind)
        assert (result.code, result.err) == (0, "")
        starts = {line.split(" ")[0].rstrip("*") for line in result.out.splitlines()}
        assert entries.keys() <= starts
        rows = json.loads(sandtable("words", system, kind, "--json").out)
        assert [row["id"] for row in rows] == list(entries)


def test_words_marks_what_is_assumed_and_shows_effects(sandtable: Run) -> None:
    with_effects = load_system("sicily").terrains[0]
    said = sandtable("words", "sicily", "terrains").out
    assert "mech 2*" in said
    assert with_effects.rule in said
    assert said.endswith(" words, * is assumed\n")


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_shows_options_with_defaults_on_narrow_lines(system: str, sandtable: Run) -> None:
    said = sandtable("words", system, "options").out
    assert max(map(len, said.splitlines())) <= 80
    told = " ".join(said.split())
    for option in load_system(system).options:
        default = option.default if isinstance(option.default, str) else json.dumps(option.default)
        assert f"; by default {default} {option.text}" in told
        for choice in option.choices:
            assert choice in told


def test_words_shows_the_choices_of_an_option(sandtable: Run) -> None:
    said = sandtable("words", "war_comes_early", "options").out
    assert "\n    one of reorganization, movement; by default reorganization\n" in said
    assert "\n    true or false; by default false\n" in said


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["chess"], "DOC003", f"name one of {SYSTEM}"),
        ([SYSTEM, "terrain"], "CLI008", "choose from sides"),
        (["chess", "terrains", "--json"], "DOC003", f"name one of {SYSTEM}"),
    ],
)
def test_words_that_are_not_there(arguments: list[str], code: str, words: str, sandtable: Run) -> None:
    result = sandtable("words", *arguments)
    assert (result.code, result.out) == (2, "")
    assert f"error {code}: " in result.err
    assert words in result.err


ALL_SCHEMAS = schema_files([load_system(name) for name in SYSTEMS])


def test_schemas_are_compared_and_written(sandtable: Run, tmp_path: Path) -> None:
    count = len(ALL_SCHEMAS)
    result = sandtable("schema")
    assert (result.code, len(result.lines)) == (1, count)
    assert result.lines[0].endswith("is not as this program says: run sandtable schema --write")
    assert sandtable("schema", "--write").out == f"Wrote {count} of {count} schemas to schemas\n"
    assert sandtable("schema") == (0, f"{count} schemas are up to date\n", "")
    folder = tmp_path / "schemas"
    written = {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in folder.rglob("*.json")}
    assert written == ALL_SCHEMAS


def test_only_stale_schemas_are_written(sandtable: Run, tmp_path: Path) -> None:
    sandtable("schema", "--write", "--folder", "x")
    stale = tmp_path / "x" / min(ALL_SCHEMAS)
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
