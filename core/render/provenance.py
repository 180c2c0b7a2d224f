"""Marks on facts that are assumed: nobody has confirmed them from the published game yet."""

from __future__ import annotations

import numpy as np

from core.model.facts import NO_SOURCES, Origin, Source, Sources
from core.model.map import MapModel
from core.render.drawing import Fill, Glyph, Item, Line, Stamps
from core.render.geometry import circle, closed
from core.render.lattice import Lattice

_COLOUR = "#e8590c"
MARK: Glyph = (
    Fill(_COLOUR, [circle(0, 0, 0.055, 4)]),
    Line("#ffffff", 0.014, [closed(circle(0, 0, 0.062, 4))], 0.9),
)
_SMALL: Glyph = (
    Fill(_COLOUR, [circle(0, 0, 0.035, 8)]),
    Line("#ffffff", 0.012, [closed(circle(0, 0, 0.04, 8))]),
)


def is_assumed(sources: Sources, general: Source | None) -> bool:
    """Whether any fact of an entry is assumed; an entry without sources takes over that of the whole map."""
    if not sources:
        return general is not None and general.origin is Origin.ASSUMED
    return any(source.origin is Origin.ASSUMED for source in sources.values())


def has_assumed(model: MapModel) -> bool:
    """Whether anything on the map is assumed."""
    general = model.info.source
    if general is not None and general.origin is Origin.ASSUMED:
        return True
    layers = (model.hexes, model.hexsides, model.paths, model.places, model.regions, model.boxes)
    # Most entries of a large map have no sources of their own, and share one empty object.
    return any(
        entry.sources is not NO_SOURCES and is_assumed(entry.sources, None)
        for layer in layers
        for entry in layer.values()
    )


def provenance_items(model: MapModel, lattice: Lattice) -> list[Item]:
    """A mark at the foot of each assumed hex, and on each assumed hexside, path and place."""
    general = model.info.source
    assumed = [is_assumed(cell.sources, general) for cell in lattice.cells]
    hexes = lattice.centres[np.array(assumed, bool)] + np.array([0.0, 0.4])
    links = [
        lattice.layout.side_points(link.side)
        for layer in (model.hexsides, model.paths)
        for link, feature in layer.items()
        if is_assumed(feature.sources, general)
    ]
    middles = np.array(links).reshape(-1, 2, 2).mean(axis=1)
    places = [lattice.centre(p.hex) for p in model.places.values() if is_assumed(p.sources, general)]
    spots = np.array(places).reshape(-1, 2) + np.array([-0.16, -0.16])
    at = np.vstack((hexes, middles, spots))
    which = np.repeat([0, 1, 1], [len(hexes), len(middles), len(spots)])
    return [Stamps([MARK, _SMALL], which, at, 0.1)] if len(at) else []
