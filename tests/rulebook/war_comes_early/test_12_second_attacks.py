"""Sections 12.6 to 12.8 in play: flank attacks, momentum attacks, the drop of the 7th Flieger Division."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import GERMAN
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_combat, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, corps

MECH = corps(kind="mechanized", af=40, slots=2)
FRENCH = corps("france")
STRONG = corps("france", df=60)
FLIEGER = corps(kind="flieger", slots=0)
FRANCE = {f"{column:02d}xx": "france" for column in range(1, 9)}


def fighting(units: dict[str, tuple[str, Unit]], dice: tuple[int, ...] = (), **more: object) -> Driver:
    """A German Combat Phase on a board with a German city."""
    return play_combat(units, dice=dice, **{"cities": ["0101"], **more})


class TestFlankAttack:
    """12.6: m in 0403 beside the French in 0404, whose zone reaches 0304 and 0504."""

    def test_12_6_into_an_empty_hex_in_an_enemy_zone(self) -> None:
        game = fighting({"m": ("0403", MECH), "fr": ("0404", FRENCH)})
        assert game.choices() == {"attack 0404", "flank m 0304", "flank m 0504", "end_phase"}
        game.go("flank m 0504")
        assert game.where("m") == "0504" and game.control("0504") == GERMAN
        assert game.log[-1] == "m makes a flank attack into 0504 [12.6]"
        assert not [line for line in game.log if "rolled" in line], "no die and no losses"

    def test_12_6_others_follow_within_stacking_from_any_hex(self) -> None:
        units = {
            "m1": ("0403", MECH),
            "m2": ("0403", MECH),
            "m3": ("0503", MECH),
            "fr": ("0404", FRENCH),
            "f2": ("0604", FRENCH),
        }
        game = fighting(units).go("flank m1 0504")
        assert game.choices() == {"flank m2 0504", "halt"}, "m3 stands beside no enemy"
        game.go("flank m2 0504")
        assert game.stack("0504") == {"m1", "m2"}
        units["f3"] = ("0602", FRENCH)
        game = fighting(units).go("flank m1 0504")
        assert game.choices() == {"flank m2 0504", "flank m3 0504", "halt"}
        game.go("flank m3 0504")
        assert game.node == "choose_momentum", "two corps have four slots, a third does not fit"

    def test_12_6_it_is_the_attack_of_the_unit_in_this_phase(self) -> None:
        """f2 stands out of reach of the new hex, so that no momentum attack is possible but on 0404."""
        units = {"m": ("0403", MECH), "i": ("0403", corps()), "fr": ("0404", STRONG)}
        game = fighting(units).go("flank m 0504", "pass")
        assert game.choices() == {"attack 0404", "end_phase"}
        assert game.go("attack 0404").choices() == {"join i"}

    def test_12_6_nobody_has_to_follow(self) -> None:
        units = {"m1": ("0403", MECH), "m2": ("0403", MECH), "fr": ("0404", FRENCH)}
        game = fighting(units).go("flank m1 0304", "halt", "pass")
        assert game.choices() == {"attack 0404", "flank m2 0504", "end_phase"}, "0304 is no longer empty"

    def test_12_6_not_on_foot_and_not_by_others(self) -> None:
        assert fighting({"i": ("0403", corps()), "fr": ("0404", FRENCH)}).choices() == {
            "attack 0404",
            "end_phase",
        }
        tiny = Tiny(
            {"hu": ("0403", corps("hungary", "mechanized")), "cz": ("0404", corps("czechoslovakia"))},
            country={"03xx": "hungary", "04xx": "czechoslovakia", "0403": "hungary"},
        )
        assert play_phase(tiny, "combat", "hungary").choices() == {"attack 0404", "end_phase"}

    def test_12_6_not_out_of_supply(self) -> None:
        game = fighting({"m": ("0403", MECH), "fr": ("0404", FRENCH)}, country=FRANCE)
        assert game.choices() == {"attack 0404", "end_phase"}

    def test_12_6_not_without_an_enemy_beside_it(self) -> None:
        """0403 lies in the zone of 0404, but m in 0402 touches no enemy."""
        assert fighting({"m": ("0402", MECH), "fr": ("0404", FRENCH)}).is_over

    def test_12_6_not_where_it_could_not_attack(self) -> None:
        """Mountains, works, the Maginot Line, neutrals, closed hexsides."""
        base = {"0403": "germany", "0404": "france"}
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH)}
        for more in (
            {"terrain": {"0304": "mountain"}, "rails": ["0304/0403"]},
            {"features": {"0304": "fortification"}, "country": {**base, "0304": "czechoslovakia"}},
            {"features": {"0304": "maginot_line"}, "country": {**base, "0304": "france"}},
            {"country": {**base, "0304": "belgium"}},
            {"sides": {"0304/0403": "blocked"}},
            {"turn": 2, "country": {**base, "0304": "poland"}},
        ):
            game = fighting(units, **more)  # type: ignore[arg-type]
            if game.node == "declare_violation":
                game.go("pass")
            assert "m 0504" in game.choices("flank") and "m 0304" not in game.choices("flank")

    def test_11_5_into_a_breached_fortification(self) -> None:
        tiny = Tiny(
            {"m": ("0403", MECH), "fr": ("0404", FRENCH)},
            features={"0304": "fortification"},
            country={"0404": "france", "0304": "czechoslovakia"},
        )
        tiny.board.breached = (tiny.at("0304"),)
        assert "flank m 0304" in play_phase(tiny, "combat").choices()

    def test_4_4_an_empty_city_is_captured(self) -> None:
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH)}
        game = fighting(units, cities=["0504", "0101"], country={"0404": "france", "0504": "france"})
        assert game.go("flank m 0504").points() == (51, 49)

    def test_12_6_afterwards_a_momentum_attack_but_no_second_flank_attack(self) -> None:
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0604", FRENCH)}
        game = fighting(units, dice=(1, 1)).go("flank m 0504")
        assert (game.node, game.choices()) == ("choose_momentum", {"attack 0404", "attack 0604", "pass"})
        game.go("attack 0604", "join m")
        assert "Momentum attack on 0604 [12.7]" in game.log and game.where("f2") == "lost"


class TestMomentum:
    """12.7: m in 0403 beats the French in 0404 and goes on against 0405."""

    def broken_through(self, *more_dice: int, back: Unit = FRENCH, **more: object) -> Driver:
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0405", back), "x": ("0808", corps())}
        game = fighting(units, dice=(1, 1, *more_dice), **more)
        return game.go("attack 0404", "join m", "advance m")

    def test_12_7_a_second_attack_right_after_the_advance(self) -> None:
        game = self.broken_through(1, 1)
        assert (game.node, game.side) == ("choose_momentum", "german")
        assert "attack 0405" in game.choices() and "pass" in game.choices()
        game.go("attack 0405", "join m")
        assert game.where("f2") == "lost"
        game.go("advance m")
        assert game.where("m") == "0405"

    def test_12_7_no_third_attack(self) -> None:
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0405", FRENCH), "f3": ("0406", FRENCH)}
        game = fighting(units, dice=(1, 1, 1, 1)).go(
            "attack 0404", "join m", "advance m", "attack 0405", "join m", "advance m"
        )
        assert game.is_over and game.where("m") == "0405"

    def test_12_7_it_is_optional(self) -> None:
        game = self.broken_through().go("pass")
        assert game.is_over and game.where("f2") == "0405"

    def test_12_7_before_any_other_attack(self) -> None:
        units = {
            "m": ("0403", MECH),
            "i": ("0706", corps()),
            "fr": ("0404", FRENCH),
            "f2": ("0405", FRENCH),
            "f3": ("0707", FRENCH),
        }
        game = fighting(units, dice=(1, 1)).go("attack 0404", "join m", "advance m")
        assert "attack 0707" not in game.choices()
        game.go("pass")
        assert game.choices() == {"attack 0707", "end_phase"}

    def test_12_7_not_without_an_advance(self) -> None:
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0405", FRENCH)}
        assert fighting(units, dice=(1, 1)).go("attack 0404", "join m", "halt").is_over

    def test_12_7_only_units_that_advanced_take_part(self) -> None:
        units = {"m1": ("0403", MECH), "m2": ("0304", MECH), "fr": ("0404", FRENCH), "f2": ("0305", FRENCH)}
        game = fighting(units, dice=(1, 1)).go("attack 0404", "join m1", "join m2", "advance m1", "halt")
        assert "attack 0305" in game.choices()
        assert game.go("attack 0305").choices() == {"join m1"}

    def test_12_7_not_on_foot(self) -> None:
        units = {"m": ("0403", MECH), "i": ("0403", corps()), "fr": ("0404", FRENCH), "f2": ("0405", FRENCH)}
        game = fighting(units, dice=(1, 1)).go(
            "attack 0404", "join m", "join i", "advance i", "advance m", "attack 0405"
        )
        assert game.choices() == {"join m"}
        units = {"i": ("0403", corps(af=40)), "fr": ("0404", FRENCH), "f2": ("0405", FRENCH)}
        assert fighting(units, dice=(1, 1)).go("attack 0404", "join i", "advance i").is_over

    def test_12_7_not_out_of_supply(self) -> None:
        country = {**FRANCE, "0403": "germany"}
        units = {"m": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0405", FRENCH)}
        game = fighting(units, dice=(1, 1), country=country).go("attack 0404", "join m", "advance m")
        assert game.is_over, "there is no city in Germany"
        game = fighting(units, dice=(1, 1), country=country, cities=["0403"]).go(
            "attack 0404", "join m", "advance m"
        )
        assert game.node == "choose_momentum"

    def test_12_7_never_into_an_intact_fortification(self) -> None:
        country = {"0404": "france", "0405": "czechoslovakia", "0808": "germany"}
        game = self.broken_through(
            country=country, features={"0405": "fortification"}, back=corps("czechoslovakia")
        )
        assert "attack 0405" not in game.choices()

    def test_12_7_a_flank_attack_if_the_first_was_none(self) -> None:
        game = self.broken_through(back=STRONG)
        assert {"flank m 0305", "flank m 0505"} <= game.choices()
        game.go("flank m 0505")
        assert game.is_over and game.where("m") == "0505", "and no further attack"

    def test_12_7_others_that_advanced_follow_into_the_flank(self) -> None:
        units = {"m1": ("0403", MECH), "m2": ("0403", MECH), "fr": ("0404", FRENCH), "f2": ("0405", STRONG)}
        game = fighting(units, dice=(1, 1)).go(
            "attack 0404", "join m1", "join m2", "advance m1", "advance m2", "flank m1 0505"
        )
        assert game.choices() == {"advance m2", "halt"}
        assert game.go("advance m2").stack("0505") == {"m1", "m2"}

    def test_12_7_it_may_hit_a_defender_that_was_attacked_before(self) -> None:
        """f2 was attacked by infantry already; the momentum attack strikes it again."""
        units = {
            "m": ("0403", MECH),
            "i": ("0506", corps(af=1)),
            "fr": ("0404", FRENCH),
            "f2": ("0405", FRENCH),
        }
        game = fighting(units, dice=(1, 1, 1, 1, 1)).go("attack 0405", "join i")
        assert game.where("i") == "lost"
        game.go("attack 0404", "join m", "advance m", "attack 0405", "join m")
        assert game.where("f2") == "lost"

    def test_12_0_who_was_hit_by_momentum_is_not_attacked_again(self) -> None:
        """Only a momentum attack is an exception to one attack on each defender."""
        units = {"m": ("0403", MECH), "i": ("0506", corps()), "fr": ("0404", FRENCH), "f2": ("0405", STRONG)}
        game = fighting(units, dice=(1, 1, 1)).go(
            "attack 0404", "join m", "advance m", "attack 0405", "join m"
        )
        assert game.where("m") == "lost" and game.is_over

    def test_12_7_losses_and_points_as_in_any_battle(self) -> None:
        game = self.broken_through(1, back=STRONG).go("attack 0405", "join m")
        assert game.where("m") == "lost" and game.points() == (49, 50)


class TestDrop:
    """12.8"""

    def ready(
        self, *dice: int, air: str = "german", why: str = "ready", turn: int = 3, **more: object
    ) -> Driver:
        units = {"ge": ("0403", corps(af=4)), "fr": ("0404", FRENCH)}
        tiny = Tiny(units, waiting={"ge_7f": FLIEGER}, turn=turn, country={"0404": "france"}, **more)  # type: ignore[arg-type]
        tiny.board.air_side, tiny.board.aside["ge_7f"] = air, why
        return play_phase(tiny, "combat", dice=dice)

    def test_12_8_before_the_attack_is_declared(self) -> None:
        game = self.ready(3)
        assert game.choices() == {"attack 0404", "drop 0404 0404", "end_phase"}
        game.go("drop 0404 0404")
        assert game.node == "after_drop" and game.choices() == {"attack 0404", "pass"}

    @pytest.mark.parametrize(("die", "column"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (6, 3)])
    def test_e14_a_success_is_one_column(self, die: int, column: int) -> None:
        """E14: 4 against 3 is the second column."""
        game = self.ready(die, 3).go("drop 0404 0404", "attack 0404", "join ge")
        assert any(f"4 against 3, column {column} of" in line for line in game.log)
        assert game.where("ge_7f") == "out"

    def test_12_8_the_germans_may_still_decide_not_to_attack(self) -> None:
        game = self.ready(6).go("drop 0404 0404", "pass")
        assert game.where("ge_7f") == "out", "it leaves the game at once"
        assert game.choices() == {"attack 0404", "end_phase"}, "the hex has not been attacked"

    def test_12_8_the_shift_is_for_that_attack_only(self) -> None:
        game = self.ready(6, 1, 1).go("drop 0404 0404", "pass", "attack 0404", "join ge")
        assert any("column 2 of" in line for line in game.log)

    def test_12_8_once_in_a_game(self) -> None:
        game = self.ready(why="out")
        assert game.choices() == {"attack 0404", "end_phase"}

    @pytest.mark.parametrize("air", ["", "allied"])
    def test_12_8_only_with_german_air_superiority(self, air: str) -> None:
        assert self.ready(air=air).choices() == {"attack 0404", "end_phase"}

    def test_12_8_not_on_turn_3_before_the_reorganization_phase(self) -> None:
        assert self.ready(why="waiting").choices() == {"attack 0404", "end_phase"}
        assert "drop 0404 0404" in self.ready(why="waiting", turn=4).choices()

    def test_12_8_the_reorganization_phase_makes_it_available(self) -> None:
        tiny = Tiny({"ge": ("0403", corps())}, waiting={"ge_7f": FLIEGER})
        game = play_phase(tiny, "reorganization")
        assert game.where("ge_7f") == "ready" and "ge_7f is available [12.8]" in game.log

    def test_g20_by_option_next_to_the_target(self) -> None:
        game = self.ready(6, options={"flieger_placement": "next_to_target"})
        assert game.choices() == {"attack 0404", "end_phase"}, "no enemy hex is next to it"
        tiny = Tiny(
            {"ge": ("0403", corps()), "fr": ("0404", FRENCH)},
            waiting={"ge_7f": FLIEGER},
            turn=4,
            country={"0404": "france", "0405": "france"},
            options={"flieger_placement": "next_to_target"},
        )
        tiny.board.air_side = "german"
        assert play_phase(tiny, "combat").choices("drop") == {"0404 0405"}

    def test_12_8_not_on_works_without_units(self) -> None:
        tiny = Tiny(
            {"ge": ("0403", corps())},
            waiting={"ge_7f": FLIEGER},
            turn=4,
            features={"0404": "fortification"},
            country={"0404": "czechoslovakia"},
        )
        tiny.board.air_side = "german"
        assert play_phase(tiny, "combat").choices() == {"attack 0404", "end_phase"}
