"""WestFront: what rules and examples say of neighbours, directions and distances.

The rules print no hex numbers. Facts about Sicily, Naples, Malta, Tunisia and Libya are tested on the sample
map; facts about places that it does not show are tested on LAYOUT, one arrangement that satisfies them all.
"""

from __future__ import annotations

import itertools
from collections import deque
from pathlib import Path

import pytest

from core.formats.documents import load_map
from core.hexgrid.addresses import Addresses
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import (
    Hex,
    direction_between,
    distance,
    hexes_of,
    moved,
    neighbour,
    neighbours,
    ring,
    side,
    side_between,
    straight_line,
    within,
)
from core.hexgrid.layout import Layout
from core.hexgrid.lines import line
from core.hexgrid.numbering import GridLabels, LabelError, Numbering
from core.hexgrid.orientation import Orientation
from core.model.map import Link, MapModel

SAMPLE = load_map(Path(__file__).parents[3] / "maps" / "samples" / "westfront_sample.map.json")
POINTY = Orientation.POINTY
LABELS = GridLabels(Grid(POINTY, 40, 40), Numbering(order="RRCC"))

# Stylised: only the stated neighbours, directions and the order of the east edge matter.
LAYOUT = {
    "Aarhus": "0315", "Odense": "0414", "Copenhagen": "0415",
    "Stettin": "0617", "Posnan": "0819", "Ostrava": "1119", "Gyor": "1319", "Vukovar": "1519",
    "Sarajevo": "1720",
    "Ostende": "0808", "Rotterdam": "0709", "Antwerp": "0710", "Brussels": "0809",
    "Venice": "1314", "Ravenna": "1413",
    "Lyon": "1309", "Grenoble": "1410", "Avignon": "1509",
    "La Rochelle": "1305", "Bordeaux": "1404",
}  # fmt: skip
PLACES = Addresses(POINTY, {name: LABELS.parse(number) for name, number in LAYOUT.items()})


def at(address: str) -> Hex:
    """A hex of the sample map."""
    return SAMPLE.addresses.parse(address)


def compass(a: Hex, b: Hex) -> str | None:
    d = direction_between(a, b)
    return None if d is None else POINTY.compass[d]


# --- 1.2: the grid ---------------------------------------------------------------------------------------


def test_1_2_directions_are_e_w_ne_nw_se_sw() -> None:
    assert set(POINTY.compass) == {"E", "W", "NE", "NW", "SE", "SW"}
    assert SAMPLE.info.grid.orientation is POINTY
    assert SAMPLE.info.named_addresses


@pytest.mark.parametrize("direction", ["N", "S"])
def test_1_2_no_hex_lies_straight_north_or_south(direction: str) -> None:
    assert POINTY.direction(direction) is None
    with pytest.raises(LabelError, match="NE, NW, W, SW, SE only"):
        at(f"Palermo {direction}1")


@pytest.mark.parametrize(("one", "other"), [("E", "W"), ("NE", "SW"), ("NW", "SE")])
def test_1_2_opposite_directions_lead_back(one: str, other: str) -> None:
    there = at(f"Rome {one}1")
    assert neighbour(there, POINTY.direction(other) or 0) == at("Rome")


def test_1_2_east_and_west_sides_stand_upright() -> None:
    layout, naples = Layout(POINTY), at("Naples")
    for d in (POINTY.direction("E"), POINTY.direction("W")):
        assert d is not None
        one, other = layout.side_points(side(naples, d))
        assert one.x == pytest.approx(other.x)
        assert abs(one.y - other.y) == pytest.approx(layout.radius)


def test_ob43_a_hex_row_runs_west_to_east() -> None:
    florence = at("Florence")
    row = {moved(florence, POINTY.direction("W") or 0, n) for n in range(5)}
    row |= {moved(florence, POINTY.direction("E") or 0, n) for n in range(7)}
    assert {SAMPLE.numbers.label(h) for h in row} == {f"01{c:02d}" for c in range(1, 12)}
    assert len({Layout(POINTY).centre(h).y for h in row}) == 1


@pytest.mark.parametrize(
    ("address", "direction", "steps"),
    [
        ("Stettin E3", "E", 3),
        ("Ostrava NE1", "NE", 1),
        ("Vukovar E1", "E", 1),
        ("Gyor E1", "E", 1),
        ("Posnan E1", "E", 1),
        ("Aarhus W1", "W", 1),
        ("Bordeaux E1", "E", 1),
        ("Lyon SE1", "SE", 1),
    ],
)
def test_1_2_addresses_lie_where_they_say(address: str, direction: str, steps: int) -> None:
    start, there = PLACES.parse(address.split(" ", maxsplit=1)[0]), PLACES.parse(address)
    d = POINTY.direction(direction)
    assert straight_line(start, there) == (d, steps)
    assert distance(start, there) == steps
    assert len(line(start, there)) == steps + 1


@pytest.mark.parametrize("address", ["Naples W1", "Palermo E1", "Naples", "Palermo"])
def test_1_2_addresses_are_written_as_in_the_rules(address: str) -> None:
    place = address.split(" ", maxsplit=1)[0]
    assert Addresses(POINTY, {place: at(place)}).label(at(address)) == address


def test_1_2_every_hex_of_the_sample_has_an_address_that_leads_back_to_it() -> None:
    for h in SAMPLE.hexes:
        assert at(SAMPLE.addresses.label(h)) == h


def test_a1_row_and_column_numbers_go_round() -> None:
    numbers = SAMPLE.numbers
    for h in SAMPLE.hexes:
        assert numbers.parse(numbers.label(h)) == h
    assert numbers.label(at("Palermo")) == "0706"
    assert SAMPLE.info.numbering.shifted_number(SAMPLE.info.grid) == "even"


def test_a1_neighbours_by_number_in_plain_and_shifted_rows() -> None:
    def around(number: str) -> dict[str, str]:
        h = SAMPLE.numbers.parse(number)
        return {
            POINTY.compass[d]: SAMPLE.numbers.label(n)
            for d, n in enumerate(neighbours(h))
            if n in SAMPLE.info.grid
        }

    assert around("0706") == {
        "E": "0707", "NE": "0606", "NW": "0605", "W": "0705", "SW": "0805", "SE": "0806",
    }  # fmt: skip
    assert around("0806") == {
        "E": "0807", "NE": "0707", "NW": "0706", "W": "0805", "SW": "0906", "SE": "0907",
    }  # fmt: skip


def test_13_11_distance_is_the_shortest_way_for_every_pair_of_the_map() -> None:
    grid = SAMPLE.info.grid
    for start in grid.hexes():
        steps = {start: 0}
        queue = deque([start])
        while queue:
            h = queue.popleft()
            for n in neighbours(h):
                if n in grid and n not in steps:
                    steps[n] = steps[h] + 1
                    queue.append(n)
        assert {h: distance(start, h) for h in grid.hexes()} == steps


def test_13_11_distance_equals_the_formula_for_rows() -> None:
    """Rows apart, and whatever of the columns a slanting walk does not cover."""
    grid = SAMPLE.info.grid
    width = {h: Layout(POINTY).centre(h).x for h in grid.hexes()}
    for a in grid.hexes():
        for b in grid.hexes():
            rows = abs(a.r - b.r)
            assert distance(a, b) == rows + max(0, round(abs(width[a] - width[b]) - rows / 2))


@pytest.mark.parametrize(
    ("reach", "count"), [(0, 1), (1, 7), (2, 19), (3, 37), (6, 127)], ids=lambda n: f"5.3-range-{n}"
)
def test_5_3_5_63_hexes_within_a_range(reach: int, count: int) -> None:
    hexes = set(within(at("Malta"), reach))
    assert len(hexes) == count
    assert max(distance(at("Malta"), h) for h in hexes) == reach
    assert len(list(ring(at("Malta"), reach))) == (6 * reach or 1)


# --- errata and 24.3: neighbours -------------------------------------------------------------------------


def test_errata_1_32_mf28_naples_w1_is_the_western_neighbour_of_naples() -> None:
    assert compass(at("Naples"), at("Naples W1")) == "W"
    eastern_side = side(at("Naples W1"), POINTY.direction("E") or 0)
    assert eastern_side == side_between(at("Naples W1"), at("Naples"))
    assert SAMPLE.hexes[at("Naples W1")].terrain == "forest"
    assert Link(eastern_side, "forest_side") in SAMPLE.hexsides


def test_sb_15_2_benghazi_lies_north_east_of_el_agheila() -> None:
    assert compass(at("El Agheila"), at("Benghazi")) == "NE"
    assert at("El Agheila NE1") == at("Benghazi")
    assert SAMPLE.hexes[at("Benghazi")].attributes["partial"] is True
    assert any(n not in SAMPLE.hexes for n in neighbours(at("Benghazi")))


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        ("sb 9 MF23", "Odense", "Copenhagen"),
        ("1.6, 9.11 MF24", "Aarhus W1", "Odense"),
        ("errata MF26", "Rotterdam", "Brussels"),
        ("errata MF27", "Venice", "Ravenna"),
        ("sb 10 MF29", "Lyon SE1", "Grenoble"),
        ("sb 10 MF31", "Bordeaux", "Bordeaux E1"),
        ("sb 10 T26", "La Rochelle", "Bordeaux"),
        ("sb 10 T26", "La Rochelle", "Bordeaux E1"),
        ("sb 10 MF37", "Lyon", "Lyon SE1"),
        ("sb 10 MF37", "Lyon SE1", "Avignon"),
        ("1.39 MF25", "Ostende", "Rotterdam"),
    ],
)
def test_stated_neighbours(rule: str, one: str, other: str) -> None:
    a, b = PLACES.parse(one), PLACES.parse(other)
    assert distance(a, b) == 1, rule
    assert set(hexes_of(side_between(a, b))) == {a, b}


def test_sb_10_t26_la_rochelle_is_the_one_northern_hex_beside_both_bordeaux_hexes() -> None:
    both = set(neighbours(PLACES.parse("Bordeaux"))) & set(neighbours(PLACES.parse("Bordeaux E1")))
    assert both == {PLACES.parse("Bordeaux NE1"), PLACES.parse("Bordeaux SE1")}
    assert PLACES.parse("La Rochelle") == PLACES.parse("Bordeaux NE1")


def test_sb_10_t26_units_two_hexes_from_la_rochelle_trace_through_either_bordeaux_hex() -> None:
    railhead = PLACES.parse("La Rochelle")
    for through in ("Bordeaux", "Bordeaux E1"):
        behind = PLACES.parse("Bordeaux SE1")
        assert distance(behind, railhead) == 2
        assert distance(behind, PLACES.parse(through)) == distance(PLACES.parse(through), railhead) == 1


def test_9_11_odense_is_within_two_hexes_of_aarhus() -> None:
    assert distance(PLACES.parse("Aarhus"), PLACES.parse("Aarhus W1")) == 1
    assert 1 <= distance(PLACES.parse("Aarhus"), PLACES.parse("Odense")) <= 2


def test_16_7_rail_entries_go_from_south_to_north_along_the_east_edge() -> None:
    order = ["Sarajevo", "Vukovar E1", "Gyor E1", "Ostrava NE1", "Posnan E1", "Stettin E3"]
    rows = [PLACES.parse(entry).r for entry in order]
    assert rows == sorted(rows, reverse=True)
    assert len(set(rows)) == len(rows)


# --- Sicily: MF22, MF32 to MF36, MF40 --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "one", "other", "direction"),
    [
        ("HUSKY MF32", "Palermo", "Palermo E1", "E"),
        ("HUSKY MF33", "Palermo E1", "Messina", "E"),
        ("sb 9 MF22", "Messina", "Reggio", "E"),
        ("HUSKY MF33", "Messina", "Catania", "SW"),
        ("HUSKY MF35", "Palermo", "Licata", "SE"),
        ("HUSKY MF40", "Palermo E1", "Licata", "SW"),
        ("HUSKY MF40", "Palermo E1", "Catania", "SE"),
        ("HUSKY MF40", "Licata", "Catania", "E"),
    ],
)
def test_sicilian_neighbours(fact: str, one: str, other: str, direction: str) -> None:
    assert compass(at(one), at(other)) == direction, fact
    assert distance(at(one), at(other)) == 1


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("Palermo", "Reggio", 3),  # MF34: out of supply
        ("Palermo E1", "Reggio", 2),  # MF34: in supply
        ("Palermo", "Messina", 2),
        ("Palermo", "Catania", 2),
        ("Licata", "Messina", 2),
        ("Catania", "Reggio", 2),
        ("Licata", "Reggio", 3),
    ],
)
def test_husky_mf34_sicilian_distances(one: str, other: str, steps: int) -> None:
    assert distance(at(one), at(other)) == steps


def test_husky_mf34_the_way_from_palermo_to_reggio_runs_through_palermo_e1_and_messina() -> None:
    assert line(at("Palermo"), at("Reggio")) == [
        at(p) for p in ("Palermo", "Palermo E1", "Messina", "Reggio")
    ]
    common = set(neighbours(at("Palermo E1"))) & set(neighbours(at("Reggio")))
    assert common == {at("Messina")}


def test_husky_mf40_licata_and_catania_lie_between_the_hexes_of_the_upper_row() -> None:
    upper, lower = ("Palermo", "Palermo E1", "Messina"), ("Licata", "Catania")
    assert len({at(p).r for p in upper}) == 1
    assert {at(p).r for p in lower} == {at("Palermo").r + 1}
    for place, left, right in (("Licata", "Palermo", "Palermo E1"), ("Catania", "Palermo E1", "Messina")):
        assert at(place) in set(neighbours(at(left))) & set(neighbours(at(right)))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Messina", "Palermo E1"), ("Messina", "Catania"), ("Palermo", "Licata"), ("Palermo E1", "Licata")],
    ids=["HUSKY-MF33", "HUSKY-MF33b", "HUSKY-MF35", "HUSKY-T47"],
)
def test_no_river_between_these_sicilian_hexes(one: str, other: str) -> None:
    assert Link(side_between(at(one), at(other)), "river") not in SAMPLE.hexsides


def test_sb_9_mf22_mf36_ferry_and_railway_at_the_strait_of_messina() -> None:
    strait = side_between(at("Messina"), at("Reggio"))
    assert Link(strait, "rail_ferry") in SAMPLE.hexsides
    assert Link(strait, "rail") in SAMPLE.paths


def test_husky_mf36_the_railway_runs_from_naples_through_the_boot_into_sicily() -> None:
    chain = [at(p) for p in ("Naples", "Potenza", "Cosenza", "Reggio", "Messina", "Palermo E1", "Palermo")]
    for a, b in itertools.pairwise(chain):
        assert Link(side_between(a, b), "rail") in SAMPLE.paths


def test_husky_t44_messina_is_in_reach_of_catania_and_of_palermo_e1() -> None:
    assert {at("Catania"), at("Palermo E1"), at("Reggio")} <= set(neighbours(at("Messina")))


# --- 24.8: distances of the examples ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "one", "other", "least", "most"),
    [
        ("15.45 MF41", "Tunis", "Licata", 1, 3),
        ("HUSKY MF42", "Tunis", "Catania", 1, 3),
        ("HUSKY MF43", "Malta", "Catania", 1, 4),
        ("HUSKY MF43", "Malta", "Messina", 1, 4),
        ("HUSKY MF44", "Bizerte", "Palermo E1", 3, 4),
        ("HUSKY MF44", "Bizerte", "Messina", 3, 4),
    ],
)
def test_ranges_of_the_examples(fact: str, one: str, other: str, least: int, most: int) -> None:
    assert least <= distance(at(one), at(other)) <= most, fact


def _sea_hexes(model: MapModel) -> set[Hex]:
    """Sea, and land hexes that have a coast: ships pass the sea part of either."""
    sea = {h for h, cell in model.hexes.items() if cell.terrain == "sea"}
    return sea | {h for h in model.hexes if any(n in sea for n in neighbours(h))}


@pytest.mark.parametrize("target", ["Palermo E1", "Messina"])
def test_husky_mf44_bizerte_reaches_within_four_sea_hexes(target: str) -> None:
    open_to_ships = _sea_hexes(SAMPLE)
    reached = {at("Bizerte")}
    for _ in range(4):
        reached |= {n for h in reached for n in neighbours(h) if n in open_to_ships}
    assert at(target) in reached


def test_husky_24_4_bizerte_is_beside_tunis() -> None:
    assert distance(at("Bizerte"), at("Tunis")) == 1


def _seas_at(place: str) -> set[str]:
    areas = {key for key, region in SAMPLE.regions.items() if region.kind == "sea_area"}
    return {
        area for n in neighbours(at(place)) if n in SAMPLE.hexes for area in SAMPLE.hexes[n].regions & areas
    }


@pytest.mark.parametrize(
    ("place", "areas"),
    [
        ("Bizerte", {"western_mediterranean", "tyrrhenian_sea"}),
        ("Licata", {"central_mediterranean"}),
        ("Tunis", {"tyrrhenian_sea", "central_mediterranean"}),
        ("Palermo", {"tyrrhenian_sea", "central_mediterranean"}),
        ("Catania", {"central_mediterranean", "ionian_sea"}),
        ("Messina", {"tyrrhenian_sea", "ionian_sea"}),
        ("Malta", {"central_mediterranean"}),
        ("Cagliari", {"western_mediterranean", "tyrrhenian_sea"}),
        ("Naples", {"tyrrhenian_sea"}),
        ("Bari", {"adriatic_sea"}),
        ("Taranto", {"ionian_sea"}),
    ],
    ids=lambda value: f"15.1-{value}" if isinstance(value, str) else "",
)
def test_15_1_mf45_sea_areas_that_touch_a_hex(place: str, areas: set[str]) -> None:
    assert _seas_at(place) == areas


def test_24_9_sea_areas_that_adjoin_in_examples_adjoin_on_the_map() -> None:
    def adjoin(one: str, other: str) -> bool:
        there = SAMPLE.hexes_in(other)
        return any(n in there for h in SAMPLE.hexes_in(one) for n in neighbours(h))

    assert adjoin("central_mediterranean", "ionian_sea")  # T30
    assert adjoin("tyrrhenian_sea", "central_mediterranean")  # HUSKY
    assert _seas_at("Messina") >= {"ionian_sea", "tyrrhenian_sea"}  # T29: through the strait
