"""Section 7 in play: the Reorganization Phase, the choice of components, dispersal of overstacks."""

from __future__ import annotations

import pytest

from core.engine import Frame
from core.games.war_comes_early.fog import view
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, front

PART = corps(joins_army=True)
STRONG = corps(joins_army=True, af=5, df=5)
MOUNTAIN = corps(kind="mountain", joins_army=True)
FRANCE = {f"{column:02d}xx": "france" for column in range(1, 9)}


def reorganizing(
    units: dict[str, tuple[str, Unit]], aside: dict[str, Unit] | None = None, **more: object
) -> Driver:
    """A German Reorganization Phase of turn 2, before reserve corps are rolled for."""
    return play_phase(Tiny(units, aside=aside or {}, turn=2, **more), "reorganization")  # type: ignore[arg-type]


class TestCombine:
    def test_7_1_two_corps_are_replaced_by_an_army(self) -> None:
        game = reorganizing({"c1": ("0404", PART), "c2": ("0404", PART)}, {"a": army()})
        assert game.choices() == {"combine a 0404", "end_phase"}
        game.go("combine a 0404")
        assert game.is_over, "nothing is left to do: the army may not break down again"
        assert game.stack("0404") == {"a"}
        assert (game.where("c1"), game.where("c2")) == ("aside", "aside")
        assert game.log[-1] == "c1, c2 form a [7.1]"

    def test_7_1_nothing_has_to_be_done(self) -> None:
        game = reorganizing({"c1": ("0404", PART), "c2": ("0404", PART)}, {"a": army()}).go("end_phase")
        assert game.is_over and game.stack("0404") == {"c1", "c2"}

    def test_7_1_one_choice_for_each_kind_of_counter(self) -> None:
        """Counters that differ in nothing but their name are not told apart."""
        units = {"c1": ("0404", PART), "c2": ("0404", PART)}
        game = reorganizing(units, {"a": army(), "b": army(), "strong": army(af=9)})
        assert game.choices("combine") == {"a 0404", "strong 0404"}

    def test_7_1_the_owner_chooses_which_corps_go_in(self) -> None:
        units = {"c1": ("0404", PART), "c2": ("0404", STRONG), "c3": ("0404", MOUNTAIN)}
        game = reorganizing(units, {"a": army()}).go("combine a 0404")
        assert (game.node, game.side) == ("components", "german")
        assert game.choices() == {"component c1", "component c2", "component c3"}
        game.go("component c3")
        assert game.choices() == {"component c1", "component c2"}
        game.go("component c1")
        assert game.stack("0404") == {"a", "c2"}

    def test_7_1_three_or_five_where_the_nation_needs_them(self) -> None:
        """Hungarian armies have three corps, Soviet fronts five armies."""
        hungarian = {f"c{i}": ("0404", corps("hungary", joins_army=True)) for i in range(3)}
        tiny = Tiny(hungarian, aside={"a": army("hungary", 3)}, country={"04xx": "hungary"})
        game = play_phase(tiny, "reorganization", "hungary").go("combine a 0404")
        assert game.stack("0404") == {"a"}
        soviet = {
            f"s{i}": ("0404", Unit("", "infantry", "soviet_union", "army", attributes=PART.attributes))
            for i in range(5)
        }
        tiny = Tiny(soviet, aside={"f": front()}, country={"04xx": "soviet_union"})
        game = play_phase(tiny, "reorganization", "soviet_union").go("combine f 0404")
        assert game.stack("0404") == {"f"}
        tiny.board.take("s0", "lost")
        assert play_phase(tiny, "reorganization", "soviet_union").is_over, "four are not enough"

    @pytest.mark.parametrize("joins", [False, True])
    def test_7_1_g6_independent_yugoslav_corps_by_option(self, joins: bool) -> None:
        yugoslav = corps("yugoslavia", joins_army=False)
        units = {"yu_ind_5": ("0404", yugoslav), "yu_ind_6": ("0404", yugoslav)}
        options = {"yugoslav_independents_join": joins}
        country = {"04xx": "yugoslavia"}
        tiny = Tiny(units, aside={"a": army("yugoslavia")}, country=country, options=options)
        assert play_phase(tiny, "reorganization", "yugoslavia").is_over != joins

    @pytest.mark.parametrize("joins", [False, True])
    def test_13_4_g43_the_independent_german_corps_of_1939_by_option(self, joins: bool) -> None:
        units = {"ge_corps_19": ("0404", PART), "c1": ("0404", PART), "c2": ("0404", PART)}
        options = {"independent_infantry_joins_1939": joins}
        game = reorganizing(units, {"a": army(components=3)}, campaign=1939, options=options)
        assert game.is_over != joins


class TestBreakDown:
    def test_7_1_an_army_is_replaced_by_corps_from_beside_the_map(self) -> None:
        game = reorganizing({"a": ("0404", army())}, {"c1": PART, "c2": PART}).go("break_down a")
        assert game.is_over and game.stack("0404") == {"c1", "c2"} and game.where("a") == "aside"

    def test_7_1_the_owner_picks_among_different_counters(self) -> None:
        aside = {"c1": PART, "c2": PART, "c3": STRONG}
        game = reorganizing({"a": ("0404", army())}, aside).go("break_down a")
        assert (game.node, game.side) == ("components", "german")
        game.go("component c3", "component c2")
        assert game.stack("0404") == {"c2", "c3"} and game.where("c1") == "aside"

    def test_7_1_equal_counters_are_not_asked_for(self) -> None:
        game = reorganizing({"a": ("0404", army())}, {"c1": PART, "c2": PART, "c3": PART}).go("break_down a")
        assert game.stack("0404") == {"c1", "c2"}

    def test_7_1_by_option_nobody_is_asked(self) -> None:
        aside = {"c1": PART, "c2": PART, "c3": STRONG}
        options = {"owner_picks_components": False}
        game = reorganizing({"a": ("0404", army())}, aside, options=options).go("break_down a")
        assert game.stack("0404") == {"c1", "c2"}

    def test_7_1_one_unit_does_not_do_both_in_a_phase(self) -> None:
        """What comes from a break-down cannot form an army, nor a new army break down."""
        game = reorganizing({"a": ("0404", army())}, {"b": army(), "c1": PART, "c2": PART})
        assert game.choices() == {"break_down a", "end_phase"}
        assert game.go("break_down a").is_over
        units = {"c1": ("0404", PART), "c2": ("0404", PART), "a": ("0606", army())}
        game = reorganizing(units, {"b": army()}).go("combine b 0404")
        assert game.choices() == {"break_down a", "end_phase"}

    def test_7_1_corps_that_have_not_changed_can_still_form_an_army(self) -> None:
        units = {"a": ("0404", army()), "c1": ("0404", PART), "c2": ("0404", PART)}
        game = reorganizing(units, {"d1": PART, "d2": PART})
        assert game.choices() == {"break_down a", "end_phase"}, "one army in a hex"
        game.go("break_down a")
        assert game.choices() == {"combine a 0404", "end_phase"}
        game.go("combine a 0404")
        assert game.stack("0404") == {"a", "d1", "d2"}, "of the corps that were there before"

    def test_7_1_a_changed_corps_does_not_go_in_when_the_owner_chooses(self) -> None:
        units = {"a": ("0404", army()), "c1": ("0404", PART), "c2": ("0404", STRONG), "c3": ("0404", PART)}
        game = reorganizing(units, {"d1": PART, "d2": PART}).go("break_down a", "combine a 0404")
        assert game.choices("component") == {"c1", "c2", "c3"}

    def test_7_0_only_in_supply(self) -> None:
        units = {"a": ("0404", army()), "c1": ("0606", PART), "c2": ("0606", PART)}
        aside = {"b": army(), "d1": PART, "d2": PART}
        assert reorganizing(units, aside, country=FRANCE).is_over
        assert not reorganizing(units, aside).is_over

    @pytest.mark.parametrize(
        ("barred", "choices"), [(True, {"end_phase"}), (False, {"break_down a", "end_phase"})]
    )
    def test_7_0_g8_not_in_an_enemy_air_zone_break_down_by_option(
        self, barred: bool, choices: set[str]
    ) -> None:
        units = {"a": ("0404", army()), "c1": ("0505", PART), "c2": ("0505", PART), "b": ("0808", army())}
        aside = {"x": army(), "d1": PART, "d2": PART}
        tiny = Tiny(units, aside=aside, turn=2, options={"air_zone_bars_break_down": barred})
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0405"),)
        assert play_phase(tiny, "reorganization").choices() == choices | {"break_down b"}

    def test_9_0_both_are_legal_in_an_enemy_zone(self) -> None:
        units = {
            "a": ("0404", army()),
            "c1": ("0406", PART),
            "c2": ("0406", PART),
            "fr": ("0405", corps("france")),
        }
        game = reorganizing(units, {"b": army(), "d1": PART, "d2": PART})
        assert game.choices() == {"break_down a", "combine b 0406", "end_phase"}


def crowded(*numbers: str, units: dict[str, tuple[str, Unit]] | None = None, **more: object) -> Driver:
    """Six German corps in 0404, at the end of a phase."""
    stack = {f"u{i}": ("0404", corps()) for i in range(6)}
    terrain = {
        number: "all_sea"
        for number in ("0403", "0504", "0505", "0405", "0305", "0304")
        if number not in numbers
    }
    tiny = Tiny({**stack, **(units or {})}, terrain=terrain, **more)  # type: ignore[arg-type]
    return _at_overstack(tiny)


def _at_overstack(tiny: Tiny) -> Driver:
    return play(tiny, Frame("overstack", {"side": "german", "nations": ("germany",)}))


class TestDispersal:
    def test_7_0_the_opponent_moves_the_least_number(self) -> None:
        game = crowded("0403", "0304")
        assert (game.node, game.side) == ("disperse", "allied")
        assert game.choices("disperse") == {f"u{i} {number}" for i in range(6) for number in ("0403", "0304")}
        game.go("disperse u2 0403")
        assert game.is_over and game.stack("0403") == {"u2"}
        assert game.log == ["u2 is dispersed to 0403 [7.0]"]

    def test_7_0_by_the_german_player_if_allied_units_are_too_many(self) -> None:
        tiny = Tiny({f"u{i}": ("0404", corps("france")) for i in range(7)})
        game = _at_overstack(tiny)
        assert game.side == "german"
        game.go("disperse u0 0403", "disperse u1 0505")
        assert game.is_over

    def test_8_0_two_slots_leave_at_once(self) -> None:
        """Three mechanized corps have six slots: one has to go."""
        mech = corps(kind="mechanized", slots=2)
        game = _at_overstack(Tiny({f"m{i}": ("0404", mech) for i in range(3)})).go("disperse m1 0403")
        assert game.is_over

    def test_8_0_of_two_armies_one_goes_and_not_a_corps(self) -> None:
        game = _at_overstack(Tiny({"a": ("0404", army()), "b": ("0404", army()), "c": ("0404", corps())}))
        assert {text.split()[0] for text in game.choices("disperse")} == {"a", "b"}

    def test_7_0_outside_enemy_zones_first(self) -> None:
        french = {"fr": ("0402", corps("france"))}
        assert {text[-4:] for text in crowded("0403", "0405", units=french).choices()} == {"0405"}
        assert {text[-4:] for text in crowded("0403", units=french).choices()} == {"0403"}, (
            "nothing else is left"
        )

    def test_7_0_only_where_the_unit_could_go(self) -> None:
        """Not into enemies, other nations, neutral countries, foreign works, the Maginot Line."""
        units = {"fr": ("0403", corps("france")), "po": ("0405", corps("poland"))}
        country = {"0505": "belgium", "0504": "czechoslovakia", "0304": "france"}
        features = {"0504": "fortification", "0304": "maginot_line"}
        all_sides = ("0403", "0504", "0505", "0405", "0305", "0304")
        game = crowded(*all_sides, units=units, country=country, features=features)
        assert {text[-4:] for text in game.choices()} == {"0305"}

    def test_7_0_mechanized_along_a_railway_into_mountains(self) -> None:
        units = {f"m{i}": ("0404", corps(kind="mechanized", slots=2)) for i in range(3)}
        terrain = dict.fromkeys(("0403", "0504", "0505", "0405", "0305", "0304"), "mountain")
        game = _at_overstack(Tiny(units, terrain=terrain, rails=["0404/0505"]))
        assert {text[-4:] for text in game.choices()} == {"0505"}

    def test_7_0_not_into_a_full_hex(self) -> None:
        full = {f"f{i}": ("0403", corps()) for i in range(5)}
        assert {text[-4:] for text in crowded("0403", "0405", units=full).choices()} == {"0405"}

    def test_3_6_the_hex_is_taken_as_by_any_entry(self) -> None:
        game = crowded("0405", country={"0405": "france"}).go("disperse u0 0405")
        assert game.control("0405") == "g"

    def test_8_3_the_opponent_sees_whom_he_moves(self) -> None:
        game = crowded("0403")
        seen = view(game.game.world, game.state, "allied")
        assert set(seen.board.where) == {f"u{i}" for i in range(6)}

    def test_g10_with_no_hex_the_owner_chooses_who_is_eliminated(self) -> None:
        game = crowded()
        assert (game.node, game.side) == ("surplus", "german")
        assert game.choices() == {f"give_up u{i}" for i in range(6)}
        game.go("give_up u3")
        assert game.is_over and game.where("u3") == "lost"
        assert game.log[0] == "u3 has no hex to go to [7.0]"

    def test_g10_by_option_the_surplus_stays(self) -> None:
        game = crowded(options={"dispersal_without_hex": "stays"})
        assert game.is_over and len(game.stack("0404")) == 6

    def test_2_3_2_static_units_are_never_moved(self) -> None:
        static = corps(kind="static", af=0)
        units = {**{f"s{i}": ("0404", static) for i in range(5)}, "c": ("0404", corps())}
        game = _at_overstack(Tiny(units))
        assert {text.split()[0] for text in game.choices("disperse")} == {"c"}
        game = _at_overstack(Tiny({f"s{i}": ("0404", static) for i in range(6)}))
        assert (game.node, game.side) == ("surplus", "german"), "none of them can go anywhere (G10)"

    def test_7_0_a_voluntary_break_down_is_mended_at_once(self) -> None:
        units = {
            "a": ("0404", army()),
            "b": ("0707", army()),
            **{f"u{i}": ("0404", corps()) for i in range(4)},
        }
        game = reorganizing(units, {"c1": PART, "c2": PART, "d1": PART, "d2": PART}).go("break_down a")
        assert (game.node, game.side) == ("disperse", "allied")
        game.go("disperse c1 0403")
        assert (game.node, game.side) == ("reorganize", "german")
        assert game.choices() == {"break_down b", "end_phase"}

    def test_8_0_at_the_end_of_every_phase(self) -> None:
        """Six corps stand in a hex when a phase begins; when it ends the opponent moves one."""
        tiny = Tiny(
            {f"u{i}": ("0404", corps("france")) for i in range(6)}, options={"dispersal_without_hex": "stays"}
        )
        game = play_phase(tiny, "movement", "france").go("end_phase")
        assert (game.node, game.side) == ("disperse", "german")
