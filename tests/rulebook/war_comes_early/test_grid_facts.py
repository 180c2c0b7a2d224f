"""What the rules and their examples say about the hexes of War Comes Early, checked on the hex grid.

Sections in brackets are those of the published rules; M-G1 ... and D10 ... are facts and cases derived from
them. The sheet is printed with misspelt names (map errata 2); the names used here are the corrected ones.
"""

from itertools import combinations, pairwise
from math import acos, atan2, cos, degrees, hypot, radians, sin, sqrt

import pytest

from core.games import load_system, load_tables
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    connected_groups,
    direction_between,
    distance,
    neighbour,
    neighbours,
    side_between,
    straight_line,
    within,
)
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line
from core.hexgrid.numbering import GridLabels, LabelError, Numbering, SideLabels
from core.hexgrid.orientation import Orientation

COLUMNS, ROWS = 61, 34
GRID = Grid(Orientation.FLAT, COLUMNS, ROWS, first_shifted=False)
LABELS = GridLabels(GRID, Numbering())
# The other way to read the sheet, which M-G4 rules out: even columns half a hex higher.
EVEN_HIGHER = GridLabels(Grid(Orientation.FLAT, COLUMNS, ROWS, first_shifted=True), Numbering())
LAYOUT = Layout(Orientation.FLAT)
TABLES = load_tables("war_comes_early")
MAP_GRID = TABLES.table("map_grid").values
GEO = TABLES.table("georeference").values

# Names of 2.1 and the compass words of the grid, with the step for odd and for even columns.
DIRECTIONS = {
    "up": ("N", (0, -1), (0, -1)),
    "up_right": ("NE", (1, -1), (1, 0)),
    "down_right": ("SE", (1, 0), (1, 1)),
    "down": ("S", (0, 1), (0, 1)),
    "down_left": ("SW", (-1, 0), (-1, 1)),
    "up_left": ("NW", (-1, -1), (-1, 0)),
}
OPPOSITE = {
    "up": "down",
    "up_right": "down_left",
    "down_right": "up_left",
    "down": "up",
    "down_left": "up_right",
    "up_left": "down_right",
}


def at(number):
    return LABELS.parse(number)


def number(column, row):
    return f"{column:02d}{row:02d}"


def towards(name):
    return Orientation.FLAT.direction(DIRECTIONS[name][0])


def step(column, row, name):
    """The neighbour by the table of 2.1."""
    dc, dr = DIRECTIONS[name][1 if column % 2 else 2]
    return column + dc, row + dr


def last_row(column):
    return ROWS if column % 2 else ROWS - 1


def is_concentric(target, attackers):
    """12.2.2: two opposite hexes, three alternate ones, or at least four."""
    used = {direction_between(at(target), at(a)) for a in attackers}
    opposite = any((d + 3) % 6 in used for d in used)
    alternate = {0, 2, 4} <= used or {1, 3, 5} <= used
    return opposite or alternate or len(used) >= 4


# The grid


def test_2_1_system_declares_this_grid():
    grid = load_system("war_comes_early").grid
    numbering = Numbering(**grid.numbering.model_dump())
    assert (grid.orientation, grid.shifted) == (GRID.orientation, numbering.shifted_number(GRID))
    assert numbering == LABELS.numbering


def test_2_1_numbers_are_column_and_row():
    assert LABELS.extent == "0101 to 6134"
    assert GRID.column_row(at("2413")) == (23, 12)
    assert LABELS.label(at("2413")) == "2413"
    assert len(LABELS.table()) == COLUMNS * ROWS
    assert (MAP_GRID["columns"], MAP_GRID["rows"]) == ([1, COLUMNS], [1, ROWS])


@pytest.mark.parametrize("outside", ["0001", "0100", "6201", "0135", "24130", "24-13", "A2413"])
def test_2_1_other_numbers_name_no_hex(outside):
    with pytest.raises(LabelError):
        at(outside)


@pytest.mark.parametrize("name", DIRECTIONS)
def test_2_1_neighbour_table_on_the_whole_map(name):
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            there = neighbour(at(number(column, row)), towards(name))
            c, r = step(column, row, name)
            assert GRID.column_row(there) == (c - 1, r - 1), number(column, row)


@pytest.mark.parametrize("name", DIRECTIONS)
def test_2_1_neighbour_table_of_the_data(name):
    i = MAP_GRID["neighbours"]["order"].index(name)
    assert tuple(MAP_GRID["neighbours"]["odd_column_delta"][i]) == DIRECTIONS[name][1]
    assert tuple(MAP_GRID["neighbours"]["even_column_delta"][i]) == DIRECTIONS[name][2]


@pytest.mark.parametrize("name, other", OPPOSITE.items())
def test_2_1_opposite_directions(name, other):
    assert (towards(name) + 3) % 6 == towards(other)
    assert {name, other} in [set(pair) for pair in MAP_GRID["opposite_pairs"]]


def by_formula(a, b):
    """The distance formula of 2.1, from column and row numbers."""

    def cube(column, row):
        x, z0 = column - 1, row - 1
        z = z0 - (x - (x & 1)) // 2
        return x, -x - z, z

    return max(abs(i - j) for i, j in zip(cube(*a), cube(*b), strict=True))


@pytest.mark.parametrize("column", range(1, COLUMNS + 1))
def test_2_1_distance_formula_on_the_whole_map(column):
    everywhere = [
        ((c, r), GRID.hex_at(c - 1, r - 1)) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)
    ]
    for row in (1, 2, 12, 23, 33, 34):
        here = GRID.hex_at(column - 1, row - 1)
        assert all(distance(here, h) == by_formula((column, row), there) for there, h in everywhere)


@pytest.mark.parametrize("c, r", [(1, 1), (24, 13), (31, 17), (61, 34)])
def test_2_1_even_columns_stand_half_a_hex_lower(c, r):
    y = LAYOUT.centre(at(number(c, r))).y
    first = LAYOUT.centre(at("0101")).y
    assert y - first == pytest.approx(r - 1 + (0 if c % 2 else 0.5))


# Edges


@pytest.mark.parametrize(
    "edge, first, last",
    [
        ("north", "0101", "6110"),
        ("east", "6111", "6133"),
        ("south", "0134", "6134"),
        ("west", "0102", "0134"),
    ],
)
def test_1_2_edges_end_at_hexes_of_the_grid(edge, first, last):
    assert TABLES.table("map_edges").values[edge] == [first, last]
    assert at(first) in GRID and at(last) in GRID


def test_1_2_west_edge_has_nothing_beyond():
    for row in range(2, ROWS + 1):
        beyond = [h for h in neighbours(at(number(1, row))) if GRID.column_row(h)[0] < 0]
        assert len(beyond) == 2


def test_1_2_east_edge_has_nothing_beyond():
    for row in range(11, 34):
        beyond = [h for h in neighbours(at(number(61, row))) if GRID.column_row(h)[0] >= COLUMNS]
        assert len(beyond) == 2


def test_1_2_edges_are_chains_of_neighbours():
    west = [at(number(1, row)) for row in range(2, ROWS + 1)]
    east = [at(number(61, row)) for row in range(11, 34)]
    south = [at(number(column, last_row(column))) for column in range(1, COLUMNS + 1)]
    for edge in (west, east, south):
        assert all(distance(a, b) == 1 for a, b in pairwise(edge))
    assert west[-1] == south[0] == at("0134")


def test_1_2_east_edge_lies_between_the_north_and_the_south_edge():
    assert distance(at("6110"), at("6111")) == 1
    assert distance(at("6133"), at("6134")) == 1


def test_g2_last_rows_make_a_level_south_edge():
    ends = [LAYOUT.centre(at(number(c, last_row(c)))).y for c in range(1, COLUMNS + 1)]
    assert max(ends) - min(ends) == pytest.approx(0.5)
    assert MAP_GRID["last_row"] == {"odd_columns": 34, "even_columns": 33, "assumed": True}


def test_10_4_romania_has_two_hexes_on_the_south_edge():
    romania = ["3133", "3134", "3233"]
    south = [n for n in romania if int(n[2:]) == last_row(int(n[:2]))]
    assert south == ["3134", "3233"]
    deduced = next(row for row in TABLES.table("supply_sources").rows if row["nation"] == "Romania")
    assert deduced["deduced"] == south


def test_3_1_romanian_hexes_hang_together():
    assert len(connected_groups(map(at, ["3133", "3134", "3233"]))) == 1


@pytest.mark.parametrize("row, north", [(1, True), (23, True), (24, False), (34, False)])
def test_3_1_north_of_row_24_is_a_smaller_row_number(row, north):
    # G35: on a turned sheet the row number decides, so every column is cut at the same row.
    for column in (52, 53, 61):
        above = LAYOUT.centre(at(number(column, row))).y < LAYOUT.centre(at(number(column, 24))).y
        assert above == north


# Adjacency


@pytest.mark.parametrize(
    "a, b",
    [
        pytest.param("2401", "2402", id="11.4 M-G1 D14 river hexside"),
        pytest.param("2503", "2603", id="4.5.2 11.4 M-G2 D14 Danish Straits"),
        pytest.param("2413", "2414", id="4.1 4.5 M-G3 D14 Berlin"),
        pytest.param("6110", "6111", id="1.2 north and east edge"),
        pytest.param("0133", "0134", id="1.2 west edge"),
    ],
)
def test_neighbours(a, b):
    assert distance(at(a), at(b)) == distance(at(b), at(a)) == 1
    sides = SideLabels(LABELS, Orientation.FLAT, GRID.__contains__)
    assert sides.parse(f"{a}/{b}") == sides.parse(f"{b}/{a}") == side_between(at(a), at(b))


@pytest.mark.parametrize(
    "a, b, name",
    [
        pytest.param("2401", "2402", "down", id="11.4"),
        pytest.param("2503", "2603", "down_right", id="4.5.2"),
        pytest.param("2413", "2414", "down", id="4.1"),
        pytest.param("3022", "3021", "up", id="D10"),
        pytest.param("3022", "3023", "down", id="D10 other side"),
        pytest.param("3022", "3123", "down_right", id="D11"),
        pytest.param("3022", "2923", "down_left", id="D11 other side"),
    ],
)
def test_directions(a, b, name):
    assert direction_between(at(a), at(b)) == towards(name)


@pytest.mark.parametrize(
    "a, b",
    [
        pytest.param("2403", "2603", id="4.5.2 no way round the straits"),
        pytest.param("2128", "2821", id="3.2.1 Vienna and Breslau"),
        pytest.param("3714", "3226", id="13.3 Danzig and Krakow"),
        pytest.param("3821", "3714", id="13.3 Warsaw and Danzig"),
        pytest.param("3021", "3023", id="D10 opposite attackers"),
        pytest.param("3123", "2923", id="D11 alternate attackers"),
    ],
)
def test_no_neighbours(a, b):
    assert direction_between(at(a), at(b)) is None
    with pytest.raises(LabelError):
        SideLabels(LABELS, Orientation.FLAT, GRID.__contains__).parse(f"{a}/{b}")


@pytest.mark.parametrize(
    "centre, around",
    [
        pytest.param("3821", {"3820", "3921", "3922", "3822", "3722", "3721"}, id="13.3 Warsaw, even column"),
        pytest.param("3714", {"3713", "3813", "3814", "3715", "3614", "3613"}, id="13.3 Danzig, odd column"),
        pytest.param("3022", {"3021", "3122", "3123", "3023", "2923", "2922"}, id="D10 D11 target"),
        pytest.param(
            "2603", {"2602", "2703", "2704", "2604", "2504", "2503"}, id="4.5.2 east end of the straits"
        ),
    ],
)
def test_six_hexes_around(centre, around):
    assert {LABELS.label(h) for h in neighbours(at(centre))} == around


def test_6_2_2_air_zone_is_the_hex_and_six_neighbours():
    assert set(within(at("3022"), 1)) == {at("3022"), *neighbours(at("3022"))}
    assert len(set(within(at("3022"), 1))) == 7


# Distances


@pytest.mark.parametrize(
    "a, b, hexes",
    [
        pytest.param("2128", "2821", 10, id="3.2.1 M-G4 D15 Vienna to Breslau"),
        pytest.param("3021", "3023", 2, id="D10"),
        pytest.param("3021", "3123", 2, id="D11 first and second"),
        pytest.param("3123", "2923", 2, id="D11 second and third"),
        pytest.param("2923", "3021", 2, id="D11 third and first"),
        pytest.param("1208", "1109", 1, id="2.1 Dortmund printed and fitted"),
    ],
)
def test_distances(a, b, hexes):
    assert distance(at(a), at(b)) == hexes


def test_3_2_1_nine_hexes_between_vienna_and_breslau_are_the_least():
    between = line(at("2128"), at("2821"))[1:-1]
    assert (
        len(between)
        == TABLES.table("german_arrivals").values["eighteenth_motorized"]["max_hexes_between"]
        == 9
    )
    assert len(connected_groups([at("2128"), *between, at("2821")])) == 1


def test_3_2_1_only_shortest_paths_have_nine_hexes_e13():
    # Hexes that a path of nine can use are those with 10 for the sum of both distances; one more is too far.
    usable = [h for h in GRID.hexes() if distance(at("2128"), h) + distance(h, at("2821")) == 10]
    assert at("2425") in usable and at("2422") not in usable
    assert all(distance(at("2128"), h) + distance(h, at("2821")) >= 10 for h in GRID.hexes())


def test_m_g4_with_even_columns_higher_ten_hexes_would_be_needed():
    a, b = EVEN_HIGHER.parse("2128"), EVEN_HIGHER.parse("2821")
    assert len(line(a, b)[1:-1]) == 10


def test_m_g1_to_m_g3_hold_for_either_reading():
    # 2401/2402 and Berlin share a column; 2503/2603 touch either way, so only M-G4 decides.
    for a, b in (("2401", "2402"), ("2413", "2414"), ("2503", "2603")):
        assert distance(EVEN_HIGHER.parse(a), EVEN_HIGHER.parse(b)) == 1


@pytest.mark.parametrize("steps, supplied", [(1, True), (5, True), (6, False)])
def test_10_3_four_hexes_between_unit_and_railhead(steps, supplied):
    # G12: neither the hex of the unit nor that of the railhead is counted.
    unit, railhead = at("4424"), at(number(44, 24 + steps))
    between = line(unit, railhead)[1:-1]
    limit = TABLES.table("supply_path").values["soviet"]["max_hexes_to_railhead"]
    assert (len(between) <= limit) == (distance(unit, railhead) <= 5) == supplied


# Concentric attacks


@pytest.mark.parametrize(
    "attackers, concentric",
    [
        pytest.param(["3021", "3023"], True, id="D10 opposite"),
        pytest.param(["3021", "3123", "2923"], True, id="D11 alternate"),
        pytest.param(["3122", "2922", "3023"], True, id="12.2.2 the other three alternate"),
        pytest.param(["3021", "3122"], False, id="12.2.2 two side by side"),
        pytest.param(["3021", "3123"], False, id="12.2.2 two with one between"),
        pytest.param(["3021", "3122", "2922"], False, id="12.2.2 three in a row"),
        pytest.param(["3021", "3122", "3123", "3023"], True, id="12.2.2 four"),
    ],
)
def test_12_2_2_concentric_attack(attackers, concentric):
    assert all(distance(at("3022"), at(a)) == 1 for a in attackers)
    assert is_concentric("3022", attackers) == concentric


def test_12_2_2_alternate_hexes_have_one_hex_between_each():
    for a, b in combinations(["3021", "3123", "2923"], 2):
        common = set(neighbours(at(a))) & set(neighbours(at(b))) - {at("3022")}
        assert len(common) == 1


@pytest.mark.parametrize("count", [4, 5, 6])
def test_12_2_2_four_of_six_hexes_always_hold_an_opposite_pair(count):
    for used in combinations(range(6), count):
        assert any((d + 3) % 6 in used for d in used)


def test_d10_opposite_attackers_stand_in_line_with_the_target():
    assert line(at("3021"), at("3023")) == [at("3021"), at("3022"), at("3023")]
    assert straight_line(at("3021"), at("3023")) == (towards("down"), 2)


# The sheet and the earth


def test_m_g6_proportions_of_the_sheet():
    points = [LAYOUT.centre(at(n)) for n in ("0101", "6134")]
    width = points[1].x - points[0].x + 2 * LAYOUT.radius
    height = points[1].y - points[0].y + LAYOUT.across
    assert width / height == pytest.approx(34 / 22, abs=0.05)


def fitted(lon, lat):
    """Where the georeference puts a point, in hexes across; the first hex has X = sqrt(3)/2 and Y = 1."""
    lon0, lat0, lon, lat = radians(16), radians(51), radians(lon), radians(lat)
    c = acos(sin(lat0) * sin(lat) + cos(lat0) * cos(lat) * cos(lon - lon0))
    k = 6371 * (c / sin(c) if c else 1)
    x = k * cos(lat) * sin(lon - lon0)
    y = k * (cos(lat0) * sin(lat) - sin(lat0) * cos(lat) * cos(lon - lon0))
    return GEO["a"] * x + GEO["b"] * y + GEO["t"], GEO["b"] * x - GEO["a"] * y + GEO["u"]


def fitted_hex(lon, lat):
    x, y = fitted(lon, lat)
    return LAYOUT.hex_at(x - sqrt(3) / 2, y - 1)


CITIES = {  # the cities whose hexes the rules name, with their real coordinates
    "Vienna": ("2128", 16.37, 48.21),
    "Breslau": ("2821", 17.03, 51.11),
    "Danzig": ("3714", 18.65, 54.35),
    "Krakow": ("3226", 19.94, 50.06),
    "Warsaw": ("3821", 21.01, 52.23),
    "Konigsberg": ("4114", 20.51, 54.71),
    "Giessen": ("1113", 8.67, 50.58),
    "Dortmund": ("1208", 7.47, 51.51),
    "Bielefeld": ("1409", 8.53, 52.02),
    "Hannover": ("1710", 9.73, 52.37),
    "Chemnitz": ("2017", 12.92, 50.83),
}


@pytest.mark.parametrize("name", CITIES)
def test_m_g5_named_cities_lie_within_a_hex_of_the_georeference(name):
    printed, lon, lat = CITIES[name]
    assert distance(fitted_hex(lon, lat), at(printed)) <= 1


def test_m_g5_error_of_the_fit():
    errors = []
    for printed, lon, lat in CITIES.values():
        centre, (x, y) = LAYOUT.centre(at(printed)), fitted(lon, lat)
        errors.append(hypot(centre.x + sqrt(3) / 2 - x, centre.y + 1 - y))
    x, y = fitted(13.40, 52.52)
    errors.append(hypot(24 * sqrt(3) / 2 - x, 13.5 + 0.5 - y))  # Berlin fills two hexes
    assert len(errors) == GEO["fitted_cities"]
    assert sqrt(sum(e * e for e in errors) / len(errors)) == pytest.approx(GEO["rms_error_hexes"], abs=0.03)


def test_m_g5_nine_of_twelve_in_the_exact_hex():
    exact = [name for name, (printed, lon, lat) in CITIES.items() if fitted_hex(lon, lat) == at(printed)]
    # The twelfth is Berlin, whose two hexes were fitted by the point between them.
    assert len(exact) == 9
    assert set(CITIES) - set(exact) == {"Breslau", "Dortmund"}
    assert fitted_hex(13.40, 52.52) in (at("2413"), at("2414"))


@pytest.mark.parametrize(
    "printed, lon, lat",
    [
        pytest.param("2503", 10.39, 55.40, id="4.5.2 Odense at the west end of the straits"),
        pytest.param("1109", 7.47, 51.51, id="2.1 Dortmund one hex off"),
        *(pytest.param(n, *point, id=f"2.1 corner {n}") for n, point in GEO["corner_coordinates"].items()),
    ],
)
def test_georeference_hits(printed, lon, lat):
    assert LABELS.label(fitted_hex(lon, lat)) == printed


def test_2_1_north_points_to_the_upper_right():
    (x0, y0), (x1, y1) = fitted(16, 51), fitted(16, 51.1)
    angle = degrees(atan2(x1 - x0, y0 - y1))
    assert (
        angle == pytest.approx(GEO["north_degrees_clockwise_from_up"], abs=0.1) == pytest.approx(32, abs=0.1)
    )
    assert 1 / hypot(GEO["a"], GEO["b"]) == pytest.approx(GEO["km_per_hex"], abs=0.01)


def test_gazetteer_lies_where_the_georeference_puts_it():
    for row in TABLES.table("gazetteer_predicted").rows:
        column, line_ = GRID.column_row(fitted_hex(row["lon"], row["lat"]))
        there = 0 <= column < COLUMNS and 0 <= line_ < last_row(column + 1)
        assert (number(column + 1, line_ + 1) if there else None) == row["hex"], row["name"]


@pytest.mark.parametrize(
    "row", TABLES.table("known_hexes").rows, ids=lambda row: f"{row['rule']} {row['hex']}"
)
def test_named_hexes_exist(row):
    assert LABELS.label(at(row["hex"])) == row["hex"]
    assert int(row["hex"][2:]) <= last_row(int(row["hex"][:2]))
