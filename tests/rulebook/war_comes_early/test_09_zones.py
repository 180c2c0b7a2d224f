"""Section 9: zones of control."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.movement import moves_of
from core.games.war_comes_early.zones import enemy_zones, in_enemy_zone
from tests.rulebook.war_comes_early.real import mixed_board, real_world
from tests.rulebook.war_comes_early.tiny import Tiny, corps

AROUND_0404 = {"0403", "0405", "0304", "0305", "0504", "0505"}
FRENCH = {"fr": ("0404", corps("france"))}


def zones(tiny: Tiny, side: str = GERMAN) -> set[str]:
    """All at once, and the same hex by hex."""
    found = enemy_zones(tiny.world, tiny.board, side)
    hexes = range(len(tiny.world.ground.labels))
    assert {h for h in hexes if in_enemy_zone(tiny.world, tiny.board, h, side)} == found
    return tiny.names(found)


def test_9_0_every_unit_exerts_into_its_six_neighbours() -> None:
    assert zones(Tiny(FRENCH)) == AROUND_0404
    assert zones(Tiny({"fr": ("0404", corps("france", "static"))})) == AROUND_0404


def test_9_0_friends_of_any_nation_do_not_matter() -> None:
    assert zones(Tiny({"it": ("0404", corps("italy"))}), GERMAN) == set()


def test_9_0_not_across_blocked_lake_or_sea_hexsides_but_across_rivers_and_straits() -> None:
    sides = {"0403/0404": "blocked", "0404/0405": "lake_side", "0304/0404": "sea_side"}
    closed = Tiny(FRENCH, sides=sides)
    assert zones(closed) == AROUND_0404 - {"0403", "0405", "0304"}
    crossed = Tiny(FRENCH, sides={"0403/0404": "river", "0404/0405": "straits"})
    assert zones(crossed) == AROUND_0404


def test_9_0_not_into_sea_or_lake_hexes() -> None:
    tiny = Tiny(FRENCH, terrain={"0403": "all_sea", "0405": "all_lake"})
    assert zones(tiny) == AROUND_0404 - {"0403", "0405"}


def test_9_0_mechanized_not_into_mountain_or_swamp_unless_by_rail() -> None:
    ground = {"0403": "mountain", "0405": "swamp"}
    mech = {"fr": ("0404", corps("france", "mechanized"))}
    assert zones(Tiny(mech, terrain=ground)) == AROUND_0404 - {"0403", "0405"}
    assert zones(Tiny(mech, terrain=ground, rails=["0403/0404"])) == AROUND_0404 - {"0405"}
    both = {**mech, "foot": ("0404", corps("france"))}
    assert zones(Tiny(both, terrain=ground)) == AROUND_0404


def test_9_0_not_into_intact_fortifications_of_another_nation_nor_germans_into_the_maginot_line() -> None:
    country = {"0403": "czechoslovakia", "0504": "czechoslovakia", "0505": "france"}
    forts = {"0403": "fortification", "0504": "heavy_fortification", "0505": "maginot_line"}
    german = Tiny({"ge": ("0404", corps())}, country=country, features=forts)
    assert zones(german, ALLIED) == AROUND_0404 - set(forts)
    german.board.breached = (german.at("0504"),)
    assert zones(german, ALLIED) == AROUND_0404 - {"0403", "0505"}
    one = {"0403": "fortification", "0505": "maginot_line"}
    french = Tiny(FRENCH, country=country, features=one)
    assert "0403" not in zones(french) and "0505" in zones(french)
    czech = Tiny({"cz": ("0404", corps("czechoslovakia"))}, country=country, features=one)
    assert "0403" in zones(czech)


def test_9_0_not_into_closed_or_neutral_countries() -> None:
    tiny = Tiny(FRENCH, country={"0403": "switzerland", "0405": "belgium"})
    assert zones(tiny) == AROUND_0404 - {"0403", "0405"}
    tiny.board.violated = ("belgium",)
    assert zones(tiny) == AROUND_0404 - {"0403"}


def test_9_0_geographic_limits_cut_zones_as_an_option() -> None:
    """G11: the Czechs never enter Germany, so their zone does not reach into it."""
    units = {"cz": ("0404", corps("czechoslovakia"))}
    country = {"04xx": "czechoslovakia"}
    assert zones(Tiny(units, country=country)) == {"0403", "0405"}
    free = Tiny(units, country=country, options={"zoc_respects_geographic_limits": False})
    assert zones(free) == AROUND_0404


def test_9_0_intact_fortifications_exert_when_empty_against_the_germans() -> None:
    forts = {"0404": "fortification"}
    tiny = Tiny(country={"04xx": "czechoslovakia"}, features=forts)
    assert zones(tiny) == AROUND_0404
    assert zones(tiny, ALLIED) == set()
    tiny.board.breached = (tiny.at("0404"),)
    assert zones(tiny) == set()


def test_9_0_belgian_fort_is_inert_while_neutral_and_walls_never_exert() -> None:
    tiny = Tiny(country={"04xx": "belgium"}, features={"0404": "heavy_fortification"})
    assert zones(tiny) == set()
    tiny.board.violated = ("belgium",)
    assert zones(tiny) == AROUND_0404
    walls = Tiny(features={"0404": "west_wall", "0606": "maginot_line"})
    assert zones(walls) == zones(walls, ALLIED) == set()


def test_g56_or_the_neutral_belgian_fort_is_active() -> None:
    country, forts = {"04xx": "belgium"}, {"0404": "fortification"}
    tiny = Tiny(country=country, features=forts, options={"neutral_belgian_fort_inert": False})
    assert zones(tiny) == AROUND_0404


def test_g3_zones_cross_the_straits_as_an_option() -> None:
    straits = {"0404/0405": "straits"}
    closed = Tiny(FRENCH, sides=straits, options={"straits_pass_zoc_and_supply": False})
    assert zones(closed) == AROUND_0404 - {"0405"}
    fort = {"country": {"04xx": "czechoslovakia"}, "features": {"0404": "fortification"}}
    tiny = Tiny(sides=straits, options={"straits_pass_zoc_and_supply": False}, **fort)  # type: ignore[arg-type]
    assert zones(tiny) == AROUND_0404 - {"0405"}


def test_g48_idle_nations_have_zones_as_an_option() -> None:
    units = {"po": ("0404", corps("poland")), "cz": ("0407", corps("czechoslovakia"))}
    country = {"04xx": "czechoslovakia"}
    limits = {"zoc_respects_geographic_limits": False}
    tiny = Tiny(units, country=country, turn=2, options=limits)
    assert zones(tiny, ALLIED) == AROUND_0404
    option = {**limits, "idle_belligerents_block": False}
    idle = Tiny(units, country=country, turn=2, options=option)
    assert zones(idle, ALLIED) == set()
    assert "0406" in zones(idle, GERMAN), "the Czechs act from the start"
    idle.board.turn = 3
    assert zones(idle, ALLIED) == AROUND_0404


@pytest.mark.parametrize("year", [1938, 1939])
@pytest.mark.parametrize("seed", range(6))
def test_9_0_zones_hex_by_hex_are_the_zones_of_all_units(year: int, seed: int) -> None:
    world, board = real_world(year), mixed_board(year, seed)
    for side in (GERMAN, ALLIED):
        found = enemy_zones(world, board, side)
        assert len(found) > 50
        hexes = range(len(world.ground.labels))
        assert {h for h in hexes if in_enemy_zone(world, board, h, side)} == found


def test_9_1_a_unit_stops_on_entering_a_zone() -> None:
    tiny = Tiny({**FRENCH, "ge": ("0401", corps())})
    normal = moves_of(tiny.world, tiny.board, tiny.unit("ge")).normal
    assert "0403" in tiny.names(normal.stopping)
    assert not tiny.names(normal.passing) & AROUND_0404
    assert "0505" in tiny.names(normal.stopping), "reached round the zone, not through it"
    assert not tiny.names(normal.path(tiny.at("0505"))[:-1]) & AROUND_0404


def test_9_1_never_from_zone_to_zone() -> None:
    """D38."""
    tiny = Tiny({**FRENCH, "ge": ("0403", corps())})
    moves = moves_of(tiny.world, tiny.board, tiny.unit("ge"))
    first_steps = tiny.names(moves.normal.path(h)[1] for h in moves.normal.spaces() if h != tiny.at("0403"))
    assert first_steps and not first_steps & AROUND_0404
    assert not tiny.names(moves.minimum) & AROUND_0404


def test_9_1_german_mechanized_corps_ignore_zones_in_movement() -> None:
    """D38; the privilege is German only [7.1]."""
    tiny = Tiny({**FRENCH, "ge": ("0403", corps(kind="mechanized"))})
    assert {"0304", "0504"} <= tiny.names(moves_of(tiny.world, tiny.board, tiny.unit("ge")).normal.passing)
    other = Tiny({**FRENCH, "hu": ("0403", corps("hungary", "mechanized"))}, country={"0304": "hungary"})
    assert "0304" not in other.names(moves_of(other.world, other.board, other.unit("hu")).minimum)
