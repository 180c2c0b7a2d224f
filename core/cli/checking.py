"""The commands that look after files: check, schema, self-check."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.markup import escape

from core.bundle import BUNDLED_MAPS, bundled_documents
from core.checks import FileReport, check_file
from core.cli.printing import ERRORS, OK, UNREADABLE, err, out, print_issues, print_report, shown
from core.formats.kinds import KINDS
from core.formats.saving import save_text
from core.formats.schemas import schema_files
from core.games import SYSTEMS, data_files, load_system
from core.model.issue import Issue
from core.program import command

JSON_KEYS = ("code", "severity", "file", "path", "hex", "message")


def report_on(path: Path) -> FileReport:
    """What is wrong with a file."""
    return check_file(path, load_system, BUNDLED_MAPS, SYSTEMS)


# Here and in the other commands, readable=False: that a file cannot be read is said by us, with what to do.
def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            readable=False,
            help="Maps, boards, scenarios, system or table files; of a folder, all such files below it.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check files: readable, in the right format, and in agreement with the rules of their system.

    Exit code 0: nothing wrong (warnings may be shown). 1: errors found. 2: a file could not be read at all.
    """
    reports = [report for path in files for report in _reports(path)]
    if as_json:
        issues = [asdict(issue) for report in reports for issue in report.issues]
        rows = [{name: issue[name] for name in JSON_KEYS} for issue in issues]
        names = [str(report.path) for report in reports]
        sys.stdout.write(json.dumps({"files": names, "issues": rows}, indent=1) + "\n")
    else:
        for report in reports:
            print_report(report)
    if any(report.unreadable for report in reports):
        raise typer.Exit(UNREADABLE)
    raise typer.Exit(ERRORS if any(report.has_errors for report in reports) else OK)


def _reports(path: Path) -> list[FileReport]:
    if not _is_folder(path):
        return [report_on(path)]
    if files := sandtable_files(path):
        return [report_on(file) for file in files]
    message = "is a folder without any Sandtable file: name another, or a file"
    return [FileReport(path, [Issue("FILE002", "error", message, str(path))], unreadable=True)]


def sandtable_files(folder: Path) -> list[Path]:
    """The files below a folder that are ours by their names; hidden folders are left alone."""
    found = []
    for path in sorted(folder.rglob("*.json")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file() and _is_ours(path):
            found.append(path)
    return found


def _is_ours(path: Path) -> bool:
    """Other programs have a system.json or tables.json too: there the beginning of the file decides."""
    for kind in KINDS.values():
        if kind.ending.startswith("."):
            if path.name.endswith(kind.ending):
                return True
        elif path.name == kind.ending:
            with path.open("rb") as file:
                return kind.format.encode() in file.read(1000)
    return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # told when it is read
        return False


def schema(
    write: Annotated[
        bool, typer.Option("--write", help="Write the schema files instead of comparing them.")
    ] = False,
    folder: Annotated[Path, typer.Option(readable=False, help="Folder of the schema files.")] = Path(
        "schemas"
    ),
) -> None:
    """Compare the JSON Schemas in a folder with this program, or write them.

    Point your text editor to them and it will help you while you write a map by hand.
    """
    files = schema_files([load_system(name) for name in SYSTEMS])
    stale = [name for name, text in files.items() if _text(folder / name) != text]
    if write:
        for name in stale:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            save_text(folder / name, files[name])
        out.print(f"Wrote {len(stale)} of {len(files)} schemas to {shown(folder)}")
        return
    remedy = command("schema --write") + (f" --folder {folder}" if folder != Path("schemas") else "")
    for name in stale:
        err.print(f"{shown(folder / name)} is not as this program says: run {escape(remedy)}")
    if stale:
        raise typer.Exit(ERRORS)
    out.print(f"{len(files)} schemas are up to date")


def self_check() -> None:
    """Check this installation: libraries, the data of the published systems, and the bundled files."""
    failures = 0
    for name in ("pydantic", "jsonschema-rs", "numpy", "shapely", "pillow", "PySide6-Essentials"):
        failures += _tell(name, _version(name))
    for path in (*data_files(), *bundled_documents()):
        report = report_on(path)
        failures += _tell(
            path.name if path.parent.name != "data" else f"{path.parts[-3]}/{path.name}",
            not report.has_errors,
        )
        print_issues(report.issues)
    out.print("All is well." if not failures else f"{failures} of the checks failed.")
    raise typer.Exit(ERRORS if failures else OK)


def _tell(what: str, result: str | bool) -> Literal[0, 1]:
    mark = "[green]ok[/green]  " if result else "[red]FAIL[/red]"
    out.print(f"{mark} {escape(what)} {result if isinstance(result, str) else ''}".rstrip())
    return 0 if result else 1


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
