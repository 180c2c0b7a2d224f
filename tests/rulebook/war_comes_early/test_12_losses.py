"""Section 12.3 in play: losses, fortifications, and when those who were lost return [3.5]."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import GERMAN
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_combat, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, front

PART = corps(joins_army=True)
STATIC = corps(kind="static", af=0)
DIVISION = corps(kind="static", af=0, df=1, ce=0.5, slots=2)
FRENCH = corps("france")
FRANCE = {f"{column:02d}xx": "france" for column in range(1, 9)}
# A difference of 30 and more: die 1 costs the defender five equivalents and the attacker none.
CRUSHING = corps(af=40)
SOVIET_ARMY = Unit("", "infantry", "soviet_union", "army", attributes=PART.attributes)


class TestLosses:
    def test_e9_the_defender_loses_first_then_the_attacker(self) -> None:
        """E8 and E9: the German Mechanized line, a difference of 3, die 1: 1/2."""
        mech = corps(kind="mechanized", af=3, slots=2)
        units = {
            "m1": ("0403", mech),
            "m2": ("0403", mech),
            **{f"f{i}": ("0404", corps("france", df=1)) for i in range(3)},
        }
        game = play_combat(units, dice=(1, 6, 6)).go("attack 0404", "join m1", "join m2")
        assert "Attackers lose 1, defenders 2 corps equivalents [12.3]" in game.log
        assert (game.node, game.side) == ("choose_loss", "allied")
        game.go("lose f0")
        assert (game.node, game.side) == ("choose_loss", "allied")
        game.go("lose f2")
        assert (game.node, game.side, game.choices()) == ("choose_loss", "german", {"lose m1", "lose m2"})
        game.go("lose m2")
        assert game.stack("0404") == {"f1"} and game.stack("0403") == {"m1"}

    def test_12_3_each_player_chooses_among_the_units_involved(self) -> None:
        """A German corps that sits out cannot be lost."""
        units = {
            "a": ("0403", corps()),
            "b": ("0403", corps()),
            "idle": ("0403", corps()),
            "fr": ("0404", FRENCH),
        }
        game = play_combat(units, dice=(4,)).go("attack 0404", "join a", "join b", "resolve")
        assert game.choices() == {"lose a", "lose b"}

    def test_12_3_an_army_breaks_down_in_place_to_lose_one(self) -> None:
        units = {"ge": ("0403", corps(af=8)), "a": ("0404", army("france"))}
        french = {"c1": corps("france", joins_army=True), "c2": corps("france", joins_army=True)}
        game = play_combat(units, aside=french, dice=(1, 4)).go("attack 0404", "join ge")
        assert game.choices() == {"lose a"}
        game.go("lose a")
        assert game.choices() == {"lose c1", "lose c2"}
        game.go("lose c1")
        assert game.stack("0404") == {"c2"} and game.where("a") == "aside"
        assert game.board.due == {"c1": 7}, "lost on turn 3, die 4"

    def test_d21_a_soviet_front_loses_three(self) -> None:
        """D21: two armies are left, the front counter goes beside the map."""
        aside = {f"s{i}": SOVIET_ARMY for i in range(5)}
        units = {"ge": ("0403", corps(af=5)), "f": ("0404", front())}
        game = play_combat(units, aside=aside, dice=(1, 1, 1, 1)).go("attack 0404", "join ge", "lose f")
        assert game.choices() == {f"lose s{i}" for i in range(5)}
        game.go("lose s0", "lose s1", "lose s2")
        assert game.stack("0404") == {"s3", "s4"} and game.where("f") == "aside"

    def test_7_0_what_a_break_down_leaves_over_is_dispersed_before_play_goes_on(self) -> None:
        """A front with four armies loses one: eight armies are left, three too many."""
        aside = {f"s{i}": SOVIET_ARMY for i in range(5)}
        others = {f"t{i}": ("0404", Unit("", "infantry", "soviet_union", "army")) for i in range(4)}
        units = {"ge": ("0403", corps(af=3)), "a": ("0403", army(af=0)), "f": ("0404", front()), **others}
        game = play_combat(units, aside={**aside, "c1": PART, "c2": PART}, dice=(3, 1))
        game.go("attack 0404", "join a", "join ge", "lose f", "lose s0", "lose ge")
        for key in ("s1", "s2", "s3"):
            assert (game.node, game.side) == ("disperse", "german")
            game.go(f"disperse {key} 0405")
        assert game.is_over and game.stack("0404") == {"s4", "t0", "t1", "t2", "t3"}
        assert game.stack("0403") == {"c1", "c2"}, "defenders are left, so that the army is disrupted"

    def test_12_0_who_was_attacked_and_dispersed_is_not_attacked_again(self) -> None:
        """A front with four armies loses one; its parts go to the only open hex, beside a second German."""
        aside = {f"s{i}": SOVIET_ARMY for i in range(5)}
        others = {f"t{i}": ("0404", Unit("", "infantry", "soviet_union", "army")) for i in range(4)}
        units = {"ge": ("0403", corps(af=3)), "idle": ("0403", corps()), "b": ("0406", corps()), **others}
        units |= {"f": ("0404", front()), "su": ("0407", SOVIET_ARMY)}
        closed = {f"0404/{number}": "blocked" for number in ("0304", "0305", "0504", "0505")}
        game = play_combat(units, aside=aside, dice=(3, 1), sides=closed)
        game.go("attack 0404", "join ge", "resolve", "lose f", "lose s0")
        for key in ("s1", "s2", "s3"):
            game.go(f"disperse {key} 0405")
        assert game.stack("0405") == {"s1", "s2", "s3"}
        assert game.choices() == {"attack 0407", "end_phase"}

    @pytest.mark.parametrize(("counts", "left"), [(True, {"s2", "s3"}), (False, {"s3"})])
    def test_g9_missing_counters_count_as_lost_or_by_option_not(self, counts: bool, left: set[str]) -> None:
        aside = {f"s{i}": SOVIET_ARMY for i in range(4)}
        units = {"ge": ("0403", corps(af=5)), "f": ("0404", front())}
        options = {"missing_components_lost": counts}
        game = play_combat(units, aside=aside, options=options, dice=(1, 1, 1, 1)).go(
            "attack 0404", "join ge", "lose f"
        )
        while game.node == "choose_loss":
            game.go(min(game.choices()))
        assert game.stack("0404") == left

    def test_12_3_more_than_there_is_is_ignored(self) -> None:
        game = play_combat({"ge": ("0403", CRUSHING), "fr": ("0404", FRENCH)}, dice=(1, 2))
        game.go("attack 0404", "join ge")
        assert game.board.due == {"fr": 5} and game.choices() == {"advance ge", "halt"}

    def test_7_1_of_an_army_that_is_wiped_out_the_owner_chooses_the_corps(self) -> None:
        """Each of them rolls for its return."""
        french = {
            "c1": corps("france", joins_army=True),
            "c2": corps("france", joins_army=True),
            "good": corps("france", joins_army=True, df=5),
        }
        game = play_combat(
            {"ge": ("0403", CRUSHING), "a": ("0404", army("france"))}, aside=french, dice=(1, 2, 3)
        )
        game.go("attack 0404", "join ge")
        assert (game.node, game.side) == ("components", "allied")
        game.go("component c1", "component c2")
        assert (game.where("a"), game.where("good")) == ("aside", "aside")
        assert game.board.due == {"c1": 5, "c2": 6}

    def test_g18_static_divisions_count_one_half(self) -> None:
        units = {
            "fr": ("0403", corps("france", af=8)),
            **{f"d{i}": ("0404", DIVISION) for i in range(2)},
            "x": ("0404", corps(df=3)),
        }
        game = play_combat(units, "britain", "france", dice=(3, 1)).go("attack 0404", "join fr")
        assert "Attackers lose 1, defenders 1 corps equivalents [12.3]" in game.log
        game.go("lose d0", "lose d1")
        assert game.stack("0404") == {"x"}

    @pytest.mark.parametrize(("option", "left"), [("at_least", set()), ("at_most", {"x"})])
    def test_g18_a_half_that_is_left_over(self, option: str, left: set[str]) -> None:
        """One division and a corps lose one equivalent, the division first."""
        units = {"fr": ("0403", corps("france", af=7)), "d": ("0404", DIVISION), "x": ("0404", corps(df=2))}
        game = play_combat(units, "britain", "france", dice=(3, 1), options={"half_ce": option})
        game.go("attack 0404", "join fr", "lose d")
        if option == "at_least":
            game.go("lose x")
        assert game.stack("0404") == left

    def test_g18_at_most_breaks_no_army_down_for_a_half(self) -> None:
        units = {"fr": ("0403", corps("france", af=12)), "d": ("0404", DIVISION), "a": ("0404", army())}
        game = play_combat(
            units,
            "britain",
            "france",
            dice=(3, 1),
            options={"half_ce": "at_most"},
            aside={"c1": PART, "c2": PART},
        )
        game.go("attack 0404", "join fr", "lose d")
        assert game.stack("0404") == {"a"}

    def test_4_6_e18_german_mechanized_corps_cost_points(self) -> None:
        """E18: one in supply, two out of supply."""
        mech = corps(kind="mechanized", af=1, slots=2)
        for country, german in (({}, 49), (FRANCE, 48)):
            game = play_combat({"m": ("0403", mech), "fr": ("0404", FRENCH)}, country=country, dice=(1,))
            game.go("attack 0404", "join m")
            assert game.points() == (german, 50)
            assert game.where("m") == "lost"

    def test_6_2_2_airpower_is_never_a_loss(self) -> None:
        tiny = Tiny({"ge": ("0403", corps()), "fr": ("0404", FRENCH)})
        tiny.board.air_side, tiny.board.air = "german", (tiny.at("0404"),)
        game = play_phase(tiny, "combat", dice=(6,)).go("attack 0404", "join ge")
        assert game.where("ge") == "lost" and len(game.board.air) == 1


class TestFortifications:
    """11.5: two German armies of 6 and 6 against a Czech corps of 3 and a garrison of 2: a difference of 7,
    one column to the left for the works: 1/2 with a 1, 1/1 with a 3."""

    def storm(self, *dice: int, corps_there: bool = True, **more: object) -> Driver:
        units = {"a": ("0304", army()), "b": ("0305", army())}
        if corps_there:
            units["cz"] = ("0404", corps("czechoslovakia"))
        aside = {f"c{i}": PART for i in range(4)}
        game = play_combat(
            units,
            aside=aside,
            country={"04xx": "czechoslovakia"},
            features={"0404": "fortification"},
            dice=dice,
            **more,
        )
        return game.go("attack 0404", "join a", "join b")

    def test_d22_a_loss_of_one_takes_the_corps_and_not_the_garrison(self) -> None:
        """D22: the hex is still intact, and the attackers' armies are disrupted."""
        game = self.storm(3, 6, 6)
        assert game.stack("0404") == set() and game.where("cz") in ("lost", "out")
        game.go("lose a", "lose c0")
        assert game.is_over and game.board.breached == ()
        assert game.stack("0304") == {"c1"} and game.stack("0305") == {"c2", "c3"}
        assert "b is disrupted [12.4]" in game.log

    def test_12_4_by_option_a_garrison_disrupts_nobody(self) -> None:
        game = self.storm(3, 6, 6, options={"garrison_causes_disruption": False}).go("lose a", "lose c0")
        assert game.stack("0305") == {"b"} and game.board.breached == ()

    def test_d23_a_loss_of_two_and_an_advance_breach_it(self) -> None:
        """D23"""
        game = self.storm(1, 6, 6).go("lose a", "lose c0")
        assert game.choices() == {"advance b", "advance c1", "halt"}
        game.go("advance b")
        assert game.hexes(game.board.breached) == ["0404"] and game.control("0404") == GERMAN
        assert "The fortification in 0404 is breached [11.5]" in game.log

    def test_g19_nobody_advances_and_it_is_intact_again(self) -> None:
        game = self.storm(1, 6, 6, turn=4).go("lose a", "lose c0", "halt")
        assert game.is_over and game.board.breached == ()
        assert game.stack("0404") == set() and game.stack("0305") == {"b"}, "nobody is disrupted either"

    def test_g19_by_option_it_is_breached_all_the_same(self) -> None:
        """It is the only one, so that the Czechs give up: four points for the Germans."""
        options = {"unentered_fortification_restored": False}
        game = self.storm(1, 6, 4, turn=4, options=options).go("lose a", "lose c0")
        assert game.board.fallen == ("czechoslovakia",) and game.points() == (54, 50)

    def test_4_5_1_the_breach_of_the_last_one_brings_the_czechs_down(self) -> None:
        game = self.storm(1, 6, 4, turn=4).go("lose a", "lose c0", "advance b")
        assert game.board.fallen == ("czechoslovakia",) and game.points() == (54, 50)

    def test_11_5_an_empty_one_loses_its_garrison_with_one(self) -> None:
        game = self.storm(3, 4, corps_there=False).go("lose a", "lose c0", "advance b")
        assert game.hexes(game.board.breached) == ["0404"]


class TestReturnDice:
    """3.5: two dice for those who were unlucky."""

    def test_3_5_one_die_usually(self) -> None:
        game = play_combat({"ge": ("0403", CRUSHING), "fr": ("0404", FRENCH)}, dice=(1, 3)).go(
            "attack 0404", "join ge"
        )
        assert "fr is eliminated, return [3.5] (rolled 3)" in game.log

    def test_3_5_two_for_defenders_against_a_concentric_attack(self) -> None:
        units = {"a": ("0403", CRUSHING), "b": ("0405", corps()), "fr": ("0404", FRENCH)}
        game = play_combat(units, dice=(1, 3, 1)).go("attack 0404", "join a", "join b")
        dice = "with two dice (defended against a concentric attack) [3.5] (rolled 3, 1)"
        assert f"fr is eliminated, return {dice}" in game.log

    def test_3_5_g44_positions_count_only_with_a_concentric_shift_against_works(self) -> None:
        units = {"a": ("0304", CRUSHING), "b": ("0505", corps()), "cz": ("0404", corps("czechoslovakia"))}
        more = {"country": {"04xx": "czechoslovakia"}, "features": {"0404": "fortification"}}
        game = play_combat(units, dice=(1, 3), **more).go("attack 0404", "join a", "join b")  # type: ignore[arg-type]
        assert "cz is eliminated, return [3.5] (rolled 3)" in game.log
        options = {"concentric_position_delays_at_fort": True}
        game = play_combat(units, dice=(1, 3, 1), options=options, **more).go(
            "attack 0404", "join a", "join b"
        )  # type: ignore[arg-type]
        dice = "with two dice (defended against a concentric attack) [3.5] (rolled 3, 1)"
        assert f"cz is eliminated, return {dice}" in game.log

    def test_3_5_two_for_defenders_in_a_city_and_for_those_who_attack_into_one(self) -> None:
        units = {"ge": ("0403", CRUSHING), "fr": ("0404", FRENCH)}
        game = play_combat(units, cities=["0404"], dice=(1, 3, 1)).go("attack 0404", "join ge")
        assert "fr is eliminated, return with two dice (defended in a city) [3.5] (rolled 3, 1)" in game.log
        units = {"fr": ("0403", FRENCH), "ge": ("0404", corps())}
        game = play_combat(units, "britain", "france", cities=["0404"], dice=(1, 3, 1)).go(
            "attack 0404", "join fr"
        )
        assert "fr is eliminated, return with two dice (attacked into a city) [3.5] (rolled 3, 1)" in game.log

    def test_10_0_two_for_those_who_were_out_of_supply_when_the_battle_began(self) -> None:
        """The army breaks down before the battle; its corps were out of supply with it."""
        french = {"c1": corps("france", joins_army=True), "c2": corps("france", joins_army=True)}
        units = {"ge": ("0403", CRUSHING), "a": ("0404", army("france"))}
        game = play_combat(units, aside=french, country={}, dice=(1, 1, 1, 1, 1)).go("attack 0404", "join ge")
        assert "a is out of supply and breaks down [10.5]" in game.log
        assert "c1 is eliminated, return with two dice (out of supply) [3.5] (rolled 1, 1)" in game.log
        assert "c2 is eliminated, return with two dice (out of supply) [3.5] (rolled 1, 1)" in game.log
