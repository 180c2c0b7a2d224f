"""Edits of a scenario: units, formations, set-up, reinforcements, sides, calendar, victory, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.edits.base import Composite, Edit, SetEntries, SetFields, put, remove
from core.edits.guards import EditError
from core.edits.named import fresh_id
from core.model.facts import Value
from core.model.scenario import (
    Control,
    Faction,
    Formation,
    Marker,
    Nation,
    Reinforcement,
    ScenarioModel,
    Space,
    Turn,
    Unit,
    Victory,
    Zone,
)


def add_units(model: ScenarioModel, units: Sequence[Unit]) -> SetEntries:
    """Add units under fresh ids made of nation and name."""
    entries: dict[str, Unit] = {}
    for unit in units:
        entries[fresh_id(f"{unit.nation} {unit.name}", model.units.keys() | entries.keys())] = unit
    return SetEntries("units", entries, "Add unit" if len(units) == 1 else f"Add {len(units)} units")


def place_units(places: Mapping[str, Space], stroke: int = 0) -> SetFields:
    """Say where units start; "" takes them off the map."""
    return SetFields("units", "at", dict(places), "Place units", stroke)


def put_units_in_zone(units: Iterable[str], zone: str) -> Composite:
    """Let their owner place units in a zone instead of on a fixed space."""
    keys = list(units)
    edits: tuple[Edit, ...] = (
        SetFields("units", "at", dict.fromkeys(keys, "")),
        SetFields("units", "zone", dict.fromkeys(keys, zone)),
    )
    return Composite(edits, "Place in zone")


def remove_units(model: ScenarioModel, units: Iterable[str]) -> Composite:
    """Remove units, also from the reinforcements; an empty reinforcement goes too."""
    gone = set(units)
    arrivals: dict[str, Reinforcement | None] = {}
    for key, arrival in model.reinforcements.items():
        kept = tuple(unit for unit in arrival.units if unit not in gone)
        if kept != arrival.units:
            arrivals[key] = replace(arrival, units=kept) if kept else None
    return Composite((SetEntries("reinforcements", arrivals), remove("units", gone)), "Remove units")


def add_formation(model: ScenarioModel, formation: Formation) -> SetEntries:
    """Add a formation under a fresh id."""
    key = fresh_id(f"{formation.nation} {formation.name}", model.formations)
    return put("formations", key, formation, "Add formation")


def move_units_to_formation(units: Iterable[str], formation: str) -> SetFields:
    """Put units under a formation; "" under none."""
    return SetFields("units", "formation", dict.fromkeys(units, formation), "Move to formation")


def move_formation(model: ScenarioModel, formation: str, parent: str) -> SetFields:
    """Put a formation under another; EditError when it would come to stand under itself."""
    above = parent
    while above:
        if above == formation:
            raise EditError(f'formation "{formation}" cannot stand under itself')
        above = model.formations[above].parent if above in model.formations else ""
    return SetFields("formations", "parent", {formation: parent}, "Move formation")


def remove_formation(model: ScenarioModel, formation: str) -> Composite:
    """Remove a formation; what stood under it moves up."""
    parent = model.formations[formation].parent
    units = [key for key, unit in model.units.items() if unit.formation == formation]
    children = [key for key, child in model.formations.items() if child.parent == formation]
    edits: tuple[Edit, ...] = (
        SetFields("units", "formation", dict.fromkeys(units, parent)),
        SetFields("formations", "parent", dict.fromkeys(children, parent)),
        remove("formations", [formation]),
    )
    return Composite(edits, "Remove formation")


def schedule(model: ScenarioModel, arrival: Reinforcement) -> SetEntries:
    """Add a reinforcement under a fresh id."""
    return put(
        "reinforcements", fresh_id(f"turn {arrival.turn}", model.reinforcements), arrival, "Schedule units"
    )


def reschedule(arrivals: Iterable[str], turn: int, stroke: int = 0) -> SetFields:
    """Let reinforcements arrive on another turn."""
    return SetFields("reinforcements", "turn", dict.fromkeys(arrivals, turn), "Reschedule", stroke)


def set_turns(model: ScenarioModel, turns: Mapping[int, Turn]) -> SetEntries:
    """Replace the calendar."""
    return SetEntries("turns", {**dict.fromkeys(model.turns), **turns}, "Change calendar")


def set_side(key: str, side: Faction | None) -> SetEntries:
    """Add, change or remove a side."""
    return put("sides", key, side, "Change side")


def set_nation(key: str, nation: Nation | None) -> SetEntries:
    """Add, change or remove a nation that takes part."""
    return put("nations", key, nation, "Change nation")


def set_control(spaces: Iterable[str], side: str, stroke: int = 0) -> SetEntries:
    """Say who controls hexes and regions at the start; "" for nobody."""
    entry = Control(side) if side else None
    return SetEntries("control", dict.fromkeys(spaces, entry), "Set control", stroke)


def add_marker(model: ScenarioModel, marker: Marker) -> SetEntries:
    """Add a marker under a fresh id."""
    return put("markers", fresh_id(marker.kind, model.markers), marker, f"Add {marker.kind}")


def add_zone(model: ScenarioModel, zone: Zone) -> SetEntries:
    """Add a zone under a fresh id."""
    return put("zones", fresh_id(zone.name, model.zones), zone, "Add zone")


def add_victory(model: ScenarioModel, victory: Victory) -> SetEntries:
    """Add a victory condition under a fresh id."""
    return put(
        "victory", fresh_id(f"{victory.side} victory", model.victory), victory, "Add victory condition"
    )


def set_option(key: str, value: Value | None) -> SetEntries:
    """Set a switch of the system, or None for its default."""
    return put("options", key, value, "Change option")


def set_notes(notes: str) -> SetFields:
    """Change the designer's notes."""
    return SetFields("head", "notes", {"scenario": notes}, "Change notes")


def renumber_spaces(model: ScenarioModel, names: Mapping[Space, Space]) -> Composite:
    """Write spaces by other names everywhere, after the map has got other numbers."""

    def new(space: Space) -> Space:
        return names.get(space, space)

    edits: tuple[Edit, ...] = (
        SetFields("units", "at", {key: new(unit.at) for key, unit in model.units.items()}),
        SetFields("markers", "at", {key: new(marker.at) for key, marker in model.markers.items()}),
        SetFields(
            "reinforcements", "at", {k: tuple(map(new, a.at)) for k, a in model.reinforcements.items()}
        ),
        SetFields(
            "zones", "spaces", {key: tuple(map(new, zone.spaces)) for key, zone in model.zones.items()}
        ),
        SetFields("victory", "spaces", {key: tuple(map(new, v.spaces)) for key, v in model.victory.items()}),
        SetEntries(
            "control", {**dict.fromkeys(model.control), **{new(k): c for k, c in model.control.items()}}
        ),
    )
    return Composite(edits, "Renumber spaces")
