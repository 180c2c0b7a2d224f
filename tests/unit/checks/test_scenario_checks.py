"""Each check of scenarios: a scenario with the fault, and what is said of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.checks import SCENARIO_CHECKS, ScenarioSubject
from core.model.facts import Attributes
from core.model.map import MapModel
from core.model.scenario import (
    Control,
    Faction,
    Formation,
    Marker,
    Nation,
    Reinforcement,
    ScenarioModel,
    Turn,
    Unit,
    Victory,
    Zone,
)
from tests.samples import at, rich_map, rich_scenario, scenario_issues, test_system, tiny_map, tiny_scenario

Change = Callable[[ScenarioModel], object]


def unit(**fields: Any) -> Change:
    """Change the armoured unit b1."""
    return lambda s: s.units.update(b1=replace(s.units["b1"], **fields))


def arrival(**fields: Any) -> Change:
    """Let b1 arrive on turn 2 instead of standing on the map."""

    def change(scenario: ScenarioModel) -> None:
        unit(at="")(scenario)
        usual = Reinforcement(2, ("b1",), ("0403",))
        scenario.reinforcements["a"] = replace(usual, **fields)

    return change


def twice(scenario: ScenarioModel) -> None:
    arrival()(scenario)
    scenario.reinforcements["b"] = Reinforcement(1, ("b1",), condition="if it rains")


def put(layer: str, key: Any, entry: Any) -> Change:
    return lambda s: getattr(s, layer).update({key: entry})


def head(**fields: Any) -> Change:
    return lambda s: s.head.update(scenario=replace(s.info, **fields))


def values(**fields: Any) -> Attributes:
    return Attributes(fields)


def three_forts(scenario: ScenarioModel) -> None:
    for i in range(3):
        scenario.markers[f"m{i}"] = Marker("fort", "0101")


def round_in_a_circle(scenario: ScenarioModel) -> None:
    scenario.formations["a"] = Formation("A", parent="b")
    scenario.formations["b"] = Formation("B", parent="a")


MOVE = "correct the number or choose another space"
FAULTS: list[tuple[str, Change, str, str, str]] = [
    ("SCN001", head(system="other"), "map.id", "",
     "is for other, but its map is for test_system: choose another map"),
    ("SCN002", unit(type="armor"), "units.b1", "", 'unknown unit type "armor": did you mean "armour"?'),
    ("SCN002", unit(size="divison"), "units.b1", "", 'unknown unit size "divison": did you mean "division"?'),
    ("SCN002", unit(nation="blulland"), "units.b1", "",
     'unknown nation "blulland": did you mean "blueland"?'),
    ("SCN002", lambda s: s.nations.pop("blueland"), "units.b1", "",
     'nation "blueland" does not take part: add it to "nations"'),
    ("SCN002", unit(type="infantry"), "units.b1", "", 'attribute "strength" is missing: add it'),
    ("SCN002", unit(attributes=values(strength=1)), "units.b1.attributes", "",
     'unknown attribute "strength": known are steps'),
    ("SCN002", unit(attributes=values(steps="x")), "units.b1.attributes", "",
     'steps: "x" does not fit: write a whole number'),
    ("SCN003", unit(at="0909"), "units.b1.at", "0909",
     f'hex "0909" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN003", unit(at="x"), "units.b1.at", "", f'"x" is not a hex number of the form 0101: {MOVE}'),
    ("SCN003", unit(at="box:moon"), "units.b1.at", "",
     f'the map has no box "moon" (it has no boxes): {MOVE}'),
    ("SCN003", put("markers", "m", Marker("fort", "0999")), "markers.m.at", "0999",
     f'hex "0999" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN003", arrival(at=("0101", "9901")), "reinforcements.a.at", "9901",
     f'hex "9901" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN003", put("zones", "z", Zone("Z", spaces=("0101", "9901"))), "zones.z.spaces", "9901",
     f'hex "9901" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN003", put("victory", "v", Victory("red", "x", spaces=("9901",))), "victory.v.spaces", "9901",
     f'hex "9901" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN003", put("control", "9901", Control("red")), "control.9901", "9901",
     f'hex "9901" lies outside the grid 0101 to 0403: {MOVE}'),
    ("SCN004", put("zones", "z", Zone("Z", regions=("r",))), "zones.z.regions", "",
     'unknown region "r": there is none yet, add it to "regions" of the map'),
    ("SCN004", put("victory", "v", Victory("red", "x", regions=("r",))), "victory.v.regions", "",
     'unknown region "r": there is none yet, add it to "regions" of the map'),
    ("SCN004", put("control", "region:r", Control("red")), "control.region:r", "",
     'unknown region "r": there is none yet, add it to "regions" of the map'),
    ("SCN005", put("nations", "redland", Nation("rad")), "nations.redland.side", "",
     'unknown side "rad": did you mean "red"?'),
    ("SCN005", put("control", "0101", Control("x")), "control.0101.side", "",
     'unknown side "x": known are blue, red'),
    ("SCN005", put("zones", "z", Zone("Z", "x")), "zones.z.side", "",
     'unknown side "x": known are blue, red'),
    ("SCN005", put("markers", "m", Marker("fort", "0101", "x")), "markers.m.side", "",
     'unknown side "x": known are blue, red'),
    ("SCN005", put("victory", "v", Victory("x", "x")), "victory.v.side", "",
     'unknown side "x": known are blue, red'),
    ("SCN005", put("nations", "greenland", Nation()), "nations.greenland", "",
     'unknown nation "greenland": did you mean "redland"?'),
    ("SCN006", unit(formation="x"), "units.b1.formation", "",
     'unknown formation "x": there is none yet, add it to "formations"'),
    ("SCN006", put("formations", "a", Formation("A", parent="x")), "formations.a.parent", "",
     'unknown formation "x": known are a'),
    ("SCN006", put("formations", "a", Formation("A", parent="a")), "formations.a.parent", "",
     "stands under itself: give it another parent"),
    ("SCN007", arrival(turn=3), "reinforcements.a.turn", "",
     "turn 3 is not in the calendar: add it or choose another"),
    ("SCN007", arrival(zone="z"), "reinforcements.a.zone", "",
     'unknown zone "z": there is none yet, add it to "zones"'),
    ("SCN007", arrival(units=("b1", "b7")), "reinforcements.a.units", "",
     'unknown unit "b7": known are b1, r1'),
    ("SCN007", arrival(units=("b1", "r1")), "reinforcements.a.units", "",
     'unit "r1" is on the map from the start: do one or the other'),
    ("SCN007", twice, "reinforcements.a.units", "", 'unit "b1" arrives 2 times: keep one'),
    ("SCN008", unit(at=""), "units.b1", "", "never comes into play: place it, give it a zone or schedule it"),
    ("SCN009", unit(at="", zone="z"), "units.b1.zone", "",
     'unknown zone "z": there is none yet, add it to "zones"'),
    ("SCN009", put("zones", "z", Zone("Z", attributes=values(limit="x"))), "zones.z.attributes", "",
     'limit: "x" does not fit: write a whole number'),
    ("SCN010", put("markers", "m", Marker("forf", "0101")), "markers.m.kind", "0101",
     'unknown marker "forf": did you mean "fort"?'),
    ("SCN010", put("markers", "m", Marker("fort", "0101", attributes=values(level="x"))),
     "markers.m.attributes", "", 'level: "x" does not fit: write a whole number'),
    ("SCN010", three_forts, "markers", "", "3 markers fort, but the game has 2: remove some"),
    ("SCN011", put("options", "frog", True), "options.frog", "",
     'unknown option "frog": did you mean "fog"?'),
    ("SCN011", put("options", "fog", 1), "options.fog.value", "", "1 does not fit: write true or false"),
    ("SCN011", put("options", "pace", True), "options.pace.value", "",
     "true does not fit: write a whole number"),
    ("SCN012", head(first_turn=7), "first_turn", "",
     "turn 7 is not in the calendar: add it or choose another"),
    ("SCN012", put("turns", 4, Turn("Turn 4")), "turns", "", "turn 3 is missing from the calendar: add it"),
    ("SCN012", put("turns", 2, Turn("Turn 2", weather="dri")), "turns.2.weather", "",
     'unknown weather "dri": did you mean "dry"?'),
    ("SCN012", put("turns", 2, Turn("Turn 2", attributes=values(season=1))), "turns.2.attributes", "",
     'season: 1 does not fit: write a text in "quotes"'),
    ("SCN013", head(attributes=values(players="x")), "scenario.attributes", "",
     'players: "x" does not fit: write a whole number'),
    ("SCN013", put("sides", "red", Faction("Red", values(supply="x"))), "sides.red.attributes", "",
     'supply: "x" does not fit: write a whole number'),
    ("SCN013", put("nations", "redland", Nation("red", values(morale="x"))), "nations.redland.attributes", "",
     'morale: "x" does not fit: write a whole number'),
    ("SCN013", put("formations", "a", Formation("A", attributes=values(leader=1))),
     "formations.a.attributes", "",
     'leader: 1 does not fit: write a text in "quotes"'),
    ("SCN013", arrival(attributes=values(by="air")), "reinforcements.a.attributes", "",
     'by: "air" is not allowed here: choose from sea, rail'),
    ("SCN013", put("victory", "v", Victory("red", "x", attributes=values(level=1))),
     "victory.v.attributes", "",
     'level: 1 does not fit: write a text in "quotes"'),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]}-{fault[2]}-{fault[4][:24]}")
def test_a_fault_is_found(fault: tuple[str, Change, str, str, str]) -> None:
    code, change, place, number, message = fault
    scenario = tiny_scenario()
    change(scenario)
    (issue,) = scenario_issues(scenario, tiny_map())
    assert (issue.code, issue.path, issue.hex, issue.message) == (code, place, number, message)
    assert issue.severity == ("warning" if code == "SCN008" else "error")


def test_every_check_has_a_bad_sample() -> None:
    general = {check.code for check in SCENARIO_CHECKS if not check.systems}
    assert {fault[0] for fault in FAULTS} | {"SCN014", "SCN015", "SCN016"} == general


@pytest.mark.parametrize(
    ("scenario", "model"),
    [(tiny_scenario(), tiny_map()), (rich_scenario(), rich_map())],
    ids=["tiny", "rich"],
)
def test_scenarios_without_faults_are_clean(scenario: ScenarioModel, model: MapModel) -> None:
    assert scenario_issues(scenario, model) == []


GOOD: dict[str, Change] = {
    "reinforcement": arrival(at=("0101",)),
    "either of two arrivals": lambda s: (twice(s), arrival(condition="if it is dry")(s)),
    "unit in a zone": lambda s: (
        put("zones", "z", Zone("Z", "blue", ("0101",)))(s),
        unit(at="", zone="z")(s),
    ),
    "two forts": lambda s: (three_forts(s), s.markers.pop("m0")),
    "neutral nation": put("nations", "redland", Nation()),
    "no calendar": lambda s: s.turns.clear(),
    "tree of formations": lambda s: (
        put("formations", "a", Formation("A"))(s),
        put("formations", "b", Formation("B", parent="a"))(s),
        unit(formation="b")(s),
    ),
    "option": put("options", "fog", False),
}


@pytest.mark.parametrize("case", GOOD)
def test_what_is_right_is_not_blamed(case: str) -> None:
    scenario = tiny_scenario()
    GOOD[case](scenario)
    assert scenario_issues(scenario, tiny_map()) == []


def test_a_circle_of_formations_is_told_for_each() -> None:
    scenario = tiny_scenario()
    round_in_a_circle(scenario)
    scenario.formations["c"] = Formation("C", parent="a")
    paths = [issue.path for issue in scenario_issues(scenario, tiny_map())]
    assert paths == ["formations.a.parent", "formations.b.parent"]


def test_a_unit_in_a_hex_that_the_map_leaves_out() -> None:
    model = tiny_map()
    del model.hexes[at(model, "0403")]
    (issue,) = scenario_issues(tiny_scenario(), model)
    assert issue.message == f'hex "0403" does not exist on the map: {MOVE}'


SPACES = {
    "A02.01": "",
    "02.01": "",
    "Naples": "",
    "Naples NE1": "",
    "box:reserve": "",
    "box:moon": 'the map has no box "moon" (its boxes are reserve)',
    "box:reserv": 'the map has no box "reserv" (did you mean "box:reserve"?)',
    "box:": 'the map has no box "" (its boxes are reserve)',
    "reserve": 'no place is called "reserve" (the box is written "box:reserve")',
    "redland": 'no place is called "redland" (it is a region, under "control" written "region:redland")',
    "naples": 'no place is called "naples" (did you mean "Naples"?)',
    "a2.1": 'no place is called "a2.1" (did you mean "A02.01"?)',
    "201": 'no place is called "201" (did you mean "A02.01"?)',
    "Rome": 'no place is called "Rome"',
    "Rome N1": 'no place is called "Rome"',
    "Naples S1": 'hex "Naples S1" does not exist on the map',
    "Naples N99": 'hex "Naples N99" does not exist on the map',
    "A04.01": 'hex "A04.01" does not exist on the map',
    "A09.01": 'no place is called "A09.01"',
}


@pytest.mark.parametrize("space", SPACES)
def test_spaces_where_hexes_are_named_after_places(space: str) -> None:
    subject = ScenarioSubject(tiny_scenario(), rich_map(), test_system())
    assert subject.space_error(space) == SPACES[space]


def test_a_direction_that_the_hexes_do_not_have() -> None:
    subject = ScenarioSubject(tiny_scenario(), rich_map(), test_system())
    assert "SE, NE, N, NW, SW, S" in subject.space_error("Naples E1")


def test_addresses_are_no_spaces_where_hexes_have_numbers_only() -> None:
    model = rich_map()
    model.head["map"] = replace(model.info, named_addresses=False)
    subject = ScenarioSubject(tiny_scenario(), model, test_system())
    assert subject.space_error("Naples") == '"Naples" is not a hex number of the form A01.03'
    assert subject.space_error("A02.01") == ""


def test_without_hexes_or_words_nothing_crashes() -> None:
    model = tiny_map()
    model.hexes.clear()
    issues = scenario_issues(tiny_scenario(), model)
    assert [issue.code for issue in issues] == ["SCN003", "SCN003"]


def test_unit_types_may_share_the_name_of_an_attribute() -> None:
    scenario = tiny_scenario()
    scenario.units["strength"] = Unit("Strength", "armour", "redland", at="0101")
    assert scenario_issues(scenario, tiny_map()) == []
