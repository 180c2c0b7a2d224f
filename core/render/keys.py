"""The key: a sign with its name for every word of the system that is on the picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.formats.style import AreaStyle
from core.formats.system_file import (
    FeatureKind,
    HexsideKind,
    MarkerKind,
    PathKind,
    PlaceKind,
    RegionKind,
    SideKind,
    SystemFile,
)
from core.model.map import MapModel
from core.model.scenario import ScenarioModel, Unit
from core.render.colours import mixed
from core.render.counter import Words, blank_counter, counter_style, marker_glyph, symbol_paper, words_of
from core.render.drawing import Fill, Floats, Glyph, Line, Op
from core.render.geometry import closed, poly
from core.render.ground import TINT_SHARE, TilePainter, entries
from core.render.lattice import Lattice
from core.render.lines import line_items
from core.render.patterns import variants_of
from core.render.pieces import REGION_PREFIX, control_glyph
from core.render.provenance import NAMES, Survey, mark_glyph
from core.render.sides import CROSSINGS, crossing_glyph, crossing_of
from core.render.symbols import feature_glyph, placed, symbol_glyph
from core.render.unit_symbols import unit_symbol
from core.render.zones import zone_colour, zone_sign

INK = "#2f2a22"
_HEX_SCALE = 0.5


@dataclass(frozen=True)
class Key:
    """One entry of the key: a sign in a space of fixed size, and its name."""

    name: str
    ops: Glyph


@dataclass(frozen=True)
class KeyMaker:
    """Makes the key of a picture; words without a sign, and what the picture does not show, are left out."""

    model: MapModel
    system: SystemFile
    lattice: Lattice
    shown: frozenset[str]
    scenario: ScenarioModel | None = None
    survey: Survey | None = None

    def keys(self) -> list[Key]:
        """All entries, in the order of the system."""
        makers = {
            "terrain": self._terrains,
            "features": self._features,
            "elevation": self._levels,
            "hexsides": self._hexsides,
            "paths": self._paths,
            "regions": self._regions,
            "places": self._places,
            "zones": self._zones,
            "units": self._pieces,
            "provenance": self._provenance,
        }
        keys = [key for layer, make in makers.items() if layer in self.shown for key in make()]
        return [key for key in keys if key.ops]

    def _painter(self) -> TilePainter:
        return TilePainter(self.system, self.lattice.corners, frozenset(self.shown - {"elevation"}))

    def _terrains(self) -> Iterable[Key]:
        used = {cell.terrain for cell in self.lattice.cells}
        painter = self._painter()
        for terrain in (t for t in painter.terrains.values() if t.id in used):
            glyph = _fullest(painter, terrain.id, terrain.style)
            yield Key(terrain.name, _swatch(glyph, self.lattice.corners))

    def _features(self) -> Iterable[Key]:
        used = {feature for features in {c.features for c in self.lattice.cells} for feature in features}
        painter = self._painter()
        for feature in entries(self.system, "features", FeatureKind).values():
            if feature.id not in used:
                continue
            if feature.area:
                yield Key(feature.name, _swatch(_fullest(painter, "", feature.area), self.lattice.corners))
            elif feature.style:
                yield Key(feature.name, feature_glyph(feature.style))

    def _levels(self) -> Iterable[Key]:
        scale = self.system.elevation
        levels = sorted({cell.elevation for cell in self.lattice.cells})
        if scale is None or not scale.tints or len(levels) < 2 or "terrain" not in self.shown:
            return
        ground = self.system.terrains[0].style.fill
        for level in levels:
            tint = scale.tints[min(max(level - scale.minimum, 0), len(scale.tints) - 1)]
            swatch = Fill(mixed(ground, tint, TINT_SHARE), [self.lattice.corners])
            yield Key(f"{scale.name} {level}", _swatch((swatch,), self.lattice.corners))

    def _hexsides(self) -> Iterable[Key]:
        used = {link.kind for link in self.model.hexsides}
        yield from _line_keys(entries(self.system, "hexsides", HexsideKind), used)
        crossings = {crossing_of(f) for f in self.model.hexsides.values() if f.attributes}
        for crossing in CROSSINGS:
            if crossing in crossings:
                yield Key(crossing.capitalize(), crossing_glyph(crossing, self.lattice, 0))

    def _paths(self) -> Iterable[Key]:
        return _line_keys(entries(self.system, "paths", PathKind), {link.kind for link in self.model.paths})

    def _regions(self) -> Iterable[Key]:
        there = {key for regions in {c.regions for c in self.lattice.cells} for key in regions}
        used = {region.kind for key, region in self.model.regions.items() if key in there}
        return _line_keys(entries(self.system, "regions", RegionKind), used)

    def _places(self) -> Iterable[Key]:
        used = {place.kind for place in self.model.places.values()}
        for kind in (k for k in entries(self.system, "places", PlaceKind).values() if k.id in used):
            yield Key(kind.name, symbol_glyph(kind.style))

    def _zones(self) -> Iterable[Key]:
        if self.scenario is None:
            return
        sides = entries(self.system, "sides", SideKind)
        for side in dict.fromkeys(zone.side for zone in self.scenario.zones.values()):
            name = f"Zone: {sides[side].name}" if side in sides else "Zone"
            yield Key(name, zone_sign(zone_colour(side, self.system)))

    def _pieces(self) -> Iterable[Key]:
        if self.scenario is None:
            return
        yield from self._nations(self.scenario, words_of(self.system))
        used = {marker.kind for marker in self.scenario.markers.values()}
        example = {marker.kind: marker for marker in self.scenario.markers.values()}
        for kind in (k for k in entries(self.system, "markers", MarkerKind).values() if k.id in used):
            yield Key(f"{kind.name} (marker)", marker_glyph(kind, example[kind.id]))
        controls = {(c.side, s.startswith(REGION_PREFIX)) for s, c in self.scenario.control.items()}
        for side in entries(self.system, "sides", SideKind).values():
            for whole in (False, True):
                if (side.id, whole) in controls:
                    what = "Region controlled by" if whole else "Controlled by"
                    yield Key(f"{what} {side.name}", control_glyph(side.colour, whole))

    def _nations(self, scenario: ScenarioModel, words: Words) -> Iterable[Key]:
        """One counter for each nation and each of its variants."""
        looks: dict[tuple[str, str], Unit] = {}
        for unit in scenario.units.values():
            variant = str(unit.attributes.get("variant", ""))
            looks.setdefault((unit.nation, variant), unit)
        for nation in words.nations.values():
            variants = {"": nation.name} | {v.id: f"{nation.name}: {v.name}" for v in nation.variants}
            styles = set()
            for key, name in variants.items():
                if (nation.id, key) not in looks:
                    continue
                style = counter_style(looks[nation.id, key], words)
                if style in styles:
                    continue
                styles.add(style)
                symbol = unit_symbol("infantry", "", 0.0, symbol_paper(style), style.ink)
                yield Key(name, (*blank_counter(style, 0.46), *symbol))

    def _provenance(self) -> Iterable[Key]:
        found = self.survey or Survey()
        for kind in found.kinds:
            if kind != found.unmarked:
                yield Key(NAMES[kind], mark_glyph(kind))


def _fullest(painter: TilePainter, terrain: str, style: AreaStyle) -> Glyph:
    """The variant of a hex with the most signs on it."""
    kind = (terrain, 0, frozenset[str]())
    return max((painter.glyph(kind, style, variant) for variant in range(variants_of(style))), key=len)


def _swatch(glyph: Glyph, corners: Floats) -> Glyph:
    """A hex made to fit into the key, with a thin line around it."""
    ops: list[Op] = [placed(op, _HEX_SCALE, 0, 0) for op in glyph]
    return (*ops, Line(INK, 0.014, [closed(corners * _HEX_SCALE)], 0.7))


def _line_keys(
    kinds: dict[str, HexsideKind] | dict[str, PathKind] | dict[str, RegionKind], used: set[str]
) -> Iterable[Key]:
    for kind in kinds.values():
        if kind.id in used:
            half = 0.3 - kind.style.width / 2
            sample = poly(-half, 0.0, half, 0.0)
            ops = tuple(item for item in line_items(kind.style, [sample]) if isinstance(item, Fill | Line))
            yield Key(kind.name, ops)
