"""Section 10: supply."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.movement import moves_of
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.supply import is_at_home, is_in_supply, is_joined, joined_by_rail, supply_line
from core.games.war_comes_early.world import World
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.real import Chance, mixed_board, real_world
from tests.rulebook.war_comes_early.tiny import Tiny, corps

WEST_IS_FRENCH = {f"{column:02d}xx": "france" for column in range(4, 9)}


def invader(**others: tuple[str, Unit]) -> Tiny:
    """A German corps in France; the one German source is the city 0104."""
    return Tiny({"ge": ("0604", corps()), **others}, country=WEST_IS_FRENCH, cities=["0104"])


def supplied(tiny: Tiny, key: str = "ge") -> bool:
    """The quick answer; a line that is drawn must say the same."""
    world, board, unit = tiny.world, tiny.board, tiny.unit(key)
    answer = is_in_supply(world, board, unit)
    assert answer == (
        is_at_home(world, board, unit, board.where[key]) or supply_line(world, board, unit).is_open
    )
    return answer


def reasons(tiny: Tiny) -> list[str]:
    return [cut.reason for cut in supply_line(tiny.world, tiny.board, tiny.unit("ge")).cuts]


def test_10_1_at_home_a_unit_is_always_in_supply() -> None:
    tiny = Tiny({"ge": ("0303", corps()), "fr": ("0304", corps("france"))})
    assert supplied(tiny)
    danzig = Tiny({"ge": ("0303", corps())}, country={"0303": "danzig"})
    assert supplied(danzig), "Danzig counts as German home country"


def test_10_1_attacking_into_its_own_country_counts_as_home() -> None:
    tiny = Tiny({"ge": ("0404", corps())}, country=WEST_IS_FRENCH)
    assert not supplied(tiny)
    assert is_in_supply(tiny.world, tiny.board, tiny.unit("ge"), tiny.at("0304"))
    assert not is_in_supply(tiny.world, tiny.board, tiny.unit("ge"), tiny.at("0505"))


def test_10_2_a_path_of_any_length_to_a_source_of_its_own_nation() -> None:
    assert supplied(invader())
    without_source = Tiny({"ge": ("0604", corps())}, country=WEST_IS_FRENCH)
    assert not supplied(without_source)


def test_10_2_enemy_units_cities_and_forts_cut_the_path_and_are_named() -> None:
    wall = {f"f{row}": (f"04{row:02d}", corps("france", "static")) for row in range(1, 9)}
    tiny = invader(**wall)
    assert not supplied(tiny)
    assert any(reason.startswith("enemy") for reason in reasons(tiny))
    cities = Tiny(
        {"ge": ("0604", corps())},
        country=WEST_IS_FRENCH,
        cities=["0104", *(f"04{row:02d}" for row in range(1, 9))],
    )
    assert not supplied(cities)
    assert reasons(cities)[0].startswith("enemy city 04")
    cities.control("0404", GERMAN)
    assert supplied(cities), "an empty enemy city that has been taken lets the path through"


def test_10_2_black_dot_cities_and_other_empty_enemy_hexes_do_not_cut() -> None:
    """A whole column of enemy-controlled black-dot cities, where real cities would cut the line."""
    column = [f"04{row:02d}" for row in range(1, 9)]
    tiny = Tiny({"ge": ("0604", corps())}, country=WEST_IS_FRENCH, cities=["0104"], black_dots=column)
    assert all(tiny.board.control[tiny.at(number)] == ALLIED for number in column)
    assert supplied(tiny)


def test_9_2_a_path_ends_in_a_zone_but_does_not_pass_through_one() -> None:
    """Four French corps hold column 05 and their zones close what lies between them."""
    wall = {f"f{row}": (f"05{row:02d}", corps("france")) for row in (1, 3, 7)}
    tiny = Tiny(
        {"ge": ("0605", corps()), **wall, "f5": ("0505", corps("france"))},
        country=WEST_IS_FRENCH,
        cities=["0104"],
    )
    assert not supplied(tiny)
    assert any("zone of control" in reason for reason in reasons(tiny))


def test_9_2_a_friendly_unit_cancels_the_zone_for_supply_and_german_mech_ignore_it() -> None:
    country = WEST_IS_FRENCH
    river = {f"04{row:02d}/05{row:02d}": "blocked" for row in range(1, 9) if row != 4}
    river |= {f"04{row:02d}/05{row + 1:02d}": "blocked" for row in range(1, 8)}
    units = {"ge": ("0604", corps()), "fr": ("0503", corps("france"))}
    # The only way through is 0504 - 0404, and 0504 lies in the zone of the corps in 0503.
    tiny = Tiny(units, country=country, cities=["0104"], sides=river)
    assert not supplied(tiny)
    held = Tiny({**units, "friend": ("0504", corps())}, country=country, cities=["0104"], sides=river)
    assert supplied(held)
    mech = Tiny(
        {**units, "ge": ("0604", corps(kind="mechanized"))}, country=country, cities=["0104"], sides=river
    )
    assert supplied(mech)


def test_g34_a_line_for_vehicles_is_judged_on_foot_or_by_its_own_class() -> None:
    belt = {f"05{row:02d}": "mountain" for row in range(1, 9)}
    units = {"ge": ("0604", corps(kind="mechanized"))}
    tiny = Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], terrain=belt)
    assert supplied(tiny)
    own = {"supply_passable_for": "own_class"}
    barred = Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], terrain=belt, options=own)
    assert not supplied(barred)
    rails = ["0504/0604", "0404/0504"]
    by_rail = Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], terrain=belt, options=own, rails=rails)
    assert supplied(by_rail)
    foot = Tiny({"ge": ("0604", corps())}, country=WEST_IS_FRENCH, cities=["0104"], terrain=belt, options=own)
    assert supplied(foot)


def test_g3_lines_cross_the_straits_as_an_option() -> None:
    wall = {f"04{row:02d}/05{row:02d}": "blocked" for row in range(1, 9) if row != 4}
    wall |= {f"04{row:02d}/05{row + 1:02d}": "blocked" for row in range(1, 8)}
    units, sides = {"ge": ("0604", corps())}, {**wall, "0404/0504": "straits"}
    assert supplied(Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], sides=sides))
    option = {"straits_pass_zoc_and_supply": False}
    assert not supplied(Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], sides=sides, options=option))


def test_g48_idle_nations_cut_lines_as_an_option() -> None:
    """A wall of French units on turn 2."""
    wall = {f"f{row}": (f"04{row:02d}", corps("france")) for row in range(1, 9)}
    units = {"ge": ("0604", corps()), **wall}
    assert not supplied(Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], turn=2))
    option = {"idle_belligerents_block": False}
    tiny = Tiny(units, country=WEST_IS_FRENCH, cities=["0104"], turn=2, options=option)
    assert supplied(tiny)
    tiny.board.turn = 3
    assert not supplied(tiny)


def test_10_2_not_through_neutral_or_closed_countries() -> None:
    belt = {f"03{row:02d}": "belgium" for row in range(1, 9)}
    tiny = Tiny({"ge": ("0604", corps())}, country={**WEST_IS_FRENCH, **belt}, cities=["0104"])
    assert not supplied(tiny)
    assert "neutral country" in reasons(tiny)[0]
    tiny.board.violated = ("belgium",)
    assert supplied(tiny)


def test_10_4_captured_sources_are_useless_and_revive_when_retaken() -> None:
    tiny = invader()
    tiny.control("0104", ALLIED)
    assert not supplied(tiny)
    tiny.control("0104", GERMAN)
    assert supplied(tiny)


def test_10_4_the_bef_draws_on_any_french_hex() -> None:
    tiny = Tiny({"uk": ("0303", corps("britain"))}, country=WEST_IS_FRENCH)
    assert supplied(tiny, "uk")


def soviet(distance: int, west: str = "poland", **options: object) -> Tiny:
    """A Soviet army west of the border; rail along row 4 from the east edge to the railhead in 0704."""
    country = {f"{column:02d}xx": west for column in range(1, 7)}
    country |= {"07xx": "soviet_union", "08xx": "soviet_union"}
    column = 7 - distance
    units = {"su": (f"{column:02d}04", corps("soviet_union"))}
    rails = ["0704/0804", "0804 SE"]
    tiny = Tiny(units, country=country, rails=rails, edges={"0804": "east"}, options=options)
    tiny.board.railheads = (tiny.at("0704"),)
    return tiny


def test_10_3_at_most_four_hexes_between_unit_and_railhead() -> None:
    """G12: hexes strictly between, so a distance of five."""
    assert supplied(soviet(5), "su")
    tiny = soviet(6)
    assert not supplied(tiny, "su")
    line = supply_line(tiny.world, tiny.board, tiny.unit("su"))
    assert "more than 4 hexes" in line.cuts[0].reason


def test_g12_or_four_hexes_with_that_of_the_unit() -> None:
    assert supplied(soviet(4, soviet_supply_counts_unit_hex=True), "su")
    assert not supplied(soviet(5, soviet_supply_counts_unit_hex=True), "su")


def test_g13_hexes_of_allied_countries_carry_it_as_an_option() -> None:
    """From 0504 the line passes 0604; from 0604 it passes nothing. Enemy country does not matter."""
    assert supplied(soviet(2, "romania"), "su")
    assert not supplied(soviet(2, "romania", soviet_supply_through_allies=False), "su")
    assert supplied(soviet(1, "romania", soviet_supply_through_allies=False), "su")
    assert supplied(soviet(2, "poland", soviet_supply_through_allies=False), "su")


def test_g45_the_baltic_is_soviet_home_as_an_option() -> None:
    tiny = soviet(6, "latvia", baltic_hexes_soviet_home=True)
    assert not supplied(tiny, "su"), "not while it is neutral"
    tiny.board.violated = ("latvia",)
    assert supplied(tiny, "su")
    plain = soviet(6, "latvia")
    plain.board.violated = ("latvia",)
    assert not supplied(plain, "su")


def test_10_3_a_nearer_railhead_that_is_cut_off_does_not_hide_one_that_is_joined() -> None:
    tiny = soviet(5)
    tiny.board.railheads = (tiny.at("0404"), tiny.at("0704"))
    assert supplied(tiny, "su")
    tiny.control("0704", GERMAN)
    assert not supplied(tiny, "su")


def test_10_3_the_railhead_must_be_joined_to_a_source_by_friendly_rail() -> None:
    tiny = soviet(3)
    assert tiny.names(joined_by_rail(tiny.world, tiny.board)) == {"0804", "0704"}
    tiny.control("0704", GERMAN)
    assert not supplied(tiny, "su")


def test_10_5_out_of_supply_halves_movement() -> None:
    """D17: 6 becomes 3, and no column movement."""
    tiny = Tiny({"ge": ("0604", corps())}, country=WEST_IS_FRENCH)
    moves = moves_of(tiny.world, tiny.board, tiny.unit("ge"))
    assert max(moves.normal.arrival(h).cost for h in moves.normal.spaces()) == 6
    assert moves.column.spaces() == {tiny.at("0604")}


# --- the quick answer against the line that is drawn, on the full map -----------------------------------


def agree(world: World, board: Board, unit: Piece) -> bool:
    """The quick answer for a unit outside its country, if the line says the same."""
    answer = is_in_supply(world, board, unit)
    assert answer == supply_line(world, board, unit).is_open, (
        unit.id,
        world.ground.labels[board.where[unit.id]],
    )
    return answer


def put(board: Board, unit: Piece, h: int) -> Board:
    moved = board.copy()
    moved.put(unit.id, h)
    return moved


@pytest.mark.parametrize(("year", "seed"), [(1938, 0), (1938, 1), (1938, 4), (1938, 7), (1939, 0), (1939, 4)])
def test_10_2_quick_answers_agree_with_lines_on_mixed_fronts(year: int, seed: int) -> None:
    """Every unit abroad where it stands, and units of all kinds in hexes all over the map."""
    world, board, chance = real_world(year), mixed_board(year, seed), Chance(seed)
    home, units = world.ground.home_of, [world.pieces[key] for key in sorted(board.where)]
    answers = [agree(world, board, u) for u in units if home[board.where[u.id]] != u.nation]
    free = [h for h, cost in enumerate(world.ground.cost[0]) if cost >= 0 and h not in board.stacks]
    for _ in range(60):
        unit, h = chance.pick(units), chance.pick(free)
        if home[h] != unit.nation:
            answers.append(agree(world, put(board, unit, h), unit))
    assert answers.count(True) > 10 and answers.count(False) > 10


@pytest.mark.parametrize("options", [{}, {"soviet_supply_through_allies": False}])
def test_10_3_quick_answers_agree_with_lines_around_railheads(options: dict[str, object]) -> None:
    world, answers = real_world(1938, **options), []
    army = next(
        p for key, p in sorted(world.pieces.items()) if p.nation == "soviet_union" and p.size == "army"
    )
    for seed in (0, 3):
        board, chance = mixed_board(1938, seed), Chance(seed)
        joined = joined_by_rail(world, board)
        assert [is_joined(world, board, h) for h in board.railheads] == [h in joined for h in board.railheads]
        for start in board.railheads:
            h = start
            for _ in range(6):
                h = chance.pick(world.ground.beside[h] or (h,))
                if h not in board.stacks and world.ground.home_of[h] != "soviet_union":
                    answers.append(agree(world, put(board, army, h), army))
    assert answers.count(True) > 10 and answers.count(False) > 10
