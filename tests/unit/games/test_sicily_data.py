"""The data of Sicily: its vocabulary and its tables, against what the rules state."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.formats.documents import content_hash, load_map, load_scenario, text_of
from core.formats.system_file import Effect, Entry
from core.formats.tables_file import Table
from core.games import load_system, load_tables
from core.hexgrid.hexes import Hex, corners_of, hexes_at, hexes_of, neighbours, sides_at
from core.hexgrid.lines import line

SYSTEM = load_system("sicily")
TABLES = load_tables("sicily")

TABLE_IDS = [
    "combat_results_table", "combat_ratio", "combat_shifts", "terrain_effects_chart", "stacking",
    "unit_types", "strength_chits", "supply_effects", "supply_line_length", "supply_sources",
    "air_sea_supply", "support_points", "port_demolition", "disruption", "end_run_table",
    "airborne_missions_table", "weather_track", "weather_effects", "historical_weather",
    "airfield_chart", "naval_gunfire", "evacuation", "maximum_interdiction", "anti_shipping",
    "variable_reinforcement_table", "desertion", "replacement_schedule", "replacement_rules",
    "victory_points", "victory_points_turn_20_adjustment", "victory_levels_campaign",
    "victory_levels_us_landing", "army_boundary_cases", "first_turn", "calendar",
]  # fmt: skip
WHOLLY_OURS = {
    "terrain_effects_chart", "strength_chits", "disruption", "end_run_table", "airborne_missions_table",
    "weather_track", "airfield_chart", "maximum_interdiction", "variable_reinforcement_table",
    "replacement_schedule", "calendar",
}  # fmt: skip


def table(table_id: str) -> Table:
    return TABLES.table(table_id)


def keyed(table_id: str, key: str) -> dict[Any, dict[str, Any]]:
    """The rows of a table by one of their fields; no two rows may share it."""
    rows = table(table_id).rows
    found = {row[key]: row for row in rows}
    assert len(found) == len(rows)
    return found


def entry(kind: str, entry_id: str) -> Any:
    return SYSTEM.by_id[kind][entry_id]


def effect(kind: str, entry_id: str, column: str) -> Effect:
    found = entry(kind, entry_id).effects[column]
    assert isinstance(found, Effect)
    return found


# ---------------------------------------------------------------- tables as a whole


def test_every_table_is_there_once_and_in_order() -> None:
    assert [t.id for t in TABLES.tables] == TABLE_IDS


def test_lost_charts_are_marked_as_ours_and_no_others() -> None:
    assert {t.id for t in TABLES.tables if t.assumed} == WHOLLY_OURS
    partly = {t.id for t in TABLES.tables if t.values.get("partly_assumed")}
    assert partly == {"combat_results_table", "victory_levels_us_landing"}


@pytest.mark.parametrize("table_id", TABLE_IDS)
def test_every_table_names_its_rule_and_has_content(table_id: str) -> None:
    assert re.match(r"\d+\.\d", table(table_id).rule)
    assert table(table_id).rows or table(table_id).values


# ---------------------------------------------------------------- 9.88 combat results


def crt(arrangement: str = "a") -> dict[int, list[str]]:
    rows = {row["roll"]: row["results"] for row in table("combat_results_table").rows}
    if arrangement != "a":
        other = table("combat_results_table").values["alternatives"][f"arrangement_{arrangement}"]
        rows.update({row["roll"]: row["results"] for row in other["rows"]})
    return rows


def parts(cell: str) -> tuple[str, int]:
    """Side and total of a result."""
    found = re.fullmatch(r"([AD])([1-4])(?:\(([1-3])\))?", cell)
    assert found, cell
    return found[1], int(found[2]) + int(found[3] or 0)


@pytest.mark.parametrize("arrangement", ["a", "b", "c"])
def test_9_88_crt_has_11_rows_of_13_cells(arrangement: str) -> None:
    assert sorted(crt(arrangement)) == list(range(2, 13))
    assert {len(cells) for cells in crt(arrangement).values()} == {13}


@pytest.mark.parametrize("arrangement", ["a", "b", "c"])
def test_9_88_every_arrangement_has_the_same_results(arrangement: str) -> None:
    stated = table("combat_results_table").values["multiset_of_results"]
    assert Counter(cell for cells in crt(arrangement).values() for cell in cells) == Counter(stated)
    assert sum(stated.values()) == 143


@pytest.mark.parametrize("arrangement", ["a", "b", "c"])
@pytest.mark.parametrize("roll", range(2, 13))
def test_9_88_results_only_get_better_to_the_right(arrangement: str, roll: int) -> None:
    cells = [parts(cell) for cell in crt(arrangement)[roll]]
    assert "DA" not in "".join(side for side, _ in cells)
    attacker = [total for side, total in cells if side == "A"]
    defender = [total for side, total in cells if side == "D"]
    assert attacker == sorted(attacker, reverse=True)
    assert defender == sorted(defender)


def test_9_88_chance_of_a_defender_result_grows_evenly() -> None:
    ways = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}
    chances = [sum(ways[roll] for roll, cells in crt().items() if cells[c][0] == "D") for c in range(13)]
    assert chances == [0, 0, 1, 9, 11, 15, 24, 30, 36, 36, 36, 36, 36]


@pytest.mark.parametrize(
    ("roll", "column", "cell"),
    [
        (2, 1, "A1(3)"),
        (2, 13, "D4(3)"),
        (3, 7, "D2"),
        (7, 1, "A3(3)"),
        (9, 8, "D1"),
        (12, 1, "A2(3)"),
        (12, 13, "D4(3)"),
    ],
)
def test_9_88_anchor_cells(roll: int, column: int, cell: str) -> None:
    assert crt()[roll][column - 1] == cell


def test_9_88_headers_differ_by_one_column_between_lines() -> None:
    headers = table("combat_results_table").values["column_headers_by_terrain_line"]
    one, two, three = (headers[k] for k in ("line_1_city_level4_6", "line_2_swamp_level2_3", "line_3_level1"))
    assert (one[0], two[0], three[0]) == ("1-3", "1-4", "1-5")
    assert (one[-1], two[-1], three[-1]) == ("11-1", "10-1", "9-1")
    assert one[:-1] == two[1:] and two[:-1] == three[1:]


@pytest.mark.parametrize(
    ("ratio", "line", "column"),
    [
        ("9-1", 3, 13),
        ("1-3", 1, 1),
        ("1-1", 1, 3),
        ("1-1", 2, 4),
        ("1-1", 3, 5),
        ("2-1", 1, 4),
        ("1-5", 3, 1),
    ],
)
def test_9_7_column_formula_agrees_with_the_headers(ratio: str, line: int, column: int) -> None:
    values = table("combat_results_table").values
    header = next(
        h for k, h in values["column_headers_by_terrain_line"].items() if k.startswith(f"line_{line}_")
    )
    assert header[column - 1] == ratio
    left, right = map(int, ratio.split("-"))
    formula = values["column_number"]["N_to_1" if right == 1 else "1_to_N"][f"line_{line}"]
    n = left if right == 1 else right
    computed = n + int(formula[2:]) if formula.startswith("N+") else int(formula[0]) - n
    assert computed == column


def test_9_88_reconstructed_cells_and_breakthroughs_are_marked() -> None:
    rows = keyed("combat_results_table", "roll")
    assert {r for r, row in rows.items() if row["confidence"] == "moderate"} == {6, 7, 8, 10, 11}
    assert {
        r: row["assumed_columns"] for r, row in rows.items() if len(row.get("assumed_columns", [])) == 1
    } == {
        4: [1],
        5: [1],
        12: [1],
    }
    values = table("combat_results_table").values
    assert values["alternatives"]["assumed"] is True
    assert values["breakthrough_results"]["assumed"] is True
    assert values["breakthrough_results"]["value"] == ["D3(2)", "D3(3)", "D4(3)"]
    for cell in values["unreadable"]:
        assert crt()[cell["roll"]][cell["column"] - 1] == cell["reading"]


def test_9_3_limits_of_shifts() -> None:
    shifts = keyed("combat_shifts", "id")
    assert len(shifts) == 12
    assert table("combat_shifts").values["cumulative"] is True
    assert (shifts["divisional_integrity_attack"]["maximum"], shifts["artillery_attack"]["maximum"]) == (2, 2)
    assert (shifts["divisional_integrity_defense"]["maximum"], shifts["artillery_defense"]["maximum"]) == (
        1,
        1,
    )
    assert {s["direction"] for i, s in shifts.items() if i.endswith("_attack")} == {"right"}
    assert {s["direction"] for i, s in shifts.items() if i.endswith(("_defense", "town"))} == {"left"}


# ---------------------------------------------------------------- 8.3 strength chits


def test_8_3_pools_have_14_25_and_16_chits_with_falling_classes() -> None:
    rows = table("strength_chits").rows
    assert Counter(row["pool"] for row in rows) == {3: 14, 2: 25, 1: 16}
    assert all(row["A"] >= row["B"] >= row["C"] >= 1 for row in rows)


def test_8_35_the_one_known_chit_is_in_its_pool() -> None:
    known = table("strength_chits").values["known_chit"]
    assert known == {"rule": "8.35", "morale": 1, "C": 3}
    assert any(row["pool"] == 1 and row["C"] == 3 for row in table("strength_chits").rows)


def test_8_3_better_morale_has_better_chits_on_average() -> None:
    rows = table("strength_chits").rows
    means = []
    for pool in (1, 2, 3):
        chits = [row["A"] + row["B"] + row["C"] for row in rows if row["pool"] == pool]
        means.append(sum(chits) / len(chits))
    assert means == sorted(means) and len(set(means)) == 3


# ---------------------------------------------------------------- supply and Support Points


def test_21_12_supply_lines_get_one_longer_for_mountain_and_pack() -> None:
    rows = table("supply_line_length").rows
    assert [(r["max"], r["max_mountain_or_pack"], r["highest_level"]) for r in rows] == [
        (1, 2, None),
        (2, 3, 3),
        (3, 4, 1),
    ]
    assert table("supply_line_length").values["mountain_or_pack_bonus"] == 1


def test_21_11_axis_sources() -> None:
    sources = keyed("supply_sources", "name")
    assert {n: s["hex"] for n, s in sources.items()} == {"Messina": "5903", "Enna": "3714", "Palermo": "2203"}
    assert [n for n, s in sources.items() if s["reusable_after_capture"]] == ["Messina"]


def test_21_16_isolated_vehicles_have_6_movement_points() -> None:
    assert table("supply_effects").values["isolated_move_tank_mechinf_recon"] == 6
    assert keyed("supply_effects", "state")["isolated"]["move_tank_mechinf_recon"].startswith("6 ")
    assert table("supply_effects").values["minimum_combat_strength"] == 1


def test_22_0_support_points() -> None:
    values = table("support_points").values
    assert values["start_campaign"] == {"italian": 4, "german": 6, "us": 6, "uk": 6}
    assert values["start_us_landing"] == {"us": 6, "german": 4, "italian": 3}
    income = values["income"]
    assert (income["depot_beach"], income["depot_minor_port"], income["depot_major_port"]) == (1, 2, 3)
    assert income["depot_major_port_ambiguous"] == [3, 5]
    assert income["axis_if_emergency_bombing"] == 8
    assert values["costs"]["attack_resulting_in_breakthrough"] == 0


def test_22_41_demolition_dt_10() -> None:
    turns = {row["die"]: row["turns"] for row in table("port_demolition").rows}
    extra = table("port_demolition").values["palermo_extra"]
    assert turns == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2}
    assert (turns[4] + extra, turns[6] + extra) == (2, 4)


def test_23_3_airfield_chart_covers_0_to_24_and_has_its_break_at_8() -> None:
    rows = table("airfield_chart").rows
    spans = [tuple(map(int, row["airfields"].split("-"))) for row in rows]
    assert [n for low, high in spans for n in range(low, high + 1)] == list(range(25))
    assert 8 in [high for _, high in spans]
    modifiers = [row["axis_support_modifier"] for row in rows]
    points = [row["air_points"] for row in rows]
    assert modifiers == sorted(modifiers, reverse=True) and modifiers[0] + 6 == 8 and modifiers[-1] + 1 < 0
    assert points == sorted(points) == [2, 3, 4, 5, 6, 8]


# ---------------------------------------------------------------- landing, airborne, weather


def test_18_31_end_runs_wanted_for_1_to_11_with_a_peak_inside_we_10() -> None:
    rows = keyed("end_run_table", "total")
    assert sorted(rows) == list(range(1, 12))
    assert {0 + 1, 5 + 6} == {min(rows), max(rows)}
    for nation in ("us", "uk"):
        units = [sum(map(int, rows[n][nation].split("/"))) for n in sorted(rows)]
        assert units[0] == units[-1] == 0
        assert 0 < units.index(max(units)) < 10


@pytest.mark.parametrize(
    ("kind", "part"), [(k, p) for k in ("paratroop", "glider") for p in ("loss", "scatter_distance")]
)
def test_19_4_airborne_results_get_worse_with_the_die(kind: str, part: str) -> None:
    order = table("airborne_missions_table").values["loss_levels"]
    assert order == ["NE", "D", "-1", "-1D"]
    rows = [r for r in table("airborne_missions_table").rows if (r["type"], r["part"]) == (kind, part)]
    severity = [order.index(r["result"]) if part == "loss" else r["hexes"] for r in rows]
    assert severity == sorted(severity) and len(set(severity)) == len(rows) == (4 if part == "loss" else 5)


def test_20_2_weather_for_every_roll_is_in_the_vocabulary() -> None:
    rolls = {row["roll"]: row["weather"] for row in table("weather_track").rows}
    assert sorted(rolls) == list(range(2, 13))
    assert Counter(rolls.values()) == {"rain": 2, "heavy_mistral": 1, "light_mistral": 1, "good": 7}
    history = set(table("historical_weather").values.values())
    assert set(rolls.values()) | history <= set(SYSTEM.by_id["weathers"])
    assert table("historical_weather").values["turn_10"] == "rain"


def test_18_14_disruption_from_7_and_only_commandos_help() -> None:
    assert table("disruption").values["disrupted_from"] == 7
    modifiers = {row["if"]: row["drm"] for row in table("disruption").rows}
    assert [name for name, drm in modifiers.items() if drm < 0] == ["ranger or commando"]
    assert modifiers["light Mistral"] < modifiers["heavy Mistral"] < modifiers["rain"]


# ---------------------------------------------------------------- evacuation and reinforcements


def test_26_12_evacuation_hexes_have_assumed_capacity() -> None:
    axis = table("evacuation").values["axis"]
    assert axis["hexes"] == ["5902", "5903", "6001", "6102"]
    capacity = dict(axis["capacity_italian_german"])
    assert capacity.pop("assumed") is True
    assert capacity == {"5902": "2/3", "5903": "4/4", "6001": "2/3", "6102": "2/2"}
    assert table("evacuation").values["allied"]["max_units_per_hex_per_movement_phase"] == 6


def test_26_24_interdiction_sections() -> None:
    rows = table("maximum_interdiction").rows
    guns = {row["artillery"]: row["results_by_die"] for row in rows if row["part"] == "anti_artillery"}
    assert list(guns) == ["0", "1", "2", "3", "4+"]
    for results in guns.values():
        lost = [int(result.rstrip("E")) for result in results]
        assert len(lost) == 6 and lost == sorted(lost)
    assert not any("E" in result for result in guns["0"])
    assert table("maximum_interdiction").values["minimum_evacuated"] == 10


def test_29_34_anti_shipping_dt_13() -> None:
    values = table("anti_shipping").values
    assert values["airfields"] == ["0807", "0906", "1111", "1715", "2104", "2907"]
    assert int(5 * values["points_per_uncaptured_airfield"]) == 2
    assert int(5 * values["rain"]) == 1


def test_27_5_variable_table_gets_worse_with_captured_points() -> None:
    rows = keyed("variable_reinforcement_table", "roll")
    assert sorted(rows) == list(range(2, 13))
    columns = table("variable_reinforcement_table").values["columns"]
    assert columns[0] == "0-5"
    for row in rows.values():
        assert len(row["results"]) == len(columns) == 6
        assert all(re.fullmatch(r"[A-J]+|K|M|MX", result) for result in row["results"])
        harshness = [("K", "M", "MX").index(r) + 1 if r in ("K", "M", "MX") else 0 for r in row["results"]]
        assert harshness == sorted(harshness)
    assert rows[12]["results"][0] == "ABCDEFGHIJ"


def test_27_3_desertion() -> None:
    assert table("desertion").values["step_lost_from"] == 6
    assert [row["drm"] for row in table("desertion").rows] == [-1, -1, -1, 1, 1, 2]


def test_27_41_replacements_within_the_game_and_none_for_italy() -> None:
    rows = keyed("replacement_schedule", "nation")
    assert list(rows) == ["us", "uk", "canadian", "german", "italian"]
    assert rows["italian"] == {"nation": "italian"}
    turns = [t for row in rows.values() for kind in ("infantry", "armor") for t in row.get(kind, [])]
    assert len(turns) == 5 + 3 + 5 + 3 + 2 + 3 + 2
    assert all(1 < t <= 20 for t in turns)


# ---------------------------------------------------------------- victory


def test_28_2_awards_and_their_doubtful_digits() -> None:
    items = keyed("victory_points", "item")
    assert len(items) == 18
    assert items["captured airfield"]["vp"] == items["captured Tactical Point"]["vp"] == 1
    assert items["eliminated Allied brigade/regiment"]["ambiguous"] == [-3, -5]
    assert items["unplayed Game-Turn if the game ends before turn 20"]["ambiguous"] == [3, 5]
    for name in ("eliminated Axis battalion", "eliminated Allied battalion"):
        assert items[name]["ambiguous"] == ["n", "1/2 per strength point"]
    assert sum(1 for item in items.values() if "ambiguous" in item) == 4
    values = table("victory_points").values
    assert values["maximum_airfields"] + values["maximum_tactical_points"] == 108


def level_of(table_id: str, points: int) -> str:
    rows = table(table_id).rows
    found = [
        r["level"]
        for r in rows
        if (r["min"] is None or points >= r["min"]) and (r["max"] is None or points <= r["max"])
    ]
    assert len(found) == 1
    return str(found[0])


@pytest.mark.parametrize(
    ("points", "level"),
    [(174, "Allied Substantive"), (175, "Allied Decisive"), (100, "Axis Marginal"), (49, "Axis Decisive"),
     (101, "Allied Marginal"), (75, "Axis Substantive")],
)  # fmt: skip
def test_28_4_levels_of_the_campaign_dt_19(points: int, level: str) -> None:
    assert level_of("victory_levels_campaign", points) == level


@pytest.mark.parametrize("table_id", ["victory_levels_campaign", "victory_levels_us_landing"])
def test_28_4_every_total_has_exactly_one_level(table_id: str) -> None:
    levels = [level_of(table_id, points) for points in range(200, -200, -1)]
    assert [level for level, before in zip(levels, ["", *levels], strict=False) if level != before] == [
        "Allied Decisive",
        "Allied Substantive",
        "Allied Marginal",
        "Axis Marginal",
        "Axis Substantive",
        "Axis Decisive",
    ]


def test_30_7_reconstructed_levels_are_marked() -> None:
    rows = keyed("victory_levels_us_landing", "level")
    assert [level for level, row in rows.items() if row.get("assumed")] == [
        "Allied Marginal",
        "Axis Marginal",
        "Axis Substantive",
        "Axis Decisive",
    ]
    assert [level for level, row in rows.items() if row.get("assumed_part") == "sign"] == [
        "Axis Substantive",
        "Axis Decisive",
    ]


def test_28_3_turn_20_adjustment() -> None:
    rows = table("victory_points_turn_20_adjustment").rows
    assert [row["vp"] for row in rows] == ["no cadre award", -3, -2, "-n"]
    assert rows[1]["ambiguous"] == [-3, -5]


def test_24_27_boundary_cases() -> None:
    cases = keyed("army_boundary_cases", "case")
    assert [cases[n]["turns"] for n in (1, 2, 3)] == [3, 2, 1]
    assert [cases[n]["boundary"] for n in (1, 2, 3)] == ["45xx hexrow", "3806-3819-4422-4430", "41xx hexrow"]


def test_15_0_calendar_runs_in_steps_of_two_days() -> None:
    rows = table("calendar").rows
    assert [row["turn"] for row in rows] == list(range(1, 21))
    assert (rows[0]["date"], rows[-1]["date"]) == ("1943-07-10", "1943-08-17")
    assert rows[10]["dates"] == "30 Jul - 31 Jul 1943"
    assert rows[11]["date"] == "1943-08-01"


def test_7_1_stacking() -> None:
    values = table("stacking").values
    assert values["max_units_per_hex_end_of_movement"] == 3
    assert values["max_regiments_brigades_fighting_per_hex"] == values["max_depots_per_hex"] == 1


# ---------------------------------------------------------------- vocabulary

COSTS = {
    "level_1": (2, 1, 1, 3, 1),
    "level_2": (3, 2, 1, 2, 2),
    "level_3": (4, 2, 1, 2, 3),
    "level_4": (6, 3, 2, 1, 4),
    "level_5": (None, 4, 2, 1, 5),
    "level_6": (None, 4, 3, 1, 6),
    "swamp": (None, 2, 2, 2, 1),
    "city": (2, 1, 1, 1, 1),
}


def test_terrains_are_the_levels_swamp_city_and_sea() -> None:
    assert [t.id for t in SYSTEM.terrains] == [*COSTS, "sea"]
    assert [t.id for t in SYSTEM.terrains if t.water] == ["sea"]


@pytest.mark.parametrize("terrain", COSTS)
def test_5_62_costs_are_ours_but_line_and_elevation_are_printed(terrain: str) -> None:
    columns = ("mech", "non_mech", "mountain", "crt_line", "elevation")
    found = [effect("terrains", terrain, column) for column in columns]
    assert tuple(e.value for e in found) == COSTS[terrain]
    assert [e.assumed for e in found] == [True, True, True, False, False]


@pytest.mark.parametrize("terrain", COSTS)
def test_terrain_effects_agree_with_the_chart(terrain: str) -> None:
    row = keyed("terrain_effects_chart", "terrain")[terrain]
    for column in ("mech", "non_mech", "mountain", "crt_line", "elevation"):
        assert effect("terrains", terrain, column).value == row[column]


def test_crt_lines_agree_with_the_crt() -> None:
    lines = table("combat_results_table").values["terrain_line_for"]
    for terrain in COSTS:
        assert effect("terrains", terrain, "crt_line").value == lines[terrain]


def test_24_31_mountain_rate_is_cheaper_on_levels_2_to_6_only() -> None:
    cheaper = [t for t in COSTS if COSTS[t][2] < COSTS[t][1]]  # type: ignore[operator]
    assert cheaper == ["level_2", "level_3", "level_4", "level_5", "level_6"]


def test_19_22_airborne_targets() -> None:
    for kind, allowed in (
        ("paratroop_target", ["level_1", "level_2", "level_3"]),
        ("glider_target", ["level_1"]),
    ):
        assert [t for t in [*COSTS, "sea"] if effect("terrains", t, kind).value] == allowed


def test_5_43_road_rates() -> None:
    values = {column: effect("paths", "road", column) for column in entry("paths", "road").effects}
    assert [values[c].value for c in ("mech", "non_mech", "mountain")] == [1, 1, 1]
    assert values["mech_strategic"].value == values["non_mech_strategic"].value == 0.5
    assert values["mountain_strategic"].value is None
    assert [c for c, e in values.items() if e.assumed] == ["non_mech_strategic"]


def test_9_32_river() -> None:
    values = {column: effect("hexsides", "river", column) for column in entry("hexsides", "river").effects}
    assert values["mech"].value is None and not values["mech"].assumed
    assert values["non_mech"].value == 1 and values["non_mech"].assumed
    assert (values["bridging"].value, values["defender_factor"].value) == (6, 2)


def test_25_16_town_shifts_and_slows_vehicles() -> None:
    assert (effect("places", "town", "shift").value, effect("places", "town", "town_surcharge").value) == (
        1,
        1,
    )
    assert not entry("places", "city").effects


def test_18_11_only_level_1_may_be_a_beach() -> None:
    assert entry("features", "beach").terrains == ["level_1"]
    assert "sea" not in entry("features", "coastal").terrains


def test_place_values() -> None:
    values = {p.id: {a.id: a for a in p.attributes} for p in SYSTEM.places}
    assert values["port"]["size"].choices == ["minor", "major"] and values["port"]["size"].required
    assert values["town"]["tactical_points"].maximum == values["city"]["tactical_points"].maximum == 84
    assert values["airfield"]["count"].maximum == 24
    assert all(values["evacuation_hex"][n].assumed for n in ("italian", "german"))


def test_5_31_classes_and_the_columns_they_pay() -> None:
    classes = {t.id: t.classes for t in SYSTEM.unit_types}
    assert {i for i, c in classes.items() if "mechanized" in c} == {
        "tank",
        "mechanized_infantry",
        "reconnaissance",
        "self_propelled_artillery",
    }
    assert {i for i, c in classes.items() if "fuel_supply" in c} == {
        "tank",
        "mechanized_infantry",
        "reconnaissance",
    }
    assert {i for i, c in classes.items() if "free_advance" in c} == {"tank", "mechanized_infantry"}
    paying = {c for column in SYSTEM.effect_columns for c in column.moves}
    assert paying == {"mechanized", "non_mechanized", "mountain"}
    # The first of the classes of a type that pays a column decides.
    assert {i: next((c for c in cs if c in paying), None) for i, cs in classes.items()}[
        "mountain"
    ] == "mountain"
    assert [i for i, cs in classes.items() if not paying & set(cs)] == ["depot"]


def test_unit_types_agree_with_the_table() -> None:
    rows = keyed("unit_types", "type")
    assert list(rows) == [t.id for t in SYSTEM.unit_types]
    for unit_type in SYSTEM.unit_types:
        assert rows[unit_type.id]["class"] in unit_type.classes
    assert [t for t, row in rows.items() if row.get("assumed")] == ["cavalry"]


def test_default_values_that_no_counter_shows_are_marked() -> None:
    ours = {t.id: t.assumed_values for t in SYSTEM.unit_types if t.assumed_values}
    assert ours == {
        "mechanized_infantry": ["move"], "reconnaissance": ["move"], "anti_tank": ["move"],
        "self_propelled_artillery": ["strength", "move"], "artillery": ["strength", "move"],
        "glider": ["strength", "move"], "coastal": ["move"],
    }  # fmt: skip
    assert [a.id for a in SYSTEM.nation_attributes] == [
        "support_points", "counts_as", "infantry_replacements", "armor_replacements",
    ]  # fmt: skip


def test_nations_and_their_colours_are_told_apart() -> None:
    assert [(n.id, n.side) for n in SYSTEM.nations] == [
        ("us", "allied"), ("uk", "allied"), ("canada", "allied"), ("france", "allied"), ("germany", "axis"),
        ("italy", "axis"),
    ]  # fmt: skip
    assert not any(n.assumed or v.assumed for n in SYSTEM.nations for v in (n, *n.variants))
    assert all(v.counter.assumed for n in SYSTEM.nations for v in (n, *n.variants))
    fills = [n.counter.fill for n in SYSTEM.nations] + [
        v.counter.fill for n in SYSTEM.nations for v in n.variants
    ]
    assert len(set(fills)) == len(fills) == 8


def test_options_state_doubtful_digits_with_the_printed_one_first() -> None:
    digits = {o.id for o in SYSTEM.options if o.choices == ["3", "5"]}
    assert digits == {
        "major_port_income",
        "allied_regiment_vp",
        "unplayed_turn_vp",
        "turn_20_unit_vp",
        "us_landing_line_vp",
    }
    for option in SYSTEM.options:
        if option.type == "choice":
            assert option.default == option.choices[0]
        else:
            assert isinstance(option.default, bool)
    printed = {"historical_weather": False, "fj_air_landing": False, "redraw_chits": False}
    assert {o.id: o.default for o in SYSTEM.options if o.id in printed} == printed
    assert not any(o.assumed for o in SYSTEM.options if o.id in printed)


def test_grid_is_even_q_and_marked_as_derived() -> None:
    assert (SYSTEM.grid.orientation, SYSTEM.grid.shifted, SYSTEM.grid.numbering.order) == (
        "flat",
        "even",
        "CCRR",
    )
    assert SYSTEM.grid.assumed


def entries() -> list[tuple[str, Entry]]:
    return [(f"{kind}:{i}", e) for kind, found in SYSTEM.by_id.items() for i, e in found.items()]


@pytest.mark.parametrize(("name", "found"), entries(), ids=[name for name, _ in entries()])
def test_every_word_has_a_rule_and_a_text(name: str, found: Entry) -> None:
    assert re.match(r"\d+(\.\d+)?", found.rule), name
    assert found.text.endswith("."), name


def test_words_are_unique_and_effects_use_known_columns() -> None:
    columns = set(SYSTEM.by_id["effect_columns"])
    for kind in ("terrains", "features", "hexsides", "paths", "places"):
        listed = getattr(SYSTEM, kind)
        assert len({e.id for e in listed}) == len(listed)
        for e in listed:
            assert set(e.effects) <= columns


# ---------------------------------------------------------------- the sample map and scenario

ROOT = Path(__file__).resolve().parents[3]
MAP_FILE = ROOT / "maps" / "samples" / "sicily_sample.map.json"
SCENARIO_FILE = ROOT / "scenarios" / "sicily" / "sicily_sample.scenario.json"
SAMPLE = load_map(MAP_FILE)
SCENARIO = load_scenario(SCENARIO_FILE)


def in_region(region: str) -> set[str]:
    return {SAMPLE.numbers.label(h) for h in SAMPLE.hexes_in(region)}


def is_land(h: Hex) -> bool:
    return h in SAMPLE.hexes and SAMPLE.hexes[h].terrain != "sea"


def test_samples_are_in_canonical_form_and_belong_together() -> None:
    assert text_of(SAMPLE) == MAP_FILE.read_text(encoding="utf-8")
    assert text_of(SCENARIO) == SCENARIO_FILE.read_text(encoding="utf-8")
    assert SCENARIO.info.map.hash == content_hash(SAMPLE)


def test_18_11_sample_beaches_are_the_coastal_level_1_hexes() -> None:
    for h, cell in SAMPLE.hexes.items():
        touches_sea = any(n in SAMPLE.hexes and not is_land(n) for n in neighbours(h))
        assert ("coastal" in cell.features) == (is_land(h) and touches_sea)
        assert ("beach" in cell.features) == ("coastal" in cell.features and cell.terrain == "level_1")


def test_18_22_sample_landing_areas_are_beaches_and_a_depot_can_land() -> None:
    assert in_region("dime") == {"3623", "3724"}
    roads = {h for link in SAMPLE.paths for h in hexes_of(link.side)}
    ports = {place.hex for place in SAMPLE.places.values() if place.kind == "port"}
    for area in ("joss", "dime", "cent"):
        assert all("beach" in SAMPLE.hexes[h].features for h in SAMPLE.hexes_in(area))
    for area in ("joss", "dime"):  # where the scenario has depots
        assert (SAMPLE.hexes_in(area) & roads) - ports


def test_24_21_sample_us_line_is_the_stated_diagonal_pair() -> None:
    numbers = SAMPLE.numbers
    stated = [
        *line(numbers.parse("2721"), numbers.parse("3517")),
        *line(numbers.parse("3517"), numbers.parse("4421")),
    ]
    assert SAMPLE.hexes_in("us_line") == set(stated)
    for link in SAMPLE.hexsides:
        if link.kind == "us_movement_line":
            assert len(set(hexes_of(link.side)) & set(stated)) == 1


def test_sample_rivers_run_between_land_and_reach_sea_or_edge() -> None:
    sides = {link.side for link in SAMPLE.hexsides if link.kind == "river"}
    assert all(is_land(h) for s in sides for h in hexes_of(s))
    rivers = []
    left = set(sides)
    while left:
        group, frontier = set(), [left.pop()]
        while frontier:
            s = frontier.pop()
            group.add(s)
            touching = {t for c in corners_of(s) for t in sides_at(c)} & left
            left -= touching
            frontier += touching
        rivers.append(group)
    assert len(rivers) == 7
    for group in rivers:
        assert any(not is_land(h) for s in group for c in corners_of(s) for h in hexes_at(c))


def test_sample_places_stand_on_their_terrain_and_on_roads() -> None:
    roads = {h for link in SAMPLE.paths for h in hexes_of(link.side)}
    for place in SAMPLE.places.values():
        terrain = SAMPLE.hexes[place.hex].terrain
        if place.kind == "city":
            assert terrain == "city"
        if place.kind == "town":
            assert terrain.startswith("level_")
        if place.kind in ("city", "town"):
            assert place.hex in roads, place.name
    assert SAMPLE.numbers.label(SAMPLE.places["enna"].hex) == "3714"


def test_sample_units_of_the_axis_stand_on_land_within_the_limit() -> None:
    numbers = SAMPLE.numbers
    at = Counter(u.at for u in SCENARIO.units.values() if u.at and not u.at.startswith("box:"))
    assert all(is_land(numbers.parse(space)) and count <= 3 for space, count in at.items())
    assert at["4121"] == 3
    assert {u.formation for u in SCENARIO.units.values() if u.at == "4121"} == {"hg"}


def test_sample_first_wave_lands_on_beaches_of_its_own_box() -> None:
    waves = [u for u in SCENARIO.units.values() if u.attributes.get("entry") == "first_wave"]
    assert len(waves) == 11
    for unit in waves:
        hexes = SAMPLE.boxes[unit.at.removeprefix("box:")].attributes["landing_hexes"]
        assert isinstance(hexes, tuple) and unit.attributes["landing_hex"] in hexes


def test_30_4_sample_support_points() -> None:
    points = {key: nation.attributes.get("support_points") for key, nation in SCENARIO.nations.items()}
    assert points == {"us": 6, "france": None, "germany": 4, "italy": 3}
    assert {
        m.attributes["nation"]: m.attributes["value"]
        for m in SCENARIO.markers.values()
        if m.kind == "support_points"
    } == {
        "us": 6,
        "germany": 4,
        "italy": 3,
    }
