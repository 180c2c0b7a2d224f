"""Printed numbers, names of hexsides and addresses: the forms that maps use, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from core.hexgrid.addresses import Addresses
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, corners, neighbour, side, side_between, within
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line
from core.hexgrid.numbering import GridLabels, LabelError, Numbering, SideLabels, TableLabels
from core.hexgrid.orientation import Orientation

FLAT = Grid(Orientation.FLAT, 20, 20, first_shifted=False)


@pytest.mark.parametrize(
    ("numbering", "label"),
    [
        (Numbering(), "0413"),
        (Numbering(order="RRCC"), "1304"),
        (Numbering(prefix="A", column_digits=1), "A413"),
        (Numbering(prefix="A", column_digits=1, first_column=11), "A1413"),
        (Numbering(column_digits=3, row_digits=3), "004013"),
        (Numbering(separator="."), "04.13"),
        (Numbering(first_column=0, first_row=0), "0312"),
        (Numbering(columns_from="right"), "1713"),
        (Numbering(rows_from="bottom"), "0408"),
    ],
)
def test_forms_of_numbers(numbering: Numbering, label: str) -> None:
    labels = GridLabels(FLAT, numbering)
    spot = FLAT.hex_at(3, 12)
    assert labels.label(spot) == label
    assert labels.parse(label) == spot


@pytest.mark.parametrize(
    ("first_column", "first_shifted", "expected"), [(1, False, "even"), (1, True, "odd"), (0, True, "even")]
)
def test_shift_is_told_by_printed_numbers(first_column: int, first_shifted: bool, expected: str) -> None:
    grid = Grid(Orientation.FLAT, 5, 5, first_shifted)
    assert Numbering(first_column=first_column).shifted_number(grid) == expected


def test_shift_of_pointy_rows_is_told_by_row_numbers() -> None:
    grid = Grid(Orientation.POINTY, 5, 5, first_shifted=False)
    assert Numbering(first_row=2).shifted_number(grid) == "odd"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xx", "not a hex number of the form 0101"),
        ("2101", "outside the grid 0101 to 2020"),
        ("", "not a hex number"),
    ],
)
def test_labels_that_name_no_hex(text: str, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        GridLabels(FLAT, Numbering()).parse(text)


def test_label_of_a_hex_outside_the_grid() -> None:
    with pytest.raises(LabelError, match="outside the grid"):
        GridLabels(FLAT, Numbering()).label(FLAT.hex_at(-1, 0))
    assert "0101" not in FLAT


def test_table_labels() -> None:
    table = TableLabels({Hex(0, 0): "A101"}, {"A101": Hex(0, 0), "B105": Hex(0, 0)})
    assert table.parse("A101") == table.parse("B105") == Hex(0, 0)
    assert table.label(Hex(0, 0)) == "A101"
    with pytest.raises(LabelError, match='called "C1"'):
        table.parse("C1")
    with pytest.raises(LabelError, match="no number"):
        table.label(Hex(1, 0))


class TestSides:
    labels = GridLabels(FLAT, Numbering())
    sides = SideLabels(labels, Orientation.FLAT, FLAT.__contains__)

    def test_between_two_hexes(self) -> None:
        a, b = self.labels.parse("0413"), self.labels.parse("0414")
        assert self.sides.parse("0413/0414") == self.sides.parse("0414/0413") == side_between(a, b)
        assert self.sides.label(side_between(b, a)) == "0413/0414"

    @pytest.mark.parametrize(
        ("label", "compass"), [("0101", "N"), ("0101", "NW"), ("2020", "S"), ("0120", "SW")]
    )
    def test_on_the_edge(self, label: str, compass: str) -> None:
        h = self.labels.parse(label)
        d = Orientation.FLAT.direction(compass)
        assert d is not None
        assert self.sides.label(side(h, d)) == f"{label} {compass}"
        assert self.sides.parse(f"{label} {compass.lower()}") == side(h, d)

    @pytest.mark.parametrize("text", ["0413/0415", "0413 E", "0413", "N"])
    def test_what_is_no_side(self, text: str) -> None:
        with pytest.raises(LabelError, match="no hexside"):
            self.sides.parse(text)


class TestAddresses:
    places = Addresses(Orientation.POINTY, {"Naples": Hex(5, 5), "Rome": Hex(3, 3), "San E1": Hex(9, 0)})

    def test_place_itself_and_relative(self) -> None:
        assert self.places.parse("Naples") == Hex(5, 5)
        assert self.places.parse("Naples W1") == Hex(4, 5)
        assert self.places.parse("Naples NE3") == Hex(8, 2)
        assert self.places.parse("San E1") == Hex(9, 0)
        assert self.places.parse("San E1 E2") == Hex(11, 0)

    def test_hexes_are_named_after_the_nearest_place_on_a_row(self) -> None:
        assert self.places.label(Hex(5, 5)) == "Naples"
        assert self.places.label(Hex(4, 5)) == "Naples W1"
        assert self.places.label(Hex(3, 5)) == "Naples W2"
        assert self.places.label(Hex(3, 4)) == "Rome SE1"

    def test_every_hex_named_is_found_again(self) -> None:
        for h in within(Hex(4, 4), 3):
            try:
                label = self.places.label(h)
            except LabelError:
                continue
            assert self.places.parse(label) == h

    @pytest.mark.parametrize(
        ("text", "message"), [("Capua", 'called "Capua"'), ("Naples N1", "E, NE, NW, W, SW, SE only")]
    )
    def test_what_names_no_hex(self, text: str, message: str) -> None:
        with pytest.raises(LabelError, match=message):
            self.places.parse(text)

    def test_hex_on_no_row_of_a_place(self) -> None:
        with pytest.raises(LabelError, match="hex row"):
            Addresses(Orientation.FLAT, {"Rome": Hex(0, 0)}).label(Hex(1, 1))


def test_side_between_hexes_that_are_no_neighbours() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        side_between(Hex(0, 0), Hex(2, 0))


def test_line_of_one_hex() -> None:
    assert line(Hex(2, 2), Hex(2, 2)) == [Hex(2, 2)]


@pytest.mark.parametrize("orientation", list(Orientation))
def test_many_centres_and_corners_at_once(orientation: Orientation) -> None:
    layout = Layout(orientation, 2.0)
    chosen = list(within(Hex(1, -2), 2))
    q, r = np.array(chosen).T
    assert layout.centres(q, r) == pytest.approx(np.array([layout.centre(h) for h in chosen]))
    corners_of_hex = np.array([layout.corner_point(c) for c in corners(Hex(1, 1))])
    assert np.array(layout.polygon(Hex(1, 1))) == pytest.approx(corners_of_hex)


def test_compass_names_point_where_they_say() -> None:
    for orientation in Orientation:
        layout = Layout(orientation)
        for d, name in enumerate(orientation.compass):
            x, y = layout.centre(neighbour(Hex(0, 0), d))
            assert ("N" in name) == (y < -0.1) and ("S" in name) == (y > 0.1)
            assert ("E" in name) == (x > 0.1) and ("W" in name) == (x < -0.1)
