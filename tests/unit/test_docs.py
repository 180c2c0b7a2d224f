"""The documents say what the program does: messages, commands, files, links, examples of the manual."""

from __future__ import annotations

import difflib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from core.bundle import BUNDLED_MAPS
from core.checks import check_file
from core.cli import app
from core.formats.documents import load, text_of
from core.formats.kinds import KINDS, Kind
from core.formats.reading import read_document
from core.games import SYSTEMS, load_system
from core.render.options import LAYERS

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "docs" / "manual"
EXAMPLES = sorted((MANUAL / "examples").glob("*.json"))
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part == "node_modules" for part in path.relative_to(ROOT).parts)
)
HANDED_OUT = [ROOT / "README.md", *sorted(MANUAL.rglob("*.md"))]
OWN_COMMANDS = {"test", "bench", "setup"}  # of run.py itself
CODE = r"[A-Z]{3,4}\d{3}"
COMMANDS: dict[str, Any] = {}


def _collect(group: Any, names: tuple[str, ...] = ()) -> None:
    """Every command by its full name, e.g. "new map"."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            _collect(command, (*names, name))
        else:
            COMMANDS[" ".join((*names, name))] = command


_collect(typer.main.get_command(app))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _blocks(text: str, language: str = r"\w*") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_message_code_is_explained_and_every_explained_one_exists() -> None:
    sources = [_text(path) for path in (ROOT / "core").rglob("*.py")]
    used = {code for text in sources for code in re.findall(rf'"({CODE})"', text)}
    explained = re.findall(rf"^\| ({CODE}) \|", _text(MANUAL / "messages.md"), re.MULTILINE)
    assert len(used) > 70
    assert sorted(explained) == sorted(used)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", _text(page), flags=re.MULTILINE | re.DOTALL)
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = page if not file else (page.parent / file)
        if not there.exists() or (anchor and anchor not in _anchors(there)):
            dead.append(target)
    assert not dead


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", _text(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_of_the_manual_can_be_reached_from_its_contents() -> None:
    contents = _text(MANUAL / "README.md")
    assert [page.name for page in MANUAL.glob("*.md") if f"({page.name})" not in contents] == ["README.md"]


def _typed(page: Path) -> Iterator[list[str]]:
    """The words after `python3 run.py` wherever a command is shown."""
    for line in re.findall(r"python3 run\.py([^`|\n]*)", _text(page)):
        yield shlex.split(line.split("  #")[0].replace("...", ""), comments=True)


@pytest.mark.parametrize("page", HANDED_OUT, ids=_name)
def test_commands_shown_exist_with_their_options(page: Path) -> None:
    for words in _typed(page):
        if not words or words[0] in OWN_COMMANDS or words[0] in ("COMMAND", "--help", "--version"):
            continue
        names = [name for name in COMMANDS if words[: len(name.split())] == name.split()]
        assert names or any(name.startswith(f"{words[0]} ") for name in COMMANDS), words
        options = {option for name in names for part in COMMANDS[name].params for option in part.opts}
        given = {word for word in words if re.fullmatch(r"--[a-z-]+|-[a-z]", word)}
        assert given <= options | {"--help", "-h"}, words


def test_page_of_commands_has_every_command_and_option() -> None:
    sections = dict(re.findall(r"^## `(.+?)`\n(.*?)(?=^## |\Z)", _text(MANUAL / "commands.md"), re.M | re.S))
    assert sections.keys() == COMMANDS.keys() | OWN_COMMANDS
    for name, command in COMMANDS.items():
        options = {o for part in command.params for o in part.opts if o.startswith("--")} - {"--help"}
        assert set(re.findall(r"`(--[a-z-]+)", sections[name])) == options, name


def test_page_of_commands_has_every_layer() -> None:
    row = re.findall(r"^\| `--without` \|(.*)$", _text(MANUAL / "commands.md"), re.MULTILINE)[0]
    assert re.findall(r"`(\w+)`", row) == [layer for layer in LAYERS if layer != "provenance"]


def test_readme_has_every_command_and_system() -> None:
    readme = _text(ROOT / "README.md")
    assert [name for name in COMMANDS if f"`python3 run.py {name}" not in readme] == []
    for page in (readme, _text(MANUAL / "systems.md")):
        assert [system for system in SYSTEMS if load_system(system).name not in page] == []


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.format)
def test_example_of_each_kind_of_file_shows_all_its_parts_in_order(kind: Kind, tmp_path: Path) -> None:
    title = kind.format.partition(".")[2].capitalize()
    section = _text(MANUAL / "files.md").split(f"\n## {title}\n")[1].split("\n## ")[0]
    example = tmp_path / "example.json"
    example.write_text(_blocks(section, "json")[0], encoding="utf-8")
    shown = read_document(example).data
    fields = kind.model.model_fields.items()
    assert list(shown) == [field.alias or name for name, field in fields]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_sound_and_in_form(example: Path) -> None:
    assert check_file(example, load_system, BUNDLED_MAPS).issues == []
    assert text_of(load(example)) == _text(example)


WALKS = {"first-map.md": "lone_bay.map.json", "first-scenario.md": "lenne_crossing.scenario.json"}


@pytest.mark.parametrize(("page", "example"), WALKS.items())
def test_lines_to_type_are_those_of_the_finished_example(page: str, example: str) -> None:
    way = _text(MANUAL / page).split("\n## Mistakes")[0]
    finished = {line.strip().rstrip(",") for line in _text(MANUAL / "examples" / example).splitlines()}
    typed = [line.strip().rstrip(",") for block in _blocks(way, "json") for line in block.splitlines()]
    assert len(typed) > 20
    assert [line for line in typed if line not in finished] == []


def _mistakes(page: str) -> list[tuple[str, str]]:
    """Wrong line and message, as the section on mistakes shows them in pairs."""
    section = _text(MANUAL / page).split("\n## Mistakes")[1].split("\n## ")[0]
    return list(zip(_blocks(section, "json"), _blocks(section, "text"), strict=True))


MISTAKES = [(page, *pair) for page in WALKS for pair in _mistakes(page)]


@pytest.mark.parametrize(("page", "wrong", "message"), MISTAKES, ids=map(str, range(1, len(MISTAKES) + 1)))
def test_mistakes_give_the_messages_that_the_manual_shows(
    page: str, wrong: str, message: str, tmp_path: Path
) -> None:
    for example in EXAMPLES:
        shutil.copy(example, tmp_path)
    path = tmp_path / WALKS[page]
    path.write_text(_with_line(_text(path), wrong.strip()), encoding="utf-8")
    issues = check_file(path, load_system, BUNDLED_MAPS).issues
    found = [str(issue).replace(f"{tmp_path}/", "my/") for issue in issues]
    assert found == message.splitlines()


def _with_line(text: str, wrong: str) -> str:
    """The file with a wrong line in place of the one with the same first field, or else the most alike."""
    lines = text.splitlines()
    first_field = wrong.partition(", ")[0]
    same = [line for line in lines if line.strip().startswith(f"{first_field},")]
    right = (same or difflib.get_close_matches(wrong, lines, 1, cutoff=0.8))[0]
    comma = "," if right.endswith(",") else ""
    return text.replace(f"{right}\n", f" {wrong}{comma}\n")


def test_pictures_are_used_and_small() -> None:
    pictures = set((MANUAL / "pictures").glob("*.png"))
    used = {
        page.parent / name for page in HANDED_OUT for name in re.findall(r"!\[.*?\]\((.+?)\)", _text(page))
    }
    assert pictures == {path for path in used if path.parent == MANUAL / "pictures"}
    assert sum(path.stat().st_size for path in pictures) < 1_500_000
