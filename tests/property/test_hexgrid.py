"""Laws of hex geometry that hold for every hex, orientation and parity."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    DIRECTIONS,
    Hex,
    connected_groups,
    corner,
    corner_neighbours,
    corners,
    corners_of,
    direction_between,
    distance,
    hexes_at,
    hexes_of,
    moved,
    neighbour,
    neighbours,
    ring,
    rotated,
    rotated_side,
    side,
    side_between,
    sides,
    sides_at,
    straight_line,
    within,
)
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line, line_pairs
from core.hexgrid.numbering import GridLabels, Numbering
from core.hexgrid.orientation import Orientation
from core.hexgrid.regions import boundary_sides, outline

hexes = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
directions = st.sampled_from(list(DIRECTIONS))
orientations = st.sampled_from(list(Orientation))
grids = st.builds(Grid, orientations, st.integers(1, 30), st.integers(1, 30), st.booleans())
numberings = st.builds(
    Numbering,
    order=st.sampled_from(["CCRR", "RRCC"]),
    column_digits=st.integers(2, 3),
    row_digits=st.integers(2, 3),
    first_column=st.integers(0, 9),
    first_row=st.integers(0, 9),
    prefix=st.sampled_from(["", "A"]),
    separator=st.sampled_from(["", ".", " "]),
    columns_from=st.sampled_from(["left", "right"]),
    rows_from=st.sampled_from(["top", "bottom"]),
)


@given(hexes, directions)
def test_neighbours_are_mutual_and_share_one_side(h: Hex, d: int) -> None:
    other = neighbour(h, d)
    assert neighbour(other, d + 3) == h
    assert direction_between(h, other) == d
    assert side(h, d) == side(other, d + 3) == side_between(h, other)
    assert side(h, d).d in (0, 1, 2)
    assert set(hexes_of(side(h, d))) == {h, other}


@given(hexes)
def test_a_hex_has_six_different_sides_corners_and_neighbours(h: Hex) -> None:
    assert len(set(sides(h))) == len(set(corners(h))) == len(set(neighbours(h))) == 6


@given(hexes, directions)
def test_corner_is_where_three_hexes_and_three_sides_meet(h: Hex, i: int) -> None:
    c = corner(h, i)
    assert set(hexes_at(c)) == {h, neighbour(h, i), neighbour(h, i + 1)}
    assert all(c in corners(around) for around in hexes_at(c))
    assert all(c in corners_of(s) for s in sides_at(c))
    assert len(set(corner_neighbours(c))) == 3
    assert all(c in corner_neighbours(other) for other in corner_neighbours(c))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 1) == (b in neighbours(a))


@given(hexes, st.integers(0, 7))
def test_rings_make_up_the_range(centre: Hex, radius: int) -> None:
    rings = [list(ring(centre, n)) for n in range(radius + 1)]
    assert [len(r) for r in rings] == [6 * n or 1 for n in range(radius + 1)]
    assert all(distance(centre, h) == n for n, r in enumerate(rings) for h in r)
    assert {h for r in rings for h in r} == set(within(centre, radius))
    assert len(list(within(centre, radius))) == 3 * radius * (radius + 1) + 1


@given(hexes, hexes)
def test_line_is_a_chain_of_least_length_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    found = line(a, b)
    assert found[0] == a and found[-1] == b and len(found) == distance(a, b) + 1
    assert all(distance(x, y) == 1 for x, y in pairwise(found))
    assert line(b, a) == found[::-1]


@given(hexes, hexes, orientations)
def test_line_stays_near_the_straight_line(a: Hex, b: Hex, orientation: Orientation) -> None:
    layout = Layout(orientation)
    (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
    length = math.hypot(bx - ax, by - ay)
    for h in line(a, b):
        x, y = layout.centre(h)
        if length:
            off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
            assert off <= layout.radius + 1e-9


@given(hexes, hexes)
def test_line_pairs_hold_the_line_and_both_hexes_along_a_side(a: Hex, b: Hex) -> None:
    pairs = line_pairs(a, b)
    assert len(pairs) == distance(a, b) + 1
    assert line_pairs(b, a) == pairs[::-1]
    assert all(h in pair for h, pair in zip(line(a, b), pairs, strict=True))
    assert all(len(pair) == 1 or direction_between(*pair) is not None for pair in pairs)


@given(hexes, directions, st.integers(1, 20))
def test_straight_lines_are_recognised(h: Hex, d: int, steps: int) -> None:
    assert straight_line(h, moved(h, d, steps)) == (d, steps)
    off_row = neighbour(moved(h, d, steps + 1), d + 2)
    assert straight_line(h, off_row) is None
    assert straight_line(h, h) is None


@given(hexes, hexes, hexes, st.integers(-6, 12))
def test_rotation_keeps_distances_and_six_make_a_full_turn(a: Hex, b: Hex, about: Hex, turns: int) -> None:
    assert distance(rotated(a, turns, about), rotated(b, turns, about)) == distance(a, b)
    assert rotated(about, turns, about) == about
    assert rotated(a, 6, about) == a
    assert rotated(rotated(a, turns, about), -turns, about) == a


@given(hexes, directions, st.integers(0, 5), orientations)
def test_rotation_turns_anticlockwise_by_sixty_degrees(h: Hex, d: int, turns: int, o: Orientation) -> None:
    turned = rotated_side(side(h, d), turns, h)
    assert turned == side(h, d + turns)
    layout = Layout(o)
    x, y = layout.centre(rotated(neighbour(h, d), turns, h))
    cx, cy = layout.centre(h)
    nx, ny = layout.centre(neighbour(h, d))
    angle = math.atan2(-(y - cy), x - cx) - math.atan2(-(ny - cy), nx - cx)
    assert math.isclose(math.cos(angle - turns * math.pi / 3), 1.0, abs_tol=1e-9)


@given(grids)
def test_grid_columns_and_rows_round_trip(grid: Grid) -> None:
    spots = [grid.column_row(h) for h in grid.hexes()]
    assert len(set(spots)) == grid.columns * grid.rows
    assert all(grid.hex_at(*spot) == h for spot, h in zip(spots, grid.hexes(), strict=True))
    assert all(h in grid for h in grid.hexes())
    assert grid.hex_at(0, 0) == Hex(0, 0)
    assert grid.hex_at(-1, 0) not in grid and grid.hex_at(0, grid.rows) not in grid


@given(grids)
def test_grid_shift_is_what_a_person_sees(grid: Grid) -> None:
    """In the plane, shifted columns lie lower and shifted rows further east by half a hex."""
    layout = Layout(grid.orientation)
    for h in grid.hexes():
        column, row = grid.column_row(h)
        x, y = layout.centre(h)
        if grid.orientation is Orientation.FLAT:
            wanted = (
                column * math.sqrt(3) / 2,
                row + 0.5 * grid.is_shifted(column) - 0.5 * grid.first_shifted,
            )
        else:
            wanted = (column + 0.5 * grid.is_shifted(row) - 0.5 * grid.first_shifted, row * math.sqrt(3) / 2)
        assert (x, y) == pytest.approx(wanted)


@given(grids, numberings)
def test_numbers_round_trip_and_are_unique(grid: Grid, numbering: Numbering) -> None:
    labels = GridLabels(grid, numbering)
    table = labels.table()
    assert len(table) == grid.columns * grid.rows
    for h in grid.hexes():
        label = labels.label(h)
        assert labels.parse(label) == table[label] == h
        assert labels.parse(label.removeprefix(numbering.prefix)) == h


@given(hexes, orientations, st.floats(0.5, 80), st.floats(0, math.tau), st.floats(0, 0.49))
def test_pick_finds_what_is_nearest(h: Hex, o: Orientation, across: float, angle: float, part: float) -> None:
    layout = Layout(o, across)
    cx, cy = layout.centre(h)
    x, y = cx + math.cos(angle) * part * across, cy + math.sin(angle) * part * across
    picked = layout.pick(x, y)
    assert picked.hex == layout.hex_at(x, y) == h
    if part > 0.01:

        def off_side(d: int) -> float:
            a, b = layout.side_points(side(h, d))
            return math.hypot((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y)

        def off_corner(i: int) -> float:
            p = layout.corner_point(corner(h, i))
            return math.hypot(p.x - x, p.y - y)

        chosen = [d for d in DIRECTIONS if side(h, d) == picked.side]
        assert off_side(chosen[0]) <= min(map(off_side, DIRECTIONS)) + 1e-6 * across
        chosen = [i for i in DIRECTIONS if corner(h, i) == picked.corner]
        assert off_corner(chosen[0]) <= min(map(off_corner, DIRECTIONS)) + 1e-6 * across


@given(hexes, directions, orientations)
def test_sides_lie_half_way_between_centres(h: Hex, d: int, o: Orientation) -> None:
    layout = Layout(o, 3.0)
    a, b = layout.side_points(side(h, d))
    p, q = layout.link_points(side(h, d))
    assert ((a.x + b.x) / 2, (a.y + b.y) / 2) == pytest.approx(((p.x + q.x) / 2, (p.y + q.y) / 2))
    assert math.hypot(p.x - q.x, p.y - q.y) == pytest.approx(3.0)
    assert math.hypot(a.x - b.x, a.y - b.y) == pytest.approx(layout.radius)


@given(st.sets(st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)), min_size=1), orientations)
def test_outline_covers_the_hexes_and_nothing_else(chosen: set[Hex], o: Orientation) -> None:
    layout = Layout(o)
    area = outline(chosen, layout)
    assert area.is_valid
    assert area.area == pytest.approx(len(chosen) * math.sqrt(3) / 2)
    assert area.length == pytest.approx(len(boundary_sides(chosen)) * layout.radius)
    groups = connected_groups(chosen)
    assert len(area.geoms) == len(groups)
    assert set().union(*groups) == chosen and sum(map(len, groups)) == len(chosen)
    assert all(
        direction_between(a, b) is None for g in groups for k in groups if g is not k for a in g for b in k
    )
