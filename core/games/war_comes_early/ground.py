"""The map as the rules see it: what never changes during a game, by hex index for speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.formats.system_file import Effect, SystemFile
from core.hexgrid.hexes import DIRECTIONS, Hex, neighbour, side
from core.model.map import Link, MapModel

NOWHERE = -1
CLOSED = -1  # a cost: no entry
RAIL_ONLY = -2  # a cost: no entry but along a railroad
FOREIGN_FORTS = ("fortification", "heavy_fortification")
WEST_WALL, MAGINOT = "west_wall", "maginot_line"


@dataclass(frozen=True, slots=True)
class Ground:
    """Lists by hex index; what belongs to a hexside is a list of six by direction.

    Movement costs are in half movement points, because a railroad costs half a point [11.3].
    """

    labels: list[str]
    index: dict[str, int]
    names: list[str]  # with the city, for those who read: "Prague 2121"
    neighbours: list[tuple[int, ...]]
    country: list[str]
    home_of: list[str]  # the nation that is in home supply here [10.1]
    city: list[bool]
    vp: list[int]
    capital_of: dict[str, list[int]]
    fort: list[str]
    fort_shift: list[int]
    garrison_df: list[int]  # of an intact Czech or Belgian fortification
    cost: tuple[list[int], list[int]]  # non-mechanized, mechanized
    mech_may_attack: list[bool]
    shift: list[int]  # of the natural terrain or the city, against the attacker
    shift_reason: list[str]  # what gives it, marked where the number is assumed
    fort_reason: list[str]
    open_side: list[tuple[bool, ...]]
    river: list[tuple[bool, ...]]
    straits: list[tuple[bool, ...]]  # count as rivers too (G3)
    rail: list[tuple[bool, ...]]
    rail_leaves: list[bool]  # a railroad runs off the map here
    edges: list[frozenset[str]]
    # The same facts once more, in the form in which they are asked for most often.
    by_country: dict[str, tuple[int, ...]]
    places: list[Hex]
    beside: list[tuple[int, ...]]  # neighbours across open sides
    along_rail: list[tuple[int, ...]]  # neighbours that a railroad leads to
    within_one: list[frozenset[int]]  # the hex and its neighbours
    closed: frozenset[int] = field(default_factory=frozenset)  # Switzerland [1.3]

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour."""
        return self.neighbours[a].index(b)

    def around(self, h: int) -> list[int]:
        """The neighbours of a hex that exist."""
        return [n for n in self.neighbours[h] if n != NOWHERE]

    def hexes_of(self, country: str) -> list[int]:
        """The hexes of a country."""
        return [*self.by_country.get(country, ())]


def make_ground(model: MapModel, system: SystemFile) -> Ground:
    """Read everything the rules need from a map."""
    order = sorted(model.hexes, key=model.numbers.label)
    index_of = {h: i for i, h in enumerate(order)}
    labels = [model.numbers.label(h) for h in order]
    countries = {key: region for key, region in model.regions.items() if region.kind == "country"}
    country = [next((r for r in model.hexes[h].regions if r in countries), "") for h in order]
    places = _places(model)
    city = ["city" in places.get(h, {}) for h in order]
    forts = [_fort(model, h) for h in order]
    neighbours = [tuple(index_of.get(neighbour(h, d), NOWHERE) for d in DIRECTIONS) for h in order]
    open_side = [tuple(_is_open(model, system, h, d) for d in DIRECTIONS) for h in order]
    rail = [tuple(_has(model.paths, h, d, "railroad") for d in DIRECTIONS) for h in order]
    capitals: dict[str, list[int]] = {}
    for i, h in enumerate(order):
        if city[i] and places[h]["city"].get("capital"):
            capitals.setdefault(country[i], []).append(i)
    return Ground(
        labels=labels,
        index={label: i for i, label in enumerate(labels)},
        names=[_named(model, h, label) for h, label in zip(order, labels, strict=True)],
        neighbours=neighbours,
        country=country,
        home_of=[str(countries[c].attributes.get("home_supply", c)) if c else "" for c in country],
        city=city,
        vp=[max((int(a.get("vp", 0)) for a in places.get(h, {}).values()), default=0) for h in order],
        capital_of=capitals,
        fort=forts,
        fort_shift=[_fort_effect(system, fort, "shift") for fort in forts],
        garrison_df=[_fort_effect(system, fort, "garrison_df") for fort in forts],
        cost=(
            [_cost(model, system, h, "mp_nonmech", c) for h, c in zip(order, city, strict=True)],
            [_cost(model, system, h, "mp_mech", c) for h, c in zip(order, city, strict=True)],
        ),
        mech_may_attack=[_cost(model, system, h, "mp_mech", is_city=False) >= 0 for h in order],
        shift=[_shift(model, system, h, c) for h, c in zip(order, city, strict=True)],
        shift_reason=[_shift_reason(model, system, h, c) for h, c in zip(order, city, strict=True)],
        fort_reason=[_fort_reason(system, fort) for fort in forts],
        open_side=open_side,
        river=[tuple(_has(model.hexsides, h, d, "river", "straits") for d in DIRECTIONS) for h in order],
        straits=[tuple(_has(model.hexsides, h, d, "straits") for d in DIRECTIONS) for h in order],
        rail=rail,
        rail_leaves=[
            any(_has(model.paths, h, d, "railroad") and neighbour(h, d) not in index_of for d in DIRECTIONS)
            for h in order
        ],
        edges=[
            frozenset(str(model.regions[r].attributes.get("edge", "")) for r in model.hexes[h].regions) - {""}
            for h in order
        ],
        by_country={c: tuple(h for h, owner in enumerate(country) if owner == c) for c in set(country)},
        places=order,
        beside=_chosen(neighbours, open_side),
        along_rail=_chosen(neighbours, rail),
        within_one=[frozenset({i, *around}) - {NOWHERE} for i, around in enumerate(neighbours)],
        closed=frozenset(
            i for i, c in enumerate(country) if c and countries[c].attributes.get("status") == "closed"
        ),
    )


def _chosen(neighbours: list[tuple[int, ...]], sides: list[tuple[bool, ...]]) -> list[tuple[int, ...]]:
    """The neighbours across the sides that are marked."""
    return [
        tuple(n for n, marked in zip(around, marks, strict=True) if marked and n != NOWHERE)
        for around, marks in zip(neighbours, sides, strict=True)
    ]


def _named(model: MapModel, h: Hex, label: str) -> str:
    """The number of a hex, after the name of its city where it has one."""
    cities = (place.name for place in model.places.values() if place.hex == h and place.kind == "city")
    name = next(cities, "")
    return f"{name} {label}" if name and name != label else label


def _places(model: MapModel) -> dict[Hex, dict[str, Any]]:
    """Kind of place and its attributes, by hex."""
    found: dict[Hex, dict[str, Any]] = {}
    for place in model.places.values():
        found.setdefault(place.hex, {})[place.kind] = place.attributes
    return found


def _fort(model: MapModel, h: Hex) -> str:
    forts = (*FOREIGN_FORTS, WEST_WALL, MAGINOT)
    return next((fort for fort in forts if fort in model.hexes[h].features), "")


def _fort_effect(system: SystemFile, fort: str, column: str) -> int:
    effects = next((feature.effects for feature in system.features if feature.id == fort), {})
    return int(effect(effects, column) or 0)


def effect(effects: dict[str, Any], column: str) -> Any:
    """The plain value of an effect, or None."""
    found = effects.get(column)
    return found.value if isinstance(found, Effect) else found


def _natural(model: MapModel, system: SystemFile, h: Hex) -> list[dict[str, Any]]:
    """The effects of all natural terrain of a hex: several may coexist [11.3]."""
    terrains = {terrain.id: terrain.effects for terrain in system.terrains}
    features = {feature.id: feature.effects for feature in system.features if feature.id.startswith("also_")}
    cell = model.hexes[h]
    return [terrains[cell.terrain], *(features[f] for f in cell.features if f in features)]


def _city_effects(system: SystemFile) -> dict[str, Any]:
    return next(place.effects for place in system.places if place.id == "city")


def _cost(model: MapModel, system: SystemFile, h: Hex, column: str, is_city: bool) -> int:
    """A city replaces all other terrain, else the costliest counts [11.3]."""
    if is_city:
        return _halves(effect(_city_effects(system), column))
    values = [effect(effects, column) for effects in _natural(model, system, h)]
    if any(value is None for value in values):
        return CLOSED
    if "rail_only" in values:
        return RAIL_ONLY
    return max(map(_halves, values))


def _halves(points: float) -> int:
    """Movement points in halves."""
    return round(2 * points)


def _shift(model: MapModel, system: SystemFile, h: Hex, is_city: bool) -> int:
    if is_city:
        return int(effect(_city_effects(system), "shift"))
    return min(int(effect(effects, "shift") or 0) for effects in _natural(model, system, h))


def _shift_reason(model: MapModel, system: SystemFile, h: Hex, is_city: bool) -> str:
    """The city, or the natural terrain that hinders an attack most."""
    if is_city:
        return _marked("city", _city_effects(system))
    cell = model.hexes[h]
    also = [word for word in system.features if word.id in cell.features and word.id.startswith("also_")]
    here = [(word.name, word.effects) for word in system.terrains if word.id == cell.terrain]
    here += [(word.name, word.effects) for word in also]
    name, effects = min(here, key=lambda word: int(effect(word[1], "shift") or 0))
    return _marked(name.lower(), effects)


def _fort_reason(system: SystemFile, fort: str) -> str:
    found = next((feature for feature in system.features if feature.id == fort), None)
    return _marked(found.name.lower(), found.effects) if found else ""


def _marked(name: str, effects: dict[str, Any]) -> str:
    """What is assumed stays marked wherever it is told."""
    found = effects.get("shift")
    return f"{name} (assumed)" if isinstance(found, Effect) and found.assumed else name


def _is_open(model: MapModel, system: SystemFile, h: Hex, d: int) -> bool:
    """Whether units, attacks, zones and supply can cross a hexside [9.0, 11.4]; straits always can."""
    if neighbour(h, d) not in model.hexes:
        return False
    if _has(model.hexsides, h, d, "straits"):
        return True
    blocking = [kind.id for kind in system.hexsides if kind.blocks]
    return not _has(model.hexsides, h, d, *blocking)


def _has(links: dict[Link, Any], h: Hex, d: int, *kinds: str) -> bool:
    return any(Link(side(h, d), kind) in links for kind in kinds)
