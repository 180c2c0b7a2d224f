"""The commands that write documents: new map, new scenario, tidy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.bundle import BUNDLED_MAPS
from core.cli.checking import report_on
from core.cli.printing import ERRORS, OK, UNREADABLE, fail, out, print_issues, print_report, shown
from core.formats.documents import (
    content_hash,
    from_raw,
    library_for,
    load,
    save,
    text_of,
    with_present_hashes,
)
from core.formats.reading import read_document
from core.formats.saving import save_text
from core.formats.system_file import SystemFile
from core.games import SYSTEMS, load_system
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.starters import starter_map, starter_scenario

System = Annotated[str, typer.Option("--system", "-s", help=f"One of {', '.join(SYSTEMS)}.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", readable=False, help="File to write.")]
_CHANGES = {"FILE020": "byte order mark removed", "FILE021": "Windows line ends replaced"}


def new_map(
    map_id: Annotated[str, typer.Argument(help="Id of the map: small letters, digits, _ . -")],
    system: System,
    columns: Annotated[int, typer.Option(min=1, max=2000, help="Number of columns.")] = 20,
    rows: Annotated[int, typer.Option(min=1, max=2000, help="Number of rows.")] = 15,
    name: Annotated[str, typer.Option(help="Name that is shown; by default made from the id.")] = "",
    prefix: Annotated[
        str | None, typer.Option(help="Letters before each hex number, for maps that are joined on a board.")
    ] = None,
    first_column: Annotated[
        int | None, typer.Option(min=0, max=9999, help="Number of the first column.")
    ] = None,
    first_row: Annotated[int | None, typer.Option(min=0, max=9999, help="Number of the first row.")] = None,
    output: Output = None,
) -> None:
    """Begin a map: a grid like that of the published maps, filled with the system's first terrain."""
    numbering = {"prefix": prefix, "first_column": first_column, "first_row": first_row}
    given = {field: value for field, value in numbering.items() if value is not None}
    model = starter_map(map_id, name, system_named(system), columns, rows, **given)
    _save_new(model, output or Path(f"{map_id}.map.json"))


def new_scenario(
    scenario_id: Annotated[str, typer.Argument(help="Id of the scenario: small letters, digits, _ . -")],
    map_file: Annotated[
        Path, typer.Option("--map", "-m", readable=False, help="The map or board that it is played on.")
    ],
    turns: Annotated[int, typer.Option(min=1, max=500, help="Number of turns.")] = 10,
    name: Annotated[str, typer.Option(help="Name that is shown; by default made from the id.")] = "",
    output: Output = None,
) -> None:
    """Begin a scenario on a map: its system's sides and nations, and a calendar; no units yet."""
    board = load(map_file)
    if isinstance(board, ScenarioModel):
        fail(Issue("CLI003", "error", "is a scenario, not a map or board: name a map", str(map_file)))
    model = starter_scenario(
        scenario_id, name, board.info, content_hash(board), system_named(board.info.system), turns
    )
    _save_new(model, output or Path(f"{scenario_id}.scenario.json"))


def tidy(
    files: Annotated[list[Path], typer.Argument(readable=False, help="Maps, boards and scenarios.")],
) -> None:
    """Write files anew in the form in which Sandtable saves them, with the present hash of their maps.

    What they say stays the same. A file that cannot be loaded is left as it is.
    """
    code = OK
    for path in files:
        try:
            changes = _tidied(path)
        except DocumentError as error:
            print_issues(error.issues)
            code = max(code, UNREADABLE if error.unreadable else ERRORS)
        else:
            out.print(f"{shown(path)}: {', '.join(changes) or 'is tidy already'}")
    raise typer.Exit(code)


def _tidied(path: Path) -> list[str]:
    """Tidy a file and tell what was changed."""
    raw = read_document(path)
    old = from_raw(raw)
    new, renewed = with_present_hashes(old, library_for(path, BUNDLED_MAPS))
    changes = [_CHANGES[issue.code] for issue in raw.oddities]
    if raw.content.replace(b"\r\n", b"\n") != text_of(old).encode():
        changes.append("entries put in order")
    changes += [f'hash of map "{map_id}" renewed' for map_id in renewed]
    if changes:
        save_text(path, text_of(new))
    return changes


def system_named(system_id: str) -> SystemFile:
    """A published system; a sentence with the list of them when there is no such one."""
    try:
        return load_system(system_id)
    except KeyError:
        known = ", ".join(SYSTEMS)
        fail(Issue("DOC003", "error", f'unknown system "{system_id}": name one of {known}', path="system"))


def _save_new(model: MapModel | ScenarioModel, path: Path) -> None:
    if path.exists():
        fail(Issue("CLI001", "error", "is there already: choose another name with -o", str(path)))
    save(model, path)
    out.print(f"Wrote {shown(path)}")
    report = report_on(path)
    if report.issues:
        print_report(report)
    raise typer.Exit(ERRORS if report.has_errors else OK)
