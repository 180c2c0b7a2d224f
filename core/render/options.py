"""What a caller can choose about a picture: its size and its layers."""

from __future__ import annotations

from dataclasses import dataclass

# From the bottom to the top. Features, and tints of elevation, are part of the hexes. Zones, panels and units
# are those of a scenario; panels list what is not on the map at the start. "provenance" marks where facts
# come from and is drawn only on request.
LAYERS = (
    "terrain",
    "features",
    "grid",
    "elevation",
    "hexsides",
    "paths",
    "regions",
    "zones",
    "places",
    "numbers",
    "sheet",
    "boxes",
    "panels",
    "units",
    "labels",
    "provenance",
)
ALL_LAYERS = frozenset(LAYERS)
USUAL_LAYERS = ALL_LAYERS - {"provenance"}


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """`hex_mm` (None: as the system prints it) and `hex_px` are distances between opposite sides of a hex.

    `dpi` and `hex_px` concern PNG only; `hex_px` overrides `dpi`. A PNG always has a whole number of pixels
    across a hex, and its resolution is noted so that it still prints to scale.
    """

    hex_mm: float | None = None
    dpi: float = 150.0
    hex_px: int | None = None
    layers: frozenset[str] = USUAL_LAYERS
