"""The `sandtable` command: what a person or a script can do without the editor."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import platformdirs
import typer
from rich.console import Console
from rich.markup import escape

from core import __version__
from core.bundle import BUNDLED_MAPS, bundled_documents, sample_map
from core.checks import FileReport, check_file
from core.formats.documents import content_hash, library_for, load, map_of, save
from core.formats.saving import save_text
from core.formats.schemas import schema_files
from core.formats.system_file import SystemFile
from core.games import SYSTEMS, data_files, load_system
from core.model.issue import DocumentError, Issue, printable
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.render import render
from core.render.options import LAYERS, RenderOptions
from core.starters import starter_map, starter_scenario

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Sandtable: maps and scenarios for hex-and-counter wargames.\n\n"
    "Start with a new map, look at it, check it:\n\n"
    f"  sandtable new map coast --system {SYSTEMS[0]}\n\n"
    "  sandtable render coast.map.json -o coast.png\n\n"
    "  sandtable check coast.map.json\n\n"
    "Without a command it checks and draws a bundled sample map.",
)
new_app = typer.Typer(help="Begin a new map or scenario that is valid from the start.", no_args_is_help=True)
app.add_typer(new_app, name="new")

out = Console(soft_wrap=True, highlight=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, emoji=False)

System = Annotated[str, typer.Option("--system", "-s", help=f"One of {', '.join(SYSTEMS)}.")]
# Here and below, readable=False: that a file cannot be read is said by us, with what to do about it.
Output = Annotated[Path | None, typer.Option("--output", "-o", readable=False, help="File to write.")]
OK, ERRORS, UNREADABLE = 0, 1, 2


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """The main job, when no command is given."""
    if show_version:
        out.print(f"sandtable {__version__}")
        raise typer.Exit(OK)
    if context.invoked_subcommand is None:
        show_sample()


def show_sample() -> None:
    """Check and draw the bundled sample map, and say where the picture is."""
    path = sample_map()
    report = check_file(path, load_system, BUNDLED_MAPS)
    _print_report(report)
    if report.has_errors:
        raise typer.Exit(ERRORS)
    folder = platformdirs.user_cache_path("sandtable", ensure_exists=True)
    target = folder / "sample.png"
    _render(path, target, RenderOptions())
    out.print(f"Picture of the sample map: {escape(str(target))}")
    out.print("See [bold]sandtable --help[/bold] for what else can be done.")


@app.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(readable=False, help="Maps, boards, scenarios, system or table files.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check files: readable, in the right format, and in agreement with the rules of their system.

    Exit code 0: nothing wrong (warnings may be shown). 1: errors found. 2: a file could not be read at all.
    """
    reports = [check_file(path, load_system, BUNDLED_MAPS) for path in files]
    if as_json:
        issues = [asdict(issue) for report in reports for issue in report.issues]
        order = ("code", "severity", "file", "path", "hex", "message")
        rows = [{name: issue[name] for name in order} for issue in issues]
        sys.stdout.write(
            json.dumps({"files": [str(path) for path in files], "issues": rows}, indent=1) + "\n"
        )
    else:
        for report in reports:
            _print_report(report)
    if any(report.unreadable for report in reports):
        raise typer.Exit(UNREADABLE)
    raise typer.Exit(ERRORS if any(report.has_errors for report in reports) else OK)


@app.command("render")
def render_command(
    file: Annotated[Path, typer.Argument(readable=False, help="A map, a board or a scenario.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", readable=False, help="Picture to write: .png, .svg or .pdf.")
    ],
    hex_mm: Annotated[
        float | None, typer.Option(min=2, max=200, help="Millimetres between opposite sides of a hex.")
    ] = None,
    dpi: Annotated[float, typer.Option(min=20, max=1200, help="PNG: dots per inch.")] = 150,
    hex_px: Annotated[
        int | None, typer.Option(min=4, max=1000, help="PNG: pixels between opposite sides of a hex.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help=f"Layer to leave out: {', '.join(LAYERS)}.")
    ] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="Mark what is assumed.")] = False,
) -> None:
    """Draw a map or scenario to PNG, SVG or PDF at an exact scale, without a screen.

    In SVG and PDF a hex measures exactly --hex-mm (by default as on the published maps).
    """
    left_out = set(without or [])
    if unknown := sorted(left_out - set(LAYERS)):
        _fail(
            Issue(
                "CLI002",
                "error",
                f'no layer "{unknown[0]}": choose from {", ".join(LAYERS)}',
                path="--without",
            )
        )
    layers = frozenset(LAYERS) - left_out - (set() if provenance else {"provenance"})
    _render(file, output, RenderOptions(hex_mm=hex_mm, dpi=dpi, hex_px=hex_px, layers=layers))
    out.print(f"Wrote {escape(printable(str(output)))}")


@app.command()
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
    stale = [name for name, text in schema_files().items() if _text(folder / name) != text]
    if write:
        folder.mkdir(parents=True, exist_ok=True)
        for name in stale:
            save_text(folder / name, schema_files()[name])
        out.print(f"Wrote {len(stale)} of {len(schema_files())} schemas to {escape(str(folder))}")
        return
    for name in stale:
        err.print(f"{escape(str(folder / name))} is not as this program says: run sandtable schema --write")
    if stale:
        raise typer.Exit(ERRORS)
    out.print(f"{len(schema_files())} schemas are up to date")


@app.command("self-check")
def self_check() -> None:
    """Check this installation: libraries, the data of the published systems, and the bundled files."""
    failures = 0
    for name in ("pydantic", "jsonschema-rs", "numpy", "shapely", "pillow", "PySide6-Essentials"):
        failures += _tell(name, _version(name))
    for path in (*data_files(), *bundled_documents()):
        report = check_file(path, load_system, BUNDLED_MAPS)
        failures += _tell(
            path.name if path.parent.name != "data" else f"{path.parts[-3]}/{path.name}",
            not report.has_errors,
        )
        for issue in report.issues:
            err.print(escape(str(issue)))
    out.print("All is well." if not failures else f"{failures} of the checks failed.")
    raise typer.Exit(ERRORS if failures else OK)


@new_app.command("map")
def new_map(
    map_id: Annotated[str, typer.Argument(help="Id of the map: small letters, digits, _ . -")],
    system: System,
    columns: Annotated[int, typer.Option(min=1, max=2000, help="Number of columns.")] = 20,
    rows: Annotated[int, typer.Option(min=1, max=2000, help="Number of rows.")] = 15,
    name: Annotated[str, typer.Option(help="Name that is shown; by default made from the id.")] = "",
    output: Output = None,
) -> None:
    """Begin a map: a grid like that of the published maps, filled with the system's first terrain."""
    model = starter_map(map_id, name, _system(system), columns, rows)
    _save_new(model, output or Path(f"{map_id}.map.json"))


@new_app.command("scenario")
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
        _fail(Issue("CLI003", "error", "is a scenario, not a map or board: name a map", str(map_file)))
    model = starter_scenario(
        scenario_id, name, board.info, content_hash(board), _system(board.info.system), turns
    )
    _save_new(model, output or Path(f"{scenario_id}.scenario.json"))


def main() -> None:
    """Run the command; what is wrong with the input becomes a sentence, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file name may hold what no terminal can show
    try:
        try:
            app(prog_name="sandtable")
        finally:
            sys.stdout.flush()
    except DocumentError as error:
        for issue in error.issues:
            err.print(escape(str(issue)))
        sys.exit(UNREADABLE if error.unreadable else ERRORS)
    except BrokenPipeError:  # the reader of our output has left; there is nobody to tell
        _drop_output()
        sys.exit(ERRORS)
    except OSError as error:
        if error.filename is None:
            _drop_output()
        message = f"{error.strerror or error}: free the place or choose another"
        err.print(escape(str(Issue("CLI006", "error", message, str(error.filename or "output")))))
        sys.exit(UNREADABLE)


def _drop_output() -> None:
    """Nothing more can be written: keep Python from trying once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _render(path: Path, target: Path, options: RenderOptions) -> None:
    document = load(path)
    library = library_for(path, BUNDLED_MAPS)
    scenario = document if isinstance(document, ScenarioModel) else None
    render(target, map_of(document, path, library), _system(document.info.system), scenario, options)


def _system(system_id: str) -> SystemFile:
    try:
        return load_system(system_id)
    except KeyError:
        known = ", ".join(SYSTEMS)
        _fail(Issue("DOC003", "error", f'unknown system "{system_id}": name one of {known}', path="system"))


def _save_new(model: MapModel | ScenarioModel, path: Path) -> None:
    if path.exists():
        _fail(Issue("CLI001", "error", "is there already: choose another name with -o", str(path)))
    save(model, path)
    report = check_file(path, load_system, BUNDLED_MAPS)
    _print_report(report)


def _fail(issue: Issue) -> NoReturn:
    raise DocumentError([issue], unreadable=True)


def _print_report(report: FileReport) -> None:
    for issue in report.issues:
        err.print(escape(str(issue)), style="red" if issue.severity == "error" else "yellow")
    if not report.issues:
        out.print(f"{escape(printable(str(report.path)))}: no errors")


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


if __name__ == "__main__":
    main()
