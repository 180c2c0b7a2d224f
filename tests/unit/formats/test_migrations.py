"""Old documents are brought up to date step by step; newer ones are refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.formats.kinds import KINDS
from core.formats.migrations import STEPS, migrated
from core.model.issue import DocumentError

PATH = Path("old.map.json")
MAP = KINDS["sandtable.map"]
THIRD = replace(MAP, version=3)


def first_to_second(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "terrain_names": data["words"]}


def second_to_third(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "words"}


INJECTED = {("sandtable.map", 1): first_to_second, ("sandtable.map", 2): second_to_third}


def test_steps_follow_each_other_up_to_the_current_version() -> None:
    old = {"format": "sandtable.map", "version": 1, "words": ["a"]}
    assert migrated(PATH, THIRD, old, INJECTED) == {
        "format": "sandtable.map",
        "version": 3,
        "terrain_names": ["a"],
    }
    assert old == {"format": "sandtable.map", "version": 1, "words": ["a"]}


def test_steps_begin_at_the_version_of_the_file() -> None:
    data = {"version": 2, "words": 1, "terrain_names": 2}
    assert migrated(PATH, THIRD, data, INJECTED) == {"version": 3, "terrain_names": 2}


def test_the_current_version_is_left_alone() -> None:
    data = {"version": 3, "words": 1}
    assert migrated(PATH, THIRD, data, INJECTED) is data


@pytest.mark.parametrize("version", [2, 99, 10**30])
def test_a_newer_version_is_refused(version: int) -> None:
    with pytest.raises(DocumentError) as caught:
        migrated(PATH, MAP, {"version": version})
    (issue,) = caught.value.issues
    assert caught.value.unreadable
    assert (issue.code, issue.file, issue.path) == ("FILE011", "old.map.json", "version")
    assert issue.message == (
        f"was made by a newer version of Sandtable (file version {version}): update the program"
    )


@pytest.mark.parametrize(
    ("version", "said"),
    [(None, "null"), ("1", '"1"'), (True, "true"), (0, "0"), (-1, "-1"), (1.0, "1.0"), ([], "[]")],
)
def test_a_version_that_is_none_is_refused(version: object, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        migrated(PATH, MAP, {"version": version})
    (issue,) = caught.value.issues
    assert issue.message == f"has version {said} where a whole number from 1 to 1 belongs: correct it"


@pytest.mark.parametrize("data", [{"version": 1}, {"version": 2}])
def test_a_damaged_old_file_gets_a_sentence(data: dict[str, Any]) -> None:
    def picky(old: dict[str, Any]) -> dict[str, Any]:
        return {"words": old["words"] + 1}

    with pytest.raises(DocumentError) as caught:
        migrated(PATH, THIRD, data, {("sandtable.map", 1): picky, ("sandtable.map", 2): picky})
    (issue,) = caught.value.issues
    assert issue.message == (
        "is damaged (KeyError: 'words') and cannot be brought up to date: restore it from a copy"
    )


def test_there_is_a_step_from_every_old_version() -> None:
    wanted = {(kind.format, version) for kind in KINDS.values() for version in range(1, kind.version)}
    assert set(STEPS) == wanted
