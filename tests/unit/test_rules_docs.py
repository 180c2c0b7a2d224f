"""Numbers of assumptions that the data cite are explained in docs/rules, and the pages name real data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.games import SYSTEMS, load_system

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "rules"
# Two digits at most: "A413" is a hex of War Storm, not an assumption.
NUMBERS = {
    "war_comes_early": r"\bG\d{1,2}\b",
    "uswc": r"\bG\d{1,2}\b",
    "westfront": r"\b(?:A\d{1,2}b?|ER\d{1,2})\b",
    "sicily": r"\bgap \d{1,2}\b",
    "war_storm": r"\bC\d{1,2}\b",
}
# How many numbers there are: a page that loses a row fails although nothing cites it.
COUNTS = {"war_comes_early": 66, "uswc": 36, "westfront": 58 + 10, "sicily": 34, "war_storm": 27}


def _page(system: str) -> str:
    return (PAGES / f"{system}.md").read_text(encoding="utf-8")


def _rows(system: str) -> dict[str, list[str]]:
    """The cells of the rows that begin with a number."""
    rows: dict[str, list[str]] = {}
    for line in _page(system).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if re.fullmatch(NUMBERS[system], cells[0]):
            assert cells[0] not in rows, f"{cells[0]} twice"
            rows[cells[0]] = cells[1:]
    return rows


def _documents(system: str) -> list[Path]:
    """Data, maps, boards and scenarios of a system."""
    bundled = [*(ROOT / "maps").rglob("*.json"), *(ROOT / "scenarios").rglob("*.json")]
    own = [path for path in bundled if json.loads(path.read_bytes()).get("system") == system]
    return [*(ROOT / "core" / "games" / system / "data").glob("*.json"), *own]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for member in value.values():
            yield from _ids(member)
    elif isinstance(value, list):
        for member in value:
            yield from _ids(member)


def _data(system: str, name: str) -> Any:
    return json.loads((ROOT / "core" / "games" / system / "data" / f"{name}.json").read_bytes())


def _cited(system: str, value: Any) -> set[str]:
    return {number for text in _texts(value) for number in re.findall(NUMBERS[system], text)}


def test_every_system_has_a_page_with_its_name() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*SYSTEMS, "README"}
    contents = (PAGES / "README.md").read_text(encoding="utf-8")
    for system in SYSTEMS:
        title = _page(system).splitlines()[0].removeprefix("# ")
        assert title.startswith(load_system(system).name)
        assert f"[{title}]({system}.md)" in contents


@pytest.mark.parametrize("system", SYSTEMS)
def test_cited_numbers_have_a_row(system: str) -> None:
    rows = _rows(system)
    assert len(rows) == COUNTS[system]
    cited = {
        (number, path.name)
        for path in _documents(system)
        for number in _cited(system, json.loads(path.read_bytes()))
    }
    for source in (ROOT / "core" / "games" / system).glob("*.py"):
        cited |= {(number, source.name) for number in _cited(system, source.read_text(encoding="utf-8"))}
    assert len({number for number, _ in cited}) >= 8
    assert sorted((number, name) for number, name in cited if number not in rows) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_options_are_named_in_the_rows_that_they_cite(system: str) -> None:
    rows = _rows(system)
    missing = [
        (number, option["id"])
        for option in _data(system, "system")["options"]
        for number in _cited(system, option)
        if f"`{option['id']}`" not in rows[number][-1]
    ]
    assert missing == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_ids_on_the_page_exist_in_the_data(system: str) -> None:
    known = {*_ids(_data(system, "system")), *_ids(_data(system, "tables"))}
    _, _, tables = _page(system).partition("\n## Assumptions\n")
    named = set(re.findall(r"`(\w+)`", tables))
    assert len(named) > 15
    assert sorted(named - known) == []


def test_numbered_hexes_of_the_text_are_where_the_maps_look_for_them() -> None:
    sections = {
        found
        for path in _documents("war_storm")
        for text in _texts(json.loads(path.read_bytes()))
        for found in re.findall(r"\bsection (\d+\.\d)\b", text)
        if int(found.split(".")[0]) > 18  # the rulebook has 18 sections
    }
    headings = re.findall(r"^### (\d+\.\d) ", _page("war_storm"), re.MULTILINE)
    assert sections <= set(headings)
