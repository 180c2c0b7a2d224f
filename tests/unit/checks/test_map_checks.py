"""Each check of maps: a map with the fault, and what is said of it. A map without faults is clean."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.checks import MAP_CHECKS
from core.hexgrid.orientation import Orientation
from core.model.facts import Attributes
from core.model.map import Box, Feature, MapModel, Place, Region
from tests.samples import at, link, map_issues, rich_map, set_hex, tiny_map


def attributes(**values: Any) -> Attributes:
    return Attributes(values)


def with_head(**fields: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        model.head["map"] = replace(model.info, **fields)

    return change


def with_hex(**fields: Any) -> Callable[[MapModel], None]:
    return lambda model: set_hex(model, "0202", **fields)


def with_side(side: str, *kinds: str, **values: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        for kind in kinds:
            model.hexsides[link(model, side, kind)] = Feature(attributes(**values))

    return change


def with_path(side: str, kind: str, **values: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        model.paths[link(model, side, kind)] = Feature(attributes(**values))

    return change


def with_place(kind: str, number: str = "0202", **values: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        model.places["p"] = Place(kind, at(model, number), "Rome", attributes(**values))

    return change


def with_region(kind: str, **values: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        model.regions["r"] = Region(kind, "R", attributes(**values))
        set_hex(model, "0202", regions=frozenset({"r"}))

    return change


def with_box(kind: str, **values: Any) -> Callable[[MapModel], None]:
    def change(model: MapModel) -> None:
        model.boxes["b"] = Box(kind, "B", attributes=attributes(**values))

    return change


def two_countries(model: MapModel) -> None:
    model.regions["a"], model.regions["b"] = Region("country", "A"), Region("country", "B")
    model.regions["z"] = Region("zone", "Z")
    set_hex(model, "0202", regions=frozenset({"a", "b", "z"}))


def two_of_one_name(model: MapModel) -> None:
    with_head(named_addresses=True)(model)
    model.places["a"] = Place("city", at(model, "0101"), "Rome")
    model.places["b"] = Place("city", at(model, "0202"), "Rome")


def road_into_the_sea(model: MapModel) -> None:
    set_hex(model, "0201", terrain="sea")
    model.paths[link(model, "0201/0202", "track")] = Feature()


# Code, what makes the fault, severity, place, hex, message.
FAULTS: list[tuple[str, Callable[[MapModel], None], str, str, str, str]] = [
    ("MAP001", with_hex(terrain="claer"), "error", "hexes.0202.terrain", "0202",
     'unknown terrain "claer": did you mean "clear"?'),
    ("MAP001", with_hex(terrain="xyz"), "error", "hexes.0202.terrain", "0202",
     'unknown terrain "xyz": known are clear, sea, wood'),
    ("MAP002", with_hex(features=frozenset({"vilage"})), "error", "hexes.0202.features", "0202",
     'unknown feature "vilage": did you mean "village"?'),
    ("MAP002", with_hex(terrain="wood", features=frozenset({"village"})), "error",
     "hexes.0202.features", "0202", "village cannot be in wood, only in clear: take it out"),
    ("MAP003", with_region("country", capitol="x"), "error", "regions.r.attributes", "",
     'unknown attribute "capitol": did you mean "capital"?'),
    ("MAP003", with_region("county"), "error", "regions.r.kind", "",
     'unknown kind of region "county": did you mean "country"?'),
    ("MAP003", with_hex(regions=frozenset({"r"})), "error", "hexes.0202.regions", "0202",
     'unknown region "r": there is none yet, add it to "regions" of the map'),
    ("MAP004", two_countries, "error", "hexes.0202.regions", "0202",
     "is in two regions of kind country (a, b, z): keep one"),
    ("MAP005", lambda m: m.regions.update(r=Region("zone", "R")), "warning", "regions.r", "",
     'region "r" has no hex: assign some or remove it'),
    ("MAP006", with_hex(elevation=4), "error", "hexes.0202.elevation", "0202",
     "elevation 4 is not on the scale: choose from 0 to 3"),
    ("MAP006", with_hex(elevation=-1), "error", "hexes.0202.elevation", "0202",
     "elevation -1 is not on the scale: choose from 0 to 3"),
    ("MAP007", with_hex(attributes=attributes(cover=6)), "error", "hexes.0202.attributes", "0202",
     "cover: 6 is too great: give at most 5"),
    ("MAP007", with_hex(attributes=attributes(cover=-1)), "error", "hexes.0202.attributes", "0202",
     "cover: -1 is too small: give at least 0"),
    ("MAP007", with_hex(attributes=attributes(cover=True)), "error", "hexes.0202.attributes", "0202",
     "cover: true does not fit: write a whole number"),
    ("MAP007", with_hex(attributes=attributes(cover=1.5)), "error", "hexes.0202.attributes", "0202",
     "cover: 1.5 does not fit: write a whole number"),
    ("MAP007", with_hex(attributes=attributes(density="x")), "error", "hexes.0202.attributes", "0202",
     'density: "x" does not fit: write a number'),
    ("MAP007", with_hex(attributes=attributes(flow=1)), "error", "hexes.0202.attributes", "0202",
     'flow: 1 does not fit: write a direction in "quotes"'),
    ("MAP007", with_hex(attributes=attributes(mined=1)), "error", "hexes.0202.attributes", "0202",
     "mined: 1 does not fit: write true or false"),
    ("MAP007", with_hex(attributes=attributes(soil="rock")), "error", "hexes.0202.attributes", "0202",
     'soil: "rock" is not allowed here: choose from sand, clay'),
    ("MAP007", with_hex(attributes=attributes(tags="x")), "error", "hexes.0202.attributes", "0202",
     'tags: "x" does not fit: write a list [...]'),
    ("MAP008", with_head(attributes=attributes(edition="2")), "error", "map.attributes", "",
     'edition: "2" does not fit: write a whole number'),
    ("MAP010", with_side("0202/0201", "rivr"), "error", "side 0201/0202", "0201",
     'unknown kind in hexsides "rivr": did you mean "river"?'),
    ("MAP010", with_side("0202/0201", "river", bridge=1), "error", "hexsides.0201/0202.attributes", "",
     "bridge: 1 does not fit: write true or false"),
    ("MAP011", with_path("0202/0201", "roud", lanes=1), "error", "side 0201/0202", "0201",
     'unknown kind in paths "roud": did you mean "road"?'),
    ("MAP011", with_path("0202/0201", "road"), "error", "paths.0201/0202", "",
     'attribute "lanes" is missing: add it'),
    ("MAP012", with_side("0202/0201", "river", "cliff"), "error", "side 0201/0202", "0201",
     "river and cliff cannot lie on one side: remove one"),
    ("MAP013", with_side("0101 N", "coast"), "error", "side 0101 N", "0101",
     "coast cannot leave the map: remove it here"),
    ("MAP013", with_path("0403 S", "road", lanes=1), "error", "side 0403 S", "0403",
     "road cannot leave the map: remove it here"),
    ("MAP014", road_into_the_sea, "error", "side 0201/0202", "0201",
     "track runs into open water: end it on the coast"),
    ("MAP020", with_place("citty"), "error", "places.p.kind", "0202",
     'unknown kind of place "citty": did you mean "city"?'),
    ("MAP020", with_place("city", value=0), "error", "places.p.attributes", "0202",
     "value: 0 is too small: give at least 1"),
    ("MAP021", with_place("port"), "error", "places.p", "0202",
     'port "Rome" does not touch the sea: move it'),
    ("MAP022", two_of_one_name, "error", "places.b.name", "0202",
     'two places are called "Rome", but hexes are named after places: rename one'),
    ("MAP030", with_box("holdin"), "error", "boxes.b.kind", "",
     'unknown kind of box "holdin": did you mean "holding"?'),
    ("MAP030", with_box("holding", size="x"), "error", "boxes.b.attributes", "",
     'size: "x" does not fit: write a whole number'),
    ("MAP040", with_head(grid=tiny_map(orientation=Orientation.POINTY).info.grid), "warning",
     "grid.orientation", "",
     "the hexes stand pointy, those of the published maps flat: make sure that this is meant"),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]}-{fault[5][:24]}")
def test_a_fault_is_found(fault: Any) -> None:
    code, change, severity, place, number, message = fault
    model = tiny_map()
    if code == "MAP040":
        model = tiny_map(orientation=Orientation.POINTY)
    else:
        change(model)
    (issue,) = map_issues(model)
    assert (issue.code, issue.severity, issue.path, issue.hex) == (code, severity, place, number)
    assert issue.message == message
    assert issue.file == "x.map.json"


def test_every_check_has_a_bad_sample() -> None:
    general = {check.code for check in MAP_CHECKS if not check.systems}
    assert {fault[0] for fault in FAULTS} | {"MAP015", "MAP023", "MAP024", "MAP041", "MAP042"} == general


@pytest.mark.parametrize("build", [tiny_map, rich_map])
def test_maps_without_faults_are_clean(build: Callable[[], MapModel]) -> None:
    assert map_issues(build()) == []


def neighbour_of_the_sea(model: MapModel) -> None:
    with_place("port")(model)
    set_hex(model, "0201", terrain="sea")


def behind_a_coast(model: MapModel) -> None:
    with_place("port")(model)
    with_side("0202/0201", "coast")(model)


def same_hex_twice(model: MapModel) -> None:
    two_of_one_name(model)
    model.places["b"] = Place("port", model.places["a"].hex, "Rome")


def ferry(model: MapModel) -> None:
    set_hex(model, "0201", terrain="sea")
    model.paths[link(model, "0201/0202", "ferry")] = Feature()


GOOD: dict[str, Callable[[MapModel], None]] = {
    "known terrain": with_hex(terrain="wood"),
    "known feature where it may be": with_hex(features=frozenset({"village", "ruin"})),
    "feature of all terrains": with_hex(terrain="wood", features=frozenset({"ruin"})),
    "region": with_region("country", capital="Rome"),
    "highest level": with_hex(elevation=3),
    "all attributes": with_hex(
        attributes=attributes(cover=5, flow="N", density=1, mined=False, soil="clay", tags=(1, "x"))
    ),
    "number with a point": with_hex(attributes=attributes(density=1.5)),
    "river with a bridge": with_side("0202/0201", "river", bridge=True),
    "kinds that go together": with_side("0202/0201", "cliff", "coast"),
    "river on the edge": with_side("0101 N", "river"),
    "road": with_path("0202/0201", "road", lanes=2),
    "track off the map": with_path("0101 N", "track"),
    "ferry": ferry,
    "city": with_place("city", value=1),
    "port on the edge": with_place("port", "0101"),
    "port beside the sea": neighbour_of_the_sea,
    "port behind a coast": behind_a_coast,
    "two places of one name in one hex": same_hex_twice,
    "box": with_box("holding", size=2),
}


@pytest.mark.parametrize("case", GOOD)
def test_what_is_right_is_not_blamed(case: str) -> None:
    model = tiny_map()
    GOOD[case](model)
    assert map_issues(model) == []


def test_two_places_of_one_name_do_not_matter_where_hexes_have_numbers() -> None:
    model = tiny_map()
    two_of_one_name(model)
    model.head["map"] = replace(model.info, named_addresses=False)
    assert map_issues(model) == []


def test_the_hex_of_a_side_where_numbers_have_spaces() -> None:
    model = tiny_map(separator=" ")
    model.hexsides[link(model, "02 02/02 01", "rivr")] = Feature()
    (issue,) = map_issues(model)
    assert (issue.path, issue.hex) == ("side 02 01/02 02", "02 01")


def test_a_map_without_hexes() -> None:
    model = tiny_map()
    model.hexes.clear()
    assert map_issues(model) == []


def test_faults_are_told_in_the_order_of_the_codes() -> None:
    model = tiny_map()
    with_box("x")(model)
    with_hex(terrain="x", elevation=9)(model)
    assert [issue.code for issue in map_issues(model)] == ["MAP001", "MAP006", "MAP030"]
