"""Checks on open water, on how units start and on how boards lie: a bad and a good sample of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.checks import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, ScenarioSubject, run_checks
from core.hexgrid.hexes import Hex, side_between
from core.hexgrid.numbering import TableLabels
from core.model.map import Cell, Feature, Link, MapModel, Place
from core.model.scenario import Nation, Reinforcement, ScenarioModel, Unit, Zone
from tests.samples import test_system, tiny_map, tiny_scenario

SYSTEM = test_system()

WATER = next(terrain.id for terrain in SYSTEM.terrains if terrain.water)
LAND_HEXSIDE = next(kind.id for kind in SYSTEM.hexsides if not kind.water)
LAND_PLACE = next(kind.id for kind in SYSTEM.places if not kind.water and not kind.coastal and kind.named)


def map_codes(model: MapModel) -> set[str]:
    return {issue.code for issue in run_checks(MAP_CHECKS, MapSubject(model, SYSTEM), "x")}


def scenario_codes(scenario: ScenarioModel, model: MapModel) -> set[str]:
    return {
        issue.code for issue in run_checks(SCENARIO_CHECKS, ScenarioSubject(scenario, model, SYSTEM), "x")
    }


@pytest.fixture
def model() -> MapModel:
    found = tiny_map()
    first, second = sorted(found.hexes)[:2]
    found.hexes[first] = found.hexes[second] = Cell(WATER)
    return found


def test_map015_hexsides_need_land(model: MapModel) -> None:
    first, second = sorted(model.hexes)[:2]
    model.hexsides[Link(side_between(first, second), LAND_HEXSIDE)] = Feature()
    assert "MAP015" in map_codes(model)
    model.hexes[second] = Cell("clear")
    assert "MAP015" not in map_codes(model)


def test_map023_places_need_land(model: MapModel) -> None:
    first, _, third = sorted(model.hexes)[:3]
    model.places["atlantis"] = Place(LAND_PLACE, first, "Atlantis")
    assert "MAP023" in map_codes(model)
    model.places["atlantis"] = Place(LAND_PLACE, third, "Atlantis")
    assert "MAP023" not in map_codes(model)


def test_map024_places_need_names(model: MapModel) -> None:
    far = sorted(model.hexes)[-1]
    model.places = {"x": Place(LAND_PLACE, far)}
    assert "MAP024" in map_codes(model)
    model.places["y"] = Place(LAND_PLACE, far, "Town")
    assert "MAP024" not in map_codes(model)


def test_map041_pieces(model: MapModel) -> None:
    assert "MAP041" not in map_codes(model)
    model.hexes = {h: cell for h, cell in model.hexes.items() if h.q != 1}
    model.hexsides, model.paths, model.places = {}, {}, {}
    assert "MAP041" in map_codes(model)


def test_map042_overlap() -> None:
    model = tiny_map()
    names = {h: model.numbers.label(h) for h in model.hexes}
    once = {label: h for h, label in names.items()}
    twice = once | {f"B{label}": h for h, label in names.items()}
    model.joined_numbers = TableLabels(names, once)
    assert "MAP042" not in map_codes(model)
    model.joined_numbers = TableLabels(names, twice)
    assert "MAP042" in map_codes(model)


class TestScenario:
    def unit(self, scenario: ScenarioModel) -> tuple[str, Unit]:
        return next(iter(scenario.units.items()))

    def test_scn014_units_need_land(self, model: MapModel) -> None:
        scenario = tiny_scenario()
        key, unit = self.unit(scenario)
        first, _, third = sorted(model.hexes)[:3]
        scenario.units[key] = replace(unit, at=model.numbers.label(first), zone="")
        assert "SCN014" in scenario_codes(scenario, model)
        scenario.units[key] = replace(unit, at=model.numbers.label(third), zone="")
        assert "SCN014" not in scenario_codes(scenario, model)

    def test_scn014_arrivals_need_land(self, model: MapModel) -> None:
        scenario = tiny_scenario()
        key, unit = self.unit(scenario)
        scenario.units[key] = replace(unit, at="", zone="")
        water, land = (model.numbers.label(h) for h in (min(model.hexes), max(model.hexes)))
        scenario.reinforcements = {"r": Reinforcement(1, (key,), (land, water))}
        assert "SCN014" in scenario_codes(scenario, model)
        scenario.reinforcements = {"r": Reinforcement(1, (key,), (land,))}
        assert "SCN014" not in scenario_codes(scenario, model)

    def test_scn015_one_way_to_start_in_a_zone_of_its_own(self) -> None:
        scenario, model = tiny_scenario(), tiny_map()
        key, unit = self.unit(scenario)
        red, blue = list(scenario.sides)[:2]
        scenario.nations[unit.nation] = Nation(red)
        scenario.zones = {"z": Zone("Z", red), "other": Zone("Other", blue)}
        scenario.units[key] = replace(unit, at="", zone="z")
        assert "SCN015" not in scenario_codes(scenario, model)
        scenario.units[key] = replace(unit, at="", zone="other")
        assert "SCN015" in scenario_codes(scenario, model)
        scenario.units[key] = replace(unit, at=model.numbers.label(Hex(0, 0)), zone="z")
        assert "SCN015" in scenario_codes(scenario, model)

    def test_scn016_arrivals_have_a_place(self) -> None:
        scenario, model = tiny_scenario(), tiny_map()
        key, _ = self.unit(scenario)
        scenario.reinforcements = {"r": Reinforcement(1, (key,))}
        assert "SCN016" in scenario_codes(scenario, model)
        scenario.reinforcements = {"r": Reinforcement(1, (key,), condition="when it rains")}
        assert "SCN016" not in scenario_codes(scenario, model)


def test_an_unknown_terrain_is_one_finding_whatever_else_is_in_the_hex(model: MapModel) -> None:
    far = sorted(model.hexes)[-1]
    limited = next(feature.id for feature in SYSTEM.features if feature.terrains)
    model.hexes[far] = Cell("no_such_terrain", features=frozenset({limited}))
    assert map_codes(model) == {"MAP001"}
