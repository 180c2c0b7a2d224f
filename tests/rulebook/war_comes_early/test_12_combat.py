"""Section 12: combat arithmetic."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import GERMAN
from core.games.war_comes_early.combat import (
    MECHANIZED,
    STANDARD,
    Battle,
    attack_reasons,
    battle,
    bounds,
    defence_reasons,
    header,
    is_concentric,
    is_flank_target,
    is_target,
    may_attack,
    may_flank,
    results_table,
)
from core.games.war_comes_early.zones import enemy_zones
from core.model.scenario import Unit
from core.rules.tables import column_for
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

AROUND = ("0403", "0504", "0505", "0405", "0305", "0304")  # of 0404, clockwise from the north
PRINTED = """
1/0 1/1 1/1 1/1 1/2 1/3 0/4 0/5 0/5 0/5 0/5
2/0 1/0 1/1 1/1 1/1 1/2 1/3 0/4 0/5 0/5 0/5
3/0 2/0 1/0 1/1 1/1 1/1 1/2 1/3 0/4 0/5 0/5
3/0 3/0 2/0 1/0 1/1 1/1 1/1 1/2 1/3 0/4 0/5
3/0 3/0 3/0 2/0 1/0 1/1 1/1 1/1 1/2 1/3 0/4
3/0 3/0 3/0 3/0 2/0 2/0 1/1 1/1 1/1 1/2 0/3
"""
FRENCH = corps("france", df=3)


def fight(attackers: dict[str, tuple[str, Unit]], defender: Unit = FRENCH, **more: object) -> Battle:
    """An attack of all German units on 0404."""
    tiny = Tiny({**attackers, "defender": ("0404", defender)}, **more)  # type: ignore[arg-type]
    units = [tiny.unit(key) for key in attackers]
    return battle(tiny.world, tiny.board, units, tiny.at("0404"))


def shifts(found: Battle) -> dict[str, float]:
    return {part.reason: part.value for part in found.shifts.parts}


class TestTable:
    def test_d1_all_66_cells(self) -> None:
        printed = [
            [tuple(map(int, cell.split("/"))) for cell in row.split()] for row in PRINTED.split("\n") if row
        ]
        table = results_table()
        assert [[table.result(c, die) for c in range(11)] for die in range(1, 7)] == printed

    @pytest.mark.parametrize(
        ("line", "differentials", "columns"),
        [
            (STANDARD, (-7, 0, 1, 4, 5, 9, 10, 14, 29, 30, 31), (1, 1, 2, 5, 6, 6, 7, 7, 10, 11, 11)),  # D2
            (MECHANIZED, (-5, -1, 0, 3, 5, 9, 24, 25, 40), (1, 1, 2, 5, 7, 7, 10, 11, 11)),  # D3
            (STANDARD, (2, 9), (3, 6)),  # E6, E7
            (MECHANIZED, (9,), (7,)),  # E7
        ],
    )
    def test_columns(self, line: str, differentials: tuple[int, ...], columns: tuple[int, ...]) -> None:
        assert tuple(column_for(value, bounds(line)) + 1 for value in differentials) == columns

    def test_e8_mechanized_plus_3_die_1(self) -> None:
        column = column_for(3, bounds(MECHANIZED))
        assert results_table().result(column, 1) == (1, 2)

    def test_d5_shifts_stop_at_the_outer_columns(self) -> None:
        assert results_table().shifted(10, 2) == 10
        assert results_table().shifted(0, -1) == 0


class TestStrength:
    def test_e6_five_against_three(self) -> None:
        found = fight({"ge": ("0403", corps(af=5))})
        assert (found.attack, found.defence, found.line, found.column) == (5, 3, STANDARD, 2)

    def test_1_4_halving_adds_up_a_stack_first_and_rounds_up(self) -> None:
        """Two mechanized corps of 5 against a city: 10 halved is 5, not 3 + 3."""
        mech = corps(kind="mechanized", slots=2, af=5)
        found = fight({"a": ("0403", mech), "b": ("0403", mech)}, cities=["0404"])
        assert found.attack == 5
        apart = fight({"a": ("0403", mech), "b": ("0405", mech)}, cities=["0404"])
        assert apart.attack == 6

    def test_e12_a_single_one_stays_one(self) -> None:
        assert fight({"ge": ("0403", corps(kind="mechanized", af=1))}, cities=["0404"]).attack == 1

    def test_10_5_and_g16_out_of_supply_mech_against_a_city_is_halved_twice(self) -> None:
        everywhere = {f"{c:02d}xx": "france" for c in range(1, 9)}
        found = fight({"ge": ("0403", corps(kind="mechanized", af=9))}, country=everywhere, cities=["0404"])
        assert found.attack == 3

    def test_g16_or_only_once(self) -> None:
        everywhere = {f"{c:02d}xx": "france" for c in range(1, 9)}
        mech = {"ge": ("0403", corps(kind="mechanized", af=9))}
        found = fight(mech, country=everywhere, cities=["0404"], options={"double_halving": False})
        assert found.attack == 5

    def test_g52_halving_for_each_stack_or_for_the_whole_attack(self) -> None:
        mech = corps(kind="mechanized", slots=2, af=5)
        apart = {"a": ("0403", mech), "b": ("0405", mech)}
        assert fight(apart, cities=["0404"]).attack == 6
        assert fight(apart, cities=["0404"], options={"halving_per": "attack"}).attack == 5

    def test_g65_mixed_stacks_are_halved_by_sum_or_by_unit(self) -> None:
        """Out of supply: two infantry corps of 3 halved once, a mechanized one of 5 twice."""
        everywhere = {f"{c:02d}xx": "france" for c in range(1, 9)}
        foot = {"a": ("0403", corps(af=3)), "b": ("0403", corps(af=3))}
        units = {**foot, "m": ("0403", corps(kind="mechanized", slots=2, af=5))}
        assert fight(units, country=everywhere, cities=["0404"]).attack == 3 + 2
        option = {"mixed_halving": "by_unit"}
        assert fight(units, country=everywhere, cities=["0404"], options=option).attack == 2 + 2 + 2
        assert fight(foot, country=everywhere, cities=["0404"], options=option).attack == 3, "not mixed"

    def test_11_5_an_intact_fortification_adds_its_garrison(self) -> None:
        cz = {"04xx": "czechoslovakia"}
        unit = corps("czechoslovakia", df=3)
        found = fight({"ge": ("0304", corps())}, unit, country=cz, features={"0404": "fortification"})
        assert found.defence == 5
        heavy = fight({"ge": ("0304", corps())}, unit, country=cz, features={"0404": "heavy_fortification"})
        assert heavy.defence == 7 and shifts(heavy) == {"heavy fortification (assumed)": -2}

    def test_g54_fortification_or_city_decides_where_both_are(self) -> None:
        both = {"country": {"04xx": "czechoslovakia"}, "features": {"0404": "heavy_fortification"}}
        unit, units = corps("czechoslovakia", df=3), {"ge": ("0304", corps(kind="mechanized", af=6))}
        found = fight(units, unit, cities=["0404"], **both)
        assert (found.defence, shifts(found)) == (7, {"heavy fortification (assumed)": -2})
        option = {"city_with_fortification": "city_fights"}
        other = fight(units, unit, cities=["0404"], options=option, **both)
        assert (other.defence, shifts(other)) == (3, {"city (assumed)": -1})
        assert found.attack == other.attack == 3, "vehicles are halved either way"


class TestLine:
    def test_12_1_half_of_the_strength_must_be_supplied_german_mech(self) -> None:
        mech = corps(kind="mechanized", slots=2, af=4)
        assert fight({"m": ("0403", mech), "i": ("0403", corps(af=4))}).line == MECHANIZED
        assert fight({"m": ("0403", mech), "i": ("0403", corps(af=5))}).line == STANDARD

    def test_g17_or_half_of_the_units(self) -> None:
        units = {"m": ("0403", corps(kind="mechanized", af=1)), "i": ("0403", corps(af=9))}
        assert fight(units).line == STANDARD
        assert fight(units, options={"mech_line_by": "units"}).line == MECHANIZED

    def test_7_1_other_nations_have_no_such_line(self) -> None:
        tiny = Tiny({"hu": ("0403", corps("hungary", "mechanized")), "cz": ("0404", corps("czechoslovakia"))},
                    country={"04xx": "czechoslovakia", "03xx": "hungary"})  # fmt: skip
        assert battle(tiny.world, tiny.board, [tiny.unit("hu")], tiny.at("0404")).line == STANDARD

    def test_13_4_in_1939_every_supplied_german_attack_may_use_it(self) -> None:
        units = {"ge": ("0403", corps())}
        found = fight(units, corps("poland"), country={"0404": "poland"}, campaign=1939)
        assert found.line == MECHANIZED

    def test_g60_supplied_or_not_as_an_option(self) -> None:
        country = {f"{c:02d}xx": "poland" for c in range(1, 9)}
        units, unit = {"ge": ("0403", corps())}, corps("poland")
        assert fight(units, unit, country=country, campaign=1939).line == STANDARD
        option = {"mech_line_1939_needs_supply": False}
        assert fight(units, unit, country=country, campaign=1939, options=option).line == MECHANIZED


class TestReasons:
    """Every number of a battle can be followed, and what is assumed says so."""

    def told(self, tiny: Tiny) -> tuple[list[str], list[str]]:
        target = tiny.at("0404")
        attackers = [tiny.unit(key) for key in tiny.board.where if tiny.unit(key).nation == "germany"]
        attack = attack_reasons(tiny.world, tiny.board, attackers, target)
        defence = defence_reasons(tiny.world, tiny.board, target)
        found = battle(tiny.world, tiny.board, attackers, target)
        assert (attack.total, defence.total) == (found.attack, found.defence)
        return [str(part) for part in attack.parts], [str(part) for part in defence.parts]

    def test_unit_by_unit_with_the_garrison(self) -> None:
        units = {"ge": ("0403", corps(af=5)), "cz": ("0404", corps("czechoslovakia", df=2))}
        tiny = Tiny(units, country={"0404": "czechoslovakia"}, features={"0404": "fortification"})
        garrison = "+2 garrison of the fortification (assumed) [11.5]"
        assert self.told(tiny) == (["+5 ge from 0403"], ["+2 cz", garrison])

    def test_1_4_what_halving_takes_away(self) -> None:
        units = {
            "mech": ("0403", corps(kind="mechanized", af=5)),
            "cz": ("0404", corps("czechoslovakia", df=2)),
        }
        tiny = Tiny(units, cities=["0404"])
        assert self.told(tiny)[0] == [
            "+5 mech from 0403",
            "-2 halved: mech mechanized against a city [1.4, 11.4]",
        ]

    @pytest.mark.parametrize(
        ("line", "column", "printed"),
        [
            (STANDARD, 0, "0 or less"), (STANDARD, 1, "+1"), (STANDARD, 10, "+30 or more"),
            (MECHANIZED, 0, "-1 or less"), (MECHANIZED, 1, "0"), (MECHANIZED, 10, "+25 or more"),
        ],
    )  # fmt: skip
    def test_pa_columns_are_told_by_their_headers(self, line: str, column: int, printed: str) -> None:
        assert header(line, column) == printed

    def test_12_1_from_strengths_to_the_column(self) -> None:
        found = fight({"ge": ("0403", corps(af=9))}, corps("france", df=3), terrain={"0404": "mountain"})
        assert found.told == 'a difference of +6 is column "+5", shifted to "+3"'


class TestShifts:
    def test_2_7_terrain(self) -> None:
        assert shifts(fight({"ge": ("0403", corps())}, terrain={"0404": "mountain"})) == {
            "mountain (assumed)": -2
        }
        assert shifts(fight({"ge": ("0403", corps())}, terrain={"0404": "woods"}, cities=["0404"])) == {
            "city (assumed)": -1
        }

    def test_11_4_rivers_count_when_all_attackers_cross(self) -> None:
        units = {"a": ("0403", corps()), "b": ("0504", corps())}
        one = fight(units, sides={"0403/0404": "river"})
        assert shifts(one) == {}
        both = fight(units, sides={"0403/0404": "river", "0404/0504": "river"})
        assert shifts(both) == {"all attackers across rivers": -1}

    def test_g3_the_straits_count_as_a_river_by_option(self) -> None:
        units, sides = {"ge": ("0403", corps())}, {"0403/0404": "straits"}
        assert shifts(fight(units, sides=sides)) == {"all attackers across rivers": -1}
        assert shifts(fight(units, sides=sides, options={"straits_cost_as_river": False})) == {}

    def test_12_2_2_concentric_attacks(self) -> None:
        opposite = {"a": ("0403", corps()), "b": ("0405", corps())}
        assert shifts(fight(opposite)) == {"concentric attack": 2}
        assert "concentric attack" not in shifts(fight(opposite, cities=["0404"]))  # D13
        fort = {"country": {"04xx": "czechoslovakia"}, "features": {"0404": "fortification"}}
        side_by_side = {"a": ("0304", corps()), "b": ("0505", corps())}
        unit = corps("czechoslovakia")
        assert "concentric attack" not in shifts(fight(side_by_side, unit, **fort))  # D13

    def test_12_2_2_other_nations_get_one_shift(self) -> None:
        tiny = Tiny({"a": ("0403", FRENCH), "b": ("0405", FRENCH), "ge": ("0404", corps())})
        found = battle(tiny.world, tiny.board, [tiny.unit("a"), tiny.unit("b")], tiny.at("0404"))
        assert shifts(found)["concentric attack"] == 1

    @pytest.mark.parametrize(
        ("where", "concentric"),
        [
            ((0, 3), True),
            ((0, 2, 4), True),
            ((1, 3, 5), True),
            ((0, 1, 2), False),
            ((0, 2), False),
            ((0, 1, 2, 3), True),
        ],
    )
    def test_d10_d11_positions(self, where: tuple[int, ...], concentric: bool) -> None:
        tiny = Tiny({f"u{d}": (AROUND[d], corps()) for d in where})
        units = list(tiny.world.pieces.values())
        assert is_concentric(tiny.world, tiny.board, units, tiny.at("0404")) == concentric

    def test_6_2_2_air_zones_of_either_side(self) -> None:
        tiny = Tiny({"ge": ("0403", corps()), "fr": ("0404", FRENCH)})
        tiny.board.air_side, tiny.board.air = "german", (tiny.at("0402"),)
        found = battle(tiny.world, tiny.board, [tiny.unit("ge")], tiny.at("0404"))
        assert shifts(found) == {"attacker in friendly air zone": 1}
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0405"),)
        found = battle(tiny.world, tiny.board, [tiny.unit("ge")], tiny.at("0404"))
        assert shifts(found) == {"defender in friendly air zone": -1}

    def test_12_8_a_drop_that_succeeded_shifts_right(self) -> None:
        tiny = Tiny({"ge": ("0403", corps()), "fr": ("0404", FRENCH)})
        found = battle(tiny.world, tiny.board, [tiny.unit("ge")], tiny.at("0404"), air_drop=True)
        assert shifts(found) == {"7th Flieger Division": 1}


class TestWhoMayAttack:
    def attack(self, unit: Unit, **more: object) -> bool:
        tiny = Tiny({"u": ("0403", unit), "fr": ("0404", FRENCH)}, **more)  # type: ignore[arg-type]
        return may_attack(tiny.world, tiny.board, tiny.unit("u"), tiny.at("0404"))

    def test_d36_mech_never_attacks_mountain_or_swamp_even_along_rail(self) -> None:
        mech = corps(kind="mechanized")
        assert self.attack(mech)
        for terrain in ("mountain", "swamp"):
            assert not self.attack(mech, terrain={"0404": terrain}, rails=["0403/0404"])
            assert self.attack(corps(), terrain={"0404": terrain})

    def test_g55_an_intact_fort_opens_rough_ground_to_them_as_an_option(self) -> None:
        mech, fort = corps(kind="mechanized"), {"0404": "fortification"}
        country, terrain = {"0404": "czechoslovakia"}, {"0404": "mountain"}
        option = {"mech_attacks_fortified_mountain": True}
        assert not self.attack(mech, terrain=terrain, features=fort, country=country)
        assert self.attack(mech, terrain=terrain, features=fort, country=country, options=option)
        assert not self.attack(mech, terrain=terrain, options=option), "no fortification"

    def test_11_4_not_over_closed_hexsides_but_over_the_straits(self) -> None:
        assert not self.attack(corps(), sides={"0403/0404": "blocked"})
        assert self.attack(corps(), sides={"0403/0404": "straits"})

    def test_11_5_germans_never_attack_the_maginot_line(self) -> None:
        assert not self.attack(corps(), features={"0404": "maginot_line"})

    def test_d39_poles_not_into_the_soviet_union_italians_not_into_france(self) -> None:
        assert not self.attack(corps("poland"), country={"0404": "soviet_union"})
        assert not self.attack(corps("italy"), country={"0404": "france"})

    def test_12_0_only_neighbours(self) -> None:
        tiny = Tiny({"u": ("0402", corps()), "fr": ("0404", FRENCH)})
        assert not may_attack(tiny.world, tiny.board, tiny.unit("u"), tiny.at("0404"))

    def test_12_0_targets_are_enemy_units_and_intact_foreign_forts(self) -> None:
        tiny = Tiny({"fr": ("0404", FRENCH), "hu": ("0606", corps("hungary"))},
                    country={"0202": "czechoslovakia"}, features={"0202": "fortification"})  # fmt: skip
        assert [
            is_target(tiny.world, tiny.board, GERMAN, tiny.at(n)) for n in ("0404", "0202", "0606", "0101")
        ] == [
            True,
            True,
            False,
            False,
        ]
        tiny.board.breached = (tiny.at("0202"),)
        assert not is_target(tiny.world, tiny.board, GERMAN, tiny.at("0202"))

    def test_g46_empty_forts_are_targets_as_an_option(self) -> None:
        fort = {"country": {"0202": "czechoslovakia"}, "features": {"0202": "fortification"}}
        for option in (True, False):
            tiny = Tiny(options={"attack_empty_fortification": option}, **fort)  # type: ignore[arg-type]
            assert is_target(tiny.world, tiny.board, GERMAN, tiny.at("0202")) == option


class TestFlankAttack:
    """[12.6]"""

    def test_g53_on_foot_into_rough_ground_in_1939_as_an_option(self) -> None:
        units = {"i": ("0403", corps()), "m": ("0402", corps()), "po": ("0404", corps("poland"))}
        for option in (True, False):
            tiny = Tiny(
                units,
                campaign=1939,
                country={"0404": "poland", "0304": "poland", "0504": "poland"},
                terrain={"0504": "swamp"},
                options={"foot_flank_attack_rough_ground_1939": option},
            )
            zones = enemy_zones(tiny.world, tiny.board, GERMAN)
            flanks = {
                number
                for number in ("0304", "0504")
                if is_flank_target(tiny.world, tiny.board, tiny.unit("i"), tiny.at(number), zones)
            }
            assert flanks == ({"0304", "0504"} if option else {"0304"})

    def test_empty_hexes_in_enemy_zones(self) -> None:
        tiny = Tiny({"m": ("0403", corps(kind="mechanized")), "fr": ("0404", FRENCH)})
        zones = enemy_zones(tiny.world, tiny.board, GERMAN)
        unit = tiny.unit("m")
        assert may_flank(tiny.world, tiny.board, unit)
        flanks = [h for h in tiny.world.ground.around(tiny.at("0403"))
                  if is_flank_target(tiny.world, tiny.board, unit, h, zones)]  # fmt: skip
        assert tiny.names(flanks) == {"0304", "0504"}

    def test_not_into_intact_forts_and_not_by_infantry_except_in_1939(self) -> None:
        units = {"i": ("0403", corps()), "po": ("0404", corps("poland"))}
        country = {"04xx": "poland"}
        assert not may_flank(*self.parts(Tiny({"i": ("0403", corps()), "fr": ("0404", FRENCH)})))
        assert may_flank(*self.parts(Tiny(units, country=country, campaign=1939, cities=["0303"])))
        slovak = {"i": ("0403", army(components=0)), "po": ("0404", corps("poland"))}
        assert not may_flank(*self.parts(Tiny(slovak, country=country, campaign=1939, cities=["0303"])))

    def parts(self, tiny: Tiny):  # type: ignore[no-untyped-def]
        return tiny.world, tiny.board, tiny.unit("i")
