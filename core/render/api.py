"""Rendering to a file: chooses the backend by the ending of its name and refuses what cannot work."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

from core.formats.reading import paused_gc
from core.formats.saving import save_file
from core.formats.system_file import SystemFile
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.render.drawing import Drawing, texts_of
from core.render.fonts import REPLACEMENT
from core.render.lattice import Lattice
from core.render.options import ALL_LAYERS, LAYERS, RenderOptions
from core.render.pdf import write_pdf
from core.render.raster import pixel_size, write_png
from core.render.scene import describe
from core.render.svg import write_svg

ENDINGS = (".png", ".svg", ".pdf")
# Below this height in pixels nobody can read a text; it is left out of a PNG.
SMALLEST_TEXT_PX = 5.0
MOST_PIXELS_A_SIDE = 30_000
MOST_PIXELS = 1_000_000_000
LONGEST_SHEET_MM = 5_000.0  # the limit of PDF readers is 200 inches


def render(
    target: Path,
    model: MapModel,
    system: SystemFile,
    scenario: ScenarioModel | None = None,
    options: RenderOptions = RenderOptions(),  # noqa: B008  it is immutable
) -> list[Issue]:
    """Write a picture of a map, or of a scenario on its map, to a PNG, SVG or PDF file.

    Returns warnings about what could not be drawn as it is written. DocumentError with one clear sentence
    when the file cannot be made; an existing file is then unchanged.
    """
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise _refused(
            target,
            f'cannot write "{target.suffix or target.name}": choose a name ending in .png, .svg or .pdf',
        )
    if unknown := sorted(options.layers - ALL_LAYERS):
        raise _refused(target, f"there is no layer {', '.join(unknown)}: choose from {', '.join(LAYERS)}")
    hex_mm = system.grid.hex_mm if options.hex_mm is None else options.hex_mm
    sizes = (hex_mm, options.dpi, 1 if options.hex_px is None else options.hex_px)
    if not all(isfinite(size) and size > 0 for size in sizes):
        raise _refused(target, "a hex must have a size: give hex_mm, dpi and hex_px above 0")
    with paused_gc():  # there is no garbage to find, but a large map to search
        if ending == ".png":
            return _render_png(target, model, system, scenario, options, hex_mm)
        drawing = describe(model, system, scenario, options.layers)
        _check_sheet(target, drawing, hex_mm)
        write = write_svg if ending == ".svg" else write_pdf
        save_file(target, lambda file: write(drawing, file, hex_mm))
        return _warnings(target, drawing)


def _render_png(
    target: Path,
    model: MapModel,
    system: SystemFile,
    scenario: ScenarioModel | None,
    options: RenderOptions,
    hex_mm: float,
) -> list[Issue]:
    hex_px = options.hex_px or max(1, round(hex_mm / 25.4 * options.dpi))
    bounds = Lattice(model).bounds
    # Refuse before the work of drawing: the sheet is not smaller than the hexes on it.
    _check_pixels(target, round(bounds.width * hex_px), round(bounds.height * hex_px))
    drawing = describe(model, system, scenario, options.layers, SMALLEST_TEXT_PX / hex_px)
    _check_pixels(target, *pixel_size(drawing, hex_px))
    save_file(target, lambda file: write_png(drawing, file, hex_px, hex_mm))
    return _warnings(target, drawing)


def _warnings(target: Path, drawing: Drawing) -> list[Issue]:
    """One warning for all letters that the fonts do not have."""
    items = (item for layer in drawing.layers for item in layer.items)
    missing = "".join(dict.fromkeys(c for item in items for text in texts_of(item) for c in text.missing))
    if not missing:
        return []
    message = (
        f"the fonts have no letters for {missing}: the picture shows {REPLACEMENT} instead; "
        "write the names in Latin, Greek or Cyrillic letters"
    )
    return [Issue("RND002", "warning", message, str(target))]


def _check_pixels(target: Path, width: int, height: int) -> None:
    if max(width, height) > MOST_PIXELS_A_SIDE or width * height > MOST_PIXELS:
        raise _refused(
            target, f"the picture would have about {width} x {height} pixels: choose a smaller hex size"
        )


def _check_sheet(target: Path, drawing: Drawing, hex_mm: float) -> None:
    width, height = drawing.sheet.width * hex_mm, drawing.sheet.height * hex_mm
    if max(width, height) > LONGEST_SHEET_MM:
        raise _refused(target, f"the sheet would be {width:.0f} x {height:.0f} mm: choose a smaller hex size")


def _refused(target: Path, message: str) -> DocumentError:
    return DocumentError([Issue("RND001", "error", message, str(target))])
