"""Section 11 in play: the Movement Phase, hex by hex."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, front

PART = corps(joins_army=True)
MECH = corps(kind="mechanized", slots=2)
FRANCE = {f"{column:02d}xx": "france" for column in range(1, 9)}
SOVIET_ARMY = Unit("", "infantry", "soviet_union", "army", attributes=PART.attributes)


def moving(units: dict[str, tuple[str, Unit]], *nations: str, **more: object) -> Driver:
    """A Movement Phase of turn 3, of the Germans unless nations are named."""
    return play_phase(Tiny(units, **more), "movement", *nations)  # type: ignore[arg-type]


class TestPhase:
    def test_11_0_any_number_of_units_each_once(self) -> None:
        game = moving({"a": ("0404", corps()), "b": ("0404", corps()), "c": ("0606", corps())})
        assert game.choices() == {"select a", "select b", "select c", "end_phase"}
        game.go("select b", "move b 0405", "stop b")
        assert game.choices() == {"select a", "select c", "end_phase"}
        assert game.refusal("select", "b") == "b has moved already [11.0]"
        game.go("select a", "stop a")
        assert game.choices() == {"select c", "end_phase"}, "a unit that was picked up has had its move"
        assert game.go("end_phase").is_over

    def test_11_0_the_phase_ends_when_nobody_is_left_to_move(self) -> None:
        game = moving({"a": ("0404", corps())}).go("select a", "move a 0405", "stop a")
        assert game.is_over

    def test_11_0_no_obligation_to_use_all_points_and_no_saving(self) -> None:
        game = moving({"a": ("0404", corps()), "b": ("0808", corps())}).go(
            "select a", "move a 0405", "stop a"
        )
        assert game.where("a") == "0405"
        assert "select a" not in game.choices()

    def test_11_0_hex_to_adjacent_hex_within_the_allowance(self) -> None:
        """Six points for a corps beside an enemy, who bars column movement."""
        game = moving({"a": ("0201", corps()), "fr": ("0101", corps("france"))}, rows=12).go("select a")
        for row in range(2, 8):
            game.go(f"move a 02{row:02d}")
        assert game.is_over and game.where("a") == "0207", "the points are spent"

    def test_11_6_column_movement_needs_no_declaration(self) -> None:
        """D16: a corps in supply and away from enemies has 12 points, an army or a front 8."""
        for unit, hexes in ((corps(), 12), (army(), 8)):
            game = moving({"u": ("0401", unit)}, rows=16).go("select u")
            for row in range(2, hexes + 2):
                game.go(f"move u 04{row:02d}")
            assert game.is_over and game.where("u") == f"04{hexes + 1:02d}"

    def test_d16_a_soviet_front_has_8_points_and_a_soviet_army_12(self) -> None:
        """D16 for the Soviets at home."""
        for unit, hexes in ((front(), 8), (SOVIET_ARMY, 12)):
            soviet = {f"{column:02d}xx": "soviet_union" for column in range(1, 9)}
            game = moving({"u": ("0401", unit)}, "soviet_union", country=soviet, rows=16).go("select u")
            for row in range(2, hexes + 2):
                game.go(f"move u 04{row:02d}")
            assert game.is_over and game.where("u") == f"04{hexes + 1:02d}"

    def test_2_3_2_static_units_do_not_move_but_by_option(self) -> None:
        units = {"s": ("0404", corps(kind="static", af=0)), "c": ("0606", corps())}
        game = moving(units)
        assert game.choices() == {"select c", "end_phase"}
        assert game.refusal("select", "s") == "s cannot move [2.3.2]"
        game = moving(units, options={"static_minimum_move": True}).go("select s", "move s 0405")
        assert game.where("s") == "0405" and game.node == "select", "the minimum move is one hex (G14)"

    def test_5_2_all_nations_of_a_group_move_in_one_phase(self) -> None:
        units = {
            "ro": ("0404", corps("romania")),
            "yg": ("0606", corps("yugoslavia")),
            "fr": ("0808", corps("france")),
        }
        country = {"04xx": "romania", "06xx": "yugoslavia", "08xx": "france"}
        game = moving(units, "romania", "yugoslavia", country=country)
        assert (game.side, game.choices()) == ("allied", {"select ro", "select yg", "end_phase"})


class TestSupply:
    def abroad(self, *units: str, **more: object) -> Driver:
        """German units in a foreign country, out of supply."""
        found = {key: ("0404", army() if key.startswith("a") else corps()) for key in units}
        return moving(found, country=FRANCE, aside={"c1": PART, "c2": PART}, **more)

    def test_d17_an_army_out_of_supply_breaks_down_before_it_moves(self) -> None:
        """D17: its corps then move with three points."""
        game = self.abroad("a")
        assert game.choices() == {"select a", "end_phase"}
        game.go("select a")
        assert game.stack("0404") == {"c1", "c2"} and game.where("a") == "aside"
        assert game.choices() == {"select c1", "select c2", "end_phase"}
        game.go("select c1", "move c1 0405", "move c1 0406", "move c1 0407")
        assert game.node == "select" and game.where("c1") == "0407"

    def test_10_5_it_may_stay_together_as_long_as_it_does_not_move(self) -> None:
        game = self.abroad("a").go("end_phase")
        assert game.is_over and game.stack("0404") == {"a"}

    def test_7_0_an_overstack_by_this_break_down_is_dispersed_at_once(self) -> None:
        game = self.abroad("a", "b", "d", "e", "f").go("select a")
        assert (game.node, game.side) == ("disperse", "allied")
        game.go("disperse c1 0403")
        assert game.side == "german" and game.where("c1") == "0403"
        assert {"select c1", "select c2"} <= game.choices(), "who was dispersed has not moved"

    def test_10_0_supply_is_judged_once_for_the_whole_move(self) -> None:
        """The corps starts at home and goes abroad; it keeps its six points."""
        country = {f"{column:02d}xx": "france" for column in range(5, 9)}
        units = {"c": ("0404", corps()), "fr": ("0405", corps("france"))}
        game = moving(units, country=country).go(
            "select c",
            "move c 0403",
            "move c 0402",
            "move c 0502",
            "move c 0602",
            "move c 0702",
            "move c 0802",
        )
        assert game.is_over and game.where("c") == "0802"


class TestZones:
    def test_9_1_a_unit_that_enters_a_zone_stops_there(self) -> None:
        units = {"c": ("0401", corps()), "d": ("0801", corps()), "fr": ("0404", corps("france"))}
        game = moving(units).go("select c", "move c 0402", "move c 0403")
        assert game.node == "select" and game.where("c") == "0403"

    def test_d38_never_from_zone_to_zone_but_german_mechanized_corps(self) -> None:
        """D38"""
        french = {"fr": ("0404", corps("france"))}
        game = moving({"c": ("0403", corps()), **french}).go("select c")
        assert not {"0304", "0504"} & {text.split()[-1] for text in game.choices("move")}
        assert game.refusal("move", "c", "0504").endswith("to another in 0504 [9.1]")
        game = moving({"m": ("0403", MECH), **french}).go(
            "select m", "move m 0504", "move m 0505", "move m 0405"
        )
        assert game.where("m") == "0405" and game.node == "march"

    def test_9_1_out_of_a_zone_and_into_one_later(self) -> None:
        units = {"c": ("0403", corps()), "fr": ("0404", corps("france")), "fr2": ("0603", corps("france"))}
        game = moving(units).go("select c", "move c 0402", "move c 0502", "move c 0503")
        assert game.is_over and game.where("c") == "0503"


class TestControl:
    def test_3_6_control_changes_on_the_way(self) -> None:
        game = moving({"c": ("0404", corps())}, country={"05xx": "france", "06xx": "france"})
        game.go("select c", "move c 0505", "move c 0605", "stop c")
        assert (game.control("0505"), game.control("0605"), game.control("0606")) == (GERMAN, GERMAN, ALLIED)

    def test_4_4_a_city_passed_through_is_captured(self) -> None:
        game = moving({"c": ("0404", corps())}, country={"05xx": "france"}, cities=["0505"])
        game.go("select c", "move c 0505")
        assert game.points() == (51, 49)
        game.go("move c 0605", "stop c")
        assert game.points() == (51, 49) and game.control("0505") == GERMAN

    def test_4_4_and_back_again(self) -> None:
        """E2: what an Allied unit retakes changes hands once more."""
        tiny = Tiny({"fr": ("0606", corps("france"))}, country={"05xx": "france"}, cities=["0505"])
        tiny.control("0505", GERMAN)
        game = play_phase(tiny, "movement", "france").go(
            "select fr", "move fr 0506", "move fr 0505", "stop fr"
        )
        assert game.points() == (49, 51)

    def test_d24_the_first_entry_into_a_west_wall_hex_breaches_it_and_scores(self) -> None:
        """D24 in play: empty, the West Wall is just walked into."""
        units = {"f1": ("0404", corps("france")), "f2": ("0405", corps("france"))}
        country = {"04xx": "france"}
        game = moving(units, "france", country=country, features={"0505": "west_wall"})
        game.go("select f1", "move f1 0505")
        assert game.points() == (49, 51)
        assert game.hexes(game.board.breached) == ["0505"] == game.hexes(game.board.walls_scored)
        game.go("move f1 0504", "stop f1", "select f2", "move f2 0505", "stop f2")
        assert game.points() == (49, 51), "once and for good"

    def test_4_5_1_prague_taken_in_passing_ends_the_game_on_turn_2(self) -> None:
        """D31 in play."""
        game = moving({"c": ("0404", corps())}, country={"05xx": "czechoslovakia"}, capitals=["0505"], turn=2)
        game.go("select c", "move c 0505")
        assert game.state.result is not None and game.state.result.winner == "german"
        assert game.legal_after_the_end() == []

    def test_4_1_berlin_falls_when_both_hexes_are_allied(self) -> None:
        """D32 in play: 2413 alone is not enough."""
        tiny = Tiny({"fr": ("2412", corps("france"))}, columns=25, rows=15, cities=["2413", "2414"])
        game = play_phase(tiny, "movement", "france").go("select fr", "move fr 2413")
        assert game.state.result is None
        game.go("move fr 2414")
        assert game.state.result is not None and game.state.result.winner == "allied"

    def test_11_5_a_foreign_fortification_keeps_others_out_and_lets_its_nation_in(self) -> None:
        country = {"05xx": "czechoslovakia", "06xx": "czechoslovakia"}
        units = {"ge": ("0404", corps()), "cz": ("0606", corps("czechoslovakia"))}
        features = {"0505": "fortification"}
        game = moving(units, country=country, features=features).go("select ge")
        assert game.refusal("move", "ge", "0505") == "the fortification in 0505 is intact [11.5]"
        game = moving(units, "czechoslovakia", country=country, features=features)
        game.go("select cz", "move cz 0506", "move cz 0505", "stop cz")
        assert game.where("cz") == "0505" and game.board.breached == ()


class TestIllegalActions:
    @pytest.mark.parametrize(
        ("action", "message"),
        [
            (("select", "fr"), "fr does not act in this phase [5.2]"),
            (("select", "off"), "off is not on the map"),
            (
                ("select", "nobody"),
                "german: select nobody is not allowed here: select a unit to move, or end the phase",
            ),
            (
                ("move", "ge", "0405"),
                "german: move ge 0405 is not allowed here: select a unit to move, or end the phase",
            ),
            (
                ("select", "ge", "0405"),
                "german: select ge 0405 is not allowed here: select a unit to move, or end the phase",
            ),
        ],
    )
    def test_a_sentence_tells_why_and_nothing_changes(self, action: tuple[str, ...], message: str) -> None:
        tiny = Tiny({"ge": ("0404", corps()), "fr": ("0808", corps("france"))}, aside={"off": corps()})
        assert play_phase(tiny, "movement").refusal(*action) == message

    def test_the_other_side_has_no_choice(self) -> None:
        game = moving({"ge": ("0404", corps()), "fr": ("0808", corps("france"))})
        assert game.refusal("select", "fr", side="allied") == 'it is not the choice of "allied" but of german'

    def test_a_unit_that_moves_is_the_only_one(self) -> None:
        game = moving({"a": ("0404", corps()), "b": ("0606", corps())}).go("select a")
        assert game.refusal("move", "b", "0607") == "german: move b 0607 is not allowed here: a is moving"
        assert game.refusal("select", "b") == "german: select b is not allowed here: a is moving"
        assert game.refusal("move", "a", "0408") == "0408 is not beside 0404, where a stands [11.0]"
        assert game.refusal("move", "a", "9999") == "german: move a 9999 is not allowed here: a is moving"
        assert game.refusal("end_phase") == "german: end_phase is not allowed here: a is moving"


class TestStacks:
    def test_8_0_nobody_passes_through_a_full_hex_or_another_nation(self) -> None:
        full = {f"f{i}": ("0405", corps()) for i in range(5)}
        units = {"c": ("0404", corps()), "po": ("0403", corps("poland")), **full}
        game = moving(units).go("select c")
        assert {text.split()[-1] for text in game.choices("move")} == {"0504", "0505", "0305", "0304"}

    def test_8_1_units_of_a_stack_move_one_after_the_other_to_the_same_hex(self) -> None:
        """Moving together gives nothing that moving one by one does not."""
        game = moving({"a": ("0404", army()), "c": ("0404", corps())})
        game.go("select a", "move a 0405", "move a 0406", "stop a")
        game.go("select c", "move c 0405", "move c 0406", "move c 0407", "stop c")
        assert (game.where("a"), game.where("c")) == ("0406", "0407")


class TestBlackDotCity:
    def test_e10_chemnitz_is_ignored(self) -> None:
        """E10: a vehicle pays for the woods of 2017, and the hex scores for nobody."""
        units = {"m": ("2016", corps("france", "mechanized")), "ge": ("1916", corps())}
        tiny = Tiny(units, columns=21, rows=18, terrain={"2017": "woods"}, black_dots=["2017"])
        game = play_phase(tiny, "movement", "france").go("select m", "move m 2017")
        assert game.points() == (50, 50)
        assert game.state.top.data["march"][0] == 4, "two points, in halves"


class TestToldMoves:
    """A move is one line: the way, the points, and what was special about it."""

    def told(self, tiny: Tiny, *choices: str) -> str:
        game = play_phase(tiny, "movement").go(*choices)
        (line,) = (text for text in game.log if " moves " in text)
        return line

    def test_11_0_way_and_points(self) -> None:
        tiny = Tiny({"ge": ("0404", corps())}, terrain={"0403": "rough"})
        line = self.told(tiny, "select ge", "move ge 0403", "move ge 0402", "stop ge")
        assert line == "ge moves 0404-0403-0402, 3 of 6 movement points [11.0]"

    def test_11_0_who_is_put_down_at_once_has_not_moved(self) -> None:
        game = play_phase(Tiny({"ge": ("0404", corps())}), "movement").go("select ge", "stop ge")
        assert not [text for text in game.log if " moves " in text]

    def test_11_6_in_column(self) -> None:
        tiny = Tiny({"ge": ("0404", army())}, terrain=dict.fromkeys(("0403", "0402", "0401"), "rough"))
        line = self.told(tiny, "select ge", "move ge 0403", "move ge 0402", "move ge 0401", "stop ge")
        assert line == "ge moves 0404-0403-0402-0401, 6 of 4 movement points, in column [11.6] [11.0]"

    def test_11_1_minimum_movement_out_of_supply(self) -> None:
        country = {f"{column:02d}xx": "france" for column in range(1, 9)}
        tiny = Tiny({"ge": ("0404", corps())}, country=country, terrain=dict.fromkeys(("0403",), "mountain"))
        tiny.board.put("ge", tiny.at("0404"))
        line = self.told(tiny, "select ge", "move ge 0403")
        assert line.startswith("ge moves 0404-0403, 3 of 3 movement points, out of supply [10.5]")

    def test_9_1_stopped_by_a_zone(self) -> None:
        tiny = Tiny({"ge": ("0404", corps()), "fr": ("0401", corps("france"))})
        line = self.told(tiny, "select ge", "move ge 0403", "move ge 0402")
        assert line == "ge moves 0404-0403-0402, 2 of 6 movement points [11.0]"
