"""The command that draws, and the main job: a picture of the sample map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import platformdirs
import typer
from rich.markup import escape

from core.bundle import BUNDLED_MAPS, sample_map
from core.checks import ScenarioSubject
from core.checks.files import check_document, system_of
from core.cli.checking import report_on
from core.cli.printing import ERRORS, counted, err, fail, out, print_issues, print_report, shown
from core.formats.documents import Document, MapLibrary, from_raw, library_for, map_of
from core.formats.places import Places
from core.formats.reading import RawDocument, read_document
from core.games import SYSTEMS, load_system
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.program import command, program
from core.render import render
from core.render.options import LAYERS, RenderOptions

SAMPLE_PICTURE = "sandtable_sample.png"
TO_LEAVE_OUT = [layer for layer in LAYERS if layer != "provenance"]  # that one is asked for


def render_command(
    file: Annotated[Path, typer.Argument(readable=False, help="A map, a board or a scenario.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", readable=False, help="Picture to write: .png, .svg or .pdf.")
    ],
    hex_mm: Annotated[
        float | None, typer.Option(min=2, max=200, help="Millimetres between opposite sides of a hex.")
    ] = None,
    dpi: Annotated[
        float | None, typer.Option(min=20, max=1200, help="PNG: dots per inch, by default 150.")
    ] = None,
    hex_px: Annotated[
        int | None,
        typer.Option(min=4, max=1000, help="PNG: pixels between opposite sides of a hex, in place of --dpi."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help=f"Layer to leave out, or several with commas: {', '.join(TO_LEAVE_OUT)}."),
    ] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="Mark what is assumed.")] = False,
) -> None:
    """Draw a map or scenario to PNG, SVG or PDF at an exact scale, without a screen.

    In SVG and PDF a hex measures exactly --hex-mm (by default as on the published maps).
    """
    if hex_px is not None and dpi is not None:
        message = "both say how many pixels a hex gets: leave out one of them"
        fail(Issue("CLI007", "error", message, path="--hex-px and --dpi"))
    layers = frozenset(LAYERS) - _left_out(without or []) - (set() if provenance else {"provenance"})
    options = RenderOptions(hex_mm=hex_mm, hex_px=hex_px, layers=layers)
    if dpi is not None:
        options = RenderOptions(hex_mm=hex_mm, dpi=dpi, layers=layers)
    problems = _draw(file, output, options)
    out.print(f"Wrote {shown(output)}")
    if problems:
        err.print(escape(f"{problems}, see: {command('check', file)}"), style="yellow")


def show_sample() -> None:
    """Check and draw the bundled sample map, and say where the picture is."""
    path = sample_map()
    report = report_on(path)
    print_report(report)
    if report.has_errors:
        raise typer.Exit(ERRORS)
    target = Path(SAMPLE_PICTURE).absolute()
    try:
        _draw(path, target, RenderOptions())
    except DocumentError:  # somebody may start it in a folder where he may not write
        target = platformdirs.user_cache_path("sandtable", ensure_exists=True) / SAMPLE_PICTURE
        _draw(path, target, RenderOptions())
    out.print(f"Wrote a picture of the sample map: {shown(target)}")
    out.print(f"See [bold]{escape(program())} --help[/bold] for what else can be done.")


def _left_out(given: list[str]) -> set[str]:
    names = {name.strip() for part in given for name in part.split(",") if name.strip()}
    if unknown := sorted(names - set(TO_LEAVE_OUT)):
        message = f'no layer "{unknown[0]}": choose from {", ".join(TO_LEAVE_OUT)}'
        fail(Issue("CLI002", "error", message, path="--without"))
    return names


def _draw(path: Path, target: Path, options: RenderOptions) -> str:
    """Draw a document; tell in a few words what is wrong with it, or ""."""
    raw = read_document(path)
    document = from_raw(raw)
    system = system_of(raw, load_system, SYSTEMS)
    library = library_for(path, BUNDLED_MAPS)
    model = _map_under(raw, document, library)
    scenario = document if isinstance(document, ScenarioModel) else None
    print_issues(render(target, model, system, scenario, options))
    issues = [*raw.oddities, *check_document(raw, document, system, library)]
    errors = sum(issue.severity == "error" for issue in issues)
    problems = [f"{counted(errors, 'error')} in the file"] if errors else []
    if scenario and (lost := _not_drawn(ScenarioSubject(scenario, model, system))):
        problems.append(f"{lost} not drawn as there is no such space")
    return ", ".join(problems)


def _map_under(raw: RawDocument, document: Document, library: MapLibrary) -> MapModel:
    """The map to draw; when there is none, with the line that names it."""
    try:
        return map_of(document, raw.path, library)
    except DocumentError as error:
        places = Places(raw)
        issues = [places.located(i) if i.file == str(raw.path) else i for i in error.issues]
        raise DocumentError(issues, unreadable=error.unreadable) from None


def _not_drawn(subject: ScenarioSubject) -> str:
    """How many units and markers stand in spaces that do not exist."""
    units = sum(bool(unit.at and subject.space_error(unit.at)) for unit in subject.model.units.values())
    markers = sum(bool(subject.space_error(marker.at)) for marker in subject.model.markers.values())
    return " and ".join(counted(n, what) for n, what in ((units, "unit"), (markers, "marker")) if n)
