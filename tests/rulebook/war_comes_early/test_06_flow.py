"""Section 6 in play: missions, terror bombing, ground support, return."""

from __future__ import annotations

import pytest

from core.engine import Frame
from core.games.war_comes_early.board import Board
from tests.rulebook.war_comes_early.playing import Driver, play, play_phase, play_turn
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

PART = corps(joins_army=True)


def won(*dice: int, **more: object) -> Driver:
    """The start of turn 3: five dice for superiority, then others."""
    return play_turn(Tiny({}, **more), dice)  # type: ignore[arg-type]


class TestSuperiority:
    def test_d7_the_higher_total_gets_the_difference(self) -> None:
        game = won(4, 4, 3, 4, 4)
        assert (game.node, game.side) == ("missions", "german")
        assert game.choices() == {f"bomb {n}" for n in range(4)}

    def test_6_1_the_allies_can_win_it(self) -> None:
        game = won(1, 1, 1, 3, 2)
        assert (game.node, game.side, game.board.air_side) == ("missions", "allied", "allied")
        assert game.choices() == {"bomb 0", "bomb 1", "bomb 2"}

    def test_d8_equal_totals_mean_no_missions(self) -> None:
        """D8"""
        game = won(3, 3, 3, 4, 5, 1)
        assert game.node == "window" and game.board.air_side == ""

    @pytest.mark.parametrize("turn", [1, 2])
    def test_6_0_not_on_the_first_two_turns(self, turn: int) -> None:
        assert won(turn=turn).node == "german_order"


class TestMissions:
    def test_6_2_1_bombing_is_settled_before_anything_is_placed(self) -> None:
        """E16: two of three hit, a point each; the bomber gains nothing."""
        game = won(4, 4, 4, 4, 4, 3, 4, 6).go("bomb 3")
        assert game.points() == (50, 48)
        assert (game.node, game.choices()) == (
            "support",
            {f"support {n}" for n in game.game.world.ground.labels},
        )

    def test_6_2_1_markers_that_bomb_are_not_placed(self) -> None:
        game = won(4, 4, 4, 4, 4, 1, 1, 1, 1, 1).go("bomb 4")
        assert game.node == "window" and game.board.air == ()

    def test_6_2_1_the_allies_bomb_the_germans(self) -> None:
        game = won(1, 1, 1, 3, 2, 4, 5, 1).go("bomb 2")
        assert game.points() == (48, 50)

    def test_6_2_1_bombing_can_end_the_game(self) -> None:
        tiny = Tiny({})
        tiny.board.vp = {"german": 60, "allied": 2}
        game = play_turn(tiny, (4, 4, 3, 5, 5, 6)).go("bomb 1")
        assert game.state.result is not None and game.state.result.winner == "german"

    def test_6_2_2_all_others_must_be_placed_one_in_a_hex(self) -> None:
        game = won(4, 4, 3, 4, 4, 1).go("bomb 0", "support 0404")
        assert game.refusal("support", space="0404") == "there is a marker in 0404 already [6.2.2]"
        assert "choose a hex" in game.refusal("pass")
        assert "choose a hex" in game.refusal("support", space="9999")
        assert "support 0404" not in game.choices()
        game.go("support 0405", "support 0101")
        assert game.node == "window"
        assert set(game.hexes(game.board.air)) == {"0404", "0405", "0101"}

    def test_6_2_2_units_and_terrain_do_not_hinder_placement(self) -> None:
        tiny = Tiny(
            {"fr": ("0404", corps("france"))}, terrain={"0505": "all_sea"}, country={"0606": "switzerland"}
        )
        game = play_turn(tiny, (4, 4, 3, 4, 4, 1)).go(
            "bomb 0", "support 0404", "support 0505", "support 0606"
        )
        assert len(game.board.air) == 3

    def test_6_1_a_marker_flies_one_mission(self) -> None:
        game = won(4, 4, 3, 4, 4, 6, 1).go("bomb 1", "support 0404", "support 0405")
        assert game.node == "window" and len(game.board.air) == 2

    def test_g26_a_limit_by_option(self) -> None:
        game = won(6, 6, 6, 1, 1, options={"airpower_marker_limit": 2})
        assert game.choices() == {"bomb 0", "bomb 1", "bomb 2"}


class TestEffects:
    def in_zone(self, side: str, *numbers: str, **more: object) -> Tiny:
        units = {"ge": ("0404", corps()), "fr": ("0405", corps("france", df=1)), "far": ("0808", corps())}
        tiny = Tiny(units, country={"0405": "france"}, **more)  # type: ignore[arg-type]
        tiny.board.air_side, tiny.board.air = side, tuple(map(tiny.at, numbers))
        return tiny

    def spent(self, tiny: Tiny) -> int:
        """What a step of "far" from 0808 to 0807 costs, in half points."""
        game = play_phase(tiny, "movement").go("select far", "move far 0807")
        return int(game.state.top.data["march"][0])

    def test_6_2_2_enemy_movement_costs_one_more(self) -> None:
        assert self.spent(self.in_zone("german", "0807")) == 2
        assert self.spent(self.in_zone("allied", "0806")) == 4
        assert self.spent(self.in_zone("allied", "0806", "0807")) == 4, "overlaps do not add up"
        assert self.spent(self.in_zone("allied", "0806", rails=["0807/0808"])) == 3, "one and a half on rails"

    def test_6_2_2_a_column_to_the_right_for_attackers(self) -> None:
        game = play_phase(self.in_zone("german", "0403"), "combat", dice=(6,)).go("attack 0405", "join ge")
        assert any(line.endswith("+1 attacker in friendly air zone [6.2.2]") for line in game.log)

    def test_6_2_2_a_column_to_the_left_for_defenders(self) -> None:
        game = play_phase(self.in_zone("allied", "0406"), "combat", dice=(6,)).go("attack 0405", "join ge")
        assert any(line.endswith("-1 defender in friendly air zone [6.2.2]") for line in game.log)

    def test_6_2_2_no_reorganization_in_an_enemy_zone(self) -> None:
        units = {"c1": ("0404", PART), "c2": ("0404", PART)}
        tiny = Tiny(units, aside={"a": army()}, turn=2)
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0405"),)
        assert play_phase(tiny, "reorganization").is_over
        tiny.board.air_side = "german"
        assert not play_phase(tiny, "reorganization").is_over

    def test_11_6_no_column_movement_out_of_or_into_an_enemy_zone(self) -> None:
        tiny = Tiny({"c": ("0401", corps())}, rows=16)
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0401"),)
        game = play_phase(tiny, "movement").go("select c")
        for row in (2, 3, 4, 5, 6):
            game.go(f"move c 04{row:02d}")
        assert game.is_over and game.where("c") == "0406", "six points, and one of them for the zone"


def test_6_3_all_markers_return_at_the_end_of_the_turn() -> None:
    tiny = Tiny({})
    board: Board = tiny.board
    board.air_side, board.air = "allied", (3, 4, 5)
    game = play(tiny, Frame("game_turn", {"stage": "end"}), dice=(2, 2, 2, 3, 3, 1))
    assert (game.board.air_side, game.board.air) == ("", ())
    assert game.log[0] == "3 airpower markers return [6.3]"
