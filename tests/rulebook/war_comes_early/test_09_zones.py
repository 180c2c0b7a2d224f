"""Section 9: zones of control."""

from __future__ import annotations

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.movement import moves_of
from core.games.war_comes_early.zones import enemy_zones
from tests.rulebook.war_comes_early.tiny import Tiny, corps

AROUND_0404 = {"0403", "0405", "0304", "0305", "0504", "0505"}
FRENCH = {"fr": ("0404", corps("france"))}


def zones(tiny: Tiny, side: str = GERMAN) -> set[str]:
    return tiny.names(enemy_zones(tiny.world, tiny.board, side))


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
