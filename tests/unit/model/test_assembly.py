"""Boards: where the maps come to lie, which numbers their hexes have, what overlays replace."""

from collections.abc import Callable
from dataclasses import replace
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, direction_between, distance, neighbours
from core.hexgrid.layout import Layout
from core.hexgrid.numbering import LabelError
from core.hexgrid.orientation import Orientation
from core.model.assembly import BoardError, assemble
from core.model.board import BoardModel, Overlay, Placement
from core.model.map import (
    Box,
    Cell,
    Feature,
    Georeference,
    Label,
    Link,
    MapModel,
    Place,
    Region,
    Underlay,
)
from core.model.moving import Motion, moved_map, turn
from tests.samples import at, board, link, map_issues, rich_map, set_hex, tiny_map

ORIENTATIONS = list(Orientation)


def assembled(parts: BoardModel, *maps: MapModel) -> MapModel:
    """The board joined from these maps."""
    return assemble(parts, {model.info.id: model for model in maps}.__getitem__)


def west(**options: object) -> MapModel:
    return tiny_map("west", prefix="A", **options)  # type: ignore[arg-type]


def east(**options: object) -> MapModel:
    return tiny_map("east", prefix="B", **options)  # type: ignore[arg-type]


def around(model: MapModel, number: str) -> set[str]:
    """The numbers of the hexes around a hex."""
    return {model.numbers.label(h) for h in neighbours(at(model, number)) if h in model.hexes}


# --- where maps come to lie -----------------------------------------------------------------------


def test_one_map_alone_is_the_map() -> None:
    model = west()
    joined = assembled(board(Placement("west")), model)
    assert joined.hexes == model.hexes
    assert joined.info.grid == model.info.grid
    assert all(joined.numbers.label(h) == model.numbers.label(h) for h in model.hexes)


def test_two_maps_side_by_side() -> None:
    """Flat hexes, even columns lower: column B01 takes up where column A04 ends."""
    joined = assembled(board(Placement("west"), Placement("east", column=4)), west(), east())
    assert len(joined.hexes) == 24
    assert around(joined, "A0402") == {"A0401", "A0403", "A0302", "A0303", "B0102", "B0103"}
    assert around(joined, "B0101") == {"B0102", "B0201", "A0401"}
    assert joined.info.grid == Grid(Orientation.FLAT, 8, 3)


def test_two_maps_one_above_the_other() -> None:
    joined = assembled(board(Placement("west"), Placement("east", row=3)), west(), east())
    assert around(joined, "A0203") == {"A0202", "A0103", "A0303", "B0101", "B0301", "B0201"}
    assert joined.info.grid == Grid(Orientation.FLAT, 4, 6)


def test_two_maps_of_pointy_hexes() -> None:
    pointy = Orientation.POINTY
    joined = assembled(
        board(Placement("west"), Placement("east", column=4)),
        west(orientation=pointy),
        east(orientation=pointy),
    )
    assert around(joined, "A0402") == {"A0302", "B0102", "A0401", "B0101", "A0403", "B0103"}
    assert joined.info.grid == Grid(pointy, 8, 3)


def test_a_map_to_the_left_and_above_the_first() -> None:
    joined = assembled(board(Placement("west"), Placement("east", column=-4, row=-1)), west(), east())
    assert joined.numbers.label(Hex(0, 0)) == "B0101"
    assert "A0101" in around(joined, "B0402")
    assert joined.info.grid == Grid(Orientation.FLAT, 8, 4)


def test_a_map_turned_by_180_degrees() -> None:
    """Its last hex comes into the upper left corner, and its neighbours stay its neighbours."""
    joined = assembled(board(Placement("west"), Placement("east", column=4, rotation=180)), west(), east())
    lattice = Grid(Orientation.FLAT, 8, 3)
    assert joined.numbers.label(lattice.hex_at(4, 0)) == "B0403"
    assert around(joined, "B0402") == {"B0401", "B0403", "B0302", "B0303", "A0401", "A0402"}
    assert direction_between(at(joined, "B0402"), at(joined, "B0401")) == Orientation.FLAT.direction("S")


def test_everything_on_a_turned_map_turns_with_it() -> None:
    model = east()
    model.hexsides[link(model, "B0101 N", "river")] = Feature()
    model.paths[link(model, "B0101/B0201", "track")] = Feature()
    model.places["rome"] = Place("city", at(model, "B0201"), "Rome")
    model.labels["x"] = Label("X", at(model, "B0101"), 0.25, -0.5, angle=30.0)
    joined = assembled(board(Placement("east", rotation=180)), model)
    assert joined.side_numbers.label(next(iter(joined.hexsides)).side) == "B0101 S"
    assert joined.side_numbers.label(next(iter(joined.paths)).side) == "B0101/B0201"
    assert joined.numbers.label(joined.places["east/rome"].hex) == "B0201"
    label = joined.labels["east/x"]
    assert (joined.numbers.label(label.hex), label.dx, label.dy, label.angle) == ("B0101", -0.25, 0.5, 30.0)


@given(
    orientation=st.sampled_from(ORIENTATIONS),
    shifted=st.tuples(st.booleans(), st.booleans()),
    column=st.integers(-6, 6),
    row=st.integers(-6, 6),
    rotation=st.sampled_from([0, 180]),
    size=st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_distances_within_each_map_stay_what_they_were(
    orientation: Orientation,
    shifted: tuple[bool, bool],
    column: int,
    row: int,
    rotation: int,
    size: tuple[int, int],
) -> None:
    a = west(orientation=orientation, first_shifted=shifted[0])
    b = tiny_map("east", *size, orientation, first_shifted=shifted[1], prefix="B")
    joined = assembled(board(Placement("west"), Placement("east", "", column, row, rotation)), a, b)
    for model in (a, b):
        hexes = list(model.hexes)
        there = [at(joined, model.numbers.label(h)) for h in hexes]
        assert all(h in joined.hexes for h in there)
        for h, moved in zip(hexes, there, strict=True):
            assert distance(hexes[0], h) == distance(there[0], moved)
    spots = [joined.info.grid.column_row(h) for h in joined.hexes]
    assert min(c for c, _ in spots) == min(r for _, r in spots) == 0
    assert all(h in joined.info.grid for h in joined.hexes)
    assert max(c for c, _ in spots) == joined.info.grid.columns - 1
    assert max(r for _, r in spots) == joined.info.grid.rows - 1


# --- half hexes along a joint ---------------------------------------------------------------------


def overlapping() -> tuple[BoardModel, MapModel, MapModel]:
    """The last column of the west is the first column of the east."""
    a, b = west(columns=3), east(columns=3)
    return board(Placement("west"), Placement("east", column=2)), a, b


def test_a_hex_of_two_maps_answers_to_both_numbers() -> None:
    joined = assembled(*overlapping())
    assert len(joined.hexes) == 15
    assert at(joined, "A0302") == at(joined, "B0102")
    assert joined.numbers.label(at(joined, "B0102")) == "A0302"
    assert around(joined, "B0102") == {"A0301", "A0303", "A0201", "A0202", "B0201", "B0202"}


def test_where_maps_overlap_the_earlier_one_decides() -> None:
    parts, a, b = overlapping()
    set_hex(a, "A0302", terrain="wood")
    set_hex(b, "B0102", terrain="sea")
    b.hexsides[link(b, "B0101/B0102", "river")] = Feature()
    b.paths[link(b, "B0101/B0102", "track")] = Feature()
    b.places["drowned"] = Place("city", at(b, "B0102"))
    a.places["rome"] = Place("city", at(a, "A0302"), "Rome")
    joined = assembled(parts, a, b)
    assert joined.hexes[at(joined, "B0102")].terrain == "wood"
    assert (joined.hexsides, joined.paths) == ({}, {})
    assert set(joined.places) == {"west/rome"}


def test_what_only_the_later_map_covers_is_taken_from_it() -> None:
    parts, a, b = overlapping()
    b.hexsides[link(b, "B0101/B0201", "river")] = Feature()
    b.paths[link(b, "B0201/B0202", "track")] = Feature()
    b.places["genoa"] = Place("city", at(b, "B0202"))
    joined = assembled(parts, a, b)
    assert [joined.side_numbers.label(k.side) for k in joined.hexsides] == ["A0301/B0201"]
    assert [joined.side_numbers.label(k.side) for k in joined.paths] == ["B0201/B0202"]
    assert set(joined.places) == {"east/genoa"}


def test_a_side_on_the_joint_is_one_side_for_both_maps() -> None:
    a, b = west(), east()
    a.hexsides[link(a, "A0402 SE", "river")] = Feature()
    b.hexsides[link(b, "B0103 NW", "river")] = Feature()
    b.hexsides[link(b, "B0103 NW", "cliff")] = Feature()
    joined = assembled(board(Placement("west"), Placement("east", column=4)), a, b)
    names = sorted((joined.side_numbers.label(k.side), k.kind) for k in joined.hexsides)
    assert names == [("A0402/B0103", "cliff"), ("A0402/B0103", "river")]


# --- heads, regions, boxes ------------------------------------------------------------------------


def test_the_head_of_a_board_is_that_of_its_file() -> None:
    parts = board(Placement("west"))
    parts.head["board"] = replace(parts.info, north="S", notes="Notes")
    info = assembled(parts, west()).info
    assert (info.id, info.name, info.north, info.notes) == ("board", "Board", "S", "Notes")


def test_regions_of_both_maps_grow_together() -> None:
    a, b = west(), east()
    for model, number in ((a, "A0101"), (b, "B0101")):
        model.regions["france"] = Region("country", "France")
        set_hex(model, number, regions=frozenset({"france"}))
    joined = assembled(board(Placement("west"), Placement("east", column=4)), a, b)
    assert joined.hexes_in("france") == {at(joined, "A0101"), at(joined, "B0101")}


def test_places_and_labels_of_one_id_on_both_maps_stay_apart() -> None:
    a, b = west(), east()
    for model, number in ((a, "A0101"), (b, "B0101")):
        model.places["city"] = Place("city", at(model, number))
        model.labels["text"] = Label("T", at(model, number))
    joined = assembled(board(Placement("west"), Placement("east", column=4)), a, b)
    assert set(joined.places) == {"west/city", "east/city"}
    assert set(joined.labels) == {"west/text", "east/text"}


def relative(model: MapModel, key: str, number: str) -> tuple[float, float]:
    """How far the middle of a box lies from a hex."""
    box = model.boxes[key]
    x, y = Layout(model.info.grid.orientation).centre(at(model, number))
    return box.x + box.width / 2 - x, box.y + box.height / 2 - y


@pytest.mark.parametrize(("rotation", "sign"), [(0, 1), (180, -1)])
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_boxes_stay_beside_their_map(orientation: Orientation, rotation: int, sign: int) -> None:
    a, b = west(orientation=orientation), east(orientation=orientation)
    b.boxes["reserve"] = Box("holding", "Reserve", 5.0, 1.0, 2.0, 1.5)
    joined = assembled(board(Placement("west"), Placement("east", "", 4, -2, rotation)), a, b)
    before, after = relative(b, "reserve", "B0202"), relative(joined, "reserve", "B0202")
    assert all(isclose(sign * x, y, abs_tol=1e-9) for x, y in zip(before, after, strict=True))
    assert (joined.boxes["reserve"].width, joined.boxes["reserve"].height) == (2.0, 1.5)


@pytest.mark.parametrize("placement", [Placement("west"), Placement("west", column=3, row=5, rotation=180)])
def test_the_earth_stays_under_the_hexes_of_the_first_map(placement: Placement) -> None:
    """The same place on the earth is as far from hex A0202 as before, in the direction the map has now."""
    a = west()
    geo = Georeference("lonlat", (1.5, 0.25, -3.0, -0.5, 2.0, 4.0))
    a.head["map"] = replace(a.info, georeference=geo, underlay=Underlay("x.png"))
    joined = assembled(board(placement, Placement("east", column=-4)), a, east())
    assert joined.info.georeference is not None
    assert joined.info.underlay is None
    sign = -1 if placement.rotation else 1
    for u, v in ((0, 0), (1, 0), (0, 1), (3, -2)):
        (x, y), (centre, moved) = _earth(geo, u, v), (_centre(a, "A0202"), _centre(joined, "A0202"))
        new_x, new_y = _earth(joined.info.georeference, u, v)
        assert isclose(sign * (x - centre[0]), new_x - moved[0], abs_tol=1e-9)
        assert isclose(sign * (y - centre[1]), new_y - moved[1], abs_tol=1e-9)


def _earth(geo: Georeference, u: float, v: float) -> tuple[float, float]:
    a, b, c, d, e, f = geo.affine
    return a * u + b * v + c, d * u + e * v + f


def _centre(model: MapModel, number: str) -> tuple[float, float]:
    return Layout(model.info.grid.orientation).centre(at(model, number))


@given(
    orientation=st.sampled_from(ORIENTATIONS),
    turns=st.integers(-6, 6),
    about=st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5)),
    onto=st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5)),
    h=st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5)),
)
def test_points_move_like_hexes(orientation: Orientation, turns: int, about: Hex, onto: Hex, h: Hex) -> None:
    motion, layout = Motion(turns, about, onto), Layout(orientation)
    found, wanted = motion.point(*layout.centre(h), layout), layout.centre(motion(h))
    assert isclose(found.x, wanted.x, abs_tol=1e-9)
    assert isclose(found.y, wanted.y, abs_tol=1e-9)


def test_six_turns_bring_everything_back() -> None:
    model = rich_map()
    centre = at(model, "A02.02")
    moved = model
    for _ in range(6):
        moved = moved_map(moved, turn(1, centre, centre))
    assert moved.hexes == model.hexes
    assert moved.hexsides == model.hexsides
    assert moved.paths == model.paths
    assert moved.places == model.places


# --- overlays -------------------------------------------------------------------------------------


def patch(columns: int = 2, rows: int = 1) -> MapModel:
    model = tiny_map("patch", columns, rows)
    model.hexes = {h: Cell("wood") for h in model.hexes}
    return model


def woods(model: MapModel) -> set[str]:
    return {model.numbers.label(h) for h, cell in model.hexes.items() if cell.terrain == "wood"}


@pytest.mark.parametrize(
    ("turns", "second"), [(0, "SE"), (1, "NE"), (2, "N"), (3, "NW"), (4, "SW"), (5, "S")]
)
def test_an_overlay_is_turned_about_its_anchor(turns: int, second: str) -> None:
    """Hex 0201 of the small map lies south-east of its anchor 0101."""
    a = tiny_map("west", 5, 5, prefix="A")
    joined = assembled(
        board(Placement("west"), overlays=(Overlay("patch", "0101", "A0303", "", turns),)), a, patch()
    )
    d = Orientation.FLAT.direction(second)
    assert d is not None
    other = joined.numbers.label(neighbours(at(joined, "A0303"))[d])
    assert woods(joined) == {"A0303", other}


def test_an_overlay_replaces_what_it_covers_and_nothing_else() -> None:
    a = west(columns=5, rows=5)
    set_hex(a, "A0303", elevation=2, regions=frozenset({"france"}))
    a.regions["france"] = Region("country", "France")
    for side in ("A0303/A0403", "A0303/A0302", "A0101/A0102"):
        a.hexsides[link(a, side, "river")] = Feature()
        a.paths[link(a, side, "track")] = Feature()
    a.places["covered"] = Place("city", at(a, "A0303"))
    a.places["free"] = Place("city", at(a, "A0101"))
    small = patch()
    small.places["new"] = Place("city", at(small, "0201"))
    small.regions["forest"] = Region("zone", "Forest")
    small.paths[link(small, "0101/0201", "ferry")] = Feature()
    small.hexsides[link(small, "0101 N", "cliff")] = Feature()
    small.labels["name"] = Label("Forest", at(small, "0101"))
    joined = assembled(board(Placement("west"), overlays=(Overlay("patch", "0101", "A0303"),)), a, small)
    assert woods(joined) == {"A0303", "A0403"}
    assert joined.hexes[at(joined, "A0303")] == Cell("wood")
    assert sides_of(joined, joined.hexsides) == {
        ("A0302/A0303", "river"),
        ("A0302/A0303", "cliff"),
        ("A0101/A0102", "river"),
    }
    assert sides_of(joined, joined.paths) == {
        ("A0303/A0403", "ferry"),
        ("A0302/A0303", "track"),
        ("A0101/A0102", "track"),
    }
    assert set(joined.places) == {"west/free", "patch/new"}
    assert joined.numbers.label(joined.places["patch/new"].hex) == "A0403"
    assert set(joined.regions) == {"france", "forest"}
    assert set(joined.labels) == {"patch/name"}


def sides_of(model: MapModel, links: dict[Link, Feature]) -> set[tuple[str, str]]:
    return {(model.side_numbers.label(k.side), k.kind) for k in links}


def test_overlays_across_the_joint_and_over_each_other() -> None:
    second = tiny_map("second", 1, 1)
    second.hexes = {h: Cell("sea") for h in second.hexes}
    parts = board(
        Placement("west"),
        Placement("east", column=4),
        overlays=(Overlay("patch", "0101", "A0402"), Overlay("second", "0101", "A0402")),
    )
    joined = assembled(parts, west(), east(), patch(), second)
    assert woods(joined) == {"B0103"}
    assert joined.hexes[at(joined, "A0402")].terrain == "sea"


def test_the_numbers_of_an_overlay_are_not_those_of_the_board() -> None:
    joined = assembled(
        board(Placement("west"), overlays=(Overlay("patch", "0101", "A0202"),)), west(), patch()
    )
    with pytest.raises(LabelError):
        joined.numbers.parse("0101")


def test_maps_are_not_changed_by_joining_them() -> None:
    a, b, small = west(), east(), patch()
    parts = board(
        Placement("west"), Placement("east", "", 4, 0, 180), overlays=(Overlay("patch", "0101", "A0202"),)
    )
    assembled(parts, a, b, small)
    assert (a, b, small) == (west(), east(), patch())


def test_a_joined_board_passes_the_checks() -> None:
    parts = board(Placement("rich"), Placement("east", column=4))
    assert map_issues(assembled(parts, rich_map(), east())) == []


# --- what does not fit ----------------------------------------------------------------------------


def of_another_system(model: MapModel) -> None:
    model.head["map"] = replace(model.info, system="chess")


def with_box(model: MapModel) -> None:
    model.boxes["reserve"] = Box("holding", "Reserve")


OVER_THE_EDGE = Overlay("patch", "0101", "A0403")
MISFITS: dict[str, tuple[BoardModel, Callable[[], list[MapModel]], str]] = {
    "no map": (board(), lambda: [], "the board has no map: name at least one"),
    "no hexes": (
        board(Placement("west")),
        lambda: [replace(west(), hexes={})],
        "the maps of the board have no hexes: add some",
    ),
    "same numbers": (
        board(Placement("west"), Placement("east", column=4)),
        lambda: [tiny_map("west"), tiny_map("east")],
        'maps "west" and "east" both have a hex "0101": '
        "give each map its own letter in the field numbering.prefix",
    ),
    "one map twice": (
        board(Placement("west"), Placement("west", column=4)),
        lambda: [tiny_map("west")],
        'map "west" lies on the board twice, so two hexes are called "0101": '
        "use a copy with its own id and its own letter in the field numbering.prefix",
    ),
    "orientation": (
        board(Placement("west"), Placement("east", column=4)),
        lambda: [west(), east(orientation=Orientation.POINTY)],
        'the hexes of map "east" do not stand like those of map "west": choose another map',
    ),
    "overlay anchor": (
        board(Placement("west"), overlays=(Overlay("patch", "0909", "A0101"),)),
        lambda: [west(), patch()],
        'overlay "patch": hex "0909" lies outside the grid 0101 to 0201: correct "anchor" or "at"',
    ),
    "overlay place": (
        board(Placement("west"), overlays=(Overlay("patch", "0101", "0909"),)),
        lambda: [west(), patch()],
        'overlay "patch": no hex of this board is called "0909": correct "anchor" or "at"',
    ),
    "overlay beyond": (
        board(Placement("west"), overlays=(OVER_THE_EDGE,)),
        lambda: [west(), patch()],
        'overlay "patch" reaches 1 hexes beyond the board: move it',
    ),
}


@pytest.mark.parametrize("case", MISFITS)
def test_what_does_not_fit_is_told(case: str) -> None:
    parts, maps, message = MISFITS[case]
    with pytest.raises(BoardError) as caught:
        assembled(parts, *maps())
    assert str(caught.value) == message


@pytest.mark.parametrize("other", ["west", "east", "patch"])
def test_a_map_of_another_system(other: str) -> None:
    maps = {model.info.id: model for model in (west(), east(), patch())}
    of_another_system(maps[other])
    parts = board(
        Placement("west"), Placement("east", column=4), overlays=(Overlay("patch", "0101", "A0101"),)
    )
    with pytest.raises(BoardError) as caught:
        assemble(parts, maps.__getitem__)
    assert str(caught.value) == f'map "{other}" is for chess, the board for test_system: choose another map'


def test_two_boxes_of_one_id() -> None:
    a, b = west(), east()
    with_box(a)
    with_box(b)
    with pytest.raises(BoardError) as caught:
        assembled(board(Placement("west"), Placement("east", column=4)), a, b)
    assert str(caught.value) == 'two maps of the board have a box "reserve": rename one'
