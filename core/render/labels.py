"""All names on the map, placed so that they do not cover each other: places, regions, zones, free labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.formats.system_file import FeatureKind, RegionKind, SystemFile, Terrain
from core.hexgrid.hexes import Hex
from core.model.map import Label, MapModel
from core.render.colours import mixed
from core.render.drawing import Face, Floats, Rect, Text, Texts
from core.render.fonts import make_text
from core.render.ground import FEATURE_SPOTS, entries
from core.render.lattice import Lattice
from core.render.numbers import usual_spot
from core.render.placement import Taken, outside, place_names, step_aside, text_rects
from core.render.places import HALO, PlacedPlaces
from core.render.regions import region_masks
from core.render.symbols import SMALLEST_SIGN
from core.render.zones import Zones

_ZONE_SIZE = 0.19
_WATER = ("water", "river", "sea")
_BOLD = ("bold", "title")


@dataclass
class Labels:
    """The texts, and everything that is taken now."""

    texts: Texts
    taken: Taken

    @property
    def words(self) -> Taken:
        """Only what the letters cover."""
        words = Taken()
        for text in self.texts.items:
            for rect in text_rects(text):
                words.add(rect)
        return words


def make_labels(
    model: MapModel,
    system: SystemFile,
    lattice: Lattice,
    places: PlacedPlaces,
    shown: frozenset[str],
    covered: Sequence[Rect],
    zones: Zones,
) -> Labels:
    """Place all names; `covered` are the rectangles of counters."""
    taken, counters = Taken(), Taken()
    for rect in covered:
        taken.add(rect, 4.0)
        counters.add(rect, 4.0)
    if "places" in shown:
        for _, style, x, y in places.rows:
            half = style.size / 2
            taken.add(Rect(x - half, y - half, x + half, y + half), 2.0)
    if "labels" not in shown:
        return Labels(Texts([]), taken)
    if model.labels or model.places or zones.drawn:
        _keep_signs_free(system, lattice, shown, taken)
    free = []
    for label in model.labels.values():
        text = step_aside(_free_label(label, model, system, lattice), counters, taken, lattice.bounds)
        for rect in text_rects(text):
            taken.add(rect, 2.0)
        free.append(text)
    if "numbers" in shown:
        _keep_numbers_free(lattice, places, taken)
    names = place_names(places.wanted(covered), taken, lattice.bounds, places.signs())
    said = {label.text.casefold() for label in model.labels.values()}
    regions = _region_names(model, system, lattice, taken, said) if "regions" in shown else []
    said |= {text.text.casefold() for text in regions}
    in_zones = _zone_names(zones, lattice, taken, said) if "zones" in shown else []
    return Labels(Texts([*regions, *in_zones, *free, *names]), taken)


def _keep_signs_free(system: SystemFile, lattice: Lattice, shown: frozenset[str], taken: Taken) -> None:
    """The signs of hex features are rather not covered."""
    kinds = entries(system, "features", FeatureKind)
    signed = {key for key, kind in kinds.items() if kind.style and "features" in shown}
    for cell, (x, y) in zip(lattice.cells, lattice.centres.tolist(), strict=True) if signed else ():
        if cell.features:
            there = [style for key in kinds if key in cell.features & signed if (style := kinds[key].style)]
            for style, (dx, dy) in zip(there, FEATURE_SPOTS, strict=False):
                half = max(style.size, SMALLEST_SIGN) / 2
                taken.add(Rect(x + dx - half, y + dy - half, x + dx + half, y + dy + half), 0.8)


def _keep_numbers_free(lattice: Lattice, places: PlacedPlaces, taken: Taken) -> None:
    """Hex numbers near places are rather not covered. Far from places no name goes."""
    _, top = usual_spot(lattice)
    near = {
        (place.hex.q + dq, place.hex.r + dr)
        for place, *_ in places.rows
        for dq in (-2, -1, 0, 1, 2)
        for dr in (-1, 0, 1)
    }
    for q, r in near:
        x, y = lattice.centre(Hex(q, r))
        taken.add(Rect(x - 0.17, y + top - 0.11, x + 0.17, y + top), 0.6)


def _free_label(label: Label, model: MapModel, system: SystemFile, lattice: Lattice) -> Text:
    x, y = lattice.centre(label.hex)
    cell = model.hexes.get(label.hex)
    terrain = entries(system, "terrains", Terrain).get(cell.terrain) if cell else None
    water = label.style in _WATER or (terrain is not None and terrain.water)
    face: Face = (
        "italic" if water or label.style == "italic" else "bold" if label.style in _BOLD else "regular"
    )
    return make_text(
        label.text,
        x + label.dx,
        y + label.dy + 0.35 * label.size,
        label.size,
        "#2c5f86" if water else "#3a352c",
        face=face,
        halo=mixed(terrain.style.fill, "#ffffff", 0.35) if terrain else HALO,
        angle=label.angle,
        spaced=label.style == "spaced",
    )


def _region_names(
    model: MapModel, system: SystemFile, lattice: Lattice, taken: Taken, said: set[str]
) -> list[Text]:
    """Names of larger regions, in a free hex near their middle; left out where there is no room."""
    kinds = entries(system, "regions", RegionKind)
    texts = []
    for key, mask in region_masks(model, lattice).items():
        region = model.regions[key]
        at = lattice.centres[mask]
        if len(at) < 7 or not region.name or region.name.casefold() in said:
            continue
        size = min(0.5, 0.16 + 0.012 * len(at) ** 0.5 * 2)
        colour = (
            mixed(kinds[region.kind].style.colour, "#2a261f", 0.35) if region.kind in kinds else "#2a261f"
        )
        for x, y in _from_middle(at)[:40].tolist():
            text = make_text(region.name.upper(), x, y + 0.36 * size, size, colour, halo=HALO, spaced=True)
            (rect,) = text_rects(text)
            if taken.cost(rect) == 0 and outside(rect, lattice.bounds) == 0:
                taken.add(rect, 2.0)
                texts.append(text)
                break
    return texts


def _zone_names(zones: Zones, lattice: Lattice, taken: Taken, said: set[str]) -> list[Text]:
    """The name of every zone, in or beside one of its hexes, where it covers least."""
    texts = []
    for zone in zones.drawn:
        if not zone.name or zone.name.casefold() in said:
            continue
        colour = mixed(zone.colour, "#1c1a17", 0.25)
        best, least = None, 0.0
        for i, (x, y) in enumerate(_from_middle(zone.at)[:12].tolist()):
            for j, dy in enumerate((0.05, 0.4, -0.28, 0.62, -0.5)):
                text = make_text(zone.name, x, y + dy, _ZONE_SIZE, colour, face="bold", halo=HALO)
                text = _kept_inside(text, lattice.bounds)
                (rect,) = text_rects(text)
                price = taken.cost(rect) + outside(rect, lattice.bounds) + 0.03 * i + 0.04 * j
                if best is None or price < least:
                    best, least = text, price
        if best is not None:
            taken.add(text_rects(best)[0], 2.0)
            texts.append(best)
    return texts


def _kept_inside(text: Text, bounds: Rect) -> Text:
    """A text about a point, moved sideways so that it stays on the map; a longer one is in its middle."""
    half = text.width / 2 + 0.05
    left, right = bounds.left + half, bounds.right - half
    x = min(max(text.x, left), right) if left <= right else (bounds.left + bounds.right) / 2
    return replace(text, x=x)


def _from_middle(at: Floats) -> Floats:
    """Points in the order of their distance from their middle."""
    ordered: Floats = at[np.argsort(np.hypot(*(at - at.mean(axis=0)).T), kind="stable")]
    return ordered
