"""Every neighbour, distance, direction, line and edge that the rules of USWC state or need, on the hex grid.

One numbering serves all published maps. Where the printed text errs (Le Havre 2910, hex 1662) the corrected
numbers are used and the misprint is shown to be impossible.
"""

from itertools import pairwise

import pytest

from core.hexgrid.addresses import Addresses
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    Hex,
    direction_between,
    distance,
    hexes_of,
    neighbour,
    neighbours,
    ring,
    side_between,
    straight_line,
    within,
)
from core.hexgrid.lines import line
from core.hexgrid.numbering import GridLabels, LabelError, Numbering, SideLabels
from core.hexgrid.orientation import Orientation

COMPASS = ("W", "E", "NW", "NE", "SW", "SE")
# Far larger than any number of the text, 4529 being the greatest.
GRID = Grid(Orientation.POINTY, columns=40, rows=50)
LABELS = GridLabels(GRID, Numbering(order="RRCC"))
# The part around the France map, whose southern edge row is 38.
FRANCE = Grid(Orientation.POINTY, columns=16, rows=14)
FRANCE_LABELS = GridLabels(FRANCE, Numbering(order="RRCC", first_row=25, first_column=5))

OSLO, LONDON, CALAIS, CHERBOURG, LE_HAVRE, PARIS, VICHY, MARSEILLE = (
    "1723", "2611", "2813", "2910", "2912", "3014", "3415", "3817",
)  # fmt: skip


def at(label: str) -> Hex:
    return LABELS.parse(label)


def dist(a: str, b: str) -> int:
    return distance(at(a), at(b))


def labels_around(label: str) -> set[str]:
    return {LABELS.label(h) for h in neighbours(at(label))}


# --- the scheme ------------------------------------------------------------------------------------------


def test_grid_even_rows_are_shifted_east() -> None:
    assert LABELS.numbering.shifted_number(GRID) == "even"
    assert FRANCE_LABELS.numbering.shifted_number(FRANCE) == "even"
    assert GRID.orientation.compass == ("E", "NE", "NW", "W", "SW", "SE")


@pytest.mark.parametrize("label", ["0101", "1622", "2911", "2912", "3815", "4529"])
def test_grid_number_is_row_then_column(label: str) -> None:
    column, row = GRID.column_row(at(label))
    assert (row + 1, column + 1) == (int(label[:2]), int(label[2:]))
    assert LABELS.label(at(label)) == label


STEPS = {
    "odd": {"W": (0, -1), "E": (0, 1), "NW": (-1, -1), "NE": (-1, 0), "SW": (1, -1), "SE": (1, 0)},
    "even": {"W": (0, -1), "E": (0, 1), "NW": (-1, 0), "NE": (-1, 1), "SW": (1, 0), "SE": (1, 1)},
}


@pytest.mark.parametrize("compass", COMPASS)
@pytest.mark.parametrize("parity", ["odd", "even"])
def test_grid_neighbour_table(parity: str, compass: str) -> None:
    direction = GRID.orientation.direction(compass)
    assert direction is not None
    row_step, column_step = STEPS[parity][compass]
    for row in range(25 if parity == "odd" else 26, 39, 2):
        for column in range(5, 21):
            there = neighbour(at(f"{row:02d}{column:02d}"), direction)
            assert LABELS.label(there) == f"{row + row_step:02d}{column + column_step:02d}"


def formula(a: str, b: str) -> float:
    """The distance formula of the specification: q = x - R/2; the largest of |dq|, |dR|, |dq + dR|."""

    def q_and_row(label: str) -> tuple[float, int]:
        row, column = int(label[:2]), int(label[2:])
        return column + (0.5 if row % 2 == 0 else 0) - row / 2, row

    (q1, r1), (q2, r2) = q_and_row(a), q_and_row(b)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2))


def test_grid_distance_formula_for_all_pairs_of_the_france_map() -> None:
    table = FRANCE_LABELS.table()
    assert len(table) == 16 * 14
    wrong = [
        (a, b) for a, ha in table.items() for b, hb in table.items() if distance(ha, hb) != formula(a, b)
    ]
    assert wrong == []


@pytest.mark.parametrize("origin", ["0101", "0240", "1622", "2911", "3014", "4529", "5001", "5040"])
def test_grid_distance_formula_over_the_whole_numbering(origin: str) -> None:
    start = at(origin)
    wrong = [label for label, h in LABELS.table().items() if distance(start, h) != formula(origin, label)]
    assert wrong == []


def test_grid_part_of_the_grid_numbered_from_2505_agrees_with_the_whole() -> None:
    for label, h in FRANCE_LABELS.table().items():
        around = {FRANCE_LABELS.label(n) for n in neighbours(h) if n in FRANCE}
        assert around <= labels_around(label)
        assert len(around) == sum(n in FRANCE for n in neighbours(h))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("2912", {"2911", "2913", "2811", "2812", "3011", "3012"}, id="D13-2912"),
        pytest.param("3014", {"3013", "3015", "2914", "2915", "3114", "3115"}, id="D13-3014"),
    ],
)
def test_neighbours_of(label: str, expected: set[str]) -> None:
    assert labels_around(label) == expected


# --- adjacency -------------------------------------------------------------------------------------------

ADJACENT = [
    ("1.3.3", "2911-2912 2912-3011"),
    ("1.3.5", "4528-4529 2125-2126"),
    ("3.3", "2915-3014 2915-3015 3015-3116 3015-3016 3015-2916 2916-2915 3014-3015"),
    ("4.2.3.1", "2914-3014 2915-3014 2915-3015 3015-3115 2915-2815 2815-2814 2814-2914 3014-3115"),
    ("4.2.3.3", "2914-2915 2813-2914"),
    ("5.3.4", "3010-3111 3717-3816 2910-3010"),
    ("5.3.5", "3717-3817 3816-3817 3717-3816"),
    ("6.3.2.3", "2910-3010 3010-3011 3011-3111 2912-3011 2912-3012 3111-3112 3012-3011"),
    ("6.3.2.3-closed", "2910-2909 2910-2809 2910-2810 2910-3009"),
    ("1.3.3-water", "2910-2911 2911-3010 2911-3011 2911-2912"),
    ("7.4.1", "3216-3316 3316-3416 3216-3215 3215-3214 3214-3114"),
    ("7.4.1-assumed-vichy", "3316-3415"),
    ("6.3.2.1-assumed-oslo", "1622-1723"),
]
NOT_ADJACENT = [
    ("4.2.3.1", "2815-2914"),
    ("5.3.5", "2813-2915"),
    ("4.2.3.1", "2914-3015"),
    ("3.3", "3014-3116"),
    ("6.3.2.3", "2910-3011"),
]


def pairs(stated: list[tuple[str, str]]) -> list[object]:
    return [
        pytest.param(*pair.split("-"), id=f"{rule}-{pair}") for rule, text in stated for pair in text.split()
    ]


@pytest.mark.parametrize(("a", "b"), pairs(ADJACENT))
def test_adjacent(a: str, b: str) -> None:
    assert dist(a, b) == 1
    assert b in labels_around(a)
    assert a in labels_around(b)
    side = side_between(at(a), at(b))
    assert set(hexes_of(side)) == {at(a), at(b)}


@pytest.mark.parametrize(("a", "b"), pairs(NOT_ADJACENT))
def test_not_adjacent(a: str, b: str) -> None:
    assert dist(a, b) > 1
    assert direction_between(at(a), at(b)) is None
    with pytest.raises(ValueError, match="not neighbours"):
        side_between(at(a), at(b))


@pytest.mark.parametrize(
    ("text", "again"),
    [
        pytest.param("2911/2912", "2912/2911", id="1.3.3-notation"),
        pytest.param("2813/2914", "2914/2813", id="4.2.3.3-river"),
        pytest.param("3816/3817", "3817/3816", id="5.3.5-water"),
        pytest.param("1622/1723", "1723/1622", id="6.3.2.1-assumed-oslo"),
    ],
)
def test_hexside_is_an_unordered_pair(text: str, again: str) -> None:
    sides = SideLabels(LABELS, GRID.orientation, GRID.__contains__)
    assert sides.parse(text) == sides.parse(again)
    assert sides.label(sides.parse(again)) == text


def test_1_3_3_the_six_sides_of_water_hex_2911() -> None:
    assert labels_around("2911") == {"2910", "2912", "2810", "2811", "3010", "3011"}


# --- directions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "compass", "there"),
    [
        pytest.param(CHERBOURG, "SE", "3010", id="6.3.2.3-3010-southeast-of-Cherbourg"),
        pytest.param(LE_HAVRE, "SW", "3011", id="6.3.2.3-3011-southwest-of-Le-Havre"),
        pytest.param(CALAIS, "SE", "2914", id="4.2.3.3-2914-behind-the-river-from-Calais"),
        pytest.param("2914", "E", "2915", id="4.2.3.3-2915-east-of-2914"),
        pytest.param("2911", "E", "2912", id="1.3.3-2912-east-of-2911"),
        pytest.param("4528", "E", "4529", id="1.3.5-4529-east-of-4528"),
    ],
)
def test_direction(origin: str, compass: str, there: str) -> None:
    direction = direction_between(at(origin), at(there))
    assert direction is not None
    assert GRID.orientation.compass[direction] == compass
    places = Addresses(GRID.orientation, {"Start": at(origin)})
    assert places.parse(f"Start {compass}1") == at(there)


def test_grid_no_neighbour_due_north_or_south() -> None:
    places = Addresses(GRID.orientation, {"Paris": at(PARIS)})
    for compass in ("N", "S"):
        with pytest.raises(LabelError, match=f"Paris {compass}1"):
            places.parse(f"Paris {compass}1")


# --- distances and lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        pytest.param("3115", "3120", 5, id="1.4-T11-five-hex-range"),
        pytest.param("3115", "3115", 0, id="1.4-T11-own-hex-is-in-range"),
        pytest.param("2813", "2915", 2, id="5.3.5-T34-gap-of-the-retreat"),
        pytest.param("2815", "2914", 2, id="4.2.3.1-T31-2815-is-outside-the-ZOC-of-2914"),
        pytest.param("2914", "3015", 2, id="4.2.3.1-T30-3015-is-outside-the-ZOC-of-2914"),
        pytest.param("2915", "3115", 2, id="4.2.3.1-T30-2915-is-outside-the-ZOC-of-3115"),
        pytest.param("3014", "3116", 2, id="3.3-T20-3116-is-outside-the-ZOC-of-Paris"),
        pytest.param("2910", "3011", 2, id="6.3.2.3-3011-is-outside-the-ZOC-of-Cherbourg"),
        pytest.param("3012", "3111", 2, id="6.3.2.3-gap-between-3012-and-3111"),
    ],
)
def test_distance(a: str, b: str, hexes: int) -> None:
    assert dist(a, b) == hexes


def test_1_4_air_range_of_five_hexes_around_3115() -> None:
    reach = set(within(at("3115"), 5))
    assert at("3120") in reach
    assert at("3115") in reach
    assert at("3121") not in reach
    assert len(reach) == 91
    assert at("3120") in set(ring(at("3115"), 5))


def test_1_4_line_from_3115_to_3120_runs_straight_east() -> None:
    assert [LABELS.label(h) for h in line(at("3115"), at("3120"))] == [f"31{c}" for c in range(15, 21)]
    assert straight_line(at("3115"), at("3120")) == (GRID.orientation.direction("E"), 5)


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param("3015 2916 2915", id="3.3-T22"),
        pytest.param("2915 2815 2814", id="4.2.3.1-T31"),
        pytest.param("2915 2914 2813", id="4.2.3.1-T32-attack-and-retreat"),
        pytest.param("3216 3316 3415", id="7.4.1-T79-assumed-vichy"),
        pytest.param("3216 3316 3416", id="7.4.1-T80"),
        pytest.param("3216 3215 3214 3114", id="7.4.1-three-steps-are-too-many"),
        pytest.param("3015 3014 3013 3012 3112 3111 3010 2910", id="drill-two-beaches-line-to-Cherbourg"),
        pytest.param("3012 2912", id="drill-two-beaches-line-to-Le-Havre"),
        pytest.param("2915 2916 2917 2918", id="drill-gate-to-paris-northern-line"),
        pytest.param("3015 3016 3017 3018", id="drill-gate-to-paris-southern-line"),
    ],
)
def test_chain_of_neighbours(chain: str) -> None:
    assert [dist(a, b) for a, b in pairwise(chain.split())] == [1] * (len(chain.split()) - 1)


def test_7_4_1_3114_is_three_steps_from_3216_but_two_from_its_line() -> None:
    assert dist("3216", "3114") == 3
    assert dist("3216", "3416") == 2
    assert dist("3216", VICHY) == 2


# --- positions of the examples ---------------------------------------------------------------------------


def zoc(*units: str) -> dict[str, set[str]]:
    return {unit: labels_around(unit) for unit in units}


def test_4_2_3_1_zones_of_control_around_paris() -> None:
    reach = zoc("2914", "3115")
    assert {"2915", PARIS, "2814"} <= reach["2914"]
    assert "3015" in reach["3115"] - reach["2914"]
    assert "2815" not in reach["2914"] | reach["3115"]
    assert PARIS in reach["2914"] & reach["3115"]


def test_3_3_zone_of_control_of_paris_covers_2915_and_3015_only() -> None:
    reach = labels_around(PARIS)
    assert {"2915", "3015"} <= reach
    assert not {"3116", "2916", "3016"} & reach


def test_5_3_5_retreat_of_10_army_leaves_a_gap_to_the_attacker() -> None:
    gap = {label for label in labels_around("2914") if dist(label, "2915") >= 2}
    assert gap == {"2813", "2913", "3013"}
    assert "2914" in labels_around(CALAIS)


def test_5_3_4_marseille_touches_both_3816_and_3717() -> None:
    assert {"3816", "3717"} <= labels_around(MARSEILLE)
    assert "3816" in labels_around("3717")


def test_6_3_2_3_retreat_hexes_of_cherbourg_are_closed_or_next_to_3010() -> None:
    closed = {"2909", "2809", "2810", "2911"}
    left = labels_around(CHERBOURG) - closed - {"3010"}
    assert left == {"3009"}
    assert "3009" in labels_around("3010")


def test_6_3_2_3_zones_of_control_around_uk_2_in_3011() -> None:
    reach = zoc(LE_HAVRE, "3111")
    around = labels_around("3011")
    assert around == {"3010", "3012", "2911", "2912", "3111", "3112"}
    assert "3012" in reach[LE_HAVRE] - reach["3111"]
    assert {"3010", "3112"} <= reach["3111"]
    assert dist("3012", "3111") >= 2


@pytest.mark.parametrize("candidate", ["3315", "3317", "3415"])
def test_7_4_1_candidates_for_vichy_touch_3316(candidate: str) -> None:
    assert candidate in labels_around("3316")


def test_6_3_2_1_the_hex_that_is_never_invaded_lies_next_to_amsterdam() -> None:
    assert "2617" in labels_around("2616")
    assert "2617" in labels_around("2517")


# --- edges -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["3815", "3816", "3817"])
def test_5_3_4_row_38_is_the_southern_edge_of_the_france_map(label: str) -> None:
    outside = {
        FRANCE.orientation.compass[d]
        for d, n in enumerate(neighbours(FRANCE_LABELS.parse(label)))
        if n not in FRANCE
    }
    assert outside == {"SW", "SE"}


def test_5_3_4_edge_side_southwest_of_3815() -> None:
    sides = SideLabels(FRANCE_LABELS, FRANCE.orientation, FRANCE.__contains__)
    edge = sides.parse("3815 SW")
    assert sides.label(edge) == "3815 SW"
    assert [h in FRANCE for h in hexes_of(edge)].count(True) == 1
    assert edge != sides.parse("3815 SE")
    assert not set(hexes_of(edge)) & {FRANCE_LABELS.parse("3816")}


def test_5_3_4_row_39_is_off_the_france_map() -> None:
    with pytest.raises(LabelError, match="outside the grid 2505 to 3820"):
        FRANCE_LABELS.parse("3915")


# --- errata of the printed text --------------------------------------------------------------------------


def test_6_3_2_3_erratum_le_havre_cannot_be_2910() -> None:
    assert "3011" not in labels_around("2910")
    assert [label for label in labels_around("3011") if _compass("3011", label) == "NE"] == [LE_HAVRE]


def test_6_3_2_1_erratum_1662_is_no_neighbour_of_oslo() -> None:
    assert "1662" not in labels_around(OSLO)
    assert "1622" in labels_around(OSLO)


def _compass(a: str, b: str) -> str:
    direction = direction_between(at(a), at(b))
    assert direction is not None
    return GRID.orientation.compass[direction]
