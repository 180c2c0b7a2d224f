"""The vocabulary and the tables of War Comes Early: anchor values, sums, invariants, assumed marks."""

import itertools
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

import core.games.war_comes_early
from core.formats.system_file import Effect
from core.games import load_system, load_tables

SYSTEM = load_system("war_comes_early")
TABLES = load_tables("war_comes_early")
GAME = Path(core.games.war_comes_early.__file__).parent
NATURAL = ("clear", "woods", "broken", "rough", "swamp", "mountain")


def values(table_id):
    return TABLES.table(table_id).values


def rows(table_id):
    return TABLES.table(table_id).rows


def entry(layer, entry_id):
    return SYSTEM.by_id[layer][entry_id]


def effect(layer, entry_id, column):
    """(value, assumed) of a terrain effect."""
    found = entry(layer, entry_id).effects[column]
    return (found.value, found.assumed) if isinstance(found, Effect) else (found, False)


def marks(value):
    """How many assumed marks there are in a piece of data."""
    if isinstance(value, dict):
        own = sum(v is True for k, v in value.items() if k == "assumed" or k.endswith("_assumed"))
        return own + sum(map(marks, value.values()))
    return sum(map(marks, value)) if isinstance(value, list) else 0


# The vocabulary


def test_every_entry_names_its_rule_and_effect():
    for layer, entries in SYSTEM.by_id.items():
        for word in entries.values():
            assert word.rule, (layer, word.id)
            assert word.text.endswith("."), (layer, word.id)


def test_ids_are_unique_in_each_list():
    for layer, entries in SYSTEM.by_id.items():
        assert len(entries) == len(getattr(SYSTEM, layer)), layer


def test_effects_stand_in_declared_columns():
    columns = SYSTEM.by_id["effect_columns"]
    for layer in ("terrains", "features", "hexsides", "paths", "places"):
        for word in SYSTEM.by_id[layer].values():
            assert word.effects.keys() <= columns.keys(), word.id


def test_vocabulary_is_complete():
    assert tuple(SYSTEM.by_id["terrains"]) == (*NATURAL, "all_lake", "all_sea")
    assert set(SYSTEM.by_id["hexsides"]) == {
        "river",
        "blocked",
        "lake_side",
        "sea_side",
        "straits",
        "border",
    }
    assert set(SYSTEM.by_id["paths"]) == {"railroad"}
    assert {"fortification", "heavy_fortification", "west_wall", "maginot_line"} < set(
        SYSTEM.by_id["features"]
    )
    assert [size.mark for size in SYSTEM.unit_sizes] == ["XXXXX", "XXXX", "XXX", "XX"]
    assert SYSTEM.weathers == []


def test_grid_is_flat_with_even_columns_lower_and_assumed():
    grid = SYSTEM.grid
    assert (grid.orientation, grid.shifted, grid.assumed) == ("flat", "even", True)
    assert (grid.numbering.order, grid.numbering.first_column, grid.numbering.first_row) == ("CCRR", 1, 1)


@pytest.mark.parametrize(
    "column, key", [("mp_nonmech", "mp_nonmech"), ("mp_mech", "mp_mech"), ("shift", "shift")]
)
@pytest.mark.parametrize("terrain", NATURAL)
def test_terrain_effects_agree_with_the_chart(terrain, column, key):
    line = next(row for row in rows("terrain_effects") if row["terrain"] == terrain)
    assumed = line.get("assumed") or line.get(f"{key}_assumed", False)
    assert effect("terrains", terrain, column) == (line[key], assumed)


@pytest.mark.parametrize("terrain", ["woods", "broken", "rough", "swamp", "mountain"])
def test_second_terrain_costs_what_the_first_does(terrain):
    assert entry("features", f"also_{terrain}").effects == entry("terrains", terrain).effects


def test_movement_cost_grows_from_clear_to_mountain():
    foot = [effect("terrains", terrain, "mp_nonmech")[0] for terrain in NATURAL]
    assert foot == [1, 1, 1, 2, 2, 3]
    assert [effect("terrains", t, "mp_mech")[0] for t in NATURAL] == [1, 2, 2, 3, "rail_only", "rail_only"]


@pytest.mark.parametrize("terrain", ["swamp", "mountain"])
def test_mechanized_units_never_attack_into_mountain_or_swamp(terrain):
    assert effect("terrains", terrain, "mech_attack") == (None, False)
    assert effect("terrains", terrain, "mp_mech") == ("rail_only", False)


@pytest.mark.parametrize("terrain", ["all_lake", "all_sea"])
def test_open_water_is_closed(terrain):
    water = entry("terrains", terrain)
    assert water.water
    for column in ("mp_nonmech", "mp_mech"):
        assert effect("terrains", terrain, column) == (None, False)
    for column in ("attack", "zoc", "supply"):
        assert effect("terrains", terrain, column) == (False, False)


@pytest.mark.parametrize("kind, shift, garrison", [("fortification", -1, 2), ("heavy_fortification", -2, 4)])
def test_fortifications(kind, shift, garrison):
    assert effect("features", kind, "shift") == (shift, True)
    assert effect("features", kind, "garrison_df") == (garrison, True)
    assert effect("features", kind, "garrison_ce") == (1, False)
    assert effect("features", kind, "zoc_empty") == (True, False)
    assert effect("features", kind, "entry") == ("owner", False)


def test_west_wall_and_maginot_line():
    assert effect("features", "west_wall", "vp_first_entry") == (1, False)
    assert effect("features", "west_wall", "garrison_df") == (0, False)
    assert effect("features", "west_wall", "shift") == (-1, True)
    assert effect("features", "maginot_line", "german_attack") == (False, False)
    assert effect("features", "maginot_line", "entry") == ("not_german", False)
    for kind in ("west_wall", "maginot_line"):
        assert effect("features", kind, "zoc_empty") == (False, False)


@pytest.mark.parametrize("kind", ["fortification", "heavy_fortification", "west_wall", "maginot_line"])
def test_no_concentric_shift_against_fortifications(kind):
    assert effect("features", kind, "concentric") == (False, False)


def test_city_effects():
    assert effect("places", "city", "mech_attack") == ("halved", False)
    assert effect("places", "city", "concentric") == (False, False)
    assert effect("places", "city", "river_cost") == (False, False)
    assert effect("places", "city", "overrides") == ("all", False)
    assert [effect("places", "city", c) for c in ("mp_nonmech", "mp_mech", "shift")] == [
        (1, True),
        (1, True),
        (-1, True),
    ]
    assert entry("places", "black_dot_city").effects == {}


def test_river_is_printed_and_straits_are_assumed_alike():
    for column in ("mp_nonmech", "mp_mech", "shift", "zoc", "supply"):
        printed, assumed = effect("hexsides", "river", column), effect("hexsides", "straits", column)
        assert (printed[1], assumed[1]) == (False, True)
        assert printed[0] == assumed[0]
    assert effect("hexsides", "river", "shift") == (-1, False)
    assert effect("hexsides", "straits", "attack") == (True, False)


@pytest.mark.parametrize("kind", ["blocked", "lake_side", "sea_side"])
def test_closed_hexsides(kind):
    assert entry("hexsides", kind).blocks
    for column, closed in (("mp_nonmech", None), ("mp_mech", None), ("attack", False), ("zoc", False)):
        assert effect("hexsides", kind, column) == (closed, False)


def test_excluded_hexsides_exclude_each_other():
    kinds = SYSTEM.by_id["hexsides"]
    for kind in kinds.values():
        assert all(kind.id in kinds[other].excludes for other in kind.excludes), kind.id


def test_railroad_costs_half_a_point_for_everyone():
    assert effect("paths", "railroad", "mp_nonmech") == effect("paths", "railroad", "mp_mech") == (0.5, False)


def test_every_unit_type_pays_one_movement_column():
    payers = [set(column.moves) for column in SYSTEM.effect_columns if column.moves]
    for unit_type in SYSTEM.unit_types:
        assert sum(bool(moves & set(unit_type.classes)) for moves in payers) == 1, unit_type.id


def test_static_units_never_attack_with_strength_nor_move():
    static = entry("unit_types", "static")
    assert static.values["af"] == static.values["mf"] == 0
    assert {"static", "non_mech"} == set(static.classes)


def test_unit_types_have_only_known_values():
    attributes = SYSTEM.by_id["unit_attributes"]
    for unit_type in SYSTEM.unit_types:
        assert unit_type.values.keys() <= attributes.keys()


def test_nations_of_the_sides():
    names = {nation.name: nation.side for nation in SYSTEM.nations}
    assert [n for n, side in names.items() if side == "german"] == values("sides")["german"]
    assert {n for n, side in names.items() if side == "allied"} == set(values("sides")["allied"])
    assert {n for n, side in names.items() if side == ""} == set(values("sides")["neutral_at_start"])


def test_nations_without_counters_have_assumed_colours():
    assert not any(nation.assumed for nation in SYSTEM.nations)
    assumed = {nation.name for nation in SYSTEM.nations if nation.counter.assumed}
    assert assumed == set(values("sides")["neutral_at_start"]) - set(values("sides")["neutrals_with_units"])


def test_german_counters_have_three_colours():
    germany = entry("nations", "germany")
    assert [variant.id for variant in germany.variants] == ["mechanized", "strategic_reserve"]
    assert germany.variants[1].counter.ink != germany.counter.ink
    colours = [n.counter.fill for n in SYSTEM.nations] + [v.counter.fill for v in germany.variants]
    assert len(set(colours)) == len(colours)


def test_marker_counts():
    counts = {marker.id: marker.count for marker in SYSTEM.markers}
    printed = values("markers")
    assert [
        counts[k] for k in ("victory_point", "game_turn", "national_turn", "german_phase", "railhead")
    ] == [
        printed["victory_point"],
        printed["game_turn"],
        printed["national_turn"],
        printed["german_phase"],
        printed["soviet_railhead"],
    ]
    # Breach markers are not limited, and how many airpower markers exist is not known.
    assert counts["breached"] is counts["airpower"] is None


def test_a_breached_fortification_counts_no_more_and_air_zones_cost_a_point():
    breached = {
        column: effect("markers", "breached", column) for column in entry("markers", "breached").effects
    }
    assert breached == {
        "entry": ("any", False), "supply": (True, False), "zoc_empty": (False, False),
        "garrison_df": (0, False), "garrison_ce": (0, False), "overrides": ("fortification", False),
    }  # fmt: skip
    assert (
        effect("markers", "airpower", "mp_mech")
        == effect("markers", "airpower", "mp_nonmech")
        == ("+1", False)
    )
    assert effect("markers", "airpower", "shift") == (-1, False)


def test_a_scenario_is_of_one_of_the_two_years():
    (campaign,) = SYSTEM.scenario_attributes
    assert (campaign.id, campaign.choices) == ("campaign", ["1938", "1939"])


def test_every_option_is_a_reading_of_ours_with_a_fitting_default():
    for option in SYSTEM.options:
        assert option.assumed, option.id
        if option.type == "choice":
            assert option.default in option.choices
            assert len(option.choices) > 1
        else:
            assert type(option.default) is {"flag": bool, "whole": int}[option.type]


def test_every_option_is_read_by_the_rules():
    """A switch that nothing listens to would be a lie."""
    code = "".join(path.read_text(encoding="utf-8") for path in GAME.glob("*.py"))
    assert [option.id for option in SYSTEM.options if f'"{option.id}"' not in code] == []


def test_named_options_and_gaps():
    options = SYSTEM.by_id["options"]
    assert options["zoc_respects_geographic_limits"].default is True
    assert options["mech_line_by"].default == "strength"
    assert options["german_mech_replacement"].default is True
    gaps = {gap for option in SYSTEM.options for gap in re.findall(r"G\d+", option.rule)}
    # Gaps about the printed map, counters and zones are data, not switches; G49 leaves no other choice.
    data = {1, 2, 4, 5, 23, 24, 25, 27, 28, 35, 37, 38, 40, 47, 49, 51}
    assert gaps == {f"G{n}" for n in range(1, 67) if n not in data}


# The tables


def test_all_tables_are_there():
    assert len(TABLES.tables) == 38
    assert len({table.id for table in TABLES.tables}) == 38
    assert all(table.rule for table in TABLES.tables)


def test_combat_table_has_66_cells_under_two_header_lines():
    crt = TABLES.table("combat_results_table")
    assert [row["die"] for row in crt.rows] == [1, 2, 3, 4, 5, 6]
    assert {len(row["results"]) for row in crt.rows} == {crt.values["columns"]} == {11}
    for line in ("german_mechanized", "attack_differential"):
        bounds = crt.values[f"{line}_lower_bounds"]
        assert len(bounds) == len(crt.values[f"{line}_line"]) == 11
        assert bounds[0] is None and bounds[1:] == sorted(set(bounds[1:]))


def test_german_mechanized_line_is_one_column_better():
    crt = values("combat_results_table")
    standard, mech = crt["attack_differential_lower_bounds"], crt["german_mechanized_lower_bounds"]
    assert mech[2:] == standard[1:-1]
    assert mech[1] == 0


def results():
    return [[tuple(cell) for cell in row["results"]] for row in rows("combat_results_table")]


def test_12_4_each_line_is_the_one_above_moved_right_but_for_two_cells():
    table = results()
    odd = {
        (die + 2, column + 2): table[die + 1][column + 1]
        for die, column in itertools.product(range(5), range(10))
        if table[die + 1][column + 1] != table[die][column]
    }
    assert odd == {(6, 6): (2, 0), (6, 11): (0, 3)}
    assert [row[0] for row in table] == [(1, 0), (2, 0), (3, 0), (3, 0), (3, 0), (3, 0)]
    assert table[0] == [
        (1, 0),
        (1, 1),
        (1, 1),
        (1, 1),
        (1, 2),
        (1, 3),
        (0, 4),
        (0, 5),
        (0, 5),
        (0, 5),
        (0, 5),
    ]


def test_12_4_low_rolls_and_right_columns_favour_the_attacker():
    table = results()
    for row in table:
        assert [loss for loss, _ in row] == sorted((loss for loss, _ in row), reverse=True)
        assert [loss for _, loss in row] == sorted(loss for _, loss in row)
    for column in zip(*table, strict=True):
        assert [loss for _, loss in column] == sorted((loss for _, loss in column), reverse=True)


def column_of(differential, line):
    bounds = values("combat_results_table")[f"{line}_lower_bounds"]
    return max([1, *(i + 1 for i, b in enumerate(bounds) if b is not None and b <= differential)])


@pytest.mark.parametrize(
    "line, differential, column",
    [
        pytest.param("attack_differential", d, c, id=f"D2-{d:+}")
        for d, c in zip(
            (-7, 0, 1, 4, 5, 9, 10, 14, 29, 30, 31), (1, 1, 2, 5, 6, 6, 7, 7, 10, 11, 11), strict=True
        )
    ]
    + [
        pytest.param("german_mechanized", d, c, id=f"D3-{d:+}")
        for d, c in zip((-5, -1, 0, 3, 5, 9, 24, 25, 40), (1, 1, 2, 5, 7, 7, 10, 11, 11), strict=True)
    ]
    + [
        pytest.param("attack_differential", 5 - 3, 3, id="E6"),
        pytest.param("attack_differential", 9, 6, id="E7"),
        pytest.param("german_mechanized", 9, 7, id="E7-mech"),
    ],
)
def test_12_1_columns(line, differential, column):
    assert column_of(differential, line) == column


def test_12_3_worked_example_e8():
    assert results()[0][column_of(3, "german_mechanized") - 1] == (1, 2)


def test_column_shifts():
    shifts = {row["cause"]: row["shift"] for row in rows("column_shifts")}
    assert len(shifts) == 7
    assert (shifts["concentric attack by Germans"], shifts["concentric attack by others"]) == (2, 1)
    assert sorted(v for v in shifts.values() if isinstance(v, int)) == [-1, -1, 1, 1, 1, 2]
    assert values("column_shifts")["clamp_to_outer_columns"] == {"value": True, "assumed": True}


def test_halving_twice_is_a_quarter_and_assumed():
    factors = {
        row["cause"]: (row["factor"], row.get("assumed", False)) for row in rows("attack_strength_modifiers")
    }
    assert factors["both"] == (0.25, True)
    assert list(factors.values())[:2] == [(0.5, False)] * 2


def test_white_markers_add_up():
    m = values("markers")
    parts = [m["victory_point"], m["game_turn"], m["national_turn"], m["german_phase"]]
    assert sum(parts) + m["breached_fortification"]["count"] == m["white_markers_total"] == 17
    assert m["airpower"] == {"count": None, "assumed_count": 20, "assumed": True}


def test_components_of_armies_and_fronts():
    made_of = {
        (row["nation"], row.get("scenario"), row["big"]): row.get("components")
        for row in rows("reorganization")
    }
    assert made_of["Soviet Union", None, "front"] == 5
    assert (made_of["Germany", "1938", "army"], made_of["Germany", "1939", "army"]) == (2, 3)
    assert (made_of["Italy", None, "infantry army"], made_of["Italy", None, "mechanized army"]) == (2, 3)
    assert made_of["Hungary", None, "army"] == 3
    assert [nation for nation, _, big in made_of if big is None] == ["Belgium", "Netherlands"]
    ce = values("corps_equivalents")
    assert ce["soviet_front"]["ce"] == made_of["Soviet Union", None, "front"] * ce["soviet_army"] == 5
    assert (ce["army_of_2"]["ce"], ce["army_of_3"]["ce"], ce["german_static_division"]) == (2, 3, 0.5)


def test_components_fall_short_by_what_the_rules_say():
    by_nation = {(row["nation"], row.get("scenario")): row for row in rows("reorganization")}
    soviet, german = by_nation["Soviet Union", None], by_nation["Germany", "1938"]
    assert soviet["fronts"] * soviet["components"] - soviet["component_counters"]["army"] == 2
    assert german["armies"] * german["components"] == sum(german["component_counters"].values()) == 14


def test_movement_factors():
    mf = values("movement_factors")
    assert [mf[k] for k in ("soviet_front", "western_army", "soviet_army", "corps", "static")] == [
        4,
        4,
        6,
        6,
        0,
    ]
    assert mf["column_movement_multiplier"] == 2


def test_stacking():
    stacking = values("stacking")
    slots = stacking["slots"]
    assert stacking["max_slots"] == 5 and stacking["max_army_or_front"] == 1
    two_mech = 2 * slots["german_mechanized_corps"]
    assert two_mech + slots["default"] == 5 < two_mech + 2 * slots["default"]
    assert 2 * slots["german_static_division"] + slots["default"] <= 5


def test_sides_and_markers_agree():
    sides = values("sides")
    groups = rows("national_turn_markers")
    assert len(groups) == values("markers")["national_turn"] == 7
    acting = [nation for row in groups for nation in row["nations"]]
    assert len(acting) == len(set(acting))
    assert set(acting) == (
        set(sides["german"]) - {"Germany"} | set(sides["allied"]) | set(sides["neutrals_with_units"])
    )
    for row in groups:
        assert (row["side"] == "german") == set(row["nations"]).issubset(sides["german"])
    assert (
        len(groups) + values("markers")["german_phase"]
        == values("national_turn_markers")["turn_sequence_track_boxes"]
    )


def test_nationalities_name_fourteen_nations_in_sixteen_colours():
    assert len(rows("nationalities")) == 16
    assert len({row["code"] for row in rows("nationalities")}) == 14


def test_geographic_restrictions_cover_every_nation_with_units_once():
    named = [nation for row in rows("geographic_restrictions") for nation in row["nations"]]
    sides = values("sides")
    assert len(named) == len(set(named)) == 14
    assert set(named) == {*sides["german"], *sides["allied"], *sides["neutrals_with_units"]}


def test_air_superiority_modifiers():
    drm = {row["when"]: row["drm"] for row in rows("air_superiority")}
    assert len(drm) == 10
    assert sum(drm.values()) == 1
    for nation in ("Belgium", "Denmark", "Netherlands"):
        assert drm[f"{nation} violated, still fighting"] == 1
        assert drm[f"{nation} capitulated"] == -1
    assert (drm["Hungary capitulated"], drm["Poland capitulated"], drm["Czechoslovakia capitulated"]) == (
        1,
        1,
        -1,
    )
    assert (values("air_superiority")["german_dice"], values("air_superiority")["allied_dice"]) == (
        "3d6",
        "2d6",
    )


def test_capitulation_and_air_modifiers_agree():
    drm = {row["when"]: row["drm"] for row in rows("air_superiority")}
    assert len(rows("capitulation")) == 9
    for row in rows("capitulation"):
        assert row["air_drm"] == drm.get(f"{row['nation']} capitulated", 0), row["nation"]
    falling = {row["nation"] for row in rows("capitulation")}
    assert not falling & set(values("capitulation")["never"])
    assert {r["nation"] for r in rows("capitulation") if r.get("turn_marker_removed")} == {
        "Czechoslovakia",
        "Hungary",
        "Poland",
    }


def test_terror_bombing_hits_on_half_the_rolls():
    assert [row["roll"] for row in rows("terror_bombing")] == [[1, 2, 3], [4, 5, 6]]
    assert "-1" in rows("terror_bombing")[1]["effect"]


def test_victory_points():
    vp = values("vp")
    assert vp["start"] == {"german": 50, "allied": 50}
    assert vp["known_values"] == {"Brussels": 3}
    assert vp["assumed_values"]["assumed"] is True
    assert vp["assumed_values"]["other_capitals"] == vp["known_values"]["Brussels"]
    assert vp["west_wall"]["allied"] + vp["west_wall"]["german"] == 0
    assert (vp["german_mech_corps_lost_in_supply"]["german"], vp["german_mech_corps_lost_oos"]["german"]) == (
        -1,
        -2,
    )


def test_victory_1938_and_1939():
    at_once = [row for row in rows("victory_1938") if row["at"] == "any time"]
    assert [row["winner"] for row in at_once] == ["german"] * 3 + ["allied"] * 3
    assert [row["winner"] for row in rows("victory_1938")[6:]] == ["allied", "leader", "draw"]
    points = [row["vp"] for row in rows("victory_1939")]
    # Warsaw taken and Warsaw held exclude each other, so the most is 4.
    assert points == [1, 1, 2, 1]
    outcome = values("victory_1939")["outcome"]
    assert [outcome[str(n)] for n in range(5)] == ["Polish win"] * 3 + ["draw", "German win"]


@pytest.mark.parametrize(
    "table_id, first, turns, days",
    [("turn_track_1938", date(1938, 10, 1), 10, 4), ("turn_track_1939", date(1939, 9, 1), 6, 3)],
)
def test_turn_tracks_follow_the_calendar(table_id, first, turns, days):
    months = {9: "Sep", 10: "Oct", 11: "Nov"}
    assert [row["gt"] for row in rows(table_id)] == list(range(1, turns + 1))
    for i, row in enumerate(rows(table_id)):
        start = first + timedelta(days=days * i)
        end = start + timedelta(days=days - 1)
        begin = f"{start.day}" if start.month == end.month else f"{start.day} {months[start.month]}"
        assert row["dates"] == f"{begin}-{end.day} {months[end.month]}"


def test_arrivals():
    arrivals = values("german_arrivals")
    assert (arrivals["eighteenth_motorized"]["from"], arrivals["eighteenth_motorized"]["to"]) == (
        "2128",
        "2821",
    )
    assert arrivals["eighteenth_motorized"]["max_hexes_between"] == 9
    assert (arrivals["static_reserve_corps"]["count"], arrivals["static_reserve_corps"]["roll"]) == (
        6,
        "1d6-1",
    )
    assert arrivals["eighteenth_mountain"]["details_assumed"] is True
    assert arrivals["seventh_flieger"]["success_shift"] == 1


def test_known_hexes():
    known = {row["hex"]: row for row in rows("known_hexes")}
    assert len(known) == 18
    names = {
        number: known[number]["name"] for number in ("2413", "2414", "2128", "2821", "3714", "3226", "3821")
    }
    assert list(names.values()) == ["Berlin", "Berlin", "Vienna", "Breslau", "Danzig", "Krakow", "Warsaw"]
    assert known["2017"]["black_dot"] is True
    assert known["2413"]["city_assumed"] is True


def test_gazetteer_is_assumed_throughout_and_on_the_grid():
    gazetteer = TABLES.table("gazetteer_predicted")
    assert gazetteer.assumed and TABLES.table("georeference").assumed
    assert len(gazetteer.rows) == 152
    assert all(row["assumed"] for row in gazetteer.rows)
    assert sum(row["hex"] is None for row in gazetteer.rows) == 6
    for row in gazetteer.rows:
        if row["hex"]:
            column, line = int(row["hex"][:2]), int(row["hex"][2:])
            assert 1 <= column <= 61 and 1 <= line <= (34 if column % 2 else 33), row["name"]


@pytest.mark.parametrize(
    "table_id, count",
    [
        ("map_grid", 5),
        ("markers", 1),
        ("reorganization", 3),
        ("terrain_effects", 15),
        ("geographic_restrictions", 1),
        ("combat_results_table", 2),
        ("column_shifts", 1),
        ("attack_strength_modifiers", 2),
        ("supply_sources", 1),
        ("supply_path", 2),
        ("replacements", 5),
        ("german_arrivals", 1),
        ("vp", 1),
        ("zoc", 2),
        ("known_hexes", 2),
        ("gazetteer_predicted", 152),
    ],
)
def test_reconstructed_values_are_marked(table_id, count):
    table = TABLES.table(table_id)
    assert marks(table.rows) + marks(table.values) == count


def test_all_other_tables_are_printed_throughout():
    marked = {
        table.id for table in TABLES.tables if table.assumed or marks(table.rows) or marks(table.values)
    }
    assert len(marked) == 17
    assert marked.isdisjoint(
        {"capitulation", "air_superiority", "stacking", "movement_factors", "victory_1938"}
    )
