"""Numbers of assumptions that the data cite are explained in docs/rules, and the pages name real data.

Of systems that can be played, the pages also tell what became of every section of the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.games import SYSTEMS, load_system
from core.games.matches import PLAYABLE

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
STATUSES = ("done", "simplified", "assumed")  # and "left out", which no section may be
SECTION = r"(?<![\w.])\d{1,2}\.\d(?:\.\d)?(?!\w|\.\d)"
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
    reached = {f"{system}_reached" for system in PLAYABLE}
    assert {path.stem for path in PAGES.glob("*.md")} == {*SYSTEMS, *reached, "README"}
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


# --- sections of the rules -----------------------------------------------------------------------------


def _sections(system: str) -> dict[str, str]:
    """Every section of the rules with its subject."""
    return {row["id"]: row["subject"] for row in _data(system, "sections")["sections"]}


def _table(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading, without its head."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


@pytest.mark.parametrize("system", PLAYABLE)
def test_sections_of_the_page_are_those_of_the_data(system: str) -> None:
    rows = _table(system, "Sections")
    assert [(row[0], row[1]) for row in rows] == list(_sections(system).items())


@pytest.mark.parametrize("system", PLAYABLE)
def test_every_section_is_played_and_its_numbers_exist(system: str) -> None:
    known, found = _rows(system), set()
    for section, _, status, where, _, numbers in _table(system, "Sections"):
        assert status in STATUSES, f"{section} is {status}"
        assert where, section
        assert status != "assumed" or numbers != "-" or ";" in where, f"{section}: what is assumed?"
        assert status != "simplified" or ":" in where or ";" in where, f"{section}: how is it simplified?"
        cited = numbers.split(", ") if numbers != "-" else []
        assert [number for number in cited if number not in known] == [], section
        found.update(cited)
    assert found == known.keys(), "a number belongs to no section"


@pytest.mark.parametrize("system", PLAYABLE)
def test_modules_of_the_page_exist(system: str) -> None:
    folder = ROOT / "core" / "games" / system
    for section, _, _, where, _, _ in _table(system, "Sections"):
        named = re.findall(r"`(\w+\.(?:py|json))`", where)
        assert [name for name in named if not list(folder.rglob(name))] == [], section


@pytest.mark.parametrize("system", PLAYABLE)
def test_every_section_names_tests_that_name_it(system: str) -> None:
    for section, subject, _, _, tests, _ in _table(system, "Sections"):
        names = re.findall(r"`(test_\w+\.py)`", tests)
        assert names, f"no test of {section}"
        for name in names:
            path = _test_file(system, name)
            assert _is_about(path.read_text(encoding="utf-8"), section, subject), (
                f"{name} is not on {section}"
            )


def _test_file(system: str, name: str) -> Path:
    """A test of the rulebook, or of whole games."""
    folders = [ROOT / "tests" / "rulebook" / system, ROOT / "tests" / "conformance"]
    (path,) = (folder / name for folder in folders if (folder / name).exists())
    return path


def _is_about(text: str, section: str, subject: str) -> bool:
    """Whether a test cites a section, in words or in a name. A player aid repeats sections that it names."""
    wanted = [section] if section[0].isdigit() else [section, *re.findall(SECTION, subject)]
    return any(re.search(_cites(one), text) for one in wanted)


def _cites(section: str) -> str:
    number, name = re.escape(section), section.replace(".", "_")
    return rf"(?<![\w.]){number}(?!\w|\.\d)|test_(?:\w+_)?{name}(?:_\D|\W)"


@pytest.mark.parametrize("system", PLAYABLE)
def test_sections_that_data_and_code_cite_are_listed(system: str) -> None:
    folder = ROOT / "core" / "games" / system
    cited = {section for name in ("system", "tables") for section in _rules(_data(system, name))}
    for source in folder.glob("*.py"):
        text = source.read_text(encoding="utf-8")
        quoted = [*re.findall(r"\[([^\[\]\n]*)\]", text), *re.findall(r'"(\d[\d.]*)"', text)]
        cited |= {section for part in quoted for section in re.findall(SECTION, part)}
    assert len(cited) > 40
    assert sorted(cited - _sections(system).keys()) == []


def _rules(value: Any) -> Iterator[str]:
    """The sections in all fields `rule`."""
    if isinstance(value, dict):
        yield from re.findall(SECTION, str(value.get("rule", "")))
        for member in value.values():
            yield from _rules(member)
    elif isinstance(value, list):
        for member in value:
            yield from _rules(member)


@pytest.mark.parametrize("system", PLAYABLE)
def test_the_page_of_what_play_reaches_has_the_same_sections(system: str) -> None:
    rows = _table(f"{system}_reached", "Sections")
    assert [(row[0], row[1]) for row in rows] == list(_sections(system).items())
