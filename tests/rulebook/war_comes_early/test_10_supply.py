"""Section 10: supply."""

from __future__ import annotations

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.movement import moves_of
from core.games.war_comes_early.supply import is_in_supply, joined_by_rail, supply_line
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, corps

WEST_IS_FRENCH = {f"{column:02d}xx": "france" for column in range(4, 9)}


def invader(**others: tuple[str, Unit]) -> Tiny:
    """A German corps in France; the one German source is the city 0104."""
    return Tiny({"ge": ("0604", corps()), **others}, country=WEST_IS_FRENCH, cities=["0104"])


def supplied(tiny: Tiny, key: str = "ge") -> bool:
    return is_in_supply(tiny.world, tiny.board, tiny.unit(key))


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


def soviet(distance: int) -> Tiny:
    """A Soviet army west of the border; rail along row 4 from the east edge to the railhead in 0704."""
    country = {f"{column:02d}xx": "poland" for column in range(1, 7)}
    country |= {"07xx": "soviet_union", "08xx": "soviet_union"}
    column = 7 - distance
    units = {"su": (f"{column:02d}04", corps("soviet_union"))}
    tiny = Tiny(units, country=country, rails=["0704/0804", "0804 SE"], edges={"0804": "east"})
    tiny.board.railheads = (tiny.at("0704"),)
    return tiny


def test_10_3_at_most_four_hexes_between_unit_and_railhead() -> None:
    """G12: hexes strictly between, so a distance of five."""
    assert supplied(soviet(5), "su")
    tiny = soviet(6)
    assert not supplied(tiny, "su")
    line = supply_line(tiny.world, tiny.board, tiny.unit("su"))
    assert "more than 4 hexes" in line.cuts[0].reason


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
