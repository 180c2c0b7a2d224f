"""Section 11: movement step by step, and that it comes to the same as the reach of a unit."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.movement import March, begin_march, moves_of, steps_of
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.real import mixed_board, real_world
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

FRENCH = corps("france")
ABROAD = {f"{c:02d}xx": "france" for c in range(1, 17)}


def steps(tiny: Tiny, march: March | None = None, key: str = "ge") -> dict[str, March]:
    unit = tiny.unit(key)
    found = steps_of(tiny.world, tiny.board, unit, march or begin_march(tiny.world, tiny.board, unit))
    return {tiny.world.ground.labels[h]: after for h, after in found.items()}


def walk(tiny: Tiny, *path: str, key: str = "ge") -> March:
    """Move a unit along a path, and how far it is then."""
    march = begin_march(tiny.world, tiny.board, tiny.unit(key))
    for number in path:
        march = steps(tiny, march, key)[number]
        tiny.board.put(key, tiny.at(number))
    return march


class TestBegin:
    def test_points_are_halves_and_a_march_is_plain_numbers(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())})
        march = begin_march(tiny.world, tiny.board, tiny.unit("ge"))
        assert march == (0, 12, True, False, 0)
        assert [type(value) for value in march] == [int, int, bool, bool, int]
        assert March(*march) == march

    def test_10_5_out_of_supply_it_is_half_and_no_column(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())}, country=ABROAD)
        assert begin_march(tiny.world, tiny.board, tiny.unit("ge")) == March(0, 6, column=False)

    def test_11_6_no_column_beside_an_enemy_or_in_an_enemy_air_zone(self) -> None:
        beside = Tiny({"ge": ("0404", corps()), "fr": ("0405", FRENCH)})
        assert not begin_march(beside.world, beside.board, beside.unit("ge")).column
        tiny = Tiny({"ge": ("0404", corps())})
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0405"),)
        assert not begin_march(tiny.world, tiny.board, tiny.unit("ge")).column


class TestSteps:
    def test_11_2_each_step_adds_its_cost(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())}, terrain={"0405": "rough"}, rails=["0405/0406"])
        assert walk(tiny, "0405", "0406") == March(5, 12, True, False, 2)

    def test_11_6_a_move_goes_on_to_the_double_allowance(self) -> None:
        tiny = Tiny({"ge": ("0101", corps())}, rows=16)
        march = walk(tiny, *(f"01{row:02d}" for row in range(2, 14)))
        assert march == March(24, 12, True, False, 12)
        assert steps(tiny, march) == {}

    def test_9_1_a_step_into_a_zone_stops_and_is_closed_beyond_the_single_allowance(self) -> None:
        units = {"ge": ("0101", corps()), "fr": ("0109", FRENCH)}
        tiny = Tiny(units, rows=16, terrain={"0103": "rough"})
        march = walk(tiny, "0102", "0103", "0104", "0105", "0106")
        assert march == March(12, 12, True, False, 5)
        assert walk(Tiny(units, rows=16), *(f"01{row:02d}" for row in range(2, 8))).spent == 12
        assert "0107" in steps(tiny, march)
        tiny.board.put("fr", tiny.at("0108"))
        assert "0107" not in steps(tiny, march), "that would be 14 half points in a zone"
        near = Tiny({**units, "fr": ("0108", FRENCH)}, rows=16)
        march = walk(near, "0102", "0103", "0104", "0105", "0106", "0107")
        assert march == March(12, 12, False, True, 6)
        assert steps(near, march) == {}

    def test_9_1_never_from_zone_to_zone(self) -> None:
        tiny = Tiny({"ge": ("0403", corps()), "fr": ("0404", FRENCH)})
        found = steps(tiny)
        assert set(found) == {"0402", "0303", "0503"}
        march = walk(tiny, "0402")
        assert {"0303", "0503", "0403"} <= set(steps(tiny, march)), "but into a zone again after it"

    def test_9_1_german_mechanized_ignore_zones(self) -> None:
        tiny = Tiny({"ge": ("0402", corps(kind="mechanized")), "fr": ("0404", FRENCH)})
        march = walk(tiny, "0403")
        assert march == March(2, 12, True, False, 1)
        assert {"0304", "0504"} <= set(steps(tiny, march))

    def test_g15_by_option_a_zone_ends_their_column_movement(self) -> None:
        option = {"german_mech_column_through_ezoc": False}
        units = {"ge": ("0402", corps(kind="mechanized")), "fr": ("0404", FRENCH)}
        tiny = Tiny(units, options=option)
        assert walk(tiny, "0403") == March(2, 12, False, False, 1)
        assert {"0304", "0504"} <= set(steps(tiny, March(2, 12, False, False, 1))), "they still go through"
        assert steps(tiny, March(11, 12, False, False, 5)) == {}

    def test_6_2_2_an_air_zone_costs_a_point_and_ends_the_column(self) -> None:
        tiny = Tiny({"ge": ("0101", corps())}, rows=16)
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0105"),)
        assert walk(tiny, "0102", "0103", "0104") == March(8, 12, False, False, 3)
        assert "0104" not in steps(tiny, March(10, 12, True, False, 4))

    def test_11_1_the_first_step_is_possible_at_any_cost_and_the_last_then(self) -> None:
        """An unsupplied army has 2 points; mountains cost 3."""
        tiny = Tiny({"ge": ("0404", army())}, terrain={"0405": "mountain"}, country=ABROAD)
        march = walk(tiny, "0405")
        assert march == March(6, 4, False, False, 1)
        assert steps(tiny, march) == {}
        tired = March(2, 4, False, False, 1)
        tiny.board.put("ge", tiny.at("0404"))
        assert "0405" not in steps(tiny, tired) and "0403" in steps(tiny, tired)

    def test_11_1_but_not_zone_to_zone_nor_where_entry_is_forbidden(self) -> None:
        around = dict.fromkeys(("0403", "0405", "0304", "0305", "0504", "0505"), "mountain")
        units = {"ge": ("0404", army()), "fr": ("0406", FRENCH), "uk": ("0304", corps("britain"))}
        sides = {"0404/0504": "blocked"}
        tiny = Tiny(units, terrain=around, country={**ABROAD, "0305": "belgium"}, sides=sides)
        assert set(steps(tiny)) == {"0505"}, "0405 and 0403 are in zones of 0406 and 0304, and so is 0404"

    def test_g14_static_units_take_one_step_by_option_only(self) -> None:
        units: dict[str, tuple[str, Unit]] = {"ge": ("0404", corps(kind="static"))}
        assert steps(Tiny(units)) == {}
        tiny = Tiny(units, options={"static_minimum_move": True})
        assert len(steps(tiny)) == 6
        assert tiny.names(moves_of(tiny.world, tiny.board, tiny.unit("ge")).targets()) == set(steps(tiny))
        assert steps(tiny, walk(tiny, "0405")) == {}


# --- the same as the reach ------------------------------------------------------------------------------


def by_steps(world: World, board: Board, unit: Piece) -> set[int]:
    """Every hex that repeated steps lead to. Of marches in one hex that differ in what they have spent and in
    nothing else, only the cheapest goes on."""
    start, table = board.where[unit.id], board.copy()
    found: set[int] = set()
    cheapest: dict[tuple[int, bool, bool], int] = {}
    waiting = [(start, begin_march(world, board, unit))]
    while waiting:
        h, march = waiting.pop()
        table.put(unit.id, h)
        for to, after in steps_of(world, table, unit, march).items():
            found.add(to)
            kind = (to, after.column, after.stopped)
            if after.spent < cheapest.get(kind, 1000):
                cheapest[kind] = after.spent
                waiting.append((to, after))
    return found - {start}


def assert_same(world: World, board: Board, unit: Piece) -> int:
    """Reach and steps agree, and paths can be walked for what they cost. How many hexes there are."""
    moves = moves_of(world, board, unit)
    assert by_steps(world, board, unit) == moves.targets(), unit.id
    for target in sorted(moves.targets())[:: 1 + len(moves.targets()) // 8]:
        table, march = board.copy(), begin_march(world, board, unit)
        for h in moves.path_to(target)[1:]:
            march = steps_of(world, table, unit, march)[h]
            table.put(unit.id, h)
        assert table.where[unit.id] == target and march.spent == moves.cost(target)
    return len(moves.targets())


@pytest.mark.parametrize(("year", "seed"), [(1938, 0), (1938, 1), (1938, 3), (1939, 0), (1939, 3)])
def test_steps_lead_wherever_the_reach_says(year: int, seed: int) -> None:
    world, board = real_world(year), mixed_board(year, seed)
    units = [world.pieces[key] for key in sorted(board.where)]
    counts = [assert_same(world, board, unit) for unit in units[seed :: 8 if year == 1938 else 3]]
    assert max(counts) > 100 and len([n for n in counts if n]) > 8


@pytest.mark.parametrize("kind", ["infantry", "mechanized"])
@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize("start", ["0101", "0404", "0503", "0806"])
def test_the_same_on_a_board_full_of_hindrances(kind: str, option: bool, start: str) -> None:
    """Zones of units and a fort, an air zone, rivers, rails, rough ground, a neutral, friends in the way."""
    units = {
        "ge": (start, corps(kind=kind)),
        "fr": ("0405", FRENCH),
        "cz": ("1206", corps("czechoslovakia")),
        "hu": ("0803", corps("hungary")),
        **{f"s{i}": ("0706", corps()) for i in range(5)},
    }
    tiny = Tiny(
        units,
        columns=14,
        rows=9,
        country={"11xx": "czechoslovakia", "12xx": "czechoslovakia", "0202": "belgium"},
        terrain={"0602": "mountain", "0605": "swamp", "0704": "rough", "0901": "woods"},
        features={"1103": "fortification"},
        cities=["0707"],
        sides={"0502/0602": "river", "0504/0505": "blocked"},
        rails=[f"{c:02d}02/{c + 1:02d}{2 if c % 2 else 3:02d}" for c in range(3, 5)],
        options={"german_mech_column_through_ezoc": option},
    )
    tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0907"),)
    assert assert_same(tiny.world, tiny.board, tiny.unit("ge")) > 20
    tiny.board.air = ()
    assert assert_same(tiny.world, tiny.board, tiny.unit("ge")) > 20


def test_9_1_a_fort_without_units_does_not_bar_the_column_but_by_option() -> None:
    """[11.6], and the zone of the fort still has to be left first."""
    for option, points in ((False, 24), (True, 12)):
        tiny = Tiny(
            {"ge": ("0404", corps())},
            columns=14,
            country={"05xx": "czechoslovakia"},
            features={"0504": "fortification"},
            options={"empty_fortification_bars_column": option},
        )
        assert begin_march(tiny.world, tiny.board, tiny.unit("ge")).limit == points
        assert assert_same(tiny.world, tiny.board, tiny.unit("ge")) > 10
