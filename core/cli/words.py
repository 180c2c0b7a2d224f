"""The command that lists the vocabulary of a system: what may be written into its maps and scenarios."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.cli.documents import system_named
from core.cli.printing import counted, fail, out
from core.formats.system_file import Effect, Entry, OptionKind, SystemFile
from core.games import SYSTEMS, load_system
from core.model.issue import Issue
from core.program import program

WIDTH = 140  # of a table where no terminal tells its width
LONGEST_TEXT = 120
PAGE = 80  # width of text where no terminal tells it
INDENT = "    "


def words(
    system: Annotated[str, typer.Argument(help=f"One of {', '.join(SYSTEMS)}.")] = "",
    kind: Annotated[str, typer.Argument(help="A list of words, for example terrains.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the words as JSON.")] = False,
) -> None:
    """List the words of a system: terrains, unit types and all else that its files may name.

    Without a kind of words it lists the kinds, without a system the systems. A * marks what is assumed.
    """
    if not system:
        _show_systems(as_json)
        return
    vocabulary = system_named(system)
    if not kind:
        _show_kinds(vocabulary, as_json)
        return
    lists = vocabulary.by_id
    if kind not in lists:
        message = f'no kind of words "{kind}": choose from {", ".join(lists)}'
        fail(Issue("CLI008", "error", message, path="words"))
    _show_words(list(lists[kind].values()), as_json)


def _show_systems(as_json: bool) -> None:
    systems = [load_system(name) for name in SYSTEMS]
    if as_json:
        _print_json([{"id": s.id, "name": s.name, "publication": s.publication} for s in systems])
        return
    table = _table("System", "Name", "Rules")
    for system in systems:
        _add(table, system.id, system.name, system.publication)
    _print(table)
    out.print(f"The words of one: {program()} words {SYSTEMS[0]}")


def _show_kinds(system: SystemFile, as_json: bool) -> None:
    if as_json:
        _print_json({kind: list(entries) for kind, entries in system.by_id.items()})
        return
    table = _table("Kind", "", "Words")
    for kind, entries in system.by_id.items():
        if entries:
            _add(table, kind, str(len(entries)), ", ".join(entries))
    _print(table)
    out.print(f"More on one kind: {program()} words {system.id} {next(iter(system.by_id))}")


def _show_words(entries: list[Entry], as_json: bool) -> None:
    if as_json:
        _print_json([entry.model_dump(mode="json", exclude_defaults=True) for entry in entries])
        return
    if not entries:
        out.print("This system has no words of this kind.")
        return
    details = [_details(entry) for entry in entries]
    if isinstance(entries[0], OptionKind):
        _print_paragraphs(entries, details)
    else:
        _print_rows(entries, details)
    stars = any(entry.assumed for entry in entries) or any("*" in detail for detail in details)
    out.print(counted(len(entries), "word") + (", * is assumed" if stars else ""))


def _print_rows(entries: list[Entry], details: list[str]) -> None:
    table = _table("Word", "Name", "Rule", "Effects and values", "Meaning")
    for entry, detail in zip(entries, details, strict=True):
        _add(table, _marked(entry), entry.name, entry.rule, detail, _short(entry))
    _print(table)


def _print_paragraphs(entries: list[Entry], details: list[str]) -> None:
    """For words that are long themselves and would leave no room for other columns."""
    width = max(shutil.get_terminal_size().columns, 2 * len(INDENT)) if sys.stdout.isatty() else PAGE
    for entry, detail in zip(entries, details, strict=True):
        rule = f" [{entry.rule}]" if entry.rule else ""
        texts = [text for text in (f"{entry.name}{rule}", detail, entry.text) if text]
        folded = [
            textwrap.fill(text, width, initial_indent=INDENT, subsequent_indent=INDENT) for text in texts
        ]
        sys.stdout.write("\n".join([_marked(entry), *folded, ""]))


def _marked(entry: Entry) -> str:
    return f"{entry.id}{'*' if entry.assumed else ''}"


def _short(entry: Entry) -> str:
    return entry.text if len(entry.text) <= LONGEST_TEXT else f"{entry.text[: LONGEST_TEXT - 4]} ..."


def _details(entry: Any) -> str:
    """What the entry does and which values it takes, as far as such an entry has them."""
    parts = [_effect(column, effect) for column, effect in getattr(entry, "effects", {}).items()]
    if hasattr(entry, "type"):
        parts.append(_values(entry))
    if names := [kind.id for kind in getattr(entry, "attributes", [])]:
        parts.append(f"attributes {', '.join(names)}")
    for field in ("classes", "terrains", "excludes", "on", "moves"):
        if names := getattr(entry, field, []):
            parts.append(f"{field} {', '.join(names)}")
    for field in ("side", "mark"):
        if word := getattr(entry, field, ""):
            parts.append(f"{field} {word}")
    assumed = getattr(entry, "assumed_values", [])
    values = getattr(entry, "values", {})
    parts += [f"{name} {value}{'*' if name in assumed else ''}" for name, value in values.items()]
    return ", ".join(part for part in parts if part)


def _effect(column: str, effect: Any) -> str:
    value, assumed = (effect.value, effect.assumed) if isinstance(effect, Effect) else (effect, False)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return f"{column} {'not allowed' if value is None else value}{'*' if assumed else ''}"


def _values(kind: Any) -> str:
    if kind.choices:
        text = f"one of {', '.join(kind.choices)}"
    else:
        text = {"flag": "true or false", "whole": "whole number"}.get(kind.type, kind.type)
        low, high = getattr(kind, "minimum", None), getattr(kind, "maximum", None)
        text += f" from {low:g}" if low is not None else ""
        text += f" to {high:g}" if high is not None else ""
    if isinstance(kind, OptionKind):
        text += f"; by default {_written(kind.default)}"
    return f"{text}, must be given" if getattr(kind, "required", False) else text


def _written(value: Any) -> str:
    """A value as it is written into a file, but without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for i, column in enumerate(columns):
        table.add_column(column, no_wrap=i == 0, overflow="fold")
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*map(Text, cells))


def _print(table: Table) -> None:
    """On a terminal as wide as it is, else wide enough to read."""
    Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH).print(table)


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
