"""Checks of maps that hold for every system: its words, and what they say of each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from core.checks.registry import Finding, MapSubject, map_check
from core.checks.words import attribute_findings, unknown_word
from core.formats.system_file import HexsideKind, PathKind
from core.hexgrid.hexes import Hex, Side, connected_groups, hexes_of, neighbours, within
from core.model.map import Cell, Feature, Link


@map_check("MAP001")
def terrain_is_known(subject: MapSubject) -> Iterator[Finding]:
    """Every base terrain is one of the system's."""
    known = {terrain.id for terrain in subject.system.terrains}
    for h, cell in _odd_cells(subject, lambda cell: cell.terrain not in known):
        yield _at_hex(subject, h, unknown_word("terrain", cell.terrain, known), ".terrain")


@map_check("MAP002")
def features_are_known_and_fit(subject: MapSubject) -> Iterator[Finding]:
    """Every feature is one of the system's and may stand on its terrain."""
    known = {feature.id: feature for feature in subject.system.features}
    terrains = {terrain.id for terrain in subject.system.terrains}

    def clashes(feature: str, terrain: str) -> bool:
        # Of a terrain that does not exist MAP001 tells; nothing follows from it for features.
        return terrain in terrains and not _allows(known[feature].terrains, terrain)

    def odd(cell: Cell) -> bool:
        return any(f not in known or clashes(f, cell.terrain) for f in cell.features)

    for h, cell in _odd_cells(subject, odd):
        for feature in sorted(cell.features):
            if feature not in known:
                yield _at_hex(subject, h, unknown_word("feature", feature, known), ".features")
            elif clashes(feature, cell.terrain):
                allowed = ", ".join(known[feature].terrains)
                yield _at_hex(
                    subject,
                    h,
                    f"{feature} cannot be in {cell.terrain}, only in {allowed}: take it out",
                    ".features",
                )


@map_check("MAP003")
def regions_are_known(subject: MapSubject) -> Iterator[Finding]:
    """Every region is of a known kind, and hexes name regions that exist."""
    kinds = {kind.id: kind for kind in subject.system.regions}
    for key, region in subject.model.regions.items():
        if region.kind not in kinds:
            yield Finding(unknown_word("kind of region", region.kind, kinds), f"regions.{key}.kind")
        else:
            yield from attribute_findings(region.attributes, kinds[region.kind].attributes, f"regions.{key}")
    regions = subject.model.regions.keys()
    for h, cell in _odd_cells(subject, lambda cell: not cell.regions <= regions):
        for region_id in sorted(cell.regions - regions):
            yield _at_hex(subject, h, unknown_word("region", region_id, regions), ".regions")


@map_check("MAP004")
def exclusive_regions_do_not_overlap(subject: MapSubject) -> Iterator[Finding]:
    """A hex is in one country, not in two."""
    exclusive = {kind.id for kind in subject.system.regions if kind.exclusive}
    kind_of = {key: region.kind for key, region in subject.model.regions.items() if region.kind in exclusive}

    def doubled(cell: Cell) -> list[str]:
        counts = Counter(kind_of[region] for region in cell.regions if region in kind_of)
        return [kind for kind, count in counts.items() if count > 1]

    for h, cell in _odd_cells(subject, lambda cell: bool(doubled(cell))):
        names = ", ".join(sorted(cell.regions))
        yield _at_hex(
            subject, h, f"is in two regions of kind {doubled(cell)[0]} ({names}): keep one", ".regions"
        )


@map_check("MAP005", "warning")
def regions_have_hexes(subject: MapSubject) -> Iterator[Finding]:
    """A region without hexes is forgotten or superfluous."""
    used: set[str] = set().union(*{cell.regions for cell in subject.model.hexes.values()})
    for key in sorted(subject.model.regions.keys() - used):
        yield Finding(f'region "{key}" has no hex: assign some or remove it', f"regions.{key}")


@map_check("MAP006")
def elevation_is_on_the_scale(subject: MapSubject) -> Iterator[Finding]:
    """Levels lie on the system's scale; a system without a scale has only level 0."""
    scale = subject.system.elevation
    low, high = (scale.minimum, scale.maximum) if scale else (0, 0)
    for h, cell in _odd_cells(subject, lambda cell: not low <= cell.elevation <= high):
        yield _at_hex(
            subject,
            h,
            f"elevation {cell.elevation} is not on the scale: choose from {low} to {high}",
            ".elevation",
        )


@map_check("MAP007")
def hex_attributes_fit(subject: MapSubject) -> Iterator[Finding]:
    """Attributes of hexes are the system's."""
    kinds = subject.system.hex_attributes
    required = any(kind.required for kind in kinds)
    for h, cell in subject.model.hexes.items():
        if cell.attributes or required:
            number = subject.numbers.label(h)
            yield from attribute_findings(cell.attributes, kinds, f"hexes.{number}", number)


@map_check("MAP008")
def map_attributes_fit(subject: MapSubject) -> Iterator[Finding]:
    """Attributes of the map as a whole are the system's."""
    yield from attribute_findings(subject.model.info.attributes, subject.system.map_attributes, "map")


@map_check("MAP010")
def hexsides_are_known(subject: MapSubject) -> Iterator[Finding]:
    """Every hexside is of a known kind with known attributes."""
    yield from _known_links(
        subject, "hexsides", subject.model.hexsides, {k.id: k for k in subject.system.hexsides}
    )


@map_check("MAP011")
def paths_are_known(subject: MapSubject) -> Iterator[Finding]:
    """Every path is of a known kind with known attributes."""
    yield from _known_links(subject, "paths", subject.model.paths, {k.id: k for k in subject.system.paths})


@map_check("MAP012")
def hexside_kinds_go_together(subject: MapSubject) -> Iterator[Finding]:
    """Kinds that exclude each other do not lie on one side."""
    excludes = {kind.id: set(kind.excludes) for kind in subject.system.hexsides if kind.excludes}
    on_side: dict[Side, set[str]] = defaultdict(set)
    for link in subject.model.hexsides:
        on_side[link.side].add(link.kind)
    for side, kinds in on_side.items():
        for kind in sorted(kinds):
            if clash := sorted(excludes.get(kind, set()) & kinds):
                yield _at_side(subject, side, f"{kind} and {clash[0]} cannot lie on one side: remove one")


@map_check("MAP013")
def edge_links_are_allowed(subject: MapSubject) -> Iterator[Finding]:
    """Only kinds that may do so lie on the edge of the map or run off it."""
    inner = {kind.id for kind in subject.system.hexsides if not kind.on_edge}
    staying = {kind.id for kind in subject.system.paths if not kind.leaves_map}
    for links, kept_in in ((subject.model.hexsides, inner), (subject.model.paths, staying)):
        for link in links:
            if link.kind in kept_in and not all(h in subject.model.hexes for h in hexes_of(link.side)):
                yield _at_side(subject, link.side, f"{link.kind} cannot leave the map: remove it here")


@map_check("MAP014")
def paths_keep_out_of_water(subject: MapSubject) -> Iterator[Finding]:
    """Roads and railways do not run into open water."""
    on_land = {kind.id for kind in subject.system.paths if not kind.water}
    water = {terrain.id for terrain in subject.system.terrains if terrain.water}
    for link in subject.model.paths:
        wet = any(
            subject.model.hexes[h].terrain in water for h in hexes_of(link.side) if h in subject.model.hexes
        )
        if wet and link.kind in on_land:
            yield _at_side(subject, link.side, f"{link.kind} runs into open water: end it on the coast")


@map_check("MAP015")
def hexsides_touch_land(subject: MapSubject) -> Iterator[Finding]:
    """Rivers and the like have land on at least one side."""
    wet = {kind.id for kind in subject.system.hexsides if kind.water}
    for link in subject.model.hexsides:
        if link.kind not in wet and all(_is_water(subject, h) for h in hexes_of(link.side)):
            yield _at_side(subject, link.side, f"{link.kind} lies in open water: remove it here")


@map_check("MAP020")
def places_are_known(subject: MapSubject) -> Iterator[Finding]:
    """Every place is of a known kind with known attributes."""
    kinds = {kind.id: kind for kind in subject.system.places}
    for key, place in subject.model.places.items():
        number = subject.numbers.label(place.hex)
        if place.kind not in kinds:
            yield Finding(unknown_word("kind of place", place.kind, kinds), f"places.{key}.kind", number)
        else:
            yield from attribute_findings(
                place.attributes, kinds[place.kind].attributes, f"places.{key}", number
            )


@map_check("MAP021")
def ports_are_on_the_coast(subject: MapSubject) -> Iterator[Finding]:
    """A place that needs the sea stands beside water, on the edge or on a closed hexside such as a coast."""
    coastal = {kind.id for kind in subject.system.places if kind.coastal}
    water = {terrain.id for terrain in subject.system.terrains if terrain.water}
    for key, place in subject.model.places.items():
        if place.kind in coastal and not _touches_water(subject, place.hex, water):
            number = subject.numbers.label(place.hex)
            yield Finding(
                f'{place.kind} "{place.name or key}" does not touch the sea: move it', f"places.{key}", number
            )


@map_check("MAP023")
def places_are_on_land(subject: MapSubject) -> Iterator[Finding]:
    """Cities and the like do not lie in open water."""
    wet = {kind.id for kind in subject.system.places if kind.water}
    for key, place in subject.model.places.items():
        if place.kind not in wet and _is_water(subject, place.hex):
            number = subject.numbers.label(place.hex)
            message = f'{place.kind} "{place.name or key}" lies in open water: move it to a land hex'
            yield Finding(message, f"places.{key}", number)


@map_check("MAP024", "warning")
def places_have_names(subject: MapSubject) -> Iterator[Finding]:
    """Places that the system names have a name, unless a neighbour's serves: a port beside its town."""
    named = {kind.id for kind in subject.system.places if kind.named}
    served = {h for place in subject.model.places.values() if place.name for h in within(place.hex, 1)}
    for key, place in subject.model.places.items():
        if place.kind in named and not place.name and place.hex not in served:
            yield Finding(
                f"{place.kind} has no name: give it one", f"places.{key}", subject.numbers.label(place.hex)
            )


@map_check("MAP022")
def addresses_are_unique(subject: MapSubject) -> Iterator[Finding]:
    """Where hexes are called after places, no two places in different hexes share a name."""
    if not subject.model.info.named_addresses:
        return
    seen: dict[str, Hex] = {}
    for key, place in subject.model.places.items():
        if place.name and seen.setdefault(place.name, place.hex) != place.hex:
            yield Finding(
                f'two places are called "{place.name}", but hexes are named after places: rename one',
                f"places.{key}.name",
                subject.numbers.label(place.hex),
            )


@map_check("MAP030")
def boxes_are_known(subject: MapSubject) -> Iterator[Finding]:
    """Every box is of a known kind with known attributes."""
    kinds = {kind.id: kind for kind in subject.system.boxes}
    for key, box in subject.model.boxes.items():
        if box.kind not in kinds:
            yield Finding(unknown_word("kind of box", box.kind, kinds), f"boxes.{key}.kind")
        else:
            yield from attribute_findings(box.attributes, kinds[box.kind].attributes, f"boxes.{key}")


@map_check("MAP041", "warning")
def map_hangs_together(subject: MapSubject) -> Iterator[Finding]:
    """Hexes in several pieces are mostly a map of a board that lies in the wrong place."""
    groups = connected_groups(subject.model.hexes)
    if len(groups) > 1:
        number = subject.numbers.label(min(groups[1]))
        message = f"the hexes fall into {len(groups)} separate pieces, one begins at {number}: close the gap"
        yield Finding(message, "hexes", number)


@map_check("MAP042", "warning")
def maps_overlap_along_an_edge_only(subject: MapSubject) -> Iterator[Finding]:
    """Maps of a board share a row or column of half hexes, not more."""
    numbers, grid = subject.model.joined_numbers, subject.model.info.grid
    if numbers and (doubled := len(numbers.hexes) - len(numbers.names)) > max(grid.columns, grid.rows):
        yield Finding(f"{doubled} hexes of the board are covered by two maps: move one further away", "maps")


@map_check("MAP040", "warning")
def hexes_stand_as_in_the_system(subject: MapSubject) -> Iterator[Finding]:
    """The published maps of a system all have their hexes standing one way."""
    published, own = subject.system.grid.orientation, subject.model.info.grid.orientation
    if own != published:
        message = (
            f"the hexes stand {own}, those of the published maps {published}: make sure that this is meant"
        )
        yield Finding(message, "grid.orientation")


def _odd_cells(subject: MapSubject, is_odd: Callable[[Cell], bool]) -> Iterator[tuple[Hex, Cell]]:
    """Hexes whose cells are odd. Equal cells are judged once: a large map has few different ones."""
    verdicts: dict[Cell, bool] = {}
    for h, cell in subject.model.hexes.items():
        odd = verdicts.get(cell)
        if odd is None:
            odd = verdicts[cell] = is_odd(cell)
        if odd:
            yield h, cell


def _allows(terrains: list[str], terrain: str) -> bool:
    return not terrains or terrain in terrains


def _known_links(
    subject: MapSubject,
    layer: str,
    links: Mapping[Link, Feature],
    kinds: Mapping[str, HexsideKind] | Mapping[str, PathKind],
) -> Iterator[Finding]:
    for link, feature in links.items():
        if link.kind not in kinds:
            yield _at_side(subject, link.side, unknown_word(f"kind in {layer}", link.kind, kinds))
        elif feature.attributes or any(a.required for a in kinds[link.kind].attributes):
            name = subject.sides.label(link.side)
            yield from attribute_findings(feature.attributes, kinds[link.kind].attributes, f"{layer}.{name}")


def _is_water(subject: MapSubject, h: Hex) -> bool:
    """Whether a hex of the map is open water; what lies off the map is not known to be land either."""
    cell = subject.model.hexes.get(h)
    return cell is None or cell.terrain in subject.water


def _touches_water(subject: MapSubject, h: Hex, water: set[str]) -> bool:
    around = [subject.model.hexes.get(n) for n in neighbours(h)]
    if any(cell is None or cell.terrain in water for cell in around):
        return True
    blocking = {kind.id for kind in subject.system.hexsides if kind.blocks}
    return any(h in hexes_of(link.side) for link in subject.model.hexsides if link.kind in blocking)


def _at_hex(subject: MapSubject, h: Hex, message: str, field: str) -> Finding:
    number = subject.numbers.label(h)
    return Finding(message, f"hexes.{number}{field}", number)


def _at_side(subject: MapSubject, side: Side, message: str) -> Finding:
    number = min(subject.numbers.label(h) for h in hexes_of(side) if h in subject.model.hexes)
    return Finding(message, f"side {subject.sides.label(side)}", number)
