"""The vocabulary and tables of USWC: values that the rules prove, their order, and marks on what is ours."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.formats.system_file import Effect
from core.games import load_system, load_tables

WEATHERS = ("Fair", "Poor", "Severe")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
RESULT_ORDER = ["AE+4", "AD+3", "AS+2", "AS+1", "NE+1", "DR+1", "DR+2", "DD+3", "DE+4"]


def rows(table_id: str) -> list[dict[str, Any]]:
    return load_tables("uswc").table(table_id).rows


def values(table_id: str) -> dict[str, Any]:
    return load_tables("uswc").table(table_id).values


def row(table_id: str, **match: Any) -> dict[str, Any]:
    """The one row of a table with these values."""
    found = [r for r in rows(table_id) if all(r.get(k) == v for k, v in match.items())]
    assert len(found) == 1, (table_id, match, found)
    return found[0]


def entry(kind: str, entry_id: str) -> Any:
    return load_system("uswc").by_id[kind][entry_id]


def effect(kind: str, entry_id: str, column: str) -> tuple[object, bool]:
    """Value of an effect, and whether it is assumed."""
    found = entry(kind, entry_id).effects[column]
    return (found.value, found.assumed) if isinstance(found, Effect) else (found, False)


# --- vocabulary ------------------------------------------------------------------------------------------


def test_lists_are_complete_and_ids_unique() -> None:
    system = load_system("uswc")
    counts = {name: len(getattr(system, name)) for name in system.by_id}
    ground = {"sides": 2, "terrains": 6, "features": 4, "hexsides": 7, "paths": 2, "places": 5}
    assert {name: counts[name] for name in ground} == ground
    assert counts["unit_types"] == len(rows("unit_types")) == 7
    assert counts["nations"] == 15
    assert counts["markers"] == 28
    assert counts["weathers"] == 3
    for name, found in system.by_id.items():
        assert len(found) == counts[name], f"an id is there twice in {name}"


def test_every_entry_has_a_rule_and_a_text() -> None:
    system = load_system("uswc")
    silent = [
        f"{name}.{e.id}"
        for name, found in system.by_id.items()
        for e in found.values()
        if not e.rule or not e.text
    ]
    assert silent == []


def test_attributes_have_rules_and_choices() -> None:
    system = load_system("uswc")
    owners = [
        *system.hexsides,
        *system.places,
        *system.regions,
        *system.boxes,
        *system.markers,
    ]
    kinds = [kind for owner in owners for kind in owner.attributes]
    kinds += [
        *system.map_attributes,
        *system.scenario_attributes,
        *system.nation_attributes,
        *system.hex_attributes,
        *system.unit_attributes,
        *system.turn_attributes,
        *system.zone_attributes,
    ]
    assert len(kinds) > 60
    for kind in kinds:
        assert kind.rule
        assert bool(kind.choices) == (kind.type == "choice"), kind.id


def test_grid_is_row_before_column_with_even_rows_east() -> None:
    grid = load_system("uswc").grid
    assert (grid.orientation, grid.shifted, grid.numbering.order) == ("pointy", "even", "RRCC")


@pytest.mark.parametrize("terrain", ["desert", "hills", "woods", "swamp"])
def test_rough_terrains_cost_2_and_hamper_by_an_assumed_modifier(terrain: str) -> None:
    assert effect("terrains", terrain, "ground_mp") == (2, False)
    assert effect("terrains", terrain, "attack_drm") == (-1, True)


@pytest.mark.parametrize(
    ("kind", "entry_id", "column", "value", "assumed"),
    [
        ("terrains", "clear", "ground_mp", 1, False),
        ("terrains", "clear", "attack_drm", 0, False),
        ("terrains", "clear", "air_mp", 1, True),
        ("terrains", "water", "ground_mp", None, False),
        ("terrains", "water", "air_mp", 1, True),
        ("features", "faded_dot", "ground_mp", None, False),
        ("features", "faded_dot", "invasion", False, False),
        ("features", "prohibited", "air_mp", None, False),
        ("features", "coastal", "invasion", True, False),
        ("features", "lake", "invasion", False, False),
        ("hexsides", "water", "ground_mp", None, False),
        ("hexsides", "water", "zoc", False, False),
        ("hexsides", "river", "ground_mp", 1, False),
        ("hexsides", "river", "attack_drm", -1, False),
        ("hexsides", "canal", "ground_mp", 1, True),
        ("hexsides", "canal", "attack_drm", -1, True),
        ("paths", "rail", "ground_mp", 1, False),
        ("paths", "road", "ground_mp", 1, False),
        ("places", "city", "ground_mp", 2, False),
        ("places", "port", "attack_drm", -1, False),
        ("places", "capital", "will_loss", 4, False),
        ("places", "factory", "will_loss", 2, True),
        ("places", "city", "will_loss", 1, True),
    ],
)
def test_terrain_effect(kind: str, entry_id: str, column: str, value: object, assumed: bool) -> None:
    assert effect(kind, entry_id, column) == (value, assumed)


def test_effects_name_known_columns() -> None:
    system = load_system("uswc")
    known = set(system.by_id["effect_columns"])
    lists = (system.terrains, system.features, system.hexsides, system.paths, system.places)
    used = {column for found in lists for e in found for column in e.effects}
    assert used == known


def test_movement_columns_belong_to_unit_classes() -> None:
    system = load_system("uswc")
    classes = {c for unit in system.unit_types for c in unit.classes}
    movers = {c.id: c.moves for c in system.effect_columns if c.moves}
    assert movers == {"ground_mp": ["ground"], "air_mp": ["air"]}
    assert {"ground", "air"} <= classes
    assert all(("air" in unit.classes) != ("ground" in unit.classes) for unit in system.unit_types)


def test_water_hexsides_block_and_exclude_rivers() -> None:
    assert entry("hexsides", "water").blocks
    assert entry("hexsides", "prohibited").blocks
    assert {"river", "canal"} <= set(entry("hexsides", "water").excludes)
    assert not entry("hexsides", "river").blocks
    assert not entry("hexsides", "canal").blocks
    assert entry("terrains", "water").water


def test_rail_and_road_have_the_same_effects() -> None:
    assert entry("paths", "rail").effects == entry("paths", "road").effects


@pytest.mark.parametrize(
    "unit", ["fighter", "bomber", "infantry", "paratroop", "garrison", "motorized", "tank"]
)
def test_unit_type_agrees_with_the_table(unit: str) -> None:
    printed = row("unit_types", type=unit)
    found = entry("unit_types", unit)
    assert found.values["mp_full"] == printed["mp_full"]
    assert found.values["mp_low_no"] == printed["mp_low_no"]
    assert found.values["activation_pp"] == printed["activation_cost_pp"]
    assert found.values.get("steps") == printed["steps"]
    assert printed["kind"] in found.classes
    assert printed.get("mobility", printed["kind"]) in found.classes
    assert printed.get("category", printed["kind"]) in found.classes


def test_what_the_specification_assumes_is_marked() -> None:
    assert row("unit_types", type="paratroop")["category_assumed"] is True
    assert entry("unit_types", "paratroop").assumed_values == ["category"]
    assert [t.id for t in load_system("uswc").unit_types if t.assumed_values] == ["paratroop"]
    crossing = next(a for a in entry("hexsides", "water").attributes if a.id == "crossing")
    assert crossing.assumed
    nations = load_system("uswc").nations
    assert all(look.counter.assumed for nation in nations for look in (nation, *nation.variants))
    assert [nation.id for nation in nations if not nation.assumed] == [
        "germany", "italy", "uk", "usa", "france", "belgium", "poland",
    ]  # fmt: skip
    assert entry("effect_columns", "air_mp").assumed


def test_options_have_the_switches_of_the_rules_and_the_gaps() -> None:
    options = {o.id: o for o in load_system("uswc").options}
    printed = {"strategic_movement", "what_if_counters", "axis_port_supply"}
    assert printed <= set(options)
    assert not any(options[o].assumed for o in printed)
    assert options["strategic_movement"].default is False
    gaps = {found.group() for o in options.values() if (found := re.match(r"G\d+(?=:)", o.text))}
    assert gaps == {
        f"G{n}" for n in (3, 6, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 31, 32, 33, 34, 35, 36)
    }
    assert all(o.assumed for o in options.values() if re.match(r"G\d+:", o.text))


def test_10_1_the_map_has_its_weather_table_and_the_scenario_the_month_before() -> None:
    system = load_system("uswc")
    (table,) = system.map_attributes
    assert (table.id, table.assumed) == ("weather_table", True)
    assert set(table.choices) == {r["map"] for r in rows("weather_table")}
    facts = {a.id: a for a in system.scenario_attributes}
    assert list(facts) == ["previous_weather", "disputed_areas", "map_box_changes"]
    assert facts["previous_weather"].choices == [w.id for w in system.weathers]


@pytest.mark.parametrize(
    ("marker", "column", "value", "assumed"),
    [
        ("fort", "ground_mp", 0, True),
        ("fort", "zoc", True, False),
        ("mulberry", "ground_mp", 0, False),
        ("mulberry", "attack_drm", 0, False),
        ("no_ezoc", "zoc", False, False),
    ],
)
def test_14_effects_of_markers(marker: str, column: str, value: object, assumed: bool) -> None:
    assert effect("markers", marker, column) == (value, assumed)


def test_counter_colours_differ_between_nations() -> None:
    fills = [nation.counter.fill for nation in load_system("uswc").nations]
    assert len(set(fills)) == len(fills)


def test_markers_of_the_tables_are_in_the_vocabulary() -> None:
    names = {marker.name for marker in load_system("uswc").markers}
    assert {r["name"] for r in rows("event_markers")} <= names
    assert len(rows("event_markers")) == 11
    assert len(rows("tracking_markers")) == 16


# --- tables ----------------------------------------------------------------------------------------------


def test_there_are_34_tables_in_the_order_of_the_specification() -> None:
    tables = load_tables("uswc").tables
    assert len(tables) == 34
    assert (tables[0].id, tables[14].id, tables[-1].id) == ("die", "crt", "geo_projection")
    assert {t.id for t in tables if t.assumed} == {"crt", "weather_table", "geo_projection"}


def test_crt_is_16_by_16() -> None:
    assert [r["defender"] for r in rows("crt")] == list(range(1, 17))
    for r in rows("crt"):
        assert list(r) == ["defender", *map(str, range(1, 17))]
        assert {r[str(a)] for a in range(1, 17)} <= set(RESULT_ORDER)


def test_crt_known_cell_of_the_example() -> None:
    assert row("crt", defender=7)["4"] == "AS+2"
    assert values("crt")["known_cells"] == [
        {"attacker": 4, "defender": 7, "result": "AS+2", "rule": "5.1 ex"}
    ]


def test_crt_gets_better_with_the_attacker_and_worse_with_the_defender() -> None:
    rank = [[RESULT_ORDER.index(r[str(a)]) for a in range(1, 17)] for r in rows("crt")]
    assert all(line == sorted(line) for line in rank)
    columns = list(zip(*rank, strict=True))
    assert all(list(column) == sorted(column, reverse=True) for column in columns)
    assert [rank[i][i] for i in range(16)] == [RESULT_ORDER.index("NE+1")] * 16


def test_crt_follows_its_construction() -> None:
    bands = values("crt")["assumed_construction"]["bands"]
    assert [band["result"] for band in bands] == RESULT_ORDER
    for defender in range(1, 17):
        for attacker in range(1, 17):
            most = max(attacker, defender)
            e = attacker - defender if most <= 8 else int((attacker - defender) * 8 / most)
            result = next(b["result"] for b in bands if b.get("from", -99) <= e <= b.get("to", 99))
            assert row("crt", defender=defender)[str(attacker)] == result, (attacker, defender)


def test_crt_codes_have_ground_and_air_results() -> None:
    codes = {result[:2] for result in RESULT_ORDER}
    assert {r["code"] for r in rows("ground_combat_results")} == codes
    assert {c for r in rows("air_combat_results") if r["step"] == "sorties" for c in r["codes"]} == codes
    assert {r["code"] for r in rows("air_combat_results") if r["step"] == "air_support"} == codes


def test_ground_results_mark_what_is_ours() -> None:
    assert {r["code"] for r in rows("ground_combat_results") if r.get("assumed")} == {"AE", "AD"}
    assert {r["code"] for r in rows("ground_combat_results") if r.get("assumed_part")} == {"DD", "DE"}


def test_air_results_of_the_example() -> None:
    assert row("air_combat_results", step="air_support", code="DR")["air_support_to"] == [
        "attacker",
        "defender",
    ]
    assert row("air_combat_results", step="air_support", code="DD")["air_support_to"] == ["attacker"]
    hits = next(r for r in rows("air_combat_results") if "DR" in r.get("codes", ()))
    assert (hits["attacker_sorties"], hits["defender_sorties"]) == (1, "N")
    assert "assumed" not in hits
    assert sum(bool(r.get("assumed")) for r in rows("air_combat_results")) == 7


GROUND_DRM = {
    "nation_germany": 2, "nation_uk": 1, "nation_france": 1, "elite": 1, "tank_fair": 2, "tank_poor": 1,
    "tank_severe": 0, "air_support_fair": 2, "air_support_poor": 1, "naval_support_fair": 2,
    "naval_support_poor": 1, "reduced_strength": -2, "low_supply": -2, "attack_poor": -1, "attack_city": -1,
    "attack_river": -1, "defender_isolated": 2, "additional_attacker_any_type": 1, "surprise_attack": 1,
    "airdrop": -2, "partisans": -2, "free_forces": 1, "ground_support": 1, "rockets": -2, "snafu": -1,
    "ultra": 1,
}  # fmt: skip


@pytest.mark.parametrize(("line", "drm"), GROUND_DRM.items())
def test_ground_drm_from_the_text(line: str, drm: int) -> None:
    found = row("ground_drm", id=line)
    assert found["drm"] == drm
    assert "assumed" not in found


def test_ground_drm_sums_of_the_examples() -> None:
    drm = {r["id"]: r["drm"] for r in rows("ground_drm")}
    axis = ("nation_germany", "tank_poor", "air_support_poor", "attack_poor", "attack_city")
    western = ("nation_uk", "reduced_strength", "tank_poor", "air_support_poor")
    assert sum(drm[i] for i in axis) == 2  # 5.1 ex, T42
    assert sum(drm[i] for i in western) == 1
    assert drm["nation_germany"] + drm["tank_fair"] == 4  # 5.3, T47
    assert drm["nation_france"] + drm["tank_fair"] == 3  # 13.10, T51
    assert drm["nation_belgium"] <= 0  # 5.3, T48
    assert drm["nation_germany"] + drm["tank_poor"] + drm["attack_poor"] == 2  # D6


def test_ground_drm_marks() -> None:
    assert len(rows("ground_drm")) == 34
    assert {r["id"] for r in rows("ground_drm") if r.get("assumed")} == {
        "nation_belgium", "nation_usa", "nation_italy", "nation_other", "attack_rough",
        "additional_attacker_tank_fair_extra",
    }  # fmt: skip
    assert row("ground_drm", id="naval_support_severe")["drm"] is None
    assert row("ground_drm", id="snafu")["max_per_combat_assumed"] is True
    assert values("ground_drm")["cap_per_side"] == values("air_drm")["cap_per_side"] == 10


def test_air_drm() -> None:
    printed = {r["id"]: r["drm"] for r in rows("air_drm") if not r.get("assumed")}
    assert printed == {
        "poor_weather": -2, "low_supply": -2, "jets": 2, "ultra": 1, "snafu": -1, "surprise_attack": 1,
        "airdrop": -2, "partisans": -2,
    }  # fmt: skip
    ours = {r["id"]: r["drm"] for r in rows("air_drm") if r.get("assumed")}
    assert ours == {
        "fighter": 1, "bomber": 0, "nation_germany": 1, "nation_uk": 1, "nation_usa": 1, "nation_other": 0,
        "existing_sorties": 0,
    }  # fmt: skip


def test_divisions_after_the_roll() -> None:
    found = {r["id"]: (r["combat"], r["divide_by"]) for r in rows("post_roll_divisors")}
    assert found == {
        "no_supply": (["ground", "air"], 2),
        "severe_weather": (["ground", "air"], 2),
        "attacking_fort_occupant": (["ground"], 2),
    }
    ground = [r for r in rows("post_roll_divisors") if "ground" in r["combat"]]
    assert values("post_roll_divisors")["count_in_ground_list"] == len(ground) == 3
    assert values("post_roll_divisors")["final_minimum"] == 1


def test_movement_costs_of_the_examples() -> None:
    cost = {r["id"]: r["cost"] for r in rows("movement_costs")}
    assert cost["clear"] + cost["river_hexside"] + cost["attack_unit_in_fair_hex"] == 3  # 4.2.3.3, T25, T27
    assert cost["clear"] + cost["river_hexside"] + cost["attack_unit_in_poor_or_severe_hex"] == 4  # D5
    assert cost["rough"] == cost["enemy_city"] == 2
    assert cost["transport_line_move"] == 1
    assert {r["id"] for r in rows("movement_costs") if r.get("assumed")} == {
        "canal_hexside", "enter_fort_hex_enemy", "amphibious_invasion", "any_hex",
    }  # fmt: skip
    assert values("movement_costs")["combination_highest_assumed"] is True


def test_movement_allowances_halve_without_full_supply() -> None:
    found = [(r["full"], r["low"], r["no"]) for r in rows("movement_allowance")]
    assert found == [(8, 4, 4), (10, 5, 5)]


def test_weather_table_is_complete() -> None:
    table = rows("weather_table")
    maps = ("France", "Balkans", "Scandinavia", "Italy")
    assert len(table) == 4 * (10 + 2 * 3)
    for where in maps:
        for month in MONTHS:
            found = [r for r in table if (r["map"], r["month"]) == (where, month)]
            previous = [r.get("previous") for r in found]
            assert previous == (list(WEATHERS) if month in {"Jun", "Nov"} else [None])
    assert all(r[str(die)] in WEATHERS for r in table for die in range(1, 7))


def test_weather_gets_worse_with_the_die_and_with_the_month_before() -> None:
    rank = {id(r): [WEATHERS.index(r[str(die)]) for die in range(1, 7)] for r in rows("weather_table")}
    assert all(line == sorted(line) for line in rank.values())
    for better, worse in zip(rows("weather_table"), rows("weather_table")[1:], strict=False):
        if "previous" in better and "previous" in worse and better["month"] == worse["month"]:
            assert all(a <= b for a, b in zip(rank[id(better)], rank[id(worse)], strict=True))


def test_weather_known_cell_of_the_example() -> None:
    assert row("weather_table", map="Balkans", month="May")["4"] == "Fair"
    assert values("weather_table")["known_cells"][0]["result"] == "Fair"


@pytest.mark.parametrize(
    ("what", "cells"),
    [
        ("mobile attack allowed", (True, False, False)),
        ("extra MP to attack", (1, 2, 2)),
        ("ground attacker DRM", (0, -1, 0)),
        ("tank DRM", (2, 1, 0)),
        ("air support DRM", (2, 1, 0)),
        ("naval support DRM", (2, 1, None)),
        ("air combat DRM (both sides)", (0, -2, 0)),
        ("amphibious invasion allowed", (True, True, False)),
    ],
)
def test_weather_effect(what: str, cells: tuple[object, ...]) -> None:
    assert tuple(row("weather_effects", effect=what)[w] for w in WEATHERS) == cells


def test_weather_effects_agree_with_the_drm_lists() -> None:
    drm = {r["id"]: r["drm"] for r in rows("ground_drm")}
    for what, line in (
        ("tank DRM", "tank"),
        ("air support DRM", "air_support"),
        ("naval support DRM", "naval_support"),
    ):
        for weather in WEATHERS:
            assert row("weather_effects", effect=what)[weather] == drm[f"{line}_{weather.lower()}"]


def test_national_will() -> None:
    will = {r["event"]: r["will"] for r in rows("national_will_effects")}
    assert will["own FIELD ground unit eliminated in combat"] == -1
    assert will["own capital comes under enemy control"] == -4
    start = 15  # 2.1.2.1, T16 and T17
    lost = will["own FIELD ground unit eliminated in combat"] + will["own capital comes under enemy control"]
    assert start + lost == 10
    assert sum(bool(r.get("assumed")) for r in rows("national_will_effects")) == 7
    assert values("national_will_effects")["collapse"]["city_trigger_needs_a_city_on_the_map_assumed"] is True


@pytest.mark.parametrize(
    ("place", "event"),
    [
        ("capital", "own capital comes under enemy control"),
        ("factory", "own non-capital factory comes under enemy control"),
        ("city", "own other city comes under enemy control"),
        ("port", "own other city comes under enemy control"),
    ],
)
def test_will_losses_agree_with_the_effects_of_places(place: str, event: str) -> None:
    loss, assumed = effect("places", place, "will_loss")
    printed = row("national_will_effects", event=event)
    assert (loss, assumed) == (-printed["will"], printed.get("assumed", False))


def test_ranges() -> None:
    assert [r["hexes"] for r in rows("ranges")] == [7, 5, 3, 2, 2]


def test_supply() -> None:
    assert [(r["kind"], r["capacity"]) for r in rows("supply_sources")[:5]] == [
        ("Limited", 2), ("Limited", 2), ("Unlimited", None), ("Unlimited", None), ("Unlimited", 2),
    ]  # fmt: skip
    steps = {r.get("from"): r["new_state"] for r in rows("supply_states") if r["kind"] == "check"}
    assert [steps[s] for s in ("Full", "Low", "No")] == ["Low", "No", "No"]  # D8
    assert values("supply_states")["map_box_units"]["state_assumed"] is True
    assert values("supply_sources")["capacity_counting"]["assumed"] is True


def test_production_costs() -> None:
    known = {r["activity"]: r["pp"] for r in rows("production_costs") if not r.get("assumed")}
    assert list(known.values()) == [1, 2, 0, 0]
    assert [r["pp"] for r in rows("production_costs") if r.get("assumed")] == [2, 4, 2, 1, 2, 4, 4]


def test_sequence_of_play() -> None:
    phases = [r for r in rows("sequence_of_play") if "phase" not in r]
    assert [r["n"] for r in phases] == list(range(1, 10))
    assert phases[0]["who"] == ["Axis"]
    assert phases[3]["subphases"] == [
        "axis_actions",
        "axis_supply_check",
        "western_actions",
        "western_supply_check",
    ]
    assert [r["id"] for r in rows("sequence_of_play") if r.get("phase") == "operations"] == phases[3][
        "subphases"
    ]
    assert phases[2]["optional_per_scenario"] is True


def test_stacking_is_one_of_each() -> None:
    assert values("stacking")["per_hex"] == {"ground": 1, "fighter": 1, "bomber": 1}
    assert len(rows("stacking")) == 4


def test_event_markers() -> None:
    assert row("event_markers", name="Airdrop")["range"] == 3
    assert row("event_markers", name="Surprise Attack")["return"]["USA"] == "4 turns later"
    assert row("event_markers", name="Surprise Attack")["nationalities"] == ["Germany", "UK", "USA"]
    once = {r["name"] for r in rows("event_markers") if r.get("max_per_combat_assumed")}
    assert once == {"Free Forces", "Jets", "Rockets", "SNAFU"}
    assert row("event_markers", name="ULTRA")["max_per_combat"] == 1


def test_forts() -> None:
    assert len(rows("fort_effects")) == 15
    assert row("fort_effects", id="halved")["divide_by"] == 2
    assert row("fort_effects", id="destroyed")["by_assumed"] is True


def test_map_hex_facts() -> None:
    facts = {r["hex"]: r for r in rows("map_hex_facts")}
    assert len(facts) == len(rows("map_hex_facts")) == 45
    assert {h for h, r in facts.items() if r.get("rough")} == {"2717", "3120", "3219"}
    assert facts["2611"]["inland_port"] is True
    assert facts["2617"]["invasion_prohibited"] is True
    assert facts["2912"]["assumed_fields"] == ["name", "city", "port", "coastal"]
    assert facts["3815"]["land_touches_map_edge"] == ["SW"]
    assert facts["3816"]["land_touches_map_edge"] == []
    assert facts["3415"]["assumed"] is True
    assert facts["3014"]["capital"] is True


def test_map_hexside_facts() -> None:
    facts = rows("map_hexside_facts")
    assert len(facts) == 40
    assert {(r["a"], r["b"]) for r in facts if r.get("river")} == {("2914", "2915"), ("2813", "2914")}
    assert sum(r.get("ground_prohibited") is False for r in facts) == 26
    assert sum(r.get("ground_prohibited") is True for r in facts) == 3
    assert all(re.fullmatch(r"\d{4}|Oslo", r["b"]) and re.fullmatch(r"\d{4}", r["a"]) for r in facts)
    assert all(r["rule"] for r in facts)


TOWNS = {
    "Cherbourg": (-1.62, 49.64), "Le Havre": (0.11, 49.49), "Calais": (1.85, 50.95), "Paris": (2.35, 48.86),
    "London": (-0.12, 51.51), "Marseille": (5.37, 43.30),
}  # fmt: skip


@pytest.mark.parametrize("town", TOWNS)
def test_projection_hits_the_towns_it_was_fitted_on(town: str) -> None:
    def linear(text: str) -> float:
        found = re.fullmatch(r"([\d.]+) \+ ([\d.]+)\*lon - ([\d.]+)\*lat", text)
        assert found is not None
        c, a, b = map(float, found.groups())
        return c + a * TOWNS[town][0] - b * TOWNS[town][1]

    label = row("geo_projection", kind="fitted", place=town)["hex"]
    r, x = int(label[:2]), int(label[2:]) + (0.5 if int(label[:2]) % 2 == 0 else 0)
    most = values("geo_projection")["max_residual_hexes"]
    assert abs(linear(values("geo_projection")["x_center"]) - x) <= most["x"] + 0.02
    assert abs(linear(values("geo_projection")["row"]) - r) <= most["row"] + 0.02


def test_number_of_marks_on_what_is_ours() -> None:
    def marks(part: Any) -> int:
        if isinstance(part, dict):
            own = sum(v is True for k, v in part.items() if k == "assumed" or k.endswith("_assumed"))
            return own + sum(map(marks, part.values()))
        return sum(map(marks, part)) if isinstance(part, list) else 0

    assert sum(marks(t.rows) + marks(t.values) for t in load_tables("uswc").tables) == 69
