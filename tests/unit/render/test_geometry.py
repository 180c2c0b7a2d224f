"""Curves, chains, dashes and outlines."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hexgrid.hexes import Hex, corners_of, sides
from core.hexgrid.layout import Layout
from core.hexgrid.orientation import Orientation
from core.hexgrid.regions import outline as exact_outline
from core.model.map import Cell
from core.render.geometry import Edge, chained, dashed, lengths, marks, noise, poly, smooth
from core.render.lattice import Lattice
from core.render.regions import outline
from core.render.sides import downhill_lines, side_lines


def test_chance_is_steady_and_even():
    q, r = (a.ravel() for a in np.meshgrid(np.arange(-50, 50), np.arange(-50, 50)))
    values = noise(q, r, 1)
    assert (values == noise(q, r, 1)).all()
    assert (values != noise(q, r, 2)).any()
    assert values.min() >= 0
    assert values.max() < 1
    assert values.mean() == pytest.approx(0.5, abs=0.02)
    assert abs(np.corrcoef(values, np.roll(values, 1))[0, 1]) < 0.05
    assert noise(-3, 5)[0] == noise([-3], [5])[0]


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] < e[1]), max_size=15))
def test_every_edge_is_in_exactly_one_chain(pairs):
    edges = [Edge(a, b, poly(a, a * a, b, b * b)) for a, b in sorted(pairs)]
    lines = chained(edges)
    drawn = [tuple(sorted((int(p[0]), int(q[0])))) for line in lines for p, q in pairwise(line)]
    assert sorted(drawn) == sorted(pairs)


def test_long_chains_are_cut():
    edges = [Edge(i, i + 1, poly(i, 0, i + 1, 0)) for i in range(100)]
    lines = chained(edges, 24)
    assert max(len(line) for line in lines) == 25
    assert sum(len(line) - 1 for line in lines) == 100


def test_smooth_curves_pass_through_their_points():
    points = poly(0, 0, 1, 0, 1, 1, 2, 1)
    curve = smooth(points, 5)
    assert len(curve) == 16
    assert (curve[::5] == points).all()
    ring = np.vstack((points, points[:1]))
    assert (smooth(ring, 3)[0] == smooth(ring, 3)[-1]).all()


@given(st.floats(0.5, 20), st.floats(0.05, 0.5), st.floats(0.05, 0.5))
def test_dashes_begin_and_end_on_the_line(length, stroke, gap):
    strokes = dashed([poly(0, 0, length / 2, 0, length, 0)], [stroke, gap])
    total = sum(float(lengths(s)[-1]) for s in strokes)
    assert strokes[0][0, 0] == 0
    assert strokes[-1][-1, 0] <= length + 1e-9
    assert total == pytest.approx(length * stroke / (stroke + gap), rel=1e-6)


def test_marks_are_spread_evenly_with_normals_to_the_left():
    at, normals = marks(poly(0, 0, 2, 0), 0.5)
    assert at[:, 0].tolist() == pytest.approx([0.25, 0.75, 1.25, 1.75])
    assert normals == pytest.approx(np.tile([0.0, -1.0], (4, 1)))


@pytest.mark.parametrize("orientation", list(Orientation))
def test_region_outlines_lie_inside_by_the_inset(make_map, orientation):
    model = make_map(orientation, columns=9, rows=9)
    lattice = Lattice(model)
    grid = model.info.grid
    chosen = {grid.hex_at(c, r) for c, r in ((3, 3), (4, 3), (5, 4), (4, 4), (3, 5), (4, 5), (5, 6))}
    mask = np.array([h in chosen for h in model.hexes])
    area = exact_outline(chosen, Layout(orientation))
    from shapely.geometry import LineString, Point

    lines = outline(mask, lattice, 0.06)
    assert sum(LineString(line).length for line in lines) == pytest.approx(
        area.buffer(-0.06, join_style=2).length, rel=0.01
    )
    for line in lines:
        for a, b in pairwise(line):
            middle = Point(*(a + b) / 2)
            assert area.contains(middle)
            assert area.boundary.distance(middle) == pytest.approx(0.06, abs=1e-6)


def test_the_edge_of_the_map_is_no_boundary(make_map):
    model = make_map()
    assert outline(np.ones(len(model.hexes), bool), Lattice(model), 0.05) == []


def test_rivers_keep_near_their_sides_and_hang_together(make_map, system):
    model = make_map(columns=8, rows=8)
    lattice = Lattice(model)
    h = Hex(3, 2)
    lines = side_lines(sides(h), system.hexsides[0].style, lattice)
    assert len(lines) == 1  # a ring of six sides in one piece
    points = [lattice.layout.corner_point(c) for s in sides(h) for c in corners_of(s)]
    for x, y in points:
        assert np.hypot(*(lines[0] - [x, y]).T).min() < 0.1
    straight = side_lines(sides(h), system.hexsides[1].style, lattice)
    for x, y in points:
        assert np.hypot(*(straight[0] - [x, y]).T).min() < 1e-9


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("higher", [False, True])
def test_teeth_point_downhill(make_map, orientation, higher):
    model = make_map(orientation)
    h = model.info.grid.hex_at(2, 2)
    model.hexes = {other: Cell("plain", elevation=int((other == h) == higher)) for other in model.hexes}
    lattice = Lattice(model)
    centre = np.array(lattice.centre(h))
    for line in downhill_lines(sides(h), model, lattice):
        (at,), (normal,) = marks(line, 10)
        assert ((at - centre) @ normal > 0) == higher
