"""The data of War Storm: its vocabulary and its tables, against what the rules state."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from core.formats.documents import content_hash, library_for, load, text_of
from core.formats.system_file import Effect
from core.formats.tables_file import Table
from core.formats.writing import pretty
from core.games import data_files, load_system, load_tables

SYSTEM = load_system("war_storm")
TABLES = load_tables("war_storm")
ROOT = data_files()[0].parents[4]

TABLE_IDS = [
    "hex_grid", "scale", "movement_costs", "marker_movement_costs", "marker_placement", "terrain_levels",
    "los_classes", "spotting", "stacking", "steps_and_ff", "attack_type_vs_target", "combat_chart",
    "column_shifts", "ff_halving", "attack_drms", "defense_values", "afv_step_loss_from_art", "penetration",
    "off_board_artillery", "drift", "smoke", "air_delivery", "air_location", "anti_aircraft", "hth_odds",
    "hth_chart", "hth_drms", "assault_combat_values", "armoured_assault_ff", "initiative_drms",
    "officer_casualty", "coordination", "morale_check_margin", "morale_triggers", "rout", "mines", "rubble",
    "battalion_events", "battalion_display", "unit_attack_classes", "map_facts", "smg",
]  # fmt: skip
WHOLLY_OURS = {
    "combat_chart", "defense_values", "penetration", "off_board_artillery", "air_location", "hth_odds",
    "hth_chart", "assault_combat_values", "armoured_assault_ff", "battalion_display",
}  # fmt: skip
# Marks inside the tables, the whole-table marks not counted.
MARKS = {
    "hex_grid": 1, "movement_costs": 4, "marker_movement_costs": 1, "terrain_levels": 1, "combat_chart": 2,
    "column_shifts": 1, "attack_drms": 1, "defense_values": 2, "drift": 1, "anti_aircraft": 1, "hth_drms": 5,
    "morale_check_margin": 1, "map_facts": 1,
}  # fmt: skip
MOVEMENT = {
    "open": (1, 2, 2), "rough": (2, 4, 3), "built_up": (1, 2, 2), "woods": (2, 6, 4),
    "light_woods": (2, 4, 3), "dispersed_buildings": (2, 2, 2), "marsh": (2, None, None),
    "fields": (1.5, 3, 2), "orchard": (1.5, 3, 2), "road": (1, 0.5, 0.5), "trail": (1, 1, 1),
    "river_major": (None, None, None), "river_minor": ("+2", "+4", "+2"), "river_dry": ("+0", "+0", "+0"),
    "bridge": (1, 1, 1), "crest": ("+1", "+6", "+4"),
}  # fmt: skip
MARKER_COSTS = {
    "trench": ("trench_enter_from_outside", "+1", None, "+0"), "roadblock": ("roadblock", "+1", None, None),
    "at_ditch": ("at_ditch", "+2", None, None), "dragons_teeth": ("dragons_teeth", "+1", None, None),
    "at_ditch_crossing": ("at_ditch_with_crossing", "+2", "+2", "+2"),
    "barbed_wire": ("barbed_wire", None, None, "+1"),
    "pontoon_bridge": ("pontoon_bridge", "+2", "+1.5", "+1.5"),
    "ford": ("ford_major_river", "+2", "+2", "+2"), "rubble": ("rubble_optional", 2, None, 3),
}  # fmt: skip
SPOTTING_ROWS = {
    "open_road_trail": (["open"], [7, 10], [8, 12], [12, 18]),
    "rough_marsh": (["rough", "marsh"], [5, 8], [7, 9], [9, 14]),
    "woods_dispersed_buildings": (["woods", "dispersed_buildings"], [3, 5], [4, 6], [4, 8]),
    "light_woods_fields": (["light_woods", "fields", "orchard"], [4, 6], [6, 8], [6, 10]),
    "built_up": (["built_up"], [2, 4], [3, 5], [3, 6]),
}


def table(table_id: str) -> Table:
    return TABLES.table(table_id)


def keyed(table_id: str, key: str) -> dict[Any, dict[str, Any]]:
    """The rows of a table by one of their fields; no two rows may share it."""
    rows = table(table_id).rows
    found = {row[key]: row for row in rows}
    assert len(found) == len(rows)
    return found


def effects_of(entry_id: str) -> dict[str, Effect]:
    """The effects of a terrain, hexside, path or place."""
    lists = ("terrains", "hexsides", "paths", "places")
    (entry,) = [words[entry_id] for name in lists if entry_id in (words := SYSTEM.by_id[name])]
    effects = entry.effects  # type: ignore[attr-defined]
    assert all(isinstance(effect, Effect) for effect in effects.values())
    return effects


def count_marks(part: Any) -> int:
    """How often something inside is marked assumed."""
    if isinstance(part, dict):
        own = sum(
            value is True for name, value in part.items() if name == "assumed" or name.endswith("_assumed")
        )
        return own + sum(map(count_marks, part.values()))
    return sum(map(count_marks, part)) if isinstance(part, list) else 0


# --- the system ------------------------------------------------------------------------------------------


def test_counts() -> None:
    counts = {name: len(words) for name, words in SYSTEM.by_id.items() if words}
    assert counts == {
        "sides": 2, "effect_columns": 23, "terrains": 9, "features": 2, "hexsides": 1, "paths": 6,
        "places": 4, "regions": 3, "boxes": 5, "unit_types": 30, "unit_sizes": 6, "unit_attributes": 47,
        "nations": 4, "markers": 28, "options": 12, "scenario_attributes": 5, "side_attributes": 13,
        "turn_attributes": 1, "zone_attributes": 2, "victory_attributes": 4, "reinforcement_attributes": 1,
        "formation_attributes": 6,
    }  # fmt: skip


def test_ids_are_unique_within_each_list() -> None:
    for name, words in SYSTEM.by_id.items():
        assert len(words) == len(getattr(SYSTEM, name)), name


def test_every_entry_has_rule_and_text() -> None:
    for name, words in SYSTEM.by_id.items():
        for entry in words.values():
            inner = getattr(entry, "attributes", [])
            for word in (entry, *inner):
                assert re.match(r"\d+(\.\d+)*", word.rule), (name, word.id)
                assert len(word.text) > 8, (name, word.id)


def test_grid_is_flat_with_odd_columns_lower_and_short_column_numbers() -> None:
    grid = SYSTEM.grid
    assert (grid.orientation, grid.shifted) == ("flat", "odd")
    assert (grid.numbering.order, grid.numbering.column_digits, grid.numbering.row_digits) == ("CCRR", 1, 2)


def test_there_is_no_weather_no_water_and_no_blocking_hexside() -> None:
    assert SYSTEM.weathers == []
    assert not any(terrain.water for terrain in SYSTEM.terrains)
    assert [kind.id for kind in SYSTEM.hexsides] == ["crest"] and not SYSTEM.hexsides[0].blocks


@pytest.mark.parametrize(("entry_id", "costs"), MOVEMENT.items(), ids=MOVEMENT.keys())
def test_5_2_movement_costs_in_the_effects(entry_id: str, costs: tuple[Any, ...]) -> None:
    effects = effects_of(entry_id)
    assert tuple(effects[column].value for column in ("mp_foot", "mp_wheeled", "mp_tracked")) == costs


def test_every_movement_class_of_units_has_a_cost_column() -> None:
    paid = {name for column in SYSTEM.effect_columns for name in column.moves}
    assert paid == {"foot", "wheeled", "tracked", "unmotorized"}
    for unit_type in SYSTEM.unit_types:
        if "air" not in unit_type.classes:
            assert unit_type.values["move_class"] in paid & set(unit_type.classes), unit_type.id


def test_effects_name_known_columns_and_unit_attributes_known_types() -> None:
    columns = set(SYSTEM.by_id["effect_columns"])
    for name in ("terrains", "features", "hexsides", "paths", "places"):
        for entry in getattr(SYSTEM, name):
            assert set(entry.effects) <= columns, entry.id
    for attribute in SYSTEM.unit_attributes:
        assert set(attribute.unit_types) <= set(SYSTEM.by_id["unit_types"]), attribute.id


def test_default_values_of_unit_types_are_attributes_that_the_type_has() -> None:
    for unit_type in SYSTEM.unit_types:
        known = {a.id: a for a in SYSTEM.unit_attributes if not a.unit_types or unit_type.id in a.unit_types}
        for name, value in unit_type.values.items():
            assert name in known, (unit_type.id, name)
            assert not known[name].choices or value in known[name].choices, (unit_type.id, name)


def test_2_2_1_combat_units_have_three_steps_officers_and_aircraft_none() -> None:
    for unit_type in SYSTEM.unit_types:
        none = {"officer", "air"} & set(unit_type.classes)
        assert unit_type.values["steps"] == (0 if none else 3), unit_type.id


@pytest.mark.parametrize(
    ("terrain", "column", "value"),
    [
        ("open", "def_ap", 2),
        ("dispersed_buildings", "def_ap", 4),
        ("woods", "def_ap", 4),
        ("built_up", "def_art", 5),
    ],
)
def test_only_defence_values_that_examples_prove_are_not_assumed(
    terrain: str, column: str, value: int
) -> None:
    effect = effects_of(terrain)[column]
    assert (effect.value, effect.assumed) == (value, False)
    proved = [
        (t.id, c)
        for t in SYSTEM.terrains
        for c in ("def_ap", "def_at", "def_art")
        if not effects_of(t.id)[c].assumed
    ]
    assert len(proved) == 4 and (terrain, column) in proved


def test_orchard_repeats_fields_and_says_that_this_is_assumed() -> None:
    orchard, fields = effects_of("orchard"), effects_of("fields")
    assert {c: e.value for c, e in orchard.items()} == {c: e.value for c, e in fields.items()}
    assert {c for c, e in orchard.items() if not e.assumed} == {"los", "improved_position"}


def test_12_levels_and_lines_of_sight_of_the_effects_agree_with_the_tables() -> None:
    levels = {row["terrain"]: row["level"] for row in table("terrain_levels").rows}
    sight = table("los_classes").values
    for terrain in SYSTEM.terrains:
        effects = effects_of(terrain.id)
        assert effects["level"].value == levels[terrain.id]
        found = [kind for kind in ("blocking", "degrading") if terrain.id in sight[kind]] or ["clear"]
        assert [effects["los"].value] == found


def test_air_location_of_the_effects_agrees_with_the_table() -> None:
    rows = {
        name: f"{row['seen']}/{row['hidden']}"
        for row in table("air_location").rows
        for name in ("open", "rough", "marsh", "fields", "light_woods", "dispersed", "woods", "built_up")
        if name in _words_of(row["terrain"])
    }
    for terrain in SYSTEM.terrains:
        effect = effects_of(terrain.id)["air_location"]
        name = {"dispersed_buildings": "dispersed", "orchard": "fields"}.get(terrain.id, terrain.id)
        assert (effect.value, effect.assumed) == (rows[name], True)


def _words_of(row: str) -> set[str]:
    """ "light_woods_dispersed" as its terrains."""
    return set(re.findall(r"light_woods|built_up|[a-z]+", row))


@pytest.mark.parametrize(("row", "expected"), SPOTTING_ROWS.items(), ids=SPOTTING_ROWS.keys())
def test_6_spotting_chart_and_effects(row: str, expected: tuple[Any, ...]) -> None:
    terrains, *by_size = expected
    line = keyed("spotting", "terrain")[row]
    for size, numbers in zip(("small", "medium", "large"), by_size, strict=True):
        assert line[size] == numbers
        for terrain in terrains:
            assert effects_of(terrain)[f"spot_{size}"].value == f"{numbers[0]}/{numbers[1]}"


def test_9_assault_modifiers_and_13_11_rubble_of_terrain() -> None:
    values = {t.id: {c: e.value for c, e in effects_of(t.id).items()} for t in SYSTEM.terrains}
    assert {t for t, e in values.items() if e.get("hth") == "+1"} == {
        "woods",
        "dispersed_buildings",
        "built_up",
    }
    assert {t for t, e in values.items() if e.get("armoured")} == {"dispersed_buildings", "built_up"}
    assert {t: e["rubble"] for t, e in values.items() if "rubble" in e} == {
        "dispersed_buildings": 7,
        "built_up": 9,
    }
    assert {t for t, e in values.items() if not e["charge"]} == {"woods", "light_woods", "built_up", "marsh"}
    assert effects_of("light_woods")["charge"].assumed and not effects_of("woods")["charge"].assumed
    assert effects_of("fortification")["hth"].value == "+2"


@pytest.mark.parametrize("marker", ["improved_position", "minefield", "trench", "at_ditch", "dragons_teeth"])
def test_13_placement_flags_of_the_effects_agree_with_the_table(marker: str) -> None:
    row = keyed("marker_placement", "marker")[marker]
    column = {"minefield": "mines"}.get(marker, marker)
    for terrain in SYSTEM.terrains:
        name = "fields" if terrain.id == "orchard" else terrain.id  # orchard counts as fields
        allowed = name in row["allowed"] if "allowed" in row else name not in row["forbidden"]
        assert effects_of(terrain.id)[column].value is allowed, terrain.id


def test_28_2_switches_and_their_defaults() -> None:
    defaults = {option.id: option.default for option in SYSTEM.options}
    assert defaults == {
        "rubble": False, "battalions": False, "minor_river_fording": True, "pontoon_users": "all",
        "remount_motorized": False, "remount_others": True, "hit_ties": "random",
        "risky_assault": "minus_2", "blind_hex": "at_least_distance",
        "at_hits": "absorb", "fort_arc": "two_sides", "road_queue": True,
    }  # fmt: skip
    for option in SYSTEM.options:
        assert not option.choices or option.default in option.choices
    ours = {option.id for option in SYSTEM.options if option.assumed}
    assert ours == {"risky_assault", "blind_hex", "fort_arc", "road_queue"}


def test_12_9_the_scenario_says_how_wide_its_rivers_are() -> None:
    facts = {a.id: a.type for a in SYSTEM.scenario_attributes}
    assert facts == {
        "major_rivers": "list", "minor_rivers": "list", "dry_rivers": "list", "north": "choice",
        "spotting_modifier": "whole",
    }  # fmt: skip


@pytest.mark.parametrize(("marker", "expected"), MARKER_COSTS.items(), ids=MARKER_COSTS.keys())
def test_13_movement_costs_of_markers_agree_with_the_tables(marker: str, expected: tuple[Any, ...]) -> None:
    name, *costs = expected
    effects = SYSTEM.by_id["markers"][marker].effects  # type: ignore[attr-defined]
    assert [effects[f"mp_{c}"].value for c in ("foot", "wheeled", "tracked")] == costs
    rows = keyed("marker_movement_costs", "marker") | keyed("movement_costs", "terrain")
    row = {"tracked": rows[name].get("tracked_full"), **rows[name]}
    for column, cost in zip(("foot", "wheeled", "tracked"), costs, strict=True):
        assert cost in (row[column], f"+{row[column]}"), column
        assert effects[f"mp_{column}"].assumed == row.get(f"{column}_assumed", False)


def test_13_other_effects_of_works_and_smoke() -> None:
    effects = {m.id: m.effects for m in SYSTEM.markers}
    for work in ("fortification", "mg_bunker"):
        assert effects[work] == effects_of(work)
    trench, bonus = effects["trench"], table("defense_values").values["trench"]
    for column in ("def_ap", "def_art"):
        assert trench[column] == Effect(value=f"+{bonus['bonus']}", rule="13.8", assumed=True)
    assert trench["stacking"] == Effect(value=6, rule="4, 13.8", assumed=False)
    smoke = next(row for row in table("terrain_levels").rows if row["terrain"] == "smoke")
    assert effects["smoke"]["level"] == Effect(value=smoke["level"], rule="13.10", assumed=False)


def test_default_values_that_no_counter_shows_are_marked() -> None:
    ours = {t.id: set(t.assumed_values) for t in SYSTEM.unit_types if t.assumed_values}
    officers = {t.id for t in SYSTEM.unit_types if "officer" in t.classes}
    assert {t for t, names in ours.items() if names == {"move_class"}} == officers
    assert {t for t, names in ours.items() if names == {"size"}} == {
        "tank", "flame_tank", "halftrack", "aa_halftrack", "armoured_car",
    }  # fmt: skip
    assert {t for t, names in ours.items() if names == {"move_class", "size"}} == {
        "mmg", "mortar", "aa_gun", "minesweeper",
    }  # fmt: skip
    assert {t for t, names in ours.items() if "unmotorized" in names} == {"infantry_gun", "at_gun"}
    assert SYSTEM.elevation is not None and SYSTEM.elevation.assumed


def test_invented_looks_and_words_are_marked() -> None:
    assert all(nation.counter.assumed and not nation.assumed for nation in SYSTEM.nations)
    assert {marker.id for marker in SYSTEM.markers if marker.assumed} == {"ford", "objective"}
    assert {box.id for box in SYSTEM.boxes if box.assumed} == {"battalion_space"}
    assert {column for column, effect in effects_of("crest").items() if effect.assumed} == {
        "def_ap",
        "def_at",
        "def_art",
    }


def test_terrains_differ_by_pattern_and_not_by_colour_alone() -> None:
    patterns = [terrain.style.pattern for terrain in SYSTEM.terrains]
    assert len(set(patterns)) == len(patterns)


# --- the tables ------------------------------------------------------------------------------------------


def test_every_table_is_there_in_order() -> None:
    assert [t.id for t in TABLES.tables] == TABLE_IDS
    assert all(t.rows or t.values for t in TABLES.tables)


def test_reconstructed_tables_and_parts_are_marked() -> None:
    assert {t.id for t in TABLES.tables if t.assumed} == WHOLLY_OURS
    assert {t.id: n for t in TABLES.tables if (n := count_marks([t.rows, t.values]))} == MARKS


def test_5_2_movement_chart_agrees_with_the_effects() -> None:
    rows = keyed("movement_costs", "terrain")
    assert len(rows) == 21
    names = {
        "river_major": "major_river", "river_minor": "minor_river", "river_dry": "dry_river",
        "crest": "hill_uphill_per_level",
    }  # fmt: skip
    for entry_id, costs in MOVEMENT.items():
        row = rows[names.get(entry_id, entry_id)]
        added = "+" if row.get("additive") else ""
        printed = tuple(
            row[c] if row[c] is None or not added else f"+{row[c]}" for c in ("foot", "wheeled", "tracked")
        )
        assert printed == costs, entry_id
    assert rows["orchard"]["assumed"] is True
    assert rows["built_up"]["via_road"] == {"foot": 1, "wheeled": 0.5, "tracked": 0.5}
    assert rows["rail"]["same_as"] == "other terrain"


def test_5_2_worked_example_18_pounder_uphill() -> None:
    rows = keyed("movement_costs", "terrain")
    assert rows["open"]["wheeled"] + rows["hill_uphill_per_level"]["wheeled"] == 8


def test_combat_chart_shape() -> None:
    chart = table("combat_chart")
    columns = [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16, 18, 20, 24, 30]
    assert chart.values["columns"] == columns == [row["column"] for row in chart.rows]
    assert all(list(row) == ["column", *map(str, range(2, 13))] for row in chart.rows)
    assert sum(v for row in chart.rows for roll, v in row.items() if roll != "column") == 633


@pytest.mark.parametrize(("column", "roll", "effect"), [(10, 5, 5), (9, 7, 3), (20, 2, 10)])
def test_combat_chart_anchors(column: int, roll: int, effect: int) -> None:
    assert keyed("combat_chart", "column")[column][str(roll)] == effect
    stated = [(a["column"], a["roll"], a["effect"]) for a in table("combat_chart").values["anchors"]]
    assert (column, roll, effect) in stated


def test_combat_chart_is_monotone_and_keeps_the_9_1_example_without_losses() -> None:
    rows = table("combat_chart").rows
    for row in rows:
        effects = [row[str(roll)] for roll in range(2, 13)]
        assert effects == sorted(effects, reverse=True)
    for left, right in itertools.pairwise(rows):
        assert all(left[str(roll)] <= right[str(roll)] for roll in range(2, 13))
    assert keyed("combat_chart", "column")[8]["9"] < 2  # below the smallest divisor


def test_2_3_veteran_and_green_columns_of_ff_10() -> None:
    columns, shifts = table("combat_chart").values["columns"], table("column_shifts").values
    at = columns.index(10)
    assert (columns[at + shifts["veteran"]], columns[at + shifts["green"]]) == (12, 9)
    assert (shifts["grey_smoke_into_or_out_of"], shifts["grey_smoke_crossed"]) == (-1, -2)


def test_8_3d_ff_7_uses_column_6() -> None:
    assert max(c for c in table("combat_chart").values["columns"] if c <= 7) == 6


def test_9_4_and_13_11_examples_give_their_hits() -> None:
    chart, divisors = keyed("combat_chart", "column"), keyed("defense_values", "terrain")
    assert chart[10]["5"] // divisors["woods"]["AP"] == 1
    assert chart[20]["2"] // divisors["built_up"]["ART"] == 2


def test_defence_values_agree_with_the_effects_and_fixed_divisors() -> None:
    rows = keyed("defense_values", "terrain")
    assert set(rows) == set(SYSTEM.by_id["terrains"])
    for terrain, row in rows.items():
        effects = effects_of(terrain)
        for kind in ("AP", "AT", "ART"):
            assert effects[f"def_{kind.lower()}"].value == row[kind]
        assert min(row["AP"], row["AT"], row["ART"]) >= 2
    fixed = table("defense_values").values["fixed"]
    assert (fixed["anti_armour_assault"]["value"], fixed["minefield"]["value"]) == (2, 2)
    for anchor in table("defense_values").values["anchors"]:
        assert rows[anchor["terrain"]][anchor["type"]] == anchor["value"]


@pytest.mark.parametrize(
    ("attacker", "defender", "column"), [(11, 4, "2.5:1"), (12, 6, "2:1"), (15, 7, "2:1")]
)
def test_9_1_3_odds_of_the_examples(attacker: int, defender: int, column: str) -> None:
    columns = table("hth_odds").values["columns"]
    ratio = {c: float(c.split(":")[0]) / float(c.split(":")[1]) for c in columns}
    assert [c for c in columns if ratio[c] <= attacker / defender][-1] == column
    assert sorted(columns, key=ratio.__getitem__) == columns and len(columns) == 9


def test_hth_chart_shape_and_anchors() -> None:
    rows = keyed("hth_chart", "odds")
    assert list(rows) == table("hth_odds").values["columns"]
    for row in rows.values():
        assert len(row["results"]) == 9
        assert all(re.fullmatch(r"\d(R[12])?/\d(R[12])?", result) for result in row["results"])
    assert (rows["2:1"]["results"][2], rows["2:1"]["results"][3]) == ("1/2R1", "1/1R2")


def test_hth_chart_never_makes_both_sides_retreat_and_favours_low_rolls_and_high_odds() -> None:
    def merit(result: str) -> int:
        """Steps that the defender loses more than the attacker, a retreat counted as one."""
        attacker, defender = (re.fullmatch(r"(\d)(R\d)?", part) for part in result.split("/"))
        assert attacker and defender and not (attacker[2] and defender[2])
        return int(defender[1]) - int(attacker[1]) + bool(defender[2]) - bool(attacker[2])

    rows = [[merit(result) for result in row["results"]] for row in table("hth_chart").rows]
    for values in rows:
        assert values == sorted(values, reverse=True)
    for weaker, stronger in itertools.pairwise(rows):
        assert all(a <= b for a, b in zip(weaker, stronger, strict=True))


def test_hth_and_attack_modifiers() -> None:
    assert [row["drm"] for row in table("hth_drms").rows] == [-1, -1, 1, 1, 2, -2, -1, 1]
    risky = next(row for row in table("hth_drms").rows if "Risky" in row["condition"])
    assert (risky["drm"], risky["printed"], risky["assumed"]) == (-2, 2, True)
    attack = table("attack_drms").rows
    assert [row["drm"] for row in attack] == [-1, -1, 1, -1, -2, 1, 1, 2, -1, 1, -1]
    assert attack[1]["ART_assumed"] is True and "ART" in attack[1]["applies_to"]


def test_9_4_assault_strengths_of_the_example() -> None:
    rows = keyed("assault_combat_values", "unit")
    german = rows["infantry"]["values"][0] + rows["infantry"]["values"][1] + rows["medium_afv"]["values"][0]
    french = rows["infantry"]["values"][0] + rows["infantry"]["values"][1]
    assert (german, french) == (15, 7)
    assert rows["mg"]["values"][0] == 3 and rows["battalion_officer"]["values"] == [2]
    assert all(row["values"] == sorted(row["values"], reverse=True) for row in rows.values())


def test_9_3_example_totals() -> None:
    rows = keyed("armoured_assault_ff", "unit")
    assert 2 * rows["pz38"]["values"][0] == 12 and 2 * rows["anti_armour_infantry"]["values"][0] == 8


def test_penetration_falls_with_range_and_proves_the_8_4_2_example() -> None:
    bands, rows = table("penetration").values["range_bands"], keyed("penetration", "gun")
    assert len(bands) == 6 and len(rows) == 9
    for row in rows.values():
        assert len(row["values"]) == 6 and row["values"] == sorted(row["values"], reverse=True)
    at_two = rows["German 37mm"]["values"][bands.index("2")]
    assert at_two == 5 and at_two >= 5 and not at_two >= 7  # Somua loses a step, Char B1 does not


def test_8_1_3_1_only_the_105_mm_battery_is_printed() -> None:
    rows = keyed("off_board_artillery", "calibre_mm")
    assert (rows[105]["full"], rows[105]["depleted"], rows[105]["assumed"]) == (10, 6, False)
    assert [c for c, row in rows.items() if row.get("assumed") is False] == [105]
    by_calibre = [rows[c]["full"] for c in sorted(rows)]
    assert by_calibre == sorted(by_calibre) and all(row["depleted"] < row["full"] for row in rows.values())


def test_8_4_2_artillery_against_vehicles() -> None:
    rows = table("afv_step_loss_from_art").rows
    assert [row["light"] for row in rows] == [[6], [5, 6], [4, 5, 6]]
    assert [row["medium"] for row in rows] == [None, [6], [5, 6]]
    assert [row["heavy"] for row in rows] == [None, None, [6]]


def test_drift_and_delivery_cover_every_roll_once() -> None:
    drift = table("drift").values
    for kind in ("off_board", "on_board_indirect"):
        assert sorted(n for results in drift[kind].values() for n in results) == [1, 2, 3, 4, 5, 6]
    assert drift["on_board_indirect"]["on_target"] == [1, 2, 3, 4] and drift["off_board"]["drift_2"] == [6]
    for row in table("air_delivery").rows:
        spans = [row[name] for name in ("target", "adjacent", "lost")]
        assert [n for low, high in spans for n in range(low, high + 1)] == list(range(2, 13))


def test_8_1_5_smoke() -> None:
    values = table("smoke").values
    assert values["black"] == [5, 6, 7, 8] and values["grey"] == [1, 2, 3, 4] and values["height"] == 3
    assert values["duration_activations"] == {
        "off_board_full": 8, "off_board_depleted": 6, "on_board_full": 6, "on_board_reduced": 4,
        "mortar": 4, "engineer": 4,
    }  # fmt: skip


def test_8_4_4_first_loss() -> None:
    rows = table("steps_and_ff").rows
    assert [(row["ff"], row["minus"]) for row in rows] == [
        ([1, 6], 1),
        ([7, 11], 2),
        ([12, 15], 3),
        ([16, None], 4),
    ]


def test_4_stacking() -> None:
    values = table("stacking").values
    assert (values["hex_steps_per_side"], values["trench_steps"], values["fortification_steps"]) == (9, 6, 6)
    assert values["mg_bunker"] == {"units": 1, "steps": 3, "only": "MG"}
    assert (
        effects_of("fortification")["stacking"].value == 6 and effects_of("mg_bunker")["stacking"].value == 3
    )


def test_10_4_2_rout_directions_follow_the_grid() -> None:
    assert {row["board_side"]: row["directions"] for row in table("rout").rows} == {
        "N": [6, 1, 2], "S": [3, 4, 5], "E": [2, 3], "W": [5, 6],
    }  # fmt: skip
    assert (table("rout").values["hexes_foot"], table("rout").values["hexes_vehicle"]) == (3, 5)


def test_13_7_and_13_11_mines_and_rubble() -> None:
    assert {row["density"]: row["ff"] for row in table("mines").rows} == {
        "dispersed": 3,
        "normal": 6,
        "concentrated": 10,
    }
    assert table("mines").values["sweep_detonates"] == {"engineer": [1], "vehicle": [1, 2]}
    rubble = table("rubble").values
    assert (rubble["min_ff"], rubble["built_up"], rubble["dispersed_buildings"], rubble["optional"]) == (
        12,
        9,
        7,
        True,
    )


def test_17_battalions() -> None:
    events = {row["event"]: row["spaces"] for row in table("battalion_events").rows}
    assert len(events) == 10 and sum(n for n in events.values() if isinstance(n, int)) == -5
    spaces = table("battalion_display").rows
    assert [row["index"] for row in spaces] == list(range(11))
    assert [row["state"] for row in spaces] == ["normal"] * 6 + ["shaken"] * 4 + ["rout"]
    assert spaces[table("battalion_display").values["shaken_space"]]["state"] == "shaken"
    assert spaces[table("battalion_display").values["rout_space"]]["state"] == "rout"


def test_8_2_2_anti_aircraft_guns() -> None:
    guns = table("anti_aircraft").rows
    assert [(g["radius"], g["reaction_bonus"], g["other_bonus"], len(g["units"])) for g in guns] == [
        (5, 3, 1, 1),
        (3, 2, 1, 3),
    ]


def test_10_3_triggers_follow_the_adopted_readings() -> None:
    triggers = table("morale_triggers").rows
    assert [row["who"] for row in triggers] == ["formation"] * 5 + ["unit"] * 8
    texts = [row["trigger"] for row in triggers]
    assert "officer killed" in texts  # C22: there is no wounded state
    assert any("vehicle hit" in text for text in texts)  # C13: hits, not step losses


def test_27_map_facts_note_the_erratum_of_a503() -> None:
    rows = table("map_facts").rows
    assert len(rows) == 24
    (a503,) = [row for row in rows if row["hexes"] == ["A503"]]
    assert "A603 and A604" in a503["fact"] and "A602" in a503["erratum"] and a503["fact_assumed"] is True


def test_16_submachine_guns() -> None:
    values = table("smg").values
    assert (values["printed_range"], values["true_range"], values["full_ff_at"], values["half_ff_at"]) == (
        0,
        0.5,
        [0],
        [1],
    )


@pytest.mark.parametrize("name", ["system.json", "tables.json"])
def test_data_files_are_in_canonical_form(name: str) -> None:
    import json

    path = ROOT / "core" / "games" / "war_storm" / "data" / name
    text = path.read_text(encoding="utf-8")
    assert text == pretty(json.loads(text)) + "\n"


# --- the samples -----------------------------------------------------------------------------------------

BOARD = ROOT / "maps" / "samples" / "war_storm_sample.board.json"
SCENARIO = ROOT / "scenarios" / "war_storm" / "war_storm_sample.scenario.json"
SAMPLES = [*sorted(BOARD.parent.glob("war_storm_sample*.json")), SCENARIO]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_in_canonical_form(path: Any) -> None:
    assert text_of(load(path)) == path.read_text(encoding="utf-8")


def test_sample_board_joins_both_maps_and_its_hashes_are_those_of_its_parts() -> None:
    import json

    assert len(SAMPLES) == 5
    data = json.loads(BOARD.read_text(encoding="utf-8"))
    for part in data["maps"] + data["overlays"]:
        assert part["hash"] == content_hash(load(BOARD.parent / f"{part['map']}.map.json")), part["map"]
    board = library_for(SCENARIO).get("war_storm_sample")
    numbers = board.numbers
    assert numbers.parse("A801") == numbers.parse("B801") and numbers.parse("A401") == numbers.parse("B1201")
    assert {numbers.label(p.hex) for p in board.places.values() if p.kind == "overlay_anchor"} == {
        "B504",
        "B904",
    }
    assert json.loads(SCENARIO.read_text(encoding="utf-8"))["map"]["hash"] == content_hash(load(BOARD))
