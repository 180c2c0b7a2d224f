"""Checks of scenarios that hold for every system: words, references, spaces, schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.checks.registry import Finding, ScenarioSubject, scenario_check
from core.checks.words import attribute_findings, unknown_word, value_error
from core.model.scenario import BOX_PREFIX

REGION_PREFIX = "region:"


@scenario_check("SCN001")
def scenario_and_map_are_of_one_system(subject: ScenarioSubject) -> Iterator[Finding]:
    """A scenario is played on a map of its own system."""
    own, other = subject.model.info.system, subject.map.info.system
    if own != other:
        yield Finding(f"is for {own}, but its map is for {other}: choose another map", "map.id")


@scenario_check("SCN002")
def units_are_known(subject: ScenarioSubject) -> Iterator[Finding]:
    """Type, size and nation of units are the system's, and the nation takes part."""
    words = subject.system.by_id
    for key, unit in subject.model.units.items():
        path = f"units.{key}"
        for what, word, table in (
            ("unit type", unit.type, "unit_types"),
            ("unit size", unit.size, "unit_sizes"),
            ("nation", unit.nation, "nations"),
        ):
            if word and word not in words[table]:
                yield Finding(unknown_word(what, word, words[table]), path)
        if unit.nation in words["nations"] and unit.nation not in subject.model.nations:
            yield Finding(f'nation "{unit.nation}" does not take part: add it to "nations"', path)
        kinds = [k for k in subject.system.unit_attributes if not k.unit_types or unit.type in k.unit_types]
        yield from attribute_findings(unit.attributes, kinds, path)


@scenario_check("SCN003")
def spaces_exist(subject: ScenarioSubject) -> Iterator[Finding]:
    """Every space that the scenario names is on its map."""
    for path, space in _spaces(subject):
        if message := subject.space_error(space):
            number = "" if space.startswith(BOX_PREFIX) else space
            yield Finding(f"{message}: correct the number or choose another space", path, number)


@scenario_check("SCN014")
def units_are_on_land(subject: ScenarioSubject) -> Iterator[Finding]:
    """Units neither start nor arrive in open water, unless their type may."""
    wet = {kind.id for kind in subject.system.unit_types if kind.water}
    water = {terrain.id for terrain in subject.system.terrains if terrain.water}
    model = subject.model
    named = [(f"units.{key}.at", key, unit.at) for key, unit in model.units.items() if unit.at]
    for key, arrival in model.reinforcements.items():
        named += [(f"reinforcements.{key}.at", unit, at) for unit in arrival.units for at in arrival.at]
    for path, key, space in named:
        cell = subject.cell_at(space)
        if cell and cell.terrain in water and key in model.units and model.units[key].type not in wet:
            yield Finding(f'unit "{key}" would stand in open water: choose a land hex', path, space)


@scenario_check("SCN015")
def units_start_in_one_way(subject: ScenarioSubject) -> Iterator[Finding]:
    """A unit has a space or a zone, and the zone is one of its own side."""
    model = subject.model
    for key, unit in model.units.items():
        nation, zone = model.nations.get(unit.nation), model.zones.get(unit.zone)
        if unit.at and unit.zone:
            yield Finding("has a space and a zone: keep one of them", f"units.{key}")
        if nation and zone and zone.side and nation.side and zone.side != nation.side:
            message = (
                f'zone "{unit.zone}" belongs to {zone.side}, the unit to {nation.side}: choose another zone'
            )
            yield Finding(message, f"units.{key}.zone")


@scenario_check("SCN016", "warning")
def reinforcements_have_a_place(subject: ScenarioSubject) -> Iterator[Finding]:
    """Without spaces or a zone nobody knows where units arrive, unless the condition tells."""
    for key, arrival in subject.model.reinforcements.items():
        if not arrival.at and not arrival.zone and not arrival.condition:
            yield Finding("has no place of arrival: add spaces or a zone", f"reinforcements.{key}")


@scenario_check("SCN004")
def regions_exist(subject: ScenarioSubject) -> Iterator[Finding]:
    """Every region that the scenario names is on its map."""
    model, regions = subject.model, subject.map.regions
    named = [(f"zones.{key}.regions", r) for key, zone in model.zones.items() for r in zone.regions]
    named += [
        (f"victory.{key}.regions", r) for key, victory in model.victory.items() for r in victory.regions
    ]
    named += [
        (f"control.{key}", key.removeprefix(REGION_PREFIX))
        for key in model.control
        if key.startswith(REGION_PREFIX)
    ]
    for path, region in named:
        if region not in regions:
            yield Finding(unknown_word("region", region, regions), path)


@scenario_check("SCN005")
def sides_exist(subject: ScenarioSubject) -> Iterator[Finding]:
    """Every side that is named takes part, and nations are the system's."""
    model = subject.model
    named = [(f"nations.{key}.side", nation.side) for key, nation in model.nations.items()]
    named += [(f"control.{key}.side", control.side) for key, control in model.control.items()]
    named += [(f"zones.{key}.side", zone.side) for key, zone in model.zones.items()]
    named += [(f"markers.{key}.side", marker.side) for key, marker in model.markers.items()]
    named += [(f"victory.{key}.side", victory.side) for key, victory in model.victory.items()]
    for path, side in named:
        if side and side not in model.sides:
            yield Finding(unknown_word("side", side, model.sides), path)
    for key in model.nations:
        if key not in subject.system.by_id["nations"]:
            yield Finding(unknown_word("nation", key, subject.system.by_id["nations"]), f"nations.{key}")


@scenario_check("SCN006")
def formations_form_a_tree(subject: ScenarioSubject) -> Iterator[Finding]:
    """Parents exist, no formation stands under itself, and units belong to formations that exist."""
    formations = subject.model.formations
    for key, unit in subject.model.units.items():
        if unit.formation and unit.formation not in formations:
            yield Finding(unknown_word("formation", unit.formation, formations), f"units.{key}.formation")
    for key, formation in formations.items():
        if formation.parent and formation.parent not in formations:
            yield Finding(unknown_word("formation", formation.parent, formations), f"formations.{key}.parent")
        seen, above = {key}, formation.parent
        while above in formations and above not in seen:
            seen.add(above)
            above = formations[above].parent
        if above == key:
            yield Finding("stands under itself: give it another parent", f"formations.{key}.parent")


@scenario_check("SCN007")
def reinforcements_are_sound(subject: ScenarioSubject) -> Iterator[Finding]:
    """They bring units that exist and are not on the map already, once, on a turn of the calendar."""
    model = subject.model
    times = Counter(unit for arrival in model.reinforcements.values() for unit in arrival.units)
    for key, arrival in model.reinforcements.items():
        path = f"reinforcements.{key}"
        if model.turns and arrival.turn not in model.turns:
            yield Finding(
                f"turn {arrival.turn} is not in the calendar: add it or choose another", f"{path}.turn"
            )
        if arrival.zone and arrival.zone not in model.zones:
            yield Finding(unknown_word("zone", arrival.zone, model.zones), f"{path}.zone")
        for unit in arrival.units:
            if unit not in model.units:
                yield Finding(unknown_word("unit", unit, model.units), f"{path}.units")
            elif model.units[unit].at:
                yield Finding(
                    f'unit "{unit}" is on the map from the start: do one or the other', f"{path}.units"
                )
            elif times[unit] > 1 and not arrival.condition:
                yield Finding(f'unit "{unit}" arrives {times[unit]} times: keep one', f"{path}.units")


@scenario_check("SCN008", "warning")
def units_come_into_play(subject: ScenarioSubject) -> Iterator[Finding]:
    """A unit that is nowhere and never arrives is forgotten."""
    arriving = {unit for arrival in subject.model.reinforcements.values() for unit in arrival.units}
    for key, unit in subject.model.units.items():
        if not unit.at and not unit.zone and key not in arriving:
            yield Finding("never comes into play: place it, give it a zone or schedule it", f"units.{key}")


@scenario_check("SCN009")
def zones_exist(subject: ScenarioSubject) -> Iterator[Finding]:
    """Zones that units name exist; zones carry known attributes."""
    zones = subject.model.zones
    for key, unit in subject.model.units.items():
        if unit.zone and unit.zone not in zones:
            yield Finding(unknown_word("zone", unit.zone, zones), f"units.{key}.zone")
    for key, zone in zones.items():
        yield from attribute_findings(zone.attributes, subject.system.zone_attributes, f"zones.{key}")


@scenario_check("SCN010")
def markers_are_known(subject: ScenarioSubject) -> Iterator[Finding]:
    """Markers are the system's, and no more than there are."""
    kinds = {kind.id: kind for kind in subject.system.markers}
    for key, marker in subject.model.markers.items():
        if marker.kind not in kinds:
            yield Finding(unknown_word("marker", marker.kind, kinds), f"markers.{key}.kind", marker.at)
        else:
            yield from attribute_findings(marker.attributes, kinds[marker.kind].attributes, f"markers.{key}")
    for kind, count in Counter(marker.kind for marker in subject.model.markers.values()).items():
        limit = kinds[kind].count if kind in kinds else None
        if limit is not None and count > limit:
            yield Finding(f"{count} markers {kind}, but the game has {limit}: remove some", "markers")


@scenario_check("SCN011")
def options_are_known(subject: ScenarioSubject) -> Iterator[Finding]:
    """Options are the system's, with values that they can have."""
    kinds = {kind.id: kind for kind in subject.system.options}
    for key, value in subject.model.options.items():
        if key not in kinds:
            yield Finding(unknown_word("option", key, kinds), f"options.{key}")
        elif message := value_error(value, kinds[key]):
            yield Finding(message, f"options.{key}.value")


@scenario_check("SCN012")
def calendar_is_sound(subject: ScenarioSubject) -> Iterator[Finding]:
    """Turns follow each other without a gap, the first one exists, and the weather is the system's."""
    turns = subject.model.turns
    if turns and subject.model.info.first_turn not in turns:
        first = subject.model.info.first_turn
        yield Finding(f"turn {first} is not in the calendar: add it or choose another", "first_turn")
    for number in sorted(turns)[1:]:
        if number - 1 not in turns:
            yield Finding(f"turn {number - 1} is missing from the calendar: add it", "turns")
    weathers = subject.system.by_id["weathers"]
    for number, turn in turns.items():
        if turn.weather and turn.weather not in weathers:
            yield Finding(unknown_word("weather", turn.weather, weathers), f"turns.{number}.weather")
        yield from attribute_findings(turn.attributes, subject.system.turn_attributes, f"turns.{number}")


@scenario_check("SCN013")
def attributes_fit(subject: ScenarioSubject) -> Iterator[Finding]:
    """Attributes of the scenario, sides, nations, formations, reinforcements and victory are the system's."""
    model, system = subject.model, subject.system
    yield from attribute_findings(model.info.attributes, system.scenario_attributes, "scenario")
    for layer, entries, kinds in (
        ("sides", model.sides, system.side_attributes),
        ("nations", model.nations, system.nation_attributes),
        ("formations", model.formations, system.formation_attributes),
        ("reinforcements", model.reinforcements, system.reinforcement_attributes),
        ("victory", model.victory, system.victory_attributes),
    ):
        for key, entry in entries.items():
            yield from attribute_findings(entry.attributes, kinds, f"{layer}.{key}")


def _spaces(subject: ScenarioSubject) -> Iterator[tuple[str, str]]:
    """Every space that the scenario names, with its place in the file."""
    model = subject.model
    yield from ((f"units.{key}.at", unit.at) for key, unit in model.units.items() if unit.at)
    yield from ((f"markers.{key}.at", marker.at) for key, marker in model.markers.items())
    yield from (
        (f"reinforcements.{k}.at", at) for k, arrival in model.reinforcements.items() for at in arrival.at
    )
    yield from ((f"zones.{key}.spaces", space) for key, zone in model.zones.items() for space in zone.spaces)
    yield from (
        (f"victory.{key}.spaces", s) for key, victory in model.victory.items() for s in victory.spaces
    )
    yield from ((f"control.{key}", key) for key in model.control if not key.startswith(REGION_PREFIX))
