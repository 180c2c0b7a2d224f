"""The hexes: terrain fills with their patterns, hex features, tints and slopes of the ground, the grid."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from core.formats.style import AreaStyle
from core.formats.system_file import Entry, FeatureKind, SystemFile, Terrain
from core.render.colours import mixed
from core.render.drawing import Fill, Floats, Glyph, Grid, Ground, Item, Line, Op
from core.render.geometry import noise
from core.render.lattice import Lattice
from core.render.patterns import pattern_ops, variants_of
from core.render.symbols import feature_glyph

# A terrain that the system does not know is drawn so that it is noticed.
UNKNOWN = AreaStyle(fill="#d9c8d9", pattern="crosshatch", ink="#a04080")
TINT_SHARE = 0.6
_AREA_SHARE = 0.75
# Where the signs of features stand; the middle is left to places.
FEATURE_SPOTS = ((0.0, 0.27), (-0.27, 0.12), (0.27, 0.12), (-0.24, -0.2), (0.24, -0.2))
_GRID_COLOUR = "#4a4438"
_GRID_WIDTH = 0.016
_LIGHT = np.array([-0.6, -0.8])

Kind = tuple[str, int, frozenset[str]]
EntryT = TypeVar("EntryT", bound=Entry)


def entries(system: SystemFile, name: str, kind: type[EntryT]) -> dict[str, EntryT]:
    """One list of the vocabulary by id."""
    return {key: entry for key, entry in system.by_id[name].items() if isinstance(entry, kind)}


class TilePainter:
    """Makes the picture of a hex from what is in it."""

    def __init__(self, system: SystemFile, corners: Floats, layers: frozenset[str]) -> None:
        self.terrains = entries(system, "terrains", Terrain)
        self.features = entries(system, "features", FeatureKind)
        self.scale, self.corners, self.layers = system.elevation, corners, layers

    def style(self, kind: Kind) -> AreaStyle:
        """Fill and pattern of a hex, with everything that lies over its base terrain."""
        terrain, elevation, _ = kind
        known = self.terrains.get(terrain)
        style = known.style if known else UNKNOWN
        for feature in self._features(kind):
            if feature.area:
                fill = mixed(style.fill, feature.area.fill, _AREA_SHARE)
                over = feature.area if feature.area.pattern != "none" else style
                style = AreaStyle(fill=fill, pattern=over.pattern, ink=over.ink)
        if "elevation" in self.layers and self.scale and self.scale.tints and not (known and known.water):
            level = min(max(elevation - self.scale.minimum, 0), len(self.scale.tints) - 1)
            fill = mixed(style.fill, self.scale.tints[level], TINT_SHARE)
            style = AreaStyle(fill=fill, pattern=style.pattern, ink=style.ink)
        return style

    def glyph(self, kind: Kind, style: AreaStyle, variant: int) -> Glyph:
        """The picture of a hex."""
        ops: list[Op] = [Fill(style.fill, [self.corners])]
        ops += pattern_ops(style, variant, self.corners)
        signs = [feature.style for feature in self._features(kind) if feature.style]
        for sign, (dx, dy) in zip(signs, FEATURE_SPOTS, strict=False):
            ops += feature_glyph(sign, dx, dy)
        return tuple(ops)

    def _features(self, kind: Kind) -> list[FeatureKind]:
        if "features" not in self.layers:
            return []
        return [feature for key, feature in self.features.items() if key in kind[2]]


def make_ground(lattice: Lattice, system: SystemFile, layers: frozenset[str]) -> Ground:
    """All hexes with their tiles."""
    kinds: dict[Kind, int] = {}
    kind_of = np.array(
        [kinds.setdefault((c.terrain, c.elevation, c.features), len(kinds)) for c in lattice.cells], np.int64
    )
    painter = TilePainter(system, lattice.corners, layers)
    glyphs: list[Glyph] = []
    first, count = [], []
    for kind in kinds:
        style = painter.style(kind)
        first.append(len(glyphs))
        count.append(variants_of(style))
        glyphs += [painter.glyph(kind, style, variant) for variant in range(count[-1])]
    which = np.zeros(0, np.int64)
    if kinds:
        variant = (noise(lattice.q, lattice.r, 11) * np.array(count)[kind_of]).astype(np.int64)
        which = np.array(first)[kind_of] + variant
    return Ground(glyphs, which, lattice.centres, 0.6, lattice.q, lattice.r)


def make_grid(lattice: Lattice) -> Grid:
    """The lines around the hexes."""
    return Grid(_GRID_COLOUR, _GRID_WIDTH, 0.55, lattice.centres, lattice.corners)


def map_edge(lattice: Lattice) -> Line:
    """The line around the whole map."""
    return Line(_GRID_COLOUR, 2.2 * _GRID_WIDTH, lattice.outline)


def slopes(lattice: Lattice) -> list[Item]:
    """Steps of the ground: a shadow below the step, or light above it, and a line along the crest."""
    level = np.array([cell.elevation for cell in lattice.cells], np.int64)
    dark: list[Floats] = []
    bright: list[Floats] = []
    crests: list[Floats] = []
    for d in range(6):
        beyond = lattice.neighbours(d)
        drops = (beyond >= 0) & (level > level[beyond])
        a, b = lattice.sides(drops, d)
        outward = (lattice.corners[d - 1] + lattice.corners[d]) / 2
        lit = float(outward @ _LIGHT) > 0
        shift = outward * (-0.2 if lit else 0.26)
        # Bands narrow towards their ends, so that those around a hilltop meet without overlapping.
        narrow = (b - a) * (0.13 if lit else 0.0)
        band = np.stack((a, b, b + shift - narrow, a + shift + narrow), axis=1)
        (bright if lit else dark).extend(band)
        crests += list(np.stack((a, b), axis=1))
    if not crests:
        return []
    return [
        Fill("#2a1c08", dark, 0.2),
        Fill("#fffbe8", bright, 0.35),
        Line("#6b4f2a", 0.022, crests, 0.9),
    ]
