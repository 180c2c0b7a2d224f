"""Section 11: movement."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.movement import enter, moves_of, step_cost
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, front

CZECH_EAST = {f"{column:02d}xx": "czechoslovakia" for column in range(5, 9)}


def cost(tiny: Tiny, key: str, number: str, to: str) -> float | None:
    """In movement points."""
    ground = tiny.world.ground
    d = ground.direction(tiny.at(number), tiny.at(to))
    found = step_cost(tiny.world, tiny.board, tiny.unit(key), tiny.at(number), d)
    return None if found is None else found / 2


def targets(tiny: Tiny, key: str = "ge") -> set[str]:
    return tiny.names(moves_of(tiny.world, tiny.board, tiny.unit(key)).targets())


def reach(tiny: Tiny, key: str = "ge") -> float:
    """The dearest normal or column arrival in movement points."""
    moves = moves_of(tiny.world, tiny.board, tiny.unit(key))
    return max(r.arrival(h).cost for r in (moves.normal, moves.column) for h in r.spaces()) / 2


@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [
        ("clear", 1, 1),
        ("woods", 1, 2),
        ("broken", 1, 2),
        ("rough", 2, 3),
        ("swamp", 2, None),
        ("mountain", 3, None),
        ("all_lake", None, None),
        ("all_sea", None, None),
    ],
)
def test_11_3_costs_of_terrain(terrain: str, foot: float | None, mech: float | None) -> None:
    units = {"foot": ("0404", corps()), "mech": ("0404", corps(kind="mechanized", slots=2))}
    tiny = Tiny(units, terrain={"0405": terrain})
    assert cost(tiny, "foot", "0404", "0405") == foot
    assert cost(tiny, "mech", "0404", "0405") == mech


def test_11_3_several_terrains_cost_the_dearest_and_a_city_replaces_all() -> None:
    both = Tiny({"ge": ("0404", corps())}, terrain={"0405": "woods"}, features={"0405": "also_rough"})
    assert cost(both, "ge", "0404", "0405") == 2
    city = Tiny({"ge": ("0404", corps(kind="mechanized"))}, terrain={"0405": "mountain"}, cities=["0405"])
    assert cost(city, "ge", "0404", "0405") == 1


def test_11_3_a_black_dot_city_counts_for_nothing() -> None:
    """E10: Chemnitz 2017; the other terrain of the hex is used."""
    tiny = Tiny({"ge": ("0404", corps())}, terrain={"0405": "rough"}, black_dots=["0405"])
    assert not tiny.world.ground.city[tiny.at("0405")]
    assert cost(tiny, "ge", "0404", "0405") == 2


def test_11_4_rivers_cost_one_more_but_not_beside_a_city() -> None:
    river = {"0404/0405": "river"}
    assert cost(Tiny({"ge": ("0404", corps())}, sides=river), "ge", "0404", "0405") == 2
    assert cost(Tiny({"ge": ("0404", corps())}, sides=river, cities=["0404"]), "ge", "0404", "0405") == 1
    assert cost(Tiny({"ge": ("0404", corps())}, sides={"0404/0405": "straits"}), "ge", "0404", "0405") == 2


def test_g3_the_straits_cost_a_point_as_an_option() -> None:
    option = {"straits_cost_as_river": False}
    straits = Tiny({"ge": ("0404", corps())}, sides={"0404/0405": "straits"}, options=option)
    assert cost(straits, "ge", "0404", "0405") == 1
    river = Tiny({"ge": ("0404", corps())}, sides={"0404/0405": "river"}, options=option)
    assert cost(river, "ge", "0404", "0405") == 2


def test_11_3_rail_costs_half_a_point_in_any_terrain_and_over_rivers() -> None:
    units = {"ge": ("0404", corps(kind="mechanized"))}
    ground = {"0405": "mountain"}
    tiny = Tiny(units, terrain=ground, rails=["0404/0405"], sides={"0404/0405": "river"})
    assert cost(tiny, "ge", "0404", "0405") == 0.5


def test_6_2_2_an_enemy_air_zone_costs_one_more_also_on_rail() -> None:
    tiny = Tiny({"ge": ("0404", corps())}, rails=["0404/0405"])
    tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0406"),)
    assert cost(tiny, "ge", "0404", "0405") == 1.5
    tiny.board.air_side = "german"
    assert cost(tiny, "ge", "0404", "0405") == 0.5


@pytest.mark.parametrize("kind", ["blocked", "lake_side", "sea_side"])
def test_11_4_closed_hexsides_are_never_crossed(kind: str) -> None:
    tiny = Tiny({"ge": ("0404", corps())}, sides={"0404/0405": kind})
    moves = moves_of(tiny.world, tiny.board, tiny.unit("ge"))
    assert tiny.at("0405") not in moves.minimum
    assert "0405" in targets(tiny), "but there is a way round"


def test_11_1_minimum_movement_is_one_hex_at_any_cost() -> None:
    """An unsupplied army would have 2 points; mountains cost 3."""
    around = dict.fromkeys(("0403", "0405", "0304", "0305", "0504", "0505"), "mountain")
    units = {"ge": ("0404", army())}
    tiny = Tiny(units, terrain=around, country={f"{c:02d}xx": "france" for c in range(1, 9)})
    moves = moves_of(tiny.world, tiny.board, tiny.unit("ge"))
    assert tiny.names(moves.normal.spaces()) == {"0404"}
    assert targets(tiny) == set(around)


def test_11_1_static_units_never_move() -> None:
    """G14."""
    assert targets(Tiny({"ge": ("0404", corps(kind="static"))})) == set()


@pytest.mark.parametrize(
    ("unit", "points"), [(army("germany"), 8), (corps("germany"), 12), (corps(kind="mechanized"), 12)]
)
def test_11_6_column_movement_doubles_the_factor(unit: Unit, points: int) -> None:
    """D16."""
    tiny = Tiny({"ge": ("0109", unit)}, columns=16, rows=16)
    assert reach(tiny) == points


def test_11_6_a_soviet_front_has_eight_points_in_column() -> None:
    """D16."""
    country = {f"{c:02d}xx": "soviet_union" for c in range(1, 17)}
    tiny = Tiny({"su": ("0109", front())}, columns=16, rows=16, country=country)
    assert reach(tiny, "su") == 8


def test_11_6_no_column_beside_an_enemy_unit_or_in_an_enemy_air_zone() -> None:
    units = {"ge": ("0109", corps()), "fr": ("0110", corps("france"))}
    assert reach(Tiny(units, columns=16, rows=16)) == 6
    tiny = Tiny({"ge": ("0109", corps())}, columns=16, rows=16)
    tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0110"),)
    assert reach(tiny) == 6


def test_11_6_a_column_does_not_enter_zones_or_air_zones() -> None:
    tiny = Tiny({"ge": ("0104", corps()), "fr": ("1004", corps("france"))}, columns=16)
    column = moves_of(tiny.world, tiny.board, tiny.unit("ge")).column
    assert not tiny.names(column.spaces()) & {"0904", "0905", "1003", "1005"}


def test_g15_german_mechanized_columns_pass_enemy_zones_as_an_option() -> None:
    """A wall of hexsides leaves one way, and that is in a zone; it begins seven hexes off."""
    wall = {f"07{r:02d}/08{r:02d}": "blocked" for r in range(1, 9)}
    wall |= {f"07{r + 1:02d}/08{r:02d}": "blocked" for r in range(1, 8)}
    del wall["0704/0804"]
    units = {"ge": ("0104", corps(kind="mechanized")), "fr": ("0705", corps("france"))}
    free = Tiny(units, columns=16, sides=wall)
    assert "1004" in targets(free)
    bound = Tiny(units, columns=16, sides=wall, options={"german_mech_column_through_ezoc": False})
    assert "0704" in targets(bound) and "1004" not in targets(bound)
    foot = Tiny({**units, "ge": ("0104", corps())}, columns=16, sides=wall)
    assert "0804" not in targets(foot)


class TestGeography:
    """[11.7]"""

    def test_own_country_only(self) -> None:
        tiny = Tiny({"cz": ("0504", corps("czechoslovakia"))}, country=CZECH_EAST)
        assert all(number >= "05" for number in targets(tiny, "cz"))

    def test_poles_and_italians_stay_in_their_theatre(self) -> None:
        """D39, for movement."""
        country = {"04xx": "poland", "05xx": "soviet_union", "03xx": "czechoslovakia"}
        tiny = Tiny({"po": ("0404", corps("poland"))}, country=country)
        assert {number[:2] for number in targets(tiny, "po")} == {"03", "04"}
        country = {"04xx": "italy", "05xx": "france", "03xx": "yugoslavia"}
        tiny = Tiny({"it": ("0404", corps("italy"))}, country=country)
        assert {number[:2] for number in targets(tiny, "it")} == {"03", "04"}

    def test_nobody_enters_switzerland_or_a_neutral(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())}, country={"0405": "switzerland", "0403": "belgium"})
        assert not targets(tiny) & {"0405", "0403"}
        assert tiny.world.is_neutral(tiny.board, "belgium")
        assert tiny.world.is_neutral(tiny.board, "denmark"), "also without a hex on the map"
        tiny.board.violated = ("belgium",)
        assert "0403" in targets(tiny)

    def test_5_1_the_first_two_turns_stay_in_germany_and_czechoslovakia(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())}, country={"05xx": "france", "03xx": "czechoslovakia"}, turn=2)
        assert "0304" in targets(tiny) and "0504" not in targets(tiny)
        tiny.board.turn = 3
        assert "0504" in targets(tiny)

    def test_13_1_in_1939_the_poles_stay_in_poland_and_danzig_is_open_to_germans_only(self) -> None:
        country = {"04xx": "poland", "0504": "danzig"}
        units = {"po": ("0404", corps("poland")), "ge": ("0604", corps())}
        tiny = Tiny(units, country=country, campaign=1939)
        assert {number[:2] for number in targets(tiny, "po")} == {"04"}
        assert "0504" in targets(tiny)

    def test_g31_who_may_enter_danzig_in_1939(self) -> None:
        units = {"po": ("0404", corps("poland")), "ge": ("0604", corps())}
        country = {"04xx": "poland", "0504": "danzig"}
        enter = {}
        for option in ("germans_only", "closed", "open"):
            tiny = Tiny(units, country=country, campaign=1939, options={"danzig_1939": option})
            enter[option] = ["0504" in targets(tiny, key) for key in ("ge", "po")]
        assert enter == {"germans_only": [True, False], "closed": [False, False], "open": [True, True]}

    def test_g41_czechs_enter_germany_early_as_an_option(self) -> None:
        units = {"cz": ("0504", corps("czechoslovakia"))}
        assert "0404" not in targets(Tiny(units, country=CZECH_EAST, turn=2), "cz")
        option = {"czechs_enter_germany_early": True}
        tiny = Tiny(units, country={**CZECH_EAST, "0503": "poland"}, turn=2, options=option)
        assert "0404" in targets(tiny, "cz") and "0503" not in targets(tiny, "cz")
        tiny.board.turn = 3
        assert "0404" not in targets(tiny, "cz")


class TestFortifications:
    """[11.5]"""

    def test_g32_czech_forts_are_gone_in_1939_but_by_option(self) -> None:
        units = {"ge": ("0404", corps())}
        for option in (False, True):
            tiny = Tiny(
                units,
                campaign=1939,
                country=CZECH_EAST,
                features={"0504": "fortification"},
                options={"czech_forts_intact_1939": option},
            )
            assert tiny.world.is_intact(tiny.board, tiny.at("0504")) == option
            assert ("0504" in targets(tiny)) != option

    def test_intact_czech_forts_admit_czech_units_only(self) -> None:
        units = {"ge": ("0404", corps()), "cz": ("0605", corps("czechoslovakia"))}
        tiny = Tiny(units, country=CZECH_EAST, features={"0504": "fortification"})
        assert "0504" not in targets(tiny) and "0504" in targets(tiny, "cz")
        tiny.board.breached = (tiny.at("0504"),)
        assert "0504" in targets(tiny)

    def test_germans_never_enter_the_maginot_line(self) -> None:
        units = {"ge": ("0404", corps()), "fr": ("0605", corps("france"))}
        tiny = Tiny(units, country={"05xx": "france", "06xx": "france"}, features={"0504": "maginot_line"})
        assert "0504" not in targets(tiny) and "0504" in targets(tiny, "fr")

    def test_any_allied_entry_breaches_the_west_wall(self) -> None:
        tiny = Tiny({"fr": ("0504", corps("france"))}, features={"0404": "west_wall"})
        taken = enter(tiny.world, tiny.board, tiny.unit("fr"), [tiny.at("0504"), tiny.at("0404")])
        assert tiny.names(taken) == {"0404"}
        assert tiny.board.breached == (tiny.at("0404"),)


def test_3_6_every_hex_entered_changes_hands() -> None:
    tiny = Tiny({"ge": ("0404", corps())}, country=CZECH_EAST)
    path = [tiny.at(number) for number in ("0404", "0504", "0604")]
    assert tiny.names(enter(tiny.world, tiny.board, tiny.unit("ge"), path)) == {"0504", "0604"}
    assert tiny.board.control[tiny.at("0504")] == GERMAN
    assert tiny.board.control[tiny.at("0704")] == ALLIED
    assert tiny.board.where["ge"] == tiny.at("0604")


def test_8_0_units_do_not_pass_through_full_hexes_or_other_nations() -> None:
    """A corridor of one hex: a wall of closed hexsides leaves 0504 as the only way east."""
    wall = {f"04{r:02d}/05{r:02d}": "blocked" for r in range(1, 9) if r != 4}
    wall |= {f"04{r:02d}/05{r + 1:02d}": "blocked" for r in range(1, 8)}
    full = {f"s{i}": ("0504", corps()) for i in range(5)}
    assert any(number[:2] == "06" for number in targets(Tiny({"ge": ("0404", corps())}, sides=wall)))
    blocked = targets(Tiny({"ge": ("0404", corps()), **full}, sides=wall))
    assert not any(number[:2] in ("05", "06") for number in blocked)
    foreign = targets(Tiny({"ge": ("0404", corps()), "hu": ("0504", corps("hungary"))}, sides=wall))
    assert not any(number[:2] in ("05", "06") for number in foreign)
