"""Sicily: what the rules say of hexes, neighbours, distances and lines, on the grid of the game.

Errata kept apart: the end of the forbidden coast reads 3117 in the text and means 5117 (29.14); the airfield
printed as "2]04" is 2104 (29.34).
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.games import load_system
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    DIRECTIONS,
    Hex,
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
from core.hexgrid.numbering import GridLabels, LabelError, Numbering
from core.hexgrid.orientation import Orientation

# Our canvas: columns 01-62, rows 01-32. Column 01 is odd, so the first column is not a shifted one.
GRID = Grid(Orientation.FLAT, columns=62, rows=32, first_shifted=False)
LABELS = GridLabels(GRID, Numbering())
ALL = LABELS.table()
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")

US_LINE_WEST = ["2721", "2820", "2920", "3019", "3119", "3218", "3318", "3417", "3517"]
US_LINE_EAST = ["3517", "3617", "3718", "3818", "3919", "4019", "4120", "4220", "4321", "4421"]
US_LINE = [*US_LINE_WEST, *US_LINE_EAST[1:]]
CASE_2_DIAGONAL = ["3819", "3920", "4020", "4121", "4221", "4322", "4422"]


def h(label: str) -> Hex:
    return LABELS.parse(label)


def labels(hexes: list[Hex]) -> list[str]:
    return [LABELS.label(x) for x in hexes]


def number(label: str) -> tuple[int, int]:
    return int(label[:2]), int(label[2:])


def table_neighbours(column: int, row: int) -> list[tuple[int, int]]:
    """The six neighbours as the specification lists them: N, NE, SE, S, SW, NW."""
    c, r = column, row
    if c % 2 == 0:
        return [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
    return [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]


def formula_cube(column: int, row: int) -> tuple[int, int, int]:
    z = row - (column + column % 2) // 2
    return column, z, -column - z


def formula_distance(a: str, b: str) -> int:
    return max(abs(x - y) for x, y in zip(formula_cube(*number(a)), formula_cube(*number(b)), strict=True))


# ---------------------------------------------------------------- 2.1 the grid


def test_grid_defaults_of_the_system_are_this_grid() -> None:
    defaults = load_system("sicily").grid
    assert defaults.orientation == GRID.orientation.value
    assert defaults.shifted == LABELS.numbering.shifted_number(GRID) == "even"
    assert Numbering(**defaults.numbering.model_dump()) == LABELS.numbering


def test_24_24_numbers_are_column_then_row_from_the_north_west() -> None:
    layout = Layout(Orientation.FLAT)
    for column, row in ((8, 1), (22, 3), (45, 30), (61, 2)):
        here = h(f"{column:02}{row:02}")
        assert GRID.column_row(here) == (column - 1, row - 1)
        x, y = layout.centre(here)
        assert layout.centre(h(f"{column + 1:02}{row:02}")).x > x
        assert layout.centre(h(f"{column:02}{row + 1:02}")).y > y


def test_15_0_columns_are_straight_and_even_columns_half_a_hex_south() -> None:
    layout = Layout(Orientation.FLAT)
    for column in range(1, 63):
        centres = [layout.centre(h(f"{column:02}{row:02}")) for row in range(1, 33)]
        assert {round(x, 9) for x, _ in centres} == {round(centres[0].x, 9)}
        expected = 0.5 if column % 2 == 0 else 0.0
        assert centres[0].y - layout.centre(h("0101")).y == pytest.approx(expected)


@pytest.mark.parametrize("label", ["0801", "6130", "0101", "6232"])
def test_extent_lies_on_the_canvas(label: str) -> None:
    assert LABELS.label(h(label)) == label


@pytest.mark.parametrize("label", ["0001", "6301", "0100", "0133", "6233"])
def test_beyond_the_canvas_is_no_hex(label: str) -> None:
    with pytest.raises(LabelError):
        h(label)


def test_numbers_are_unique_and_complete() -> None:
    assert len(ALL) == len(set(ALL.values())) == 62 * 32
    assert {LABELS.label(x) for x in GRID.hexes()} == set(ALL)


@pytest.mark.parametrize("parity", ["even", "odd"])
def test_neighbour_table_for_the_whole_map(parity: str) -> None:
    wanted = [(label, x) for label, x in ALL.items() if (number(label)[0] % 2 == 0) == (parity == "even")]
    assert len(wanted) == 31 * 32
    for label, x in wanted:
        for compass, expected in zip(COMPASS, table_neighbours(*number(label)), strict=True):
            d = Orientation.FLAT.direction(compass)
            assert d is not None
            column, row = GRID.column_row(neighbour(x, d))
            assert (column + 1, row + 1) == expected, (label, compass)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("3622", "3621 3722 3723 3623 3523 3522"),
        ("3723", "3722 3822 3823 3724 3623 3622"),
        ("5903", "5902 6002 6003 5904 5803 5802"),
        ("6001", None),
        ("2203", "2202 2303 2304 2204 2104 2103"),
    ],
)
def test_neighbours_of_single_hexes(label: str, expected: str | None) -> None:
    found = {d: neighbour(h(label), d) for d in DIRECTIONS}
    inside = [x for x in found.values() if x in GRID]
    if expected is None:  # on the northern edge
        assert {LABELS.label(x) for x in inside} == {"6101", "6102", "6002", "5902", "5901"}
    else:
        order = [Orientation.FLAT.direction(c) for c in COMPASS]
        assert labels([found[d] for d in order if d is not None]) == expected.split()


def test_distance_formula_for_the_whole_map() -> None:
    origins = ["0101", "0801", "2203", "3517", "3714", "4121", "4716", "5903", "6102", "6130", "6232"]
    for a in origins:
        for b, at in ALL.items():
            assert distance(h(a), at) == formula_distance(a, b), (a, b)


def test_distance_formula_for_all_pairs_of_a_window() -> None:
    window = [f"{c:02}{r:02}" for c in range(33, 43) for r in range(14, 24)]
    for a in window:
        for b in window:
            assert distance(h(a), h(b)) == formula_distance(a, b)


# ---------------------------------------------------------------- stated adjacencies and distances


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("5902", "5903", id="DT-15 26.11"),
        pytest.param("5902", "6001", id="DT-15 26.11 Straits"),
        pytest.param("6001", "6102", id="DT-15 26.11 Punta Faro"),
        pytest.param("2203", "2104", id="DT-15 29.34 Palermo and its airfield (printed 2]04)"),
        pytest.param("3623", "3724", id="DT-15 18.22 Dime"),
        pytest.param("4421", "4422", id="DT-15 24.27"),
        pytest.param("3806", "3805", id="24.27 boundary beside Santo Stefano di Camastra"),
        pytest.param("2721", "2821", id="24.21 line beside Palma di Montechiaro"),
        pytest.param("4421", "4321", id="24.21 line beside Grammichele"),
        pytest.param("4421", "4522", id="24.21 line beside Vizzini"),
    ],
)
def test_neighbours(a: str, b: str) -> None:
    assert h(b) in neighbours(h(a)) and h(a) in neighbours(h(b))
    assert distance(h(a), h(b)) == 1
    assert side_between(h(a), h(b)) == side_between(h(b), h(a))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("5903", "6001", id="DT-15 26.11"),
        pytest.param("5903", "6102", id="26.11"),
        pytest.param("5902", "6102", id="26.11"),
    ],
)
def test_not_neighbours(a: str, b: str) -> None:
    assert direction_between(h(a), h(b)) is None
    assert distance(h(a), h(b)) > 1


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        pytest.param("2721", "3517", 8, id="DT-16 24.21"),
        pytest.param("3517", "4421", 9, id="DT-16 24.21"),
        pytest.param("3819", "4422", 6, id="DT-16 24.27"),
        pytest.param("3806", "3819", 13, id="DT-16 24.27"),
        pytest.param("4422", "4430", 8, id="DT-16 24.27"),
    ],
)
def test_distances(a: str, b: str, steps: int) -> None:
    assert distance(h(a), h(b)) == distance(h(b), h(a)) == formula_distance(a, b) == steps


# ---------------------------------------------------------------- stated lines


@pytest.mark.parametrize(
    ("chain", "compass"),
    [
        pytest.param(US_LINE_WEST, "NE", id="DT-17 24.21 2721-3517"),
        pytest.param(US_LINE_EAST, "SE", id="DT-17 24.21 3517-4421"),
        pytest.param(CASE_2_DIAGONAL, "SE", id="DT-18 24.27 3819-4422"),
    ],
)
def test_exact_diagonals(chain: list[str], compass: str) -> None:
    first, last = h(chain[0]), h(chain[-1])
    assert labels(line(first, last)) == chain
    assert straight_line(first, last) == (Orientation.FLAT.direction(compass), len(chain) - 1)
    assert labels(line(last, first)) == chain[::-1]


@pytest.mark.parametrize(
    ("first", "last"),
    [pytest.param("3806", "3819", id="24.27 3806-3819"), pytest.param("4422", "4430", id="24.27 4422-4430")],
)
def test_boundary_parts_down_a_column(first: str, last: str) -> None:
    column, top = number(first)
    found = labels(line(h(first), h(last)))
    assert found == [f"{column:02}{row:02}" for row in range(top, number(last)[1] + 1)]
    assert straight_line(h(first), h(last)) == (Orientation.FLAT.direction("S"), len(found) - 1)


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param(["5903", "5902", "6001", "6102"], id="26.11 evacuation hexes"),
        pytest.param(US_LINE, id="24.21 US movement line 2721-3517-4421"),
        pytest.param(
            [f"38{r:02}" for r in range(6, 20)] + CASE_2_DIAGONAL[1:] + [f"44{r:02}" for r in range(23, 31)],
            id="24.27 boundary 3806-3819-4422-4430",
        ),
        pytest.param([f"45{r:02}" for r in range(1, 33)], id="24.24 boundary 45xx"),
        pytest.param([f"41{r:02}" for r in range(1, 33)], id="24.27 boundary 41xx"),
    ],
)
def test_connected_chains(chain: list[str]) -> None:
    assert all(distance(h(a), h(b)) == 1 for a, b in pairwise(chain))
    assert len(set(chain)) == len(chain)


def test_only_even_q_makes_the_stated_lines_and_chain() -> None:
    """The other parity bends 3517-4421 and breaks the chain 5902-6001-6102.

    2721-3517 and 3819-4422 join columns of the same parity: straight either way, they prove nothing here.
    """
    wrong = GridLabels(Grid(Orientation.FLAT, 62, 32, first_shifted=True), Numbering())
    assert straight_line(wrong.parse("3517"), wrong.parse("4421")) is None
    assert straight_line(wrong.parse("2721"), wrong.parse("3517")) is not None
    assert straight_line(wrong.parse("3819"), wrong.parse("4422")) is not None
    assert direction_between(wrong.parse("5902"), wrong.parse("6001")) is None
    assert direction_between(wrong.parse("6001"), wrong.parse("6102")) is None


@pytest.mark.parametrize(
    "boundary",
    [
        pytest.param({f"45{r:02}" for r in range(1, 33)}, id="24.24 45xx"),
        pytest.param({f"41{r:02}" for r in range(1, 33)}, id="24.27 41xx"),
        pytest.param(
            {f"38{r:02}" for r in range(1, 20)} | set(CASE_2_DIAGONAL) | {f"44{r:02}" for r in range(22, 33)},
            id="24.27 3806-3819-4422-4430, on to the edges",
        ),
    ],
)
def test_24_22_boundary_cuts_the_map_in_two(boundary: set[str]) -> None:
    rest = set(ALL.values()) - {h(label) for label in boundary}
    west, east = sorted(connected_groups(rest), key=min)
    assert h("3724") in west and h("2203") in west
    assert h("5903") in east and h("4716") in east


def test_24_21_hexes_south_of_the_us_line() -> None:
    """30.7: the neighbours of the line on its southern side, found by flood from the landing hexes."""
    wall = {h(label) for label in US_LINE}
    strip = {x for label, x in ALL.items() if 27 <= number(label)[0] <= 44} - wall
    north, south = sorted(connected_groups(strip), key=lambda group: h("3623") in group)
    assert h("3623") in south and h("3724") in south and h("4121") in south
    assert h("3714") in north
    just_south = {x for x in south if any(n in wall for n in neighbours(x))}
    # Straight below each hex of the line lies one of them, and there are no others.
    assert just_south == {neighbour(x, 5) for x in wall}
    assert len(just_south) == 18


def test_24_11_west_line_runs_between_columns_22_and_23() -> None:
    crossing = {
        side_between(h(a), x)
        for a in ALL
        if number(a)[0] == 22
        for x in neighbours(h(a))
        if x in GRID and GRID.column_row(x)[0] + 1 == 23
    }
    assert len(crossing) == 2 * 32 - 1
    west = {x for label, x in ALL.items() if number(label)[0] <= 22}
    assert connected_groups(west)[0] == west


# ---------------------------------------------------------------- rules that count hexes


def test_5_51_strategic_distance_we_06() -> None:
    enemy = h("3714")
    assert len(set(within(enemy, 2)) - {enemy}) == 18
    ring_3 = set(within(enemy, 3)) - set(within(enemy, 2))
    assert len(ring_3) == 18
    assert all(distance(enemy, x) == 3 for x in ring_3)
    assert distance(enemy, h("3716")) == 2 and distance(enemy, h("3717")) == 3


def test_6_1_zone_of_control_is_the_six_adjacent_hexes() -> None:
    around = neighbours(h("4121"))
    assert len(set(around)) == 6 and all(distance(h("4121"), x) == 1 for x in around)


def test_27_12_airfields_within_4_hexes_of_catania() -> None:
    """Of the airfields with a stated hex only 4716 is near enough for 3/1FJ; Catania in 5115 is ours."""
    stated = ("0807", "0906", "1111", "1715", "2104", "2907", "4716")
    assert [label for label in stated if distance(h("5115"), h(label)) <= 4] == ["4716"]


def test_29_14_forbidden_coast_ends_at_5117_not_inland_3117() -> None:
    """5117 lies two hexes south of Catania; the printed 3117 is nearer to Caltanissetta, deep inland."""
    assert distance(h("5115"), h("5117")) == 2
    assert distance(h("3117"), h("3316")) == 2
    assert distance(h("3117"), h("5115")) == 20


def test_25_32_columns_59_to_61_hold_all_evacuation_hexes() -> None:
    assert {number(label)[0] for label in ("5902", "5903", "6001", "6102")} == {59, 60, 61}


def test_30_6_play_area_holds_the_line_east_of_column_27() -> None:
    columns = {number(label)[0] for label in US_LINE}
    assert min(columns) == 27 and max(columns) == 44
    assert all(23 <= column <= 44 for column in columns)


# ---------------------------------------------------------------- the georeference of the specification


def lat_lon(label: str) -> tuple[float, float]:
    column, row = number(label)
    y = row + 0.5 if column % 2 == 0 else row
    return 38.3245 - 0.05310 * y, 12.0827 + 0.05913 * column


@pytest.mark.parametrize(
    ("label", "latitude", "longitude"),
    [
        pytest.param("2203", 38.12, 13.36, id="21.11 Palermo"),
        pytest.param("5903", 38.19, 15.55, id="21.11 Messina"),
        pytest.param("3714", 37.57, 14.28, id="21.11 Enna"),
        pytest.param("4121", 37.24, 14.51, id="24.12 Caltagirone"),
        pytest.param("3724", 37.07, 14.25, id="18.22 Gela beach"),
        pytest.param("6001", 38.27, 15.65, id="26.11 tip of the Straits"),
        pytest.param("2706", 37.98, 13.70, id="29.14 Termini Imerese"),
        pytest.param("1715", 37.51, 13.08, id="29.34 Sciacca"),
        pytest.param("5117", 37.40, 15.09, id="29.14 mouth of the Simeto"),
    ],
)
def test_georeference_finds_known_places_within_a_hex(label: str, latitude: float, longitude: float) -> None:
    lat, lon = lat_lon(label)
    assert abs(lat - latitude) < 0.0531
    assert abs(lon - longitude) < 0.0591 * 1.2


def test_georeference_agrees_with_the_layout() -> None:
    """The half row of even columns is the same in the georeference and in the plane of the hexes."""
    layout = Layout(Orientation.FLAT)
    x0, y0 = layout.centre(h("0101"))
    lat0, lon0 = lat_lon("0101")
    for label in ("2203", "3517", "4121", "5903", "6232"):
        x, y = layout.centre(h(label))
        lat, lon = lat_lon(label)
        assert lat0 - lat == pytest.approx((y - y0) * 0.05310)
        assert lon - lon0 == pytest.approx((x - x0) / (3**0.5 / 2) * 0.05913)
