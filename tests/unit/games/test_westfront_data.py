"""WestFront: vocabulary and tables hold what rules and examples prove."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from core.checks.words import value_error
from core.formats.base import attributes_of
from core.formats.system_file import Effect
from core.games import load_system, load_tables

SYSTEM = load_system("westfront")
TABLES = load_tables("westfront")


def rows(table: str) -> list[dict[str, Any]]:
    return TABLES.table(table).rows


def values(table: str) -> dict[str, Any]:
    return TABLES.table(table).values


def row(table: str, **match: Any) -> dict[str, Any]:
    found = [r for r in rows(table) if all(r.get(name) == value for name, value in match.items())]
    assert len(found) == 1, (table, match, found)
    return found[0]


def effect(layer: str, entry: str, column: str) -> Effect:
    found = SYSTEM.by_id[layer][entry].effects[column]  # type: ignore[attr-defined]
    return found if isinstance(found, Effect) else Effect(value=found)


def marks(value: Any) -> int:
    """How many parts of a value are marked as reconstructed."""
    if isinstance(value, list):
        return sum(map(marks, value))
    if not isinstance(value, dict):
        return 0
    own = sum(
        1 for name, v in value.items() if (name == "assumed" or name.endswith("_assumed")) and v is True
    )
    return own + sum(map(marks, value.values()))


# --- vocabulary ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "count"),
    [
        ("sides", 2),
        ("terrains", 7),
        ("hexsides", 15),
        ("paths", 1),
        ("unit_types", 12),
        ("nations", 13),
        ("markers", 8),
        ("weathers", 2),
    ],
)
def test_vocabulary_has_its_words(layer: str, count: int) -> None:
    entries = getattr(SYSTEM, layer)
    assert len(entries) == count
    assert len({entry.id for entry in entries}) == count


def test_every_entry_names_its_rule_and_says_what_it_does() -> None:
    silent = [
        (layer, entry.id)
        for layer, entries in SYSTEM.by_id.items()
        for entry in entries.values()
        if not entry.text or not (entry.rule or entry.assumed)
    ]
    assert silent == []


def test_1_2_hexes_stand_on_a_corner_and_are_called_after_places() -> None:
    assert SYSTEM.grid.orientation == "pointy"
    assert SYSTEM.grid.named_addresses
    assert SYSTEM.grid.numbering.order == "RRCC"
    assert SYSTEM.grid.assumed  # A1: the rules print neither numbers nor a compass


STACKING = {"clear": 4, "forest": 4, "hill": 4, "marsh": 3, "mountain": 2}
LIMIT = {"clear": 2, "forest": 1, "hill": 1, "marsh": 1, "mountain": 1}
DEFENSE = {"clear": 1, "forest": 2, "hill": 2, "marsh": 2, "mountain": 2}


@pytest.mark.parametrize("terrain", STACKING)
def test_6_21_6_33_7_33_land_terrain(terrain: str) -> None:
    assert effect("terrains", terrain, "stacking").value == STACKING[terrain]
    assert effect("terrains", terrain, "engagement").value == LIMIT[terrain]
    assert effect("hexsides", f"{terrain}_side", "engagement").value == LIMIT[terrain]
    assert effect("terrains", terrain, "defense").value == DEFENSE[terrain]
    assert effect("terrains", terrain, "move").value == 1
    printed = row("terrain_effects", terrain=terrain)
    assert (printed["stacking"], printed["engagement_limit"], printed["defense"]) == (
        STACKING[terrain],
        LIMIT[terrain],
        DEFENSE[terrain],
    )


def test_1_34_1_35_marsh_and_mountain_stop_and_close_the_coast() -> None:
    stopping = {
        t.id for t in SYSTEM.terrains if "stop" in t.effects and effect("terrains", t.id, "stop").value
    }
    closed = {t for t in STACKING if effect("terrains", t, "sea_invasion").value is False}
    assert stopping == closed == {"marsh", "mountain"}
    assert effect("terrains", "mountain", "paradrop").value is False
    assert effect("terrains", "marsh", "paradrop").value is True
    assert effect("terrains", "marsh", "fire_off").value == "SF"


def test_12_23_in_mud_all_ground_is_like_marsh_and_only_the_hill_is_our_reading() -> None:
    for terrain in STACKING:
        assert effect("terrains", terrain, "engagement_mud").value == 1
        assert effect("terrains", terrain, "engagement_mud").assumed == (terrain == "hill")  # A37
        assert effect("hexsides", f"{terrain}_side", "engagement_mud").assumed == (terrain == "hill")
        assert effect("terrains", terrain, "defense_mud").value == 2


def test_1_35_1_37_1_38_what_is_impassable() -> None:
    blocking = {kind.id for kind in SYSTEM.hexsides if kind.blocks}
    assert blocking == {"alpine", "sea_side", "lake_side"}
    for kind in blocking:
        assert effect("hexsides", kind, "move").value is None
        assert effect("hexsides", kind, "zoc").value is False
        assert effect("hexsides", kind, "supply").value is False
    assert {t.id for t in SYSTEM.terrains if t.water} == {"sea", "lake"}
    assert effect("terrains", "lake", "sea_passage").value is False


@pytest.mark.parametrize("kind", ["river", "strait", "rail_ferry", "causeway"])
def test_1_36_1_39_8_2_rivers_and_straits(kind: str) -> None:
    assert effect("hexsides", kind, "engagement").value == 1
    assert effect("hexsides", kind, "assault").value == "river"
    assert effect("hexsides", kind, "zoc").value is False
    assert effect("hexsides", kind, "zoc").assumed == (kind != "river")  # A20
    assert effect("hexsides", kind, "supply").value is True


def test_9_11_9_23_railways_across_straits() -> None:
    crossing = {k: effect("hexsides", k, "rail").value for k in ("strait", "rail_ferry", "causeway")}
    assert crossing == {"strait": "none", "rail_ferry": "ferry", "causeway": "plain"}
    assert values("rail")["ferries"] == ["Messina-Reggio", "Odense-Copenhagen"]


def test_1_41_1_46_cities_and_fortresses_shelter() -> None:
    for kind in ("major_city", "victory_city"):
        assert effect("places", kind, "defense").value == 2
        assert effect("places", kind, "fire_def").value == "DF"
        assert effect("places", kind, "arrivals").value == 2
    assert effect("places", "minor_city", "arrivals").value == 1
    assert "defense" not in SYSTEM.by_id["places"]["minor_city"].effects  # type: ignore[attr-defined]
    assert effect("places", "fortress", "defense").value == 3
    assert effect("places", "fortress", "fire_def").value == "TF"


def test_15_21_17_1_ports() -> None:
    for kind, capacity, south, north in (("major_port", 2, 2, 4), ("minor_port", 1, 1, 2)):
        assert effect("places", kind, "port_capacity").value == capacity
        assert effect("places", kind, "vp_south").value == south
        assert effect("places", kind, "vp_north").value == north
        size = kind.removesuffix("_port")
        assert values("port_capacity")[size] == capacity
        assert values("victory_points")["ports"]["South"][size] == south
        assert values("victory_points")["ports"]["North"][size] == north
    assert effect("places", "major_port", "arrivals").assumed  # A3b


@pytest.mark.parametrize("unit_type", SYSTEM.unit_types, ids=lambda t: t.id)
def test_unit_types_agree_with_the_back_cover(unit_type: Any) -> None:
    printed = row("unit_types", type="hq" if unit_type.id == "shq" else unit_type.id)
    assert unit_type.values["speed_dry"] == printed["speed_dry"]
    assert unit_type.values["speed_mud"] == printed["speed_mud"]
    assert unit_type.values["fire_off"] == (printed["fire_off"] or "none")
    assert unit_type.values["fire_def"] == (printed["fire_def"] or "none")
    assert unit_type.values["min_cv"] == printed.get("min_cv", 1)
    for column, name in (("ss_off", "ss_fire_off"), ("ss_def", "ss_fire_def")):
        assert unit_type.values.get(name) == printed.get(column)


def test_default_values_of_unit_types_fit_their_attributes() -> None:
    kinds = SYSTEM.by_id["unit_attributes"]
    for unit_type in SYSTEM.unit_types:
        for name, value in attributes_of(unit_type.values).items():
            kind: Any = kinds[name]
            assert value_error(value, kind) == "", (unit_type.id, name)
            assert not kind.unit_types or unit_type.id in kind.unit_types


def test_2_25_5_1_only_statics_and_headquarters_have_a_zero_step() -> None:
    zero = {t.id for t in SYSTEM.unit_types if t.values["min_cv"] == 0}
    assert zero == {"static", "hq", "shq", "thq"}


def test_2_1_label_colours_that_are_not_stated_are_marked() -> None:
    stated = {"german", "ss", "italian", "spanish", "us", "british", "commonwealth"}
    assert {nation.id for nation in SYSTEM.nations if not nation.counter.assumed} == stated
    assert not any(nation.assumed for nation in SYSTEM.nations)
    assert Counter(nation.side for nation in SYSTEM.nations) == {"axis": 5, "allied": 8}
    fills = [nation.counter.fill for nation in SYSTEM.nations]
    assert len(set(fills)) == len(fills)


def test_15_5_there_are_five_beachheads() -> None:
    kind: Any = SYSTEM.by_id["markers"]["beachhead"]
    corps = next(a for a in kind.attributes if a.id == "corps")
    assert kind.count == len(corps.choices) == values("bh")["count"] == 5
    assert corps.choices == values("bh")["names"]


def test_15_53_beachheads_are_small_ports_and_12_3_storms_bar_invasions() -> None:
    assert (
        effect("markers", "beachhead", "port_capacity").value
        == effect("places", "minor_port", "port_capacity").value
    )
    assert effect("markers", "storm", "sea_invasion").value is False


def test_facts_of_whole_maps_and_scenarios() -> None:
    assert [(a.id, a.rule, a.assumed) for a in SYSTEM.map_attributes] == [("km_per_hex", "A2", True)]
    assert [a.id for a in SYSTEM.scenario_attributes] == ["period", "axis_build_city"]
    assert [a.id for a in SYSTEM.nation_attributes] == ["british_home_cities"]


def test_every_assumption_of_the_rules_is_a_marked_option_with_a_default_that_fits() -> None:
    for option in SYSTEM.options:
        assert value_error(option.default, option) == "", option.id
        assert ("A" in option.rule.split(", ")[-1][:1]) == option.assumed, option.id
    numbers = {part for option in SYSTEM.options for part in option.rule.split(", ") if part.startswith("A")}
    kept_as_data = {"A1", "A2", "A3", "A4", "A14", "A15", "A16", "A29", "A41"}
    every = {f"A{n}" for n in range(1, 57)} | {"A2b", "A3b"}
    assert numbers == every - kept_as_data


def test_terrain_effects_use_known_columns_and_patterns_tell_land_apart() -> None:
    columns = {column.id for column in SYSTEM.effect_columns}
    for layer in ("terrains", "features", "hexsides", "paths", "places"):
        for entry in getattr(SYSTEM, layer):
            assert set(entry.effects) <= columns, entry.id
    patterns = [t.style.pattern for t in SYSTEM.terrains if not t.water]
    assert len(set(patterns)) == len(patterns)


# --- tables ----------------------------------------------------------------------------------------------

ROW_COUNTS = {
    "firepower": 3, "terrain_effects": 14, "defense_levels": 8, "unit_types": 11, "command_range": 4,
    "supreme_moves": 0, "pursuit_fire": 3, "repulse": 7, "movement_interdiction": 4, "supply_interdiction": 4,
    "weather": 3, "storms": 6, "mud_effects": 0, "air": 4, "production_basic": 4, "resource_multiplier": 0,
    "hq_surcharges": 4, "bh": 0, "port_capacity": 0, "sea_moves": 0, "invasion": 0, "rail": 0, "supply": 0,
    "hex_control_activity": 8, "sea_areas": 16, "ports": 86, "sea_adjacency": 22, "victory_levels": 4,
    "victory_points": 0, "victory_cities": 12, "w44_levels": 3, "iron_curtain": 6, "map_errata": 9,
    "known_hexes": 20, "arrival": 0, "replacements": 0, "fortresses": 0, "naval_supremacy": 0, "politics": 0,
}  # fmt: skip


def test_all_tables_are_there_with_all_their_lines() -> None:
    assert {table.id: len(table.rows) for table in TABLES.tables} == ROW_COUNTS
    for table in TABLES.tables:
        assert table.rule, table.id
        assert table.rows or table.values, table.id


def test_assumed_marks_stand_beside_what_they_mark() -> None:
    expected = {
        "terrain_effects": 1, "defense_levels": 1, "unit_types": 6, "movement_interdiction": 1,
        "supply_interdiction": 1, "mud_effects": 2, "production_basic": 1, "ports": 171, "victory_points": 3,
        "w44_levels": 1, "known_hexes": 1, "arrival": 1, "politics": 1,
    }  # fmt: skip
    found = {t.id: marks([t.rows, t.values]) for t in TABLES.tables}
    assert {table: count for table, count in found.items() if count} == expected
    assert {t.id for t in TABLES.tables if t.assumed} == {"sea_adjacency", "victory_cities"}

    def unmatched(value: Any) -> list[str]:
        if isinstance(value, list):
            return [name for part in value for name in unmatched(part)]
        if not isinstance(value, dict):
            return []
        own = [n for n in value if n.endswith("_assumed") and n.removesuffix("_assumed") not in value]
        return own + [name for part in value.values() for name in unmatched(part)]

    assert [name for t in TABLES.tables for name in unmatched([t.rows, t.values])] == []


def test_7_32_firepower_grows_by_one_face() -> None:
    assert {r["fire"]: r["hits"] for r in rows("firepower")} == {"SF": [6], "DF": [5, 6], "TF": [4, 5, 6]}


@pytest.mark.parametrize(
    ("case", "hits"),
    [
        ("active_units", 1),
        ("passive_normal", 1),
        ("passive_forest_hill_marsh_mountain_majorcity_or_mud", 2),
        ("passive_unsupported_only", 2),
        ("passive_double_plus_unsupported", 3),  # T48: Messina, mountain and unsupported
        ("largest_unit_is_supplied_fort_passive", 3),
        ("fortress_original_defender_passive", 3),
        ("fortress_unsupported_attack", None),
    ],
)
def test_7_33_7_35_hits_for_a_step(case: str, hits: int | None) -> None:
    assert row("defense_levels", case=case)["k"] == hits
    assert hits is None or hits <= values("defense_levels")["cap"]


def test_11_4_prices() -> None:
    step_and_cadre = {
        r["type"]: (r["axis_step"], r["axis_cadre"], r["allied_step"], r["allied_cadre"])
        for r in rows("unit_types")
    }
    assert step_and_cadre == {
        "armor": (8, 12, 8, 16),
        "mech": (6, 9, 6, 12),
        "infantry": (4, 6, 4, 8),
        "amphibious": (None, None, 4, 12),
        "fort": (10, 15, None, None),
        "para": (12, 18, 12, 24),
        "mountain": (5, 8, 5, 10),  # the Husky example pays 5
        "cavalry": (6, 9, None, None),
        "static": (3, 2, None, None),
        "hq": (10, 20, 10, 20),
        "thq": (5, 5, None, None),
    }
    para = row("unit_types", type="para")
    assert (para["axis_grounded_step"], para["axis_grounded_cadre"]) == (6, 9)  # T55


def test_11_43_axis_hq_prices_rise_with_the_war() -> None:
    def price(month: str) -> tuple[int, int]:
        hq = row("unit_types", type="hq")
        due = [r for r in rows("hq_surcharges") if r["side"] == "axis" and r["from"] <= month]
        return hq["axis_step"] + sum(r["step"] for r in due), hq["axis_cadre"] + sum(r["cadre"] for r in due)

    months = ("1943-11", "1943-12", "1944-08", "1944-09", "1945-01")
    assert [price(month) for month in months] == [(10, 20), (15, 30), (15, 30), (20, 40), (20, 40)]  # T53
    overseas = next(r for r in rows("hq_surcharges") if r["condition"].startswith("Overseas"))
    assert (10 + overseas["step"], 20 + overseas["cadre"]) == (15, 30)  # T54


def test_13_22_speeds_from_june_1944() -> None:
    change = values("unit_types")["axis_speed_modifier"]
    assert (change["from"], change["value"], change["minimum"]) == ("1944-06", -1, 1)

    def speed(unit_type: str, column: str = "speed_dry") -> int:
        return max(change["minimum"], row("unit_types", type=unit_type)[column] + change["value"])

    dry = {t: speed(t) for t in ("armor", "infantry", "hq", "static", "cavalry")}
    assert dry == {"armor": 2, "infantry": 1, "hq": 1, "static": 1, "cavalry": 2}  # T57
    assert speed("cavalry", "speed_mud") == 1
    assert row("unit_types", type="infantry")["speed_dry_allied"] == 3


def test_5_3_5_61_command_range_and_supreme_moves() -> None:
    assert {r["cv"]: r["range"] for r in rows("command_range")} == {"III": 3, "II": 2, "I": 1, "0": 0}
    assert row("command_range", cv="III")["range"] + values("command_range")["mud_modifier"] == 2  # T07
    assert 3 * values("supreme_moves")["shq_per_cv"] == 6  # T06
    assert values("supreme_moves")["thq_per_cv"] == 1


@pytest.mark.parametrize(
    ("assault", "match", "numbers"),
    [
        ("river", {"weather": "dry"}, [1, 2]),
        ("river", {"weather": "mud"}, [1, 2, 3]),  # T22
        ("air", {}, [1]),
        ("sea", {"unit": "amphibious", "defender_has_naval_supremacy": False}, [1]),  # T59
        ("sea", {"unit": "other", "defender_has_naval_supremacy": False}, [1, 2]),
        ("sea", {"unit": "other", "defender_has_naval_supremacy": True}, [1, 2, 3, 4]),
        ("sea", {"unit": "amphibious", "defender_has_naval_supremacy": True}, None),
    ],
)
def test_7_5_repulse_numbers(assault: str, match: dict[str, Any], numbers: list[int] | None) -> None:
    assert row("repulse", assault=assault, **match)["numbers"] == numbers


def test_15_72_15_73_interdiction_is_worse_against_naval_supremacy() -> None:
    moves = {(r["move"], r["roller_naval_supremacy"]): r for r in rows("movement_interdiction")}
    assert moves["sea_move", False]["repulse"] == [1, 2]  # T35: a 2 sends the unit back to Dover
    assert moves["sea_move", True]["hit"] == [3, 4, 5, 6]
    supply = {(r["supply"], r["roller_naval_supremacy"]): r["repulse"] for r in rows("supply_interdiction")}
    assert {2, 4} <= set(supply["sea", True])  # T29: Palermo and Messina are cut by 2 and 4
    for kind in ("invasion", "sea_move"):
        assert set(moves[kind, False]["repulse"]) < set(moves[kind, True]["repulse"])
        assert set(moves[kind, False]["hit"]) < set(moves[kind, True]["hit"])
    for kind in ("bh", "sea"):
        assert set(supply[kind, False]) < set(supply[kind, True])


def test_12_1_12_3_weather_covers_the_year_and_storms_every_odd_sum() -> None:
    months = Counter(month for r in rows("weather") for month in r["months"])
    assert len(months) == 12
    assert set(months.values()) == {1}
    sums = {r["sum"]: r["storm"] for r in rows("storms")}
    assert sums.pop("even") is None
    assert sums == {3: "Mediterranean", 11: "Mediterranean", 7: "Baltic", 5: "Atlantic", 9: "Atlantic"}
    assert {total for total in range(2, 13) if total % 2} == set(sums)
    rolled = {m for r in rows("weather") if r["roll"] for m in r["months"]}
    assert rolled == set(values("storms")["months"])


def test_13_air_ranges() -> None:
    assert 2 * row("air", scenario="W43")["allied_range_hq"] == 4  # T12
    assert 2 * row("air", scenario="W43")["allied_range_shq"] == 6
    assert 3 * row("air", scenario="S43")["allied_range_shq"] == 6  # T06
    assert [r["axis"] for r in rows("air")] == ["SF", "SF", None, None]
    assert {r["allied"] for r in rows("air")} == {"TF"}


def test_11_31_production_levels() -> None:
    start = {r["scenario"]: (r["allied_start"], r["axis_start"]) for r in rows("production_basic")}
    assert start == {"S43": (73, 39), "W43": (84, 43), "S44": (94, 53), "W44": (109, 46)}
    basic = {r["scenario"]: r["allied_basic"] for r in rows("production_basic")}
    assert {s: start[s][0] - basic[s] for s in basic} == {"S43": 23, "W43": 24, "S44": 24, "W44": 39}
    axis = {
        r["scenario"]: r["axis_start"] - r["axis_basic"] - r.get("axis_ore_loss", 0)
        for r in rows("production_basic")
    }
    assert axis == {"S43": 99, "W43": 98, "S44": 98, "W44": 81}
    last = row("production_basic", scenario="W44")
    assert last["axis_start_assumed"]
    assert last["axis_start_back_cover"] == 47


def test_1_5_resources_count_twice_for_the_axis() -> None:
    lille, twice = row("known_hexes", hex="Lille"), values("resource_multiplier")
    points = {side: lille["city"] + lille["mineral"] * twice[side] for side in ("allied", "axis")}
    assert points == {"allied": 2, "axis": 3}  # T01
    assert row("known_hexes", hex="Gyor")["oil"] * twice["axis"] == 2  # T02


def test_9_15_moves_by_rail_and_sea() -> None:
    assert (values("rail")["rail_move"], values("rail")["axis_rail_move_from_1944_06"]) == (10, 5)  # T52
    assert values("rail")["off_map_cost_per_edge_hex"] == 2
    per_move = values("sea_moves")

    def price(side: str, areas: int) -> int:
        return -(-areas // per_move[f"{side}_areas_per_supreme_move"])

    assert [price("axis", 2), price("allied", 2), price("allied", 3)] == [2, 1, 2]  # T58, T30
    assert values("invasion")["long_range_allied_amphib_areas"] == [3, 4]
    assert values("supply")["line_length"] == 2


def test_8_4_what_control_allows() -> None:
    allowed = {
        r["activity"]: (r["friendly"], r["disputed"], r["enemy"]) for r in rows("hex_control_activity")
    }
    assert allowed["move into"] == (True, True, True)
    assert allowed["engage into"] == (True, None, True)  # T51
    assert allowed["trace supply"] == allowed["trace command"] == (True, True, False)
    assert allowed["trace rail"] == ("into_battle_not_through", False, False)
    for activity in ("deploy HQ into", "disengage into", "rail or sea move"):
        assert allowed[activity] == ("yes_not_embattled", False, False)


def test_15_1_sea_areas_and_ports_say_the_same() -> None:
    of_port = {r["port"]: set(r["sea_areas"]) for r in rows("ports")}
    from_areas: dict[str, set[str]] = {}
    for area in rows("sea_areas"):
        for port in area["ports"]:
            from_areas.setdefault(port, set()).add(area["area"])
        assert area["naval_base"] in (*area["ports"], "always Allied")
    assert of_port == from_areas
    assert all(1 <= len(areas) <= 3 for areas in of_port.values())
    assert Counter(r["basin"] for r in rows("sea_areas")) == {"Atlantic": 6, "Mediterranean": 8, "Baltic": 2}
    assert {r["area"]: r["interdiction"] for r in rows("sea_areas") if r["interdiction"] == 3} == {
        "Atlantic Ocean": 3,
        "North Atlantic": 3,
        "Irish Sea": 3,
        "Skagerrak": 3,
    }


def test_15_73_sea_areas_of_the_interdiction_example() -> None:
    value = {r["area"]: r["interdiction"] for r in rows("sea_areas")}
    seas = {r["port"]: r["sea_areas"] for r in rows("ports")}
    assert "Tyrrhenian Sea" in seas["Palermo"]
    assert "Tyrrhenian Sea" in seas["Messina"]
    assert value["Tyrrhenian Sea"] == 1
    assert value["Ionian Sea"] + value["Tyrrhenian Sea"] == 2
    assert "Tyrrhenian Sea" not in seas["Catania"]


def test_port_sizes_are_assumed_but_for_benghazi_and_fit_the_victory_point_examples() -> None:
    assert [r["port"] for r in rows("ports") if not r["size_assumed"]] == ["Benghazi"]
    size = {r["port"]: r["size"] for r in rows("ports")}
    assert Counter(size.values()) == {"minor": 57, "major": 29}
    islands = ("Palermo", "Messina", "Catania", "Cagliari", "Sassari", "Olbia", "Bastia")
    assert {size[port] for port in islands} == {"minor"}
    worth = values("victory_points")["ports"]
    iberian = [r for r in rows("ports") if r["country"] in ("Spain", "Portugal")]
    assert sum(worth[r["vp_region"]][r["size"]] for r in iberian) == 12  # T36
    assert all(size[r["naval_base"]] == "major" for r in rows("sea_areas") if r["naval_base"] in size)


def test_ports_that_never_score_have_no_region() -> None:
    never = {r["country"] for r in rows("ports") if r["vp_region"] is None}
    assert never - {"Eire"} == set(values("victory_points")["excluded_port_regions"])
    assert row("ports", port="Bastia")["vp_region"] == "South"  # Corsica


def test_sea_adjacency_is_assumed_connected_and_holds_the_shown_pairs() -> None:
    table = TABLES.table("sea_adjacency")
    assert table.assumed
    areas = {r["area"] for r in rows("sea_areas")}
    pairs = {frozenset((r["a"], r["b"])) for r in table.rows}
    assert len(pairs) == 22
    reached, frontier = set(), ["Atlantic Ocean"]
    while frontier:
        area = frontier.pop()
        reached.add(area)
        frontier += [b for pair in pairs if area in pair for b in pair - {area} if b not in reached]
    assert reached == areas
    shown = {frozenset((r["a"], r["b"])) for r in table.rows if r.get("shown_by_example")}
    assert shown == {
        frozenset(("English Channel", "North Sea")),
        frozenset(("Central Mediterranean", "Ionian Sea")),
        frozenset(("Ionian Sea", "Tyrrhenian Sea")),
        frozenset(("English Channel", "Bay of Biscay")),
    }


def test_17_2_victory_levels_leave_no_gap() -> None:
    levels = rows("victory_levels")
    assert [r["result"] for r in levels] == ["Draw", "Marginal", "Major", "Decisive"]
    assert [r["min"] for r in levels] == [0, 6, 16, 26]  # T38
    assert all(lower["max"] + 1 == upper["min"] for lower, upper in itertools.pairwise(levels))
    assert levels[-1]["max"] is None
    assert [(r["margin"], r["result"]) for r in rows("w44_levels")] == [
        (1, "Marginal"),
        (2, "Major"),
        (3, "Decisive"),
    ]  # T63
    assert row("w44_levels", margin=2)["assumed"]


def test_17_1_victory_points_and_declarations_of_war() -> None:
    points = values("victory_points")
    per_unit = {"S43": 1, "W43": 1.5, "S44": 2, "W44": 2}
    for scenario, each in per_unit.items():  # T62: twelve Spanish and two Portuguese units
        assert points["dow"]["Spain"][scenario] == -12 * each
        assert points["dow"]["Portugal"][scenario] == -2 * each
    war, lost = points["dow"], points["italian_neutral_static_eliminated"]
    assert war["Spain"]["W43"] + war["Portugal"]["W43"] - 14 * lost + 12 == 5  # T36
    assert points["handicap"] == {"S43": -55, "W43": -85, "S44": -155, "W44": None}
    assert (points["hq_cv"], points["hq_eliminated"], points["unit_eliminated"], points["unsupplied"]) == (
        2,
        -4,
        -2,
        -1,
    )


def test_17_31_victory_cities_make_thirteen() -> None:
    table = TABLES.table("victory_cities")
    assert table.assumed
    assert sum(r["weight"] for r in table.rows) == 13
    assert row("victory_cities", city="Berlin")["weight"] == 2


def test_16_7_iron_curtain_falls_month_by_month_from_the_south() -> None:
    assert [(r["month"], r["re"]) for r in rows("iron_curtain")] == [
        ("1944-10", "Sarajevo"),
        ("1944-11", "Vukovar E1"),
        ("1944-12", "Gyor E1"),
        ("1945-01", "Ostrava NE1"),
        ("1945-02", "Posnan E1"),
        ("1945-03", "Stettin E3"),
    ]


def test_map_errata_and_known_hexes() -> None:
    assert row("map_errata", hex="Naples W1")["terrain"] == "forest"
    assert row("map_errata", hexside=["Naples W1", "Naples"])["terrain"] == "forest"
    assert row("map_errata", city="Stettin")["value"] == row("known_hexes", hex="Stettin")["city"] == 1
    assert row("map_errata", place="Mallorca")["country"] == "Spain"
    assert row("map_errata", hexside=["Rotterdam", "Brussels"])["terrain"] == "sea"
    assert row("map_errata", hexside=["Venice", "Ravenna"])["feature"] == "river"
    assert row("map_errata", hexside=["Aarhus W1", "Odense"])["feature"] == "causeway strait"
    terrain = {r["hex"]: r["terrain"] for r in rows("known_hexes") if "terrain" in r}
    assert terrain == {
        "Licata": "hill",
        "Catania": "hill",
        "Palermo E1": "hill",
        "Messina": "mountain",
        "Naples W1": "forest",
    }
    assert [r["hex"] for r in rows("known_hexes") if r.get("fortress")] == ["Malta", "Gibraltar"]
    assert values("fortresses")["hexes"] == ["Gibraltar", "Malta"]
