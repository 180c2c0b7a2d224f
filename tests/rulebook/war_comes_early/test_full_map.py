"""The whole map of War Comes Early: the twelve map points of the checklist of the rules, every hex that the
rules name, the facts about regions and edges, and that rivers, railroads, borders and coasts hang together.

What the rules do not say (terrain, railroads, point values) is invented; see the sources in the file.
"""

from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.bundle import BUNDLED_MAPS
from core.checks import check_file
from core.formats.documents import load_map, text_of
from core.games import load_system, load_tables
from core.hexgrid.hexes import (
    Hex,
    Side,
    connected_groups,
    corners_of,
    distance,
    hexes_at,
    hexes_of,
    neighbours,
    side_between,
    sides,
)
from core.model.facts import Origin
from core.model.map import Cell, Link, MapModel, Place

MAP = Path(__file__).parents[3] / "maps" / "war_comes_early.map.json"
TABLES = load_tables("war_comes_early")
WATER = {"all_sea", "all_lake"}
LAND = {"clear", "woods", "swamp", "broken", "rough", "mountain"}
CLOSED = {"blocked", "lake_side", "sea_side"}
FORTS = {"fortification", "heavy_fortification"}
COUNTRIES = {
    "belgium", "czechoslovakia", "danzig", "denmark", "estonia", "france", "germany", "hungary", "italy",
    "latvia", "lithuania", "luxembourg", "netherlands", "poland", "romania", "soviet_union", "switzerland",
    "yugoslavia",
}  # fmt: skip
# First rows of the columns, G2: the upper right of the sheet has no hexes.
FIRST_ROWS = dict.fromkeys(range(1, 30), 1) | dict.fromkeys(range(30, 48), 7)
FIRST_ROWS |= dict.fromkeys(range(48, 59), 4) | {59: 5, 60: 7, 61: 10}
# Land that cannot be reached from the rest: Saaremaa and Hiiumaa.
ISLANDS = [{"5005", "5006", "5106"}, {"5204"}]


@cache
def full() -> MapModel:
    return load_map(MAP)


def at(label: str) -> Hex:
    return full().numbers.parse(label)


def label(h: Hex) -> str:
    return full().numbers.label(h)


def cell(number: str) -> Cell:
    return full().hexes[at(number)]


def column_row(h: Hex) -> tuple[int, int]:
    return int(label(h)[:2]), int(label(h)[2:])


def country(h: Hex) -> str:
    """The country of a hex, or "" in the water."""
    found = full().hexes[h].regions & COUNTRIES
    return next(iter(found), "")


def land_of(name: str) -> set[Hex]:
    return full().hexes_in(name)


def places(number: str) -> list[Place]:
    return [place for place in full().places.values() if place.hex == at(number)]


def place(name: str) -> Place:
    (found,) = [p for p in full().places.values() if p.name == name and p.kind != "port"]
    return found


def hexes_with(*features: str) -> set[Hex]:
    return {h for h, found in full().hexes.items() if found.features & set(features)}


def has(a: Hex, b: Hex, *kinds: str) -> bool:
    return any(Link(side_between(a, b), kind) in full().hexsides for kind in kinds)


def of_kind(kind: str) -> set[Side]:
    return {link.side for link in full().hexsides if link.kind == kind}


def is_land(h: Hex) -> bool:
    return h in full().hexes and full().hexes[h].terrain in LAND


def steps(h: Hex) -> list[Hex]:
    """Where a walker can go from a hex, whatever the country."""
    return [n for n in neighbours(h) if is_land(n) and not has(h, n, *CLOSED)]


def reached(start: Hex, step: Any) -> set[Hex]:
    found, new = {start}, [start]
    while new:
        fresh = [n for n in step(new.pop()) if n not in found]
        found.update(fresh)
        new.extend(fresh)
    return found


@cache
def rails() -> dict[Hex, set[Hex]]:
    """Hexes joined by rail; a line that leaves the map joins its hex to one that does not exist."""
    joined: dict[Hex, set[Hex]] = defaultdict(set)
    for link in full().paths:
        a, b = hexes_of(link.side)
        joined[a].add(b)
        joined[b].add(a)
    return joined


def leaves_by_rail(h: Hex) -> bool:
    return any(n not in full().hexes for n in rails().get(h, ()))


def is_border_hex(h: Hex) -> bool:
    """G5: it has a hexside on the border of its country."""
    return any(has(h, n, "border") for n in neighbours(h) if n in full().hexes)


def last_row(column: int) -> int:
    return 34 if column % 2 else 33


def on_edge(name: str) -> set[Hex]:
    return full().hexes_in(f"edge_{name}")


# The file


def test_file_is_canonical_and_has_no_finding() -> None:
    assert text_of(full()) == MAP.read_text(encoding="utf-8")
    report = check_file(MAP, load_system, BUNDLED_MAPS)
    assert not report.issues


def test_g28_what_is_not_in_the_rules_is_marked_as_assumed_or_derived() -> None:
    info = full().info
    assert info.source is not None and info.source.origin is Origin.ASSUMED
    assert info.georeference is not None
    for kind in ("blocked",):
        for link, found in full().hexsides.items():
            if link.kind == kind:
                assert found.sources.of("").origin is Origin.ASSUMED
    for found in full().places.values():
        if found.kind == "city" and found.name != "Brussels":
            assert found.sources.of("attributes").origin is Origin.ASSUMED


def test_georeference_is_that_of_the_tables() -> None:
    geo = TABLES.table("georeference").values
    a, b, c, d, e, f = full().info.georeference.affine
    assert (a * 1000, b * 1000) == pytest.approx((geo["a"], geo["b"]), rel=1e-6)
    assert (d * 1000, e * 1000) == pytest.approx((geo["b"], -geo["a"]), rel=1e-6)
    # The file counts from the first hex, whose centre the tables have at column and row 1.
    assert (c + 3**0.5 / 2, f + 1) == pytest.approx((geo["t"], geo["u"]), rel=1e-6)


# Checklist, map 1 to 12


def test_checklist_1_every_hex_has_one_country_or_is_water() -> None:
    for h, found in full().hexes.items():
        in_countries = found.regions & COUNTRIES
        assert found.terrain in LAND | WATER, label(h)
        assert len(in_countries) == (0 if found.terrain in WATER else 1), label(h)


def test_checklist_1_numbers_lie_inside_the_sheet() -> None:
    numbers = [label(h) for h in full().hexes]
    assert len(set(numbers)) == len(numbers)
    rows: dict[int, list[int]] = defaultdict(list)
    for h in full().hexes:
        column, row = column_row(h)
        rows[column].append(row)
    assert sorted(rows) == list(range(1, 62))
    for column, found in rows.items():
        assert sorted(found) == list(range(FIRST_ROWS[column], last_row(column) + 1))
    assert min(rows[61]) == TABLES.table("map_grid").values["first_row"]["column_61"] == 10


def test_checklist_2_hexsides_are_stored_once_and_the_named_ones_are_there() -> None:
    for link in full().hexsides:
        a, b = hexes_of(link.side)
        assert a in full().hexes and b in full().hexes, full().side_numbers.label(link.side)
    assert of_kind("straits") == {side_between(at("2503"), at("2603"))}
    assert has(at("2401"), at("2402"), "river")


def test_checklist_2_an_impassable_side_carries_nothing_that_contradicts_it() -> None:
    kinds: dict[Side, set[str]] = defaultdict(set)
    for link in full().hexsides:
        kinds[link.side].add(link.kind)
    crossed = {link.side for link in full().paths}
    for side, found in kinds.items():
        if found & CLOSED:
            assert len(found & CLOSED) == 1
            assert "straits" not in found
            assert side not in crossed, full().side_numbers.label(side)


KNOWN = TABLES.table("known_hexes").rows


@pytest.mark.parametrize("row", KNOWN, ids=lambda row: f"{row['rule']}-{row['hex']}")
def test_checklist_3_named_hexes_are_as_the_rules_say(row: dict[str, Any]) -> None:
    found = places(row["hex"])
    if "country" in row:
        assert country(at(row["hex"])) == row["country"].lower()
    if row.get("city") or row.get("capital"):
        assert [p.kind for p in found if p.kind != "port"] == ["city"]
    if row.get("black_dot"):
        assert {p.kind for p in found} == {"black_dot_city"}
    if row.get("capital"):
        assert [p.attributes["capital"] for p in found] == [True]
    if "name" in row and not row["name"].startswith("Danish Straits"):
        assert row["name"] in {p.name for p in found}
    if row.get("region"):
        assert at(row["hex"]) in full().hexes_in("east_prussia")


@pytest.mark.parametrize(
    "number, name",
    [
        pytest.param("4114", "Konigsberg", id="2.1 errata 2"),
        pytest.param("1113", "Giessen", id="2.1 errata 2 Giessen"),
        pytest.param("1208", "Dortmund", id="2.1 errata 2 Dortmund"),
        pytest.param("1409", "Bielefeld", id="2.1 errata 2 Bielefeld"),
        pytest.param("1710", "Hannover", id="2.1 errata 2 Hannover"),
    ],
)
def test_errata_2_names_are_the_corrected_ones(number: str, name: str) -> None:
    assert name in {p.name for p in places(number)}


def test_checklist_3_berlin_is_two_city_hexes() -> None:
    berlin = {label(p.hex) for p in full().places.values() if p.name == "Berlin"}
    assert berlin == {"2413", "2414"}
    for number in berlin:
        (found,) = places(number)
        assert found.kind == "city" and found.attributes["multi_hex"] == "Berlin"
    assert distance(at("2413"), at("2414")) == 1


def test_checklist_3_danish_hexes_are_danish_land() -> None:
    for number in ("2401", "2402", "2503", "2603"):
        assert country(at(number)) == "denmark"


GAZETTEER = [row for row in TABLES.table("gazetteer_predicted").rows if row["hex"]]


@pytest.mark.parametrize("row", GAZETTEER, ids=lambda row: row["name"])
def test_g28_places_of_the_gazetteer_lie_in_their_hexes_and_countries(row: dict[str, Any]) -> None:
    found = place(row["name"])
    assert label(found.hex) == row["hex"]
    assert country(found.hex) == row["country_1938"].lower().replace(" ", "_")


@pytest.mark.parametrize(
    "name, nation",
    [
        ("Prague", "czechoslovakia"),
        ("Warsaw", "poland"),
        ("Budapest", "hungary"),
        ("Brussels", "belgium"),
        ("Copenhagen", "denmark"),
        ("Amsterdam", "netherlands"),
        ("Kaunas", "lithuania"),
        ("Luxembourg", "luxembourg"),
    ],
)
def test_checklist_4_capitals(name: str, nation: str) -> None:
    found = place(name)
    assert found.kind == "city" and found.attributes["capital"] is True
    assert country(found.hex) == nation
    others = [p for p in full().places.values() if p.attributes.get("capital") and country(p.hex) == nation]
    assert others == [found]


def test_checklist_4_warsaw_and_danzig() -> None:
    assert label(place("Warsaw").hex) == "3821"
    assert {label(h) for h in land_of("danzig")} == {"3714"}
    danzig = full().regions["danzig"].attributes
    assert (danzig["status"], danzig["home_supply"]) == ("neutral", "germany")


def test_checklist_5_fortifications_stand_where_they_may() -> None:
    assert {country(h) for h in hexes_with(*FORTS)} == {"czechoslovakia", "belgium"}
    assert len(hexes_with(*FORTS) & land_of("belgium")) == 1
    assert {country(h) for h in hexes_with("west_wall")} == {"germany"}
    assert {country(h) for h in hexes_with("maginot_line")} == {"france"}
    assert all(
        len(full().hexes[h].features & {*FORTS, "west_wall", "maginot_line"}) <= 1 for h in full().hexes
    )


def test_checklist_5_fortifications_guard_the_border() -> None:
    czech = hexes_with(*FORTS) & land_of("czechoslovakia")
    assert len(czech) >= 12 and hexes_with("heavy_fortification") <= czech
    near = {n for h in land_of("germany") for n in neighbours(h)}
    deep = {label(h) for h in czech if h not in near and not any(n in near for n in neighbours(h))}
    assert not deep
    for feature, enemies in (
        ("west_wall", {"france", "belgium", "luxembourg"}),
        ("maginot_line", {"germany", "luxembourg"}),
    ):
        for h in hexes_with(feature):
            assert {country(n) for n in neighbours(h) if n in full().hexes} & enemies, label(h)


def test_g54_no_city_lies_in_a_fortification_or_the_west_wall() -> None:
    cities = {p.hex for p in full().places.values() if p.kind == "city"}
    assert not cities & hexes_with(*FORTS, "west_wall")


def test_checklist_6_west_wall() -> None:
    assert len(hexes_with("west_wall")) >= 6
    (feature,) = [f for f in load_system("war_comes_early").features if f.id == "west_wall"]
    assert feature.effects["vp_first_entry"].value == 1


def test_checklist_7_rails_join_neighbours_and_leave_the_map_in_the_ussr() -> None:
    for link in full().paths:
        inside = [h for h in hexes_of(link.side) if h in full().hexes]
        assert inside and all(is_land(h) for h in inside)
    sources = {h for h in land_of("soviet_union") & (on_edge("east") | on_edge("south")) if leaves_by_rail(h)}
    assert sources & on_edge("east") and sources & on_edge("south")
    # Every line that leaves does so at an edge hex of the sheet.
    assert all(leaving & edges_all() for leaving in [{h} for h in full().hexes if leaves_by_rail(h)])


def edges_all() -> set[Hex]:
    return on_edge("north") | on_edge("east") | on_edge("south") | on_edge("west")


def test_checklist_7_four_rail_hexes_adjoin_the_soviet_border() -> None:
    along = {h for h in land_of("soviet_union") if h in rails() and is_border_hex(h)}
    assert len(along) >= 4
    # Railheads can set up there and be supplied: each is joined by rail inside the USSR to a source.
    sources = {
        h for h in land_of("soviet_union") if leaves_by_rail(h) and h in on_edge("east") | on_edge("south")
    }
    fed = {h for h in along if reached(h, lambda x: rails()[x] & land_of("soviet_union")) & sources}
    assert fed == along


def test_checklist_8_room_to_set_up() -> None:
    free = {name: {h for h in land_of(name) if is_land(h)} for name in COUNTRIES}
    assert len([h for h in free["france"] if not is_border_hex(h)]) >= 14
    assert len(free["italy"]) >= 5
    assert len(free["hungary"]) >= 4
    assert len(free["yugoslavia"]) >= 5
    soviet = [column_row(h)[1] for h in free["soviet_union"]]
    assert len([row for row in soviet if row < 24]) >= 3
    assert len([row for row in soviet if row >= 24]) >= 4


def test_checklist_9_supply_edges() -> None:
    assert land_of("yugoslavia") & on_edge("south")
    assert {label(h) for h in land_of("romania") & on_edge("south")} == {"3134", "3233"}
    assert land_of("italy") & on_edge("south") and land_of("italy") & on_edge("west")


def test_checklist_10_copenhagen_is_reached_over_the_straits_alone() -> None:
    home = place("Copenhagen").hex
    straits = side_between(at("2503"), at("2603"))
    assert at("2413") in reached(home, steps)
    without = reached(home, lambda h: [n for n in steps(h) if side_between(h, n) != straits])
    assert at("2603") in without
    assert at("2503") not in without and at("2413") not in without
    assert {country(h) for h in without} == {"denmark"}


def test_checklist_11_nine_hexes_join_vienna_and_breslau() -> None:
    start, end = at("2128"), at("2821")
    ring = {start}
    for left in range(9, 0, -1):
        ring = {n for h in ring for n in steps(h) if distance(n, end) == left}
        assert ring, left
    assert any(end in steps(h) for h in ring)


def test_checklist_12_switzerland_is_closed_and_nothing_hangs_on_it() -> None:
    assert full().regions["switzerland"].attributes["status"] == "closed"
    assert "nation" not in full().regions["switzerland"].attributes
    swiss = land_of("switzerland")
    assert all(not p.attributes.get("vp") for p in full().places.values() if p.hex in swiss)
    # No two hexes of another country hang together through Switzerland only.
    outside = reached(at("2413"), lambda h: [n for n in steps(h) if n not in swiss])
    assert {country(h) for h in outside} == COUNTRIES - {"switzerland"}


# Regions and edges


@pytest.mark.parametrize("edge", ["north", "east", "south", "west"])
def test_1_2_edges_are_the_hexes_of_the_rules(edge: str) -> None:
    first, last = TABLES.table("map_edges").values[edge]
    found = {label(h) for h in on_edge(edge)}
    assert {first, last} <= found
    expected = {
        "north": {f"{c:02d}{r:02d}" for c, r in FIRST_ROWS.items()},
        "east": {f"61{r:02d}" for r in range(11, 34)},
        "south": {f"{c:02d}{last_row(c):02d}" for c in range(1, 62)},
        "west": {f"01{r:02d}" for r in range(2, 35)},
    }[edge]
    assert found == expected


def test_1_2_every_hex_without_a_neighbour_is_on_an_edge_or_beside_the_chart() -> None:
    rim = {h for h in full().hexes if any(n not in full().hexes for n in neighbours(h))}
    stepped = {h for h in rim - edges_all() if column_row(h)[0] in (29, 48, 58, 59, 60)}
    assert rim == edges_all() | stepped


def test_10_3_the_ussr_reaches_the_east_and_south_edges() -> None:
    assert land_of("soviet_union") & on_edge("east") and land_of("soviet_union") & on_edge("south")


def test_3_1_romania_is_its_three_hexes() -> None:
    assert {label(h) for h in land_of("romania")} == {"3133", "3134", "3233"}


@pytest.mark.parametrize(
    "a, b",
    [
        pytest.param("hungary", "yugoslavia", id="11.7"),
        pytest.param("hungary", "romania", id="11.7 Romania"),
        pytest.param("hungary", "czechoslovakia", id="11.7 Czechs"),
        pytest.param("romania", "czechoslovakia", id="11.7 Romania and Czechs"),
        pytest.param("italy", "yugoslavia", id="11.7 Italy"),
        pytest.param("poland", "czechoslovakia", id="11.7 Poland"),
        pytest.param("germany", "czechoslovakia", id="5.1"),
        pytest.param("germany", "danzig", id="3.3"),
        pytest.param("poland", "danzig", id="3.3 corridor"),
        pytest.param("soviet_union", "poland", id="10.3"),
    ],
)
def test_11_7_neighbouring_countries_touch_on_a_side_that_can_be_crossed(a: str, b: str) -> None:
    assert any(country(n) == b for h in land_of(a) for n in steps(h))


def test_3_2_east_prussia_is_german_and_cut_off_and_has_both_kinds_of_city() -> None:
    east = full().hexes_in("east_prussia")
    assert east <= land_of("germany")
    assert east in connected_groups(land_of("germany"))
    kinds = {p.kind for p in full().places.values() if p.hex in east}
    assert {"city", "black_dot_city"} <= kinds


def test_3_2_1_austria_with_vienna_is_german() -> None:
    assert at("2128") in full().hexes_in("austria") <= land_of("germany")


def test_11_3_ports_are_printed_and_stand_at_the_water() -> None:
    ports = [p for p in full().places.values() if p.kind == "port"]
    assert len(ports) >= 15
    assert all(any(not is_land(n) for n in neighbours(p.hex)) for p in ports)


def test_11_4_rivers_are_drawn_in_two_widths() -> None:
    widths = {f.attributes["width"] for link, f in full().hexsides.items() if link.kind == "river"}
    assert widths == {"narrow", "wide"}


# Points, G27


def test_4_4_point_values() -> None:
    assumed = TABLES.table("vp").values["assumed_values"]
    capitals = {"Budapest", "Copenhagen", "Amsterdam", "Kaunas", "Luxembourg"}
    for found in full().places.values():
        if found.kind != "city":
            assert "vp" not in found.attributes
            continue
        value = found.attributes["vp"]
        if found.name in ("Prague", "Warsaw"):
            assert value == assumed[found.name]
        elif found.name == "Berlin":
            assert value == assumed["Berlin_each_hex"]
        elif found.name == "Danzig":
            assert value == assumed["Danzig"]
        elif country(found.hex) in ("latvia", "estonia", "switzerland"):
            assert value == assumed["Latvia_Estonia_Switzerland"]
        elif found.name == "Brussels":
            assert value == TABLES.table("vp").values["known_values"]["Brussels"]
        elif found.name in capitals:
            assert value == assumed["other_capitals"]
        else:
            assert value == assumed["other_non_black_dot_city"]


# How it hangs together


def test_countries_are_in_one_piece_except_germany_and_estonia() -> None:
    pieces = {name: len(connected_groups(land_of(name))) for name in COUNTRIES}
    # Germany with East Prussia; Estonia with two islands off its coast, one of them beside a sea hexside.
    assert pieces == dict.fromkeys(COUNTRIES, 1) | {"germany": 2, "estonia": 2}


def test_all_land_is_reached_but_for_islands() -> None:
    land = {h for h in full().hexes if is_land(h)}
    left = land - reached(at("2413"), steps)
    assert {label(h) for h in left} == set().union(*ISLANDS)


def test_borders_run_exactly_where_two_countries_meet() -> None:
    met = {
        side
        for h in full().hexes
        for side in sides(h)
        if all(is_land(n) for n in hexes_of(side)) and len({country(n) for n in hexes_of(side)}) == 2
    }
    assert of_kind("border") == met


def test_sides_of_lakes_and_sea_lie_between_land() -> None:
    for side in of_kind("lake_side") | of_kind("sea_side") | of_kind("straits") | of_kind("blocked"):
        assert all(is_land(h) for h in hexes_of(side)), full().side_numbers.label(side)


def test_blocked_sides_lie_in_the_mountains() -> None:
    for side in of_kind("blocked"):
        assert any(full().hexes[h].terrain in ("mountain", "rough") for h in hexes_of(side))


def water_at(corner: Any) -> bool:
    return any(h not in full().hexes or full().hexes[h].terrain in WATER for h in hexes_at(corner))


def rivers() -> list[set[Side]]:
    """The river sides in connected systems."""
    left, systems = of_kind("river"), []
    at_corner: dict[Any, set[Side]] = defaultdict(set)
    for side in left:
        for corner in corners_of(side):
            at_corner[corner].add(side)
    while left:
        start = left.pop()
        system, new = {start}, [start]
        while new:
            touching = {s for c in corners_of(new.pop()) for s in at_corner[c]} & left
            left -= touching
            system |= touching
            new.extend(touching)
        systems.append(system)
    return systems


def test_every_river_system_ends_in_the_sea_a_lake_or_at_the_edge() -> None:
    assert len(of_kind("river")) > 500
    for system in rivers():
        names = sorted(map(full().side_numbers.label, system))
        assert any(water_at(c) for side in system for c in corners_of(side)), names


def test_rivers_run_on_land_only() -> None:
    for side in of_kind("river"):
        assert all(is_land(h) for h in hexes_of(side)), full().side_numbers.label(side)


def test_rail_network_is_connected_inside_each_country() -> None:
    for name in sorted(COUNTRIES - {"germany", "danzig", "denmark", "romania"}):
        inside = {h for h in land_of(name) if h in rails()}
        start = next(iter(inside))
        assert reached(start, lambda h, inside=inside: rails()[h] & inside) == inside, name


@pytest.mark.parametrize(
    "cities",
    [
        pytest.param(["2413", "2414", "2128", "2821", "1710"], id="Germany"),
        pytest.param(["4114", "3815"], id="East Prussia"),
        pytest.param(["2603", "2905"], id="Zealand"),
        pytest.param(["2401", "2402", "2503"], id="Jutland and Funen"),
    ],
)
def test_rail_network_of_countries_in_pieces(cities: list[str]) -> None:
    home = land_of(country(at(cities[0])))
    network = reached(at(cities[0]), lambda h: rails()[h] & home)
    assert {at(c) for c in cities} <= network
    piece = next(p for p in connected_groups(home) if at(cities[0]) in p)
    if "2503" not in cities and "2905" not in cities:
        assert {h for h in piece if h in rails()} == network


def test_cities_lie_on_the_railroad() -> None:
    off = {p.name for p in full().places.values() if p.kind == "city" and p.hex not in rails()}
    assert not off


def test_no_rail_ends_in_the_open() -> None:
    named = {p.hex for p in full().places.values()} | {at("2603")}
    ends = {h for h, there in rails().items() if h in full().hexes and len(there) == 1}
    assert {label(h) for h in ends - named} == set()


def test_all_terrains_and_hexside_kinds_of_the_system_are_used() -> None:
    system = load_system("war_comes_early")
    assert {c.terrain for c in full().hexes.values()} == {t.id for t in system.terrains}
    assert {link.kind for link in full().hexsides} == {k.id for k in system.hexsides}
    assert {p.kind for p in full().places.values()} == {k.id for k in system.places}


def test_shares_of_terrain_are_plausible() -> None:
    counts = Counter(c.terrain for c in full().hexes.values())
    land = sum(counts[t] for t in LAND)
    assert 1500 < land < 1800
    assert counts["clear"] > counts["woods"] > counts["swamp"]


@pytest.mark.parametrize(
    "number, terrains",
    [
        pytest.param("1126", {"mountain"}, id="Alps"),
        pytest.param("3128", {"mountain"}, id="Tatra"),
        pytest.param("4927", {"swamp"}, id="Pripet marshes"),
        pytest.param("1712", {"rough", "broken"}, id="Harz"),
        pytest.param("0228", {"clear"}, id="Po valley"),
        pytest.param("2833", {"clear"}, id="Hungarian plain"),
        pytest.param("2520", {"mountain"}, id="Sudetes"),
        pytest.param("2018", {"rough"}, id="Ore Mountains"),
        pytest.param("0510", {"rough", "broken", "woods"}, id="Ardennes"),
    ],
)
def test_known_country(number: str, terrains: set[str]) -> None:
    assert cell(number).terrain in terrains


def test_boxes_give_every_nation_its_place() -> None:
    of = {box.attributes["nation"]: key for key, box in full().boxes.items() if "nation" in box.attributes}
    armies = {"germany", "poland", "czechoslovakia", "hungary", "italy", "yugoslavia", "romania", "france"}
    assert {n for n, key in of.items() if key == f"components_{n}"} == armies | {"soviet_union"}
    assert {n for n, key in of.items() if key == f"neutral_{n}"} == {
        "belgium",
        "netherlands",
        "denmark",
        "lithuania",
    }
    kinds = Counter(box.kind for box in full().boxes.values())
    assert all(kinds[k.id] for k in load_system("war_comes_early").boxes)


def test_boxes_do_not_cover_hexes_or_each_other() -> None:
    boxes = list(full().boxes.values())
    for h in full().hexes:
        column, row = column_row(h)
        x, y = (column - 1) * 3**0.5 / 2, row - 1 + (0 if column % 2 else 0.5)
        for box in boxes:
            inside = box.x - 0.5 < x < box.x + box.width + 0.5 and box.y - 0.5 < y < box.y + box.height + 0.5
            assert not inside, (label(h), box.name)
    for a, b in [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]]:
        apart_x = a.x + a.width <= b.x or b.x + b.width <= a.x
        apart_y = a.y + a.height <= b.y or b.y + b.height <= a.y
        assert apart_x or apart_y, (a.name, b.name)


def test_fort_line_of_the_west_wall_hangs_together() -> None:
    for feature in ("west_wall", "maginot_line"):
        groups = connected_groups(hexes_with(feature))
        assert len(groups) <= 2, feature


def test_the_corners_of_the_sheet_lie_where_the_rules_put_them() -> None:
    for a, b in pairwise(["0101", "0102"]):
        assert distance(at(a), at(b)) == 1
    assert at("6110") in full().hexes and at("6109") not in full().hexes
    assert at("6134") in full().hexes and at("6033") in full().hexes and at("6034") not in full().hexes
