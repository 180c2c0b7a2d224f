"""Tiled's command-line rasterizer for comparison: where it is, and a map of equal size for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from PIL import Image, ImageDraw

from benchmarks.synthetic import synthetic_system
from core.model.map import MapModel

INSTALL = "tmxrasterizer is not installed, so there is no comparison; on Debian: sudo apt-get install tiled"
# Regular hexes, 32 pixels between opposite sides, in the whole pixels that Tiled works with.
_WIDTH, _HEIGHT, _SIDE = 32, 37, 18


def find_rasterizer() -> str | None:
    """The program, where it is installed."""
    return shutil.which("tmxrasterizer")


def write_tmx(path: Path, model: MapModel) -> None:
    """A hexagonal map with the same terrain as a synthetic map, and its tiles: plain hexes without lines."""
    terrains = [terrain.id for terrain in synthetic_system().terrains]
    number = {terrain: i + 1 for i, terrain in enumerate(terrains)}
    colours = [terrain.style.fill for terrain in synthetic_system().terrains]
    tiles = Image.new("RGBA", (_WIDTH * len(terrains), _HEIGHT))
    pen = ImageDraw.Draw(tiles)
    cut = (_HEIGHT - _SIDE) // 2
    for i, colour in enumerate(colours):
        left, right, middle = i * _WIDTH, (i + 1) * _WIDTH - 1, i * _WIDTH + _WIDTH // 2
        low = _HEIGHT - 1
        ring = [(middle, 0), (right, cut), (right, low - cut), (middle, low), (left, low - cut), (left, cut)]
        pen.polygon(ring, fill=colour)
    tiles.save(path.with_name("tiles.png"))
    cells = [number[cell.terrain] for cell in model.hexes.values()]
    size = model.info.grid.columns
    rows = ",\n".join(",".join(map(str, cells[i : i + size])) for i in range(0, len(cells), size))
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" orientation="hexagonal" renderorder="right-down" width="{size}" height="{size}" '
        f'tilewidth="{_WIDTH}" tileheight="{_HEIGHT}" hexsidelength="{_SIDE}" '
        'staggeraxis="y" staggerindex="odd">\n'
        f'<tileset firstgid="1" name="tiles" tilewidth="{_WIDTH}" tileheight="{_HEIGHT}" '
        f'tilecount="{len(terrains)}" columns="{len(terrains)}">\n'
        f'<image source="tiles.png" width="{_WIDTH * len(terrains)}" height="{_HEIGHT}"/></tileset>\n'
        f'<layer id="1" name="terrain" width="{size}" height="{size}">\n'
        f'<data encoding="csv">\n{rows}\n</data></layer></map>\n',
        encoding="utf-8",
    )
