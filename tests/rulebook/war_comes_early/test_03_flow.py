"""Section 3 in play: violation of neutrals, German arrivals, replacements."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_phase, play_turn
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

MECH = corps(kind="mechanized", slots=2)
RESERVE = corps(kind="static", af=0, reserve_corps=True)
LANDS = {"01xx": "belgium", "02xx": "netherlands", "07xx": "latvia"}
PART = corps(joins_army=True)


class TestViolation:
    def phase(self, phase: str, turn: int = 3, **more: object) -> Driver:
        units = {"ge": ("0303", corps()), "fr": ("0808", corps("france"))}
        waiting = {"be_1": corps("belgium"), "be_2": corps("belgium"), "ne": corps("netherlands")}
        tiny = Tiny(units, waiting=waiting, turn=turn, country=LANDS, **more)  # type: ignore[arg-type]
        return play_phase(tiny, phase)

    @pytest.mark.parametrize("phase", ["movement", "combat"])
    def test_3_3_at_the_start_of_a_german_movement_or_combat_phase(self, phase: str) -> None:
        game = self.phase(phase)
        assert (game.node, game.side) == ("declare_violation", "german")
        assert game.choices() == {"violate belgium", "violate netherlands", "violate latvia", "pass"}

    @pytest.mark.parametrize("turn", [1, 2])
    def test_3_3_not_before_turn_3(self, turn: int) -> None:
        assert self.phase("movement", turn).node == "select"
        assert self.phase("combat", turn).is_over

    def test_3_3_not_in_a_reorganization_phase_nor_in_one_of_another_nation(self) -> None:
        assert self.phase("reorganization").is_over
        tiny = Tiny({"it": ("0303", corps("italy"))}, country={**LANDS, "03xx": "italy"})
        assert play_phase(tiny, "movement", "italy").node == "select"

    def test_3_3_the_allied_player_sets_up_at_once_anywhere_in_the_country(self) -> None:
        game = self.phase("movement").go("violate belgium")
        assert (game.node, game.side) == ("neutral_set_up", "allied")
        assert game.choices() == {f"place be_1 01{row:02d}" for row in range(1, 9)}
        game.go("place be_1 0104")
        assert game.choices() == {f"place be_2 01{row:02d}" for row in range(1, 9)}
        game.go("place be_2 0104")
        assert game.stack("0104") == {"be_1", "be_2"}

    def test_3_3_one_or_more_are_named_before_anybody_moves(self) -> None:
        game = self.phase("movement").go("violate belgium", "place be_1 0101", "place be_2 0101")
        assert (game.side, game.choices()) == ("german", {"violate netherlands", "violate latvia", "pass"})
        game.go("violate netherlands", "place ne 0208", "pass")
        assert game.node == "select" and game.board.violated == ("belgium", "netherlands")
        game.go("select ge", "move ge 0203")
        assert game.control("0203") == GERMAN

    def test_3_3_who_was_not_named_stays_closed(self) -> None:
        game = self.phase("movement").go(
            "violate belgium", "place be_1 0101", "place be_2 0101", "pass", "select ge"
        )
        assert game.refusal("move", "ge", "0203") == "0203 is in Netherlands, which is neutral [3.3]"

    def test_3_3_in_the_combat_phase_its_units_can_be_attacked_then(self) -> None:
        game = self.phase("combat").go("violate netherlands", "place ne 0203", "pass")
        assert game.choices() == {"attack 0203", "end_phase"}

    def test_3_3_countries_without_units(self) -> None:
        game = self.phase("movement").go("violate latvia")
        assert (
            game.side == "german" and "Latvia is friendly to the Soviet Union from now on [3.3]" in game.log
        )
        assert game.control("0704") == ALLIED

    def test_g50_it_joins_the_allies_even_if_nobody_enters(self) -> None:
        game = self.phase("movement").go(
            "violate belgium", "place be_1 0101", "place be_2 0101", "pass", "end_phase"
        )
        assert game.is_over and game.board.violated == ("belgium",) and game.control("0104") == ALLIED

    def test_g50_by_option_it_stays_neutral_when_the_phase_ends(self) -> None:
        options = {"violation_without_entry": False}
        game = self.phase("movement", options=options)
        game.go(
            "violate belgium",
            "place be_1 0101",
            "place be_2 0101",
            "violate netherlands",
            "place ne 0208",
            "pass",
        )
        game.go("select ge", "move ge 0203", "stop ge")
        assert game.is_over and game.board.violated == ("netherlands",)
        assert (game.control("0104"), game.where("be_1")) == (NOBODY, "waiting")

    def test_6_1_belgium_counts_in_the_next_air_superiority_phase(self) -> None:
        """D7 in play: 11 against 7 and one for Belgium."""
        tiny = Tiny({}, country=LANDS)
        tiny.board.violated = ("belgium",)
        game = play_turn(tiny, [4, 4, 3, 3, 4])
        (line,) = [line for line in game.log if line.startswith("Air superiority")]
        assert "German 11, Allied 8: German with 3 markers" in line and "+1 Belgium is in the war" in line
        assert game.choices() == {f"bomb {n}" for n in range(4)}


class TestReserves:
    def phase(self, *dice: int, turn: int = 3, left: int = 6, **more: object) -> Driver:
        waiting = {f"r{i}": RESERVE for i in range(1, left + 1)}
        tiny = Tiny(
            {"x": ("0808", corps())},
            waiting=waiting,
            turn=turn,
            cities=["0404", "0505", "0606"],
            features={"0101": "west_wall"},
            **more,
        )  # type: ignore[arg-type]
        return play_phase(tiny, "reorganization", dice=dice)

    @pytest.mark.parametrize("die", range(1, 7))
    def test_e15_a_die_less_one_corps_arrive(self, die: int) -> None:
        """E15; there are four hexes for one corps each, so that the fifth finds none."""
        game = self.phase(die)
        placed = 0
        while game.node == "arrive":
            assert game.side == "german"
            game.go(min(game.choices()))
            placed += 1
        assert placed == min(die - 1, 4)

    def test_3_2_2_one_after_the_other_in_a_city_or_the_west_wall(self) -> None:
        game = self.phase(3)
        assert game.choices() == {f"arrive r1 {number}" for number in ("0101", "0404", "0505", "0606")}
        game.go("arrive r1 0505")
        assert game.choices() == {f"arrive r2 {number}" for number in ("0101", "0404", "0606")}, (
            "one in a hex"
        )
        game.go("arrive r2 0101")
        assert game.is_over and game.where("r3") == "waiting"

    def test_3_2_2_no_more_than_are_left(self) -> None:
        game = self.phase(6, left=1).go("arrive r1 0404")
        assert game.is_over

    def test_3_2_2_not_before_turn_3_and_not_without_any(self) -> None:
        assert self.phase(turn=2).is_over
        game = self.phase(left=0)
        assert not [line for line in game.log if "rolled" in line]

    def test_3_2_2_they_come_before_anything_is_reorganized(self) -> None:
        tiny = Tiny(
            {"c1": ("0404", PART), "c2": ("0404", PART)},
            aside={"a": army()},
            waiting={"r1": RESERVE},
            cities=["0505"],
        )
        game = play_phase(tiny, "reorganization", dice=(2,)).go("arrive r1 0505")
        assert game.node == "reorganize"


class TestMountainCorps:
    def phase(self, turn: int, phase: str = "movement", **more: object) -> Driver:
        units = {"x": ("0808", corps()), "fr": ("0405", corps("france"))}
        tiny = Tiny(
            units,
            waiting={"ge_mtn_18": corps(kind="mountain")},
            turn=turn,
            cities=["0404", "0606"],
            country={"0405": "france"},
            **more,
        )  # type: ignore[arg-type]
        return play_phase(tiny, phase)

    def test_3_2_2_in_the_german_movement_phase_of_turn_2(self) -> None:
        assert self.phase(1).node == "select"
        assert self.phase(2, "combat").is_over
        game = self.phase(2)
        assert (game.node, game.choices()) == ("arrive", {"arrive ge_mtn_18 0404", "arrive ge_mtn_18 0606"})

    def test_g62_it_may_move_at_once(self) -> None:
        game = self.phase(2).go("arrive ge_mtn_18 0606")
        assert "select ge_mtn_18" in game.choices()
        game.go("select ge_mtn_18", "move ge_mtn_18 0607")
        assert game.where("ge_mtn_18") == "0607"

    def test_g62_by_option_after_all_others(self) -> None:
        options = {"mountain_corps_moves_at_once": False}
        game = self.phase(2, options=options)
        assert game.node == "select"
        game.go("end_phase")
        assert game.choices() == {"arrive ge_mtn_18 0606"}, "0404 is in a French zone"
        assert game.go("arrive ge_mtn_18 0606").is_over


class TestMotorizedCorps:
    """E13: nine German hexes from Vienna to Breslau."""

    ROW = ("2127", "2126", "2125", "2224", "2324", "2423", "2523", "2622", "2722")

    def phase(self, phase: str, turn: int = 1, gap: str = "") -> Driver:
        land = {f"{column:02d}xx": "czechoslovakia" for column in range(1, 30)}
        own = dict.fromkeys(("2128", "2821", "2413", "2414"), "germany")
        units = {"x": ("2828" if not gap else "2324", corps())}
        tiny = Tiny(units, waiting={"ge_mot_18": MECH}, columns=29, rows=30, turn=turn, country=land | own)
        for number in self.ROW:
            tiny.control(number, ALLIED if number == gap else GERMAN)
        return play_phase(tiny, phase)

    @pytest.mark.parametrize("phase", ["reorganization", "combat"])
    def test_3_2_1_e13_at_the_end_of_any_german_phase(self, phase: str) -> None:
        game = self.phase(phase)
        assert game.choices() == {*(f"arrive ge_mot_18 {number}" for number in self.ROW), "pass"}
        game.go("arrive ge_mot_18 2324")
        assert game.is_over and game.where("ge_mot_18") == "2324"

    def test_3_2_1_it_may_wait(self) -> None:
        game = self.phase("combat").go("pass")
        assert game.is_over and game.where("ge_mot_18") == "waiting"

    def test_3_2_1_a_movement_can_close_the_gap(self) -> None:
        game = self.phase("movement", gap="2423").go("select x", "move x 2423", "stop x")
        assert game.node == "arrive"
        game = self.phase("movement", gap="2423").go("end_phase")
        assert game.is_over

    def test_3_2_1_not_at_the_end_of_a_phase_of_others(self) -> None:
        tiny = Tiny({"x": ("2324", corps("hungary"))}, waiting={"ge_mot_18": MECH}, columns=29, rows=30)
        assert play_phase(tiny, "combat", "hungary").is_over
        assert play_phase(tiny, "combat").node == "arrive"


class TestReplacements:
    def lost(self, nation: str, due: int, turn: int = 5, **more: object) -> Tiny:
        tiny = Tiny(
            {"x": ("0808", corps(nation))},
            waiting={"u": corps(nation)},
            turn=turn,
            cities=["0505"],
            country={"05xx": nation, "08xx": nation},
            **more,
        )  # type: ignore[arg-type]
        tiny.board.aside["u"], tiny.board.due["u"] = "lost", due
        return tiny

    def test_3_5_they_return_in_the_reorganization_phase_of_their_nation(self) -> None:
        tiny = self.lost("poland", 5)
        game = play_phase(tiny, "reorganization", "poland")
        assert (game.node, game.side, game.choices()) == ("return", "german", {"return u 0505"})
        game.go("return u 0505")
        assert game.is_over and game.where("u") == "0505" and game.board.due == {}
        assert play_phase(tiny, "reorganization", "hungary").is_over
        assert play_phase(tiny, "movement", "poland").node == "select"

    def test_3_5_not_before_their_turn(self) -> None:
        assert play_phase(self.lost("poland", 6), "reorganization", "poland").is_over

    def test_3_5_they_act_in_the_same_turn(self) -> None:
        tiny = self.lost("poland", 3, turn=3)
        dice = [
            2,
            2,
            2,
            3,
            3,
            sorted(["anglo_french", "czech", "hungary", "italy", "poland"]).index("poland") + 1,
        ]
        game = play_turn(tiny, dice).go("pass", "return u 0505", "pass")
        assert game.choices() == {"select u", "select x", "end_phase"}

    def test_g21_without_a_hex_they_wait_for_their_next_reorganization_phase(self) -> None:
        tiny = self.lost("poland", 5)
        tiny.control("0505", ALLIED)
        game = play_phase(tiny, "reorganization", "poland")
        assert game.is_over and game.log[-1] == "u finds no hex to return in and waits [3.5]"
        tiny.control("0505", GERMAN)
        tiny.board.turn = 6
        assert play_phase(tiny, "reorganization", "poland").choices() == {"return u 0505"}

    def test_3_5_before_anything_is_reorganized(self) -> None:
        """A corps that returns can join an army at once."""
        tiny = Tiny(
            {"c": ("0505", corps("poland", joins_army=True))},
            aside={"a": army("poland")},
            waiting={"u": corps("poland", joins_army=True)},
            cities=["0505"],
            country={"05xx": "poland"},
        )
        tiny.board.aside["u"], tiny.board.due["u"] = "lost", 3
        game = play_phase(tiny, "reorganization", "poland").go("return u 0505")
        assert game.choices() == {"combine a 0505", "end_phase"}

    def test_d26_from_the_battle_to_the_turn_of_return(self) -> None:
        """D26: lost on turn 6, die 4: back on turn 10; die 5: out of the game."""
        for die, where, due in ((4, "lost", {"fr": 10}), (5, "out", {})):
            tiny = Tiny(
                {"ge": ("0403", corps(af=40)), "fr": ("0404", corps("france"))},
                turn=6,
                country={"04xx": "france"},
            )
            game = play_phase(tiny, "combat", dice=(1, die)).go("attack 0404", "join ge")
            assert (game.where("fr"), game.board.due) == (where, due)


class TestGermanReplacement:
    def phase(self, phase: str = "reorganization", *, on: int = 0, **more: object) -> Driver:
        waiting = {"i": corps(), "m": MECH, "mtn": corps(kind="mountain"), "s": RESERVE}
        tiny = Tiny({"x": ("0808", corps())}, waiting=waiting, cities=["0404", "0606"], **more)  # type: ignore[arg-type]
        tiny.board.aside = {"i": "lost", "m": "lost", "mtn": "lost", "s": "out"}
        tiny.board.replaced_on = on
        return play_phase(tiny, phase)

    def test_3_5_one_lost_corps_comes_back_free(self) -> None:
        game = self.phase()
        assert game.choices() == {"replace i", "replace m", "replace mtn", "pass"}
        game.go("replace m")
        assert game.choices() == {"return m 0404", "return m 0606"}
        game.go("return m 0404")
        assert game.is_over and game.where("m") == "0404" and game.where("i") == "lost"
        assert not [line for line in game.log if "rolled" in line]

    def test_3_5_once_a_turn(self) -> None:
        assert self.phase(on=3).is_over
        assert not self.phase(on=2).is_over

    def test_3_5_nobody_has_to(self) -> None:
        game = self.phase().go("pass")
        assert game.is_over and game.board.replaced_on == 0

    def test_g7_by_option_in_the_movement_phase(self) -> None:
        options = {"german_replacement_phase": "movement"}
        assert self.phase(options=options).is_over
        game = self.phase("movement", options=options).go("replace i", "return i 0404")
        assert "select i" in game.choices(), "it acts at once"

    def test_g22_g66_by_option_infantry_only(self) -> None:
        """They are settled when a unit is lost: those that cannot return are out of the game."""
        options = {"german_mech_replacement": False}
        tiny = Tiny(
            {"m": ("0403", corps(kind="mechanized", af=1)), "fr": ("0404", corps("france"))}, options=options
        )
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join m")
        assert game.where("m") == "out"


def test_3_6_a_hex_flips_every_time_it_is_entered() -> None:
    unit: Unit = corps()
    tiny = Tiny({"ge": ("0404", unit), "fr": ("0606", corps("france"))}, country={"05xx": "france"})
    game = play_phase(tiny, "movement").go("select ge", "move ge 0505", "move ge 0404", "stop ge")
    assert game.control("0505") == GERMAN
    tiny.board.control = game.board.control
    game = play_phase(tiny, "movement", "france").go("select fr", "move fr 0506", "move fr 0505")
    assert game.control("0505") == ALLIED
