"""Section 10.3.1: Soviet railheads."""

from __future__ import annotations

from itertools import pairwise

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.supply import is_in_supply
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, corps

# A railway along row 04 from the Soviet Union in columns 10 to 12 to the west, and off the map in the east.
ROW = [f"{column:02d}04" for column in range(1, 13)]
RAILS = [*(f"{a}/{b}" for a, b in pairwise(ROW)), "1204 SE"]
SOVIET = Unit("", "infantry", "soviet_union", "army", attributes=corps().attributes)
LINE = {
    "columns": 12,
    "country": {
        **{f"{c:02d}xx": "romania" for c in range(1, 10)},
        **{f"{c:02d}xx": "soviet_union" for c in range(10, 13)},
    },
    "rails": RAILS,
    "edges": {"1204": "east"},
}


def on_line(
    *railheads: str, units: dict[str, tuple[str, Unit]] | None = None, german: str = "", **more: object
) -> Tiny:
    """Railheads on the line; hexes named in `german` are German-controlled."""
    tiny = Tiny(units or {}, **{**LINE, **more})  # type: ignore[arg-type]
    tiny.board.railheads = tuple(sorted(map(tiny.at, railheads)))
    for number in german.split():
        tiny.control(number, GERMAN)
    return tiny


def moving(tiny: Tiny) -> Driver:
    """A Soviet Movement Phase; units do not move."""
    game = play_phase(tiny, "movement", "lithuania", "soviet_union")
    return game.go("end_phase") if game.node == "select" else game


class TestMoves:
    def test_10_3_1_at_the_end_of_a_soviet_movement_phase(self) -> None:
        tiny = on_line("1004", units={"su": ("1202", SOVIET)})
        game = play_phase(tiny, "movement", "lithuania", "soviet_union")
        assert game.choices() == {"select su", "end_phase"}
        game.go("end_phase")
        assert (game.node, game.side) == ("move_railheads", "allied")

    def test_10_3_1_not_of_another_nation_nor_in_another_phase(self) -> None:
        assert play_phase(on_line("1004"), "movement", "romania", "yugoslavia").is_over
        assert play_phase(on_line("1004"), "reorganization", "lithuania", "soviet_union").is_over
        assert play_phase(on_line("1004"), "combat", "lithuania", "soviet_union").is_over
        assert play_phase(on_line("1004"), "movement").is_over

    def test_10_3_1_up_to_four_hexes_along_the_rails(self) -> None:
        game = moving(on_line("0804"))
        ways = {
            f"0804 {number}" for number in ("0404", "0504", "0604", "0704", "0904", "1004", "1104", "1204")
        }
        assert game.choices() == {f"railhead {way}" for way in ways} | {"end_phase"}
        game.go("railhead 0804 0404")
        assert game.is_over and game.hexes(game.board.railheads) == ["0404"]
        assert game.log[-1] == "The railhead in 0804 moves to 0404 [10.3.1]"

    def test_10_3_1_each_moves_once_in_a_phase(self) -> None:
        game = moving(on_line("0804", "1204")).go("railhead 0804 0704")
        assert all(text.startswith("railhead 1204") for text in game.choices() - {"end_phase"})
        game.go("end_phase")
        assert game.hexes(game.board.railheads) == ["0704", "1204"]

    def test_10_3_1_all_hexes_on_the_way_must_be_soviet_controlled(self) -> None:
        """G13: control by the Allied side counts."""
        ways = moving(on_line("0804", german="0604")).choices("railhead")
        assert ways == {f"0804 {number}" for number in ("0704", "0904", "1004", "1104", "1204")}

    def test_10_3_1_it_goes_beyond_a_hex_that_was_retaken(self) -> None:
        tiny = on_line("0804", german="0604")
        tiny.control("0604", ALLIED)
        assert "0804 0504" in moving(tiny).choices("railhead")

    def test_10_3_1_not_without_a_line_to_a_source(self) -> None:
        """The source itself is lost: nothing hangs together with one."""
        assert moving(on_line("1004", german="1204")).is_over

    def test_8_2_markers_may_stand_together(self) -> None:
        game = moving(on_line("0804", "1004")).go("railhead 0804 1004")
        assert game.hexes(game.board.railheads) == ["1004", "1004"]
        game.go("railhead 1004 0904")
        assert game.is_over and game.hexes(game.board.railheads) == ["0904", "1004"]

    def test_g45_railheads_go_into_a_violated_baltic_country(self) -> None:
        country = {**LINE["country"], "09xx": "latvia"}  # type: ignore[dict-item]
        tiny = on_line("1004", country=country)
        assert "1004 0904" not in moving(tiny).choices("railhead")
        tiny.board.violated = ("latvia",)
        for h in tiny.world.ground.hexes_of("latvia"):
            tiny.board.set_control(h, ALLIED)
        assert {"1004 0904", "1004 0804"} <= moving(tiny).choices("railhead")


class TestPullBack:
    def cut(self, number: str, *railheads: str, start: str = "") -> Driver:
        """A German corps enters a hex of the line."""
        ground = Tiny(**LINE)  # type: ignore[arg-type]
        around = ground.names(ground.world.ground.around(ground.at(number)))
        start = start or next(label for label in sorted(around) if not label.endswith("04"))
        tiny = on_line(*railheads, units={"ge": (start, corps())})
        return play_phase(tiny, "movement").go("select ge", f"move ge {number}")

    def test_10_3_1_a_railhead_that_is_cut_off_goes_back_at_once(self) -> None:
        game = self.cut("0704", "0504")
        assert game.hexes(game.board.railheads) == ["0804"]
        assert game.log[-1] == "The railhead in 0504 is pulled back to 0804 [10.3.1]"
        assert game.node == "march", "the corps has not even finished its move"

    def test_10_3_1_so_does_one_in_the_hex_itself(self) -> None:
        game = self.cut("0704", "0704")
        assert game.hexes(game.board.railheads) == ["0804"]

    def test_10_3_1_others_stay(self) -> None:
        game = self.cut("0704", "0504", "0804", "1104")
        assert game.hexes(game.board.railheads) == ["0804", "0804", "1104"], (
            "the first hex, also with another"
        )

    def test_10_3_1_a_hex_beyond_the_railhead_changes_nothing(self) -> None:
        game = self.cut("0304", "0504")
        assert game.hexes(game.board.railheads) == ["0504"]

    def test_10_3_1_without_any_line_it_stays_and_supplies_nobody(self) -> None:
        units = {"ge": ("1203", corps()), "su": ("0804", SOVIET)}
        tiny = on_line("0904", units=units)
        assert is_in_supply(tiny.world, tiny.board, tiny.unit("su"))
        game = play_phase(tiny, "movement").go("select ge", "move ge 1204")
        assert game.hexes(game.board.railheads) == ["0904"]
        assert not is_in_supply(tiny.world, game.board, tiny.unit("su"))

    def test_10_3_1_an_advance_cuts_as_well(self) -> None:
        units = {"ge": ("0703", corps(af=30)), "ro": ("0704", corps("romania", df=1))}
        game = play_phase(on_line("0504", units=units), "combat", dice=(1, 1))
        game.go("attack 0704", "join ge", "advance ge")
        assert game.hexes(game.board.railheads) == ["0804"]

    def test_10_3_1_movement_goes_on_from_the_new_railhead(self) -> None:
        game = self.cut("0704", "0504").go("stop ge")
        tiny = on_line(*game.hexes(game.board.railheads), german="0704")
        assert moving(tiny).choices("railhead") == {
            f"0804 {number}" for number in ("0904", "1004", "1104", "1204")
        }
