"""The two scenarios of War Comes Early: the scenario points of the checklist of the rules, the counter mix,
set-up zones, arrivals, calendar, markers and victory. Sections are those of the published rules.
"""

from collections import Counter, defaultdict
from datetime import date, timedelta
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from core.bundle import BUNDLED_MAPS
from core.checks import check_file
from core.formats.documents import content_hash, load_map, load_scenario, text_of
from core.games import load_system, load_tables
from core.hexgrid.hexes import Hex, distance, hexes_of, neighbours
from core.model.facts import Origin
from core.model.map import MapModel
from core.model.scenario import ScenarioModel, Unit, Zone

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "scenarios" / "war_comes_early"
TABLES = load_tables("war_comes_early")
YEARS = ["1938", "1939"]
FORTS = {"fortification", "heavy_fortification"}

# The counter mix of 3.1, 3.2 and 13.2: nation, type, size, other marks -> number. The neutrals are G25.
MIX_1938 = {
    ("czechoslovakia", "infantry", "army"): 4,
    ("czechoslovakia", "static", "corps"): 6,
    ("czechoslovakia", "infantry", "corps"): 8,
    ("soviet_union", "infantry", "front"): 6,
    ("soviet_union", "mechanized", "corps"): 1,
    ("soviet_union", "infantry", "army"): 28,
    ("yugoslavia", "infantry", "army"): 3,
    ("yugoslavia", "infantry", "corps"): 2 + 6,
    ("romania", "infantry", "army"): 2,
    ("romania", "cavalry", "corps"): 1,
    ("romania", "mountain", "corps"): 1,
    ("romania", "infantry", "corps"): 4,
    ("france", "infantry", "army"): 9,
    ("france", "mechanized", "corps"): 3,
    ("france", "cavalry", "corps"): 1,
    ("france", "infantry", "corps"): 18,
    ("britain", "infantry", "corps"): 1,
    ("hungary", "infantry", "army"): 3,
    ("hungary", "mechanized", "corps"): 1,
    ("hungary", "infantry", "corps"): 9,
    ("italy", "infantry", "army"): 4,
    ("italy", "mechanized", "army"): 1,
    ("italy", "infantry", "corps"): 8,
    ("italy", "mechanized", "corps"): 3,
    ("germany", "static", "division"): 11,
    ("germany", "infantry", "army"): 7,
    ("germany", "mechanized", "corps"): 3 + 1,
    ("germany", "infantry", "corps"): 13,
    ("germany", "mountain", "corps"): 1,
    ("germany", "flieger", "division"): 1,
    ("germany", "static", "corps"): 6,
    ("belgium", "infantry", "corps"): 5,
    ("netherlands", "infantry", "corps"): 3,
    ("denmark", "infantry", "army"): 1,
    ("lithuania", "infantry", "army"): 1,
}
MIX_POLAND = {
    ("poland", "infantry", "army"): 8,
    ("poland", "static", "corps"): 2,
    ("poland", "cavalry", "corps"): 2,
    ("poland", "infantry", "corps"): 16,
}
MIX_1939 = {("germany", "infantry", "army"): 6, ("germany", "infantry", "corps"): 4 + 15}
# Components set aside, and how many make an army or front (7.1, 13.4).
COMPONENTS_1938 = {
    "czechoslovakia": 8, "soviet_union": 28, "yugoslavia": 6, "romania": 4, "france": 18, "hungary": 9,
    "poland": 16, "italy": 11, "germany": 13,
}  # fmt: skip
COMPONENTS_1939 = {"germany": 15, "poland": 16}
SIDES_1938 = {
    "german": {"germany", "italy", "hungary", "poland"},
    "allied": {"czechoslovakia", "soviet_union", "france", "britain", "romania", "yugoslavia"},
    "": {"belgium", "denmark", "estonia", "latvia", "lithuania", "netherlands", "luxembourg", "danzig"},
}


def path(year: str) -> Path:
    return FOLDER / f"wce_{year}.scenario.json"


@cache
def the_map() -> MapModel:
    return load_map(ROOT / "maps" / "war_comes_early.map.json")


@cache
def scenario(year: str) -> ScenarioModel:
    return load_scenario(path(year))


def at(label: str) -> Hex:
    return the_map().numbers.parse(label)


def country(h: Hex) -> str:
    found = the_map().hexes[h].regions
    return next((r for r in sorted(found) if the_map().regions[r].kind == "country"), "")


def border_hexes() -> set[Hex]:
    return {h for link in the_map().hexsides if link.kind == "border" for h in hexes_of(link.side)}


def city_hexes() -> set[Hex]:
    return {p.hex for p in the_map().places.values() if p.kind == "city"}


def zone_hexes(zone: Zone) -> set[Hex]:
    inside = set().union(*(the_map().hexes_in(r) for r in zone.regions)) if zone.regions else set()
    return inside | {at(space) for space in zone.spaces}


def units(year: str, **fields: str) -> dict[str, Unit]:
    found = scenario(year).units.items()
    return {key: u for key, u in found if all(getattr(u, name) == value for name, value in fields.items())}


def on_map(year: str) -> dict[str, list[Unit]]:
    """The units with a start hex, by hex."""
    stacks: dict[str, list[Unit]] = defaultdict(list)
    for unit in scenario(year).units.values():
        if unit.at and not unit.at.startswith("box:"):
            stacks[unit.at].append(unit)
    return stacks


def is_big(unit: Unit) -> bool:
    """An army of a Western nation or a Soviet front."""
    return unit.size == "front" or (unit.size == "army" and unit.nation != "soviet_union")


# The files


@pytest.mark.parametrize("year", YEARS)
def test_files_are_canonical_without_findings_and_of_this_map(year: str) -> None:
    assert text_of(scenario(year)) == path(year).read_text(encoding="utf-8")
    assert not check_file(path(year), load_system, BUNDLED_MAPS).issues
    info = scenario(year).info
    assert (info.map.id, info.map.hash) == ("war_comes_early", content_hash(the_map()))
    assert info.attributes["campaign"] == year


# Checklist 1: counters and stacks


@pytest.mark.parametrize("year, mix", [("1938", MIX_1938 | MIX_POLAND), ("1939", MIX_1939 | MIX_POLAND)])
def test_checklist_1_counters_are_those_of_the_mix(year: str, mix: dict[tuple[str, str, str], int]) -> None:
    found = Counter((u.nation, u.type, u.size) for u in scenario(year).units.values())
    assert dict(found) == mix


def test_checklist_1_229_counters_are_in_the_text() -> None:
    neutral = {"belgium", "netherlands", "denmark", "lithuania"}
    listed = sum(
        n for (nation, _, _), n in chain(MIX_1938.items(), MIX_POLAND.items()) if nation not in neutral
    )
    assert listed + sum(MIX_1939.values()) == 229
    assert sum(MIX_1939.values()) == 25
    # 3.0, G25: with 17 white markers, 4 railheads and 20 airpower markers there are 280 counters.
    assumed = sum(n for (nation, _, _), n in MIX_1938.items() if nation in neutral)
    airpower = TABLES.table("markers").values["airpower"]["assumed_count"]
    assert 229 + assumed + 17 + 4 + airpower == 280


@pytest.mark.parametrize("year", YEARS)
def test_checklist_1_stacks_at_start_are_legal(year: str) -> None:
    for number, stack in on_map(year).items():
        assert len({u.nation for u in stack}) == 1, number
        assert sum(u.attributes["slots"] for u in stack) <= 5, number
        assert len([u for u in stack if is_big(u)]) <= 1, number
        assert not the_map().hexes[at(number)].terrain.startswith("all_"), number


def test_checklist_1_static_units_start_where_they_may() -> None:
    static = {key: u for key, u in scenario("1938").units.items() if u.type == "static"}
    by_nation = {(u.nation, u.zone) for u in static.values() if u.zone}
    assert by_nation == {("czechoslovakia", "czech_border"), ("germany", "west_wall")}
    zone = zone_hexes(scenario("1938").zones["west_wall"])
    assert zone == {h for h, cell in the_map().hexes.items() if "west_wall" in cell.features}
    # Two slots each, so two to a hex.
    assert 2 * len(zone) >= len([u for u in static.values() if u.size == "division"]) == 11


@pytest.mark.parametrize("year", YEARS)
def test_2_3_marks_of_the_counters(year: str) -> None:
    for key, unit in scenario(year).units.items():
        marks = unit.attributes
        if unit.type == "flieger":
            assert dict(marks) == {"code": "7F", "slots": 0}
            continue
        assert (marks["af"] == 0) == (unit.type == "static"), key
        expected = 0 if unit.type == "static" else 4 if is_big(unit) else 6
        assert marks["mf"] == expected, key
        mech = unit.nation == "germany" and unit.type == "mechanized"
        slots = 2 if mech or (unit.size == "division" and unit.type == "static") else 1
        assert marks["slots"] == slots, key
        assert marks.get("year_39", False) == (year == "1939" and unit.nation == "germany"), key


@pytest.mark.parametrize(
    "nation, size, ce, components",
    [
        ("czechoslovakia", "army", 2, 2),
        ("france", "army", 2, 2),
        ("germany", "army", 2, 2),
        ("hungary", "army", 3, 3),
        ("poland", "army", 2, 2),
        ("romania", "army", 2, 2),
        ("yugoslavia", "army", 2, 2),
        ("soviet_union", "front", 5, 5),
        ("denmark", "army", 1, 0),
        ("lithuania", "army", 1, 0),
    ],
)
def test_12_3_corps_equivalents_1938(nation: str, size: str, ce: int, components: int) -> None:
    for unit in units("1938", nation=nation, size=size).values():
        assert (unit.attributes["ce"], unit.attributes["components"]) == (ce, components)


def test_12_3_corps_equivalents_of_the_rest() -> None:
    italy = units("1938", nation="italy", size="army").values()
    assert {(u.type, u.attributes["ce"], u.attributes["components"]) for u in italy} == {
        ("infantry", 2, 2),
        ("mechanized", 3, 3),
    }
    assert {u.attributes["ce"] for u in units("1938", type="static", size="division").values()} == {0.5}
    assert {u.attributes["ce"] for u in units("1938", nation="soviet_union", size="army").values()} == {1}
    late = units("1939", nation="germany", size="army")
    assert {(u.attributes["ce"], u.attributes["components"]) for u in late.values()} == {(3, 3), (1, 0)}
    assert late["ge_sab"].attributes["ce"] == 1


def test_8_0_reserve_corps_are_the_0_3_counters() -> None:
    reserve = [u for u in scenario("1938").units.values() if u.attributes.get("reserve_corps")]
    assert len(reserve) == 6
    assert {(u.attributes["af"], u.attributes["df"]) for u in reserve} == {(0, 3)}


@pytest.mark.parametrize("year", YEARS)
def test_g23_strengths_are_marked_as_assumed(year: str) -> None:
    for key, unit in scenario(year).units.items():
        if unit.type != "flieger" and not unit.attributes.get("reserve_corps"):
            assert unit.sources.of("attributes").origin is Origin.ASSUMED, key


# Checklist 2: components


@pytest.mark.parametrize("year, aside", [("1938", COMPONENTS_1938), ("1939", COMPONENTS_1939)])
def test_checklist_2_components_lie_in_the_box_of_their_nation(year: str, aside: dict[str, int]) -> None:
    for nation, count in aside.items():
        box = the_map().boxes[f"components_{nation}"]
        assert (box.kind, box.attributes["nation"]) == ("set_aside", nation)
        found = units(year, at=f"box:components_{nation}")
        assert len(found) == count, nation
        assert all(u.nation == nation and u.attributes["joins_army"] for u in found.values())


@pytest.mark.parametrize("year, aside", [("1938", COMPONENTS_1938), ("1939", COMPONENTS_1939)])
def test_checklist_2_components_make_up_the_armies(year: str, aside: dict[str, int]) -> None:
    short = {"soviet_union": 2, "germany": 1} if year == "1938" else {}  # G9
    for nation, count in aside.items():
        big = [u for u in units(year, nation=nation).values() if is_big(u)]
        assert count == sum(u.attributes["components"] for u in big) - short.get(nation, 0), nation


def test_7_1_italian_mechanized_army_is_made_of_three_mechanized_corps() -> None:
    assert len(units("1938", nation="italy", type="mechanized", at="box:components_italy")) == 3


@pytest.mark.parametrize(
    "key",
    ["su_iac", "uk_bef", "fr_cav", "fr_mot_1", "hu_mc", "po_cdc", "po_gr", "po_cav_1", "ro_cav", "ro_mtn",
     "yu_ind_5", "yu_ind_6", "ge_mot_14", "ge_static_1", "ge_reserve_1", "cz_border_1", "be_corps_1"],
)  # fmt: skip
def test_7_1_who_never_joins_an_army(key: str) -> None:
    assert scenario("1938").units[key].attributes["joins_army"] is False


def test_13_4_ad_hoc_corps_do_not_join_armies() -> None:
    independent = [
        u for u in units("1939", nation="germany", size="corps").values() if not u.at.startswith("box")
    ]
    assert len(independent) == 4
    ad_hoc = [u for u in independent if u.attributes.get("ad_hoc")]
    assert len(ad_hoc) == 3
    assert all(u.attributes["joins_army"] != u.attributes.get("ad_hoc", False) for u in independent)


# Checklist 3: set-up


def test_checklist_3_czech_static_corps() -> None:
    zone = scenario("1938").zones["czech_border"]
    home = the_map().hexes_in("czechoslovakia")
    assert zone.attributes["one_per_hex"] is True
    assert zone_hexes(zone) == {h for h in home if h in border_hexes() or h in city_hexes()}
    assert len(units("1938", zone="czech_border")) == 6


@pytest.mark.parametrize(
    "zone, count, one_per_hex",
    [
        pytest.param("soviet_north", 3, True, id="3.1 1B 2B NW"),
        pytest.param("soviet_south", 4, True, id="3.1 SF SW UF IAC"),
        pytest.param("yugoslavia", 5, True, id="3.1 Yugoslavia"),
        pytest.param("romania", 4, False, id="3.1 Romania"),
        pytest.param("france", 14, True, id="3.1 France and BEF"),
        pytest.param("hungary", 4, True, id="3.2 Hungary"),
        pytest.param("italy", 5, True, id="3.2 Italy"),
        pytest.param("west_wall", 11, False, id="3.2 static divisions"),
        pytest.param("germany", 10, False, id="3.2 German armies and motorized corps"),
    ],
)
def test_checklist_3_free_set_ups(zone: str, count: int, one_per_hex: bool) -> None:
    found = scenario("1938").zones[zone]
    placed = units("1938", zone=zone).values()
    assert len(placed) == count
    assert found.attributes.get("one_per_hex", False) == one_per_hex
    room = zone_hexes(found)
    assert len(room) >= (
        count if one_per_hex else sum(map(is_big, placed)) if zone == "romania" else count // 2
    )
    nation = "france" if zone == "france" else next(iter(placed)).nation
    assert {country(h) for h in room} == {nation}


def test_3_1_soviet_zones_are_split_at_row_24() -> None:
    rows = {
        name: {int(the_map().numbers.label(h)[2:]) for h in zone_hexes(scenario("1938").zones[name])}
        for name in ("soviet_north", "soviet_south")
    }
    assert max(rows["soviet_north"]) == 23 and min(rows["soviet_south"]) == 24
    codes = {u.attributes["code"] for u in units("1938", zone="soviet_north").values()}
    assert codes == {"1B", "2B", "NW"}
    codes = {u.attributes["code"] for u in units("1938", zone="soviet_south").values()}
    assert codes == {"SF", "SW", "UF", "IAC"}


def test_3_1_french_zone_keeps_off_the_border() -> None:
    zone = zone_hexes(scenario("1938").zones["france"])
    assert zone == the_map().hexes_in("france") - border_hexes()
    assert len(zone) >= 14
    assert "uk_bef" in units("1938", zone="france")


def test_3_1_romanian_hexes() -> None:
    assert set(scenario("1938").zones["romania"].spaces) == {"3133", "3134", "3233"}


def test_3_2_german_zone_is_germany_without_danzig() -> None:
    zone = zone_hexes(scenario("1938").zones["germany"])
    assert at("3714") not in zone and at("4114") in zone and at("2128") in zone


def test_g36_allies_set_up_before_germans() -> None:
    orders: dict[str, list[int]] = defaultdict(list)
    for zone in scenario("1938").zones.values():
        if "order" in zone.attributes:
            orders[zone.side].append(zone.attributes["order"])
    assert max(orders["allied"]) < min(orders["german"])


def test_3_3_neutral_units_wait_in_their_boxes() -> None:
    for nation, count in {"belgium": 5, "netherlands": 3, "denmark": 1, "lithuania": 1}.items():
        assert len(units("1938", nation=nation, at=f"box:neutral_{nation}")) == count
        zone = scenario("1938").zones[f"violated_{nation}"]
        assert zone.side == "allied" and zone_hexes(zone) == the_map().hexes_in(nation)


CZECH = {"1": "2222", "2": "2625", "3": "2829", "4": "2425"}
POLISH = {
    "Pm": "3417",
    "Pz": "3017",
    "Lz": "3421",
    "Cc": "3226",
    "Cr": "3529",
    "Mo": "3818",
    "Na": "4120",
    "Py": "3724",
}
GERMAN_1939 = {
    "3": "3918", "4": "3414", "8": "2922", "10": "3022", "14": "2726", "SAB": "3331",
    "CW": "4018", "CB": "4217", "FG": "2814", "19": "3213",
}  # fmt: skip


@pytest.mark.parametrize("year", YEARS)
def test_g24_polish_start_hexes(year: str) -> None:
    armies = units(year, nation="poland", size="army").values()
    assert {u.attributes["code"]: u.at for u in armies} == POLISH
    poland = scenario(year).units
    assert (poland["po_cdc"].at, poland["po_gr"].at) == ("3713", "3821")
    assert {poland["po_cav_1"].at, poland["po_cav_2"].at} == {"3223", "3416"}
    assert all(country(at(number)) == "poland" for number in {u.at for u in armies})


def test_g24_czech_start_hexes() -> None:
    armies = units("1938", nation="czechoslovakia", size="army").values()
    assert {u.attributes["code"]: u.at for u in armies} == CZECH
    assert {country(at(u.at)) for u in armies} == {"czechoslovakia"}


def test_g24_german_start_hexes_1939() -> None:
    placed = [u for u in units("1939", nation="germany").values() if not u.at.startswith("box:")]
    assert {u.attributes["code"]: u.at for u in placed} == GERMAN_1939
    assert {country(at(u.at)) for u in placed} == {"germany", "czechoslovakia"}


@pytest.mark.parametrize("year", YEARS)
def test_g24_start_hexes_are_marked_as_assumed(year: str) -> None:
    for number, stack in on_map(year).items():
        assert all(u.sources.of("at").origin is Origin.ASSUMED for u in stack), number


# Checklist 4: points, turns, limits, arrivals


@pytest.mark.parametrize(
    "year, first, last, days, turns",
    [("1938", "1938-10-01", "1938-11-09", 4, 10), ("1939", "1939-09-01", "1939-09-18", 3, 6)],
)
def test_checklist_4_calendar(year: str, first: str, last: str, days: int, turns: int) -> None:
    calendar = scenario(year).turns
    assert list(calendar) == list(range(1, turns + 1))
    start = date.fromisoformat(first)
    for number, turn in calendar.items():
        assert turn.date == str(start + timedelta(days * (number - 1)))
        assert turn.attributes["days"] == days
        drawn = year == "1938" and number >= 3
        assert turn.attributes["sequence"] == ("drawn" if drawn else "fixed")
        assert turn.attributes["airpower"] is drawn
    assert start + timedelta(days * turns - 1) == date.fromisoformat(last)


def test_checklist_4_start_points() -> None:
    assert {key: side.attributes["vp"] for key, side in scenario("1938").sides.items()} == {
        "german": 50,
        "allied": 50,
    }
    assert set(scenario("1939").sides) == {"german", "polish"}


def test_1_3_sides_and_neutrals_1938() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for key, nation in scenario("1938").nations.items():
        found[nation.side].add(key)
        assert nation.attributes["status"] == ("belligerent" if nation.side else "neutral")
    assert found == SIDES_1938


def test_13_1_sides_1939() -> None:
    nations = scenario("1939").nations
    assert (nations["germany"].side, nations["poland"].side, nations["danzig"].side) == (
        "german",
        "polish",
        "",
    )
    assert {u.nation for u in scenario("1939").units.values()} == {"germany", "poland"}
    assert set(scenario("1939").zones["area"].regions) == {"czechoslovakia", "danzig", "germany", "poland"}


def test_5_2_turn_markers_of_the_nations() -> None:
    groups: dict[str, set[str]] = defaultdict(set)
    for key, nation in scenario("1938").nations.items():
        if "turn_marker" in nation.attributes:
            groups[nation.attributes["turn_marker"]].add(key)
    expected = {frozenset(n.lower().replace(" ", "_") for n in row["nations"]) for row in
                TABLES.table("national_turn_markers").rows}  # fmt: skip
    assert {frozenset(names) for group, names in groups.items() if group != "german"} == expected
    assert groups["german"] == {"germany"}


@pytest.mark.parametrize(
    "year, expected",
    [
        ("1938", {nation: side for side, names in SIDES_1938.items() for nation in names if side}),
        ("1939", {"germany": "german", "czechoslovakia": "german", "poland": "polish"}),
    ],
)
def test_3_6_control_at_start(year: str, expected: dict[str, str]) -> None:
    held = {key.removeprefix("region:"): c.side for key, c in scenario(year).control.items()}
    assert held == {nation: side for nation, side in expected.items() if nation in the_map().regions}


def test_checklist_4_late_units_are_off_the_map() -> None:
    arrivals = scenario("1938").reinforcements
    late = {unit for arrival in arrivals.values() for unit in arrival.units}
    assert late == {"ge_mot_18", "ge_mtn_18", "ge_7f", *(f"ge_reserve_{n}" for n in range(1, 7))}
    assert all(not scenario("1938").units[u].at and not scenario("1938").units[u].zone for u in late)
    assert not scenario("1939").reinforcements


@pytest.mark.parametrize(
    "key, turn, phase, roll",
    [
        pytest.param("eighteenth_motorized", 1, "german_phase_end", None, id="3.2.1"),
        pytest.param("mountain_corps", 2, "german_movement", None, id="3.2.2 18th Mountain"),
        pytest.param("reserve_corps", 3, "german_reorganization", "1d6-1", id="3.2.2 reserve"),
        pytest.param("seventh_flieger", 3, "german_reorganization", None, id="12.8"),
    ],
)
def test_3_2_arrivals(key: str, turn: int, phase: str, roll: str | None) -> None:
    arrival = scenario("1938").reinforcements[key]
    assert arrival.turn == turn
    assert (arrival.attributes["phase"], arrival.attributes.get("roll")) == (phase, roll)
    assert arrival.condition


def test_3_2_1_path_zone_holds_the_shortest_ways() -> None:
    zone = zone_hexes(scenario("1938").zones["vienna_breslau"])
    vienna, breslau = at("2128"), at("2821")
    assert {distance(vienna, h) + distance(h, breslau) for h in zone} == {10}
    assert {distance(vienna, h) for h in zone} == set(range(1, 10))


def test_3_2_2_arrival_zones_are_cities_of_germany_and_the_west_wall() -> None:
    home = the_map().hexes_in("germany")
    cities = home & city_hexes()
    zones = scenario("1938").zones
    assert zone_hexes(zones["german_cities"]) == cities
    assert zone_hexes(zones["reserve_entry"]) == cities | zone_hexes(zones["west_wall"])


# Markers


def test_3_4_markers_1938() -> None:
    counts = Counter(m.kind for m in scenario("1938").markers.values())
    printed = TABLES.table("markers").values
    assert counts == {
        "victory_point": printed["victory_point"],
        "game_turn": printed["game_turn"],
        "national_turn": printed["national_turn"],
        "german_phase": printed["german_phase"],
        "railhead": printed["soviet_railhead"],
        "airpower": printed["airpower"]["assumed_count"],
    }
    points = {
        m.side: m.attributes["points"] for m in scenario("1938").markers.values() if "points" in m.attributes
    }
    assert points == {"german": 50, "allied": 50}
    groups = {m.attributes["group"] for m in scenario("1938").markers.values() if m.kind == "national_turn"}
    assert len(groups) == 7
    assert {m.at for m in scenario("1938").markers.values() if m.kind == "national_turn"} == {"box:pool"}


def test_3_1_railheads_stand_on_rail_hexes_at_the_soviet_border() -> None:
    rail = {h for link in the_map().paths for h in hexes_of(link.side)}
    allowed = {h for h in the_map().hexes_in("soviet_union") if h in rail and h in border_hexes()}
    assert zone_hexes(scenario("1938").zones["soviet_railheads"]) == allowed
    placed = [at(m.at) for m in scenario("1938").markers.values() if m.kind == "railhead"]
    assert len(set(placed)) == 4 and set(placed) <= allowed


def test_g32_czech_fortifications_are_breached_in_1939() -> None:
    forts = {
        h for h, cell in the_map().hexes.items() if cell.features & FORTS and country(h) == "czechoslovakia"
    }
    breached = [at(m.at) for m in scenario("1939").markers.values() if m.kind == "breached"]
    assert sorted(breached) == sorted(forts)
    kinds = Counter(m.kind for m in scenario("1939").markers.values() if m.kind != "breached")
    assert kinds == {"game_turn": 1, "german_phase": 3}


# Victory


def test_4_1_sudden_death_1938() -> None:
    rows = {k: v for k, v in scenario("1938").victory.items() if v.attributes["when"] == "sudden_death"}
    winners = Counter(v.side for v in rows.values())
    sudden = [row for row in TABLES.table("victory_1938").rows if row["at"] == "any time"]
    table = Counter(row["winner"] for row in sudden)
    assert winners == table == {"german": 3, "allied": 3}
    assert rows["czech_collapse"].attributes["until_turn"] == 2
    assert set(rows["berlin"].spaces) == {"2413", "2414"}


def test_4_2_end_of_the_game_1938() -> None:
    rows = {k for k, v in scenario("1938").victory.items() if v.attributes["when"] == "end"}
    assert rows == {"czechs_stand", "lead_german", "lead_allied"}


def test_4_4_every_point_of_the_map_can_be_won_once() -> None:
    printed = {
        the_map().numbers.label(p.hex): p.attributes["vp"]
        for p in the_map().places.values()
        if p.kind == "city" and p.attributes["vp"]
    }
    scored: dict[str, float] = {}
    for key, row in scenario("1938").victory.items():
        if row.attributes["when"] == "points" and row.spaces and key != "west_wall_entered":
            for space in row.spaces:
                assert space not in scored
                scored[space] = row.points
            loser = 0 if key == "danzig_taken" else -row.points
            assert row.attributes["loser_points"] == loser
    assert scored == printed


def test_4_4_captured_by_the_other_side() -> None:
    holder = {nation: side for side, names in SIDES_1938.items() for nation in names}
    for row in scenario("1938").victory.values():
        if row.attributes["when"] == "points":
            for space in row.spaces:
                assert holder[country(at(space))] != row.side


def test_4_4_west_wall_row() -> None:
    row = scenario("1938").victory["west_wall_entered"]
    assert (row.side, row.points, row.attributes["once"]) == ("allied", 1, True)
    assert {at(s) for s in row.spaces} == zone_hexes(scenario("1938").zones["west_wall"])


def test_4_6_mech_corps_lost() -> None:
    rows = scenario("1938").victory
    assert (rows["mech_corps_lost"].points, rows["mech_corps_lost_oos"].points) == (-1, -2)


def test_13_3_victory_1939() -> None:
    rows = scenario("1939").victory
    assert {v.attributes["when"] for v in rows.values()} == {"end"}
    points = {key: row.points for key, row in rows.items() if row.points}
    assert points == {"krakow": 1, "danzig": 1, "warsaw": 2, "warsaw_besieged": 1}
    assert rows["krakow"].spaces == ("3226",) and rows["danzig"].spaces == ("3714",)
    assert rows["warsaw"].spaces == ("3821",)
    assert {at(s) for s in rows["warsaw_besieged"].spaces} == set(neighbours(at("3821")))
    assert {rows["german_win"].side, rows["polish_win"].side} == {"german", "polish"}


@pytest.mark.parametrize("year", YEARS)
def test_order_of_battle_has_a_place_for_every_unit(year: str) -> None:
    formations = scenario(year).formations
    for key, unit in scenario(year).units.items():
        assert formations[unit.formation].nation == unit.nation, key
    used = {u.formation for u in scenario(year).units.values()} | {f.parent for f in formations.values()}
    assert formations.keys() <= used
