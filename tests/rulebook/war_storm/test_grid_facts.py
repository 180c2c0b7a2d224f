"""Every statement of the rulebook on adjacency, direction and distance, and the grid that follows."""

from __future__ import annotations

import itertools
from functools import cache
from math import floor, isclose, sqrt

import pytest

from core.formats.documents import library_for
from core.games import data_files, load_system, load_tables
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    Hex,
    direction_between,
    distance,
    hexes_of,
    moved,
    neighbour,
    neighbours,
    straight_line,
)
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line, line_pairs
from core.hexgrid.numbering import GridLabels, LabelError, Numbering
from core.hexgrid.orientation import Orientation

COLUMNS, ROWS = 14, 15  # the least size that the cited numbers need (2.1)
# Direction numbers of the rulebook, clockwise from north (8.1.3.2, 8.2.1).
NUMBERED = {1: "N", 2: "NE", 3: "SE", 4: "S", 5: "SW", 6: "NW"}
ODD = {1: (0, -1), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (-1, 1), 6: (-1, 0)}
EVEN = {1: (0, -1), 2: (1, -1), 3: (1, 0), 4: (0, 1), 5: (-1, 0), 6: (-1, -1)}


@cache
def labels(letter: str = "A") -> GridLabels:
    part = load_system("war_storm").grid.numbering
    numbering = Numbering(
        order=part.order, column_digits=part.column_digits, row_digits=part.row_digits, prefix=letter
    )
    return GridLabels(Grid(Orientation.FLAT, COLUMNS, ROWS, first_shifted=True), numbering)


def at(number: str) -> Hex:
    """The hex with a number, with or without its map letter."""
    return labels(number[0] if number[0].isalpha() else "A").parse(number)


def direction(name: str) -> int:
    d = Orientation.FLAT.direction(name)
    assert d is not None
    return d


def step(number: str, name: str) -> str:
    """The number of the neighbour in a compass direction."""
    return labels(number[0]).label(neighbour(at(number), direction(name)))


def every_hex() -> list[tuple[int, int]]:
    return [(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]


# --- the grid as a whole ---------------------------------------------------------------------------------


def test_2_1_grid_of_the_system_has_odd_columns_lower() -> None:
    numbers = labels()
    assert numbers.numbering.shifted_number(numbers.grid) == load_system("war_storm").grid.shifted == "odd"
    layout = Layout(Orientation.FLAT)
    assert layout.centre(at("A101")).y == pytest.approx(layout.centre(at("A201")).y + 0.5)


@pytest.mark.parametrize(("column", "row"), every_hex(), ids=str)
def test_2_1_neighbour_table(column: int, row: int) -> None:
    h = at(f"A{column}{row:02d}")
    for number, name in NUMBERED.items():
        dc, dr = (ODD if column % 2 else EVEN)[number]
        c, r = column + dc, row + dr
        if 1 <= c <= COLUMNS and 1 <= r <= ROWS:
            assert labels().label(neighbour(h, direction(name))) == f"A{c}{r:02d}"
        else:
            assert neighbour(h, direction(name)) not in labels().grid


def test_2_1_neighbour_table_of_the_data_is_the_same() -> None:
    for row in load_tables("war_storm").table("hex_grid").rows:
        number = row["direction"]
        assert row["name"] == NUMBERED[number]
        assert (tuple(row["odd_column"]), tuple(row["even_column"])) == (ODD[number], EVEN[number])


def test_2_1_distance_formula_on_the_whole_map() -> None:
    hexes = [(c, r, at(f"A{c}{r:02d}")) for c, r in every_hex()]
    for c1, r1, a in hexes:
        for c2, r2, b in hexes:
            dx, dz = c2 - c1, (r2 - floor(c2 / 2)) - (r1 - floor(c1 / 2))
            assert distance(a, b) == max(abs(dx), abs(dz), abs(dx + dz)), (c1, r1, c2, r2)


def test_2_1_pixel_centres_on_the_whole_map() -> None:
    layout = Layout(Orientation.FLAT, across=sqrt(3))  # side length 1
    origin = layout.centre(at("A101"))
    for c, r in every_hex():
        x, y = layout.centre(at(f"A{c}{r:02d}"))
        assert isclose(x - origin.x, 1.5 * (c - 1), abs_tol=1e-9)
        assert isclose(y - origin.y, sqrt(3) * (r + (0.5 if c % 2 else 0) - 1.5), abs_tol=1e-9)


def test_2_1_distance_of_a_hex_to_itself_is_0_and_to_a_neighbour_1() -> None:
    assert distance(at("A714"), at("A714")) == 0
    assert {distance(at("A714"), n) for n in neighbours(at("A714"))} == {1}


# --- numbers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "column", "row"),
    [
        pytest.param("A413", 4, 13, id="2.1 WE-02 A413"),
        pytest.param("A1412", 14, 12, id="2.1 A1412"),
        pytest.param("413", 4, 13, id="2.1 letter left out"),
        pytest.param("1412", 14, 12, id="2.1 letter left out, two digits"),
        pytest.param("H1314", 13, 14, id="2.3 H1314"),
        pytest.param("H1211", 12, 11, id="2.3 H1211"),
        pytest.param("D409", 4, 9, id="5.4 D409"),
        pytest.param("B904", 9, 4, id="18 B904"),
    ],
)
def test_numbers_are_letter_column_row(number: str, column: int, row: int) -> None:
    letter = number[0] if number[0].isalpha() else "A"
    assert labels(letter).grid.column_row(at(number)) == (column - 1, row - 1)
    assert labels(letter).label(at(number)) == letter + number.removeprefix(letter)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param("A0413", id="2.1 no leading zero"),
        pytest.param("A1513", id="2.1 beyond column 14"),
        pytest.param("A416", id="2.1 beyond row 15"),
        pytest.param("A41", id="2.1 row of one digit"),
    ],
)
def test_2_1_what_is_no_number(number: str) -> None:
    with pytest.raises(LabelError):
        at(number)


@pytest.mark.parametrize(
    "number",
    [
        *(pytest.param(n, id=f"4 {n}") for n in ("A310", "A410", "A408", "A507")),
        *(pytest.param(n, id=f"8.1.3.1 {n}") for n in ("A615", "A715", "A815")),
        *(pytest.param(n, id=f"7.3 {n}") for n in ("211", "311", "510", "710", "410")),
        *(pytest.param(n, id=f"8.1.5 {n}") for n in ("812", "911", "1008", "1006", "1107", "1206")),
        *(pytest.param(n, id=f"9.4 {n}") for n in ("605", "606", "705", "806", "807")),
        *(pytest.param(n, id=f"12.9.2 {n}") for n in ("1308", "1208", "1108")),
    ],
)
def test_named_hexes_exist(number: str) -> None:
    assert at(number) in labels().grid


# --- adjacency and direction -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "around"),
    [
        pytest.param("A714", "A713 A814 A815 A715 A615 A614", id="8.1.3.1 WE-03 A714"),
        pytest.param("A510", "A509 A610 A611 A511 A411 A410", id="12 WE-54 A510"),
        pytest.param("A602", "A601 A701 A702 A603 A502 A501", id="12 WE-55 A602"),
        pytest.param("A503", "A502 A603 A604 A504 A404 A403", id="12 A503, erratum of 27.3"),
        pytest.param("A306", "A305 A406 A407 A307 A207 A206", id="12 WE-56 A306"),
    ],
)
def test_neighbours_clockwise_from_north(number: str, around: str) -> None:
    assert [step(number, NUMBERED[n]) for n in range(1, 7)] == around.split()


@pytest.mark.parametrize(
    ("start", "name", "end"),
    [
        pytest.param("A710", "N", "A709", id="8.1.3.2 A709 north of A710"),
        pytest.param("A710", "SW", "A611", id="8.1.3.2 A611 south-west of A710"),
        pytest.param("A1412", "NW", "A1311", id="5.2 A1311 north-west of A1412"),
        pytest.param("A509", "S", "A510", id="5.2 A510 south of A509"),
        pytest.param("A509", "N", "A508", id="8.2.1 508 north of 509"),
        pytest.param("A602", "SW", "A502", id="12 A502 south-west of A602"),
    ],
)
def test_direction_of_a_neighbour(start: str, name: str, end: str) -> None:
    assert step(start, name) == end
    assert direction_between(at(start), at(end)) == direction(name)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("D309", "D409", id="5.4 WE-13 D309 D409"),
        pytest.param("510", "410", id="9.1 510 410"),
        pytest.param("A509", "A510", id="5.2 WE-11 A509 A510"),
        pytest.param("A1311", "A1412", id="5.2 A1311 A1412"),
        pytest.param("1308", "1208", id="12.9.2 WE-57 1308 1208"),
        pytest.param("1208", "1108", id="12.9.2 WE-57 1208 1108"),
        pytest.param("A503", "A603", id="12 A503 A603 as corrected"),
        pytest.param("A503", "A604", id="12 A503 A604"),
    ],
)
def test_adjacent(a: str, b: str) -> None:
    assert distance(at(a), at(b)) == 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("A503", "A602", id="12 the misprint: A602 is not adjacent to A503"),
        pytest.param("1308", "1108", id="12.9.2 the river hex 1208 lies between"),
        pytest.param("A310", "A409", id="4 A410 lies between A310 and A409"),
    ],
)
def test_not_adjacent(a: str, b: str) -> None:
    assert distance(at(a), at(b)) == 2


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param("A310 A410 A409 A408 A507", id="4 WE-10 rout over A410 and A408 to A507"),
        pytest.param("605 705 806 807", id="9.4 WE-50 move of the assault"),
        pytest.param("1308 1208 1108", id="12.9.2 WE-57 along the bank"),
    ],
)
def test_chains_hang_together(chain: str) -> None:
    hexes = [at(number) for number in chain.split()]
    assert [distance(a, b) for a, b in itertools.pairwise(hexes)] == [1] * (len(hexes) - 1)


def test_4_we_10_rout_goes_north_and_its_third_hex_is_a408() -> None:
    chain = [at(number) for number in ("A310", "A410", "A409", "A408", "A507")]
    toward_north = {direction(name) for name in ("N", "NE", "NW")}
    assert {direction_between(a, b) for a, b in itertools.pairwise(chain)} <= toward_north
    assert distance(chain[0], at("A408")) == 3
    assert distance(chain[0], at("A507")) == 4


# --- distance and lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param("311", "710", 4, id="7.3 WE-23 Landry and Moreau"),
        pytest.param("B504", "B904", 4, id="18 WE-64 overlay anchors"),
        pytest.param("606", "807", 2, id="9.4 full range from 606 to 807"),
        pytest.param("509", "508", 1, id="8.2.1 WE-32"),
        pytest.param("A310", "A408", 3, id="4 WE-10 three hexes"),
        pytest.param("A413", "A413", 0, id="2.1 same hex"),
    ],
)
def test_distance(a: str, b: str, expected: int) -> None:
    assert distance(at(a), at(b)) == expected


def test_8_2_1_we_32_second_strike_lies_opposite_the_hexside_of_approach() -> None:
    approach = 4
    opposite = (approach + 2) % 6 + 1
    assert NUMBERED[opposite] == "N"
    assert labels().label(neighbour(at("509"), direction(NUMBERED[opposite]))) == "A508"


def test_8_2_1_hexsides_count_clockwise_and_opposites_are_three_apart() -> None:
    found = [direction(NUMBERED[n]) for n in range(1, 7)]
    assert all((a - b) % 6 == 1 for a, b in zip(found, found[1:] + found[:1], strict=True))
    assert all((direction(NUMBERED[n]) - direction(NUMBERED[n + 3])) % 6 == 3 for n in (1, 2, 3))


@pytest.mark.parametrize("number", range(1, 7), ids=lambda n: f"8.1.3.2 drift {n}")
def test_drift_of_two_hexes_goes_straight(number: int) -> None:
    d = direction(NUMBERED[number])
    end = moved(at("A708"), d, 2)
    assert distance(at("A708"), end) == 2
    assert straight_line(at("A708"), end) == (d, 2)


def test_8_1_2_dispersed_bombardment_covers_seven_hexes() -> None:
    covered = {at("A714"), *neighbours(at("A714"))}
    assert {labels().label(h) for h in covered} == {"A714", "A713", "A814", "A815", "A715", "A615", "A614"}


@pytest.mark.parametrize("side", ["N", "S", "E", "W"], ids=lambda s: f"10.4.2 {s}")
def test_directions_toward_the_own_board_side(side: str) -> None:
    """The two or three hexsides nearest to a board side are those that lead closer to it."""
    layout = Layout(Orientation.FLAT)
    x0, y0 = layout.centre(at("A708"))
    closer = set()
    for number, name in NUMBERED.items():
        x, y = layout.centre(neighbour(at("A708"), direction(name)))
        gain = {"N": y0 - y, "S": y - y0, "E": x - x0, "W": x0 - x}[side]
        if gain > 1e-9:
            closer.add(number)
    rows = load_tables("war_storm").table("rout").rows
    assert closer == {n for row in rows if row["board_side"] == side for n in row["directions"]}
    assert len(closer) == (3 if side in "NS" else 2)


def test_6_2_line_along_a_hexside_has_both_hexes_beside_it() -> None:
    """A hex and the one two columns further in the same row: the line runs between two hexes."""
    assert line_pairs(at("A510"), at("A710")) == [
        (at("A510"),),
        tuple(sorted((at("A610"), at("A611")))),
        (at("A710"),),
    ]


def test_9_4_line_from_606_to_807_is_a_hex_row_through_one_hex() -> None:
    assert [labels().label(h) for h in line(at("606"), at("807"))] == ["A606", "A706", "A807"]
    assert straight_line(at("606"), at("807")) == (direction("SE"), 2)


def test_6_2_lines_are_the_same_both_ways() -> None:
    for target in ("A1412", "A101", "A815", "A1401", "A310"):
        there, back = line_pairs(at("A708"), at(target)), line_pairs(at(target), at("A708"))
        assert there == back[::-1]


# --- a board with a map turned by 180 degrees ------------------------------------------------------------

BOARD = library_for(data_files()[0].parents[4] / "maps" / "samples" / "war_storm_sample.board.json").get(
    "war_storm_sample"
)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param("A714", "A815", 1, id="8.1.3.1 on the board"),
        pytest.param("A503", "A602", 2, id="12 erratum on the board"),
        pytest.param("B504", "B904", 4, id="18 anchors on the turned map"),
        pytest.param("A801", "B801", 0, id="2.2 joined half hexes are one hex"),
        pytest.param("A802", "B802", 2, id="2.2 across the joint"),
        pytest.param("A701", "B901", 1, id="2.2 odd columns meet at the joint"),
    ],
)
def test_distances_on_a_joined_board(a: str, b: str, expected: int) -> None:
    numbers = BOARD.numbers
    assert distance(numbers.parse(a), numbers.parse(b)) == expected


def test_2_1_a_turned_map_keeps_its_numbers_and_its_rows_count_northwards() -> None:
    numbers = BOARD.numbers
    assert direction_between(numbers.parse("B704"), numbers.parse("B703")) == direction("S")
    assert direction_between(numbers.parse("A710"), numbers.parse("A709")) == direction("N")


# --- the facts of 27.1 on the sample map A ---------------------------------------------------------------


def level(number: str) -> int:
    return BOARD.hexes[BOARD.numbers.parse(number)].elevation


def crests(number: str) -> set[str]:
    """The neighbours toward which a hex has a crest: those that are lower."""
    h = BOARD.numbers.parse(number)
    lower = (n for n in neighbours(h) if BOARD.hexes[n].elevation < BOARD.hexes[h].elevation)
    return {BOARD.numbers.label(n) for n in lower}


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        pytest.param("A510", "A509 A610 A611 A511 A411 A410", id="12 WE-54 A510 all six"),
        pytest.param("A602", "A601 A701 A702 A603 A501", id="12 WE-55 A602 all but A502"),
        pytest.param("A503", "A603 A604", id="12 A503 as corrected"),
        pytest.param("A306", "", id="12 WE-56 A306 none"),
    ],
)
def test_crests_of_the_sample_map(number: str, expected: str) -> None:
    assert crests(number) == set(expected.split())


def test_5_2_and_8_1_4_levels_and_terrain_of_the_sample_map() -> None:
    assert level("A510") == level("A509") + 1
    assert level("A1311") == level("A1412") + 1
    terrain = {n: BOARD.hexes[BOARD.numbers.parse(n)].terrain for n in ("A510", "A1311", "A605", "A610")}
    assert terrain == {
        "A510": "open", "A1311": "light_woods", "A605": "woods", "A610": "dispersed_buildings",
    }  # fmt: skip


def test_12_9_a_river_runs_through_a605() -> None:
    a605 = BOARD.numbers.parse("A605")
    links = [link for link in BOARD.paths if link.kind == "river_minor"]
    crossed = [set(hexes_of(link.side)) for link in links]
    beside = {n for n in neighbours(a605) if {a605, n} in crossed}
    assert {BOARD.numbers.label(n) for n in beside} == {"A606", "A705"}


def test_8_1_4_an_observation_hex_two_levels_above_a610_is_within_spotting_distance() -> None:
    target = BOARD.numbers.parse("A610")
    high = [h for h, cell in BOARD.hexes.items() if cell.elevation == level("A610") + 2]
    assert any(distance(h, target) <= 3 + 2 for h in high)
