"""Section 12 in play: from the declaration of an attack to losses, disruption and advance."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_combat, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

PART = corps(joins_army=True)
STATIC = corps(kind="static", af=0)
DIVISION = corps(kind="static", af=0, df=1, ce=0.5, slots=2)
FRENCH = corps("france")
FRANCE = {f"{column:02d}xx": "france" for column in range(1, 9)}
# A difference of 30 and more: die 1 costs the defender five equivalents and the attacker none.
CRUSHING = corps(af=40)
SOVIET_ARMY = Unit("", "infantry", "soviet_union", "army", attributes=PART.attributes)


class TestDeclaration:
    def test_12_0_adjacent_enemies_can_be_attacked_and_nobody_has_to(self) -> None:
        units = {"ge": ("0403", corps()), "fr": ("0404", FRENCH), "far": ("0808", FRENCH)}
        game = play_combat(units)
        assert game.choices() == {"attack 0404", "end_phase"}
        assert game.go("end_phase").is_over
        assert play_combat({"ge": ("0403", corps()), "fr": ("0405", FRENCH)}).is_over, "nobody is in reach"

    def test_12_0_attackers_join_from_any_adjacent_hex_and_one_is_enough(self) -> None:
        units = {
            "a": ("0403", corps()),
            "b": ("0403", corps()),
            "c": ("0405", corps()),
            "d": ("0407", corps()),
            "fr": ("0404", FRENCH),
        }
        game = play_combat(units).go("attack 0404")
        assert game.choices() == {"join a", "join b", "join c"}
        game.go("join b")
        assert game.choices() == {"join a", "join c", "resolve"}

    def test_12_0_when_all_have_joined_the_battle_begins(self) -> None:
        game = play_combat({"ge": ("0403", corps()), "fr": ("0404", FRENCH)}, dice=(6,))
        game.go("attack 0404", "join ge")
        assert (
            "Attack on 0404 by ge: 3 against 3, column 1 of the attack differential line [12.1]" in game.log
        )

    def test_12_0_each_unit_attacks_once_in_a_phase(self) -> None:
        units = {
            "a": ("0403", corps(af=1)),
            "b": ("0403", corps(af=1)),
            "c": ("0403", corps()),
            "f1": ("0404", corps("france", df=9)),
            "f2": ("0504", corps("france", df=9)),
        }
        game = play_combat(units, dice=(1,)).go("attack 0404", "join a", "join b", "resolve", "lose b")
        assert game.choices() == {"attack 0504", "end_phase"}
        assert game.go("attack 0504").choices() == {"join c"}

    def test_12_0_each_defender_is_attacked_once_in_a_phase(self) -> None:
        units = {"a": ("0403", corps(af=1)), "b": ("0405", corps()), "f1": ("0404", corps("france", df=9))}
        game = play_combat(units, dice=(1,))
        assert game.choices() == {"attack 0404", "end_phase"}
        game.go("attack 0404", "join a", "resolve")
        assert game.is_over, (
            "the column of 0 and less, die 1: the attacker is lost, nobody else may attack 0404"
        )

    def test_12_0_a_stack_may_be_split_between_attacks(self) -> None:
        units = {
            "a": ("0403", corps(af=1)),
            "b": ("0403", corps(af=1)),
            "f1": ("0404", corps("france", df=9)),
            "f2": ("0504", corps("france", df=9)),
        }
        game = play_combat(units, dice=(1, 1)).go("attack 0404", "join a", "resolve")
        assert game.choices() == {"attack 0504", "end_phase"}
        game.go("attack 0504", "join b")
        assert game.is_over

    def test_12_0_static_units_attack_with_nothing_and_absorb_losses(self) -> None:
        units = {"s": ("0403", STATIC), "c": ("0403", corps()), "fr": ("0404", FRENCH)}
        game = play_combat(units, dice=(1,)).go("attack 0404", "join c", "join s")
        assert (game.node, game.side, game.choices()) == ("choose_loss", "german", {"lose c", "lose s"})
        game.go("lose s")
        assert game.where("s") == "out" and game.where("c") == "0403"

    def test_g33_nations_of_a_group_attack_together(self) -> None:
        units = {
            "ro": ("0403", corps("romania")),
            "yg": ("0405", corps("yugoslavia")),
            "hu": ("0404", corps("hungary")),
        }
        game = play_combat(units, "romania", "yugoslavia", dice=(1, 1, 1)).go("attack 0404")
        assert game.choices() == {"join ro", "join yg"}
        game.go("join ro", "join yg")
        assert (
            "Attack on 0404 by ro, yg: 6 against 3, column 5 of the attack differential line [12.1]: "
            "+1 concentric attack [12.2.2]" in game.log
        )

    def test_g33_by_option_each_nation_alone(self) -> None:
        units = {
            "ro": ("0403", corps("romania")),
            "yg": ("0405", corps("yugoslavia")),
            "hu": ("0404", corps("hungary", df=9)),
        }
        options = {"group_attacks_together": False}
        game = play_combat(units, "romania", "yugoslavia", options=options, dice=(1, 6))
        game.go("attack 0404", "join yg")
        assert (
            "Attack on 0404 by yg: 3 against 9, column 1 of the attack differential line [12.1]" in game.log
        )

    def test_g33_partners_of_germany_do_not_join_its_attacks(self) -> None:
        units = {"ge": ("0403", corps()), "po": ("0405", corps("poland")), "fr": ("0404", FRENCH)}
        assert play_combat(units).go("attack 0404").choices() == {"join ge"}

    def test_g46_an_empty_fortification_can_be_attacked(self) -> None:
        country = {"04xx": "czechoslovakia"}
        game = play_combat(
            {"ge": ("0304", CRUSHING)}, country=country, features={"0404": "fortification"}, dice=(1,)
        )
        assert game.choices() == {"attack 0404", "end_phase"}
        game.go("attack 0404", "join ge")
        assert any(line.startswith("Attack on 0404 by ge: 40 against 2, column 10") for line in game.log)
        assert game.choices() == {"advance ge", "halt"}


class TestSupply:
    """10.5 and G58: supply is judged when the battle begins."""

    def test_10_5_an_attacking_army_out_of_supply_breaks_down_and_is_halved(self) -> None:
        units = {"a": ("0403", army()), "fr": ("0404", FRENCH)}
        aside = {"c1": corps(joins_army=True, af=3), "c2": corps(joins_army=True, af=2)}
        game = play_combat(units, aside=aside, country=FRANCE, dice=(1, 1, 1)).go("attack 0404", "join a")
        assert "a is out of supply and breaks down [10.5]" in game.log
        assert any(line.startswith("Attack on 0404 by c1, c2: 3 against 3, column 1") for line in game.log)

    def test_10_5_so_does_a_defending_one_without_any_loss_of_strength(self) -> None:
        units = {"fr": ("0403", FRENCH), "a": ("0404", army())}
        aside = {"c1": corps(joins_army=True, df=4), "c2": corps(joins_army=True, df=3)}
        game = play_combat(units, "britain", "france", aside=aside, country=FRANCE, dice=(1, 1))
        game.go("attack 0404", "join fr")
        assert game.stack("0404") == {"c1", "c2"}
        assert any(line.startswith("Attack on 0404 by fr: 3 against 7, column 1") for line in game.log)

    def test_10_1_an_attack_into_the_own_country_counts_as_home(self) -> None:
        units = {"a": ("0403", army()), "fr": ("0404", FRENCH)}
        country = {**FRANCE, "0404": "germany"}
        game = play_combat(units, aside={"c1": PART, "c2": PART}, country=country, dice=(6,)).go(
            "attack 0404", "join a"
        )
        assert not [line for line in game.log if "out of supply" in line]

    def overstacked(self, second: str = "0808", **more: object) -> Driver:
        """An army out of supply with four corps attacks: it breaks down into two, one unit has to go."""
        units = {
            "a": ("0403", army()),
            **{f"u{i}": ("0403", corps()) for i in range(4)},
            "v": ("0504", corps()),
            "fr": ("0404", corps("france", df=12)),
            "f2": (second, FRENCH),
        }
        game = play_combat(units, aside={"c1": PART, "c2": PART}, country=FRANCE, **more)
        return game.go("attack 0404", "join a", "join v", "resolve")

    def test_g58_the_surplus_is_dispersed_first_and_takes_no_part(self) -> None:
        game = self.overstacked(dice=(1,))
        assert (game.node, game.side) == ("disperse", "allied")
        game.go("disperse c1 0303")
        assert any(line.startswith("Attack on 0404 by c2, v: 4 against 12") for line in game.log)

    def test_g58_not_even_from_another_hex_of_the_attack(self) -> None:
        game = self.overstacked(dice=(1,))
        assert "disperse c1 0504" not in game.choices(), "0504 is in an enemy zone, others are not"
        blocked = dict.fromkeys(("0303", "0402", "0503"), "all_sea")
        game = self.overstacked(dice=(1,), terrain=blocked).go("disperse c1 0504")
        assert any(line.startswith("Attack on 0404 by c2, v: 4 against 12") for line in game.log)

    def test_g58_who_was_dispersed_has_not_attacked(self) -> None:
        sea = dict.fromkeys(("0303", "0503"), "all_sea")
        game = self.overstacked("0401", dice=(1,), terrain=sea).go("disperse c1 0402", "lose v")
        assert game.choices() == {"attack 0401", "end_phase"}, "c1 stands beside 0401 now"
        assert game.go("attack 0401").choices() == {"join c1"}

    def test_g58_by_option_they_fight_where_they_still_can(self) -> None:
        blocked = dict.fromkeys(("0303", "0402", "0503"), "all_sea")
        options = {"dispersed_units_fight": True}
        game = self.overstacked(dice=(1,), terrain=blocked, options=options).go("disperse c1 0504")
        assert any(line.startswith("Attack on 0404 by c1, c2, v: 5 against 12") for line in game.log)

    def test_g58_units_that_were_not_in_the_attack_may_be_moved_instead(self) -> None:
        game = self.overstacked(dice=(1,)).go("disperse u0 0303")
        assert any(line.startswith("Attack on 0404 by c1, c2, v: 5 against 12") for line in game.log)


class TestDisruption:
    def test_12_4_surviving_armies_that_took_part_break_down(self) -> None:
        units = {
            "a": ("0403", army(af=9)),
            "idle": ("0405", army()),
            "x": ("0403", corps()),
            "fr": ("0404", corps("france", df=2)),
            "f2": ("0404", corps("france", df=2)),
        }
        game = play_combat(units, aside={f"c{i}": PART for i in range(4)}, dice=(3, 6))
        game.go("attack 0404", "join a", "join x", "resolve", "lose f2", "lose x")
        assert game.stack("0403") == {"c0", "c1"} and game.stack("0405") == {"idle"}
        assert game.is_over

    def test_12_4_not_when_all_defenders_are_gone(self) -> None:
        units = {"a": ("0403", army(af=40)), "fr": ("0404", FRENCH)}
        game = play_combat(units, aside={"c0": PART, "c1": PART}, dice=(1, 6)).go(
            "attack 0404", "join a", "halt"
        )
        assert game.stack("0403") == {"a"}

    def test_12_4_its_parts_have_attacked(self) -> None:
        units = {"a": ("0403", army()), "fr": ("0404", corps("france", df=9)), "f2": ("0504", FRENCH)}
        game = play_combat(units, aside={"c0": PART, "c1": PART}, dice=(1,)).go(
            "attack 0404", "join a", "lose a", "lose c0"
        )
        assert game.is_over, "nobody is left who could attack 0504"

    def test_12_4_small_armies_never_break_down(self) -> None:
        danish = army("denmark", components=0, ce=1)
        tiny = Tiny(
            {"dn": ("0403", danish), "d2": ("0405", danish), "ge": ("0404", corps(df=5))},
            country={"03xx": "denmark", "04xx": "denmark"},
        )
        tiny.board.violated = ("denmark",)
        game = play_phase(tiny, "combat", "denmark", "france", dice=(5,)).go(
            "attack 0404", "join dn", "join d2"
        )
        game.go("lose d2")
        assert game.where("dn") == "0403" and game.where("d2") == "out"

    def test_7_0_a_disruption_may_overstack(self) -> None:
        units = {
            "a": ("0403", army()),
            **{f"u{i}": ("0403", corps()) for i in range(4)},
            "fr": ("0404", corps("france", df=9)),
            "b": ("0304", corps(af=1)),
        }
        game = play_combat(units, aside={"c0": PART, "c1": PART}, dice=(1,))
        game.go("attack 0404", "join a", "join b", "resolve", "lose b")
        assert (game.node, game.side) == ("disperse", "allied")


class TestAdvance:
    def won(self, units: dict[str, tuple[str, Unit]], **more: object) -> Driver:
        """A French corps in 0404 is eliminated by all attackers."""
        game = play_combat({**units, "fr": ("0404", FRENCH)}, dice=(1, 6), **more).go("attack 0404")
        while game.node == "attackers":
            game.go(min(game.choices("join") and {f"join {key}" for key in game.choices("join")}))
        return game

    def test_12_5_any_number_of_attackers_one_after_the_other(self) -> None:
        game = self.won({"a": ("0403", CRUSHING), "b": ("0303", corps()), "c": ("0304", corps())})
        assert game.choices() == {"advance a", "advance c", "halt"}
        game.go("advance c")
        assert game.choices() == {"advance a", "halt"}
        game.go("advance a")
        assert game.stack("0404") == {"a", "c"} and game.is_over

    def test_12_5_it_is_voluntary(self) -> None:
        game = self.won({"a": ("0403", CRUSHING)}).go("halt")
        assert game.is_over and game.where("a") == "0403" and game.control("0404") == ALLIED

    def test_12_5_only_those_who_took_part(self) -> None:
        units = {"a": ("0403", CRUSHING), "idle": ("0403", corps()), "fr": ("0404", FRENCH)}
        game = play_combat(units, dice=(1, 6)).go("attack 0404", "join a", "resolve")
        assert game.choices() == {"advance a", "halt"}

    def test_12_5_static_units_never(self) -> None:
        game = self.won({"a": ("0403", CRUSHING), "s": ("0403", STATIC)})
        assert game.choices() == {"advance a", "halt"}
        game = self.won({"s": ("0403", corps(kind="static", af=40))})
        assert game.is_over, "nobody can advance"

    def test_12_5_stacking_holds(self) -> None:
        units = {
            f"m{i}": (("0403", "0304", "0504")[i], corps(kind="mechanized", af=40, slots=2)) for i in range(3)
        }
        game = self.won(units).go("advance m0", "advance m1")
        assert game.node != "choose_advance" and game.stack("0404") == {"m0", "m1"}

    def test_8_0_nor_do_nations_share_the_hex(self) -> None:
        units = {
            "ro": ("0403", corps("romania", af=40)),
            "yg": ("0405", corps("yugoslavia")),
            "hu": ("0404", corps("hungary")),
        }
        game = play_combat(units, "romania", "yugoslavia", dice=(1, 6, 6))
        game.go("attack 0404", "join ro", "join yg", "advance yg")
        assert game.is_over and game.stack("0404") == {"yg"}

    def test_9_3_enemy_zones_do_not_matter(self) -> None:
        game = self.won({"a": ("0403", CRUSHING), "f2": ("0505", FRENCH), "f3": ("0305", FRENCH)})
        assert game.go("advance a").where("a") == "0404"

    def test_4_4_a_city_is_captured(self) -> None:
        units = {"a": ("0403", CRUSHING), "fr": ("0404", FRENCH)}
        game = play_combat(units, cities=["0404"], country={"04xx": "france"}, dice=(1, 6, 6)).go(
            "attack 0404", "join a"
        )
        assert game.points() == (50, 50)
        assert game.go("advance a").points() == (51, 49)

    def test_11_5_an_allied_advance_into_the_west_wall_breaches_it(self) -> None:
        units = {"fr": ("0403", corps("france", af=40)), "ge": ("0404", corps())}
        game = play_combat(units, "britain", "france", features={"0404": "west_wall"}, dice=(1,))
        game.go("attack 0404", "join fr", "advance fr")
        assert game.hexes(game.board.breached) == ["0404"] and game.points() == (49, 51)

    @pytest.mark.parametrize(("obeys", "rails"), [(True, []), (True, ["0304/0404"]), (False, [])])
    def test_12_5_g55_mechanized_need_a_railway_into_mountains(self, obeys: bool, rails: list[str]) -> None:
        """Only by option can they attack there, if there is a fortification."""
        options = {"mech_attacks_fortified_mountain": True, "advance_obeys_entry_limits": obeys}
        units = {"m": ("0304", corps(kind="mechanized", af=40)), "i": ("0305", corps())}
        game = play_combat(
            units,
            country={"04xx": "czechoslovakia"},
            features={"0404": "fortification"},
            terrain={"0404": "mountain"},
            rails=rails,
            options=options,
            dice=(1,),
        )
        game.go("attack 0404", "join m", "join i")
        assert ("advance m" in game.choices()) == (bool(rails) or not obeys)


def test_12_0_the_phase_belongs_to_the_group_that_acts() -> None:
    units = {
        "fr": ("0403", FRENCH),
        "uk": ("0405", corps("britain")),
        "su": ("0504", corps("soviet_union")),
        "ge": ("0404", corps()),
    }
    game = play_combat(units, "britain", "france", country={"05xx": "soviet_union"})
    assert game.side == "allied"
    assert game.go("attack 0404").choices() == {"join fr", "join uk"}
