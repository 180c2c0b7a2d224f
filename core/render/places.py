"""Places with their signs and names, names of regions, free labels and hex numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from core.formats.style import SymbolStyle
from core.formats.system_file import PlaceKind, RegionKind, SystemFile, Terrain
from core.hexgrid.hexes import Hex
from core.hexgrid.numbering import LabelError
from core.hexgrid.orientation import Orientation
from core.model.map import Label, MapModel, Place
from core.render.colours import mixed
from core.render.drawing import Face, Glyph, Rect, Stamps, Text, Texts
from core.render.fonts import make_text
from core.render.ground import entries
from core.render.lattice import Lattice
from core.render.placement import Taken, Wanted, place_names
from core.render.regions import region_masks
from core.render.symbols import symbol_glyph

UNKNOWN = SymbolStyle(shape="diamond", fill="#ffffff", ink="#c02080", size=0.22)
NAME_SIZE = 0.19
NUMBER_SIZE = 0.135
HALO = "#fbf8ef"
_NUMBER_COLOUR = "#5a5346"
# The first place of a hex stands in the middle, further ones around it.
_SPOTS = ((0.0, 0.0), (0.25, 0.17), (-0.25, 0.17), (0.25, -0.15), (-0.25, -0.15), (0.0, 0.32))


class PlacedPlaces:
    """Every place with its point and style, in the order in which they are drawn."""

    def __init__(self, model: MapModel, system: SystemFile, lattice: Lattice) -> None:
        kinds = entries(system, "places", PlaceKind)
        rank = {kind: i for i, kind in enumerate(kinds)}
        by_hex: dict[Hex, list[Place]] = defaultdict(list)
        for place in sorted(model.places.values(), key=lambda p: (rank.get(p.kind, 99), p.name)):
            by_hex[place.hex].append(place)
        self.rows: list[tuple[Place, SymbolStyle, float, float]] = []
        for h, places in by_hex.items():
            x, y = lattice.centre(h)
            for i, place in enumerate(places):
                dx, dy = _SPOTS[i % len(_SPOTS)]
                style = kinds[place.kind].style if place.kind in kinds else UNKNOWN
                self.rows.append((place, style, x + dx, y + dy))

    def stamps(self) -> Stamps:
        """The signs."""
        styles = list(dict.fromkeys(style for _, style, _, _ in self.rows))
        glyphs: list[Glyph] = [symbol_glyph(style) for style in styles]
        which = np.array([styles.index(style) for _, style, _, _ in self.rows], np.int64)
        return Stamps(glyphs, which, np.array([(x, y) for *_, x, y in self.rows]).reshape(-1, 2))

    def wanted(self, covered: Sequence[Rect]) -> list[Wanted]:
        """The names to be placed; larger signs and greater values come first.

        `covered` are the rectangles of counters: the name of a place under one stands outside it.
        """
        found = []
        named: set[tuple[Hex, str]] = set()
        for place, style, x, y in self.rows:
            if not place.name or (place.hex, place.name) in named:
                continue
            named.add((place.hex, place.name))
            value = max(
                [float(v) for v in place.attributes.values() if isinstance(v, int | float)], default=0.0
            )
            major = style.size >= 0.3
            importance = style.size * 10 + min(value, 20) * 0.1
            over = [rect for rect in covered if rect.left < x < rect.right and rect.top < y < rect.bottom]
            radius = max([style.size / 2, *(rect.width / 2 for rect in over)])
            size = NAME_SIZE * (1.08 if major else 1)
            face: Face = "bold" if major else "regular"
            found.append(Wanted(place.name, x, y, radius, size, importance, face=face, halo=HALO))
        return found


def number_texts(model: MapModel, lattice: Lattice) -> Texts:
    """The printed number at the top of every hex."""
    top = -0.33 if lattice.layout.orientation is Orientation.FLAT else -0.36
    numbers = model.numbers
    texts = []
    for h, (x, y) in zip(model.hexes, lattice.centres.tolist(), strict=True):
        try:
            text = numbers.label(h)
        except LabelError:
            continue  # a hex of a joined board may have no number of its own
        texts.append(make_text(text, x, y + top, NUMBER_SIZE, _NUMBER_COLOUR, fit=0.55))
    return Texts(texts)


def label_texts(
    model: MapModel,
    system: SystemFile,
    lattice: Lattice,
    places: PlacedPlaces,
    shown: frozenset[str],
    covered: Sequence[Rect] = (),
) -> Texts:
    """Names of places, free labels and names of regions, placed so that they do not cover each other.

    `covered` are rectangles that counters will cover.
    """
    taken = Taken()
    for rect in covered:
        taken.add(rect, 4.0)
    bounds = lattice.bounds
    for _, style, x, y in places.rows:
        half = style.size / 2
        taken.add(Rect(x - half, y - half, x + half, y + half), 2.0)
    free = [_free_label(label, model, system, lattice) for label in model.labels.values()]
    for text in free:
        taken.add(text.box if not text.angle else Rect(text.x, text.y, text.x, text.y), 2.0)
    if "numbers" in shown:
        _keep_numbers_free(lattice, places, taken)
    names = place_names(places.wanted(covered), taken, bounds)
    return Texts([*_region_names(model, system, lattice, taken), *free, *names])


def _keep_numbers_free(lattice: Lattice, places: PlacedPlaces, taken: Taken) -> None:
    """Hex numbers near places are rather not covered. Far from places no name goes."""
    top = -0.33 if lattice.layout.orientation is Orientation.FLAT else -0.36
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
    water = label.style in ("water", "river", "sea") or (terrain is not None and terrain.water)
    face: Face = (
        "italic"
        if water or label.style == "italic"
        else "bold"
        if label.style in ("bold", "title")
        else "regular"
    )
    colour = "#2c5f86" if water else "#3a352c"
    halo = mixed(terrain.style.fill, "#ffffff", 0.35) if terrain else HALO
    return make_text(
        label.text,
        x + label.dx,
        y + label.dy + 0.35 * label.size,
        label.size,
        colour,
        face=face,
        halo=halo,
        angle=label.angle,
    )


def _region_names(model: MapModel, system: SystemFile, lattice: Lattice, taken: Taken) -> list[Text]:
    """Names of larger regions, in a free hex near their middle; left out where there is no room."""
    kinds = entries(system, "regions", RegionKind)
    said = {label.text.casefold() for label in model.labels.values()}
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
        near = at[np.argsort(np.hypot(*(at - at.mean(axis=0)).T), kind="stable")][:40]
        for x, y in near.tolist():
            text = make_text(
                " ".join(region.name.upper()) if len(region.name) < 9 else region.name.upper(),
                x,
                y + 0.36 * size,
                size,
                colour,
                halo=HALO,
            )
            if taken.cost(text.box) == 0 and _inside(text.box, lattice.bounds):
                taken.add(text.box, 2.0)
                texts.append(text)
                break
    return texts


def _inside(rect: Rect, bounds: Rect) -> bool:
    return rect.joined(bounds) == bounds
