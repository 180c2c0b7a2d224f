"""Section 6: airpower."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.air import (
    air_zone,
    allied_modifiers,
    bomb,
    has_air_phases,
    may_place,
    place,
    places,
    return_airpower,
    roll_superiority,
    superiority,
)
from core.games.war_comes_early.board import GERMAN
from tests.rulebook.war_comes_early.tiny import Tiny, corps, lines


def fallen(tiny: Tiny, **turns: int) -> None:
    """Nations that have capitulated, and when."""
    tiny.board.fallen, tiny.board.fell_on = tuple(sorted(turns)), dict(turns)


class TestSuperiority:
    def test_6_0_from_turn_3_of_1938_on(self) -> None:
        assert not has_air_phases(Tiny(turn=2).world, Tiny(turn=2).board)
        assert has_air_phases(Tiny(turn=3).world, Tiny(turn=3).board)
        assert not has_air_phases(Tiny(campaign=1939).world, Tiny(turn=4).board)

    def test_d7_three_dice_against_two_and_belgium_in_the_war(self) -> None:
        tiny = Tiny()
        tiny.board.violated = ("belgium",)
        turn = tiny.turn(5, 4, 2, 3, 4)
        assert roll_superiority(tiny.world, turn) == (11, 8, "german", 3)
        assert tiny.board.air_side == "german"
        assert lines(turn) == [
            "German airpower [6.1] (rolled 5, 4, 2)",
            "Allied airpower [6.1] (rolled 3, 4)",
            "Air superiority: German 11, Allied 8: German with 3 markers [6.1]: "
            "+1 Belgium is in the war [6.1]",
        ]

    def test_d8_equal_totals_give_nobody_any(self) -> None:
        tiny = Tiny()
        tiny.board.air_side = "german"
        turn = tiny.turn(3, 3, 3, 4, 5)
        assert roll_superiority(tiny.world, turn) == (9, 9, "", 0)
        assert tiny.board.air_side == ""
        assert lines(turn)[-1] == "Air superiority: German 9, Allied 9: nobody [6.1]"

    def test_6_1_the_allies_can_have_it_too(self) -> None:
        tiny = Tiny()
        turn = tiny.turn(1, 1, 2, 6, 6)
        assert roll_superiority(tiny.world, turn) == (4, 12, "allied", 8)

    def test_6_1_the_total_decides_and_not_the_roll(self) -> None:
        tiny = Tiny()
        fallen(tiny, czechoslovakia=3)
        assert roll_superiority(tiny.world, tiny.turn(3, 3, 3, 4, 5)) == (9, 8, "german", 1)

    @pytest.mark.parametrize("nation", ["belgium", "denmark", "netherlands"])
    def test_6_1_a_western_neutral_counts_for_the_allies_until_it_falls(self, nation: str) -> None:
        tiny = Tiny()
        tiny.board.violated = (nation,)
        assert allied_modifiers(tiny.world, tiny.board).total == 1
        fallen(tiny, **{nation: 4})
        ((value, reason, rule),) = allied_modifiers(tiny.world, tiny.board).parts
        assert (value, reason, rule) == (-1, f"{nation.title()} has capitulated", "6.1")

    @pytest.mark.parametrize(("nation", "value"), [("czechoslovakia", -1), ("hungary", 1), ("poland", 1)])
    def test_6_1_fallen_belligerents(self, nation: str, value: int) -> None:
        tiny = Tiny()
        fallen(tiny, **{nation: 3})
        assert allied_modifiers(tiny.world, tiny.board).total == value

    def test_6_1_the_small_neutrals_never_count(self) -> None:
        tiny = Tiny()
        small = ("danzig", "estonia", "latvia", "lithuania", "luxembourg")
        tiny.board.violated = small
        fallen(tiny, **dict.fromkeys(small, 3))
        assert allied_modifiers(tiny.world, tiny.board).parts == []

    def test_6_1_modifiers_are_cumulative(self) -> None:
        tiny = Tiny()
        tiny.board.violated = ("belgium", "denmark", "netherlands")
        fallen(tiny, czechoslovakia=3, belgium=3, hungary=4)
        parts = allied_modifiers(tiny.world, tiny.board).parts
        assert sorted(part.value for part in parts) == [-1, -1, 1, 1, 1]

    def test_6_1_g42_the_modifier_is_flat_or_grows_by_option(self) -> None:
        tiny = Tiny(turn=7)
        fallen(tiny, czechoslovakia=4)
        assert allied_modifiers(tiny.world, tiny.board).total == -1
        grows = Tiny(turn=7, options={"air_drm_accumulates": True})
        fallen(grows, czechoslovakia=4)
        assert allied_modifiers(grows.world, grows.board).total == -3

    def test_6_1_g26_there_is_no_limit_but_by_option(self) -> None:
        assert superiority(18, 2).markers == 16
        tiny = Tiny(options={"airpower_marker_limit": 5})
        assert roll_superiority(tiny.world, tiny.turn(6, 6, 6, 1, 1)) == (18, 2, "german", 5)


class TestTerrorBombing:
    @pytest.mark.parametrize(("die", "allied"), [(1, 50), (2, 50), (3, 50), (4, 49), (5, 49), (6, 49)])
    def test_e16_four_to_six_costs_the_bombed_side_a_point(self, die: int, allied: int) -> None:
        tiny = Tiny()
        tiny.board.air_side = "german"
        bomb(tiny.world, tiny.turn(die), 1)
        assert tiny.board.vp == {"german": 50, "allied": allied}

    def test_6_2_1_each_marker_rolls(self) -> None:
        tiny = Tiny()
        tiny.board.air_side = "allied"
        turn = tiny.turn(4, 3, 6)
        assert bomb(tiny.world, turn, 3) == 2
        assert tiny.board.vp == {"german": 48, "allied": 50}
        assert lines(turn) == [
            "Allied terror bombing [6.2.1] (rolled 4, 3, 6)",
            "Terror bombing, 2 of 3 hit: German 48, Allied 50 [6.2.1]: -2 German points [6.2.1]",
        ]

    def test_6_2_1_bombing_can_end_the_game(self) -> None:
        tiny = Tiny()
        tiny.board.air_side, tiny.board.vp = "german", {"german": 60, "allied": 2}
        turn = tiny.turn(5)
        bomb(tiny.world, turn, 1)
        assert turn.state.result is not None
        assert turn.state.result.winner == "german"

    def test_6_2_1_nothing_without_markers_or_superiority(self) -> None:
        tiny = Tiny()
        turn = tiny.turn()
        assert bomb(tiny.world, turn, 2) == 0
        tiny.board.air_side = "german"
        assert bomb(tiny.world, turn, 0) == 0
        assert lines(turn) == []


class TestGroundSupport:
    def test_6_2_2_one_marker_in_any_hex_whatever_is_there(self) -> None:
        tiny = Tiny({"fr": ("0404", corps("france"))}, terrain={"0202": "all_sea"})
        tiny.board.air_side = "german"
        turn = tiny.turn()
        assert may_place(tiny.world, tiny.board, tiny.at("0404"))
        assert may_place(tiny.world, tiny.board, tiny.at("0202"))
        place(tiny.world, turn, tiny.at("0404"))
        assert tiny.board.air == (tiny.at("0404"),)
        assert not may_place(tiny.world, tiny.board, tiny.at("0404"))
        assert tiny.at("0404") not in places(tiny.world, tiny.board)
        assert may_place(tiny.world, tiny.board, tiny.at("0405"))
        assert lines(turn) == ["German ground support in 0404 [6.2.2]"]
        with pytest.raises(AssertionError, match="0404"):
            place(tiny.world, turn, tiny.at("0404"))

    def test_6_1_nobody_places_without_superiority(self) -> None:
        tiny = Tiny()
        assert places(tiny.world, tiny.board) == []

    def test_6_2_2_the_zone_is_the_hex_and_its_neighbours_and_overlaps_count_once(self) -> None:
        tiny = Tiny()
        tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0404"), tiny.at("0405"))
        zone = air_zone(tiny.world, tiny.board)
        assert len(zone) == 10
        assert all(tiny.world.in_air_zone_against(tiny.board, h, GERMAN) for h in zone)
        outside = set(range(64)) - zone
        assert not any(tiny.world.in_air_zone_against(tiny.board, h, GERMAN) for h in outside)

    def test_6_3_all_markers_return(self) -> None:
        tiny = Tiny()
        tiny.board.air_side, tiny.board.air = "allied", (3, 4)
        turn = tiny.turn()
        return_airpower(turn)
        assert (tiny.board.air_side, tiny.board.air) == ("", ())
        assert lines(turn) == ["2 airpower markers return [6.3]"]
