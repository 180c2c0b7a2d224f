"""Marks that tell where facts come from: the rulebook, real geography, an assumption, a check, or nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from core.model.facts import NO_SOURCES, Origin, Source, Sources
from core.model.map import MapModel
from core.model.scenario import ScenarioModel, Unit
from core.render.drawing import Fill, Glyph, Item, Line, Rect, Stamps
from core.render.fonts import make_text
from core.render.geometry import circle, closed
from core.render.lattice import Lattice
from core.render.placement import Taken

Known: TypeAlias = Origin | Literal["none"]
# The least certain first: an entry with several sources counts as the least certain of them.
ORDER: tuple[Known, ...] = ("none", Origin.ASSUMED, Origin.DERIVED, Origin.RULEBOOK, Origin.VERIFIED)
NAMES: dict[Known, str] = {
    "none": "No source",
    Origin.ASSUMED: "Assumed",
    Origin.DERIVED: "Derived from geography",
    Origin.RULEBOOK: "From the rulebook",
    Origin.VERIFIED: "Verified",
}
_LOOKS: dict[Known, tuple[str, str]] = {
    "none": ("N", "#6b6459"),
    Origin.ASSUMED: ("A", "#d9480f"),
    Origin.DERIVED: ("D", "#0b7285"),
    Origin.RULEBOOK: ("R", "#1c4fa0"),
    Origin.VERIFIED: ("V", "#2b7a2b"),
}
_RADIUS = 0.075
# Around a place, the usual one first.
_SPOTS = ((-0.17, -0.17), (0.17, -0.17), (-0.17, 0.17), (0.17, 0.17), (0.0, 0.24), (0.0, -0.24))


@dataclass(frozen=True)
class Survey:
    """The origins that occur in a picture, and the most frequent one, which gets no mark."""

    kinds: tuple[Known, ...] = ()
    unmarked: Known | None = None


def origin_of(sources: Sources, general: Source | None) -> Known:
    """Where an entry comes from; one without sources takes over that of the whole document."""
    if not sources:
        return general.origin if general else "none"
    return min((source.origin for source in sources.values()), key=ORDER.index)


def mark_glyph(kind: Known) -> Glyph:
    """A small disc with a letter."""
    letter, colour = _LOOKS[kind]
    disc = circle(0, 0, _RADIUS, 14)
    return (
        Fill(colour, [disc]),
        Line("#ffffff", 0.014, [closed(disc)], 0.9),
        make_text(letter, 0.0, 0.04, 0.11, "#ffffff", face="bold"),
    )


def has_assumed(model: MapModel, scenario: ScenarioModel | None = None) -> bool:
    """Whether anything on the picture is assumed."""
    heads = [model.info.source, scenario.info.source if scenario else None]
    if any(source is not None and source.origin is Origin.ASSUMED for source in heads):
        return True
    layers: list[Mapping[Any, Any]] = [model.hexes, model.hexsides, model.paths, model.places]
    layers += [model.regions, model.boxes]
    if scenario:
        layers += [
            scenario.units,
            scenario.zones,
            scenario.reinforcements,
            scenario.markers,
            scenario.control,
        ]
    # Most entries of a large map have no sources of their own, and share one empty object.
    return any(
        entry.sources is not NO_SOURCES and origin_of(entry.sources, None) is Origin.ASSUMED
        for layer in layers
        for entry in layer.values()
    )


def survey(model: MapModel, scenario: ScenarioModel | None = None) -> Survey:
    """Count the origins of everything that can be marked."""
    general = model.info.source
    layers: tuple[Mapping[Any, Any], ...] = (model.hexes, model.hexsides, model.paths, model.places)
    counts = Counter(origin_of(entry.sources, general) for layer in layers for entry in layer.values())
    if scenario:
        counts.update(origin_of(unit.sources, scenario.info.source) for unit in scenario.units.values())
    kinds = tuple(kind for kind in ORDER if counts[kind])
    return Survey(kinds, counts.most_common(1)[0][0]) if kinds else Survey()


def mark_items(
    model: MapModel,
    lattice: Lattice,
    found: Survey,
    words: Taken,
    scenario: ScenarioModel | None,
    counters: Iterable[tuple[Unit, float, float]],
) -> list[Item]:
    """A mark on everything whose origin is not the most frequent one.

    `words` are the names that marks of places must not cover, `counters` units with their upper left corner.
    """
    rows = list(_map_rows(model, lattice, words))
    if scenario:
        general = scenario.info.source
        rows += [(origin_of(unit.sources, general), x + 0.03, y + 0.03) for unit, x, y in counters]
    marked = [(ORDER.index(kind), x, y) for kind, x, y in rows if kind != found.unmarked]
    if not marked:
        return []
    which, x, y = np.array(marked).T
    glyphs = [mark_glyph(kind) for kind in ORDER]
    return [Stamps(glyphs, which.astype(np.int64), np.column_stack((x, y)), 0.12)]


def _map_rows(model: MapModel, lattice: Lattice, words: Taken) -> Iterator[tuple[Known, float, float]]:
    """Origin and point of everything on the map: at the foot of hexes, on sides, beside places."""
    general = model.info.source
    for cell, (x, y) in zip(lattice.cells, lattice.centres.tolist(), strict=True):
        yield origin_of(cell.sources, general), x, y + 0.4
    for layer, aside in ((model.hexsides, -0.1), (model.paths, 0.1)):
        for link, feature in layer.items():
            (ax, ay), (bx, by) = lattice.layout.side_points(link.side)
            share = 0.5 + aside  # a path crosses the middle of a side: neither mark lies there
            yield origin_of(feature.sources, general), ax + (bx - ax) * share, ay + (by - ay) * share
    for place in model.places.values():
        x, y = lattice.centre(place.hex)
        spots = [
            Rect(x + dx - _RADIUS, y + dy - _RADIUS, x + dx + _RADIUS, y + dy + _RADIUS) for dx, dy in _SPOTS
        ]
        costs = [words.cost(spot) for spot in spots]
        spot = spots[costs.index(min(costs))]
        yield origin_of(place.sources, general), spot.left + _RADIUS, spot.top + _RADIUS
