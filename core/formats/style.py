"""How a system wants its words drawn: fills with patterns, lines, symbols, counters."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.formats.base import Colour, FileModel

Pattern = Literal[
    "none", "dots", "hatch", "crosshatch", "trees", "sparse_trees", "hills", "peaks", "high_peaks", "reeds",
    "waves", "buildings", "houses", "stones", "furrows", "orchard", "dunes", "broken", "stripes",
]  # fmt: skip
LinePattern = Literal["plain", "rail", "teeth", "dots", "arrows", "bars"]
Shape = Literal[
    "circle", "dot", "ring", "square", "diamond", "triangle", "star", "cross", "hexagon", "anchor", "factory",
    "aircraft", "fort", "flag", "pick", "derrick", "tower", "bunker", "wire", "mine", "bridge", "arrow",
    "crown", "smoke", "chit",
]  # fmt: skip


class AreaStyle(FileModel):
    """A filled hex."""

    fill: Colour
    pattern: Pattern = Field("none", description="Small signs drawn over the fill, so that colour is not all")
    ink: Colour = Field("#000000", description="Colour of the pattern")


class LineStyle(FileModel):
    """A line; lengths are in hexes across."""

    colour: Colour
    width: float = Field(0.06, gt=0, le=1, description="Thickness in hexes across")
    dash: list[float] = Field([], description="Lengths of strokes and gaps in hexes across")
    pattern: LinePattern = Field(
        "plain", description="plain line, rail ties, teeth, dots, crossing arrows, bars"
    )
    casing: Colour | None = Field(None, description="Colour of a wider line underneath")


class SymbolStyle(FileModel):
    """A small sign in a hex."""

    shape: Shape = Field(description="What it looks like")
    fill: Colour = Field("#ffffff", description="Colour of its inside as #rrggbb")
    ink: Colour = Field("#000000", description="Colour of its lines as #rrggbb")
    size: float = Field(0.25, gt=0, le=1, description="Size in hexes across")


class CounterStyle(FileModel):
    """Colours of a counter."""

    fill: Colour = Field(description="Ground of the counter")
    ink: Colour = Field(description="Colour of symbol and numbers")
    assumed: bool = Field(False, description="The colours are ours, not the rulebook's")
