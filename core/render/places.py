"""Places: their signs, and the names that want to stand beside these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from core.formats.style import SymbolStyle
from core.formats.system_file import PlaceKind, SystemFile
from core.hexgrid.hexes import Hex
from core.model.map import MapModel, Place
from core.render.drawing import Face, Glyph, Rect, Stamps
from core.render.ground import entries
from core.render.lattice import Lattice
from core.render.placement import Signs, Wanted
from core.render.symbols import symbol_glyph

UNKNOWN = SymbolStyle(shape="diamond", fill="#ffffff", ink="#c02080", size=0.22)
NAME_SIZE = 0.19
HALO = "#fbf8ef"
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

    def signs(self) -> Signs:
        """The points of all places."""
        return Signs([(x, y) for *_, x, y in self.rows])
