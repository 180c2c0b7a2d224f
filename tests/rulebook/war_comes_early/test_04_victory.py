"""Sections 4 and 13.3: points, capitulation, sudden death and victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from core.engine import Result, Turn
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.victory import (
    TERMS,
    capture,
    check_capitulations,
    final_result,
    mech_corps_lost,
    points_1939,
    sudden_death,
)
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, lines

LANDS = {"01xx": "belgium", "02xx": "czechoslovakia", "03xx": "poland", "04xx": "denmark", "05xx": "hungary"}
MORE = {"06xx": "lithuania", "07xx": "latvia", "0808": "danzig", "0807": "luxembourg", "0806": "netherlands"}
CAPITALS = ("0104", "0204", "0304", "0404", "0504", "0604", "0704", "0807", "0806")
NEUTRALS = ("belgium", "danzig", "denmark", "latvia", "lithuania", "luxembourg", "netherlands")


def europe(units: Mapping[str, tuple[str, Unit]] | None = None, **more: object) -> Tiny:
    """A column for each country with its capital in row 4; all neutrals are in the war."""
    tiny = Tiny(units, **{"country": {**LANDS, **MORE}, "capitals": CAPITALS, "cities": ("0808",), **more})  # type: ignore[arg-type]
    tiny.board.violated = NEUTRALS
    for nation in NEUTRALS:
        for h in tiny.world.ground.hexes_of(nation):
            tiny.board.set_control(h, ALLIED)
    return tiny


def take(tiny: Tiny, mark: str, *numbers: str, dice: tuple[int, ...] = ()) -> Turn[Board]:
    """A side takes hexes."""
    for number in numbers:
        tiny.control(number, mark)
    turn = tiny.turn(*dice)
    capture(tiny.world, turn, mark, [tiny.at(number) for number in numbers])
    return turn


def points(tiny: Tiny) -> tuple[int, int]:
    return tiny.board.vp["german"], tiny.board.vp["allied"]


class TestPoints:
    def test_e1_brussels_moves_three_points(self) -> None:
        tiny = europe()
        tiny.board.fallen = ("belgium",)  # so that only the city counts
        turn = take(tiny, GERMAN, "0104")
        assert points(tiny) == (53, 47)
        assert lines(turn) == [
            "German capture of 0104 (Belgium): German 53, Allied 47 [4.4]: "
            "+3 German points [4.4]; -3 Allied points [4.4]"
        ]

    def test_e2_and_back_when_it_is_retaken(self) -> None:
        tiny = europe()
        tiny.board.fallen = ("belgium",)
        take(tiny, GERMAN, "0104")
        take(tiny, ALLIED, "0104")
        assert points(tiny) == (50, 50)
        take(tiny, GERMAN, "0104")
        assert points(tiny) == (53, 47)

    def test_e20_both_sides_start_at_50(self) -> None:
        assert points(europe()) == (50, 50)
        assert Tiny().board.copy().vp == {"german": 50, "allied": 50}

    def test_4_4_all_hexes_of_a_move_count_and_plain_ones_do_not(self) -> None:
        tiny = europe(cities=("0101", "0102"))
        turn = take(tiny, GERMAN, "0101", "0102", "0103")
        assert points(tiny) == (52, 48)
        assert len(lines(turn)) == 2

    def test_3_3_latvian_and_estonian_cities_have_no_points(self) -> None:
        tiny = europe()
        assert tiny.world.ground.vp[tiny.at("0704")] == 3
        assert lines(take(tiny, GERMAN, "0704")) == []
        assert points(tiny) == (50, 50)

    def test_d24_a_west_wall_hex_scores_once(self) -> None:
        tiny = Tiny(features={"0404": "west_wall"})
        turn = take(tiny, ALLIED, "0404")
        assert points(tiny) == (49, 51)
        assert lines(turn) == [
            "West Wall entered in 0404 for the first time: German 49, Allied 51 [4.4]: "
            "+1 Allied points [4.4]; -1 German points [4.4]"
        ]
        take(tiny, GERMAN, "0404")
        assert points(tiny) == (49, 51)
        take(tiny, ALLIED, "0404")
        assert points(tiny) == (49, 51)
        assert tiny.board.walls_scored == (tiny.at("0404"),)

    @pytest.mark.parametrize(("in_supply", "german"), [(True, 49), (False, 48)])
    def test_e18_a_german_mechanized_corps_lost(self, in_supply: bool, german: int) -> None:
        tiny = Tiny({"m": ("0404", corps(kind="mechanized"))})
        turn = tiny.turn()
        mech_corps_lost(tiny.world, turn, tiny.unit("m"), in_supply)
        assert points(tiny) == (german, 50)
        how = "in supply" if in_supply else "out of supply"
        assert lines(turn) == [
            f"m eliminated {how}: German {german}, Allied 50 [4.6]: {german - 50} German points [4.6]"
        ]

    def test_4_6_every_time_but_only_german_mechanized(self) -> None:
        units = {"m": ("0404", corps(kind="mechanized")), "i": ("0405", corps()),
                 "fr": ("0406", corps("france", "mechanized"))}  # fmt: skip
        tiny = Tiny(units)
        for key in ("m", "m", "i", "fr"):
            mech_corps_lost(tiny.world, tiny.turn(), tiny.unit(key), in_supply=True)
        assert points(tiny) == (48, 50)

    def test_4_3_g39_points_off_the_track_are_kept_or_clamped(self) -> None:
        for option, expected in (("kept", (103, -3)), ("clamped", (100, 1))):
            tiny = europe(options={"vp_off_track": option})
            tiny.board.fallen = ("belgium",)
            tiny.board.vp = {"german": 100, "allied": 0}
            take(tiny, GERMAN, "0104")
            assert points(tiny) == expected


class TestDanzig:
    def test_4_5_3_the_first_german_capture_costs_the_allies_nothing(self) -> None:
        tiny = europe()
        turn = take(tiny, GERMAN, "0808")
        assert points(tiny) == (51, 50)
        assert tiny.board.fallen == ("danzig",)
        assert lines(turn) == [
            "German capture of 0808 (Danzig): German 51, Allied 50 [4.5.3]: +1 German points [4.5.3]",
            "Danzig capitulates: German control of 0808 (Danzig) [4.5.3]",
        ]

    def test_4_5_3_later_changes_are_normal(self) -> None:
        tiny = europe()
        take(tiny, GERMAN, "0808")
        take(tiny, ALLIED, "0808")
        assert points(tiny) == (50, 51)
        take(tiny, GERMAN, "0808")
        assert points(tiny) == (51, 50)

    def test_4_5_3_g30_nothing_on_entry_when_the_declaration_has_scored(self) -> None:
        tiny = europe(options={"danzig_vp_moment": "declaration"})
        take(tiny, GERMAN, "0808")
        assert points(tiny) == (50, 50)
        assert tiny.board.fallen == ("danzig",)


class TestCapitulation:
    def test_4_5_1_prague_brings_down_the_czechs(self) -> None:
        units = {"cz": ("0207", corps("czechoslovakia")), "gone": ("0206", corps("czechoslovakia")),
                 "fr": ("0208", corps("france")), "part": ("0205", corps("czechoslovakia"))}  # fmt: skip
        tiny = europe(units, features={"0201": "fortification", "0202": "heavy_fortification"})
        tiny.board.take("gone", "lost")
        tiny.board.due["gone"] = 5
        tiny.board.take("part", "aside")
        turn = take(tiny, GERMAN, "0204", dice=(4,))
        assert points(tiny) == (57, 47)
        assert tiny.board.fallen == ("czechoslovakia",)
        assert tiny.board.fell_on == {"czechoslovakia": 3}
        assert set(tiny.board.where) == {"fr"}
        assert tiny.board.aside == dict.fromkeys(("cz", "gone", "part"), "out")
        assert tiny.board.due == {}
        assert tiny.names(tiny.board.breached) == {"0201", "0202"}
        assert turn.state.result is None
        assert lines(turn)[1:] == [
            "Czechoslovakia capitulates: German control of 0204 (Czechoslovakia) [4.5.1]",
            "Points for the fall of Czechoslovakia [4.5.1] (rolled 4)",
            "Fall of Czechoslovakia: German 57, Allied 47 [4.5.1]: +4 German points [4.5.1]",
            "All units of Czechoslovakia are removed [4.5.1]",
            "Fortifications of Czechoslovakia count as breached: 0201, 0202 [4.5.1]",
        ]

    def test_4_5_1_so_does_the_breach_of_all_fortifications_of_both_kinds(self) -> None:
        tiny = europe(features={"0201": "fortification", "0202": "heavy_fortification"})
        tiny.board.breached = (tiny.at("0201"),)
        take(tiny, GERMAN, "0201")
        assert tiny.board.fallen == ()
        tiny.board.breached = (tiny.at("0201"), tiny.at("0202"))
        turn = take(tiny, GERMAN, "0202", dice=(2,))
        assert tiny.board.fallen == ("czechoslovakia",)
        assert points(tiny) == (52, 50)  # Prague must still be entered (G29)
        assert tiny.board.control[tiny.at("0204")] == ALLIED
        assert lines(turn)[0] == "Czechoslovakia capitulates: all its fortifications are breached [4.5.1]"
        take(tiny, GERMAN, "0204")
        assert points(tiny) == (55, 47)

    def test_4_5_1_g29_by_option_prague_changes_hands_then(self) -> None:
        tiny = europe(features={"0201": "fortification"}, options={"prague_vp_on_fort_capitulation": True})
        tiny.board.breached = (tiny.at("0201"),)
        take(tiny, GERMAN, "0201", dice=(2,))
        assert tiny.board.control[tiny.at("0204")] == GERMAN
        assert points(tiny) == (55, 47)

    @pytest.mark.parametrize(
        ("nation", "capital"), [("belgium", "0104"), ("denmark", "0404"), ("netherlands", "0806")]
    )
    def test_4_5_2_western_neutrals_give_a_die_of_points(self, nation: str, capital: str) -> None:
        tiny = europe({"u": (capital[:2] + "08" if capital != "0806" else "0805", corps(nation))})
        turn = take(tiny, GERMAN, capital, dice=(6,))
        assert points(tiny) == (59, 47)
        assert tiny.board.fallen == (nation,)
        assert tiny.board.aside == {"u": "out"}
        assert f"Points for the fall of {nation.title()} [4.5.2] (rolled 6)" in lines(turn)

    def test_4_5_2_the_belgian_fortification_is_breached(self) -> None:
        tiny = europe(features={"0101": "fortification", "0201": "fortification"})
        take(tiny, GERMAN, "0104", dice=(1,))
        assert tiny.names(tiny.board.breached) == {"0101"}

    @pytest.mark.parametrize(("nation", "capital"), [("luxembourg", "0807"), ("lithuania", "0604")])
    def test_4_5_3_small_countries_fall_without_a_die(self, nation: str, capital: str) -> None:
        tiny = europe({"li": ("0608", army("lithuania", 0))})
        turn = take(tiny, GERMAN, capital)
        assert points(tiny) == (53, 47)
        assert tiny.board.fallen == (nation,)
        assert ("li" in tiny.board.where) == (nation == "luxembourg")
        assert all("rolled" not in line for line in lines(turn))

    @pytest.mark.parametrize(("nation", "capital"), [("hungary", "0504"), ("poland", "0304")])
    def test_4_5_4_the_partners_of_germany_fall_to_the_allies(self, nation: str, capital: str) -> None:
        tiny = europe({"u": (capital[:2] + "08", corps(nation))})
        turn = take(tiny, ALLIED, capital)
        assert points(tiny) == (47, 53)
        assert tiny.board.fallen == (nation,)
        assert "u" not in tiny.board.where
        assert f"{nation.title()} capitulates: Allied control of {capital} ({nation.title()}) [4.5.4]" in (
            lines(turn)
        )

    def test_4_5_3_riga_has_no_effect(self) -> None:
        tiny = europe()
        take(tiny, GERMAN, "0704")
        assert tiny.board.fallen == ()

    def test_4_5_who_never_capitulates(self) -> None:
        never = {"soviet_union", "france", "britain", "italy", "romania", "germany", "yugoslavia", "latvia"}
        assert not {*never, "estonia"} & set(TERMS)

    def test_4_5_other_cities_do_not_change_hands(self) -> None:
        tiny = europe(cities=("0101",))
        take(tiny, GERMAN, "0104", dice=(1,))
        assert tiny.board.control[tiny.at("0101")] == ALLIED
        assert points(tiny) == (54, 47)
        take(tiny, GERMAN, "0101")
        assert points(tiny) == (55, 46)

    def test_4_5_nobody_falls_twice(self) -> None:
        tiny = europe()
        take(tiny, GERMAN, "0104", dice=(3,))
        take(tiny, ALLIED, "0104")
        assert tiny.board.fallen == ("belgium",)
        turn = take(tiny, GERMAN, "0104")
        assert len(lines(turn)) == 1
        check_capitulations(tiny.world, turn)
        assert len(lines(turn)) == 1


class TestSuddenDeath:
    def test_d31_the_czechs_fall_on_turn_2(self) -> None:
        tiny = europe(turn=2)
        turn = take(tiny, GERMAN, "0204")
        reason = "Czechoslovakia has capitulated before the end of GT 2"
        assert turn.state.result == Result("german", reason, "4.1")
        assert points(tiny) == (53, 47)  # no die of points
        assert lines(turn)[-1] == f"{reason} [4.1]"

    def test_d31_or_on_turn_3(self) -> None:
        tiny = europe(turn=3)
        turn = take(tiny, GERMAN, "0204", dice=(5,))
        assert turn.state.result is None
        assert points(tiny) == (58, 47)

    @pytest.mark.parametrize(
        ("german", "allied", "prague", "winner"),
        [
            (100, 50, GERMAN, "german"),  # b1
            (100, 50, ALLIED, None),  # D30
            (99, 50, GERMAN, None),
            (50, 1, ALLIED, "german"),  # b2
            (50, 2, ALLIED, None),
            (1, 50, ALLIED, "allied"),  # c1
            (2, 50, ALLIED, None),
            (50, 100, ALLIED, "allied"),  # c2
            (50, 99, ALLIED, None),
        ],
    )
    def test_4_1_thresholds(self, german: int, allied: int, prague: str, winner: str | None) -> None:
        tiny = europe()
        tiny.control("0204", prague)
        tiny.board.fallen = ("czechoslovakia",)
        tiny.board.vp = {"german": german, "allied": allied}
        turn = tiny.turn()
        sudden_death(tiny.world, turn)
        result = turn.state.result
        assert (result.winner if result else None) == winner
        assert result is None or result.rule == "4.1"

    def test_d32_one_hex_of_berlin_is_not_enough(self) -> None:
        tiny = Tiny(columns=24, rows=14, cities=("2413", "2414"))
        assert take(tiny, ALLIED, "2413").state.result is None
        turn = take(tiny, ALLIED, "2414")
        reason = "The Allied side controls both hexes of Berlin"
        assert turn.state.result == Result("allied", reason, "4.1")

    def test_4_1_a_capture_can_decide_the_game(self) -> None:
        tiny = europe()
        tiny.board.vp = {"german": 90, "allied": 4}
        assert take(tiny, GERMAN, "0604").state.result is not None

    def test_4_6_so_can_the_loss_of_a_mechanized_corps(self) -> None:
        tiny = Tiny({"m": ("0404", corps(kind="mechanized"))})
        tiny.board.vp["german"] = 3
        turn = tiny.turn()
        mech_corps_lost(tiny.world, turn, tiny.unit("m"), in_supply=False)
        assert turn.state.result == Result("allied", "The German side is down to 1 points", "4.1")

    def test_nothing_changes_once_the_game_is_over(self) -> None:
        tiny = europe(turn=2)
        turn = take(tiny, GERMAN, "0204")
        ended = turn.state.result
        capture(tiny.world, turn, GERMAN, [tiny.at("0104")])
        final_result(tiny.world, turn)
        sudden_death(tiny.world, turn)
        assert turn.state.result is ended
        assert points(tiny) == (53, 47)


class TestEndOf1938:
    @pytest.mark.parametrize(
        ("german", "allied", "czechs_fell", "winner"),
        [
            (90, 10, False, "allied"),  # D28
            (60, 40, True, "german"),  # D29
            (59, 40, True, ""),
            (40, 60, True, "allied"),
            (40, 59, True, ""),
            (50, 50, True, ""),
        ],
    )
    def test_4_2(self, german: int, allied: int, czechs_fell: bool, winner: str) -> None:
        tiny = Tiny(turn=10)
        tiny.board.vp = {"german": german, "allied": allied}
        tiny.board.fallen = ("czechoslovakia",) if czechs_fell else ()
        turn = tiny.turn()
        final_result(tiny.world, turn)
        assert turn.state.result is not None
        assert (turn.state.result.winner, turn.state.result.rule) == (winner, "4.2")


class Test1939:
    """Krakow 3226, Danzig 3714, Warsaw 3821; the Coastal Defense Command."""

    def poland(self, *taken: str, cdc: bool = True, beside: bool = False) -> Tiny:
        cdc_unit = replace(corps("poland", "static"), name="CDC")
        units = {"po_cdc": ("3713", cdc_unit), "ge": ("3822" if beside else "3501", corps())}
        land = {f"{column}xx": "poland" for column in range(29, 39)} | {"3714": "danzig", "3501": "germany"}
        tiny = Tiny(units, columns=38, rows=26, turn=6, campaign=1939, country=land)
        if not cdc:
            tiny.board.take("po_cdc", "out")
        for number in taken:
            tiny.control(number, GERMAN)
        return tiny

    @pytest.mark.parametrize(
        ("taken", "cdc", "beside", "expected", "winner"),
        [
            ((), True, False, 0, "polish"),  # E17
            (("3226",), True, False, 1, "polish"),
            (("3226",), True, True, 2, "polish"),
            (("3821",), True, False, 2, "polish"),
            (("3226", "3821"), True, False, 3, ""),  # D33
            (("3226", "3821", "3714"), True, False, 3, ""),
            (("3226", "3714"), False, True, 3, ""),
            (("3226", "3714", "3821"), False, False, 4, "german"),  # D35
            (("3226", "3714", "3821"), False, True, 4, "german"),  # Warsaw counts once
            (("3714",), False, False, 1, "polish"),
            ((), False, False, 0, "polish"),
        ],
    )
    def test_13_3_points_and_result(
        self, taken: tuple[str, ...], cdc: bool, beside: bool, expected: int, winner: str
    ) -> None:
        tiny = self.poland(*taken, cdc=cdc, beside=beside)
        turn = tiny.turn()
        assert points_1939(tiny.world, tiny.board).total == expected
        final_result(tiny.world, turn)
        assert turn.state.result is not None
        assert (turn.state.result.winner, turn.state.result.rule) == (winner, "13.3")

    def test_13_3_the_points_name_their_reasons(self) -> None:
        tiny = self.poland("3226", "3714", cdc=False, beside=True)
        turn = tiny.turn()
        final_result(tiny.world, turn)
        assert lines(turn)[0] == (
            "German points: 3 [13.3]: +1 Krakow 3226 is German [13.3]; "
            "+1 Coastal Defense Command eliminated and Danzig 3714 German [13.3]; "
            "+1 Warsaw 3821 is Polish, but Germans stand beside it [13.3]"
        )

    def test_13_3_g59_none_of_4_1_to_4_6_is_used(self) -> None:
        units = {"m": ("0101", corps(kind="mechanized")), "po": ("0308", corps("poland"))}
        tiny = europe(units, campaign=1939)
        before = dict(tiny.board.vp)
        turn = take(tiny, GERMAN, "0304")
        mech_corps_lost(tiny.world, turn, tiny.unit("m"), in_supply=True)
        tiny.board.vp = {"german": 1, "allied": 50}
        sudden_death(tiny.world, turn)
        assert (before, lines(turn), turn.state.result) == ({"german": 50, "allied": 50}, [], None)
        assert "po" in tiny.board.where

    def test_13_3_g59_unless_the_option_says_so(self) -> None:
        tiny = europe(campaign=1939, options={"vp_rules_in_1939": True})
        tiny.board.vp = {"german": 50, "polish": 50}
        take(tiny, GERMAN, "0304")
        assert tiny.board.vp == {"german": 53, "polish": 47}
        assert tiny.board.fallen == ("poland",)
